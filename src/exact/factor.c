/* factor.c - polynomials of a tower in factors */
#include "tower.h"

enum { FACTOR_TERMS = 400 };        /* longer polynomials stay as they are */

/* A variable that stands alone in one term, +-x, and in no other: p is linear in it and has no other factor. */
static bool is_plainly_irreducible(const li_tower *t, const fmpz_mpoly_t p)
{
    slong vars = fmpz_mpoly_ctx_nvars(t->ring), n = fmpz_mpoly_length(p, t->ring);
    ulong *exp = flint_malloc((size_t)vars * sizeof *exp);
    int *met = flint_calloc((size_t)vars, sizeof *met);          /* 1: alone in one term; 2: elsewhere */
    bool found = false;

    for (slong i = 0; i < n; i++) {
        ulong degree = 0;
        slong c = fmpz_mpoly_get_term_coeff_si(p, i, t->ring);
        fmpz_mpoly_get_term_exp_ui(exp, p, i, t->ring);
        for (slong g = 0; g < vars; g++)
            degree += exp[g];
        for (slong g = 0; g < vars; g++)
            if (exp[g] > 0)
                met[g] = met[g] == 0 && degree == 1 && (c == 1 || c == -1) ? 1 : 2;
    }
    for (slong g = 0; g < vars && !found; g++)
        found = met[g] == 1;
    flint_free(exp);
    flint_free(met);
    return found;
}

/* FLINT's factorisation pays for every variable of the ring: p goes to one that has only its own. */
static bool factor_in_small_ring(li_tower *t, fmpz_mpoly_factor_t f, const fmpz_mpoly_t p)
{
    slong vars = fmpz_mpoly_ctx_nvars(t->ring), used = 0;
    slong *to = flint_malloc((size_t)vars * sizeof *to), *from = flint_malloc((size_t)vars * sizeof *from);
    fmpz_mpoly_ctx_t small;
    fmpz_mpoly_factor_t g;
    fmpz_mpoly_t q;

    for (slong v = 0; v < vars; v++) {
        bool there = fmpz_mpoly_degree_si(p, v, t->ring) > 0;
        to[v] = there ? used : -1;
        if (there)
            from[used++] = v;
    }
    fmpz_mpoly_ctx_init(small, used > 0 ? used : 1, ORD_LEX);
    fmpz_mpoly_init(q, small);
    fmpz_mpoly_factor_init(g, small);
    fmpz_mpoly_compose_fmpz_mpoly_gen(q, p, to, t->ring, small);
    bool ok = fmpz_mpoly_factor(g, q, small) != 0;
    if (ok) {
        fmpz_mpoly_t base;
        fmpz_mpoly_init(base, t->ring);
        fmpz_mpoly_factor_one(f, t->ring);
        fmpz_mpoly_factor_get_constant_fmpz(f->constant, g, small);
        for (slong i = 0; i < fmpz_mpoly_factor_length(g, small); i++) {
            fmpz_mpoly_compose_fmpz_mpoly_gen(base, g->poly + i, from, small, t->ring);
            fmpz_mpoly_factor_append_ui(f, base, (ulong)fmpz_mpoly_factor_get_exp_si(g, i, small), t->ring);
        }
        fmpz_mpoly_clear(base, t->ring);
    }
    fmpz_mpoly_factor_clear(g, small);
    fmpz_mpoly_clear(q, small);
    fmpz_mpoly_ctx_clear(small);
    flint_free(to);
    flint_free(from);
    return ok;
}

bool li_tower_factor(li_tower *t, fmpz_mpoly_factor_t f, const fmpz_mpoly_t p)
{
    uint64_t terms = (uint64_t)fmpz_mpoly_length(p, t->ring);
    fmpz_mpoly_t content, rest;
    bool ok = terms > 0 && terms <= FACTOR_TERMS && li_tower_weigh(t, 50 * terms);

    if (!ok)
        return false;
    fmpz_mpoly_init(content, t->ring);
    fmpz_mpoly_init(rest, t->ring);
    fmpz_mpoly_term_content(content, p, t->ring);                /* number and powers common to all terms */
    ok = fmpz_mpoly_divides(rest, p, content, t->ring) != 0 && factor_in_small_ring(t, f, content);
    if (ok && is_plainly_irreducible(t, rest))
        fmpz_mpoly_factor_append_ui(f, rest, 1, t->ring);
    else if (ok)
        ok = factor_in_small_ring(t, f, p);
    fmpz_mpoly_clear(content, t->ring);
    fmpz_mpoly_clear(rest, t->ring);
    return ok;
}

/* ---- the numerator of an expression in factors ---- */

struct factors {
    li_ctx *ctx;
    li_expr e;
    li_tower t;
    size_t len;
    li_expr *factor;
    bool done;
};

/* A polynomial without any generator is a number. */
static void put_factors(struct factors *F, const fmpz_mpoly_factor_t f)
{
    fmpz_mpoly_t base;
    slong n = fmpz_mpoly_factor_length(f, F->t.ring);

    fmpz_mpoly_init(base, F->t.ring);
    F->factor = li_alloc(F->ctx, ((size_t)n + 1) * sizeof *F->factor);
    for (slong i = 0; F->factor != NULL && i < n; i++) {
        fmpz_mpoly_factor_get_base(base, f, i, F->t.ring);
        if (!fmpz_mpoly_is_fmpz(base, F->t.ring))
            F->factor[F->len++] = li_tower_polynomial(&F->t, base);
    }
    F->done = F->factor != NULL;
    fmpz_mpoly_clear(base, F->t.ring);
}

static void factorise(void *arg)
{
    struct factors *F = arg;
    fmpz_mpoly_factor_t f;
    fmpz_mpoly_q_t a;
    li_expr e = F->e;

    if (li_tower_init(F->ctx, &F->t, 1, &e) != LI_OK)
        return;
    li_tower_ring(&F->t);
    fmpz_mpoly_q_init(a, F->t.ring);
    fmpz_mpoly_factor_init(f, F->t.ring);
    li_tower_elements(&F->t, 1, a, &e);
    if (li_tower_usable(&F->t) && !li_tower_is_zero(&F->t, a) && li_tower_factor(&F->t, f, fmpz_mpoly_q_numref(a)))
        put_factors(F, f);
    fmpz_mpoly_factor_clear(f, F->t.ring);
    fmpz_mpoly_q_clear(a, F->t.ring);
}

li_status li_exact_factors(li_ctx *ctx, li_expr e, size_t *len, li_expr **factor)
{
    struct factors F = { .ctx = ctx, .e = e, .t.ctx = ctx };

    *len = 0;
    *factor = NULL;
    li_status status = li_exact_ask(ctx, 1, &e, factorise, &F);
    li_tower_clear(&F.t);
    if (status == LI_OK && F.done) {
        *len = F.len;
        *factor = F.factor;
    }
    return status != LI_OK ? status : F.done ? LI_OK : LI_BUDGET;
}
