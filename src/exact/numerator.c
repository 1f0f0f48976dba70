/* numerator.c - the numerator of a rational function as a polynomial in one symbol */
#include "tower.h"

struct numerator {
    li_ctx *ctx;
    li_expr e, x;
    li_tower t;
    size_t degree;
    li_expr *coef;
    li_status status;          /* LI_DOMAIN: a generator contains x */
};

/* The generator that is x itself; len if there is none. LI_DOMAIN if x occurs inside another one. */
static size_t find_generator(struct numerator *N)
{
    size_t found = N->t.len;
    for (size_t g = 0; g < N->t.len; g++) {
        if (N->t.gen[g].meaning == N->x)
            found = g;
        else if (li_expr_contains(N->ctx, N->t.gen[g].meaning, N->x))
            N->status = LI_DOMAIN;
    }
    return found;
}

static void split(struct numerator *N, const fmpz_mpoly_t p, size_t g)
{
    fmpz_mpoly_t c;
    slong variable = (slong)g;

    fmpz_mpoly_init(c, N->t.ring);
    N->degree = g < N->t.len && !fmpz_mpoly_is_zero(p, N->t.ring) ? (size_t)fmpz_mpoly_degree_si(p, variable, N->t.ring) : 0;
    N->coef = li_alloc(N->ctx, (N->degree + 1) * sizeof *N->coef);
    for (ulong k = 0; N->coef != NULL && k <= N->degree; k++) {
        if (g < N->t.len)
            fmpz_mpoly_get_coeff_vars_ui(c, p, &variable, &k, 1, N->t.ring);
        else
            fmpz_mpoly_set(c, p, N->t.ring);
        N->coef[k] = li_tower_polynomial(&N->t, c);
    }
    fmpz_mpoly_clear(c, N->t.ring);
}

static void work(void *arg)
{
    struct numerator *N = arg;
    fmpz_mpoly_q_t a;
    li_expr e = N->e;

    if (li_tower_init(N->ctx, &N->t, 1, &e) != LI_OK)
        return;
    li_tower_ring(&N->t);
    size_t g = find_generator(N);
    if (N->status != LI_OK)
        return;
    fmpz_mpoly_q_init(a, N->t.ring);
    li_tower_elements(&N->t, 1, a, &e);
    if (li_tower_usable(&N->t))
        split(N, fmpz_mpoly_q_numref(a), g);
    fmpz_mpoly_q_clear(a, N->t.ring);
}

li_status li_exact_numerator(li_ctx *ctx, li_expr e, li_expr x, size_t *degree, li_expr **coef)
{
    struct numerator N = { .ctx = ctx, .e = e, .x = x, .t.ctx = ctx };

    *degree = 0;
    *coef = NULL;
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    li_status status = li_exact_ask(ctx, 1, &e, work, &N);
    bool over = N.t.over, undefined = N.t.undefined;
    li_tower_clear(&N.t);
    if (status != LI_OK || N.status != LI_OK)
        return status != LI_OK ? status : N.status;
    *degree = N.degree;
    *coef = N.coef;
    return over ? LI_BUDGET : undefined || N.coef == NULL ? LI_DOMAIN : LI_OK;
}
