/* hearing.c - is an expression 0 on all motions? Branch by branch
 *
 * A claim holds if it holds on every branch of the states, and is refuted by a state on one of them. On a branch the facts of
 * its roots are assumed, and what the model assumes is said in the independent state. A place is a further set of relations,
 * used together with the constraints; where the accelerations cannot be solved for there, they are solved for in general, and
 * what is left is taken at the place. */
#include <math.h>
#include <string.h>

#include "hearing.h"

/* ---- verdicts ---- */

void li_hearing_undecided(li_hearing *h, const char *why)
{
    h->out->holds = LI_UNKNOWN;
    h->out->how = LI_BY_NOTHING;
    h->out->why = why;
}

void li_hearing_excuse(li_hearing *h)
{
    const char *why = li_ctx_message(h->ctx);

    if (li_ctx_status(h->ctx) == LI_MEMORY)
        return;
    why = li_alloc_string(h->ctx, why, strlen(why));
    li_ctx_forgive(h->ctx);
    li_hearing_undecided(h, why != NULL ? why : "");
}

/* ---- what is known on a branch ---- */

/* What is assumed of a multiplier or a dependent velocity is assumed of its value in the independent state. False if no state
 * of the branch satisfies it. */
static bool carry_assumptions(li_ctx *ctx, const li_branch *b, size_t n)
{
    const li_expr *e;
    const li_sign *sign;
    bool open = true;

    for (size_t i = 0; i < n && open && li_ctx_status(ctx) == LI_OK; i++) {
        li_exact_assumptions(ctx, &e, &sign);            /* the list may have moved */
        li_expr image = li_solution_apply(ctx, b, e[i]);
        if (li_ctx_status(ctx) == LI_DOMAIN)
            li_ctx_forgive(ctx);
        else if (image != e[i]) {
            li_sign said = sign[i];
            int known = li_exact_sign(ctx, image);
            open = known == 2 || known == 1 || (known == 0 && said == LI_NONNEGATIVE) || (known == -1 && said == LI_NONZERO);
            if (said == LI_POSITIVE && known != 1 && li_exact_is_nonnegative(ctx, li_expr_neg(ctx, image)))
                open = false;
            if (open && known == 2)
                li_exact_assume(ctx, image, said);
        }
    }
    return open;
}

bool li_hearing_enter(li_hearing *h, const li_branch *b, size_t *before)
{
    const li_expr *e;
    const li_sign *sign;

    *before = li_exact_assumptions(h->ctx, &e, &sign);
    for (size_t i = 0; i < b->facts; i++)
        li_exact_assume(h->ctx, b->fact[i], LI_NONNEGATIVE);
    for (size_t i = 0; i < b->pivots; i++)
        li_exact_assume(h->ctx, b->pivot[i], LI_NONZERO);
    return carry_assumptions(h->ctx, b, *before);
}

void li_hearing_leave(li_hearing *h, size_t before) { li_exact_recant(h->ctx, before); }

/* ---- the place ---- */

