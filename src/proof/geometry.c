/* geometry.c - claims about forms and fields: equality, integral invariants, symmetries, involution, independence */
#include "hearing.h"

static li_calculator *calculator(const li_hearing *h) { return h->court->calculator; }

/* f = 0 on every state that the constraints admit? False when the claim is settled by it: refuted, or not decided. */
static bool vanishes(li_hearing *h, li_expr f)
{
    li_hearing_decide(h, f);
    return h->out->holds == LI_YES && li_ctx_status(h->ctx) == LI_OK;
}

static bool form_vanishes(li_hearing *h, const li_form *w)
{
    h->out->holds = LI_YES;
    h->out->how = LI_BY_ALGEBRA;
    for (size_t i = 0; i < w->len; i++)
        if (!vanishes(h, w->f[i]))
            return false;
    return li_ctx_status(h->ctx) == LI_OK;
}

static bool has_states(li_hearing *h)
{
    if (h->court->X == NULL)
        li_hearing_undecided(h, h->court->why);
    return h->court->X != NULL;
}

/* ---- V = W ---- */

void li_hearing_equal_forms(li_hearing *h)
{
    const li_ast *left = h->claim->tree[0], *right = h->claim->tree[1];
    bool minus[2] = { false, true };
    const li_ast *both[2] = { left, right };
    li_ast difference = { .kind = LI_AST_SUM, .place = h->claim->place, .len = 2, .arg = both, .flip = minus };
    const li_value *v = li_calculate(calculator(h), &difference);

    if (v == NULL || !has_states(h))
        return;
    if (v->kind == LI_VALUE_QUADRATIC) {
        const li_form coefficients = { .len = v->g.on->n * v->g.on->n, .f = v->g.g };
        form_vanishes(h, &coefficients);
    } else if (v->kind == LI_VALUE_TRUTH)
        li_diagnose(h->ctx, LI_ERROR, left->place, "a form, a field or a function is expected here");
    else
        form_vanishes(h, v->kind == LI_VALUE_VECTOR ? &v->X.w : &v->w);
}

/* ---- invariant W ---- i(X)W = 0 and i(X)dW = 0 for the field X of the motion; relative: i(X)dW = 0 */

void li_hearing_invariant(li_hearing *h)
{
    const li_ast *tree = h->claim->tree[0];
    li_calculator *k = calculator(h);
    const li_value *v = li_calculate(k, tree);
    li_form w;
    li_field X;

    li_form_init(&w);
    li_field_init(&X);
    if (v != NULL && v->kind != LI_VALUE_FORM)
        li_diagnose(h->ctx, LI_ERROR, tree->place, "an integral invariant is a form");
    else if (v != NULL && li_system_motion(k, &X, tree) && has_states(h)) {
        bool absolute = h->claim->words_n == 0 && v->w.degree > 0;
        bool held = !absolute || (li_form_interior(h->ctx, &w, &X, &v->w) == LI_OK && form_vanishes(h, &w));
        if (held && li_form_d(h->ctx, &w, &v->w) == LI_OK && li_form_interior(h->ctx, &w, &X, &w) == LI_OK)
            form_vanishes(h, &w);
    }
    li_form_clear(h->ctx, &w);
    li_field_clear(h->ctx, &X);
}

/* ---- symmetry X ---- lie(X)Omega = 0, X(a) = 0 on the constraints, and lie(X)e^h in the span of the e */

/* The rank of rows by n functions where the constraints hold, on every branch the same; false: not decided */
static bool rank_on_motions(li_hearing *h, size_t *rank, size_t rows, size_t n, const li_expr *A)
{
    const li_solution *X = li_hearing_branches(h, true);
    li_expr *B = li_alloc(h->ctx, (rows * n + 1) * sizeof *B);
    bool same = X != NULL && B != NULL, first = true;

    for (size_t k = 0; same && k < X->len; k++) {
        size_t found = 0, before;
        bool open = li_hearing_enter(h, &X->branch[k], &before);
        for (size_t i = 0; open && i < rows * n; i++)
            B[i] = li_hearing_on_branch(h, &X->branch[k], A[i]);
        if (open) {
            same = li_ctx_status(h->ctx) == LI_OK && li_exact_rank(h->ctx, &found, rows, n, B, NULL, NULL) == LI_OK && (first || found == *rank);
            *rank = found;
            first = false;
        }
        li_hearing_leave(h, before);
    }
    same &= !first;
    if (!same && X != NULL)
        li_hearing_undecided(h, "a rank could not be found within the budget");
    return same;
}

