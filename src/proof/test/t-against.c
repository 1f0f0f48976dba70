/* t-against.c - models with the same motions and without, and forms that say too little */
#include "../hearing.h"
#include "../../liaison/test/models.h"
#include "liaison/proof.h"

#define PENDULUM "system A\nparam m, l, g\ncoord theta\nkinetic m*l^2*theta'^2/2\npotential -m*g*l*cos(theta)\n"
#define ROD "system B\nparam m, l, g\ncoord x, y, theta\nkinetic m*(x'^2 + y'^2)/2\npotential m*g*y\n"
#define TIED "constraint tie: x = l*sin(theta), y = -l*cos(theta)\n"
#define MOVING "constraint tie: x' = l*cos(theta)*theta', y' = l*sin(theta)*theta'\n"
#define FALL "system F\nparam m, g\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\npotential m*g*y\n"
#define FORCED "system G\nparam m, g\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\nforce -m*g on y'\n"
#define FLOOR "constraint floor: y' = 0 by 1 on y' and -(k*N)*sign(x') on x' multiplier N\n"
#define SLEIGH "system S\nparam m, J\ncoord x, y, phi\nkinetic m*(x'^2 + y'^2)/2 + J*phi'^2/2\n"
#define SPEEDS "system U\nparam m, J\ncoord x, y, phi\nspeed v, s, w with x' = v*cos(phi) - s*sin(phi), y' = v*sin(phi) + s*cos(phi), phi' = w\n" \
    "kinetic m*(v^2 + s^2)/2 + J*w^2/2\n"
#define QUASI "system Q\nparam m, J\ncoord x, y, phi\nquasi v = x'*cos(phi) + y'*sin(phi), s = -x'*sin(phi) + y'*cos(phi), w = phi'\n" \
    "kinetic m*(v^2 + s^2)/2 + J*w^2/2\n"

#define FREE "system S\nparam k, l\nassume k > 0, l > 0\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\n"
#define TURN "system S\nparam k, l\nassume k > 0, l > 0\ncoord x, y, z, s\nkinetic (x'^2 + y'^2 + z'^2)/2\n"

static const struct { const char *a, *b; li_truth same; } cases[] = {
    { FREE "constraint c: x = 1\n", FREE "constraint c: x^2 = 1\n", LI_NO },
    { FREE "constraint c: x' = 1\n", FREE "constraint c: x'^2 = 1\n", LI_NO },
    { FREE "constraint c: z' = k*sqrt(x'^2 + y'^2)\n", FREE "constraint c: z'^2 = k^2*(x'^2 + y'^2)\n", LI_NO },
    { FREE "constraint c: y = -sqrt(l^2 - x^2)\n", FREE "constraint c: x^2 + y^2 = l^2\n", LI_NO },
    { FREE "constraint c: x*y = 0\n", FREE "constraint c: x = 0\n", LI_NO },
    { FREE "constraint c: x*y = 0\n", FREE "constraint c: y*x*k = 0\n", LI_YES },
    { FREE "constraint c: x^2 + y^2 = l^2\n", FREE "constraint c: 2*y^2 + 2*x^2 = 2*l^2\n", LI_YES },
    { TURN "constraint c: x = l*sin(s), y = l*cos(s)\n", FREE "constraint c: x^2 + y^2 = l^2\n", LI_YES },
    { TURN "constraint c: x = l*sin(s), y = l*sqrt(cos(s)^2)\n", FREE "constraint c: x^2 + y^2 = l^2\n", LI_NO },
    { PENDULUM, PENDULUM, LI_YES },
    { PENDULUM, "system A\nparam g, l\ncoord theta\nkinetic theta'^2/2\npotential -g/l*cos(theta)\n", LI_YES },      /* the mass cancels */
    { PENDULUM, "system A\nparam m, l, g\ncoord theta\nkinetic m*l^2*theta'^2/2\npotential m*g*l*cos(theta)\n", LI_NO },
    { PENDULUM, "system A\nparam m, l, g\ncoord theta\nkinetic m*l*theta'^2/2\npotential -m*g*l*cos(theta)\n", LI_NO },
    { ROD TIED, PENDULUM, LI_YES },                     /* theta has no inertia of its own: the mass matrix is singular */
    { ROD "kinetic theta'^2\n" TIED, PENDULUM, LI_NO },
    { ROD TIED, ROD MOVING, LI_NO },                    /* the velocities alone let x and y drift */
    { FALL, FORCED, LI_YES },
    { FALL, FALL "force m*g on y'\n", LI_NO },
    { FALL "constraint c: y = x\n", FALL "constraint c: x' = y'\n", LI_NO },            /* more motions: y = x + constant */
    { FALL "constraint c: 2*x' = 2*y'\n", FALL "constraint c: x' = y'\n", LI_YES },
    { FALL "param k\n" FLOOR, FALL "param k\n" FLOOR, LI_YES },
    { FALL "param k\n" FLOOR, FALL "param k\nconstraint floor: y' = 0 by 1 on y' and (k*N)*sign(x') on x' multiplier N\n", LI_NO },
    { SLEIGH "constraint blade: y'*cos(phi) = x'*sin(phi)\n", QUASI "constraint blade: s = 0\n", LI_YES },
    { SPEEDS "constraint blade: s = 0\n", QUASI "constraint blade: s = 0\n", LI_YES },
    { QUASI "constraint blade: s = 0\n", SPEEDS "constraint blade: s = 0\n", LI_YES },
    { SLEIGH, QUASI "constraint blade: s = 0\n", LI_NO },
    { PENDULUM, FALL, LI_UNKNOWN },
    { PENDULUM, "system H\nparam m, l, g\ncoord theta\nmomentum p of theta\nhamiltonian p^2/(2*m*l^2) - m*g*l*cos(theta)\n", LI_YES },
    { PENDULUM, "system H\nparam m, l, g\ncoord theta\nmomentum p of theta\nhamiltonian p^2/(2*m*l^2) + m*g*l*cos(theta)\n", LI_NO },
    { FALL "constraint c: x' = y*y'\n", "system H\nparam m, g\ncoord x, y\nmomentum p of x, q of y\nhamiltonian (p^2 + q^2)/(2*m) + m*g*y\nconstraint c: p = y*q\n", LI_YES },
    { FALL, "system H\nparam m, g\ncoord x, y\nmomentum p of x, q of y\nhamiltonian sqrt(m^2 + p^2 + q^2) + m*g*y\n", LI_NO },
    { "system C\nparam m, k, g\ncoord x, y, z\nkinetic m*(x'^2 + y'^2 + z'^2)/2\npotential m*g*z\nconstraint c: z'^2 = k^2*(x'^2 + y'^2)\n",
      "system C\nparam m, k, g\ncoord x, y, z\nkinetic m*(x'^2 + y'^2 + z'^2)/2\npotential m*g*z\nconstraint c: 2*z'^2 = 2*k^2*(x'^2 + y'^2)\n", LI_YES },
};

