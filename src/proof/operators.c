/* operators.c - the operators of the calculator */
#include <string.h>

#include "calculator.h"

/* ---- arguments ---- */

static bool takes(li_calculator *k, const li_ast *tree, size_t n, const char *form)
{
    if (tree->len == n)
        return true;
    li_diagnose(k->ctx, LI_ERROR, tree->place, "'%s' takes %zu argument%s: %s", tree->name, n, n == 1 ? "" : "s", form);
    return false;
}

/* A form, functions included; NULL with a diagnostic. */
static const li_form *form_of(li_calculator *k, const li_ast *tree)
{
    li_value *v = li_calculate(k, tree);

    if (v == NULL || v->kind == LI_VALUE_FORM)
        return v == NULL ? NULL : &v->w;
    li_diagnose(k->ctx, LI_ERROR, tree->place, "a form is expected here; this is %s",
                v->kind == LI_VALUE_TRUTH ? "yes or no" : v->kind == LI_VALUE_QUADRATIC ? "a quadratic form" : "a field");
    return NULL;
}

static bool field_of(li_calculator *k, li_field *X, const li_ast *tree)
{
    li_field_init(X);
    if (li_value_as_field(k, X, li_calculate(k, tree), tree))
        return true;
    li_field_clear(k->ctx, X);
    return false;
}

static li_value *settled(li_calculator *k, const li_ast *tree, li_value *v, li_status status)
{
    return li_calculator_settle(k, tree, status) ? v : NULL;
}

/* ---- forms ---- */

/* d(E) */
static li_value *differential(li_calculator *k, const li_ast *tree)
{
    const li_form *w = form_of(k, tree->arg[0]);
    li_value *v = w == NULL ? NULL : li_value_new(k, LI_VALUE_FORM);
    return v == NULL ? NULL : settled(k, tree, v, li_form_d(k->ctx, &v->w, w));
}

/* D(x): the field along one variable of the chart */
static li_value *along(li_calculator *k, const li_ast *tree)
{
    li_expr x = li_names_read(k, tree->arg[0]);
    li_field X;

    if (x == li_expr_undefined())
        return NULL;
    size_t j = li_coframe_function(&k->chart, x);
    if (j == k->chart.m) {
        li_text chart;
        li_text_init(&chart);
        for (size_t i = 0; i < k->chart.m; i++)
            li_text_printf(k->ctx, &chart, "%s%s", i > 0 ? ", " : "", li_expr_name(k->chart.x[i]));
        li_diagnose(k->ctx, LI_ERROR, tree->arg[0]->place, "D(x): x is a variable of the chart: %s", li_text_str(&chart));
        li_text_clear(k->ctx, &chart);
        return NULL;
    }
    li_field_init(&X);
    return li_calculator_settle(k, tree, li_field_along(k->ctx, &X, &k->chart, j)) ? li_value_of_field(k, &X) : NULL;
}

static li_value *rank(li_calculator *k, const li_ast *tree)
{
    const li_form *w = form_of(k, tree->arg[0]);
    size_t r = 0;

    if (w == NULL || !li_calculator_settle(k, tree, li_form_rank(k->ctx, &r, w)))
        return NULL;
    return li_value_function(k, li_expr_int(k->ctx, (int64_t)r));
}

static li_value *closed(li_calculator *k, const li_ast *tree)
{
    const li_form *w = form_of(k, tree->arg[0]);
    li_value *v = w == NULL ? NULL : li_value_new(k, LI_VALUE_TRUTH);

    if (v != NULL)
        v->truth = li_form_is_closed(k->ctx, w);
    return v;
}

/* dx_j, j the place of t, or of another variable */
static li_status set_dx(li_calculator *k, li_form *s, size_t j) { return li_form_theta(k->ctx, s, &k->chart, j); }

/* characteristic(W): the one field X with i(X)W = 0 and i(X)dt = 1; without t, i(X)dx = 1 for the first x that will do */
static li_value *characteristic(li_calculator *k, const li_ast *tree)
{
    const li_form *w = form_of(k, tree->arg[0]);
    li_status status = LI_SINGULAR;
    li_form s;
    li_field X;

    if (w != NULL && w->degree == 0 && w->len > 0) {
        li_diagnose(k->ctx, LI_ERROR, tree->arg[0]->place, "characteristic(W) is of forms of degree 1 and more; this is a function");
        return NULL;
    }
    if (w == NULL)
        return NULL;
    li_form_init(&s);
    li_field_init(&X);
    for (size_t j = 0; j < k->chart.n && status == LI_SINGULAR; j++)
        if (k->t == k->chart.n || j == k->t) {
            status = set_dx(k, &s, j);
            if (status == LI_OK)
                status = li_form_characteristic(k->ctx, &X, w, &s);
        }
    li_form_clear(k->ctx, &s);
    if (status == LI_SINGULAR)
        li_diagnose(k->ctx, LI_ERROR, tree->place, "it has no characteristic field, or more than one: its rank is not %zu, or dt is 0 along the field", k->chart.n - 1);
    if (status != LI_SINGULAR && li_calculator_settle(k, tree, status))
        return li_value_of_field(k, &X);
    li_field_clear(k->ctx, &X);
    return NULL;
}

