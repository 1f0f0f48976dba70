/* t-choice.c - which method a motion gets: stiff is what dies away, not what swings or grows */
#include <math.h>
#include <stdio.h>

#include "text.h"

/* Two oscillators x'' = -w^2 x - c x' turned against the axes by an angle: the eigenvalues are -c/2 +- sqrt(c^2/4 - w^2). */
static void oscillators(li_ctx *ctx, li_rand *rng)
{
    int kind = li_rand_below(rng, 3);
    double until = 1 + li_rand_below(rng, 50), fast = pow(10, 8 + 3 * (double)li_rand_below(rng, 1000) / 1000) / until;
    bool enough = li_rand_below(rng, 4) > 0;   /* else too little */
    double c = kind == 1 ? fast : kind == 2 ? -fast : 0, w = kind == 0 ? fast : 0;
    char text[600];
    moving m;

    if (!enough)
        c *= 1e-5, w *= 1e-5;
    snprintf(text, sizeof text,
             "param k = %.17g, c = %.17g\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential k*(3*x + 4*y)^2/50 + (4*x - 3*y)^2/50\n"
             "force -c*(3*x' + 4*y')/5 on (3*x' + 4*y')/5\nstart x = 1, y = %d\n", w * w, c, li_rand_below(rng, 9) - 4);
    if (moving_init(ctx, &m, text)) {
        li_run_options o = { .tol = 1e-9, .until = until };
        li_run_method want = kind == 1 && enough ? LI_RUN_BDF : LI_RUN_TAYLOR, got = li_flow_method(&m.F, &o);
        li_check(ctx, got == want, "c = %g, w = %g, until %g: %s", c, w, until, li_run_method_name(got));
        o.tol = 1e-4;
        li_check(ctx, li_flow_method(&m.F, &o) == (want == LI_RUN_BDF ? want : LI_RUN_RK), "loose");
        o.method = LI_RUN_ADAMS;
        li_check(ctx, li_flow_method(&m.F, &o) == LI_RUN_ADAMS, "what is asked for");
    }
    moving_clear(&m);
}

int main(void)
{
    li_test_run("oscillators", oscillators, 60);
    return li_test_done();
}