static void compare(li_ctx *unused, li_rand *rng)
{
    (void)unused;
    (void)rng;
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {        /* each pair both ways */
        const char *first = i % 2 ? cases[i / 2].b : cases[i / 2].a, *second = i % 2 ? cases[i / 2].a : cases[i / 2].b;
        li_ctx *ctx = li_ctx_new();
        li_proof p;
        bench a, b;

        if (ctx != NULL && bench_read(ctx, &a, first) && bench_read(ctx, &b, second)) {
            bool heard = li_motions_agree(ctx, &p, &a.S, &b.S) == LI_OK;
            li_check(ctx, heard, "pair %zu: %s", i, li_ctx_message(ctx));
            li_check(ctx, !heard || p.holds == cases[i / 2].same, "pair %zu: %d, %s", i, (int)p.holds, p.why);
        }
        li_ctx_free(ctx);
    }
}

/* The equations of a form without the last of them hold, but determine nothing. */
static void too_few(li_ctx *ctx, li_rand *rng)
{
    bench b;
    li_solution X;
    li_court court = { 0 };
    li_proof p;
    li_equations eq;
    li_expr e[8];
    static const li_claim nothing = { 0 };

    (void)rng;
    if (!bench_read(ctx, &b, SLEIGH) || li_court_init(ctx, &court, &b.S, &X) != LI_OK || li_motion_lagrange(ctx, &eq, &b.S, false) != LI_OK) {
        li_court_clear(&court);
        return;
    }
    li_hearing h = { .ctx = ctx, .court = &court, .claim = &nothing, .out = &p };
    for (size_t i = 0; i < eq.len; i++)
        e[i] = li_expr_sub(ctx, eq.eq[i].left, eq.eq[i].right);
    li_check(ctx, li_hearing_determines(&h, 3, e, 3, b.S.a) == LI_YES, "three equations for three accelerations");
    li_check(ctx, li_hearing_determines(&h, 2, e, 3, b.S.a) == LI_NO, "two are too few");
    e[2] = li_expr_add(ctx, e[0], e[1]);
    li_check(ctx, li_hearing_determines(&h, 3, e, 3, b.S.a) == LI_NO, "one follows from the others");
    li_court_clear(&court);
}

int main(void)
{
    li_test_run("pairs", compare, 1);
    li_test_run("too few equations", too_few, 1);
    return li_test_done();
}
