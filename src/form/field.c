/* field.c - fields: sums of the dual fields X_a, and derivations of functions */
#include "coframe.h"
#include "field.h"
#include "linear.h"
#include "terms.h"

void li_field_init(li_field *X) { *X = (li_field){ 0 }; }

void li_field_clear(li_ctx *ctx, li_field *X)
{
    li_drop(ctx, X->comp);
    li_field_init(X);
}

void li_field_swap(li_field *X, li_field *Y)
{
    li_field Z = *X;
    *X = *Y;
    *Y = Z;
}

bool li_field_exists(li_ctx *ctx, const li_field *X)
{
    if (X->on != NULL)
        return true;
    li_fail(ctx, LI_DOMAIN, "a field that was not made on any coframe");
    return false;
}

bool li_field_begin(li_ctx *ctx, li_field *X, const li_coframe *c)
{
    *X = (li_field){ .on = c, .comp = li_new(ctx, c->n + 1, sizeof *X->comp) };
    for (size_t a = 0; X->comp != NULL && a < c->n; a++)
        X->comp[a] = li_expr_int(ctx, 0);
    return X->comp != NULL;
}

li_status li_field_finish(li_ctx *ctx, li_field *out, li_field *X)
{
    for (size_t a = 0; X->comp != NULL && a < X->on->n && li_ctx_status(ctx) == LI_OK; a++)
        li_form_is_defined(ctx, X->comp[a]);
    if (li_ctx_status(ctx) == LI_OK)
        li_field_swap(out, X);
    li_field_clear(ctx, X);
    return li_ctx_status(ctx);
}

/* ---- making fields ---- */

li_status li_field_zero(li_ctx *ctx, li_field *X, const li_coframe *c)
{
    li_field zero;
    li_field_begin(ctx, &zero, c);
    return li_field_finish(ctx, X, &zero);
}

li_status li_field_dual(li_ctx *ctx, li_field *X, const li_coframe *c, size_t a)
{
    li_field Xa;

    if (a >= c->n)
        return li_fail(ctx, LI_DOMAIN, "there is no field %zu: the coframe has %zu", a + 1, c->n);
    if (li_field_begin(ctx, &Xa, c))
        Xa.comp[a] = li_expr_int(ctx, 1);
    return li_field_finish(ctx, X, &Xa);
}

/* theta^a(D(x_j)) = B[a][j], the coefficient of dx_j in theta^a on the chart */
static void set_column(li_ctx *ctx, li_field *X, size_t j)
{
    uint32_t at = (uint32_t)j;
    for (size_t a = 0; a < X->on->n; a++)
        X->comp[a] = li_form_coefficient(ctx, &X->on->in_base[a], &at);
}

/* sum_a A[i][a] X^a = 1 for i = j, 0 otherwise */
static li_status solve_column(li_ctx *ctx, li_field *X, size_t j)
{
    const li_coframe *c = X->on;
    size_t n = c->n;
    li_expr *A = li_new(ctx, n * n + 1, sizeof *A), *b = li_new(ctx, n + 1, sizeof *b);

    for (size_t i = 0; A != NULL && b != NULL && i < n; i++) {
        b[i] = li_expr_int(ctx, i == j);
        for (size_t a = 0; a < n; a++)
            A[i * n + a] = li_expr_int(ctx, 0);
        for (size_t k = 0; k < c->dx[i].len; k++)
            A[i * n + c->dx[i].at[k]] = c->dx[i].f[k];
    }
    li_status status = li_linear_solve(ctx, X->comp, n, A, 1, b);
    li_drop(ctx, A);
    li_drop(ctx, b);
    return status;
}

li_status li_field_along(li_ctx *ctx, li_field *X, const li_coframe *c, size_t j)
{
    li_field D;
    li_status status = LI_OK;

    if (j >= c->m)
        return li_fail(ctx, LI_DOMAIN, "there is no function %zu: the coframe has %zu", j + 1, c->m);
    if (li_coframe_is_chart(c))
        return li_field_dual(ctx, X, c, j);
    if (c->m != c->n)
        return LI_SINGULAR;
    if (li_field_begin(ctx, &D, c)) {
        if (c->base != NULL)
            set_column(ctx, &D, j);
        else
            status = solve_column(ctx, &D, j);
    }
    if (status == LI_OK)
        return li_field_finish(ctx, X, &D);
    li_field_clear(ctx, &D);
    return status;
}

