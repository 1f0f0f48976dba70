/* forms.c - exterior calculus on random polynomial forms: d, /\, i(X), lie(X)
 *
 *     bench_forms COUNT             one line of JSON: seconds of processor time of each operation, all forms together
 *     bench_forms --maxima COUNT    the same forms, first ones first, as statements for Maxima's package cartan
 *
 * On n = 5 variables: a 2-form and a Pfaff form with all their terms and a field, coefficients of 4 monomials of degree up to 3. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cart.h"
#include "liaison/form.h"

enum { N = 5, MONOMIALS = 4 };

typedef struct { li_ctx *ctx; li_coframe chart; li_form a, b, out; li_field X; } problem;

static li_expr draw_polynomial(li_ctx *ctx, li_rand *rng, const li_expr *x)
{
    li_expr term[MONOMIALS];

    for (int i = 0; i < MONOMIALS; i++) {
        term[i] = li_expr_int(ctx, 1 + li_rand_below(rng, 9));
        for (int k = li_rand_below(rng, 4); k > 0; k--)
            term[i] = li_expr_mul(ctx, term[i], x[li_rand_below(rng, N)]);
    }
    return li_expr_sum(ctx, MONOMIALS, term);
}

static void open_problem(problem *p, uint64_t seed)
{
    li_rand rng;
    li_expr x[N];
    char name[4];

    p->ctx = li_ctx_new();
    li_rand_init(&rng, seed);
    for (int i = 0; i < N; i++) {
        snprintf(name, sizeof name, "x%d", i);
        x[i] = li_expr_symbol(p->ctx, name, LI_COORDINATE);
    }
    li_coframe_init(&p->chart);
    li_coframe_chart(p->ctx, &p->chart, N, x);
    li_form_init(&p->a);
    li_form_init(&p->b);
    li_form_init(&p->out);
    li_field_init(&p->X);
    li_form_zero(p->ctx, &p->a, &p->chart, 2);
    li_form_zero(p->ctx, &p->b, &p->chart, 1);
    li_field_zero(p->ctx, &p->X, &p->chart);
    for (uint32_t i = 0; i < N; i++) {
        for (uint32_t k = i + 1; k < N; k++)
            li_form_add_term(p->ctx, &p->a, (uint32_t[]){ i, k }, draw_polynomial(p->ctx, &rng, x));
        li_form_add_term(p->ctx, &p->b, &i, draw_polynomial(p->ctx, &rng, x));
        p->X.comp[i] = draw_polynomial(p->ctx, &rng, x);
    }
}

static void close_problem(problem *p)
{
    li_form_clear(p->ctx, &p->a);
    li_form_clear(p->ctx, &p->b);
    li_form_clear(p->ctx, &p->out);
    li_field_clear(p->ctx, &p->X);
    li_coframe_clear(p->ctx, &p->chart);
    li_ctx_free(p->ctx);
}

static void operate(problem *p, int operation)
{
    if (operation == 0)
        li_form_d(p->ctx, &p->out, &p->a);
    else if (operation == 1)
        li_form_wedge(p->ctx, &p->out, &p->a, &p->b);
    else if (operation == 2)
        li_form_interior(p->ctx, &p->out, &p->X, &p->a);
    else
        li_form_lie(p->ctx, &p->out, &p->X, &p->a);
}

static int measure(int count)
{
    static const char *const name[] = { "d", "wedge", "interior", "lie" };
    int status = 0;

    printf("{\"n\":%d,\"count\":%d", N, count);
    for (int operation = 0; operation < 4; operation++) {
        double spent = 0;
        for (int i = 0; i < count; i++) {              /* a context of its own each time: nothing is known from before */
            problem p;
            open_problem(&p, (uint64_t)i);
            double t0 = seconds();
            operate(&p, operation);
            spent += seconds() - t0;
            status |= (int)li_ctx_status(p.ctx);
            close_problem(&p);
        }
        printf(",\"%s\":%.9f", name[operation], spent);
    }
    printf(",\"status\":%d}\n", status);
    return status;
}

static void print_maxima(const problem *p, int i)
{
    li_text s;

    li_text_init(&s);
    li_text_printf(p->ctx, &s, "a[%d]:", i);
    for (size_t k = 0; k < p->a.len; k++) {
        li_text_put(p->ctx, &s, k > 0 ? "+(" : "(");
        li_expr_print(p->ctx, &s, p->a.f[k]);
        li_text_printf(p->ctx, &s, ")*(dx%u~dx%u)", p->a.at[2 * k], p->a.at[2 * k + 1]);
    }
    li_text_printf(p->ctx, &s, "$\nb[%d]:", i);
    for (size_t k = 0; k < p->b.len; k++) {
        li_text_put(p->ctx, &s, k > 0 ? "+(" : "(");
        li_expr_print(p->ctx, &s, p->b.f[k]);
        li_text_printf(p->ctx, &s, ")*dx%u", p->b.at[k]);
    }
    li_text_printf(p->ctx, &s, "$\nX[%d]:[", i);
    for (size_t k = 0; k < N; k++) {
        li_text_put(p->ctx, &s, k > 0 ? "," : "");
        li_expr_print(p->ctx, &s, p->X.comp[k]);
    }
    printf("%s]$\n", li_text_str(&s));
    li_text_clear(p->ctx, &s);
}

int main(int argc, char **argv)
{
    bool maxima = argc > 2 && strcmp(argv[1], "--maxima") == 0;
    int count = argc > 1 ? atoi(argv[argc - 1]) : 0;

    if (count < 1)
        return 2;
    if (!maxima)
        return measure(count);
    for (int i = 0; i < count; i++) {
        problem p;
        open_problem(&p, (uint64_t)i);
        print_maxima(&p, i + 1);
        close_problem(&p);
    }
    return 0;
}
