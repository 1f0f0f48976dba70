/* t-c.c - programs as C text, compiled by the compiler of this machine: the same bits as the interpreter */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../core/test/harness.h"
#include "draw.h"

enum { PROGRAMS = 8, INPUTS = 6, LANES = 8, MOST = 14, LONG = 2600, ORDER = 12 };

typedef void function(const double *, const double *, double *);
typedef void preparation(const double *, double *);

typedef void expansion(const double *, size_t, const double *, double *, double *);

typedef struct { li_program P; size_t np, nv, outs, values, order; li_c_view view; } subject;

/* A pool, and a solve whose matrix is B B^T + 1, or B, or B with equal rows. */
static void draw_subject(li_ctx *ctx, li_rand *rng, subject *s, int index)
{
    li_expr x[DRAW_SYMBOLS], pool[DRAW_POOL], A[MOST * MOST], b[MOST], a[MOST], out[DRAW_POOL + MOST];
    size_t n = index == 0 ? MOST : (size_t)li_rand_below(rng, 5), np = s->np = (size_t)li_rand_below(rng, INPUTS);
    li_solver solver = index == 0 || li_rand_below(rng, 2) ? LI_LDL : LI_LU;
    int kind = li_rand_below(rng, 4);                  /* 0: a symmetric matrix that is not positive; 1: singular */

    draw_symbols(ctx, x, INPUTS);
    s->nv = INPUTS - np;
    size_t len = draw_pool(ctx, rng, pool, INPUTS, x, 14, true);
    for (size_t i = 0; i < n; i++) {
        char name[] = { 'a', (char)('a' + i), '\0' };
        a[i] = li_expr_symbol(ctx, name, LI_ACCELERATION);
        b[i] = pool[li_rand_below(rng, (int)len)];
        for (size_t j = 0; j <= i; j++)
            A[i * n + j] = A[j * n + i] = draw_sum(ctx, rng, x[li_rand_below(rng, INPUTS)], x[li_rand_below(rng, INPUTS)]);
        if (kind != 0)
            A[i * n + i] = li_expr_add(ctx, li_expr_int(ctx, 200), li_expr_power(ctx, A[i * n + i], 2));
    }
    for (size_t j = 0; j < n && kind == 1 && n > 1; j++)
        A[j] = A[n + j];
    li_program_init(ctx, &s->P, np, x, s->nv, x + np);
    li_program_solve(ctx, &s->P, solver, n, A, b, a);
    memcpy(out, pool, len * sizeof *out);
    memcpy(out + len, a, n * sizeof *out);
    s->outs = len + n;
    s->values = s->nv + (size_t)li_rand_below(rng, (int)(s->outs - s->nv) + 1);          /* a motion, and functions beside it */
    s->values = s->values == 0 ? 1 : s->values;
    s->order = 1 + (size_t)li_rand_below(rng, ORDER);
    li_program_finish(ctx, &s->P, s->outs, out);
}

/* More operations than one function takes: sums of earlier terms. */
static void draw_long(li_ctx *ctx, li_rand *rng, subject *s)
{
    li_expr x[INPUTS], *e = malloc((LONG + INPUTS) * sizeof(li_expr));

    draw_symbols(ctx, x, INPUTS);
    memcpy(e, x, sizeof x);
    for (int i = INPUTS; i < LONG + INPUTS; i++)
        e[i] = li_expr_add(ctx, e[li_rand_below(rng, i)], li_expr_mul(ctx, li_expr_frac(ctx, 1 + li_rand_below(rng, 7), 8), e[i - 1]));
    *s = (subject){ .nv = INPUTS, .outs = INPUTS + 1, .values = INPUTS + 1, .order = 4 };
    li_program_init(ctx, &s->P, 0, NULL, INPUTS, x);
    li_program_finish(ctx, &s->P, s->outs, e + LONG - 1);
    li_check(ctx, li_program_operations(&s->P) > 2000, "%zu operations", li_program_operations(&s->P));
    free(e);
}

