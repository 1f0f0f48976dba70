/* draw.c - random systems, written as models */
#include "draw.h"

#include <string.h>

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

/* ---- of any kind ---- */

static const char *const of_any_kind[] = {              /* what li_draw_system does not draw */
    "system one\nparam m, k, g\ncoord x\nfunction f(x)\nkinetic m*(1 + x^2)*x'^2/2 + t*x*x'\npotential k*f(x)\nforce -g*x'^2 on x'\n",
    "system one\nparam m\ncoord x\nquasi w = (1 + x^2)*x' + t\nkinetic m*w^2/2 + x*w\nforce sin(t) on w\n",
    "system polar\nparam m, g, k\ncoord x, y\nspeed v, al with x' = v*cos(al), y' = v*sin(al)\nkinetic m*v^2/2\nforce -m*g - k*v on x'\nforce x on y'\n",
    "system polar\nparam m, g, k\ncoord x, y, z\nspeed v, al with x' = v*cos(al) + t*z, y' = v*sin(al)\nkinetic m*v^2/2 + k*(1 + x^2)*z'^2/2 + y*z'*v\npotential g*x*y\n",
    "system servo\nparam m, k\ncoord x, y, z\nkinetic m*(x'^2 + y'^2)/2 + k*z'^2/2 + x*y'*z'\nconstraint c1: x' = t*y' + z by z' multiplier P\nconstraint c2: y' = x by x*1 on x' and 2 on y'\n",
    "system friction\nparam m, f, g\ncoord x, y, a\nkinetic m*(x'^2 + y'^2)/2 + m*a'^2/3\nforce -m*g on y'\nconstraint c: y = 0 by y' and -f on x' and -f*x on a'\n",
    "system appell\nparam m, g\ncoord x, y, z\nkinetic m*(x'^2 + y'^2 + z'^2)/2\nforce -m*g on z'\nconstraint c: z'^2 = x'^2 + y'^2\n",
    "system moving\nparam m, k\ncoord x, y\nquasi u = x'*cos(t) + y'*sin(t), w = y'*cos(t) - x'*sin(t) + x\nkinetic m*(u^2 + w^2)/2\npotential k*x^2\nconstraint c: u = t*w + 1 by u\n",
};
enum { KINDS = sizeof of_any_kind / sizeof *of_any_kind };

bool li_draw_read(li_ctx *ctx, li_model *m, li_motion *S, const char *source)
{
    bool ok = li_model_read(ctx, m, source, strlen(source)) == LI_OK && li_motion_init(ctx, S, m) == LI_OK;
    li_check(ctx, ok, "%s\n%s", li_ctx_message(ctx), source);
    return ok;
}

bool li_draw_any(li_ctx *ctx, li_model *m, li_motion *S, li_rand *rng)
{
    int kind = li_rand_below(rng, KINDS + 6);
    if (kind < KINDS)
        return li_draw_read(ctx, m, S, of_any_kind[kind]);
    size_t n = 2 + (size_t)li_rand_below(rng, 2), p = (size_t)li_rand_below(rng, (int)n);
    return li_draw_system(ctx, m, S, rng, n, p, li_rand_below(rng, 2));
}

static li_omega_chart draw_chart(const li_motion *S, li_rand *rng)
{
    if (S->speeds)
        return LI_CHART_SPEEDS;
    return (li_omega_chart)(LI_CHART_LAGRANGE + li_rand_below(rng, S->model->quasis > 0 ? 3 : 2));
}

bool li_draw_omega(li_ctx *ctx, li_omega *O, li_motion *S, li_rand *rng)
{
    S->reducing.chart = draw_chart(S, rng);
    li_check(ctx, li_omega_init(ctx, O, S) == LI_OK, "%s, chart %s: %s", S->model->name, li_omega_chart_name(S->reducing.chart), li_ctx_message(ctx));
    return li_ctx_status(ctx) == LI_OK;
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

/* Exactly, or else modulo p */
void li_same_or_residues(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i)
{
    if (li_exact_equal(ctx, a, b) == LI_UNKNOWN)
        li_same_residues(ctx, a, b, what, i);
    else
        li_same(ctx, a, b, what, i);
}
