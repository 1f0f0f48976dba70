/* calculator.c - the value of a syntax tree that may be a form or a field */
#include <string.h>

#include "calculator.h"

enum { DEEPEST = 1000 };       /* definitions by definitions */

/* ---- values ---- */

li_value *li_value_new(li_calculator *k, li_value_kind kind)
{
    li_value *v = li_alloc(k->ctx, sizeof *v), **value = li_grow(k->ctx, k->value, k->values + 1, sizeof *value);

    if (value != NULL)
        k->value = value;
    if (v == NULL || value == NULL)
        return NULL;
    *v = (li_value){ .kind = kind };
    li_form_init(&v->w);
    li_pvector_init(&v->X);
    li_quadratic_init(&v->g);
    return k->value[k->values++] = v;
}

li_value *li_value_function(li_calculator *k, li_expr f)
{
    li_value *v = f == li_expr_undefined() ? NULL : li_value_new(k, LI_VALUE_FORM);
    return v != NULL && li_form_function(k->ctx, &v->w, &k->chart, f) == LI_OK ? v : NULL;
}

const char *li_value_words(const li_value *v)
{
    if (v->kind == LI_VALUE_TRUTH || v->kind == LI_VALUE_QUADRATIC)
        return v->kind == LI_VALUE_TRUTH ? "yes or no" : "a quadratic form";
    if (v->kind == LI_VALUE_VECTOR)
        return v->X.w.degree == 1 ? "a field" : "a p-vector";
    return v->w.degree == 0 ? "a function" : v->w.degree == 1 ? "a Pfaff form" : "a form";
}

li_expr li_value_as_function(li_calculator *k, const li_value *v, const li_ast *tree)
{
    if (v == NULL)
        return NULL;
    if (v->kind == LI_VALUE_FORM && (v->w.degree == 0 || v->w.len == 0))
        return v->w.len == 0 ? li_expr_int(k->ctx, 0) : v->w.f[0];
    li_diagnose(k->ctx, LI_ERROR, tree->place, "a function is expected here; this is %s", li_value_words(v));
    return NULL;
}

bool li_value_as_field(li_calculator *k, li_field *X, const li_value *v, const li_ast *tree)
{
    if (v == NULL || li_field_zero(k->ctx, X, &k->chart) != LI_OK)
        return false;
    if (v->kind != LI_VALUE_VECTOR || v->X.w.degree > 1) {
        li_diagnose(k->ctx, LI_ERROR, tree->place, "a field is expected here; this is %s", li_value_words(v));
        return false;
    }
    for (size_t i = 0; i < v->X.w.len; i++)
        X->comp[v->X.w.at[i]] = v->X.w.f[i];
    return true;
}

li_value *li_value_of_field(li_calculator *k, li_field *X)
{
    li_value *v = li_value_new(k, LI_VALUE_VECTOR);

    if (v != NULL && li_pvector_field(k->ctx, &v->X, X) != LI_OK)
        v = NULL;
    li_field_clear(k->ctx, X);
    return v;
}

bool li_calculator_settle(li_calculator *k, const li_ast *tree, li_status returned)
{
    li_status status = li_ctx_status(k->ctx);

    if (status == LI_OK && returned == LI_OK)
        return true;
    if (status == LI_MEMORY || (status != LI_OK && li_diagnostic_errors(k->ctx) > 0 && status == LI_INPUT))
        return false;
    const char *words = status != LI_OK ? li_ctx_message(k->ctx) : "";
    if (words[0] == '\0')
        words = returned == LI_SINGULAR ? "there is none, or more than one" : "exact algebra could not settle this within its budget";
    li_diagnose(k->ctx, LI_ERROR, tree->place, "%s", words);
    li_ctx_forgive(k->ctx);
    return false;
}

/* ---- functions ---- */

