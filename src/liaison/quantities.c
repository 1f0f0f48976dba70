/* quantities.c - functions of the state, the accelerations and the multipliers, evaluated beside the motion */
#include "room.h"

/* The state, v', lambda: the arguments of the quantities */
static size_t arguments(const li_work *w) { return w->W->s->n + w->W->n + w->W->r; }

static bool needs_motion(const li_work *w, li_expr e)
{
    li_expr x;
    return li_expr_symbols(w->ctx, 1, &e, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0 || li_expr_symbols(w->ctx, 1, &e, LI_ACCELERATION, LI_ACCELERATION, &x, 1) > 0;
}

static li_expr with_functions(const li_work *w, li_expr e)
{
    const li_state *s = w->W->s;
    for (size_t k = 0; k < s->functions; k++)
        e = li_expr_subst_function(w->ctx, e, s->function[k].name, s->function[k].argument, s->function[k].body);
    return e;
}

/* lambda_h times both powers of every reaction; false if they are not known */
static bool set_powers(li_work *w, li_expr *e)
{
    li_ctx *ctx = w->ctx;
    const li_motion *S = w->W->S;

    for (size_t h = 0; h < S->r; h++) {
        if (li_motion_power(ctx, S, h, &e[2 * h], &e[2 * h + 1]) != LI_OK) {
            if (li_ctx_status(ctx) != LI_MEMORY)
                li_ctx_forgive(ctx);
            return false;
        }
        e[2 * h] = li_expr_mul(ctx, S->lambda[h], e[2 * h]);
        e[2 * h + 1] = li_expr_mul(ctx, S->lambda[h], e[2 * h + 1]);
    }
    return true;
}

/* What was asked for; then the powers. */
li_status li_work_ask(li_work *w, const li_quantities *Q)
{
    li_ctx *ctx = w->ctx;
    const li_motion *S = w->W->S;
    size_t asked = Q != NULL ? Q->len : 0, n = asked + 2 * S->r, len = 0;
    li_expr *x = li_new(ctx, arguments(w) + 1, sizeof *x), *e = li_new(ctx, n + 1, sizeof *e);

    w->out->quantity = li_numbers_new(ctx, n);
    w->out->quantities = w->out->quantity != NULL ? n : 0;
    w->out->known = li_new(ctx, n + 1, sizeof *w->out->known);
    if (x != NULL && e != NULL && w->out->quantity != NULL && w->out->known != NULL) {
        for (size_t i = 0; i < w->W->s->n; i++)
            x[len++] = w->W->s->x[i];
        for (size_t i = 0; i < S->n; i++)
            x[len++] = S->a[i];
        for (size_t h = 0; h < S->r; h++)
            x[len++] = S->lambda[h];
        for (size_t i = 0; i < asked; i++)
            e[i] = Q->at[i].e;
        w->out->power = set_powers(w, e + asked) ? w->out->quantity + asked : NULL;
        for (size_t i = asked; w->out->power == NULL && i < n; i++)
            e[i] = li_expr_int(ctx, 0);
        for (size_t i = 0; i < n; i++) {
            e[i] = with_functions(w, e[i]);
            w->out->known[i] = !needs_motion(w, e[i]);
        }
        li_sheet_settle(w->W, n, e, w->digits);
        if (li_program_init(ctx, &w->ask, 0, NULL, len, x) == LI_OK)
            li_program_finish(ctx, &w->ask, n, e);
    }
    li_drop(ctx, x);
    li_drop(ctx, e);
    return li_ctx_status(ctx);
}

void li_work_quantities(li_work *w)
{
    li_ctx *ctx = w->ctx;
    size_t n = w->W->s->n, m = w->W->n, r = w->W->r;
    li_ball *at = w->out->quantities > 0 ? li_numbers_new(ctx, arguments(w)) : NULL;
    li_balls run;

    if (at == NULL)
        return;
    for (size_t i = 0; i < n; i++)
        li_ball_set(&at[i], &w->in[i]);
    for (size_t i = 0; w->out->moves && i < m + r; i++)
        li_ball_set(&at[n + i], i < m ? &w->a[i] : &w->out->multiplier[i - m]);
    if (li_balls_init(ctx, &run, &w->ask, w->bits) == LI_OK)
        li_balls_step(ctx, &run, at, w->out->quantity);
    li_balls_clear(ctx, &run);
    li_numbers_drop(ctx, at, arguments(w));
}
