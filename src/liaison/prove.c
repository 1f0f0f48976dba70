/* prove.c - claims decided on all motions */
#include <string.h>

#include "liaison/liaison.h"

struct hearing {
    li_ctx *ctx;
    const li_court *court;
    const li_claim *claim;
    li_proof *out;
};

static li_expr *room(li_ctx *ctx, size_t n) { return li_alloc(ctx, (n + 1) * sizeof(li_expr)); }

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
    *court = (li_court){ .S = S, .X = X, .why = "" };
    if (li_solution_init(ctx, X, S) == LI_OK)
        carry_assumptions(ctx, X);
    if (li_ctx_status(ctx) == LI_OK || li_ctx_status(ctx) == LI_MEMORY)
        return li_ctx_status(ctx);
    const char *why = li_ctx_message(ctx);
    court->X = NULL;
    court->why = li_alloc_string(ctx, why, strlen(why));
    li_ctx_forgive(ctx);
    return LI_OK;
}

/* ---- the coupling of the constraints ---- */

/* e^h = M^-1 l^h, E = -M^-1 h: r + 1 columns                                                   [gallissot 9] */
static li_status fields(li_ctx *ctx, const li_motion *S, li_expr *e)
{
    size_t n = S->n, k = S->r + 1;
    li_expr *E = room(ctx, n), *M = room(ctx, n * n), *h = room(ctx, n), *B = room(ctx, n * k);

    if (B == NULL || li_motion_inertia(ctx, S, E) != LI_OK || li_motion_matrix(ctx, S, E, M, h) != LI_OK)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < S->r; c++)
            B[i * k + c] = S->l[c * n + i];
        B[i * k + S->r] = li_expr_neg(ctx, h[i]);
    }
    li_status status = li_exact_solve(ctx, e, n, M, k, B);
    return status == LI_OK ? LI_OK : li_fail(ctx, status, "the mass matrix could not be inverted");
}

/* da_k/dv . e_column, and for the drive the rest of d/dt a_k */
static li_expr coupling(li_ctx *ctx, const li_motion *S, const li_expr *e, size_t column, size_t k)
{
    size_t n = S->n;
    li_expr sum = li_expr_int(ctx, 0), *A = room(ctx, n), *zero = room(ctx, n);

    if (A == NULL || zero == NULL || li_expr_gradient(ctx, A, S->relation[k], n, S->v) != LI_OK)
        return li_expr_undefined();
    for (size_t i = 0; i < n; i++) {
        zero[i] = li_expr_int(ctx, 0);
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, A[i], e[i * (S->r + 1) + column]));
    }
    if (column == S->r)
        sum = li_expr_add(ctx, sum, li_expr_subst(ctx, li_motion_ddt(ctx, S, S->relation[k]), n, S->a, zero));
    return sum;
}

static li_expr compatibility(li_ctx *ctx, const li_motion *S)
{
    size_t p = S->p;
    li_expr *e = room(ctx, S->n * (S->r + 1)), *C = room(ctx, p * p), det = li_expr_undefined();

    if (p != S->r)
        return li_fail(ctx, LI_INPUT, "the compatibility is a determinant: as many reactions as relations are needed"), det;
    if (e == NULL || C == NULL || fields(ctx, S, e) != LI_OK)
        return det;
    for (size_t h = 0; h < p; h++)
        for (size_t k = 0; k < p; k++)
            C[h * p + k] = coupling(ctx, S, e, h, k);
    li_status status = li_exact_det(ctx, &det, p, C);
    return status == LI_OK ? det : (li_fail(ctx, status, "the determinant of the coupling could not be found"), li_expr_undefined());
}

/* ---- the names of claims ---- */

struct reading { li_scope scope; const li_court *court; };

/* p_NAME, C_NAME, Q_NAME: the coordinate, S->n if it is none */
static size_t coordinate_of(const li_motion *S, const char *name)
{
    size_t r = S->n;
    if (name[0] != '\0' && strchr("pCQ", name[0]) != NULL && name[1] == '_')
        for (r = 0; r < S->n && strcmp(S->model->coord[r].name, name + 2) != 0;)
            r++;
    return r;
}

static size_t relation_number(const li_motion *S, const li_ast *ast)
{
    size_t k = 0;
    while (k < S->p && (ast->kind != LI_AST_NAME || strcmp(S->label[k], ast->name) != 0))
        k++;
    return k;
}

