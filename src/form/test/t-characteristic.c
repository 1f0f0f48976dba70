/* t-characteristic.c - fields found again from their interior products */
#include "draw.h"

struct scene { li_space s; li_form W, w, s1; li_field E, X, Y; size_t n, k; };

/* W = sum_(i<=k) g_i theta^(2i-1)^theta^2i and s = theta^n + ... of a drawn basis: i(X_n)W = 0, i(X_n)s = 1 */
static void open_scene(li_ctx *ctx, struct scene *S, li_rand *rng, size_t n, size_t k)
{
    S->n = n;
    S->k = k;
    li_space_init(ctx, &S->s, rng, n);
    li_form_init(&S->W);
    li_form_init(&S->w);
    li_form_init(&S->s1);
    li_field_init(&S->E);
    li_field_init(&S->X);
    li_field_init(&S->Y);
    li_form_zero(ctx, &S->W, &S->s.basis, 2);
    for (size_t i = 0; i < k; i++) {
        uint32_t at[2] = { (uint32_t)(2 * i), (uint32_t)(2 * i + 1) };
        li_expr f = li_draw_function(ctx, rng, n, S->s.x);
        li_form_add_term(ctx, &S->W, at, li_rand_below(rng, 2) ? li_expr_int(ctx, 1) : li_expr_add(ctx, li_expr_int(ctx, 2), li_expr_power(ctx, f, 2)));
    }
    li_draw_form(ctx, rng, &S->s1, &S->s.basis, 1);
    uint32_t last = (uint32_t)n - 1;
    li_form_add_term(ctx, &S->s1, &last, li_expr_sub(ctx, li_expr_int(ctx, 1), li_form_coefficient(ctx, &S->s1, &last)));
    li_field_dual(ctx, &S->E, &S->s.basis, n - 1);
}

/* Was the question answered as expected? What was not decided is counted. */
static bool answered(li_ctx *ctx, li_status status, li_status expected, const char *what, size_t n)
{
    if (status == LI_UNDECIDED && li_ctx_status(ctx) == LI_OK)
        li_test_undecided();
    else
        li_check(ctx, status == expected, "%s, n = %zu: %s", what, n, li_status_name(status));
    return status == LI_OK;
}

static void on_chart(li_ctx *ctx, struct scene *S)
{
    li_form_on(ctx, &S->W, &S->s.chart, &S->W);
    li_form_on(ctx, &S->w, &S->s.chart, &S->w);
    li_form_on(ctx, &S->s1, &S->s.chart, &S->s1);
    li_field_on(ctx, &S->E, &S->s.chart, &S->E);
}

static void close_scene(li_ctx *ctx, struct scene *S)
{
    li_form_clear(ctx, &S->W);
    li_form_clear(ctx, &S->w);
    li_form_clear(ctx, &S->s1);
    li_field_clear(ctx, &S->E);
    li_field_clear(ctx, &S->X);
    li_field_clear(ctx, &S->Y);
    li_space_clear(ctx, &S->s);
}

static void characteristic(li_ctx *ctx, li_rand *rng)
{
    struct scene S;
    size_t k = (size_t)li_rand_below(rng, 4), n = 2 * k + 1;
    li_form v, one, none;

    open_scene(ctx, &S, rng, n, k);
    if (li_rand_below(rng, 2))
        on_chart(ctx, &S);
    li_status status = li_form_characteristic(ctx, &S.X, &S.W, &S.s1);
    li_form_init(&v);
    li_form_init(&one);
    li_form_init(&none);
    if (answered(ctx, status, LI_OK, "characteristic", n)) {
        li_same_field(ctx, &S.X, &S.E, "the characteristic field");
        li_form_interior(ctx, &v, &S.X, &S.W);
        li_same_form(ctx, &v, &none, "i(E)W = 0");
        li_form_interior(ctx, &v, &S.X, &S.s1);
        li_form_function(ctx, &one, NULL, li_expr_int(ctx, 1));
        li_same_form(ctx, &v, &one, "i(E)s = 1");
    }
    li_form_clear(ctx, &v);
    li_form_clear(ctx, &one);
    li_form_clear(ctx, &none);
    close_scene(ctx, &S);
}

