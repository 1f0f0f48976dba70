/* draw.c - random systems of three coordinates, written as models */
#include "draw.h"

static const char *const atom[] = { "1", "2", "m", "x", "y", "z", "t", "sin(x)", "cos(y)", "x*y", "k", "sin(x + z)", "1/3" };

static const char *pick(li_rand *rng) { return atom[li_rand_below(rng, sizeof atom / sizeof *atom)]; }

void li_draw_energy(li_ctx *ctx, li_text *s, li_rand *rng)
{
    static const char *const v[] = { "x'", "y'", "z'" };
    li_text_put(ctx, s, "kinetic 0");
    for (int i = 0; i < N; i++)
        li_text_printf(ctx, s, " + (7 + m^2 + (%s)^2)*%s^2/2", pick(rng), v[i]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            if (li_rand_below(rng, 2)) {
                const char *c = pick(rng);
                li_text_printf(ctx, s, " + %s*%s*%s", c, v[i], v[j]);
            }
    const char *linear = pick(rng), *potential = pick(rng), *force = pick(rng);
    li_text_printf(ctx, s, " + (%s)*y'\npotential %s*z + k*x^2\nforce %s on x' - y'\n", linear, potential, force);
}

/* w1 = x' + ..., w2 = y' + ..., w3 = z' + ... : triangular, so independent */
static void put_quasi(li_ctx *ctx, li_text *s, li_rand *rng)
{
    const char *a = pick(rng), *b = pick(rng), *c = pick(rng), *d = pick(rng);
    li_text_printf(ctx, s, "quasi w1 = x' + (%s)*y' + %s, w2 = y' + (%s)*z'\n", a, b, c);
    if (li_rand_below(rng, 2))
        li_text_printf(ctx, s, "quasi w3 = z' + %s\n", d);
}

static void put_constraint(li_ctx *ctx, li_text *s, li_rand *rng)
{
    const char *a = pick(rng), *b = pick(rng), *c = pick(rng);
    li_text_printf(ctx, s, "constraint c: z' = (%s)*x' + (%s)*y' + %s\n", a, b, c);
}

bool li_draw_motion(li_ctx *ctx, li_model *m, li_motion *S, li_rand *rng, bool quasi, bool constraint)
{
    li_text s;
    li_text_init(&s);
    li_text_put(ctx, &s, "system random\nparam m, k\ncoord x, y, z\n");
    li_draw_energy(ctx, &s, rng);
    if (quasi)
        put_quasi(ctx, &s, rng);
    if (constraint)
        put_constraint(ctx, &s, rng);
    bool ok = li_model_read(ctx, m, li_text_str(&s), s.len) == LI_OK && li_motion_init(ctx, S, m) == LI_OK;
    li_check(ctx, ok, "%s\n%s", li_ctx_message(ctx), li_text_str(&s));
    li_text_clear(ctx, &s);
    return ok;
}

void li_same(li_ctx *ctx, li_expr a, li_expr b, const char *what, size_t i)
{
    li_truth equal = li_exact_equal(ctx, a, b);
    if (equal == LI_UNKNOWN)
        li_test_undecided();
    else
        li_check(ctx, equal == LI_YES, "%s, equation %zu", what, i);
}
