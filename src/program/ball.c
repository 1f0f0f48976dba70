/* ball.c - programs over balls */
#include "arb.h"

#include "../core/rational.h"

/* The registers and scratch of a run; the registers of its integrands, which run over complex balls. */
typedef struct { arb_ptr v; acb_ptr inner; size_t reals, complexes; } workspace;

/* ---- linear systems ---- */

/* The row with the largest certain lower bound of |A_ik|, i >= k; n if all may be 0. */
static size_t choose_pivot(arb_srcptr A, size_t n, size_t k)
{
    size_t pivot = n;
    mag_t most, size;

    mag_init(most);
    mag_init(size);
    for (size_t i = k; i < n; i++) {
        if (!arb_is_finite(A + i * n + k))
            continue;
        arb_get_mag_lower(size, A + i * n + k);
        if (mag_cmp(size, most) > 0) {
            mag_swap(most, size);
            pivot = i;
        }
    }
    mag_clear(most);
    mag_clear(size);
    return pivot;
}

/* LU with pivoting; also for a symmetric matrix. F holds A = P L U, then the rows that changed places. */
static bool factor_lu(const li_system *S, arb_srcptr v, arb_ptr F, slong bits)
{
    size_t n = S->n;
    arb_ptr A = F, swap = F + n * n;

    for (size_t i = 0; i < n * n; i++)
        arb_set(A + i, v + S->in[i]);
    for (size_t k = 0; k < n; k++) {
        size_t pivot = choose_pivot(A, n, k);
        if (pivot == n)
            return false;
        arb_set_ui(swap + k, pivot);
        for (size_t j = 0; j < n && pivot != k; j++)
            arb_swap(A + pivot * n + j, A + k * n + j);
        for (size_t i = k + 1; i < n; i++) {
            arb_ptr l = A + i * n + k;
            arb_div(l, l, A + k * n + k, bits);
            for (size_t j = k + 1; j < n; j++)
                arb_submul(A + i * n + j, l, A + k * n + j, bits);
        }
    }
    return true;
}

static void substitute_lu(size_t n, arb_srcptr F, arb_ptr x, slong bits)
{
    arb_srcptr A = F, swap = F + n * n;

    for (size_t k = 0; k < n; k++) {
        size_t pivot = (size_t)arf_get_si(arb_midref(swap + k), ARF_RND_NEAR);
        if (pivot != k)
            arb_swap(x + pivot, x + k);
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++)
            arb_submul(x + i, A + i * n + k, x + k, bits);
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++)
            arb_submul(x + k, A + k * n + j, x + j, bits);
        arb_div(x + k, x + k, A + k * n + k, bits);
    }
}

/* Along the plan; every pivot is certainly not 0. U keeps the pivots themselves. */
static bool factor_sparse(const li_system *S, arb_srcptr v, arb_ptr U, slong bits)
{
    const li_schedule *Z = S->plan;
    const uint32_t *target = Z->target;
    arb_ptr l = U + Z->numbers;

    for (size_t i = 0; i < Z->numbers; i++)
        arb_zero(U + i);
    for (size_t e = 0; e < Z->entries; e++)
        arb_set(U + Z->place[e], v + S->in[e]);
    for (size_t k = 0; k < Z->n; k++) {
        if (!arb_is_finite(U + k) || arb_contains_zero(U + k))
            return false;
        for (size_t i = Z->start[k], end = Z->start[k + 1]; i < end; i++) {
            arb_div(l, U + i, U + k, bits);
            arb_submul(U + Z->at[i], l, U + i, bits);
            for (size_t j = i + 1; j < end; j++)
                arb_submul(U + *target++, l, U + j, bits);
            arb_swap(U + i, l);
        }
    }
    return true;
}

static void substitute_sparse(const li_schedule *Z, arb_srcptr U, arb_ptr x, slong bits)
{
    for (size_t k = 0; k < Z->n; k++)
        for (size_t i = Z->start[k]; i < Z->start[k + 1]; i++)
            arb_submul(x + Z->at[i], U + i, x + k, bits);
    for (size_t k = Z->n; k-- > 0;) {
        arb_div(x + k, x + k, U + k, bits);
        for (size_t i = Z->start[k]; i < Z->start[k + 1]; i++)
            arb_submul(x + k, U + i, x + Z->at[i], bits);
    }
}

bool li_balls_factor(const li_system *S, arb_srcptr v, arb_ptr F, slong bits)
{
    return S->plan != NULL ? factor_sparse(S, v, F, bits) : factor_lu(S, v, F, bits);
}

void li_balls_substitute(const li_system *S, arb_srcptr F, arb_ptr x, slong bits)
{
    if (S->plan != NULL)
        substitute_sparse(S->plan, F, x, bits);
    else
        substitute_lu(S->n, F, x, bits);
}

