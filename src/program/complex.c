/* complex.c - programs over complex balls: integrands, and their integrals with a proved error bound
 *
 * acb_calc_integrate evaluates the integrand on balls on the path and, to bound the error, on balls around
 * it, where it must know whether the function is holomorphic (`analytic`): functions with branch cuts
 * answer with a ball that is not finite when their argument meets the cut. On the real axis a function
 * outside its real domain is not finite either, so that no integral of sqrt(-1) passes for a real one. */
#include "arb.h"

#include "../core/rational.h"

static bool is_real(const acb_t z) { return arb_is_zero(acb_imagref(z)) != 0; }
static bool is_real_negative(const acb_t z) { return is_real(z) && arb_is_negative(acb_realref(z)); }

/* |x| - 1: certainly negative -1, certainly positive 1, else 0 */
static int against_one(const arb_t x)
{
    arb_t d;
    arb_init(d);
    arb_abs(d, x);
    arb_sub_ui(d, d, 1, 2 * MAG_BITS);
    int side = arb_is_negative(d) ? -1 : arb_is_positive(d) ? 1 : 0;
    arb_clear(d);
    return side;
}

/* the principal n-th root, with its cut along x <= 0 */
static void root(acb_t r, const acb_t z, ulong n, bool analytic, slong bits)
{
    bool on_cut = arb_contains_zero(acb_imagref(z)) && !arb_is_positive(acb_realref(z));

    if (is_real_negative(z) || (analytic && on_cut))
        acb_indeterminate(r);
    else
        acb_root_ui(r, z, n, bits);
}

static void logarithm(acb_t r, const acb_t z, bool analytic, slong bits)
{
    if (is_real(z) && arb_is_nonpositive(acb_realref(z)))
        acb_indeterminate(r);
    else
        acb_log_analytic(r, z, analytic, bits);
}

/* asin and acos: cuts along x < -1 and x > 1 */
static void arc(acb_t r, const acb_t z, li_operation op, bool analytic, slong bits)
{
    bool on_cut = arb_contains_zero(acb_imagref(z)) && against_one(acb_realref(z)) >= 0;

    if ((is_real(z) && against_one(acb_realref(z)) > 0) || (analytic && on_cut))
        acb_indeterminate(r);
    else if (op == LI_OP_ASIN)
        acb_asin(r, z, bits);
    else
        acb_acos(r, z, bits);
}

/* cuts along the imaginary axis beyond i and -i */
static void arctangent(acb_t r, const acb_t z, bool analytic, slong bits)
{
    if (analytic && arb_contains_zero(acb_realref(z)) && against_one(acb_imagref(z)) >= 0)
        acb_indeterminate(r);
    else
        acb_atan(r, z, bits);
}

/* x > 0: atan(y/x);  y > 0: pi/2 - atan(x/y);  y < 0: -pi/2 - atan(x/y); conditions on real parts, so
 * that the formula is the right one on the real points of the balls */
static void arctangent2(acb_t r, const acb_t y, const acb_t x, bool analytic, slong bits)
{
    acb_t q, right_angle;
    int side = arb_is_positive(acb_realref(y)) ? 1 : arb_is_negative(acb_realref(y)) ? -1 : 0;

    acb_init(q);
    acb_init(right_angle);
    if (arb_is_positive(acb_realref(x))) {
        acb_div(q, y, x, bits);
        arctangent(r, q, analytic, bits);
    } else if (side != 0) {
        acb_div(q, x, y, bits);
        arctangent(q, q, analytic, bits);
        acb_const_pi(right_angle, bits);
        acb_mul_2exp_si(right_angle, right_angle, -1);
        acb_mul_si(right_angle, right_angle, side, bits);
        acb_sub(r, right_angle, q, bits);
    } else if (!analytic && is_real(x) && is_real(y)) {
        acb_zero(r);
        arb_atan2(acb_realref(r), acb_realref(y), acb_realref(x), bits);
    } else {
        acb_indeterminate(r);
    }
    acb_clear(q);
    acb_clear(right_angle);
}

static bool is_undefined(const li_instruction *i, acb_srcptr v)
{
    for (int k = 0; k < li_operation_info[i->op].operands; k++)
        if (!acb_is_finite(v + i->in[k]))
            return true;
    return false;
}

static li_status apply(const li_instruction *i, acb_ptr v, bool analytic, slong bits)
{
    acb_ptr r = v + i->out, a = v + i->in[0];

    if (is_undefined(i, v)) {
        for (int k = 0; k < li_operation_info[i->op].results; k++)
            acb_indeterminate(r + k);
        return LI_OK;
    }
    switch (i->op) {
    case LI_OP_ROOT: root(r, a, i->in[1], analytic, bits); break;
    case LI_OP_PI: acb_const_pi(r, bits); break;
    case LI_OP_SINCOS: acb_sin_cos(r, r + 1, a, bits); break;
    case LI_OP_SINHCOSH: acb_sinh_cosh(r, r + 1, a, bits); break;
    case LI_OP_TANH: acb_tanh(r, a, bits); break;
    case LI_OP_EXP: acb_exp(r, a, bits); break;
    case LI_OP_LOG: logarithm(r, a, analytic, bits); break;
    case LI_OP_ASIN: case LI_OP_ACOS: arc(r, a, (li_operation)i->op, analytic, bits); break;
    case LI_OP_ATAN: arctangent(r, a, analytic, bits); break;
    case LI_OP_ATAN2: arctangent2(r, a, v + i->in[1], analytic, bits); break;
    case LI_OP_ABS: acb_real_abs(r, a, analytic, bits); break;
    case LI_OP_SIGN: acb_real_sgn(r, a, analytic, bits); break;
    case LI_OP_MIN: acb_real_min(r, a, v + i->in[1], analytic, bits); break;
    case LI_OP_MAX: acb_real_max(r, a, v + i->in[1], analytic, bits); break;
    default: return LI_DOMAIN;
    }
    return LI_OK;
}

