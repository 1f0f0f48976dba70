/* prove.c - claims decided on all motions */
#include <math.h>
#include <string.h>

#include "hearing.h"

/* a > 0 for every log(a) in e, a >= 0 for a root */
static void assume_real(li_ctx *ctx, size_t n, const li_expr *e)
{
    li_list list;

    if (li_list_init(ctx, &list, n, e, false) == LI_OK)
        for (size_t i = 0; i < list.len; i++) {
            li_kind kind = li_expr_kind(list.e[i]);
            if (kind == LI_LOG || kind == LI_ROOT)
                li_exact_assume(ctx, li_expr_arg(list.e[i], 0), kind == LI_LOG ? LI_POSITIVE : LI_NONNEGATIVE);
        }
    li_list_clear(ctx, &list);
}

/* Forces are defined at every state of a motion: a > 0 for every log(a) in them, a >= 0 for a root. */
static void assume_domain(li_ctx *ctx, const li_motion *S)
{
    li_expr *e = li_expr_room(ctx, S->n + 2);
    size_t n = 0;

    if (e == NULL)
        return;
    e[n++] = S->T;
    e[n++] = S->V;
    for (size_t i = 0; i < S->n; i++)
        e[n++] = S->F[i];
    assume_real(ctx, n, e);
}

li_status li_court_init(li_ctx *ctx, li_court *court, const li_motion *S, li_solution *X)
{
    *court = (li_court){ .S = S, .X = X, .why = "", .calculator = li_calculator_new(ctx, S->model, S) };
    if (court->calculator != NULL && li_solution_init(ctx, X, S) == LI_OK)
        assume_domain(ctx, S);
    if (li_ctx_status(ctx) == LI_OK || li_ctx_status(ctx) == LI_MEMORY)
        return li_ctx_status(ctx);
    const char *why = li_ctx_message(ctx);
    court->X = NULL;
    court->why = li_alloc_string(ctx, why, strlen(why));
    li_ctx_forgive(ctx);
    return LI_OK;
}

void li_court_clear(li_court *court) { li_calculator_free(court->calculator); }

/* ---- equations ---- */

static void prove_equal(li_hearing *h)
{
    if (li_calculator_knows(h->court->calculator, h->claim->tree[0]) || li_calculator_knows(h->court->calculator, h->claim->tree[1])) {
        li_hearing_equal_forms(h);
        return;
    }
    li_expr left = li_names_read(h->court->calculator, h->claim->tree[0]), right = li_names_read(h->court->calculator, h->claim->tree[1]);
    if (left != li_expr_undefined() && right != li_expr_undefined())
        li_hearing_decide(h, li_expr_sub(h->ctx, left, right));
}

static void prove_integral(li_hearing *h)
{
    li_expr e = li_names_read(h->court->calculator, h->claim->tree[0]);
    const li_expr *assumed;
    const li_sign *sign;
    size_t before = li_exact_assumptions(h->ctx, &assumed, &sign);

    if (e == li_expr_undefined())
        return;
    h->subject = e;                              /* it is said where e has a value */
    assume_real(h->ctx, 1, &e);
    li_hearing_decide(h, li_motion_rate(h->ctx, h->court->S, e));
    li_exact_recant(h->ctx, before);
}

/* ---- compatibility ---- */

/* With M regular the rank of [M -L; A 0] is n + the rank of the coupling: full at one point is full. */
static bool is_plainly_compatible(li_hearing *h)
{
    const li_branch *X = h->court->X == NULL || h->court->X->len != 1 ? NULL : &h->court->X->branch[0];
    size_t rank = 0, n = h->court->S->n, m = X == NULL ? 0 : X->unknowns;
    li_expr *M = li_expr_room(h->ctx, n * n);

    if (m == 0 || M == NULL || h->claim->at_n > 0)
        return false;
    for (size_t i = 0; i < n * n; i++)
        M[i] = X->K[i / n * m + i % n];
    return li_exact_rank(h->ctx, &rank, m, m, X->K, NULL, NULL) == LI_OK && rank == m && li_exact_rank(h->ctx, &rank, n, n, M, NULL, NULL) == LI_OK && rank == n;
}

/* The determinant is not identically 0 on any branch: a state at which it is not 0 is the proof. */
static void prove_compatible(li_hearing *h, bool expected)
{
    if (expected && is_plainly_compatible(h)) {
        h->out->holds = LI_YES;
        h->out->how = LI_BY_ALGEBRA;
        return;
    }
    li_expr det = h->court->S->p == 0 ? li_expr_int(h->ctx, 1) : li_motion_compatibility(h->ctx, h->court->S);

    if (li_ctx_status(h->ctx) != LI_OK)
        return;
    if (!expected) {
        li_hearing_decide(h, det);
        return;
    }
    const li_solution *X = li_hearing_branches(h, false);
    li_truth all = LI_YES;
    for (size_t i = 0; X != NULL && i < X->len && all == LI_YES; i++) {
        size_t before;
        if (li_hearing_enter(h, &X->branch[i], &before)) {
            li_expr value = li_hearing_on_branch(h, &X->branch[i], det);
            li_truth zero = li_ctx_status(h->ctx) == LI_OK ? li_exact_is_zero(h->ctx, value) : LI_UNKNOWN;
            all = zero == LI_NO ? LI_YES : zero == LI_YES ? LI_NO : LI_UNKNOWN;
        }
        li_hearing_leave(h, before);
    }
    if (X == NULL)
        return;
    h->out->holds = X->partial && all == LI_YES ? LI_UNKNOWN : all;
    h->out->how = all == LI_YES ? LI_BY_STATE : all == LI_NO ? LI_BY_ALGEBRA : LI_BY_NOTHING;
    if (all == LI_NO)
        h->out->why = "the determinant of i(e^h)da^k vanishes at every state";
    if (h->out->holds == LI_UNKNOWN && li_ctx_status(h->ctx) == LI_OK)
        li_hearing_undecided(h, "whether the determinant of i(e^h)da^k vanishes could not be decided");
}