li_status li_field_copy(li_ctx *ctx, li_field *out, const li_field *X) { return li_field_scale(ctx, out, li_expr_int(ctx, 1), X); }

/* ---- algebra ---- */

li_status li_field_add(li_ctx *ctx, li_field *out, const li_field *X, const li_field *Y)
{
    const li_coframe *c;
    li_field sum;

    if (!li_field_exists(ctx, X) || !li_field_exists(ctx, Y) || !li_coframe_shared(ctx, &c, X->on, Y->on, "X + Y: X is a field", "Y a field"))
        return li_ctx_status(ctx);
    li_field_begin(ctx, &sum, c);
    for (size_t a = 0; sum.comp != NULL && a < c->n; a++)
        sum.comp[a] = li_expr_add(ctx, X->comp[a], Y->comp[a]);
    return li_field_finish(ctx, out, &sum);
}

li_status li_field_scale(li_ctx *ctx, li_field *out, li_expr f, const li_field *X)
{
    li_field fX;

    if (!li_field_exists(ctx, X) || !li_form_is_defined(ctx, f))
        return li_ctx_status(ctx);
    li_field_begin(ctx, &fX, X->on);
    for (size_t a = 0; fX.comp != NULL && a < X->on->n; a++)
        fX.comp[a] = li_expr_mul(ctx, f, X->comp[a]);
    return li_field_finish(ctx, out, &fX);
}

/* ---- derivations ---- */

li_expr li_field_value(li_ctx *ctx, const li_field *X, const li_form *w)
{
    li_form value;

    li_form_init(&value);
    li_form_interior(ctx, &value, X, w);
    li_expr f = li_ctx_status(ctx) != LI_OK ? li_expr_undefined() : value.len > 0 ? value.f[0] : li_expr_int(ctx, 0);
    li_form_clear(ctx, &value);
    return f;
}

/* X(x_j) = i(X)dx_j */
static li_expr rate(li_ctx *ctx, const li_field *X, size_t j) { return li_field_value(ctx, X, &X->on->dx[j]); }

li_expr li_field_apply(li_ctx *ctx, const li_field *X, li_expr f)
{
    li_functions x;
    li_expr Xf = li_expr_undefined();

    if (!li_field_exists(ctx, X) || !li_functions_init(ctx, &x, X->on, f))
        return Xf;
    li_expr *r = li_new(ctx, x.n + 1, sizeof *r);
    for (size_t k = 0; r != NULL && k < x.n; k++)
        r[k] = rate(ctx, X, x.j[k]);
    if (r != NULL)
        Xf = li_expr_derive(ctx, f, x.n, x.x, r);
    li_drop(ctx, r);
    li_functions_clear(ctx, &x);
    return Xf;
}

li_derivation *li_field_derivation(li_ctx *ctx, const li_field *X)
{
    size_t m = X->on->m;
    li_derivation *D = NULL;
    li_expr *r = li_new(ctx, m + 1, sizeof *r);

    for (size_t j = 0; r != NULL && j < m; j++)
        r[j] = rate(ctx, X, j);
    if (r != NULL)
        D = li_derivation_new(ctx, m, X->on->x, r);
    li_drop(ctx, r);
    return D;
}

li_expr li_field_derivative(li_ctx *ctx, const li_field *X, li_expr f, unsigned n)
{
    if (n == 0 || !li_field_exists(ctx, X))
        return n == 0 ? f : li_expr_undefined();
    li_derivation *D = li_field_derivation(ctx, X);
    for (; n > 0 && D != NULL; n--)
        f = li_derivation_apply(ctx, D, f);
    return D != NULL ? f : li_expr_undefined();
}