/* In the order of the language: what is declared wins, then the functions of the system. */
static li_expr read_name(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    const li_motion *S = ((struct reading *)scope->self)->court->S;
    const char *name = strncmp(ast->name, "system.", 7) == 0 ? ast->name + 7 : ast->name;
    li_expr e = name == ast->name ? li_model_name(ctx, S->model, ast) : NULL;

    if (e != NULL || ast->primes > 0)
        return e;
    if (strcmp(name, "V") == 0)
        return S->V;
    if (strcmp(name, "compatibility") == 0)
        return compatibility(ctx, S);
    e = li_motion_function(ctx, S, name);
    if (e == NULL && coordinate_of(S, name) < S->n) {
        li_diagnose(ctx, LI_ERROR, ast->place, "there is no %s: %s' is a dependent velocity (--dependent chooses others)", name, name + 2);
        return li_expr_undefined();
    }
    return e;
}

/* frozen(x): x, but kept from differentiation; ddt(E) of an E that contains such */
static li_expr read_frozen(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    const li_motion *S = ((struct reading *)scope->self)->court->S;
    li_expr x = ast->len == 1 ? li_ast_value(ctx, scope, ast->arg[0]) : NULL;

    if (x == li_expr_undefined())
        return x;
    if (strcmp(ast->name, "ddt") == 0 && x != NULL)
        return li_model_ddt(ctx, S->model, li_motion_thaw(ctx, S, x));
    if (x != NULL && li_expr_kind(x) == LI_SYM && li_expr_class(x) >= LI_COORDINATE)
        return li_motion_frozen(ctx, x);
    li_diagnose(ctx, LI_ERROR, ast->place, "frozen(x): x is a coordinate, a velocity or an acceleration");
    return li_expr_undefined();
}

/* coupling(h, k) = i(e^h) da^k, drive(k) = i(E) da^k */
static li_expr read_call(li_ctx *ctx, li_scope *scope, const li_ast *ast)
{
    const li_motion *S = ((struct reading *)scope->self)->court->S;
    bool plain = ast->primes == 0, time_rate = plain && strcmp(ast->name, "ddt") == 0 && ast->len == 1;
    li_expr e = time_rate ? NULL : li_model_call(ctx, S->model, scope, ast);
    bool drive = strcmp(ast->name, "drive") == 0;

    if (time_rate || (e == NULL && plain && strcmp(ast->name, "frozen") == 0))
        return read_frozen(ctx, scope, ast);
    if (e != NULL || !plain || (!drive && strcmp(ast->name, "coupling") != 0))
        return e;
    size_t h = S->r, k = S->p;
    if (ast->len == (drive ? 1u : 2u)) {
        k = relation_number(S, ast->arg[ast->len - 1]);
        h = drive ? S->r : relation_number(S, ast->arg[0]);
    }
    if (k == S->p || (!drive && h >= S->r)) {
        li_diagnose(ctx, LI_ERROR, ast->place, drive ? "drive(k): k is the name of a relation" : "coupling(h, k): h and k are names of relations");
        return li_expr_undefined();
    }
    li_expr *fields_of = room(ctx, S->n * (S->r + 1));
    return fields_of != NULL && fields(ctx, S, fields_of) == LI_OK ? coupling(ctx, S, fields_of, h, k) : li_expr_undefined();
}

static const char *suggest(li_scope *scope, const char *name)
{
    li_scope *model = ((struct reading *)scope->self)->court->S->model->scope;
    return model->suggest != NULL ? model->suggest(model, name) : NULL;
}

static li_expr read(const struct hearing *h, const li_ast *tree)
{
    struct reading r = { .court = h->court };
    r.scope = (li_scope){ .self = &r, .name = read_name, .call = read_call, .suggest = suggest };
    return li_motion_thaw(h->ctx, h->court->S, li_ast_value(h->ctx, &r.scope, tree));
}

/* ---- verdicts ---- */

static void undecided(struct hearing *h, const char *why)
{
    h->out->holds = LI_UNKNOWN;
    h->out->how = LI_BY_NOTHING;
    h->out->why = why;
}

/* e = 0 on every motion? e is in the independent state. */
static void decide(struct hearing *h, li_expr e)
{
    const li_solution *X = h->court->X;
    li_decision d;

    if (X != NULL && X->unknowns > 0) {
        h->out->holds = li_exact_residue_where(h->ctx, e, X->unknowns, X->K, X->b, X->z, &h->out->bits);
        h->out->how = LI_BY_RESIDUES;
        if (h->out->holds != LI_YES)
            undecided(h, "the accelerations could not be solved for within the budget");
        return;
    }
    li_exact_decide(h->ctx, &d, e);
    h->out->holds = d.how == LI_BY_RESIDUES ? LI_YES : d.zero;
    h->out->how = d.how;
    h->out->bits = d.bits;
    h->out->n = d.n;
    h->out->x = d.x;
    h->out->value = d.value;
    h->out->difference = d.difference;
    if (h->out->holds == LI_UNKNOWN)
        h->out->why = "neither a proof nor a state that refutes it was found";
    if (h->out->holds == LI_NO && h->court->X != NULL && h->court->X->unused)
        undecided(h, "it fails in general, but a constraint could not be used");
}