li_expr li_calculator_state(li_calculator *k, li_expr e, const li_ast *tree)
{
    li_expr x;

    if (e != li_expr_undefined() && li_expr_symbols(k->ctx, 1, &e, LI_MULTIPLIER, LI_MULTIPLIER, &x, 1) > 0)
        e = li_system_multipliers(k, e, tree);
    if (e == li_expr_undefined())
        return e;
    e = li_expr_subst(k->ctx, e, k->replaced, k->from, k->to);
    if (li_expr_symbols(k->ctx, 1, &e, LI_ACCELERATION, LI_ACCELERATION, &x, 1) == 0)
        return e;
    li_diagnose(k->ctx, LI_ERROR, tree->place, "a function of the state has no accelerations; this contains %s", li_expr_name(x));
    return li_expr_undefined();
}

static li_value *function(li_calculator *k, const li_ast *tree)
{
    return li_value_function(k, li_calculator_state(k, li_names_read(k, tree), tree));
}

/* ---- names ---- */

static bool is_declared(const li_calculator *k, const li_ast *tree)
{
    bool yes = false;
    for (size_t i = 0; tree->kind == LI_AST_CALL && i < k->m->functions && !yes; i++)
        yes = strcmp(k->m->function[i].name, tree->name) == 0;
    return yes || (tree->kind == LI_AST_NAME && li_model_declares(k->m, tree->name));
}

/* Of a tree itself, not of what it contains. A declared name wins over one of the system, which is then system.E */
static bool is_own(const li_calculator *k, const li_ast *tree)
{
    bool prefixed = tree->name != NULL && strncmp(tree->name, "system.", 7) == 0;

    switch (tree->kind) {
    case LI_AST_WEDGE: case LI_AST_APPLY:
        return true;
    case LI_AST_NAME:
        return tree->primes == 0 && (li_model_calculation(k->m, tree->name) != NULL ||
                                     (li_system_is(prefixed ? tree->name + 7 : tree->name) && (prefixed || !is_declared(k, tree))));
    case LI_AST_CALL:
        return tree->primes == 0 && li_operator_is(tree->name) && !is_declared(k, tree);
    default:
        return false;
    }
}

bool li_calculator_knows(const li_calculator *k, const li_ast *tree)
{
    bool yes = is_own(k, tree), goes_on = tree->kind == LI_AST_SUM || tree->kind == LI_AST_PRODUCT || tree->kind == LI_AST_POWER;

    for (size_t i = 0; goes_on && !yes && i < tree->len; i++)
        yes = li_calculator_knows(k, tree->arg[i]);
    return yes;
}

/* form NAME = E, field NAME = E, calculated when first asked for */
static li_value *definition(li_calculator *k, const li_calculation *c, const li_ast *tree)
{
    size_t i = (size_t)(c - k->m->calculation);

    if (k->known[i] != NULL)
        return k->known[i];
    if (k->depth == DEEPEST) {
        li_diagnose(k->ctx, LI_ERROR, tree->place, "definitions nested more than %d deep", DEEPEST);
        return NULL;
    }
    k->depth++;
    li_value *v = li_calculate(k, c->tree);
    k->depth--;
    bool vector = c->kind == LI_CALCULATE_FIELD;
    if (v != NULL && v->kind == LI_VALUE_FORM && vector && v->w.len == 0)
        v = li_value_new(k, LI_VALUE_VECTOR);             /* the field 0 */
    if (v != NULL && v->kind != (vector ? LI_VALUE_VECTOR : LI_VALUE_FORM) && (vector || v->kind != LI_VALUE_QUADRATIC)) {
        li_diagnose(k->ctx, LI_ERROR, c->tree->place, "'%s' is declared as a %s; this is %s", c->name, vector ? "field" : "form", li_value_words(v));
        return NULL;
    }
    return k->known[i] = v;
}

static li_value *name(li_calculator *k, const li_ast *tree)
{
    const li_calculation *c = li_model_calculation(k->m, tree->name);
    return c != NULL ? definition(k, c, tree) : li_system_name(k, tree);
}

