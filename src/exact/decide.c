/* decide.c - is it zero: residues give the hint, algebra the proof, a state the refutation */
#include "tower.h"

/* ---- the coefficients of what is not constant, as algebraic numbers ----
 * Roots of numbers and cosines of pi/M may depend on one another; each coefficient is then a number that
 * Calcium decides. */

enum { MAX_CONSTANTS = 8 };

static bool is_constant_generator(const struct generator *g) { return g->constant != 0 || g->number; }

static bool constant_values(li_tower *t, qqbar_struct *value)
{
    size_t constants = 0;
    bool dependent = false;                /* roots of primes alone are independent */
    for (size_t g = 0; g < t->len; g++) {
        if (!is_constant_generator(&t->gen[g]))
            continue;
        constants++;
        dependent |= t->gen[g].constant != 0 || li_expr_kind(li_expr_arg(t->gen[g].meaning, 0)) != LI_NUM;
    }
    if (!dependent || constants < 2 || constants > MAX_CONSTANTS)
        return false;
    for (size_t g = 0; g < t->len; g++)
        if (is_constant_generator(&t->gen[g]) && !li_constant_algebraic(t->ctx, value + g, t->gen[g].meaning))
            return false;
    return true;
}

/* The terms of p whose exponents in the free generators are those of its first term: moved to `part`. */
static void take_coefficient(li_tower *t, fmpz_mpoly_t part, fmpz_mpoly_t p)
{
    slong vars = fmpz_mpoly_ctx_nvars(t->ring);
    ulong *first = flint_malloc((size_t)vars * sizeof *first), *exp = flint_malloc((size_t)vars * sizeof *exp);
    fmpz_mpoly_t rest;
    fmpz_t c;

    fmpz_init(c);
    fmpz_mpoly_init(rest, t->ring);
    fmpz_mpoly_zero(part, t->ring);
    fmpz_mpoly_get_term_exp_ui(first, p, 0, t->ring);
    for (slong i = 0; i < fmpz_mpoly_length(p, t->ring); i++) {
        bool same = true;
        fmpz_mpoly_get_term_exp_ui(exp, p, i, t->ring);
        fmpz_mpoly_get_term_coeff_fmpz(c, p, i, t->ring);
        for (size_t g = 0; g < t->len; g++)
            if (!is_constant_generator(&t->gen[g])) {
                same &= exp[g] == first[g];
            }
        if (same)
            for (size_t g = 0; g < t->len; g++)
                if (!is_constant_generator(&t->gen[g]))
                    exp[g] = 0;
        fmpz_mpoly_push_term_fmpz_ui(same ? part : rest, c, exp, t->ring);
    }
    fmpz_mpoly_sort_terms(part, t->ring);
    fmpz_mpoly_swap(p, rest, t->ring);
    fmpz_mpoly_clear(rest, t->ring);
    fmpz_clear(c);
    flint_free(first);
    flint_free(exp);
}

static bool coefficients_vanish(li_tower *t, const fmpz_mpoly_t num)
{
    bool any = false;
    for (size_t g = 0; g < t->len; g++)
        any |= is_constant_generator(&t->gen[g]);
    if (!any)
        return false;
    qqbar_struct *value = flint_malloc((t->len + 1) * sizeof *value);
    qqbar_t x;
    fmpz_mpoly_t p, part;

    qqbar_init(x);
    fmpz_mpoly_init(p, t->ring);
    fmpz_mpoly_init(part, t->ring);
    for (size_t g = 0; g < t->len; g++)
        qqbar_init(value + g);
    fmpz_mpoly_set(p, num, t->ring);
    bool zero = constant_values(t, value);
    while (zero && !fmpz_mpoly_is_zero(p, t->ring)) {
        take_coefficient(t, part, p);
        zero = qqbar_evaluate_fmpz_mpoly(x, part, value, 120, 20000, t->ring) != 0 && qqbar_is_zero(x);
    }
    for (size_t g = 0; g < t->len; g++)
        qqbar_clear(value + g);
    flint_free(value);
    fmpz_mpoly_clear(p, t->ring);
    fmpz_mpoly_clear(part, t->ring);
    qqbar_clear(x);
    return zero;
}

bool li_tower_is_zero(li_tower *t, const fmpz_mpoly_q_t a)
{
    return fmpz_mpoly_q_is_zero(a, t->ring) || coefficients_vanish(t, fmpz_mpoly_q_numref(a));
}