/* The sines and cosines of the inputs. */
static void draw_sines(li_ctx *ctx, subject *s)
{
    li_expr x[INPUTS], out[2 * INPUTS];

    draw_symbols(ctx, x, INPUTS);
    for (size_t i = 0; i < INPUTS; i++) {
        out[2 * i] = li_expr_apply(ctx, LI_SIN, x[i]);
        out[2 * i + 1] = li_expr_apply(ctx, LI_COS, x[i]);
    }
    *s = (subject){ .nv = INPUTS, .outs = 2 * INPUTS, .values = 2 * INPUTS, .order = ORDER };
    li_program_init(ctx, &s->P, 0, NULL, INPUTS, x);
    li_program_finish(ctx, &s->P, s->outs, out);
}

/* int exp(b u) cos u du, int_0^1 int sin(u r cos y) du dr, the root of u cos z, steep at 0, where it has a value; limits and rates stay moderate */
static void draw_integrals(li_ctx *ctx, subject *s)
{
    li_expr x[INPUTS], out[3], u = li_expr_symbol(ctx, "u", LI_PARAMETER), r = li_expr_symbol(ctx, "r", LI_PARAMETER);
    li_expr zero = li_expr_int(ctx, 0), one = li_expr_int(ctx, 1);

    draw_symbols(ctx, x, INPUTS);
    li_expr damped = li_expr_mul(ctx, li_expr_apply(ctx, LI_EXP, li_expr_mul(ctx, x[1], u)), li_expr_apply(ctx, LI_COS, u));
    li_expr wave = li_expr_apply(ctx, LI_SIN, li_expr_mul(ctx, li_expr_mul(ctx, u, r), li_expr_apply(ctx, LI_COS, x[3])));
    out[0] = li_expr_integral(ctx, damped, u, li_expr_apply(ctx, LI_SIN, x[2]), x[0]);
    out[1] = li_expr_integral(ctx, li_expr_integral(ctx, wave, u, li_expr_apply(ctx, LI_SIN, x[4]), zero), r, one, zero);
    out[2] = li_expr_integral(ctx, li_expr_sqrt(ctx, li_expr_mul(ctx, u, li_expr_apply(ctx, LI_COS, x[5]))), u, one, zero);
    *s = (subject){ .np = 2, .nv = INPUTS - 2, .outs = 3, .values = 3 };
    li_program_init(ctx, &s->P, 2, x, INPUTS - 2, x + 2);
    li_program_finish(ctx, &s->P, 3, out);
}

static bool have_compiler(void) { return system("cc --version >/dev/null 2>&1") == 0; }

/* The text as a shared object; NULL, with what the compiler says on standard error. */
static void *compile(const char *folder, const char *text)
{
    char source[200], object[200], command[700];

    snprintf(source, sizeof source, "%s/text.c", folder);
    snprintf(object, sizeof object, "%s/text.so", folder);
    FILE *file = fopen(source, "w");
    if (file == NULL)
        return NULL;
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "cc -O1 -ffp-contract=off -Wall -Wextra -Werror -shared -fPIC -o %s %s -lm", object, source);
    void *library = system(command) == 0 ? dlopen(object, RTLD_NOW | RTLD_LOCAL) : NULL;
    remove(source);
    remove(object);
    return library;
}

/* The address of a function of the library into a pointer to it. */
static void find(void *library, int index, const char *suffix, void *pointer)
{
    char name[40];

    snprintf(name, sizeof name, "f%d%s", index, suffix);
    void *symbol = dlsym(library, name);
    memcpy(pointer, &symbol, sizeof symbol);
}

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)); }

