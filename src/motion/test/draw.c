/* draw.c - random systems, written as models */
#include "draw.h"

static const char *const coordinate[MOST] = { "x", "y", "z", "a", "b", "c" };
static const char *const atom[] = {            /* of two coordinates; then three more for each further one */
    "1", "2", "m", "x", "y", "t", "sin(x)", "cos(y)", "x*y", "k", "1/3",
    "z", "sin(x + z)", "z*t", "a", "sin(a)", "a*t", "b", "cos(b - x)", "b*y", "c", "cos(c)", "c*z",
};
enum { OF_TWO = 11 };

static const char *pick(li_rand *rng, size_t n) { return atom[li_rand_below(rng, OF_TWO + 3 * ((int)n - 2))]; }

void li_draw_energy(li_ctx *ctx, li_text *s, li_rand *rng, size_t n)
{
    li_text_put(ctx, s, "kinetic 0");
    for (size_t i = 0; i < n; i++)
        li_text_printf(ctx, s, " + (7 + m^2 + (%s)^2)*%s'^2/2", pick(rng, n), coordinate[i]);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (li_rand_below(rng, 2))
                li_text_printf(ctx, s, " + %s*%s'*%s'", pick(rng, n), coordinate[i], coordinate[j]);
    const char *linear = pick(rng, n), *potential = pick(rng, n), *force = pick(rng, n);
    li_text_printf(ctx, s, " + (%s)*y'\npotential %s*%s + k*x^2\nforce %s on x' - y'\n", linear, potential, coordinate[n - 1], force);
}

/* w1 = x' + ... y' + ..., w2 = y' + ... z' + ...: triangular, so independent */
static void put_quasi(li_ctx *ctx, li_text *s, li_rand *rng, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++) {
        const char *next = pick(rng, n), *rest = i == 0 ? pick(rng, n) : "0";
        li_text_printf(ctx, s, "quasi w%zu = %s' + (%s)*%s' + %s\n", i + 1, coordinate[i], next, coordinate[i + 1], rest);
    }
    if (li_rand_below(rng, 2))
        li_text_printf(ctx, s, "quasi w%zu = %s' + %s\n", n, coordinate[n - 1], pick(rng, n));
}

static void put_constraint(li_ctx *ctx, li_text *s, li_rand *rng, size_t n, size_t k, size_t i)
{
    li_text_printf(ctx, s, "constraint c%zu: %s' = ", i + 1, coordinate[k + i]);
    for (size_t j = 0; j < k; j++)
        li_text_printf(ctx, s, "(%s)*%s' + ", pick(rng, n), coordinate[j]);
    li_text_printf(ctx, s, "%s\n", pick(rng, n));
}

bool li_draw_system(li_ctx *ctx, li_model *m, li_motion *S, li_rand *rng, size_t n, size_t p, bool quasi)
{
    li_text s;
    li_text_init(&s);
    li_text_put(ctx, &s, "system random\nparam m, k\ncoord x");
    for (size_t i = 1; i < n; i++)
        li_text_printf(ctx, &s, ", %s", coordinate[i]);
    li_text_put(ctx, &s, "\n");
    li_draw_energy(ctx, &s, rng, n);
    if (quasi)
        put_quasi(ctx, &s, rng, n);
    for (size_t i = 0; i < p; i++)
        put_constraint(ctx, &s, rng, n, n - p, i);
    bool ok = li_model_read(ctx, m, li_text_str(&s), s.len) == LI_OK && li_motion_init(ctx, S, m) == LI_OK;
    li_check(ctx, ok, "%s\n%s", li_ctx_message(ctx), li_text_str(&s));
    li_text_clear(ctx, &s);
    return ok;
}

bool li_draw_motion(li_ctx *ctx, li_model *m, li_motion *S, li_rand *rng, bool quasi, bool constraint)
{
    return li_draw_system(ctx, m, S, rng, N, constraint, quasi);
}

void li_same(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i)
{
    li_truth equal = li_exact_equal(ctx, a, b);
    if (equal == LI_UNKNOWN)
        li_test_undecided();
    else
        li_check(ctx, equal == LI_YES, "%s, equation %zu", what, i);
}

void li_same_residues(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i)
{
    double bits = 0;
    li_truth equal = li_exact_residue(ctx, li_expr_sub(ctx, a, b), &bits);
    li_check(ctx, equal == LI_YES && bits >= 100, "%s, equation %zu, up to 2^-%.0f", what, i, bits);
}