/* ---- sums and products ---- */

static li_form *coefficients(li_value *v) { return v->kind == LI_VALUE_VECTOR ? &v->X.w : &v->w; }

static bool is_zero(const li_value *v) { return (v->kind == LI_VALUE_FORM || v->kind == LI_VALUE_VECTOR) && v->w.len == 0 && v->X.w.len == 0; }

/* out = a + f b */
static li_status add_quadratic(li_calculator *k, li_value *out, const li_value *a, li_expr f, const li_value *b)
{
    li_expr one = li_expr_int(k->ctx, 1);

    if (li_quadratic_zero(k->ctx, &out->g, &k->chart) == LI_OK && a != NULL && !is_zero(a))
        li_quadratic_add(k->ctx, &out->g, one, &a->g);
    return li_ctx_status(k->ctx) == LI_OK && !is_zero(b) ? li_quadratic_add(k->ctx, &out->g, f, &b->g) : li_ctx_status(k->ctx);
}

/* The 0 of one kind is the 0 of every kind. */
static bool may_add(li_calculator *k, const li_value *a, const li_value *b, const li_ast *at)
{
    if (is_zero(a) || is_zero(b))
        return true;
    if (a->kind == LI_VALUE_TRUTH || b->kind == LI_VALUE_TRUTH || a->kind != b->kind) {
        li_diagnose(k->ctx, LI_ERROR, at->place, "%s cannot be added to %s", li_value_words(b), li_value_words(a));
        return false;
    }
    if (a->kind == LI_VALUE_QUADRATIC)
        return true;
    size_t p = a->kind == LI_VALUE_VECTOR ? a->X.w.degree : a->w.degree, q = a->kind == LI_VALUE_VECTOR ? b->X.w.degree : b->w.degree;
    if (p != q)
        li_diagnose(k->ctx, LI_ERROR, at->place, "degree %zu cannot be added to degree %zu", q, p);
    return p == q;
}

static li_value *sum(li_calculator *k, const li_ast *tree)
{
    li_value *s = li_value_function(k, li_expr_int(k->ctx, 0));

    for (size_t i = 0; s != NULL && i < tree->len; i++) {
        li_value *x = li_calculate(k, tree->arg[i]);
        if (x == NULL || !may_add(k, s, x, tree->arg[i]))
            return NULL;
        li_value *next = li_value_new(k, is_zero(s) ? x->kind : s->kind);
        if (next == NULL)
            return NULL;
        if (next->kind == LI_VALUE_QUADRATIC) {
            if (!li_calculator_settle(k, tree->arg[i], add_quadratic(k, next, s, li_expr_int(k->ctx, tree->flip[i] ? -1 : 1), x)))
                return NULL;
            s = next;
            continue;
        }
        li_form none, *left = is_zero(s) ? &none : coefficients(s), *right = is_zero(x) ? &none : coefficients(x);
        li_form_init(&none);
        li_status status = tree->flip[i] ? li_form_sub(k->ctx, coefficients(next), left, right) : li_form_add(k->ctx, coefficients(next), left, right);
        if (!li_calculator_settle(k, tree->arg[i], status))
            return NULL;
        s = next;
    }
    return s;
}

static bool is_pfaff(const li_value *v) { return v->kind == LI_VALUE_FORM && v->w.degree == 1; }

/* The symmetric product of two Pfaff forms */
static li_value *square(li_calculator *k, const li_value *v, const li_value *w, const li_ast *tree)
{
    li_value *q = li_value_new(k, LI_VALUE_QUADRATIC);

    if (q == NULL || li_quadratic_zero(k->ctx, &q->g, &k->chart) != LI_OK)
        return NULL;
    return li_calculator_settle(k, tree, li_quadratic_add_product(k->ctx, &q->g, li_expr_int(k->ctx, 1), &v->w, &w->w)) ? q : NULL;
}