/* Forms of degree n - 1 have one such field as well: the volume of a drawn basis without the last form */
static void other_degrees(li_ctx *ctx, li_rand *rng)
{
    struct scene S;
    size_t n = 1 + (size_t)li_rand_below(rng, 4);
    uint32_t at[MOST] = { 0, 1, 2, 3, 4, 5, 6 };

    open_scene(ctx, &S, rng, n, 0);
    li_form_zero(ctx, &S.W, &S.s.basis, n - 1);
    li_form_add_term(ctx, &S.W, at, li_expr_add(ctx, li_expr_int(ctx, 1), li_expr_power(ctx, S.s.x[0], 2)));
    if (li_rand_below(rng, 2))
        on_chart(ctx, &S);
    li_status status = li_form_characteristic(ctx, &S.X, &S.W, &S.s1);
    if (answered(ctx, status, LI_OK, "degree n - 1", n))
        li_same_field(ctx, &S.X, &S.E, "the characteristic field");
    close_scene(ctx, &S);
}

/* No such field, or many */
static void none(li_ctx *ctx, li_rand *rng)
{
    struct scene S;
    size_t n = 2 + (size_t)li_rand_below(rng, 5), k = (size_t)li_rand_below(rng, (int)(n + 1) / 2);
    bool even = n % 2 == 0, lost = li_rand_below(rng, 2);

    open_scene(ctx, &S, rng, n, even ? n / 2 : k);
    li_field_copy(ctx, &S.X, &S.E);
    if (!even && 2 * k + 1 == n)
        (lost ? li_form_zero(ctx, &S.s1, &S.s.basis, 1) : li_form_theta(ctx, &S.s1, &S.s.basis, 0));
    on_chart(ctx, &S);
    li_status status = li_form_characteristic(ctx, &S.X, &S.W, &S.s1);
    answered(ctx, status, LI_SINGULAR, "none", n);
    li_check(ctx, S.X.on == &S.s.basis && li_expr_is_one(S.X.comp[n - 1]), "the output keeps its value");
    close_scene(ctx, &S);
}

/* i(x)W = w and i(x)s = 0 give x back; i(E)w != 0: none */
static void dual(li_ctx *ctx, li_rand *rng)
{
    struct scene S;
    size_t k = (size_t)li_rand_below(rng, 4), n = 2 * k + 1;

    open_scene(ctx, &S, rng, n, k);
    li_draw_field(ctx, rng, &S.Y, &S.s.basis);
    li_form_interior(ctx, &S.w, &S.Y, &S.s1);                      /* Y - s(Y)E has s = 0 */
    li_expr sY = S.w.len > 0 ? S.w.f[0] : li_expr_int(ctx, 0);
    li_field_scale(ctx, &S.X, li_expr_neg(ctx, sY), &S.E);
    li_field_add(ctx, &S.Y, &S.Y, &S.X);
    li_form_interior(ctx, &S.w, &S.Y, &S.W);
    if (li_rand_below(rng, 2)) {
        on_chart(ctx, &S);
        li_field_on(ctx, &S.Y, &S.s.chart, &S.Y);
    }
    li_status status = li_form_dual(ctx, &S.X, &S.W, &S.w, &S.s1);
    if (answered(ctx, status, LI_OK, "dual", n))
        li_same_field(ctx, &S.X, &S.Y, "the dual field");
    li_form_add(ctx, &S.w, &S.w, &S.s1);                           /* i(E)w = 1 */
    status = li_form_dual(ctx, &S.X, &S.W, &S.w, &S.s1);
    answered(ctx, status, LI_SINGULAR, "i(E)w = 1", n);
    close_scene(ctx, &S);
}

