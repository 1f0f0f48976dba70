/* t-chain.c - bodies hinged to each other, free and held by multipliers, against the angles of the links as coordinates
 *
 * Both forms of one tree of links: body i hangs with one end on the far end of body `parent`, or on the origin. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../core/test/harness.h"
#include "../../program/code.h"
#include "../system.h"

enum { BODIES = 24 };

typedef struct { int n, parent[BODIES + 1]; double m[BODIES + 1], J[BODIES + 1], l[BODIES + 1], a[BODIES + 1], w[BODIES + 1]; } tree;

typedef struct {
    li_model m;
    li_motion S;
    li_state s;
    li_values x;
    li_flow F;
    li_run R;
} moving;

static double between(li_rand *rng, double a, double b) { return a + (b - a) * li_rand_below(rng, 1001) / 1000.0; }

static tree draw_tree(li_rand *rng, int n, bool chain)
{
    tree t = { .n = n };

    for (int i = 1; i <= n; i++) {
        t.parent[i] = chain ? i - 1 : li_rand_below(rng, i);
        t.m[i] = between(rng, 0.5, 2);
        t.J[i] = between(rng, 0.05, 0.2);
        t.l[i] = between(rng, 0.5, 1.5);
        t.a[i] = between(rng, -3, 3);
        t.w[i] = between(rng, -1, 1);
    }
    return t;
}

/* ---- the models ---- */

static void write_start(li_ctx *ctx, li_text *s, const tree *t)
{
    for (int i = 1; i <= t->n; i++)
        li_text_printf(ctx, s, "start a%d = %.3f, a%d' = %.3f\n", i, t->a[i], i, t->w[i]);
}

static void write_angles(li_ctx *ctx, li_text *s, const tree *t)
{
    li_text_put(ctx, s, "let x0 = 0\nlet y0 = 0\n");
    for (int i = 1; i <= t->n; i++) {
        int p = t->parent[i];
        li_text_printf(ctx, s, "coord a%d\nlet x%d = x%d + %.3f*cos(a%d)\nlet y%d = y%d + %.3f*sin(a%d)\n", i, i, p, t->l[i], i, i, p, t->l[i], i);
        li_text_printf(ctx, s, "kinetic %.3f*(ddt((x%d + x%d)/2)^2 + ddt((y%d + y%d)/2)^2)/2 + %.3f*a%d'^2/2\npotential %.3f*9.81*(y%d + y%d)/2\n", t->m[i], p, i, p, i,
                       t->J[i], i, t->m[i], p, i);
    }
    write_start(ctx, s, t);
}

/* Component "x", "cos" or "y", "sin" of the relation of hinge i. */
static void write_hinge(li_ctx *ctx, li_text *s, const tree *t, int i, const char *x, const char *cosine)
{
    int p = t->parent[i];

    li_text_printf(ctx, s, "%s%d - %.4f*%s(a%d)", x, i, t->l[i] / 2, cosine, i);
    if (p > 0)
        li_text_printf(ctx, s, " - %s%d - %.4f*%s(a%d)", x, p, t->l[p] / 2, cosine, p);
}

static void write_bodies(li_ctx *ctx, li_text *s, const tree *t, bool redundant)
{
    for (int i = 1; i <= t->n; i++)
        li_text_printf(ctx, s, "coord x%d, y%d, a%d\nkinetic %.3f*(x%d'^2 + y%d'^2)/2 + %.3f*a%d'^2/2\npotential %.3f*9.81*y%d\n", i, i, i, t->m[i], i, i, t->J[i], i, t->m[i], i);
    for (int i = 1; i <= t->n; i++) {
        li_text_printf(ctx, s, "constraint h%d: ", i);
        write_hinge(ctx, s, t, i, "x", "cos");
        li_text_put(ctx, s, " = 0, ");
        write_hinge(ctx, s, t, i, "y", "sin");
        li_text_put(ctx, s, " = 0\n");
    }
    if (redundant) {
        li_text_put(ctx, s, "constraint again: ");
        write_hinge(ctx, s, t, 2, "x", "cos");
        li_text_put(ctx, s, " + ");
        write_hinge(ctx, s, t, 1, "y", "sin");
        li_text_put(ctx, s, " = 0\n");
    }
    write_start(ctx, s, t);
}

