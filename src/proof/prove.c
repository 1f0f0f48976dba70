/* prove.c - claims decided on all motions */
#include <math.h>
#include <string.h>

#include "hearing.h"

/* What is assumed of a multiplier or a dependent velocity is assumed of its value in the independent state, so that no
 * state outside the assumptions refutes a claim. */
static void carry_assumptions(li_ctx *ctx, const li_solution *X)
{
    const li_expr *e;
    const li_sign *sign;
    size_t n = li_exact_assumptions(ctx, &e, &sign);

    for (size_t i = 0; i < n && li_ctx_status(ctx) == LI_OK; i++) {
        li_exact_assumptions(ctx, &e, &sign);            /* the list may have moved */
        li_expr image = li_solution_apply(ctx, X, e[i]);
        if (image != e[i])
            li_exact_assume(ctx, image, sign[i]);
    }
}

li_status li_court_init(li_ctx *ctx, li_court *court, const li_motion *S, li_solution *X)
{
    *court = (li_court){ .S = S, .X = X, .why = "", .calculator = li_calculator_new(ctx, S->model, S) };
    if (court->calculator != NULL && li_solution_init(ctx, X, S) == LI_OK)
        carry_assumptions(ctx, X);
    if (li_ctx_status(ctx) == LI_OK || li_ctx_status(ctx) == LI_MEMORY)
        return li_ctx_status(ctx);
    const char *why = li_ctx_message(ctx);
    court->X = NULL;
    court->why = li_alloc_string(ctx, why, strlen(why));
    li_ctx_forgive(ctx);
    return LI_OK;
}

void li_court_clear(li_court *court) { li_calculator_free(court->calculator); }

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

/* e = 0 on every motion? e is in the independent state. */
static void decide(li_hearing *h, li_expr e)
{
    const li_solution *X = h->court->X;
    li_decision d;

    if (X != NULL && X->unknowns > 0) {
        h->out->holds = li_exact_residue_where(h->ctx, e, X->unknowns, X->K, X->b, X->z, &h->out->bits);
        h->out->how = LI_BY_RESIDUES;
        if (h->out->holds != LI_YES)
            li_hearing_undecided(h, "the accelerations could not be solved for within the budget");
        else
            h->bits = fmin(h->bits, h->out->bits);
        return;
    }
    li_exact_decide(h->ctx, &d, e);
    h->out->holds = d.how == LI_BY_RESIDUES ? LI_YES : d.zero;
    h->out->how = d.how;
    h->out->bits = d.bits;
    if (d.how == LI_BY_RESIDUES)
        h->bits = fmin(h->bits, d.bits);
    h->out->n = d.n;
    h->out->x = d.x;
    h->out->value = d.value;
    h->out->difference = d.difference;
    if (h->out->holds == LI_UNKNOWN)
        h->out->why = "neither a proof nor a state that refutes it was found";
    if (h->out->holds == LI_NO && h->court->X != NULL && h->court->X->unused)
        li_hearing_undecided(h, "it fails in general, but a constraint could not be used");
}

void li_hearing_decide(li_hearing *h, li_expr e)
{
    const li_solution *X = h->court->X;
    size_t signs = X == NULL ? 0 : X->signs;

    for (size_t b = 0; b < (size_t)1 << signs; b++) {
        li_expr value[LI_SOLUTION_SIGNS];
        for (size_t i = 0; i < signs; i++)
            value[i] = li_expr_int(h->ctx, (b >> i) & 1 ? -1 : 1);
        decide(h, signs > 0 ? li_expr_subst(h->ctx, e, signs, X->sign, value) : e);
        if (h->out->holds != LI_YES)
            return;
    }
}

/* x = value said in the independent state: x itself, or the first symbol in which its image is linear. Where x has one
 * value on all motions, x stays NULL if it is this one; else no motion passes there. */
