/* t-rank.c - the rank of forms built to have one */
#include "draw.h"

static void check_rank(li_ctx *ctx, const li_form *w, size_t expected, const char *what)
{
    size_t rank = 99;
    li_status status = li_form_rank(ctx, &rank, w);

    if (status == LI_UNDECIDED)
        li_test_undecided();
    li_check(ctx, status == LI_UNDECIDED || (status == LI_OK && rank == expected), "%s: rank %zu, not %zu (%s): %s", what, rank, expected, li_status_name(status), li_form_text(ctx, w));
}

/* theta^1^theta^2 + ... + theta^(2k-1)^theta^2k of a drawn basis, on the chart or on the basis: 2k */
static void products(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, MOST), k = (size_t)li_rand_below(rng, (int)n / 2 + 1);
    li_space s;
    li_form w;

    li_space_init(ctx, &s, rng, n);
    li_form_init(&w);
    li_form_zero(ctx, &w, &s.basis, 2);
    for (size_t i = 0; i < k; i++) {
        uint32_t at[2] = { (uint32_t)(2 * i), (uint32_t)(2 * i + 1) };
        li_expr f = li_draw_function(ctx, rng, n, s.x);
        li_form_add_term(ctx, &w, at, li_expr_add(ctx, li_expr_int(ctx, 3), li_expr_power(ctx, f, 2)));
    }
    if (li_rand_below(rng, 2))
        li_form_on(ctx, &w, &s.chart, &w);
    check_rank(ctx, &w, 2 * k, "a sum of products");
    li_form_clear(ctx, &w);
    li_space_clear(ctx, &s);
}

/* theta^1 ^ ... ^ theta^p: p; plus another such product that shares all but one: p + 1 - 1 ... by Pfaff forms it is p again */
static void decomposable(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 6), p = (size_t)li_rand_below(rng, (int)n + 1);
    uint32_t at[MOST] = { 0, 1, 2, 3, 4, 5, 6 };
    li_space s;
    li_form w;

    li_space_init(ctx, &s, rng, n);
    li_form_init(&w);
    li_form_zero(ctx, &w, &s.basis, p);
    check_rank(ctx, &w, 0, "0");
    li_form_add_term(ctx, &w, at, li_expr_int(ctx, 2));
    if (p > 0 && p < n) {                                          /* 2 theta^I + x theta^J, J = I but for the last: a product again */
        at[p - 1] = (uint32_t)p;
        li_form_add_term(ctx, &w, at, s.x[0]);
    }
    li_form_on(ctx, &w, &s.chart, &w);
    check_rank(ctx, &w, p, "a product");
    li_form_clear(ctx, &w);
    li_space_clear(ctx, &s);
}

/* theta^123 + theta^145 needs 5 forms, theta^123 + theta^456 6; a coefficient that is 0 without looking so does not count */
static void higher(li_ctx *ctx, li_rand *rng)
{
    uint32_t one[3] = { 0, 1, 2 }, two[3] = { 0, 3, 4 }, three[3] = { 3, 4, 5 };
    li_space s;
    li_form w;

    li_space_init(ctx, &s, rng, 6);
    li_form_init(&w);
    li_expr sine = li_expr_apply(ctx, LI_SIN, s.x[0]), cosine = li_expr_apply(ctx, LI_COS, s.x[0]);
    li_expr zero = li_expr_sub(ctx, li_expr_add(ctx, li_expr_power(ctx, sine, 2), li_expr_power(ctx, cosine, 2)), li_expr_int(ctx, 1));
    li_form_zero(ctx, &w, &s.basis, 3);
    li_form_add_term(ctx, &w, one, li_expr_int(ctx, 1));
    li_form_add_term(ctx, &w, three, zero);
    check_rank(ctx, &w, 3, "123 + 0");
    li_form_add_term(ctx, &w, two, s.x[1]);
    check_rank(ctx, &w, 5, "123 + 145");
    li_form_zero(ctx, &w, &s.basis, 3);
    li_form_add_term(ctx, &w, one, li_expr_int(ctx, 1));
    li_form_add_term(ctx, &w, three, li_expr_int(ctx, 1));
    check_rank(ctx, &w, 6, "123 + 456");
    li_form_clear(ctx, &w);
    li_space_clear(ctx, &s);
}

/* The matrix and the associated forms of a 2-form: w = 1/2 sum theta^a ^ dw/dtheta^a, dw/dtheta^a = i(X_a)w = sum_b W[a][b] theta^b */
static void associated(li_ctx *ctx, li_rand *rng)
{
    size_t n = 1 + (size_t)li_rand_below(rng, 5), p = (size_t)li_rand_below(rng, (int)n + 1);
    li_space s;
    li_form w, part[MOST], v;
    li_field X;
    li_expr W[MOST * MOST];

    li_space_init(ctx, &s, rng, n);
    li_form_init(&w);
    li_form_init(&v);
    li_forms_init(part, MOST);
    li_field_init(&X);
    const li_coframe *c = li_space_any(&s, rng);
    li_draw_form(ctx, rng, &w, c, p);
    li_form_associated(ctx, part, &w);
    for (size_t a = 0; a < n; a++) {
        li_field_dual(ctx, &X, c, a);
        li_form_interior(ctx, &v, &X, &w);
        li_same_form(ctx, &v, &part[a], "dw/dtheta^a = i(X_a)w");
    }
    if (p == 2) {
        li_form_matrix(ctx, W, &w);
        for (size_t a = 0; a < n; a++) {
            li_form_pfaff(ctx, &v, c, W + a * n);
            li_same_form(ctx, &v, &part[a], "W[a][b] theta^b");
        }
        li_form_associated(ctx, part, &w);
    } else if (w.len > 0) {
        li_check(ctx, li_form_matrix(ctx, W, &w) == LI_DOMAIN, "the matrix of a form of degree %zu", p);
        li_ctx_forgive(ctx);
    }
    li_form_clear(ctx, &w);
    li_form_clear(ctx, &v);
    li_forms_clear(ctx, part, MOST);
    li_field_clear(ctx, &X);
    li_space_clear(ctx, &s);
}

int main(void)
{
    li_test_run("products", products, 80);
    li_test_run("decomposable", decomposable, 60);
    li_test_run("higher", higher, 10);
    li_test_run("associated", associated, 100);
    return li_test_done();
}