/* ---- integrability ---- */

/* A state at which the relations cannot be integrated, if there is one on the motions */
static void refute_integrable(li_hearing *h, li_expr defect)
{
    li_hearing_decide(h, defect);
    if (h->out->holds != LI_NO)
        h->out->n = 0;
    h->out->difference = NULL;
}

/* Frobenius' condition is one on Pfaff forms: a relation that is not linear in the velocities is none. */
static bool is_pfaffian(li_hearing *h, size_t first, size_t count)
{
    const li_motion *S = h->court->S;
    li_expr *coef = li_expr_room(h->ctx, S->n), rest;
    bool linear = coef != NULL;

    for (size_t k = first; k < first + count && linear; k++)
        linear = li_exact_affine(h->ctx, S->relation[k], S->n, S->v, coef, &rest) != LI_NO;
    if (!linear && li_ctx_status(h->ctx) == LI_OK)
        li_diagnose(h->ctx, LI_ERROR, h->claim->where[0], "'%s' is not linear in the velocities: whether it is integrable is a question about "
                    "relations sum a_i q_i' + a = 0", h->claim->words[0]);
    return linear;
}

static void prove_holonomic(li_hearing *h, bool expected)
{
    const li_motion *S = h->court->S;
    const char *name = h->claim->words[0];
    size_t first = 0;

    for (size_t i = 0; i < S->model->constraints; first += S->model->constraint[i++].n) {
        const li_constraint *c = &S->model->constraint[i];
        for (size_t k = 0; k <= c->n; k++) {                       /* the whole group, or one relation of it */
            if (strcmp(k < c->n ? c->label[k] : c->name, name) != 0)
                continue;
            if (!is_pfaffian(h, k < c->n ? first + k : first, k < c->n ? 1 : c->n))
                return;
            li_expr defect;
            li_truth yes = li_motion_holonomic(h->ctx, S, k < c->n ? first + k : first, k < c->n ? 1 : c->n, &defect);
            if (yes == LI_NO && expected)
                refute_integrable(h, defect);
            if (yes == LI_YES && !expected)
                h->out->why = "the relations are integrable";
            h->out->holds = yes == LI_UNKNOWN ? yes : (yes == LI_YES) == expected ? LI_YES : LI_NO;
            h->out->how = yes == LI_YES ? LI_BY_ALGEBRA : yes == LI_NO ? LI_BY_STATE : LI_BY_NOTHING;
            if (yes == LI_UNKNOWN)
                li_hearing_undecided(h, "whether the relations are integrable could not be decided");
            return;
        }
    }
    li_diagnose(h->ctx, LI_ERROR, h->claim->place, "'%s' is not a constraint", name);
}

void li_hearing_finish(li_hearing *h)
{
    if (h->out->holds == LI_YES && h->bits < INFINITY) {
        h->out->how = LI_BY_RESIDUES;
        h->out->bits = h->bits;
    }
    if (li_ctx_status(h->ctx) != LI_OK && li_diagnostic_errors(h->ctx) == 0)
        li_hearing_excuse(h);
}

li_status li_claim_prove(li_ctx *ctx, li_proof *out, const li_court *court, const li_claim *claim)
{
    li_hearing h = { .ctx = ctx, .court = court, .claim = claim, .out = out, .bits = INFINITY };

    *out = (li_proof){ .holds = LI_UNKNOWN, .how = LI_BY_NOTHING, .why = "" };
    switch (claim->kind) {
    case LI_CLAIM_EQUAL:
        prove_equal(&h);
        break;
    case LI_CLAIM_INTEGRAL:
        prove_integral(&h);
        break;
    case LI_CLAIM_EQUIVALENT:
        li_hearing_equivalent(&h);
        break;
    case LI_CLAIM_COMPATIBLE: case LI_CLAIM_INCOMPATIBLE:
        prove_compatible(&h, claim->kind == LI_CLAIM_COMPATIBLE);
        break;
    case LI_CLAIM_HOLONOMIC: case LI_CLAIM_NONHOLONOMIC:
        prove_holonomic(&h, claim->kind == LI_CLAIM_HOLONOMIC);
        break;
    case LI_CLAIM_INVARIANT:
        li_hearing_invariant(&h);
        break;
    case LI_CLAIM_SYMMETRY:
        li_hearing_symmetry(&h);
        break;
    case LI_CLAIM_CLOSED:
        li_hearing_closed(&h);
        break;
    case LI_CLAIM_INVOLUTION:
        li_hearing_involution(&h);
        break;
    case LI_CLAIM_INDEPENDENT:
        li_hearing_independent(&h);
        break;
    case LI_CLAIM_VERDICT:
        li_hearing_undecided(&h, "verdicts are not decided by this version");
    }
    li_hearing_finish(&h);
    if (li_ctx_status(ctx) == LI_OK && li_diagnostic_errors(ctx) > 0)
        return li_fail(ctx, LI_INPUT, "a claim is wrong");
    return li_ctx_status(ctx);
}