static bool place_in_state(li_hearing *h, li_expr *x, li_expr *value)
{
    li_ctx *ctx = h->ctx;
    li_expr image = li_solution_apply(ctx, h->court->X, *x), symbol[64], coef, constant;

    *value = li_solution_apply(ctx, h->court->X, *value);
    if (image == *x || li_expr_kind(image) == LI_SYM)
        return *x = image, true;
    size_t n = li_expr_symbols(ctx, 1, &image, LI_COORDINATE, LI_ACCELERATION, symbol, 64);
    for (size_t i = 0; i < n && i < 64; i++) {
        if (li_exact_affine(ctx, image, 1, &symbol[i], &coef, &constant) != LI_YES || li_exact_is_zero(ctx, coef) != LI_NO)
            continue;
        *x = symbol[i];
        *value = li_expr_div(ctx, li_expr_sub(ctx, *value, constant), coef);
        return true;
    }
    *x = NULL;
    return n == 0 && li_exact_is_zero(ctx, li_expr_sub(ctx, image, *value)) == LI_YES;
}

li_expr li_hearing_on_motions(li_hearing *h, li_expr e)
{
    li_ctx *ctx = h->ctx;

    e = li_solution_apply(ctx, h->court->X, e);
    for (size_t i = 0; i < h->claim->at_n; i++) {
        li_expr x = li_names_read(h->court->calculator, h->claim->at[i]->arg[0]), value = li_names_read(h->court->calculator, h->claim->at[i]->arg[1]);
        if (x == li_expr_undefined() || value == li_expr_undefined())
            return li_expr_undefined();
        if (!place_in_state(h, &x, &value)) {
            li_fail(ctx, LI_UNDECIDED, "the place after 'at' is not one that motions are known to pass");
            return li_expr_undefined();
        }
        if (x != NULL)
            e = li_expr_subst(ctx, e, 1, &x, &value);
    }
    return e;
}

static bool has_solution(li_hearing *h)
{
    if (h->court->X == NULL)
        li_hearing_undecided(h, h->court->why);
    return h->court->X != NULL;
}

static void prove_equal(li_hearing *h)
{
    if (li_calculator_knows(h->court->calculator, h->claim->tree[0]) || li_calculator_knows(h->court->calculator, h->claim->tree[1])) {
        li_hearing_equal_forms(h);
        return;
    }
    li_expr left = li_names_read(h->court->calculator, h->claim->tree[0]), right = li_names_read(h->court->calculator, h->claim->tree[1]);
    if (left != li_expr_undefined() && right != li_expr_undefined() && has_solution(h))
        li_hearing_decide(h, li_hearing_on_motions(h, li_expr_sub(h->ctx, left, right)));
}

static void prove_integral(li_hearing *h)
{
    li_expr e = li_names_read(h->court->calculator, h->claim->tree[0]);
    if (e != li_expr_undefined() && has_solution(h))
        li_hearing_decide(h, li_hearing_on_motions(h, li_model_ddt(h->ctx, h->court->S->model, e)));
}

/* ---- compatibility ---- */

/* With M regular the rank of [M -L; A 0] is n + the rank of the coupling: full at one point is full. */
static bool is_plainly_compatible(li_hearing *h)
{
    const li_solution *X = h->court->X;
    size_t rank = 0, n = h->court->S->n, m = X == NULL ? 0 : X->unknowns;
    li_expr *M = li_expr_room(h->ctx, n * n);

    if (m == 0 || M == NULL || h->claim->at_n > 0)
        return false;
    for (size_t i = 0; i < n * n; i++)
        M[i] = X->K[i / n * m + i % n];
    return li_exact_rank(h->ctx, &rank, m, m, X->K, NULL, NULL) == LI_OK && rank == m && li_exact_rank(h->ctx, &rank, n, n, M, NULL, NULL) == LI_OK && rank == n;
}

static void prove_compatible(li_hearing *h, bool expected)
{
    if (expected && is_plainly_compatible(h)) {
        h->out->holds = LI_YES;
        h->out->how = LI_BY_ALGEBRA;
        return;
    }
    li_expr det = h->court->S->p == 0 ? li_expr_int(h->ctx, 1) : li_motion_compatibility(h->ctx, h->court->S);

    if (li_ctx_status(h->ctx) != LI_OK || !has_solution(h))
        return;
    li_hearing_decide(h, li_hearing_on_motions(h, det));
    if (h->out->holds == LI_UNKNOWN)
        return;
    if (expected)                                /* a state at which the determinant is not 0 is the proof */
        h->out->holds = h->out->holds == LI_YES ? LI_NO : LI_YES;
}

