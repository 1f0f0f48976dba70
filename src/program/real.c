/* real.c - programs over doubles */
#include <math.h>

#include "code.h"

static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

/* As 1/n is rounded, pow alone would lose log(x) units of the last place; a step of Newton's method restores them. */
static double root(double x, uint32_t n)
{
    if (n == 2)
        return sqrt(x);
    double r = pow(x, 1 / (double)n), correction = (r - x / pow(r, n - 1)) / n;
    return isfinite(correction) ? r - correction : r;
}

/* fmin and fmax would hide a nan */
static double least(double a, double b) { return isnan(a) || a < b ? a : b; }
static double greatest(double a, double b) { return isnan(a) || a > b ? a : b; }

li_status li_real_apply(const li_instruction *i, double *v)
{
    double *r = &v[i->out], a = v[i->in[0]];

    switch (i->op) {
    case LI_OP_ROOT: *r = root(a, i->in[1]); break;
    case LI_OP_PI: *r = 3.14159265358979323846; break;
    case LI_OP_SINCOS: r[0] = sin(a), r[1] = cos(a); break;
    case LI_OP_SINHCOSH: r[0] = sinh(a), r[1] = cosh(a); break;
    case LI_OP_TANH: *r = tanh(a); break;
    case LI_OP_EXP: *r = exp(a); break;
    case LI_OP_LOG: *r = log(a); break;
    case LI_OP_ASIN: *r = asin(a); break;
    case LI_OP_ACOS: *r = acos(a); break;
    case LI_OP_ATAN: *r = atan(a); break;
    case LI_OP_ATAN2: *r = atan2(a, v[i->in[1]]); break;
    case LI_OP_ABS: *r = fabs(a); break;
    case LI_OP_SIGN: *r = sign(a); break;
    case LI_OP_MIN: *r = least(a, v[i->in[1]]); break;
    case LI_OP_MAX: *r = greatest(a, v[i->in[1]]); break;
    default: return LI_DOMAIN;
    }
    return LI_OK;
}

/* The instructions from i on that have the same operation. */
static const li_instruction *group_end(const li_instruction *i, const li_instruction *end)
{
    for (uint16_t op = i->op; i < end && i->op == op;)
        i++;
    return i;
}

/* One group of equal operations. */
static li_status run_group(const li_code *code, double *v, const li_instruction *i, const li_instruction *end)
{
    li_status status = LI_OK;

    for (; i < end && status == LI_OK; i++)
        switch (i->op) {
        case LI_OP_LDL: case LI_OP_LU: case LI_OP_SPARSE:
            if (!li_real_solve(&code->system[i->in[0]], i->op == LI_OP_LDL, v, v + code->values, &v[i->out]))
                status = LI_SINGULAR;
            break;
        case LI_OP_INTEGRAL: {
            const li_integral *I = &code->integral[i->in[0]];
            v[i->out] = li_real_integral(I, v, v + I->place);
            break;
        }
        default: status = li_real_apply(i, v);
        }
    return status;
}

/* The text of the body has equal operations side by side: a loop for each group. */
li_status li_real_run(const li_code *code, double *v, size_t from, size_t to)
{
    const li_instruction *i = code->grouped + from, *last = code->grouped + to;
    li_status status = LI_OK;

    while (i < last && status == LI_OK) {
        const li_instruction *end;
        switch (i->op) {
        case LI_OP_ADD: do v[i->out] = v[i->in[0]] + v[i->in[1]]; while (++i < last && i->op == LI_OP_ADD); break;
        case LI_OP_SUB: do v[i->out] = v[i->in[0]] - v[i->in[1]]; while (++i < last && i->op == LI_OP_SUB); break;
        case LI_OP_MUL: do v[i->out] = v[i->in[0]] * v[i->in[1]]; while (++i < last && i->op == LI_OP_MUL); break;
        case LI_OP_FMA: do v[i->out] = v[i->in[0]] * v[i->in[1]] + v[i->in[2]]; while (++i < last && i->op == LI_OP_FMA); break;
        case LI_OP_FNMA: do v[i->out] = v[i->in[2]] - v[i->in[0]] * v[i->in[1]]; while (++i < last && i->op == LI_OP_FNMA); break;
        case LI_OP_NEG: do v[i->out] = -v[i->in[0]]; while (++i < last && i->op == LI_OP_NEG); break;
        case LI_OP_INV: do v[i->out] = 1 / v[i->in[0]]; while (++i < last && i->op == LI_OP_INV); break;
        default:
            end = group_end(i, last);
            status = run_group(code, v, i, end);
            i = end;
        }
    }
    return status;
}

void li_real_constants(const li_code *code, double *v)
{
    for (size_t i = 0; i < code->constants; i++)
        v[i] = li_rational_double(&code->constant[i]);
    for (size_t i = 0; i < code->integrals; i++)
        li_real_constants(code->integral[i].integrand.code, v + code->integral[i].place);
}

li_status li_real_init(li_ctx *ctx, li_real *run, const li_program *P)
{
    *run = (li_real){ .ready = LI_ABSENT };
    if (li_code_check(ctx, P) != LI_OK)
        return li_ctx_status(ctx);
    const li_code *code = P->code;
    run->value = li_new(ctx, code->values + code->scratch + code->inner + 1, sizeof *run->value);
    if (run->value == NULL)
        return li_ctx_status(ctx);
    run->code = code;
    li_real_constants(code, run->value);
    if (code->np == 0)
        li_real_parameters(run, NULL);
    return LI_OK;
}

void li_real_clear(li_ctx *ctx, li_real *run)
{
    li_drop(ctx, run->value);
    *run = (li_real){ .ready = LI_ABSENT };
}

li_status li_real_parameters(li_real *run, const double *parameter)
{
    const li_code *code = run->code;

    if (code == NULL)
        return run->ready;
    for (size_t i = 0; i < code->np; i++)
        run->value[code->constants + i] = parameter[i];
    return run->ready = li_real_run(code, run->value, 0, code->prologue);
}

li_status li_real_step(li_real *run, const double *variable, double *out)
{
    const li_code *code = run->code;
    double *v = run->value;

    if (run->ready != LI_OK)
        return run->ready;
    for (size_t i = 0; i < code->nv; i++)
        v[code->constants + code->np + i] = variable[i];
    li_status status = li_real_run(code, v, code->prologue, code->len);
    for (size_t i = 0; i < code->outs && status == LI_OK; i++)
        out[i] = v[code->out[i]];
    return status;
}
