/* complementary.c - Tzénoff's equation (9): Lagrange's with the complementary term, no S at all
 *
 *     D_c dT/dq'_a - dT/dq_a + C_a = Q_a                                                        [tzenoff 4] */
#include "frame.h"

li_status li_motion_tzenoff_9(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    li_frame f;
    size_t n = S->n;
    li_expr *left = li_alloc(ctx, (n + 1) * sizeof *left), *Tw = li_alloc(ctx, (n + 1) * sizeof *Tw), *Tq = li_alloc(ctx, (n + 1) * sizeof *Tq);

    if (left == NULL || Tw == NULL || Tq == NULL || li_frame_init(ctx, &f, S, false) != LI_OK)
        return li_ctx_status(ctx);
    li_frame_by_w(&f, Tw, li_frame_T(&f));
    li_frame_by_q(&f, Tq, li_frame_T(&f));
    for (size_t a = 0; a < f.k && li_ctx_status(ctx) == LI_OK; a++) {
        left[a] = li_expr_sub(ctx, li_frame_ddt(&f, Tw[a]), li_frame_project(&f, Tq, a));
        left[a] = li_expr_add(ctx, left[a], li_frame_C(&f, a));
    }
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (li_frame_equations(&f, out, "tzenoff-9", "Tzénoff's equations (9), with the complementary term", left, simplify) == LI_OK)
        li_frame_show(&f, out, "T C", simplify);
    return li_ctx_status(ctx);
}
