/* t-failure.c - every allocation fails once: LI_MEMORY, the outputs keep their values, and the context can go on */
#include <string.h>

#include "draw.h"

enum { FORMS = 3, FIELDS = 2 };

struct things { li_space s; li_form w[FORMS]; li_field X[FIELDS]; li_pvector P; li_map phi; li_coframe solid; };

static void open_things(struct things *S)
{
    li_coframe_init(&S->s.chart);
    li_coframe_init(&S->s.basis);
    li_coframe_init(&S->solid);
    li_forms_init(S->w, FORMS);
    li_fields_init(S->X, FIELDS);
    li_pvector_init(&S->P);
    li_map_init(&S->phi);
}

static void close_things(li_ctx *ctx, struct things *S)
{
    li_forms_clear(ctx, S->w, FORMS);
    li_fields_clear(ctx, S->X, FIELDS);
    li_pvector_clear(ctx, &S->P);
    li_map_clear(ctx, &S->phi);
    li_coframe_clear(ctx, &S->solid);
    li_coframe_clear(ctx, &S->s.basis);
    li_coframe_clear(ctx, &S->s.chart);
}

/* A chart, a basis on it and a coframe by equations */
static void make_coframes(li_ctx *ctx, struct things *S)
{
    static const char *const symbol[3] = { "x", "y", "z" }, *const name[3] = { "w(1)", "w(2)", "w(3)" };
    li_expr zero = li_expr_int(ctx, 0), one = li_expr_int(ctx, 1), C[27];

    for (size_t j = 0; j < 3; j++)
        S->s.x[j] = li_expr_symbol(ctx, symbol[j], LI_COORDINATE);
    li_expr *x = S->s.x, B[9] = { li_expr_apply(ctx, LI_COS, x[2]), li_expr_apply(ctx, LI_SIN, x[2]), zero, li_expr_apply(ctx, LI_SIN, x[2]), one, x[0], zero, zero, x[1] };
    for (size_t i = 0; i < 27; i++)
        C[i] = i == 5 ? one : zero;
    li_coframe_chart(ctx, &S->s.chart, 3, x);
    if (li_ctx_status(ctx) == LI_OK)
        li_coframe_basis(ctx, &S->s.basis, &S->s.chart, name, name, B);
    if (li_ctx_status(ctx) == LI_OK)
        li_coframe_equations(ctx, &S->solid, 3, name, name, 0, NULL, NULL, C);
}

static void make_forms(li_ctx *ctx, struct things *S)
{
    const li_coframe *c = &S->s.basis;
    li_expr *x = S->s.x, f[3] = { x[1], li_expr_mul(ctx, x[0], x[1]), li_expr_power(ctx, x[2], 2) };

    li_form_pfaff(ctx, &S->w[0], c, f);
    li_form_d(ctx, &S->w[1], &S->w[0]);
    li_form_theta(ctx, &S->w[2], c, 2);
    li_form_wedge(ctx, &S->w[2], &S->w[0], &S->w[2]);
    li_field_dual(ctx, &S->X[0], c, 0);
    li_field_along(ctx, &S->X[1], c, 1);
    li_field_scale(ctx, &S->X[1], x[0], &S->X[1]);
    li_pvector_field(ctx, &S->P, &S->X[1]);
    li_map_chart(ctx, &S->phi, c, &S->s.chart, f);
}

static void combine(li_ctx *ctx, struct things *S, int which)
{
    li_form *w = S->w;
    li_field *X = S->X;
    uint32_t at[2] = { 2, 0 };
    size_t rank;
    li_form part[3];

    switch (which) {
    case 0: li_form_add(ctx, &w[0], &w[1], &w[2]); break;
    case 1: li_form_wedge(ctx, &w[0], &w[0], &w[1]); break;
    case 2: li_form_interior(ctx, &w[0], &X[1], &w[1]); break;
    case 3: li_form_d(ctx, &w[0], &w[2]); break;
    case 4: li_form_lie(ctx, &w[0], &X[1], &w[2]); break;
    case 5: li_form_epsilon(ctx, &w[0], &S->P, &w[2]); break;
    case 6: li_field_bracket(ctx, &X[0], &X[1], &X[0]); break;
    case 7: li_form_pull(ctx, &w[0], &S->phi, &w[2]); break;
    case 8: li_form_on(ctx, &w[0], &S->s.chart, &w[2]); break;
    case 9: li_form_simplify(ctx, &w[0], &w[2]); break;
    case 10: li_form_add_term(ctx, &w[2], at, S->s.x[0]); break;
    case 11: li_form_rank(ctx, &rank, &w[2]); break;
    case 12: li_form_theta(ctx, &w[1], &S->s.basis, 2); li_form_characteristic(ctx, &X[0], &w[2], &w[1]); break;
    case 13: li_form_differential(ctx, &w[1], &S->s.basis, S->s.x[2]); li_form_dual(ctx, &X[0], &w[2], &w[1], &w[1]); break;
    case 14: li_field_on(ctx, &X[0], &S->s.chart, &X[1]); break;
    case 15: li_pvector_wedge(ctx, &S->P, &S->P, &S->P); li_form_contract(ctx, &w[0], &S->P, &w[2]); break;
    case 16: li_field_derivative(ctx, &X[1], S->s.x[2], 3); break;
    case 17:
        li_forms_init(part, 3);
        li_form_associated(ctx, part, &w[2]);
        li_forms_clear(ctx, part, 3);
        break;
    case 18: li_form_theta(ctx, &w[1], &S->s.basis, 2); li_form_characteristic(ctx, &X[0], &w[1], &w[1]); break;
    case 19: li_field_apply(ctx, &X[1], S->s.x[2]); break;
    case 20: li_field_add(ctx, &X[0], &X[0], &X[1]); break;
    case 21: li_form_scale(ctx, &w[0], S->s.x[0], &w[2]); break;
    default: li_form_equal(ctx, &w[1], &w[2]); break;
    }
}