/* With every choice of the signs of roots: it holds if it holds for all. */
static void decide_branches(struct hearing *h, li_expr e)
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

/* x = value said in the independent state: x itself, or the first symbol in which its image is linear. */
static bool place_in_state(struct hearing *h, li_expr *x, li_expr *value)
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
    return false;
}

/* e with accelerations and multipliers eliminated, then at the place that the claim names */
static li_expr on_motions(struct hearing *h, li_expr e)
{
    li_ctx *ctx = h->ctx;

    e = li_solution_apply(ctx, h->court->X, e);
    for (size_t i = 0; i < h->claim->at_n; i++) {
        li_expr x = read(h, h->claim->at[i]->arg[0]), value = read(h, h->claim->at[i]->arg[1]);
        if (x == li_expr_undefined() || value == li_expr_undefined() || !place_in_state(h, &x, &value))
            return li_expr_undefined();
        e = li_expr_subst(ctx, e, 1, &x, &value);
    }
    return e;
}

static bool has_solution(struct hearing *h)
{
    if (h->court->X == NULL)
        undecided(h, h->court->why);
    return h->court->X != NULL;
}

static void prove_equal(struct hearing *h)
{
    li_expr left = read(h, h->claim->tree[0]), right = read(h, h->claim->tree[1]);
    if (left != li_expr_undefined() && right != li_expr_undefined() && has_solution(h))
        decide_branches(h, on_motions(h, li_expr_sub(h->ctx, left, right)));
}

static void prove_integral(struct hearing *h)
{
    li_expr e = read(h, h->claim->tree[0]);
    if (e != li_expr_undefined() && has_solution(h))
        decide_branches(h, on_motions(h, li_model_ddt(h->ctx, h->court->S->model, e)));
}

/* ---- forms ---- */

/* The words of the failure in the context, which is forgiven: the claim is undecided. */
static void excuse(struct hearing *h)
{
    const char *why = li_ctx_message(h->ctx);

    if (li_ctx_status(h->ctx) == LI_MEMORY)
        return;
    why = li_alloc_string(h->ctx, why, strlen(why));
    li_ctx_forgive(h->ctx);
    undecided(h, why != NULL ? why : "");
}

static bool derive(struct hearing *h, li_equations *eq, const char *name)
{
    if (li_motion_form(h->ctx, eq, h->court->S, name, false) == LI_OK)
        return true;
    excuse(h);
    return false;
}

/* The momenta of a canonical form, and their rates, as functions of velocities and accelerations. */
static li_expr without_momenta(struct hearing *h, const li_equations *eq, li_expr e)
{
    const li_motion *S = h->court->S;

    for (size_t k = 0; eq->rate != NULL && k < eq->unknowns; k++) {
        li_expr p = li_motion_function(h->ctx, S, li_expr_name(eq->unknown[k]));
        li_expr from[2] = { eq->unknown[k], eq->rate[k] }, to[2] = { p, li_model_ddt(h->ctx, S->model, p) };
        e = li_expr_subst(h->ctx, e, 2, from, to);
    }
    return e;
}

/* Every equation and relation of the form holds on the motions. */
static bool form_holds(struct hearing *h, const char *name)
{
    li_equations eq;

    if (!derive(h, &eq, name))
        return false;
    for (size_t i = 0; i < eq.len + eq.relations; i++) {
        const li_equation *one = i < eq.len ? &eq.eq[i] : &eq.relation[i - eq.len];
        decide_branches(h, on_motions(h, without_momenta(h, &eq, li_expr_sub(h->ctx, one->left, one->right))));
        if (h->out->holds != LI_YES)
            return false;
    }
    return true;
}

/* Without the accelerations: equation by equation, where both forms are written in the same velocities. */
static void compare_forms(struct hearing *h)
{
    li_equations first, other;

    undecided(h, h->court->why);
    if (!derive(h, &first, h->claim->words[0]))
        return;
    for (size_t i = 1; i < h->claim->words_n; i++) {
        if (!derive(h, &other, h->claim->words[i]))
            return;
        bool same = other.len == first.len && other.unknowns == first.unknowns;
        for (size_t k = 0; k < first.unknowns && same; k++)
            same = other.unknown[k] == first.unknown[k];
        if (!same) {
            undecided(h, h->court->why);
            return;
        }
        for (size_t k = 0; k < first.len; k++) {
            li_expr a = li_expr_sub(h->ctx, first.eq[k].left, first.eq[k].right), b = li_expr_sub(h->ctx, other.eq[k].left, other.eq[k].right);
            decide(h, li_expr_sub(h->ctx, a, b));
            if (h->out->holds != LI_YES) {
                undecided(h, "the equations differ, which need not change the motions");
                return;
            }
        }
    }
}