static bool moves(li_hearing *h, li_expr e)
{
    li_expr x;
    return li_expr_symbols(h->ctx, 1, &e, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0 || li_expr_symbols(h->ctx, 1, &e, LI_ACCELERATION, LI_ACCELERATION, &x, 1) > 0;
}

/* left - right of what stands after `at`; false with a diagnostic */
static bool read_place(li_hearing *h)
{
    size_t n = h->claim->at_n;

    if (h->place != NULL)
        return true;
    li_expr *place = li_alloc(h->ctx, (n + 1) * sizeof *place);
    for (size_t i = 0; place != NULL && i < n; i++) {
        li_expr x = li_names_read(h->court->calculator, h->claim->at[i]->arg[0]), value = li_names_read(h->court->calculator, h->claim->at[i]->arg[1]);
        if (x == li_expr_undefined() || value == li_expr_undefined())
            return false;
        place[i] = li_expr_sub(h->ctx, x, value);
        h->moving |= moves(h, place[i]);
    }
    h->place = place;
    return place != NULL;
}

/* The branches on which the claim is to hold; NULL, with a verdict, if they are not known. */
const li_solution *li_hearing_branches(li_hearing *h, bool moving)
{
    if (h->court->X == NULL) {
        li_hearing_undecided(h, h->court->why);
        return NULL;
    }
    if (h->claim->at_n == 0)
        return h->court->X;
    if (!read_place(h))
        return NULL;
    moving |= h->moving;
    if (!h->placed || (moving && !h->moved)) {
        if (li_solution_at(h->ctx, &h->at, h->court->S, h->claim->at_n, h->place, moving) != LI_OK)
            return NULL;
        h->placed = true;
        h->moved = moving;
    }
    if (h->at.len > 0)
        return &h->at;
    li_hearing_undecided(h, "no motion is known to pass the place after 'at'");
    return NULL;
}

/* Do both describe the same sheet: what g determines has its value on b? */
static bool agrees(li_hearing *h, const li_branch *b, const li_branch *g)
{
    bool yes = true;

    for (size_t i = 0; i < g->len && yes; i++) {
        li_class class = li_expr_kind(g->from[i]) == LI_SYM ? li_expr_class(g->from[i]) : LI_GENERATOR;
        if (class == LI_MULTIPLIER || class > LI_VELOCITY)
            continue;
        li_expr gap = li_expr_sub(h->ctx, li_solution_apply(h->ctx, b, g->from[i]), li_solution_apply(h->ctx, b, g->to[i]));
        if (li_ctx_status(h->ctx) == LI_DOMAIN)
            li_ctx_forgive(h->ctx);                      /* an angle or a slope that has no value there */
        else
            yes = li_exact_is_zero(h->ctx, gap) != LI_NO;
    }
    return yes;
}

/* e in the independent state of b, solved for in general first; undefined if that has no value there. */
static li_expr by_the_general(li_hearing *h, const li_branch *b, li_expr e)
{
    const li_solution *X = h->court->X;

    for (size_t i = 0; i < X->len && li_ctx_status(h->ctx) == LI_OK; i++) {
        if (X->branch[i].why != NULL || X->branch[i].unknowns > 0 || !agrees(h, b, &X->branch[i]))
            continue;
        li_expr general = li_exact_normal(h->ctx, li_solution_rates(h->ctx, &X->branch[i], h->court->S, e));
        general = li_solution_apply(h->ctx, b, general);
        if (li_ctx_status(h->ctx) == LI_OK)
            return general;
        if (li_ctx_status(h->ctx) != LI_MEMORY)
            li_ctx_forgive(h->ctx);
    }
    li_fail(h->ctx, LI_UNDECIDED, "%s", b->why != NULL && h->claim->at_n == 0 ? b->why : "the accelerations are not determined at the place after 'at'");
    return li_expr_undefined();
}

li_expr li_hearing_on_branch(li_hearing *h, const li_branch *b, li_expr e)
{
    bool general = h->claim->at_n > 0 && li_motion_has_rates(h->ctx, h->court->S, e);

    if (!general && (b->why == NULL || !moves(h, e))) {
        li_expr value = li_solution_rates(h->ctx, b, h->court->S, e);
        if (li_ctx_status(h->ctx) != LI_DOMAIN || h->claim->at_n == 0)
            return value;
        li_ctx_forgive(h->ctx);
    }
    return by_the_general(h, b, e);
}

/* ---- the question ---- */

static void keep(li_hearing *h, const li_decision *d)
{
    h->out->holds = d->how == LI_BY_RESIDUES ? LI_YES : d->zero;
    h->out->how = d->how;
    h->out->bits = d->bits;
    h->out->n = d->n;
    h->out->x = d->x;
    h->out->value = d->value;
    h->out->difference = d->difference;
    h->out->why = "";
    if (d->how == LI_BY_RESIDUES)
        h->bits = fmin(h->bits, d->bits);
}

bool li_hearing_vanishes(li_hearing *h, li_expr e)
{
    li_decision d;

    li_exact_decide(h->ctx, &d, e);
    keep(h, &d);
    return h->out->holds == LI_YES;
}

/* By residues where the accelerations are not written out. */
static void decide_unsolved(li_hearing *h, li_decision *d, const li_branch *b, li_expr value)
{
    double bits;
    li_truth zero = li_exact_residue_where(h->ctx, value, b->unknowns, b->K, b->b, b->z, &bits);

    *d = (li_decision){ .zero = LI_UNKNOWN, .how = zero == LI_YES && bits > 0 ? LI_BY_RESIDUES : LI_BY_NOTHING, .bits = bits };
}

/* Written out it was too long: the same without. */
static void decide_short(li_hearing *h, li_decision *d, const li_branch *b, li_expr e)
{
    li_branch system;

    if (b->unknowns > 0 || b->why != NULL || !moves(h, e) || li_motion_has_rates(h->ctx, h->court->S, e))
        return;
    if (li_solution_system(h->ctx, &system, b, h->court->S) == LI_OK) {
        li_expr value = li_solution_apply(h->ctx, &system, e);
        if (li_ctx_status(h->ctx) == LI_OK)
            decide_unsolved(h, d, &system, value);
    }
    if (li_ctx_status(h->ctx) != LI_OK && li_ctx_status(h->ctx) != LI_MEMORY)
        li_ctx_forgive(h->ctx);
}

static bool is_open(li_hearing *h, const li_decision *d) { return d->zero == LI_UNKNOWN && d->how == LI_BY_NOTHING && li_ctx_status(h->ctx) == LI_OK; }

/* In order of cost: by algebra, by residues without the accelerations written out, and with what assumptions say of factors,
 * which splits roots in two. */
static void decide_value(li_hearing *h, li_decision *d, const li_branch *b, li_expr e, li_expr value)
{
    if (b->unknowns > 0 && moves(h, value)) {
        decide_unsolved(h, d, b, value);
        return;
    }
    li_exact_decide(h->ctx, d, value);
    if (is_open(h, d))
        decide_short(h, d, b, e);
    if (is_open(h, d)) {
        li_exact_conclude(h->ctx);
        li_exact_decide(h->ctx, d, value);
    }
}

/* e = 0 on the branch? What fails in general is refuted only by a state that is a state of the system. */
static void decide_on(li_hearing *h, const li_branch *b, li_expr e)
{
    size_t before;
    li_decision d = { .zero = LI_UNKNOWN, .how = LI_BY_NOTHING };

    if (!li_hearing_enter(h, b, &before)) {
        li_hearing_leave(h, before);
        return;                                /* against what is assumed: the claim is not about it */
    }
    h->heard = true;
    li_expr value = li_hearing_on_branch(h, b, e);
    if (li_ctx_status(h->ctx) == LI_OK)
        decide_value(h, &d, b, e, value);
    if (li_ctx_status(h->ctx) != LI_OK) {
        if (li_diagnostic_errors(h->ctx) == 0)
            li_hearing_excuse(h);
        li_hearing_leave(h, before);
        return;
    }
    keep(h, &d);
    if (h->out->holds != LI_YES) {
        if (li_hearing_refute(h, b, e, &d))
            h->out->holds = LI_NO;
        else
            li_hearing_undecided(h, h->out->holds == LI_UNKNOWN ? "neither a proof nor a state that refutes it was found"
                                    : b->unused ? "it fails in general, but a constraint could not be used"
                                                : "it fails in general, but no state of the system that refutes it was found");
    }
    li_hearing_leave(h, before);
}

void li_hearing_decide(li_hearing *h, li_expr e)
{
    li_proof undecided;
    bool open = false;

    h->heard = false;
    if (li_ctx_status(h->ctx) != LI_OK || e == li_expr_undefined())
        return;
    const li_solution *X = li_hearing_branches(h, moves(h, li_model_accelerations(h->ctx, h->court->S->model, e)));
    for (size_t i = 0; X != NULL && i < X->len && li_ctx_status(h->ctx) == LI_OK; i++) {
        decide_on(h, &X->branch[i], e);
        if (h->out->holds == LI_NO)
            return;
        if (h->out->holds == LI_UNKNOWN && !open) {
            open = true;
            undecided = *h->out;
        }
    }
    if (open)
        *h->out = undecided;
    else if (X != NULL && !h->heard)
        li_hearing_undecided(h, "no state is known to satisfy the constraints and what is assumed");
    else if (X != NULL && X->partial && h->out->holds == LI_YES)
        li_hearing_undecided(h, "it holds on the branches of the constraints that were followed, but there are more");
}
