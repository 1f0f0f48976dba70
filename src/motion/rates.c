/* rates.c - rates of what is no part of the state: accelerations and multipliers
 *
 * d/dt of a function that contains them names their rates by symbols, x''' and N'. On a solved branch these are the derivatives
 * along the motion of the functions of the state that stand for x'' and N. */
#include <stdio.h>

#include "frame.h"

enum { MOST = 256, ORDER = 4 };

/* The symbols that have such rates; returns how many. */
static size_t driven(const li_motion *S, li_expr *x)
{
    const li_model *m = S->model;
    size_t n = 0;

    for (size_t i = 0; i < m->coords && n < MOST; i++)
        x[n++] = m->coord[i].a;
    for (size_t i = 0; i < m->quasis + m->speeds && n < MOST; i++)
        x[n++] = i < m->quasis ? m->quasi[i].rate : m->speed[i - m->quasis].rate;
    for (size_t h = 0; h < S->r && n < MOST; h++)
        x[n++] = S->lambda[h];
    return n;
}

static li_expr rate_of(li_ctx *ctx, li_expr x)
{
    char name[2 * LI_MAX_NAME];
    snprintf(name, sizeof name, "%s'", li_expr_name(x));
    return li_expr_symbol(ctx, name, LI_ACCELERATION);
}

/* The model knows no rates of x'' and N: they stand still while it differentiates. */
static li_expr by_the_model(li_ctx *ctx, const li_motion *S, li_expr e, size_t n, const li_expr *x)
{
    li_expr still[MOST];

    for (size_t i = 0; i < n; i++)
        still[i] = li_expr_fresh(ctx, "still", LI_GENERATOR);
    e = li_model_ddt(ctx, S->model, li_expr_subst(ctx, e, n, x, still));
    return li_expr_subst(ctx, e, n, still, x);
}

li_expr li_motion_rate(li_ctx *ctx, const li_motion *S, li_expr e)
{
    li_expr x[MOST];
    size_t n = driven(S, x);
    li_expr sum = by_the_model(ctx, S, e, n, x);

    for (int order = 0; order < ORDER; order++)
        for (size_t i = 0; i < n; i++) {
            if (li_expr_contains(ctx, e, x[i]))
                sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_expr_diff(ctx, e, x[i]), rate_of(ctx, x[i])));
            x[i] = rate_of(ctx, x[i]);
        }
    return sum;
}

/* ---- on a branch ---- */

/* The rate of a variable of the state, in the symbols of the model; NULL: it is constant */
static li_expr rate_in_model(const li_motion *S, li_expr x)
{
    const li_model *m = S->model;

    for (size_t i = 0; i < m->coords; i++)
        if (x == m->coord[i].q || x == m->coord[i].v)
            return x == m->coord[i].q ? m->coord[i].v : m->coord[i].a;
    for (size_t i = 0; i < m->quasis + m->speeds; i++) {
        const li_velocity *w = i < m->quasis ? &m->quasi[i] : &m->speed[i - m->quasis];
        if (x == w->w)
            return w->rate;
    }
    return NULL;
}

/* dF/dt along the motion, F being a function of the independent state */
static li_expr along(li_ctx *ctx, const li_branch *b, const li_motion *S, li_expr F)
{
    li_expr x[MOST], rate[MOST];
    size_t n = li_expr_symbols(ctx, 1, &F, LI_TIME, LI_VELOCITY, x, MOST), known = 0;

    if (n > MOST)
        return li_fail(ctx, LI_LIMIT, "too many quantities"), li_expr_undefined();
    for (size_t i = 0; i < n; i++) {
        li_expr r = x[i] == S->t ? li_expr_int(ctx, 1) : rate_in_model(S, x[i]);
        if (r == NULL)
            continue;
        x[known] = x[i];
        rate[known++] = li_solution_apply(ctx, b, r);
    }
    return li_expr_derive(ctx, F, known, x, rate);
}

bool li_motion_has_rates(li_ctx *ctx, const li_motion *S, li_expr e)
{
    li_expr x[MOST];
    size_t n = driven(S, x);
    bool has = false;

    for (int order = 0; order < ORDER; order++)
        for (size_t i = 0; i < n && !has; i++) {
            x[i] = rate_of(ctx, x[i]);
            has = li_expr_contains(ctx, e, x[i]);
        }
    return has;
}

/* The rates of x of every order in e, as functions of the state */
static li_expr without_rates(li_ctx *ctx, const li_branch *b, const li_motion *S, li_expr e, li_expr x)
{
    li_expr rate[ORDER], value = li_solution_apply(ctx, b, x);
    int order = 0;

    for (int i = 0; i < ORDER; i++) {
        x = rate[i] = rate_of(ctx, x);
        order = li_expr_contains(ctx, e, x) ? i + 1 : order;
    }
    for (int i = 0; i < order && li_ctx_status(ctx) == LI_OK; i++) {
        value = along(ctx, b, S, value);
        e = li_expr_subst(ctx, e, 1, &rate[i], &value);
    }
    return e;
}

li_expr li_solution_rates(li_ctx *ctx, const li_branch *b, const li_motion *S, li_expr e)
{
    li_expr x[MOST];
    size_t n = driven(S, x);

    for (size_t i = 0; i < n; i++)
        e = without_rates(ctx, b, S, e, x[i]);
    return li_solution_apply(ctx, b, e);
}