/* ---- integrability ---- */

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
            li_expr defect;
            li_truth yes = li_motion_holonomic(h->ctx, S, k < c->n ? first + k : first, k < c->n ? 1 : c->n, &defect);
            if (yes == LI_NO && expected)
                decide(h, defect);               /* a state at which the relations cannot be integrated */
            h->out->holds = yes == LI_UNKNOWN ? yes : (yes == LI_YES) == expected ? LI_YES : LI_NO;
            h->out->how = yes == LI_YES ? LI_BY_ALGEBRA : yes == LI_NO ? LI_BY_STATE : LI_BY_NOTHING;
            if (yes == LI_UNKNOWN)
                li_hearing_undecided(h, "whether the relations are integrable could not be decided");
            return;
        }
    }
    li_diagnose(h->ctx, LI_ERROR, h->claim->place, "'%s' is not a constraint", name);
}

static bool is_given(const li_proof *p, li_expr x)
{
    size_t i = 0;
    while (i < p->n && p->x[i] != x)
        i++;
    return i < p->n;
}

static void give(li_hearing *h, li_expr x, li_expr value)
{
    li_proof *p = h->out;

    if (is_given(p, x))
        return;
    p->x[p->n] = x;
    p->value[p->n++] = value;
}

static bool is_function_given(const li_proof *p, const char *name)
{
    bool yes = false;
    for (size_t i = 0; i < p->n && !yes; i++)
        yes = li_expr_kind(p->x[i]) == LI_FUN && strcmp(li_expr_name(p->x[i]), name) == 0;
    return yes;
}

/* The state that refutes names what the difference contains. For eval: parameters and functions that have no value get one
 * too; and where the difference is a number, the claim fails at every state, so that one with 1 for all will do. */
static void complete_state(li_hearing *h)
{
    const li_model *m = h->court->S->model;
    li_proof *p = h->out;
    size_t most = p->n + m->params + m->functions + 2 * m->coords;
    li_expr *x = li_expr_room(h->ctx, most), *value = li_expr_room(h->ctx, most), one = li_expr_int(h->ctx, 1);
    bool anywhere = p->n == 0;

    if (x == NULL || value == NULL || (p->n == 0 && p->difference == NULL))
        return;
    for (size_t i = 0; i < p->n; i++) {
        x[i] = p->x[i];
        value[i] = p->value[i];
    }
    p->x = x;
    p->value = value;
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].value == NULL)
            give(h, m->param[i].symbol, one);
    for (size_t i = 0; i < m->functions; i++)
        if (m->function[i].body == NULL && !is_function_given(p, m->function[i].name))
            give(h, li_expr_fun(h->ctx, m->function[i].name, 0, m->function[i].argument), m->function[i].argument);
    for (size_t i = 0; anywhere && i < 2 * m->coords; i++) {
        li_expr s = i < m->coords ? m->coord[i].q : m->coord[i - m->coords].v;
        if (h->court->X == NULL || li_solution_apply(h->ctx, h->court->X, s) == s)
            give(h, s, one);
    }
}

void li_hearing_finish(li_hearing *h)
{
    if (h->out->holds == LI_NO)
        complete_state(h);
    if (h->out->holds == LI_YES && h->bits < INFINITY) {
        h->out->how = LI_BY_RESIDUES;
        h->out->bits = h->bits;
    }
    if (li_ctx_status(h->ctx) != LI_OK && li_diagnostic_errors(h->ctx) == 0)
        li_hearing_excuse(h);
}

li_status li_claim_prove(li_ctx *ctx, li_proof *out, const li_court *court, const li_claim *claim)
{
    li_hearing h = { ctx, court, claim, out, INFINITY };

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