/* dual(W): the field x without a part along t such that i(x)Omega = W */
static li_value *dual(li_calculator *k, const li_ast *tree)
{
    const li_form *w = form_of(k, tree->arg[0]);
    li_status status = LI_SINGULAR;
    li_form Omega, dt;
    li_field x;

    if (w == NULL)
        return NULL;
    li_form_init(&Omega);
    li_form_init(&dt);
    li_field_init(&x);
    bool ok = li_system_Omega(k, &Omega, tree) && li_calculator_settle(k, tree, set_dx(k, &dt, k->t));
    if (ok)
        status = li_form_dual(k->ctx, &x, &Omega, w, &dt);
    if (ok && status == LI_SINGULAR)
        li_diagnose(k->ctx, LI_ERROR, tree->arg[0]->place, "no field x has i(x)Omega equal to this: i(E) of it is not 0");
    ok = ok && status != LI_SINGULAR && li_calculator_settle(k, tree, status);
    li_form_clear(k->ctx, &Omega);
    li_form_clear(k->ctx, &dt);
    if (ok)
        return li_value_of_field(k, &x);
    li_field_clear(k->ctx, &x);
    return NULL;
}

/* ---- fields and functions ---- */

static li_value *bracket(li_calculator *k, const li_ast *tree)
{
    li_field X, Y;
    li_status status = LI_OK;

    if (!field_of(k, &X, tree->arg[0]))
        return NULL;
    bool ok = field_of(k, &Y, tree->arg[1]);
    if (ok) {
        status = li_field_bracket(k->ctx, &X, &X, &Y);
        li_field_clear(k->ctx, &Y);
    }
    if (ok && li_calculator_settle(k, tree, status))
        return li_value_of_field(k, &X);
    li_field_clear(k->ctx, &X);
    return NULL;
}

static li_value *poisson(li_calculator *k, const li_ast *tree)
{
    li_expr F = li_value_as_function(k, li_calculate(k, tree->arg[0]), tree->arg[0]);
    li_expr G = F == NULL ? NULL : li_value_as_function(k, li_calculate(k, tree->arg[1]), tree->arg[1]);
    return G == NULL ? NULL : li_value_function(k, li_system_poisson(k, F, G, tree));
}

/* derivative(F, X), derivative(F, X, n): n times along X */
static li_value *derivative(li_calculator *k, const li_ast *tree)
{
    enum { MOST = 100 };
    int64_t n = 1;
    li_field X;

    if (tree->len < 2 || tree->len > 3) {
        li_diagnose(k->ctx, LI_ERROR, tree->place, "derivative(F, X, n): a function, a field, and how many times (1 if not said)");
        return NULL;
    }
    if (tree->len == 3 && (tree->arg[2]->kind != LI_AST_NUMBER || !li_rational_get_int(&n, li_expr_number(tree->arg[2]->number)) || n < 0 || n > MOST)) {
        li_diagnose(k->ctx, LI_ERROR, tree->arg[2]->place, "a whole number from 0 to %d is expected here", MOST);
        return NULL;
    }
    li_expr F = li_value_as_function(k, li_calculate(k, tree->arg[0]), tree->arg[0]);
    if (F == NULL || !field_of(k, &X, tree->arg[1]))
        return NULL;
    for (int64_t i = 0; i < n; i++)              /* simplified on the way: each step multiplies the terms */
        F = li_exact_simplify(k->ctx, li_field_apply(k->ctx, &X, F));
    li_field_clear(k->ctx, &X);
    return li_value_function(k, F);
}

static li_value *incomplete(li_calculator *k, const li_ast *tree)
{
    li_diagnose(k->ctx, LI_ERROR, tree->place, "%s(X) acts on a form: %s(X) W", tree->name, tree->name);
    return NULL;
}