enum { WORKS = 23 };

/* What all the outputs are, as one text that lives in the context; without failure */
static const char *picture(li_ctx *ctx, const struct things *S)
{
    li_text text;

    li_text_init(&text);
    for (int i = 0; i < FORMS; i++) {
        li_form_print(ctx, &text, &S->w[i]);
        li_text_put(ctx, &text, "; ");
    }
    for (int i = 0; i < FIELDS; i++) {
        li_field_print(ctx, &text, &S->X[i]);
        li_text_put(ctx, &text, "; ");
    }
    li_pvector_print(ctx, &text, &S->P);
    const char *s = li_alloc_string(ctx, li_text_str(&text), text.len);
    li_text_clear(ctx, &text);
    return s;
}

/* The n-th allocation of one work fails; false: it has fewer. */
static bool fail_in_work(int which, uint64_t n)
{
    li_ctx *ctx = li_ctx_new();
    struct things S;

    open_things(&S);
    make_coframes(ctx, &S);
    make_forms(ctx, &S);
    const char *before = picture(ctx, &S);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "the things are there");
    li_ctx_fail_at(ctx, n);
    combine(ctx, &S, which);
    bool failed = li_ctx_status(ctx) == LI_MEMORY;
    li_check(ctx, failed || li_ctx_status(ctx) == LI_OK, "work %d, allocation %llu", which, (unsigned long long)n);
    li_ctx_fail_at(ctx, 0);
    li_ctx_forgive(ctx);
    bool single = which != 12 && which != 13 && which != 15 && which != 18;
    if (failed && single)
        li_check(ctx, strcmp(before, picture(ctx, &S)) == 0, "work %d, allocation %llu: an output changed: %s, before %s", which, (unsigned long long)n, picture(ctx, &S), before);
    if (failed)
        combine(ctx, &S, which);
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "work %d goes on after allocation %llu", which, (unsigned long long)n);
    close_things(ctx, &S);
    li_ctx_free(ctx);
    return failed;
}

static void works(li_ctx *unused, li_rand *rng)
{
    (void)unused;
    (void)rng;
    for (int which = 0; which < WORKS; which++) {
        uint64_t n = 1;
        while (fail_in_work(which, n))
            n += n < 40 ? 1 : 1 + n / 6;
        li_check(NULL, n > 2, "work %d allocates", which);
    }
}

/* The same while the coframes are made: one that failed is empty. */
static void coframes(li_ctx *unused, li_rand *rng)
{
    bool through = false;
    (void)unused;
    (void)rng;

    for (uint64_t n = 1; !through; n += n < 200 ? 1 : 1 + n / 50) {
        li_ctx *ctx = li_ctx_new();
        struct things S;
        open_things(&S);
        li_ctx_fail_at(ctx, n);
        make_coframes(ctx, &S);
        through = li_ctx_status(ctx) == LI_OK;
        li_check(ctx, through || (li_ctx_status(ctx) == LI_MEMORY && S.solid.name == NULL), "allocation %llu", (unsigned long long)n);
        li_check(ctx, through || S.s.basis.n == 0 || S.s.basis.dtheta != NULL, "a coframe is there or not");
        li_ctx_fail_at(ctx, 0);
        li_ctx_forgive(ctx);
        close_things(ctx, &S);
        make_coframes(ctx, &S);
        make_forms(ctx, &S);
        li_check(ctx, li_ctx_status(ctx) == LI_OK, "the context goes on after allocation %llu", (unsigned long long)n);
        close_things(ctx, &S);
        li_ctx_free(ctx);
    }
}

int main(void)
{
    li_test_run("works", works, 1);
    li_test_run("coframes", coframes, 1);
    return li_test_done();
}
