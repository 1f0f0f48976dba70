/* jet.c - programs over power series with coefficients in doubles */
#include <math.h>

#include "code.h"
#include "jet-sums.h"

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

/* With the sums side by side, where all instructions are known there; else by the rules one after another. */
typedef struct { jet J; li_sums sums; bool beside; } series;

li_status li_jet_init(li_ctx *ctx, li_jet *run, const li_program *P, size_t order)
{
    *run = (li_jet){ .ready = LI_ABSENT };
    if (li_code_check(ctx, P) != LI_OK)
        return li_ctx_status(ctx);
    series *s = run->jet = li_new(ctx, 1, sizeof *s);
    if (s != NULL && jet_init(ctx, &s->J, P, order, 0) == LI_OK && (s->beside = li_sums_knows(P->code)))
        li_sums_init(ctx, &s->sums, P->code, order);
    if (li_ctx_status(ctx) != LI_OK) {
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
    series *s = run->jet;

    if (s != NULL) {
        jet_clear(ctx, &s->J);
        li_sums_clear(ctx, &s->sums);
    }
    li_drop(ctx, s);
    *run = (li_jet){ .ready = LI_ABSENT };
}

static jet *jet_of(const li_jet *run) { return &((series *)run->jet)->J; }

li_status li_jet_parameters(li_jet *run, const double *parameter)
{
    if (run->jet == NULL)
        return run->ready;
    jet *J = jet_of(run);
    for (size_t i = 0; i < J->code->np; i++)
        *plain_at(J, (uint32_t)(J->code->constants + i)) = parameter[i];
    return run->ready = jet_parameters(J);
}

/* ---- side by side ---- order 0 stands in the registers, the series of variables and outputs in their rows */

static li_status begin(series *s)
{
    jet *J = &s->J;

    J->smooth = true;
    for (uint32_t r = J->variable; r < J->variable + J->code->nv; r++)
        *plain_at(J, r) = *row(J, r);
    li_status status = plain_text(J, J->code->prologue, J->code->len);
    for (size_t i = 0; i < J->code->outs && status == LI_OK; i++)
        *row(J, J->code->out[i]) = *plain_at(J, J->code->out[i]);
    return status == LI_OK ? li_sums_begin(&s->sums, J->run.value) : status;
}

static void go_on(series *s, size_t k)
{
    jet *J = &s->J;

    for (uint32_t r = J->variable; r < J->variable + J->code->nv; r++)
        s->sums.now[r] = row(J, r)[k];
    li_sums_order(&s->sums, J->run.value, k);
    for (size_t i = 0; i < J->code->outs; i++)
        row(J, J->code->out[i])[k] = s->sums.now[J->code->out[i]];
}

static li_status step_beside(series *s, size_t k)
{
    jet *J = &s->J;
    li_status status = LI_OK;

    if (k > J->order || k > J->done)
        return LI_DOMAIN;
    if (k == 0)
        status = begin(s);
    else
        go_on(s, k);
    J->done = status == LI_OK ? k + 1 : 0;
    return status;
}

li_status li_jet_step_order(li_jet *run, size_t k)
{
    series *s = run->jet;

    if (run->ready != LI_OK)
        return run->ready;
    return s->beside ? step_beside(s, k) : jet_step(&s->J, k);
}

double *li_jet_variable(const li_jet *run, size_t i)
{
    const jet *J = jet_of(run);
    return row(J, J->variable + i);
}

const double *li_jet_output(const li_jet *run, size_t i)
{
    const jet *J = jet_of(run);
    return row(J, J->code->out[i]);
}

static void advance_beside(const series *s, size_t k)
{
    const jet *J = &s->J;
    const li_code *code = J->code;
    double h = 1 / (double)(k + 1);

    for (size_t i = 0; i < code->nv && i < code->outs && k < J->order; i++)
        row(J, J->variable + i)[k + 1] = h * row(J, code->out[i])[k];
}

void li_jet_advance(li_jet *run, size_t k)
{
    series *s = run->jet;

    if (s != NULL && s->beside)
        advance_beside(s, k);
    else if (s != NULL)
        jet_advance(&s->J, k);
}

bool li_jet_smooth(const li_jet *run) { return jet_of(run)->smooth; }