/* W^2; other powers are of functions that an operator makes */
static li_value *power(li_calculator *k, const li_ast *tree)
{
    const li_ast *exponent = tree->arg[1];
    int64_t n;

    if (exponent->kind == LI_AST_NUMBER && li_rational_get_int(&n, li_expr_number(exponent->number)) && n == 2) {
        li_value *v = li_calculate(k, tree->arg[0]);
        if (v == NULL || is_pfaff(v))
            return v == NULL ? NULL : square(k, v, v, tree);
    }
    return function(k, tree);
}

/* f*W: one factor at most is more than a function, or two are Pfaff forms */
static li_value *product(li_calculator *k, const li_ast *tree)
{
    li_expr f = li_expr_int(k->ctx, 1);
    li_value *more = NULL;

    for (size_t i = 0; i < tree->len; i++) {
        li_value *x = li_calculate(k, tree->arg[i]);
        bool plain = x != NULL && x->kind == LI_VALUE_FORM && (x->w.degree == 0 || x->w.len == 0);
        if (x == NULL)
            return NULL;
        if (!plain && more != NULL && is_pfaff(more) && is_pfaff(x) && !tree->flip[i]) {
            if ((more = square(k, more, x, tree->arg[i])) == NULL)
                return NULL;
            continue;
        }
        if (!plain && (more != NULL || tree->flip[i] || x->kind == LI_VALUE_TRUTH)) {
            li_diagnose(k->ctx, LI_ERROR, tree->arg[i]->place, tree->flip[i] ? "one divides by functions only; this is %s"
                        : "* multiplies with functions; forms are multiplied by /\\, and this is %s", li_value_words(x));
            return NULL;
        }
        if (!plain) {
            more = x;
            continue;
        }
        li_expr g = li_value_as_function(k, x, tree->arg[i]);
        if (tree->flip[i] && li_expr_is_zero(g)) {
            li_diagnose(k->ctx, LI_ERROR, tree->arg[i]->place, "division by zero");
            return NULL;
        }
        f = tree->flip[i] ? li_expr_div(k->ctx, f, g) : li_expr_mul(k->ctx, f, g);
    }
    if (more == NULL)
        return li_value_function(k, f);
    li_value *v = li_value_new(k, more->kind);
    if (v != NULL && v->kind == LI_VALUE_QUADRATIC)
        return li_calculator_settle(k, tree, add_quadratic(k, v, NULL, f, more)) ? v : NULL;
    return v != NULL && li_calculator_settle(k, tree, li_form_scale(k->ctx, coefficients(v), f, coefficients(more))) ? v : NULL;
}

static li_value *wedge(li_calculator *k, const li_ast *tree)
{
    li_value *v = li_calculate(k, tree->arg[0]);

    for (size_t i = 1; v != NULL && i < tree->len; i++) {
        li_value *x = li_calculate(k, tree->arg[i]);
        if (x == NULL)
            return NULL;
        if ((v->kind != LI_VALUE_FORM && v->kind != LI_VALUE_VECTOR) || v->kind != x->kind) {
            li_diagnose(k->ctx, LI_ERROR, tree->arg[i]->place, "/\\ multiplies forms with forms and fields with fields; here %s stands beside %s",
                        li_value_words(x), li_value_words(v));
            return NULL;
        }
        li_value *next = li_value_new(k, v->kind);
        if (next == NULL)
            return NULL;
        li_status status = v->kind == LI_VALUE_VECTOR ? li_pvector_wedge(k->ctx, &next->X, &v->X, &x->X) : li_form_wedge(k->ctx, &next->w, &v->w, &x->w);
        if (!li_calculator_settle(k, tree->arg[i], status))
            return NULL;
        v = next;
    }
    return v;
}