/* Sines and cosines of lanes against those of the C library, and the rest as far as it is well conditioned. */
static void check_lanes(li_ctx *ctx, const subject *s, int index, size_t l, const double *expected, const double *got)
{
    size_t close = 0;

    for (size_t i = 0; i < s->values; i++) {
        double e = expected[i], g = got[i * LANES + l];
        close += same_bits(e, g) || fabs(e - g) <= 1e-9 * (1 + fabs(e));
        if (index == 3)
            li_check(ctx, fabs(e - g) <= 2.3e-16, "output %zu, lane %zu: %.17g instead of %.17g", i, l, g, e);
    }
    li_check(ctx, 4 * close >= 3 * s->values, "program %d, lane %zu: %zu of %zu close", index, l, close, s->values);
}

static void compare(li_ctx *ctx, li_rand *rng, const subject *s, void *library, int index)
{
    function *whole, *step, *jacobian, *lanes, *part;
    preparation *prepare;
    size_t outs = s->outs;
    double parameter[INPUTS], variable[INPUTS], wide[INPUTS * LANES], prepared[4000];
    double *memory = calloc(4 * outs + 3 * outs * LANES, sizeof *memory), *got = memory, *wide_out = memory + 4 * outs, *all = wide_out + 2 * outs * LANES;
    bool known[LANES];
    li_real run;

    find(library, index, "", &whole);
    find(library, index, "_prepare", &prepare);
    find(library, index, "_step", &step);
    find(library, index, "_jacobian", &jacobian);
    find(library, index, "_lanes", &lanes);
    find(library, index, "_part", &part);
    li_check(ctx, whole != NULL && prepare != NULL && step != NULL && part != NULL && (lanes != NULL || index == 1) && (jacobian != NULL) == (s->values < outs), "functions of %d", index);
    li_real_init(ctx, &run, &s->P);
    for (size_t i = 0; i < s->np; i++)
        parameter[i] = (li_rand_below(rng, 257) - 128) / 37.0;
    prepare(parameter, prepared);
    li_status ready = s->np > 0 ? li_real_parameters(&run, parameter) : run.ready;
    for (int l = 0; l < LANES; l++) {
        for (size_t i = 0; i < s->nv; i++)
            wide[i * LANES + (size_t)l] = variable[i] = (li_rand_below(rng, 257) - 128) / 37.0 * (l == 7 ? 1e5 : 1);
        double *expected = all + (size_t)l * outs;
        li_status status = ready == LI_OK ? li_real_step(&run, variable, expected) : ready;
        known[l] = status == LI_OK;
        if (status != LI_OK)
            continue;
        whole(parameter, variable, got);
        step(prepared, variable, got + outs);
        if (jacobian != NULL)
            jacobian(prepared, variable, got + 2 * outs);
        part(prepared, variable, got + 3 * outs);
        for (size_t i = 0; i < s->view.count; i++)
            li_check(ctx, same_bits(expected[s->view.first + i], got[3 * outs + i]), "program %d, output %zu in a view", index, s->view.first + i);
        for (size_t i = 0; i < s->outs; i++) {
            if (i < s->values)
                li_check(ctx, same_bits(expected[i], got[i]) && same_bits(expected[i], got[outs + i]), "program %d, output %zu: %a, %a, %a", index,
                         i, expected[i], got[i], got[outs + i]);
            if (jacobian != NULL)
                li_check(ctx, same_bits(expected[i], got[2 * outs + i]), "program %d, output %zu of all: %a, %a", index, i, expected[i], got[2 * outs + i]);
        }
    }
    if (lanes != NULL)
        lanes(prepared, wide, wide_out);
    for (size_t l = 0; l < LANES && lanes != NULL; l++)
        if (known[l])
            check_lanes(ctx, s, index, l, all + l * outs, wide_out);
    for (size_t l = 0; l < LANES && lanes != NULL; l++) {   /* each lane as if it were alone */
        double alone[INPUTS * LANES];
        for (size_t i = 0; i < s->nv * LANES; i++)
            alone[i] = i % LANES == l ? wide[i] : (i + i / LANES) % 2 ? 0 : NAN;
        lanes(prepared, alone, wide_out + outs * LANES);
        for (size_t i = 0; i < s->values; i++)
            li_check(ctx, same_bits(wide_out[i * LANES + l], wide_out[(outs + i) * LANES + l]), "program %d, output %zu, lane %zu alone", index, i, l);
    }
    li_real_clear(ctx, &run);
    free(memory);
}