static bool keeps_reactions(li_hearing *h, const li_field *X, const li_ast *tree)
{
    li_calculator *k = calculator(h);
    size_t r = h->court->S->r, n = k->chart.n, before, after;
    li_expr *A = li_alloc(h->ctx, ((r + 1) * n + 1) * sizeof *A);
    li_field e;
    bool yes = A != NULL;

    li_field_init(&e);
    for (size_t i = 0; i < r && yes; i++) {
        for (size_t j = 0; j < r && yes; j++)
            if ((yes = li_system_e(k, &e, j, tree)))
                for (size_t c = 0; c < n; c++)
                    A[j * n + c] = e.comp[c];
        yes = yes && li_system_e(k, &e, i, tree) && li_field_bracket(h->ctx, &e, X, &e) == LI_OK;
        for (size_t c = 0; c < n && yes; c++)
            A[r * n + c] = e.comp[c];
        yes = yes && rank_on_motions(h, &before, r, n, A) && rank_on_motions(h, &after, r + 1, n, A);
        if (yes && before < after) {
            h->out->holds = LI_NO;
            h->out->how = LI_BY_STATE;
            h->out->why = "the field does not keep the directions of the reactions";
            yes = false;
        }
    }
    li_field_clear(h->ctx, &e);
    return yes;
}

void li_hearing_symmetry(li_hearing *h)
{
    const li_ast *tree = h->claim->tree[0];
    li_calculator *k = calculator(h);
    const li_motion *S = h->court->S;
    li_form Omega;
    li_field X;

    li_form_init(&Omega);
    li_field_init(&X);
    if (li_value_as_field(k, &X, li_calculate(k, tree), tree) && li_system_Omega(k, &Omega, tree) && has_states(h)) {
        bool held = li_form_lie(h->ctx, &Omega, &X, &Omega) == LI_OK && form_vanishes(h, &Omega);
        for (size_t i = 0; i < S->p && held; i++)
            held = vanishes(h, li_field_apply(h->ctx, &X, li_calculator_state(k, S->relation[i], tree))) &&
                   (S->position[i] == NULL || vanishes(h, li_field_apply(h->ctx, &X, S->position[i])));
        if (held)
            keeps_reactions(h, &X, tree);
    }
    li_form_clear(h->ctx, &Omega);
    li_field_clear(h->ctx, &X);
}

/* ---- functions of the state ---- */

/* The functions that the claim lists; NULL with a diagnostic. */
static li_expr *functions(li_hearing *h)
{
    li_calculator *k = calculator(h);
    li_expr *f = li_alloc(h->ctx, (h->claim->n + 1) * sizeof *f);

    for (size_t i = 0; f != NULL && i < h->claim->n; i++)
        if ((f[i] = li_value_as_function(k, li_calculate(k, h->claim->tree[i]), h->claim->tree[i])) == NULL)
            return NULL;
    return f;
}

/* {F, G} = 0 for all of them */
void li_hearing_involution(li_hearing *h)
{
    li_expr *f = functions(h);

    if (f == NULL || !has_states(h))
        return;
    h->out->holds = LI_YES;
    for (size_t i = 0; i < h->claim->n; i++)
        for (size_t j = 0; j < i; j++) {
            li_expr bracket = li_system_poisson(calculator(h), f[i], f[j], h->claim->tree[i]);
            if (bracket == li_expr_undefined() || !vanishes(h, bracket))
                return;
        }
}

/* The differentials are independent where the constraints hold: adding them to those of the constraints raises the rank by
 * their number. */
void li_hearing_independent(li_hearing *h)
{
    const li_motion *S = h->court->S;
    li_calculator *k = calculator(h);
    size_t m = h->claim->n, n = k->chart.m, p = 0, all, own;
    li_expr *f = functions(h), *A = li_alloc(h->ctx, ((2 * S->p + m) * n + 1) * sizeof *A);

    if (f == NULL || A == NULL || !has_states(h))
        return;
    for (size_t i = 0; i < S->p; i++) {
        li_expr_gradient(h->ctx, A + p++ * n, li_calculator_state(k, S->relation[i], h->claim->tree[0]), n, k->chart.x);
        if (S->position[i] != NULL)
            li_expr_gradient(h->ctx, A + p++ * n, S->position[i], n, k->chart.x);
    }
    for (size_t i = 0; i < m; i++)
        li_expr_gradient(h->ctx, A + (p + i) * n, f[i], n, k->chart.x);
    if (!rank_on_motions(h, &all, p + m, n, A) || !rank_on_motions(h, &own, p, n, A))
        return;
    h->out->holds = all == own + m ? LI_YES : LI_NO;
    h->out->how = LI_BY_ALGEBRA;
    if (h->out->holds == LI_NO)
        h->out->why = "the differentials are dependent at every state";
}
