/* t-names.c - statements stand in any order: a model and its shuffled text are the same nodes */
#include "../../core/test/harness.h"
#include "liaison/model.h"

static const char *const statement[] = {
    "system top", "param A, C = 2, m = rho*r^3, rho, r = 1/2", "coord psi, theta, phi, x", "quasi p = theta' + k*x', q = s*psi'",
    "quasi n = p + phi'", "let s = sin(theta)", "let k = c(theta)^2", "function c(u) = cos(u)*h(u)", "function h(u)",
    "kinetic A*(p^2 + q^2)/2", "kinetic C*n^2/2 + m*x'^2/2", "potential W + m*g(x)", "let W = m*k", "function g(x) = x^2*s",
    "force -f*n on n + psi'", "param f", "constraint roll: x' = r*n, q = w by M on x', by psi' multiplier N, M",
    "start theta = r, n = 1", "assume A > C", "let w = ddt(W)"
};
enum { STATEMENTS = sizeof statement / sizeof *statement };

static void shuffle(li_rand *rng, int *order)
{
    for (int i = 0; i < STATEMENTS; i++) {
        int k = li_rand_below(rng, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
}

static void read_in_order(li_ctx *ctx, li_model *m, const int *order)
{
    li_text source;

    li_text_init(&source);
    for (int i = 0; i < STATEMENTS; i++)
        li_text_printf(ctx, &source, "%s\n", statement[order[i]]);
    li_status status = li_model_read(ctx, m, source.s, source.len);
    li_check(ctx, status == LI_OK, "%s\n%s", source.s, li_diagnostic_count(ctx) > 0 ? li_diagnostic_at(ctx, 0)->message : "");
    li_text_clear(ctx, &source);
}

static void order_is_free(li_ctx *ctx, li_rand *rng)
{
    int order[STATEMENTS];
    li_model a, b;

    for (int i = 0; i < STATEMENTS; i++)
        order[i] = i;
    read_in_order(ctx, &a, order);
    shuffle(rng, order);
    read_in_order(ctx, &b, order);
    if (li_ctx_status(ctx) != LI_OK)
        return;
    li_check(ctx, a.T0 == b.T0 && a.V == b.V, "T0 and V");
    li_check(ctx, a.force[0].F == b.force[0].F && a.force[0].V == b.force[0].V, "the force");
    for (size_t i = 0; i < 2; i++)
        li_check(ctx, a.constraint[0].a[i] == b.constraint[0].a[i] && a.constraint[0].multiplier[i] == b.constraint[0].multiplier[i], "relation %zu", i);
    for (size_t i = 0; i < a.quasis; i++)
        for (size_t k = 0; k < b.quasis; k++)
            li_check(ctx, a.quasi[i].w != b.quasi[k].w || a.quasi[i].value == b.quasi[k].value, "%s", a.quasi[i].name);
    li_check(ctx, a.params == b.params && a.quasis == b.quasis && a.starts == b.starts && a.assumptions == b.assumptions, "counts");
}

/* Every declared name is found again among many, and a name that is not declared is not. */
static void many_names(li_ctx *ctx, li_rand *rng)
{
    enum { N = 3000 };
    li_text text;
    li_model m;

    li_text_init(&text);
    li_text_put(ctx, &text, "coord x\nkinetic x'^2\nparam p0");
    for (int i = 1; i < N; i++)
        li_text_printf(ctx, &text, ", p%d", i);
    li_check(ctx, li_model_read(ctx, &m, text.s, text.len) == LI_OK && m.params == N, "%zu parameters", m.params);
    for (int k = 0; k < 100; k++) {
        int i = li_rand_below(rng, N);
        li_text_cut(&text, 0);
        li_text_printf(ctx, &text, "p%d", i);
        li_check(ctx, li_model_expression(ctx, &m, text.s, text.len, NULL) == m.param[i].symbol, "p%d", i);
    }
    li_check(ctx, li_model_expression(ctx, &m, "p3000", 5, NULL) == li_expr_undefined() && li_diagnostic_errors(ctx) == 1, "p3000");
    li_text_clear(ctx, &text);
}

int main(void)
{
    li_test_run("the order of statements is free", order_is_free, 30);
    li_test_run("many names", many_names, 3);
    return li_test_done();
}
