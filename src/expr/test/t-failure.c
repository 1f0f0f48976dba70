/* t-failure.c - every allocation fails once: LI_MEMORY, no crash, no leak, and the context can go on */
#include <string.h>

#include "../../core/test/harness.h"
#include "draw.h"

/* Reads, derives, substitutes, expands and prints; true if all of it came through. */
static bool work(li_ctx *ctx, li_text *out)
{
    static const char source[] =
        "subst(int(f(u*x)*tan(x)^2, u, 1), u = x^2) + (a + b)*(a - b)^2/(3*c) + sqrt(1 + x^2)*min(a, b, 3) - "
        "sin(a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+v+w) + a*b*c*d*e*f*g*h*i*j*k*l*m*n*o*p*q*r*s*v*w/(2^100*y^2)"
        " + diff(exp(x)*log(2 + x^2), x) + max(atan2(y, x), 1/0 )";
    static const char good[] = "a*g*cos(theta)^2 + 123456789012345678901234567890/7*sqrt(x) + f'(x)";
    li_scope scope;
    li_expr x = li_expr_symbol(ctx, "x", LI_COORDINATE), g[2];

    li_scope_free(&scope);
    li_expr wrong = li_expr_parse(ctx, source, strlen(source), &scope);
    li_expr right = li_expr_parse(ctx, source, strlen(source) - strlen(" + max(atan2(y, x), 1/0 )"), &scope);
    li_expr e = li_expr_add(ctx, right, li_expr_parse(ctx, good, strlen(good), &scope));
    li_expr y[2] = { x, li_expr_symbol(ctx, "y", LI_COORDINATE) };
    li_derivation *D = li_derivation_new(ctx, 1, &x, &y[1]);
    li_expr d = li_derivation_apply(ctx, D, e), square = li_expr_power(ctx, y[1], 2);
    li_expr s = li_expr_subst(ctx, d, 1, &x, &square);
    li_expr_gradient(ctx, g, li_expr_parse(ctx, good, strlen(good), &scope), 2, y);
    s = li_expr_subst_function(ctx, li_expr_expand(ctx, s, 100), "f", x, square);
    li_expr_print(ctx, out, e);
    li_expr_print(ctx, out, s);
    return li_ctx_status(ctx) == LI_OK && wrong == li_expr_undefined() && e != li_expr_undefined() && s != li_expr_undefined() && out->len > 100;
}

static void every_allocation(li_ctx *unused, li_rand *rng)
{
    bool through = false;
    uint64_t n = 1;
    (void)rng;
    for (; !through && n < 100000; n += n < 400 ? 1 : 1 + n / 97) {
        li_ctx *ctx = li_ctx_new();
        li_text out;
        li_text_init(&out);
        li_ctx_fail_at(ctx, n);
        through = work(ctx, &out);
        li_check(ctx, through || li_ctx_status(ctx) == LI_MEMORY, "allocation %llu: %s", (unsigned long long)n, li_status_name(li_ctx_status(ctx)));
        li_ctx_fail_at(ctx, 0);
        li_ctx_forgive(ctx);
        li_text_cut(&out, 0);
        li_check(ctx, work(ctx, &out), "the context goes on after allocation %llu", (unsigned long long)n);
        li_text_clear(ctx, &out);
        li_ctx_free(ctx);
    }
    li_check(unused, through && n > 500, "%llu allocations", (unsigned long long)n);
}

int main(void)
{
    li_test_run("every allocation", every_allocation, 1);
    return li_test_done();
}