static const struct { const char *name; size_t takes; const char *form; li_value *(*value)(li_calculator *, const li_ast *); } operator[] = {
    { "d", 1, "d(E)", differential }, { "D", 1, "D(x)", along }, { "rank", 1, "rank(W)", rank }, { "closed", 1, "closed(W)", closed },
    { "characteristic", 1, "characteristic(W)", characteristic }, { "dual", 1, "dual(W)", dual },
    { "bracket", 2, "bracket(X, Y)", bracket }, { "poisson", 2, "poisson(F, G)", poisson }, { "derivative", 0, "", derivative },
    { "e", 1, "e(NAME)", li_system_call }, { "da", 1, "da(NAME)", li_system_call }, { "w", 1, "w(p)", li_system_call },
    { "unit_power", 1, "unit_power(NAME)", li_system_call },
    { "i", 0, "", incomplete }, { "lie", 0, "", incomplete }, { "eps", 0, "", incomplete }
};
enum { OPERATORS = sizeof operator / sizeof *operator };

static size_t find_operator(const char *name)
{
    size_t i = 0;
    while (i < OPERATORS && strcmp(operator[i].name, name) != 0)
        i++;
    return i;
}

bool li_operator_is(const char *name) { return find_operator(name) < OPERATORS; }

li_value *li_operator_call(li_calculator *k, const li_ast *tree)
{
    li_ast plain = *tree;                              /* system.d is d where the model has a d of its own */
    if (strncmp(tree->name, "system.", 7) == 0) {
        plain.name += 7;
        tree = &plain;
    }
    size_t i = find_operator(tree->name);
    if (operator[i].takes > 0 && !takes(k, tree, operator[i].takes, operator[i].form))
        return NULL;
    return operator[i].value(k, tree);
}

/* ---- i(X), lie(X), eps(X) ---- */

/* lie(X) Y of a field is the bracket. */
static li_value *lie(li_calculator *k, const li_ast *tree, const li_value *x, const li_value *on)
{
    li_field X, Y;
    li_value *v = NULL;

    li_field_init(&X);
    li_field_init(&Y);
    if (!li_value_as_field(k, &X, x, tree->arg[0]->arg[0]) || (on->kind == LI_VALUE_VECTOR && !li_value_as_field(k, &Y, on, tree->arg[1]))) {
    } else if (on->kind == LI_VALUE_VECTOR) {
        if (li_calculator_settle(k, tree, li_field_bracket(k->ctx, &Y, &X, &Y)))
            v = li_value_of_field(k, &Y);
    } else if (on->kind == LI_VALUE_QUADRATIC) {
        if ((v = li_value_new(k, LI_VALUE_QUADRATIC)) != NULL)
            v = settled(k, tree, v, li_quadratic_lie(k->ctx, &v->g, &X, &on->g));
    } else if ((v = li_value_new(k, LI_VALUE_FORM)) != NULL)
        v = settled(k, tree, v, li_form_lie(k->ctx, &v->w, &X, &on->w));
    li_field_clear(k->ctx, &X);
    li_field_clear(k->ctx, &Y);
    return v;
}

li_value *li_operator_apply(li_calculator *k, const li_ast *tree)
{
    const li_ast *op = tree->arg[0];
    li_value *x = op->len == 1 ? li_calculate(k, op->arg[0]) : NULL, *on = NULL, *v = NULL;

    if (op->len != 1)
        li_diagnose(k->ctx, LI_ERROR, op->place, "%s(X) takes one field, or a product of fields: %s(X /\\ Y) W", op->name, op->name);
    else if (x != NULL && x->kind != LI_VALUE_VECTOR)
        li_diagnose(k->ctx, LI_ERROR, op->arg[0]->place, "a field is expected here: %s(X) W", op->name);
    else if (x != NULL)
        on = li_calculate(k, tree->arg[1]);
    if (on == NULL)
        return NULL;
    if (op->name[0] == 'l')
        return on->kind != LI_VALUE_TRUTH ? lie(k, tree, x, on) : NULL;
    if (on->kind != LI_VALUE_FORM) {
        li_diagnose(k->ctx, LI_ERROR, tree->arg[1]->place, "%s(X) acts on forms", op->name);
        return NULL;
    }
    bool eps = op->name[0] == 'e';
    if (!eps && on->w.degree < x->X.w.degree && on->w.len > 0) {
        li_diagnose(k->ctx, LI_ERROR, tree->arg[1]->place, on->w.degree == 0 ? "i(X) acts on forms of degree 1 and more; this is a function (products in brackets: i(X) (f*W))"
                    : "i of a p-vector acts on forms of degree p and more");
        return NULL;
    }
    v = li_value_new(k, LI_VALUE_FORM);
    if (v == NULL)
        return NULL;
    return settled(k, tree, v, eps ? li_form_epsilon(k->ctx, &v->w, &x->X, &on->w) : li_form_contract(k->ctx, &v->w, &x->X, &on->w));
}
