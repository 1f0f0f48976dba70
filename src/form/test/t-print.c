/* t-print.c - the text of forms, fields and p-vectors */
#include <string.h>

#include "../../exact/test/state.h"
#include "liaison/form.h"

static void symbols(li_ctx *ctx, li_expr x[3])
{
    li_expr_symbol(ctx, "a", LI_PARAMETER);
    x[0] = li_expr_symbol(ctx, "x", LI_COORDINATE);
    x[1] = li_expr_symbol(ctx, "y", LI_COORDINATE);
    x[2] = li_expr_symbol(ctx, "t", LI_TIME);
}

static void check_text(li_ctx *ctx, li_text *text, const char *expected)
{
    li_check(ctx, strcmp(li_text_str(text), expected) == 0, "\"%s\" instead of \"%s\"", li_text_str(text), expected);
    li_text_clear(ctx, text);
}

static void check_form(li_ctx *ctx, const li_form *w, const char *expected)
{
    li_text text;
    li_text_init(&text);
    li_form_print(ctx, &text, w);
    check_text(ctx, &text, expected);
}

static void check_field(li_ctx *ctx, const li_field *X, const char *expected)
{
    li_text text;
    li_text_init(&text);
    li_field_print(ctx, &text, X);
    check_text(ctx, &text, expected);
}

static void check_pvector(li_ctx *ctx, const li_pvector *X, const char *expected)
{
    li_text text;
    li_text_init(&text);
    li_pvector_print(ctx, &text, X);
    check_text(ctx, &text, expected);
}

/* f dx on a chart x, y, t */
static void coefficients(li_ctx *ctx, li_rand *rng)
{
    static const char *const pair[][2] = {
        { "1", "d(x)" }, { "-1", "-d(x)" }, { "2", "2*d(x)" }, { "-1/2", "-1/2*d(x)" }, { "a", "a*d(x)" }, { "-a*x", "-a*x*d(x)" },
        { "a + x", "(a + x)*d(x)" }, { "-a - x", "-(a + x)*d(x)" }, { "a - x", "(a - x)*d(x)" }, { "3*(a + x)", "3*(a + x)*d(x)" },
        { "x/a", "x/a*d(x)" }, { "-1/a", "-1/a*d(x)" }, { "a^2", "a^2*d(x)" }, { "-cos(x)", "-cos(x)*d(x)" }, { "0", "0" }, { "1 + a", "(a + 1)*d(x)" },
    };
    li_expr x[3];
    li_coframe c;
    li_form w;
    (void)rng;

    symbols(ctx, x);
    li_coframe_init(&c);
    li_form_init(&w);
    li_coframe_chart(ctx, &c, 3, x);
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        uint32_t at = 0;
        li_form_zero(ctx, &w, &c, 1);
        li_form_add_term(ctx, &w, &at, state_parse(ctx, pair[i][0]));
        check_form(ctx, &w, pair[i][1]);
    }
    li_form_clear(ctx, &w);
    li_coframe_clear(ctx, &c);
}

static void sums(li_ctx *ctx, li_rand *rng)
{
    li_expr x[3];
    uint32_t yx[2] = { 1, 0 }, xt[2] = { 0, 2 };
    li_coframe c;
    li_form w;
    li_field X, Y;
    li_pvector XY, Z;
    (void)rng;

    symbols(ctx, x);
    li_coframe_init(&c);
    li_form_init(&w);
    li_field_init(&X);
    li_field_init(&Y);
    li_pvector_init(&XY);
    li_pvector_init(&Z);
    check_form(ctx, &w, "0");
    check_field(ctx, &X, "0");
    check_pvector(ctx, &XY, "0");
    li_coframe_chart(ctx, &c, 3, x);
    li_form_zero(ctx, &w, &c, 2);
    li_form_add_term(ctx, &w, xt, state_parse(ctx, "-a*x"));
    li_form_add_term(ctx, &w, yx, state_parse(ctx, "-a - t"));
    check_form(ctx, &w, "(a + t)*d(x)/\\d(y) - a*x*d(x)/\\d(t)");
    li_form_function(ctx, &w, &c, state_parse(ctx, "-a - t"));
    check_form(ctx, &w, "-a - t");
    li_form_function(ctx, &w, NULL, state_parse(ctx, "a/2"));
    check_form(ctx, &w, "a/2");

    li_field_dual(ctx, &X, &c, 2);
    li_field_scale(ctx, &Y, state_parse(ctx, "-x/2"), &X);
    li_field_dual(ctx, &X, &c, 0);
    li_field_add(ctx, &Y, &X, &Y);
    check_field(ctx, &Y, "D(x) - x/2*D(t)");
    li_pvector_field(ctx, &XY, &X);
    li_field_dual(ctx, &X, &c, 1);
    li_pvector_field(ctx, &Z, &X);
    li_pvector_wedge(ctx, &XY, &Z, &XY);
    check_pvector(ctx, &XY, "-D(x)/\\D(y)");

    li_pvector_clear(ctx, &Z);
    li_pvector_clear(ctx, &XY);
    li_field_clear(ctx, &X);
    li_field_clear(ctx, &Y);
    li_form_clear(ctx, &w);
    li_coframe_clear(ctx, &c);
}

int main(void)
{
    li_test_run("coefficients", coefficients, 1);
    li_test_run("sums", sums, 1);
    return li_test_done();
}
