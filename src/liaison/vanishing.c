/* vanishing.c - where a product vanishes, as far as signs tell */
#include "liaison/liaison.h"

enum { PARAMETERS = 16 };

/* Parameters of unknown sign, and symbols that stand for them where they are positive. */
typedef struct { size_t n; li_expr x[PARAMETERS], positive[PARAMETERS]; } twins;

static bool has_sign(li_ctx *ctx, li_expr e)
{
    int sign = li_exact_sign(ctx, e);
    return sign == 1 || sign == -1;
}

static void find_twins(li_ctx *ctx, twins *t, li_expr e)
{
    li_expr x[PARAMETERS];
    size_t n = li_expr_symbols(ctx, 1, &e, LI_PARAMETER, LI_PARAMETER, x, PARAMETERS);

    t->n = 0;
    for (size_t i = 0; i < n && n <= PARAMETERS; i++) {
        if (has_sign(ctx, x[i]))
            continue;
        t->x[t->n] = x[i];
        t->positive[t->n] = li_expr_fresh(ctx, li_expr_name(x[i]), LI_PARAMETER);
        li_exact_assume(ctx, t->positive[t->n++], LI_POSITIVE);
    }
}

/* The parameters without which the sign of e would not be known; false if it is not known with all of them positive. */
static bool positive_parameters(li_ctx *ctx, li_expr e, twins *t)
{
    find_twins(ctx, t, e);
    if (!has_sign(ctx, li_expr_subst(ctx, e, t->n, t->x, t->positive)))
        return false;
    for (size_t i = t->n; i-- > 0;) {
        twins less = *t;
        less.n--;
        for (size_t k = i; k < less.n; k++) {
            less.x[k] = t->x[k + 1];
            less.positive[k] = t->positive[k + 1];
        }
        if (has_sign(ctx, li_expr_subst(ctx, e, less.n, less.x, less.positive)))
            *t = less;
    }
    return true;
}

/* In order of declaration, each once */
static void add(li_expr *list, size_t *n, li_expr e)
{
    size_t at = 0;

    while (at < *n && li_expr_id(list[at]) < li_expr_id(e))
        at++;
    if (at < *n && list[at] == e)
        return;
    for (size_t i = (*n)++; i > at; i--)
        list[i] = list[i - 1];
    list[at] = e;
}

li_status li_vanishing_find(li_ctx *ctx, li_vanishing *out, li_expr e)
{
    size_t n = li_expr_factors(ctx, e, NULL, NULL);
    li_expr *f = li_alloc(ctx, n * sizeof *f);
    int *power = li_alloc(ctx, n * sizeof *power);

    *out = (li_vanishing){ .factor = li_alloc(ctx, n * sizeof *out->factor), .condition = li_alloc(ctx, n * PARAMETERS * sizeof *out->condition) };
    if (f == NULL || power == NULL || out->factor == NULL || out->condition == NULL)
        return li_ctx_status(ctx);
    li_expr_factors(ctx, e, f, power);
    for (size_t i = 0; i < n; i++) {
        twins t;
        if (power[i] < 0 || has_sign(ctx, f[i]))
            continue;
        if (!positive_parameters(ctx, f[i], &t))
            add(out->factor, &out->factors, f[i]);
        else
            for (size_t k = 0; k < t.n; k++)
                add(out->condition, &out->conditions, t.x[k]);
    }
    return li_ctx_status(ctx);
}