static void prove_equivalent(struct hearing *h)
{
    if (h->court->X == NULL) {
        compare_forms(h);
        return;
    }
    for (size_t i = 0; i < h->claim->words_n; i++)
        if (!form_holds(h, h->claim->words[i]))
            return;
}

/* ---- compatibility ---- */

/* With M regular the rank of [M -L; A 0] is n + the rank of the coupling: full at one point is full. */
static bool is_plainly_compatible(struct hearing *h)
{
    const li_solution *X = h->court->X;
    size_t rank = 0, n = h->court->S->n, m = X == NULL ? 0 : X->unknowns;
    li_expr *M = room(h->ctx, n * n);

    if (m == 0 || M == NULL || h->claim->at_n > 0)
        return false;
    for (size_t i = 0; i < n * n; i++)
        M[i] = X->K[i / n * m + i % n];
    return li_exact_rank(h->ctx, &rank, m, m, X->K, NULL, NULL) == LI_OK && rank == m && li_exact_rank(h->ctx, &rank, n, n, M, NULL, NULL) == LI_OK && rank == n;
}

static void prove_compatible(struct hearing *h, bool expected)
{
    if (expected && is_plainly_compatible(h)) {
        h->out->holds = LI_YES;
        h->out->how = LI_BY_ALGEBRA;
        return;
    }
    li_expr det = h->court->S->p == 0 ? li_expr_int(h->ctx, 1) : compatibility(h->ctx, h->court->S);

    if (li_ctx_status(h->ctx) != LI_OK || !has_solution(h))
        return;
    decide_branches(h, on_motions(h, det));
    if (h->out->holds == LI_UNKNOWN)
        return;
    if (expected)                                /* a state at which the determinant is not 0 is the proof */
        h->out->holds = h->out->holds == LI_YES ? LI_NO : LI_YES;
}

/* ---- integrability ---- */

static void prove_holonomic(struct hearing *h, bool expected)
{
    const li_motion *S = h->court->S;
    const char *name = h->claim->words[0];
    size_t first = 0;

    for (size_t i = 0; i < S->model->constraints; first += S->model->constraint[i++].n) {
        const li_constraint *c = &S->model->constraint[i];
        for (size_t k = 0; k <= c->n; k++) {                       /* the whole group, or one relation of it */
            if (strcmp(k < c->n ? c->label[k] : c->name, name) != 0)
                continue;
            li_truth yes = li_motion_holonomic(h->ctx, S, k < c->n ? first + k : first, k < c->n ? 1 : c->n);
            h->out->holds = yes == LI_UNKNOWN ? yes : (yes == LI_YES) == expected ? LI_YES : LI_NO;
            h->out->how = yes == LI_YES ? LI_BY_ALGEBRA : yes == LI_NO ? LI_BY_STATE : LI_BY_NOTHING;
            if (yes == LI_UNKNOWN)
                undecided(h, "whether the relations are integrable could not be decided");
            return;
        }
    }
    li_diagnose(h->ctx, LI_ERROR, h->claim->place, "'%s' is not a constraint", name);
}

li_status li_claim_prove(li_ctx *ctx, li_proof *out, const li_court *court, const li_claim *claim)
{
    struct hearing h = { ctx, court, claim, out };

    *out = (li_proof){ .holds = LI_UNKNOWN, .how = LI_BY_NOTHING, .why = "" };
    switch (claim->kind) {
    case LI_CLAIM_EQUAL:
        prove_equal(&h);
        break;
    case LI_CLAIM_INTEGRAL:
        prove_integral(&h);
        break;
    case LI_CLAIM_EQUIVALENT:
        prove_equivalent(&h);
        break;
    case LI_CLAIM_COMPATIBLE: case LI_CLAIM_INCOMPATIBLE:
        prove_compatible(&h, claim->kind == LI_CLAIM_COMPATIBLE);
        break;
    case LI_CLAIM_HOLONOMIC: case LI_CLAIM_NONHOLONOMIC:
        prove_holonomic(&h, claim->kind == LI_CLAIM_HOLONOMIC);
        break;
    default:
        undecided(&h, "this kind of claim is not decided yet");
    }
    if (li_ctx_status(ctx) != LI_OK && li_diagnostic_errors(ctx) == 0)
        excuse(&h);
    if (li_ctx_status(ctx) == LI_OK && li_diagnostic_errors(ctx) > 0)
        return li_fail(ctx, LI_INPUT, "a claim is wrong");
    return li_ctx_status(ctx);
}