/* On an even number of coordinates W alone determines x; s = 0, or s that x annuls, or one that it does not */
static void symplectic(li_ctx *ctx, li_rand *rng)
{
    struct scene S;
    size_t k = 1 + (size_t)li_rand_below(rng, 3), n = 2 * k, a = (size_t)li_rand_below(rng, (int)n);

    open_scene(ctx, &S, rng, n, k);
    li_field_dual(ctx, &S.Y, &S.s.basis, a);
    li_form_interior(ctx, &S.w, &S.Y, &S.W);
    li_form_theta(ctx, &S.s1, &S.s.basis, (a + 1) % n);
    if (li_rand_below(rng, 2))
        li_form_zero(ctx, &S.s1, &S.s.basis, 1);
    on_chart(ctx, &S);
    li_field_on(ctx, &S.Y, &S.s.chart, &S.Y);
    li_status status = li_form_dual(ctx, &S.X, &S.W, &S.w, &S.s1);
    if (answered(ctx, status, LI_OK, "dual", n))
        li_same_field(ctx, &S.X, &S.Y, "the dual field");
    li_form_theta(ctx, &S.s1, &S.s.basis, a);
    li_form_on(ctx, &S.s1, &S.s.chart, &S.s1);
    status = li_form_dual(ctx, &S.X, &S.W, &S.w, &S.s1);
    answered(ctx, status, LI_SINGULAR, "i(x)s = 1", n);
    close_scene(ctx, &S);
}

/* dp^dq - dH^dt: E = (-dH/dq, dH/dp, 1)                                                                     [gallissot 3.1] */
static void hamilton(li_ctx *ctx, li_rand *rng)
{
    enum { K = 3 };
    static const char *const name[2 * K + 1] = { "p1", "p2", "p3", "q1", "q2", "q3", "t" };
    li_expr x[2 * K + 1];
    li_coframe c;
    li_form W, part, dt;
    li_field E;

    for (size_t j = 0; j <= 2 * K; j++)
        x[j] = li_expr_symbol(ctx, name[j], j < 2 * K ? LI_COORDINATE : LI_TIME);
    li_expr H = li_expr_mul(ctx, li_draw_function(ctx, rng, 2 * K + 1, x), li_draw_function(ctx, rng, 2 * K + 1, x));
    li_coframe_init(&c);
    li_form_init(&W);
    li_form_init(&part);
    li_form_init(&dt);
    li_field_init(&E);
    li_coframe_chart(ctx, &c, 2 * K + 1, x);
    li_form_theta(ctx, &dt, &c, 2 * K);
    li_form_differential(ctx, &W, &c, H);
    li_form_wedge(ctx, &W, &dt, &W);
    for (uint32_t i = 0; i < K; i++) {
        uint32_t at[2] = { i, K + i };
        li_form_add_term(ctx, &W, at, li_expr_int(ctx, 1));
    }
    li_check(ctx, li_form_is_closed(ctx, &W) == LI_YES && li_form_characteristic(ctx, &E, &W, &dt) == LI_OK, "E");
    for (size_t i = 0; i < K; i++) {
        li_same_function(ctx, E.comp[K + i], li_expr_diff(ctx, H, x[i]), "q' = dH/dp");
        li_same_function(ctx, E.comp[i], li_expr_neg(ctx, li_expr_diff(ctx, H, x[K + i])), "p' = -dH/dq");
    }
    li_check(ctx, li_expr_is_one(E.comp[2 * K]), "t' = 1");
    li_field_clear(ctx, &E);
    li_form_clear(ctx, &W);
    li_form_clear(ctx, &part);
    li_form_clear(ctx, &dt);
    li_coframe_clear(ctx, &c);
}

int main(void)
{
    li_test_run("characteristic", characteristic, 80);
    li_test_run("other degrees", other_degrees, 60);
    li_test_run("none", none, 60);
    li_test_run("dual", dual, 60);
    li_test_run("symplectic", symplectic, 40);
    li_test_run("hamilton", hamilton, 20);
    return li_test_done();
}