li_value *li_calculate(li_calculator *k, const li_ast *tree)
{
    if (li_ctx_status(k->ctx) != LI_OK)
        return NULL;
    if (!li_calculator_knows(k, tree))
        return function(k, tree);
    switch (tree->kind) {
    case LI_AST_SUM:
        return sum(k, tree);
    case LI_AST_PRODUCT:
        return product(k, tree);
    case LI_AST_WEDGE:
        return wedge(k, tree);
    case LI_AST_APPLY:
        return li_operator_apply(k, tree);
    case LI_AST_CALL:
        return li_operator_call(k, tree);
    case LI_AST_NAME:
        return name(k, tree);
    case LI_AST_POWER:
        return power(k, tree);
    default:
        return function(k, tree);
    }
}

/* ---- the chart ---- */

/* The state manifold: velocity parameters (quasi-velocities where there are any), coordinates, t; every other velocity is
 * a function on it. */
static size_t state_chart(li_calculator *k, li_expr *x)
{
    const li_motion *S = k->S;
    li_quasi Q;
    size_t n = S->n, len = 0;

    k->from = li_alloc(k->ctx, (n + S->model->quasis + 1) * sizeof *k->from);
    k->to = li_alloc(k->ctx, (n + S->model->quasis + 1) * sizeof *k->to);
    bool quasi = S->model->quasis > 0 && !S->speeds && li_quasi_init(k->ctx, &Q, S) == LI_OK;
    if (k->from == NULL || k->to == NULL || li_ctx_status(k->ctx) != LI_OK)
        return 0;
    for (size_t r = 0; r < n; r++)
        x[len++] = quasi ? Q.w[r] : S->v[r];
    for (size_t r = 0; r < S->coords; r++) {
        li_expr value = quasi ? Q.c[r] : S->phi[r], v = S->model->coord[r].v;
        for (size_t j = 0; quasi && j < n; j++)
            value = li_expr_add(k->ctx, value, li_expr_mul(k->ctx, Q.A[r * n + j], Q.w[j]));
        x[len++] = S->q[r];
        if (value != v) {
            k->from[k->replaced] = v;
            k->to[k->replaced++] = value;
        }
    }
    for (size_t i = 0; S->speeds && i < S->model->quasis; i++) {
        k->from[k->replaced] = S->model->quasi[i].w;
        k->to[k->replaced++] = li_model_basic(k->ctx, S->model, S->model->quasi[i].value);
    }
    x[len++] = S->t;
    return len;
}

li_calculator *li_calculator_new(li_ctx *ctx, const li_model *m, const li_motion *S)
{
    li_calculator *k = li_alloc(ctx, sizeof *k);
    size_t len = m->charts;
    li_expr *x = li_alloc(ctx, (S == NULL ? m->charts + 1 : 2 * S->n + 1) * sizeof *x);

    if (k == NULL || x == NULL)
        return NULL;
    *k = (li_calculator){ .ctx = ctx, .m = m, .S = S };
    li_coframe_init(&k->chart);
    k->known = li_alloc(ctx, (m->calculations + 1) * sizeof *k->known);
    if (S != NULL)
        len = state_chart(k, x);
    for (size_t i = 0; S == NULL && i < len; i++)
        x[i] = m->chart[i];
    if (li_ctx_status(ctx) == LI_OK)
        li_coframe_chart(ctx, &k->chart, len, x);
    k->t = li_coframe_function(&k->chart, m->t);
    return k;
}

void li_calculator_free(li_calculator *k)
{
    for (size_t i = 0; k != NULL && i < k->values; i++) {
        li_form_clear(k->ctx, &k->value[i]->w);
        li_pvector_clear(k->ctx, &k->value[i]->X);
        li_quadratic_clear(k->ctx, &k->value[i]->g);
    }
    if (k == NULL)
        return;
    if (k->omega != NULL)
        li_omega_clear(k->ctx, k->omega);
    li_drop(k->ctx, k->value);
    li_coframe_clear(k->ctx, &k->chart);
}