static bool move(li_ctx *ctx, moving *x, const li_text *s, double until)
{
    const li_run_options o = { .method = LI_RUN_TAYLOR, .tol = 1e-13, .until = until };

    memset(x, 0, sizeof *x);
    bool ok = li_model_read(ctx, &x->m, li_text_str(s), s->len) == LI_OK && li_motion_init(ctx, &x->S, &x->m) == LI_OK &&
              li_state_find(ctx, &x->s, &x->S, 0, NULL, 17) == LI_OK && li_values_find(ctx, &x->x, &x->S, &x->s, NULL, 17) == LI_OK &&
              li_flow_init(ctx, &x->F, &x->S, &x->s, &x->x, 0, NULL) == LI_OK && li_run_init(ctx, &x->R, &x->F, &o) == LI_OK;
    li_check(ctx, ok && x->R.ending == LI_ENDED, "%s: %s", ok ? x->R.message : "no run", li_text_str(s));
    return ok;
}

static void stop(li_ctx *ctx, moving *x)
{
    li_run_clear(ctx, &x->R);
    li_flow_clear(ctx, &x->F);
    li_values_clear(ctx, &x->x);
}

/* The numbers of U in all systems, which have plans; SIZE_MAX: one has none, or there is no system. */
static size_t planned_numbers(const li_program *P)
{
    size_t numbers = 0;
    for (size_t i = 0; i < P->code->systems; i++) {
        if (P->code->system[i].plan == NULL)
            return SIZE_MAX;
        numbers += P->code->system[i].plan->numbers;
    }
    return P->code->systems > 0 ? numbers : SIZE_MAX;
}

static double end_of(const moving *x, const char *name, int i)
{
    char full[20];

    snprintf(full, sizeof full, name, i);
    for (size_t k = 0; k < x->F.n; k++)
        if (strcmp(li_expr_name(x->F.y[k]), full) == 0)
            return x->R.y[k];
    return NAN;
}

static void compare(li_ctx *ctx, const tree *t, double until, bool redundant)
{
    moving angles, bodies;
    li_text a, b;

    li_text_init(&a);
    li_text_init(&b);
    write_angles(ctx, &a, t);
    write_bodies(ctx, &b, t, redundant);
    bool ran = move(ctx, &angles, &a, until), moved = move(ctx, &bodies, &b, until);
    for (int i = 1; i <= t->n && ran && moved; i++) {
        double alpha = end_of(&angles, "a%d", i), beta = end_of(&bodies, "a%d", i), v = end_of(&angles, "a%d'", i), w = end_of(&bodies, "a%d'", i);
        li_check(ctx, fabs(alpha - beta) <= 1e-9 && fabs(v - w) <= 1e-8, "body %d of %d: %.17g, %.17g; %.17g, %.17g", i, t->n, alpha, beta, v, w);
    }
    if (moved) {
        li_check(ctx, bodies.R.residual < 1e-13 && bodies.R.energy_drift < 1e-11, "residual %g, drift %g", bodies.R.residual, bodies.R.energy_drift);
        const li_program *all[] = { &bodies.F.field, &bodies.F.correct, &bodies.F.correct_velocity };
        for (size_t i = 0; i < 3; i++)
            li_check(ctx, planned_numbers(all[i]) <= 40 * (size_t)t->n, "program %zu: %zu numbers for %d bodies", i, planned_numbers(all[i]), t->n);
        stop(ctx, &bodies);
    }
    if (ran)
        stop(ctx, &angles);
    li_text_clear(ctx, &a);
    li_text_clear(ctx, &b);
}

static void trees(li_ctx *ctx, li_rand *rng)
{
    tree t = draw_tree(rng, 8 + li_rand_below(rng, 3), li_rand_below(rng, 2));
    compare(ctx, &t, 0.4, false);
}

/* One relation too many among more than forty. */
static void redundant(li_ctx *ctx, li_rand *rng)
{
    tree t = draw_tree(rng, 21, true);
    compare(ctx, &t, 0.02, true);
}

int main(void)
{
    li_test_run("trees", trees, 4);
    li_test_run("redundant", redundant, 1);
    return li_test_done();
}
