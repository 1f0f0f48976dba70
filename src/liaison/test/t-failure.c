/* t-failure.c - memory that runs out at any moment leaves a clean failure */
#include "models.h"

enum { POINTS = 60 };

/* Reads the model, then finds state and values with the n-th allocation failing; false: it did not fail any more. */
static bool try(const char *source, const char *set, uint64_t n)
{
    li_ctx *ctx = li_ctx_new();
    li_status status = LI_OK;
    bench b;

    if (ctx == NULL)
        return false;
    if (bench_read(ctx, &b, source)) {
        li_ctx_fail_at(ctx, n);
        status = bench_state(ctx, &b, set, 20);
        if (status == LI_OK) {
            status = li_values_find(ctx, &b.x, &b.S, &b.s, NULL, 20);
            li_values_clear(ctx, &b.x);
        }
        li_check(NULL, status == LI_OK || status == LI_MEMORY, "%s at allocation %d: %s", set, (int)n, li_ctx_message(ctx));
    }
    li_ctx_free(ctx);
    return status == LI_MEMORY;
}

/* The same for functions of the state and for the description. */
static bool try_functions(const char *source, uint64_t n)
{
    li_ctx *ctx = li_ctx_new();
    li_status status = LI_OK;
    li_reactions R;
    li_description d;
    bench b;

    if (ctx == NULL)
        return false;
    if (bench_read(ctx, &b, source)) {
        li_ctx_fail_at(ctx, n);
        status = n % 2 == 0 ? li_reactions_find(ctx, &R, &b.S) : li_describe(ctx, &d, &b.S);
        li_check(NULL, status == LI_OK || status == LI_MEMORY, "allocation %d: %s\n%s", (int)n, li_ctx_message(ctx), source);
    }
    li_ctx_free(ctx);
    return status == LI_MEMORY;
}

static void functions(li_ctx *ctx, li_rand *rng)
{
    static const char *const source[] = {
        "system a\ncoord x, y\nkinetic x'^2 + y'^2\npotential y\nconstraint c: x^2 + y^2 = 4\n",
        "system b\ncoord x, y\nkinetic x'^2 + y'^2\nquasi w = x'*cos(y) + y'\nconstraint c: w = 0, 2*w = 0\n",
        "system c\ncoord x, y\nkinetic x'^2 + y'^2\nforce -3 + N^2 on y'\nconstraint c: y' = 0 by (1 + abs(N)) on y' multiplier N\n",
        "system d\nparam a\ncoord x, y, z\nkinetic x'^2 + y'^2 + a*z'^2\nconstraint c: x' = y', z' = x*y' + t*(x' - y')\n",
    };
    size_t which = (size_t)li_rand_below(rng, 4);
    uint64_t n = 1 + (uint64_t)li_rand_below(rng, 40);

    (void)ctx;
    for (int k = 0; k < POINTS && try_functions(source[which], n); k++)
        n += 1 + n / 9;
}

static void allocations(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *source, *set; } cases[] = {
        { "system a\ncoord x, y\nkinetic x'^2 + y'^2\npotential y\nconstraint c: x^2 + y^2 = 4\nstart y ~ -1\n", "x = 1;" },
        { "system b\ncoord x, y\nkinetic x'^2 + y'^2\nquasi w = x'*cos(y) + y'\nconstraint c: w = 0, 2*w = 0\n", "y = pi/3; x' = 1;" },
        { "system c\ncoord x, y\nkinetic x'^2 + y'^2\nforce -3 + N on y'\nconstraint c: y' = 0 by (1 + abs(N)) on y' multiplier N\n", "x = 1;" },
        { "system d\ncoord x, y\nkinetic x'^2 + y'^2\nforce -3 on y'\nconstraint c: y' = 0 by exp(N) on y' multiplier N\n", "x = 1;" },
        { "system e\ncoord x, y\nkinetic x'^2 + y'^2\nconstraint c: x'^2 = y^2 by x'\n", "y = 0; x' = 0; y' = 1;" },
        { "system f\ncoord x, y\nkinetic x'^2 + y'^2\npotential 9*y\ncontact c: gap y, sliding x' + y', x', friction 1/3, bilateral\n", "x' = 1;" },
        { "system g\ncoord x, y\nkinetic x'^2 + y'^2\npotential 9*y\ncontact c: gap y, sliding x', friction 1/3, mode sliding\n", "x' = cos(1)^2 + sin(1)^2 - 1;" },
    };
    size_t which = (size_t)li_rand_below(rng, (int)(sizeof cases / sizeof *cases));
    uint64_t step = 1 + (uint64_t)li_rand_below(rng, 12), n = 1 + (uint64_t)li_rand_below(rng, 12);

    (void)ctx;
    for (int k = 0; k < POINTS && try(cases[which].source, cases[which].set, n); k++)
        n += step + n / 8;
}

int main(void)
{
    li_test_run("allocations", allocations, 20);
    li_test_run("functions", functions, 16);
    return li_test_done();
}
