/* appell.c - Appell's equations: dS/dw'_alpha = P_alpha
 *
 * (III) dS0/dq''_r = Q_r and (IV) dS0/dw'_alpha = P_alpha for systems without differential constraints  [tzenoff 3];
 * (VI) dS/dq''_alpha = Q_alpha and (IX) dS/dw'_alpha = P_alpha with S = [S0] for constrained ones        [tzenoff 4, 5] */
#include "frame.h"

static li_status appell(li_ctx *ctx, li_equations *out, const li_motion *S, bool quasi, const char *form, const char *title, const char *energy_name, bool simplify)
{
    li_frame f;

    if (li_frame_init(ctx, &f, S, quasi) != LI_OK)
        return li_ctx_status(ctx);
    li_expr *left = li_alloc(ctx, (f.n + 1) * sizeof *left), energy = li_frame_reduce(&f, li_frame_S0(&f));
    if (left == NULL || li_expr_gradient(ctx, left, energy, f.k, f.rate) != LI_OK)
        return li_ctx_status(ctx);
    if (li_frame_equations(&f, out, form, title, left, simplify) == LI_OK)
        li_frame_show(&f, out, energy_name, simplify);
    return li_ctx_status(ctx);
}

static li_status without_constraints(li_ctx *ctx, const li_motion *S, const char *form, const char *instead)
{
    if (S->p > 0)
        return li_fail(ctx, LI_INPUT, "the form %s is for systems without constraints on the velocities; this one has them (use %s)", form, instead);
    return LI_OK;
}

li_status li_motion_appell(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    if (without_constraints(ctx, S, "appell (III)", "appell-nh (VI)") != LI_OK)
        return li_ctx_status(ctx);
    return appell(ctx, out, S, false, "appell", "form III (Appell)", "S0", simplify);
}

li_status li_motion_appell_quasi(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    if (without_constraints(ctx, S, "appell-quasi (IV)", "appell-quasi-nh (IX)") != LI_OK)
        return li_ctx_status(ctx);
    return appell(ctx, out, S, true, "appell-quasi", "form IV (Appell, quasi-velocities)", "S0", simplify);
}

li_status li_motion_appell_nh(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    return appell(ctx, out, S, false, "appell-nh", "form VI (Appell, constrained)", "S", simplify);
}

li_status li_motion_appell_quasi_nh(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify)
{
    return appell(ctx, out, S, true, "appell-quasi-nh", "form IX (Appell, constrained, quasi-velocities)", "S", simplify);
}
