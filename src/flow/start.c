/* start.c - does a start keep the relations? */
#include <math.h>

#include "liaison/flow.h"

/* "x = 0.6, y = 0.8": what the corrections changed */
static void put_nearest(li_ctx *ctx, li_text *words, const li_flow *F, const double *y)
{
    const char *before = "";

    for (size_t i = 0; i < F->n; i++)
        if (fabs(y[i] - F->start[i]) > 1e-12 * fmax(1, fabs(y[i]))) {
            li_text_put(ctx, words, before);
            li_expr_print(ctx, words, F->meaning[i]);
            li_text_printf(ctx, words, " = %.17g", y[i]);
            before = ", ";
        }
}

/* A motion of no length ends at its corrected start. */
li_status li_flow_check_start(li_ctx *ctx, const li_flow *F, double allowed)
{
    const li_run_options o = { .method = LI_RUN_RK, .tol = 1e-9, .until = F->start[F->n] };
    li_run R;
    li_text nearest;

    if (F->positions + F->relations == 0 || li_run_init(ctx, &R, F, &o) != LI_OK)
        return li_ctx_status(ctx);
    li_text_init(&nearest);
    if (R.start_residual > allowed && R.ending == LI_ENDED) {
        put_nearest(ctx, &nearest, F, R.y);
        li_fail(ctx, LI_INPUT, "the start contradicts the constraints: off by %.2g; nearest consistent state: %s", R.start_residual, li_text_str(&nearest));
    } else if (!(R.start_residual <= allowed)) {
        li_fail(ctx, LI_INPUT, "the start contradicts the constraints: off by %.2g, and no state that keeps them is near", R.start_residual);
    }
    li_text_clear(ctx, &nearest);
    li_run_clear(ctx, &R);
    return li_ctx_status(ctx);
}