static bool normal_form_is_zero(li_tower *t, li_expr e)
{
    fmpz_mpoly_q_t x;
    li_tower_ring(t);
    fmpz_mpoly_q_init(x, t->ring);
    li_tower_elements(t, 1, x, &e);
    bool zero = li_tower_usable(t) && li_tower_is_zero(t, x);
    fmpz_mpoly_q_clear(x, t->ring);
    return zero;
}

bool li_tower_proves_zero(li_ctx *ctx, li_expr e)
{
    li_tower t;
    bool zero = li_tower_init(ctx, &t, 1, &e) == LI_OK && normal_form_is_zero(&t, e);
    li_tower_clear(&t);
    return zero;
}

/* ---- the question ---- */

struct question { li_ctx *ctx; li_decision *d; li_expr e; };

static void by_algebra(li_decision *d)
{
    d->zero = LI_YES;
    d->how = LI_BY_ALGEBRA;
}

static void decide(void *arg)
{
    struct question *q = arg;
    li_ctx *ctx = q->ctx;
    li_decision *d = q->d;
    li_tower t;
    li_expr e = q->e;
    double bits = 0;

    if (li_tower_init(ctx, &t, 1, &e) == LI_OK) {
        li_truth residue = t.over ? LI_UNKNOWN : li_tower_residue(&t, e, &bits);
        if (residue != LI_NO || !li_witness_find(ctx, d, q->e)) {
            if (!t.over && normal_form_is_zero(&t, e) && li_switch_vanishes(ctx, q->e))
                by_algebra(d);
            else if (residue == LI_YES && bits > 0 && li_switch_vanishes(ctx, q->e)) {
                d->how = LI_BY_RESIDUES;
                d->bits = bits;
            } else if (residue != LI_NO)
                li_witness_find(ctx, d, q->e);
        }
    }
    li_tower_clear(&t);
}

/* A number: its sign is the answer. */
static void decide_number(void *arg)
{
    struct question *q = arg;
    int sign = li_constant_sign(q->ctx, q->e);
    if (sign == 0)
        by_algebra(q->d);
    else if (sign != 2) {
        q->d->zero = LI_NO;
        q->d->how = LI_BY_STATE;
    }
}

/* No symbols (but those of integrals) and no unknown functions? */
static bool is_number(li_ctx *ctx, li_expr e)
{
    li_list list;
    bool number = true;
    if (li_list_init(ctx, &list, 1, &e, true) == LI_OK)
        for (size_t i = 0; i < list.len && number; i++)
            number = li_expr_kind(list.e[i]) != LI_FUN && (li_expr_kind(list.e[i]) != LI_SYM || li_expr_name(list.e[i])[0] == '~');
    li_list_clear(ctx, &list);
    return number;
}

static void ask(li_ctx *ctx, li_decision *d, li_expr e)
{
    struct question q = { ctx, d, e };

    *d = (li_decision){ .zero = LI_UNKNOWN, .how = LI_BY_NOTHING };
    if (li_exact_ask(ctx, 1, &e, is_number(ctx, e) ? decide_number : decide, &q) != LI_OK)
        *d = (li_decision){ .zero = LI_UNKNOWN, .how = LI_BY_NOTHING };       /* nowhere defined, or too large */
}

/* 0 whatever its roots are? */
static void decide_letters(li_ctx *ctx, li_decision *d, li_expr e)
{
    li_expr *root, *letter;
    li_decision plain;

    if (li_exact_letters(ctx, 1, &e, &root, &letter) == 0)
        return;
    ask(ctx, &plain, e);
    if (plain.zero == LI_YES || plain.how == LI_BY_RESIDUES)
        *d = plain;
}

void li_exact_decide(li_ctx *ctx, li_decision *d, li_expr e)
{
    *d = (li_decision){ .zero = LI_UNKNOWN, .how = LI_BY_NOTHING };
    if (li_ctx_status(ctx) != LI_OK || li_expr_kind(e) == LI_UNDEFINED)
        return;
    if (li_expr_kind(e) == LI_NUM) {
        d->zero = li_expr_is_zero(e) ? LI_YES : LI_NO;
        d->how = li_expr_is_zero(e) ? LI_BY_ALGEBRA : LI_BY_STATE;
        d->difference = e;
        return;
    }
    ask(ctx, d, e);
    if (d->zero == LI_UNKNOWN && d->how == LI_BY_NOTHING)
        decide_letters(ctx, d, e);
}

li_truth li_exact_is_zero(li_ctx *ctx, li_expr e)
{
    li_decision d;
    li_exact_decide(ctx, &d, e);
    return d.zero;
}

li_truth li_exact_equal(li_ctx *ctx, li_expr a, li_expr b) { return a == b ? LI_YES : li_exact_is_zero(ctx, li_expr_sub(ctx, a, b)); }