/* An integral inside an integrand: its parameters and limits may be complex. */
static li_status nested(const li_code *code, const li_instruction *i, acb_ptr v, bool analytic, slong bits)
{
    const li_integral *I = &code->integral[i->in[0]];
    acb_ptr inner = v + I->place;

    for (size_t k = 0; k < I->n; k++)
        acb_set(inner + I->integrand.code->constants + k, v + I->in[k + 2]);
    return li_complex_integral(v + i->out, I, inner, v + I->in[0], v + I->in[1], analytic, bits);
}

li_status li_complex_run(const li_code *code, acb_ptr v, size_t from, size_t to, bool analytic, slong bits)
{
    li_status status = LI_OK;

    for (size_t k = from; k < to && status == LI_OK; k++) {
        const li_instruction *i = &code->text[k];
        acb_ptr r = v + i->out, a = v + i->in[0], b = v + i->in[1];
        switch (i->op) {
        case LI_OP_ADD: acb_add(r, a, b, bits); break;
        case LI_OP_SUB: acb_sub(r, a, b, bits); break;
        case LI_OP_MUL: acb_mul(r, a, b, bits); break;
        case LI_OP_FMA: acb_set(r, v + i->in[2]), acb_addmul(r, a, b, bits); break;
        case LI_OP_FNMA: acb_set(r, v + i->in[2]), acb_submul(r, a, b, bits); break;
        case LI_OP_NEG: acb_neg(r, a); break;
        case LI_OP_INV: acb_inv(r, a, bits); break;
        case LI_OP_INTEGRAL: status = nested(code, i, v, analytic, bits); break;
        default: status = apply(i, v, analytic, bits);
        }
    }
    return status;
}

void li_complex_constants(const li_code *code, acb_ptr v, slong bits)
{
    for (size_t i = 0; i < code->constants; i++) {
        acb_zero(v + i);
        arb_set_fmpq(acb_realref(v + i), li_fmpq_const(&code->constant[i]), bits);
    }
    for (size_t i = 0; i < code->integrals; i++)
        li_complex_constants(code->integral[i].integrand.code, v + code->integral[i].place, bits);
}

/* ---- integrals ---- */

typedef struct { const li_code *code; acb_ptr v; bool analytic; li_status status; } integrand;

/* order 1 asks for a holomorphic function; inside an integrand for which that is asked, always */
static int evaluate(acb_ptr out, const acb_t s, void *self, slong order, slong bits)
{
    integrand *f = self;
    const li_code *code = f->code;

    acb_set(f->v + code->constants + code->np, s);
    li_status status = li_complex_run(code, f->v, code->prologue, code->len, f->analytic || order > 0, bits);
    if (status == LI_OK)
        acb_set(out, f->v + code->out[0]);
    else {
        f->status = status;
        acb_indeterminate(out);
    }
    return 0;
}

/* A finite integral needs a finite integrand; asked at a few points, before much work is spent on one that is not. */
static bool is_hopeless(integrand *f, const acb_t upper, const acb_t lower, slong bits)
{
    enum { POINTS = 7 };
    acb_t s, step;
    bool finite = true;

    acb_init(s);
    acb_init(step);
    acb_sub(step, upper, lower, bits);
    acb_div_ui(step, step, POINTS + 1, bits);
    for (ulong k = 1; k <= POINTS && finite; k++) {
        acb_set(s, lower);
        acb_addmul_ui(s, step, k, bits);
        evaluate(s, s, f, 0, bits);
        finite = acb_is_finite(s) != 0;
    }
    acb_clear(s);
    acb_clear(step);
    return !finite;
}

enum { EVALUATIONS = 20000 };                 /* of an integrand for one integral */

li_status li_complex_integral(acb_t out, const li_integral *I, acb_ptr v, const acb_t upper, const acb_t lower, bool analytic, slong bits)
{
    integrand f = { I->integrand.code, v, analytic, LI_OK };

    f.status = li_complex_run(f.code, v, 0, f.code->prologue, analytic, bits);
    if (f.status != LI_OK || !acb_is_finite(upper) || !acb_is_finite(lower) || is_hopeless(&f, upper, lower, bits)) {
        acb_indeterminate(out);
        return f.status;
    }
    mag_t tolerance;
    mag_init(tolerance);
    mag_set_ui_2exp_si(tolerance, 1, -bits);
    acb_calc_integrate_opt_t limits;
    acb_calc_integrate_opt_init(limits);
    limits->eval_limit = EVALUATIONS;         /* past that the ball is only as good as it has become */
    acb_calc_integrate(out, evaluate, &f, lower, upper, bits, tolerance, limits, bits);
    mag_clear(tolerance);
    return f.status;
}