static bool solve(const li_system *S, arb_srcptr v, arb_ptr scratch, arb_ptr x, slong bits)
{
    if (!li_balls_factor(S, v, scratch, bits))
        return false;
    for (size_t i = 0; i < S->n; i++)
        arb_set(x + i, v + S->in[S->entries + i]);
    li_balls_substitute(S, scratch, x, bits);
    return true;
}

/* ---- integrals ---- */

static li_status integral(const li_integral *I, arb_ptr r, arb_srcptr v, acb_ptr inner, slong bits)
{
    const li_code *code = I->integrand.code;
    acb_t upper, lower, value;

    for (size_t i = 0; i < I->n + 2; i++)
        if (!arb_is_finite(v + I->in[i]))
            return arb_indeterminate(r), LI_OK;
    acb_init(upper);
    acb_init(lower);
    acb_init(value);
    acb_set_arb(upper, v + I->in[0]);
    acb_set_arb(lower, v + I->in[1]);
    for (size_t i = 0; i < I->n; i++)
        acb_set_arb(inner + code->constants + i, v + I->in[i + 2]);
    li_status status = li_complex_integral(value, I, inner, upper, lower, false, bits);
    if (arb_contains_zero(acb_imagref(value)))
        arb_set(r, acb_realref(value));
    else
        arb_indeterminate(r);
    acb_clear(upper);
    acb_clear(lower);
    acb_clear(value);
    return status;
}

/* ---- the run ---- */

static void arctangent(arb_ptr r, const arb_t y, const arb_t x, slong bits)
{
    if (arb_is_zero(x) && arb_is_zero(y))
        arb_indeterminate(r);
    else
        arb_atan2(r, y, x, bits);
}

/* What has no value has no function values either, not even bounded ones (sin, sign). */
static bool is_undefined(const li_instruction *i, arb_srcptr v)
{
    for (int k = 0; k < li_operation_info[i->op].operands; k++)
        if (!arb_is_finite(v + i->in[k]))
            return true;
    return false;
}

static li_status apply(const li_instruction *i, arb_ptr v, slong bits)
{
    arb_ptr r = v + i->out, a = v + i->in[0];

    if (is_undefined(i, v)) {
        for (int k = 0; k < li_operation_info[i->op].results; k++)
            arb_indeterminate(r + k);
        return LI_OK;
    }
    switch (i->op) {
    case LI_OP_ROOT: arb_root_ui(r, a, i->in[1], bits); break;
    case LI_OP_PI: arb_const_pi(r, bits); break;
    case LI_OP_SINCOS: arb_sin_cos(r, r + 1, a, bits); break;
    case LI_OP_SINHCOSH: arb_sinh_cosh(r, r + 1, a, bits); break;
    case LI_OP_TANH: arb_tanh(r, a, bits); break;
    case LI_OP_EXP: arb_exp(r, a, bits); break;
    case LI_OP_LOG: arb_log(r, a, bits); break;
    case LI_OP_ASIN: arb_asin(r, a, bits); break;
    case LI_OP_ACOS: arb_acos(r, a, bits); break;
    case LI_OP_ATAN: arb_atan(r, a, bits); break;
    case LI_OP_ATAN2: arctangent(r, a, v + i->in[1], bits); break;
    case LI_OP_ABS: arb_abs(r, a); break;
    case LI_OP_SIGN: arb_sgn(r, a); break;
    case LI_OP_MIN: arb_min(r, a, v + i->in[1], bits); break;
    case LI_OP_MAX: arb_max(r, a, v + i->in[1], bits); break;
    default: return LI_DOMAIN;
    }
    return LI_OK;
}

li_status li_balls_text(const li_balls *run, size_t from, size_t to)
{
    const li_code *code = run->code;
    const workspace *w = run->value;
    arb_ptr v = w->v;
    slong bits = run->bits;
    li_status status = LI_OK;

    for (size_t k = from; k < to && status == LI_OK; k++) {
        const li_instruction *i = &code->text[k];
        arb_ptr r = v + i->out, a = v + i->in[0], b = v + i->in[1];
        switch (i->op) {
        case LI_OP_ADD: arb_add(r, a, b, bits); break;
        case LI_OP_SUB: arb_sub(r, a, b, bits); break;
        case LI_OP_MUL: i->in[0] == i->in[1] ? arb_sqr(r, a, bits) : arb_mul(r, a, b, bits); break;
        case LI_OP_FMA: arb_set(r, v + i->in[2]), arb_addmul(r, a, b, bits); break;
        case LI_OP_FNMA: arb_set(r, v + i->in[2]), arb_submul(r, a, b, bits); break;
        case LI_OP_NEG: arb_neg(r, a); break;
        case LI_OP_INV: arb_inv(r, a, bits); break;
        case LI_OP_LDL: case LI_OP_LU: case LI_OP_SPARSE:
            status = solve(&code->system[i->in[0]], v, v + code->values, r, bits) ? LI_OK : LI_SINGULAR;
            break;
        case LI_OP_INTEGRAL: {
            const li_integral *I = &code->integral[i->in[0]];
            status = integral(I, r, v, w->inner + (I->place - w->reals), bits);
            break;
        }
        default: status = apply(i, v, bits);
        }
    }
    return status;
}

