/* collect.c - an element as a sum of coefficients times monomials */
#include "display.h"

static bool moves(const struct generator *g, li_class from, li_class to)
{
    return g->kind == LI_SYM && li_expr_class(g->symbol) >= from && li_expr_class(g->symbol) <= to;
}

/* Is a polynomial in the moving symbols, the others' relations and arguments free of them? */
static bool is_collectable(li_tower *t, const fmpz_mpoly_q_t a, li_class from, li_class to)
{
    li_expr symbol;
    for (size_t g = 0; g < t->len; g++) {
        if (moves(&t->gen[g], from, to) && fmpz_mpoly_degree_si(fmpz_mpoly_q_denref(a), (slong)g, t->ring) > 0)
            return false;
        if (t->gen[g].kind != LI_SYM && li_display_contains(t, a, g) && li_expr_symbols(t->ctx, 1, &t->gen[g].meaning, from, to, &symbol, 1) > 0)
            return false;
    }
    return true;
}

/* The group with the moving exponents `exp`, made if it is new. */
static struct group *group_of(li_tower *t, struct groups *out, const ulong *exp, li_class from, li_class to)
{
    li_expr m = li_expr_int(t->ctx, 1);
    for (size_t g = 0; g < t->len; g++)
        if (exp[g] > 0 && moves(&t->gen[g], from, to))
            m = li_expr_mul(t->ctx, m, li_expr_power(t->ctx, t->gen[g].symbol, (int64_t)exp[g]));
    for (size_t i = 0; i < out->len; i++)
        if (out->at[i].monomial == m)
            return &out->at[i];
    if (out->len == out->cap) {
        size_t cap = 2 * out->cap + 16;
        struct group *at = li_grow(t->ctx, out->at, cap, sizeof *at);
        if (at == NULL)
            return NULL;
        out->at = at;
        out->cap = cap;
    }
    struct group *new = &out->at[out->len++];
    new->monomial = m;
    fmpz_mpoly_q_init(new->coef, t->ring);
    fmpz_mpoly_zero(fmpz_mpoly_q_numref(new->coef), t->ring);
    return new;
}

bool li_display_collect(li_tower *t, struct groups *out, const fmpz_mpoly_q_t a, li_class from, li_class to)
{
    const fmpz_mpoly_struct *num = fmpz_mpoly_q_numref(a);
    ulong *exp = flint_malloc((size_t)fmpz_mpoly_ctx_nvars(t->ring) * sizeof *exp);
    fmpz_t c;
    bool ok = is_collectable(t, a, from, to);

    *out = (struct groups){ 0 };
    fmpz_init(c);
    for (slong i = 0; ok && i < fmpz_mpoly_length(num, t->ring); i++) {
        fmpz_mpoly_get_term_exp_ui(exp, num, i, t->ring);
        fmpz_mpoly_get_term_coeff_fmpz(c, num, i, t->ring);
        struct group *g = group_of(t, out, exp, from, to);
        ok = g != NULL;
        for (size_t k = 0; k < t->len; k++)
            if (moves(&t->gen[k], from, to))
                exp[k] = 0;
        if (ok)
            fmpz_mpoly_push_term_fmpz_ui(fmpz_mpoly_q_numref(g->coef), c, exp, t->ring);
    }
    for (size_t i = 0; i < out->len; i++) {
        fmpz_mpoly_sort_terms(fmpz_mpoly_q_numref(out->at[i].coef), t->ring);
        fmpz_mpoly_set(fmpz_mpoly_q_denref(out->at[i].coef), fmpz_mpoly_q_denref(a), t->ring);
        if (ok)
            li_display_cancel(t, out->at[i].coef);
    }
    fmpz_clear(c);
    flint_free(exp);
    return ok && li_tower_usable(t);
}

void li_display_clear(li_tower *t, struct groups *g)
{
    for (size_t i = 0; i < g->len; i++)
        fmpz_mpoly_q_clear(g->at[i].coef, t->ring);
    li_drop(t->ctx, g->at);
    *g = (struct groups){ 0 };
}
