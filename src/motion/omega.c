/* omega.c - Omega = d(p_r w^r - h dt) + Q_r w^r ^ dt                                            [gallissot 3]
 *
 * The exterior derivative does all the work: nothing of the equations of motion is used. */
#include "manifold.h"

/* p_r w^r - h dt */
static li_status set_pfaff(li_ctx *ctx, li_omega *O)
{
    uint32_t n = (uint32_t)O->n, dt = (uint32_t)O->dt;

    li_form_zero(ctx, &O->pfaff, O->on, 1);
    for (uint32_t r = 0; r < n; r++)
        li_form_add_term(ctx, &O->pfaff, (uint32_t[]){ n + r }, O->momentum[r]);
    return li_form_add_term(ctx, &O->pfaff, &dt, li_expr_neg(ctx, O->h));
}

/* Q_r w^r ^ dt */
static li_status set_forces(li_ctx *ctx, li_omega *O)
{
    uint32_t n = (uint32_t)O->n;

    li_form_zero(ctx, &O->Omega_d, O->on, 2);
    for (uint32_t r = 0; r < n; r++)
        li_form_add_term(ctx, &O->Omega_d, (uint32_t[]){ n + r, 2 * n }, O->Q[r]);
    return li_ctx_status(ctx);
}

/* Omega as it is given */
static li_status set_given(li_ctx *ctx, li_omega *O)
{
    uint32_t n = (uint32_t)O->n;

    li_form_zero(ctx, &O->Omega, O->on, 2);
    for (uint32_t s = 0; s < n; s++) {
        for (uint32_t r = s + 1; r < n; r++)
            li_form_add_term(ctx, &O->Omega, (uint32_t[]){ s, r }, O->S->W[s * n + r]);
        li_form_add_term(ctx, &O->Omega, (uint32_t[]){ s, n }, O->S->F[s]);
    }
    return li_ctx_status(ctx);
}

li_status li_omega_init(li_ctx *ctx, li_omega *O, const li_motion *S)
{
    *O = (li_omega){ .S = S, .n = S->n, .p = S->p, .r = S->r, .w = S->coords, .dt = S->n + S->coords };
    li_coframe_init(&O->state);
    li_coframe_init(&O->basis);
    li_form *form[] = { &O->pfaff, &O->Omega_c, &O->Omega_d, &O->Omega };
    for (size_t i = 0; i < sizeof form / sizeof *form; i++)
        li_form_init(form[i]);
    if (li_manifold_init(ctx, O) == LI_OK && S->W != NULL)
        return set_given(ctx, O);
    if (li_ctx_status(ctx) == LI_OK && set_pfaff(ctx, O) == LI_OK && set_forces(ctx, O) == LI_OK &&
        li_form_d(ctx, &O->Omega_c, &O->pfaff) == LI_OK)
        li_form_add(ctx, &O->Omega, &O->Omega_c, &O->Omega_d);
    return li_ctx_status(ctx);
}

void li_omega_clear(li_ctx *ctx, li_omega *O)
{
    li_form *form[] = { &O->pfaff, &O->Omega_c, &O->Omega_d, &O->Omega };

    for (size_t i = 0; i < sizeof form / sizeof *form; i++)
        li_form_clear(ctx, form[i]);
    li_coframe_clear(ctx, &O->basis);
    li_coframe_clear(ctx, &O->state);
}

/* Omega_c is exact. */
li_truth li_omega_is_closed(li_ctx *ctx, const li_omega *O) { return li_form_is_closed(ctx, O->S->W != NULL ? &O->Omega : &O->Omega_d); }
