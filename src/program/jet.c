/* jet.c - programs over power series with coefficients in doubles */
#include <math.h>

#include "code.h"

typedef double number;
typedef li_real plain;

typedef struct jet jet;
static number *plain_at(const jet *J, uint32_t r);
static li_status plain_text(jet *J, size_t from, size_t to);

static number *numbers_new(li_ctx *ctx, size_t count) { return li_new(ctx, count, sizeof(number)); }
static void numbers_drop(li_ctx *ctx, number *x, size_t count) { (void)count, li_drop(ctx, x); }
static li_status plain_init(li_ctx *ctx, plain *run, const li_program *P, long bits) { (void)bits; return li_real_init(ctx, run, P); }
static void plain_clear(li_ctx *ctx, plain *run) { li_real_clear(ctx, run); }

static void set_int(const jet *J, number *r, long k) { (void)J, *r = (double)k; }
static void set(const jet *J, number *r, const number *a) { (void)J, *r = *a; }
static void negate(const jet *J, number *r, const number *a) { (void)J, *r = -*a; }
static void add(const jet *J, number *r, const number *a, const number *b) { (void)J, *r = *a + *b; }
static void sub(const jet *J, number *r, const number *a, const number *b) { (void)J, *r = *a - *b; }
static void mul(const jet *J, number *r, const number *a, const number *b) { (void)J, *r = *a * *b; }
static void quotient(const jet *J, number *r, const number *a, const number *b) { (void)J, *r = *a / *b; }
static void square_root(const jet *J, number *r, const number *a) { (void)J, *r = sqrt(*a); }
static void times_int(const jet *J, number *r, const number *a, size_t k) { (void)J, *r = (double)k * *a; }
static void over_int(const jet *J, number *r, const number *a, size_t k) { (void)J, *r = *a / (double)k; }

/* four sums, so that the additions need not wait for each other */
static void dot(const jet *J, number *r, const number *a, const number *b, size_t count)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    (void)J;

    for (; count >= 4; count -= 4, a += 4, b -= 4) {
        s0 += a[0] * b[0];
        s1 += a[1] * b[-1];
        s2 += a[2] * b[-2];
        s3 += a[3] * b[-3];
    }
    for (; count > 0; count--)
        s0 += *a++ * *b--;
    *r = (s0 + s1) + (s2 + s3);
}

static bool strict_sign(const jet *J, number *r, const number *a)
{
    (void)J;
    *r = *a > 0 ? 1 : *a < 0 ? -1 : NAN;
    return *a != 0;
}

static void choose(const jet *J, number *r, const number *s, const number *a, const number *b)
{
    (void)J;
    *r = *s < 0 ? *a : *s > 0 ? *b : NAN;
}

static bool factor(jet *J, const li_system *S, bool symmetric, number *F)
{
    return li_real_factor(S, symmetric, plain_at(J, 0), F);
}

static void substitute(const jet *J, const li_system *S, number *F, number *x) { (void)J, li_real_substitute(S, F, x); }

#include "jet-rules.h"

static number *plain_at(const jet *J, uint32_t r) { return J->run.value + r; }
static li_status plain_text(jet *J, size_t from, size_t to) { return li_real_run(J->code, J->run.value, from, to); }

li_status li_jet_init(li_ctx *ctx, li_jet *run, const li_program *P, size_t order)
{
    *run = (li_jet){ .ready = LI_ABSENT };
    if (li_code_check(ctx, P) != LI_OK)
        return li_ctx_status(ctx);
    jet *J = run->jet = li_new(ctx, 1, sizeof *J);
    if (J == NULL || jet_init(ctx, J, P, order, 0) != LI_OK) {
        li_jet_clear(ctx, run);
        return li_ctx_status(ctx);
    }
    run->order = order;
    if (P->code->np == 0)
        li_jet_parameters(run, NULL);
    return LI_OK;
}

void li_jet_clear(li_ctx *ctx, li_jet *run)
{
    if (run->jet != NULL)
        jet_clear(ctx, run->jet);
    li_drop(ctx, run->jet);
    *run = (li_jet){ .ready = LI_ABSENT };
}

li_status li_jet_parameters(li_jet *run, const double *parameter)
{
    jet *J = run->jet;

    if (J == NULL)
        return run->ready;
    for (size_t i = 0; i < J->code->np; i++)
        *plain_at(J, (uint32_t)(J->code->constants + i)) = parameter[i];
    return run->ready = jet_parameters(J);
}

li_status li_jet_step_order(li_jet *run, size_t k)
{
    return run->ready != LI_OK ? run->ready : jet_step(run->jet, k);
}

double *li_jet_variable(const li_jet *run, size_t i)
{
    const jet *J = run->jet;
    return row(J, J->variable + i);
}

const double *li_jet_output(const li_jet *run, size_t i)
{
    const jet *J = run->jet;
    return row(J, J->code->out[i]);
}

void li_jet_advance(li_jet *run, size_t k)
{
    if (run->jet != NULL)
        jet_advance(run->jet, k);
}

bool li_jet_smooth(const li_jet *run)
{
    const jet *J = run->jet;
    return J->smooth;
}
