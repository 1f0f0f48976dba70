/* t-equivalence.c - all forms of the equations of motion agree, equation by equation          [tzenoff 8 (E)] */
#include "draw.h"

typedef li_status derive(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);

struct form { const char *name; derive *derive; };

/* Each against the first: left - right are equal as functions of (t, q, w, w'). */
static void agree(li_ctx *ctx, const li_motion *S, const struct form *form, size_t count)
{
    li_equations first, other;

    li_status status = form[0].derive(ctx, &first, S, false);
    li_check(ctx, status == LI_OK, "%s: %s", form[0].name, li_ctx_message(ctx));
    for (size_t i = 1; status == LI_OK && i < count; i++) {
        status = form[i].derive(ctx, &other, S, false);
        li_check(ctx, status == LI_OK && other.len == first.len, "%s: %s", form[i].name, li_ctx_message(ctx));
        for (size_t a = 0; status == LI_OK && a < first.len; a++)
            li_same(ctx, li_expr_sub(ctx, first.eq[a].left, first.eq[a].right), li_expr_sub(ctx, other.eq[a].left, other.eq[a].right), form[i].name, a);
    }
}

static const struct form in_velocities[] = {
    { "appell-nh", li_motion_appell_nh }, { "tzenoff", li_motion_tzenoff }, { "tzenoff-T", li_motion_tzenoff_T },
    { "tzenoff-9", li_motion_tzenoff_9 }, { "woronetz", li_motion_woronetz }, { "gauss", li_motion_gauss },
};

static const struct form in_quasi_velocities[] = {
    { "appell-quasi-nh", li_motion_appell_quasi_nh }, { "tzenoff-quasi", li_motion_tzenoff_quasi },
    { "tzenoff-quasi-T", li_motion_tzenoff_quasi_T }, { "gauss", li_motion_gauss },
};

static const struct form without_constraints[] = {
    { "lagrange", li_motion_lagrange }, { "appell", li_motion_appell }, { "tzenoff", li_motion_tzenoff }, { "woronetz", li_motion_woronetz },
};

static const struct form free_quasi[] = {
    { "quasi", li_motion_quasi }, { "appell-quasi", li_motion_appell_quasi }, { "tzenoff-quasi-T", li_motion_tzenoff_quasi_T },
};

#define AGREE(S, list) agree(ctx, S, list, sizeof list / sizeof *list)

static void constrained(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    if (li_draw_motion(ctx, &m, &S, rng, false, true))
        AGREE(&S, in_velocities);
}

static void constrained_quasi(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    if (li_draw_motion(ctx, &m, &S, rng, true, true))
        AGREE(&S, in_quasi_velocities);
}

static void unconstrained(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    if (li_draw_motion(ctx, &m, &S, rng, false, false))
        AGREE(&S, without_constraints);
}

static void unconstrained_quasi(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    if (li_draw_motion(ctx, &m, &S, rng, true, false))
        AGREE(&S, free_quasi);
}

/* The reference: d'Alembert's principle, E_a + sum_i c_ai E_(k+i) with E from (I), reduced. */
static void dalembert(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_equations kane, tzenoff;

    if (!li_draw_motion(ctx, &m, &S, rng, false, true))
        return;
    if (li_motion_kane(ctx, &kane, &S, false) != LI_OK || li_motion_tzenoff(ctx, &tzenoff, &S, false) != LI_OK) {
        li_check(ctx, false, "%s", li_ctx_message(ctx));
        return;
    }
    bool same_unknowns = kane.unknowns == tzenoff.unknowns;
    for (size_t a = 0; a < tzenoff.unknowns && same_unknowns; a++)
        same_unknowns = kane.unknown[a] == tzenoff.unknown[a];
    for (size_t a = 0; a < tzenoff.len && same_unknowns; a++)
        li_same(ctx, li_expr_sub(ctx, kane.eq[a].left, kane.eq[a].right), li_expr_sub(ctx, tzenoff.eq[a].left, tzenoff.eq[a].right), "d'Alembert", a);
}

int main(void)
{
    li_test_run("unconstrained", unconstrained, 8);
    li_test_run("unconstrained, quasi-velocities", unconstrained_quasi, 6);
    li_test_run("constrained", constrained, 8);
    li_test_run("constrained, quasi-velocities", constrained_quasi, 5);
    li_test_run("d'Alembert", dalembert, 8);
    return li_test_done();
}