arb_ptr li_balls_registers(const li_balls *run)
{
    const workspace *w = run->value;
    return w->v;
}

static void set_constants(const li_balls *run)
{
    const li_code *code = run->code;
    const workspace *w = run->value;

    for (size_t i = 0; i < code->constants; i++)
        arb_set_fmpq(w->v + i, li_fmpq_const(&code->constant[i]), run->bits);
    for (size_t i = 0; i < code->integrals; i++) {
        const li_integral *I = &code->integral[i];
        li_complex_constants(I->integrand.code, w->inner + (I->place - w->reals), run->bits);
    }
}

li_status li_balls_init(li_ctx *ctx, li_balls *run, const li_program *P, long bits)
{
    *run = (li_balls){ .bits = bits < 2 ? 2 : bits, .ready = LI_ABSENT };
    if (li_code_check(ctx, P) != LI_OK)
        return li_ctx_status(ctx);
    const li_code *code = P->code;
    workspace *w = run->value = li_new(ctx, 1, sizeof *w);
    if (w == NULL)
        return li_ctx_status(ctx);
    w->v = li_new(ctx, code->values + code->scratch + 1, sizeof *w->v);
    w->inner = li_new(ctx, code->inner + 1, sizeof *w->inner);
    if (w->v == NULL || w->inner == NULL)
        return li_ctx_status(ctx);
    for (; w->reals < code->values + code->scratch; w->reals++)
        arb_init(w->v + w->reals);
    for (; w->complexes < code->inner; w->complexes++)
        acb_init(w->inner + w->complexes);
    run->code = code;
    set_constants(run);
    if (code->np == 0)
        li_balls_parameters(ctx, run, NULL);
    return li_ctx_status(ctx);
}

void li_balls_clear(li_ctx *ctx, li_balls *run)
{
    workspace *w = run->value;

    if (w != NULL) {
        for (size_t i = 0; i < w->reals; i++)
            arb_clear(w->v + i);
        for (size_t i = 0; i < w->complexes; i++)
            acb_clear(w->inner + i);
        li_drop(ctx, w->v);
        li_drop(ctx, w->inner);
    }
    li_drop(ctx, w);
    *run = (li_balls){ .ready = LI_ABSENT };
}

li_status li_balls_parameters(li_ctx *ctx, li_balls *run, const li_ball *parameter)
{
    const li_code *code = run->code;
    const workspace *w = run->value;

    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (code == NULL)
        return run->ready;
    for (size_t i = 0; i < code->np; i++)
        arb_set(w->v + code->constants + i, li_arb(&parameter[i]));
    return run->ready = li_balls_text(run, 0, code->prologue);
}

li_status li_balls_step(li_ctx *ctx, li_balls *run, const li_ball *variable, li_ball *out)
{
    const li_code *code = run->code;
    const workspace *w = run->value;

    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (run->ready != LI_OK)
        return run->ready;
    for (size_t i = 0; i < code->nv; i++)
        arb_set(w->v + code->constants + code->np + i, li_arb(&variable[i]));
    li_status status = li_balls_text(run, code->prologue, code->len);
    for (size_t i = 0; i < code->outs && status == LI_OK; i++)
        arb_set(li_arb(&out[i]), w->v + code->out[i]);
    return status;
}

li_status li_ball_value(li_ctx *ctx, li_ball *out, li_expr e, long bits, long most)
{
    li_program P;
    li_status status = LI_OK;

    li_program_init(ctx, &P, 0, NULL, 0, NULL);
    li_program_finish(ctx, &P, 1, &e);
    for (long working = bits + 32, last = 0; li_ctx_status(ctx) == LI_OK && last < most; working *= 2) {
        li_balls run;
        last = working < most ? working : most;
        if (li_balls_init(ctx, &run, &P, last) == LI_OK)
            status = li_balls_step(ctx, &run, NULL, out);
        li_balls_clear(ctx, &run);
        if (status != LI_OK || (li_ball_is_finite(out) && li_ball_accuracy(out) >= bits))
            break;
    }
    li_program_clear(ctx, &P);
    return li_ctx_status(ctx) != LI_OK ? li_ctx_status(ctx) : status;
}