/* Of all coefficients the interpreted ones, those of order k of a motion x' = f(x); false where there are none. */
static bool expected_series(li_ctx *ctx, const subject *s, const double *parameter, const double *variable, size_t order, double *out)
{
    li_jet run;
    size_t row = s->order + 1;
    bool known = li_jet_init(ctx, &run, &s->P, order) == LI_OK && (s->np == 0 || li_jet_parameters(&run, parameter) == LI_OK);

    for (size_t i = 0; i < s->nv; i++)
        li_jet_variable(&run, i)[0] = variable[i];
    for (size_t k = 0; k <= order && known; k++) {
        known = li_jet_step_order(&run, k) == LI_OK;
        li_jet_advance(&run, k);
    }
    for (size_t i = 0; i < s->values && known; i++)
        for (size_t k = 0; k <= order; k++)
            out[i * row + k] = i < s->nv ? li_jet_variable(&run, i)[k] : li_jet_output(&run, i)[k];
    li_jet_clear(ctx, &run);
    return known;
}

/* Beyond the order that was asked for nothing is written. */
static void check_series(li_ctx *ctx, const subject *s, int index, size_t order, const double *expected, const double *got, size_t stride)
{
    for (size_t i = 0; i < s->values; i++)
        for (size_t k = 0; k <= s->order; k++) {
            double e = expected[i * (s->order + 1) + k], g = got[(i * (s->order + 1) + k) * stride];
            if (k > order)
                li_check(ctx, g == 77, "program %d, row %zu, order %zu of %zu: written", index, i, k, order);
            else
                li_check(ctx, same_bits(e, g) || fabs(e - g) <= 1e-9 * (fabs(e) + 1), "program %d, row %zu, order %zu: %.17g instead of %.17g", index, i, k, g, e);
        }
}

static void compare_series(li_ctx *ctx, li_rand *rng, const subject *s, void *library, int index)
{
    expansion *taylor, *lanes;
    preparation *prepare;
    size_t *sizes, order = (size_t)li_rand_below(rng, (int)s->order + 1), count = s->values * (s->order + 1);
    double parameter[INPUTS], variable[INPUTS], wide[INPUTS * LANES];

    find(library, index, "_prepare", &prepare);
    find(library, index, "_taylor", &taylor);
    find(library, index, "_taylor_lanes", &lanes);
    find(library, index, "_sizes", &sizes);
    li_check(ctx, taylor != NULL && sizes != NULL && (lanes != NULL || index == 1) && sizes[2] == s->order, "series of %d", index);
    double *prepared = calloc(sizes[1], sizeof *prepared), *work = calloc(sizes[3] + sizes[4], sizeof *work);
    double *expected = calloc(count * (2 + 2 * LANES), sizeof *expected), *got = expected + LANES * count, *wide_got = got + count;
    bool known[LANES];
    for (size_t i = 0; i < s->np; i++)
        parameter[i] = (li_rand_below(rng, 257) - 128) / 37.0;
    prepare(parameter, prepared);
    for (size_t l = 0; l < LANES; l++) {
        for (size_t i = 0; i < s->nv; i++)
            wide[i * LANES + l] = variable[i] = (li_rand_below(rng, 257) - 128) / 37.0;
        for (size_t i = 0; i < count; i++)
            got[i] = 77;
        known[l] = expected_series(ctx, s, parameter, variable, order, expected + l * count);
        taylor(prepared, order, variable, got, work);
        if (known[l])
            check_series(ctx, s, index, order, expected + l * count, got, 1);
    }
    for (size_t i = 0; i < count * LANES; i++)
        wide_got[i] = 77;
    if (lanes != NULL)
        lanes(prepared, order, wide, wide_got, work);
    for (size_t l = 0; l < LANES && lanes != NULL; l++)
        if (known[l])
            check_series(ctx, s, index, order, expected + l * count, wide_got + l, LANES);
    free(prepared);
    free(work);
    free(expected);
}

static void bits(li_ctx *ctx, li_rand *rng)
{
    char folder[] = "/tmp/liaison-c-XXXXXX";
    subject s[PROGRAMS];
    li_text text;

    if (!have_compiler() || mkdtemp(folder) == NULL) {
        printf("no C compiler: the compiled programs are not compared\n");
        li_check(ctx, true, "skipped");
        return;
    }
    li_text_init(&text);
    for (int i = 0; i < PROGRAMS; i++) {
        char name[20];
        snprintf(name, sizeof name, "f%d", i);
        if (i == 1)
            draw_long(ctx, rng, &s[i]);
        else if (i == 3)
            draw_sines(ctx, &s[i]);
        else if (i == 4)
            draw_integrals(ctx, &s[i]);
        else
            draw_subject(ctx, rng, &s[i], i);
        size_t first = (size_t)li_rand_below(rng, (int)s[i].outs);
        s[i].view = (li_c_view){ "part", first, 1 + (size_t)li_rand_below(rng, (int)(s[i].outs - first)) };
        li_c_options options = { .views = 1, .view = &s[i].view, .name = name, .values = i == 2 ? 0 : s[i].values, .lanes = i != 1, .order = s[i].order };
        if (i == 2)
            s[i].values = s[i].outs;
        li_program_c(ctx, &text, &s[i].P, &options);
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "written");
    void *library = compile(folder, li_text_str(&text));
    li_check(ctx, library != NULL, "compiled without a warning");
    for (int i = 0; i < PROGRAMS && library != NULL; i++)
        compare(ctx, rng, &s[i], library, i);
    for (int i = 0; i < PROGRAMS && library != NULL; i++)
        if (s[i].order > 0)
            compare_series(ctx, rng, &s[i], library, i);
    if (library != NULL)
        dlclose(library);
    for (int i = 0; i < PROGRAMS; i++)
        li_program_clear(ctx, &s[i].P);
    li_text_clear(ctx, &text);
    rmdir(folder);
}

static void refusals(li_ctx *ctx, li_rand *rng)
{
    li_expr x;
    li_program P;
    li_text text;
    li_c_options options = { .name = "2fast" };
    (void)rng;

    draw_symbols(ctx, &x, 1);
    li_text_init(&text);
    li_program_init(ctx, &P, 0, NULL, 1, &x);
    li_program_finish(ctx, &P, 1, &x);
    li_check(ctx, li_program_c(ctx, &text, &P, &options) == LI_DOMAIN && strstr(li_ctx_message(ctx), "2fast") != NULL, "a name");
    li_ctx_forgive(ctx);
    li_check(ctx, text.len == 0, "nothing is written");
    li_text_clear(ctx, &text);
    li_program_clear(ctx, &P);
}

/* Without memory at the n-th request: a failure, no more. */
static void memory(li_ctx *ctx, li_rand *rng)
{
    li_c_options options = { .name = "f", .lanes = true, .order = 3 };
    subject s;

    draw_subject(ctx, rng, &s, 1);
    for (uint64_t n = 1; n < 40; n++) {
        li_text text;
        li_text_init(&text);
        li_ctx_fail_at(ctx, n);
        li_status status = li_program_c(ctx, &text, &s.P, &options);
        li_check(ctx, status == LI_MEMORY || (status == LI_OK && text.len > 0), "request %d", (int)n);
        li_ctx_forgive(ctx);
        li_ctx_fail_at(ctx, 0);
        li_text_clear(ctx, &text);
    }
    li_program_clear(ctx, &s.P);
}

int main(void)
{
    li_test_run("bits", bits, 6);
    li_test_run("refusals", refusals, 1);
    li_test_run("memory", memory, 3);
    return li_test_done();
}
