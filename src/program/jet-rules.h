/* jet-rules.h - the arithmetic of truncated power series, for any kind of coefficients
 *
 * A series x = x_0 + x_1 t + x_2 t^2 + ... (normalised Taylor coefficients) is a row of order + 1 coefficients. Every
 * instruction has a rule that gives coefficient k of its results from the coefficients up to k of its operands and
 * those below k of the results: a few sums sum_j a_j b_(k-j). Functions follow their differential equations, where
 * j x_j is the coefficient of t x'. Order 0 is a run over plain numbers.
 *
 * The file that includes this one says before what the numbers are (jet.c, jet-ball.c, jet-lanes.h):
 *
 *     number, plain                                  a coefficient; a run over such numbers
 *     numbers_new, numbers_drop                      an array of zeros
 *     plain_init, plain_clear, plain_text            a run, its instructions from .. to
 *     plain_at                                       its register r
 *     set_int, set, negate, add, sub, mul, quotient  r = k, a, -a, a + b, a - b, a b, a / b
 *     square_root, times_int, over_int               r = sqrt a, k a, a / k
 *     dot                                            r = sum_(i < count) a[i] b[-i]
 *     strict_sign                                    r = -1 or 1; no number where a may be 0 (and then it returns false)
 *     choose                                         r = s < 0 ? a : b; no number if s is none
 *     factor, substitute                             A = L U once, in li_system_numbers; x = A^-1 x */
#ifndef LI_PROGRAM_JET_RULES_H
#define LI_PROGRAM_JET_RULES_H

typedef struct jet jet;
struct jet {
    const li_code *code;
    size_t order, done;          /* coefficients below `done` are computed */
    size_t numbers;
    number *c;                   /* the rows of all registers, then auxiliary ones; behind them factors and temporaries */
    number *factors, *unknown, *temporary;
    uint32_t *auxiliary;         /* of each instruction: its first auxiliary row */
    uint32_t variable, result;   /* the first register of the variables, of the results of the body */
    plain run;
    jet *inside;                 /* for each integral two series of its integrand: at the upper limit, at the lower */
    bool smooth;                 /* no abs, sign, min or max met its corner */
};

enum { TEMPORARIES = 4 };

static number *row(const jet *J, size_t r) { return J->c + r * (J->order + 1); }

static bool varies(const jet *J, uint32_t r)
{
    const li_code *code = J->code;
    return r >= J->result || (r >= J->variable && r < J->variable + code->nv);
}

/* ---- sums of products ---- */

/* r = sum_(j = 1 .. k) a_j b_(k-j) */
static void dot_tail(const jet *J, number *r, const number *a, const number *b, size_t k) { dot(J, r, a + 1, b + (k - 1), k); }

/* r = sum_(j = 1 .. k-1) a_j b_(k-j) */
static void dot_middle(const jet *J, number *r, const number *a, const number *b, size_t k) { dot(J, r, a + 1, b + (k - 1), k - 1); }

/* r = sum_(j = from .. k-from) a_j a_(k-j), every product once */
static void square(const jet *J, number *r, const number *a, size_t from, size_t k)
{
    size_t half = (k + 1) / 2;

    dot(J, r, a + from, a + (k - from), half - from);
    add(J, r, r, r);
    if (k % 2 == 0) {
        mul(J, J->temporary, a + half, a + half);
        add(J, r, r, J->temporary);
    }
}

static void product(const jet *J, number *r, uint32_t x, uint32_t y, size_t k)
{
    const number *a = row(J, x), *b = row(J, y);

    if (!varies(J, x))
        mul(J, r, a, b + k);
    else if (!varies(J, y))
        mul(J, r, a + k, b);
    else if (x == y)
        square(J, r, a, 0, k);
    else
        dot(J, r, a, b + k, k + 1);
}

/* ---- functions ---- auxiliary rows are called after what they hold: da is t a'(t) */

/* r a = 1 */
static void inverse_rule(const jet *J, number *r, const number *a, size_t k)
{
    dot_tail(J, r + k, a, r, k);
    mul(J, r + k, r + k, r);
    negate(J, r + k, r + k);
}

/* r r = a, where ak is a_k */
static void sqrt_rule(const jet *J, number *r, const number *ak, size_t k)
{
    number *t = J->temporary + 1;

    square(J, t, r, 1, k);
    sub(J, t, ak, t);
    add(J, r + k, r, r);
    quotient(J, r + k, t, r + k);
}

/* r' = f a' */
static void primitive_rule(const jet *J, number *r, const number *f, const number *da, size_t k)
{
    dot_tail(J, r + k, da, f, k);
    over_int(J, r + k, r + k, k);
}

/* w r' = rate, where `rate` is given as the coefficient k of t rate(t) */
static void quotient_rule(const jet *J, number *r, const number *w, const number *rate, number *dr, size_t k)
{
    number *t = J->temporary;

    dot_middle(J, t, dr, w, k);
    sub(J, t, rate, t);
    quotient(J, dr + k, t, w);
    over_int(J, r + k, dr + k, k);
}

/* n a r' = a' r */
static void root_rule(const jet *J, number *r, const number *a, uint32_t n, number *da, number *dr, size_t k)
{
    number *t = J->temporary + 1;

    times_int(J, da + k, a + k, k);
    dot_tail(J, t, da, r, k);
    over_int(J, t, t, n);
    quotient_rule(J, r, a, t, dr, k);
}

static void sine_rule(const jet *J, number *sine, number *cosine, const number *a, bool circular, number *da, size_t k)
{
    times_int(J, da + k, a + k, k);
    primitive_rule(J, sine, cosine, da, k);
    primitive_rule(J, cosine, sine, da, k);
    if (circular)
        negate(J, cosine + k, cosine + k);
}

/* w = 1 - r^2:  r' = w a' */
static void tanh_rule(const jet *J, number *r, const number *a, number *da, number *w, size_t k)
{
    times_int(J, da + k, a + k, k);
    primitive_rule(J, r, w, da, k);
    square(J, w + k, r, 0, k);
    negate(J, w + k, w + k);
}

/* s = sqrt(1 - a^2):  s r' = a' (asin) or -a' (acos) */
static void arc_rule(const jet *J, number *r, const number *a, bool sine, number *s, number *dr, size_t k)
{
    number *t = J->temporary + 2;

    square(J, t, a, 0, k);
    negate(J, t, t);
    sqrt_rule(J, s, t, k);
    times_int(J, t, a + k, k);
    if (!sine)
        negate(J, t, t);
    quotient_rule(J, r, s, t, dr, k);
}

/* w = 1 + a^2:  w r' = a' */
static void atan_rule(const jet *J, number *r, const number *a, number *w, number *dr, size_t k)
{
    number *t = J->temporary + 1;

    square(J, w + k, a, 0, k);
    times_int(J, t, a + k, k);
    quotient_rule(J, r, w, t, dr, k);
}

/* w = x^2 + y^2:  w r' = x y' - y x' */
static void atan2_rule(const jet *J, number *r, const number *y, const number *x, number *w, number *dr, number *dy, number *dx, size_t k)
{
    number *t = J->temporary + 1, *u = J->temporary + 2;

    times_int(J, dy + k, y + k, k);
    times_int(J, dx + k, x + k, k);
    square(J, w + k, x, 0, k);
    square(J, t, y, 0, k);
    add(J, w + k, w + k, t);
    dot_tail(J, t, dy, x, k);
    dot_tail(J, u, dx, y, k);
    sub(J, t, t, u);
    quotient_rule(J, r, w, t, dr, k);
}

/* abs, sign, min, max: decided at order 0; at the corner there is no series. */
static void corner_rule(jet *J, const li_instruction *i, number *r, const number *a, const number *b, size_t k)
{
    number *s = J->temporary + 1, *t = J->temporary + 2;

    if (i->op == LI_OP_MIN || i->op == LI_OP_MAX)
        sub(J, t, a, b);
    else
        set(J, t, a);
    J->smooth &= strict_sign(J, s, t);
    set_int(J, t, 0);
    switch (i->op) {
    case LI_OP_ABS: negate(J, t, a + k), choose(J, r + k, s, t, a + k); break;
    case LI_OP_SIGN: choose(J, r + k, s, t, t); break;
    case LI_OP_MIN: choose(J, r + k, s, a + k, b + k); break;
    default: choose(J, r + k, s, b + k, a + k);
    }
}

/* ---- linear systems ---- A_0 x_k = b_k - sum_(j = 1 .. k) A_j x_(k-j) */

static number *factors_of(const jet *J, const li_system *S)
{
    number *F = J->factors;
    for (const li_system *T = J->code->system; T < S; T++)
        F += li_system_numbers(T);
    return F;
}

/* x_l -= what entry e, in column m, makes of the lower orders */
static void subtract_entry(const jet *J, const li_instruction *i, size_t e, size_t l, size_t m, size_t k)
{
    const li_system *S = &J->code->system[i->in[0]];

    dot_tail(J, J->temporary, row(J, S->in[e]), row(J, i->out + m), k);
    sub(J, J->unknown + l, J->unknown + l, J->temporary);
}

static void system_rule(const jet *J, const li_instruction *i, size_t k)
{
    const li_system *S = &J->code->system[i->in[0]];
    const li_schedule *Z = S->plan;
    size_t n = S->n;
    number *x = J->unknown;

    for (size_t l = 0; l < n; l++)
        set(J, x + l, row(J, S->in[S->entries + l]) + k);
    for (size_t e = 0; e < S->entries; e++) {
        size_t l = Z != NULL ? Z->row[e] : e / n, m = Z != NULL ? Z->column[e] : e % n;
        if (varies(J, S->in[e]))
            subtract_entry(J, i, e, l, m, k);
        if (varies(J, S->in[e]) && Z != NULL && l != m)
            subtract_entry(J, i, e, m, l, k);
    }
    substitute(J, S, factors_of(J, S), x);
    for (size_t l = 0; l < n; l++)
        set(J, row(J, i->out + l) + k, x + l);
}

/* ---- integrals of f from l to u ---- r' = f(u) u' - f(l) l' */

static li_status jet_step(jet *J, size_t k);

/* r = coefficient k of t f(x) x', dx being t x' */
static li_status limit_rule(const jet *J, number *r, jet *f, const number *x, number *dx, size_t k)
{
    times_int(J, dx + k, x + k, k);
    set(J, row(f, f->variable) + (k - 1), x + (k - 1));
    li_status status = jet_step(f, k - 1);
    dot_tail(J, r, dx, row(f, f->code->out[0]), k);
    return status;
}

static li_status integral_rule(const jet *J, const li_instruction *i, number *r, number *auxiliary, size_t k)
{
    const li_integral *I = &J->code->integral[i->in[0]];
    jet *f = J->inside + 2 * i->in[0];
    number *t = J->temporary + 1;
    li_status status = LI_OK;

    set_int(J, r + k, 0);
    if (varies(J, I->in[0])) {
        status = limit_rule(J, t, &f[0], row(J, I->in[0]), auxiliary, k);
        add(J, r + k, r + k, t);
    }
    if (status == LI_OK && varies(J, I->in[1])) {
        status = limit_rule(J, t, &f[1], row(J, I->in[1]), auxiliary + J->order + 1, k);
        sub(J, r + k, r + k, t);
    }
    over_int(J, r + k, r + k, k);
    return status;
}

/* ---- the instructions ---- */

static const uint8_t auxiliary_rows[LI_OP_COUNT] = {
    [LI_OP_ROOT] = 2, [LI_OP_SINCOS] = 1, [LI_OP_SINHCOSH] = 1, [LI_OP_TANH] = 2, [LI_OP_EXP] = 1, [LI_OP_LOG] = 1,
    [LI_OP_ASIN] = 2, [LI_OP_ACOS] = 2, [LI_OP_ATAN] = 2, [LI_OP_ATAN2] = 4, [LI_OP_INTEGRAL] = 2,
};

static li_status apply_rule(jet *J, size_t at, size_t k)
{
    const li_instruction *i = &J->code->text[at];
    size_t length = J->order + 1;
    number *r = row(J, i->out), *p = row(J, J->auxiliary[at]), *q = p + length;
    bool special = li_code_solves(i) || i->op == LI_OP_INTEGRAL;
    const number *a = special ? NULL : row(J, i->in[0]);

    switch (i->op) {
    case LI_OP_ROOT: i->in[1] == 2 ? sqrt_rule(J, r, a + k, k) : root_rule(J, r, a, i->in[1], p, q, k); break;
    case LI_OP_SINCOS: case LI_OP_SINHCOSH: sine_rule(J, r, r + length, a, i->op == LI_OP_SINCOS, p, k); break;
    case LI_OP_TANH: tanh_rule(J, r, a, p, q, k); break;
    case LI_OP_EXP: times_int(J, p + k, a + k, k), primitive_rule(J, r, r, p, k); break;
    case LI_OP_LOG: times_int(J, J->temporary + 1, a + k, k), quotient_rule(J, r, a, J->temporary + 1, p, k); break;
    case LI_OP_ASIN: case LI_OP_ACOS: arc_rule(J, r, a, i->op == LI_OP_ASIN, p, q, k); break;
    case LI_OP_ATAN: atan_rule(J, r, a, p, q, k); break;
    case LI_OP_ATAN2: atan2_rule(J, r, a, row(J, i->in[1]), p, q, q + length, q + 2 * length, k); break;
    case LI_OP_ABS: case LI_OP_SIGN: corner_rule(J, i, r, a, a, k); break;
    case LI_OP_MIN: case LI_OP_MAX: corner_rule(J, i, r, a, row(J, i->in[1]), k); break;
    case LI_OP_LDL: case LI_OP_LU: case LI_OP_SPARSE: system_rule(J, i, k); break;
    case LI_OP_INTEGRAL: return integral_rule(J, i, r, p, k);
    default: return LI_DOMAIN;
    }
    return LI_OK;
}

/* Coefficient k > 0 of all results. */
static li_status higher_order(jet *J, size_t k)
{
    const li_code *code = J->code;
    li_status status = LI_OK;

    for (size_t at = code->prologue; at < code->len && status == LI_OK; at++) {
        const li_instruction *i = &code->text[at];
        number *r = row(J, i->out) + k;
        switch (i->op) {
        case LI_OP_ADD: add(J, r, row(J, i->in[0]) + k, row(J, i->in[1]) + k); break;
        case LI_OP_SUB: sub(J, r, row(J, i->in[0]) + k, row(J, i->in[1]) + k); break;
        case LI_OP_NEG: negate(J, r, row(J, i->in[0]) + k); break;
        case LI_OP_MUL: product(J, r, i->in[0], i->in[1], k); break;
        case LI_OP_FMA: product(J, r, i->in[0], i->in[1], k), add(J, r, row(J, i->in[2]) + k, r); break;
        case LI_OP_FNMA: product(J, r, i->in[0], i->in[1], k), sub(J, r, row(J, i->in[2]) + k, r); break;
        case LI_OP_INV: inverse_rule(J, row(J, i->out), row(J, i->in[0]), k); break;
        default: status = apply_rule(J, at, k);
        }
    }
    return status;
}

/* ---- order 0 ---- */

/* Auxiliary rows whose first coefficient is used. */
static void start_auxiliary(const jet *J, const li_instruction *i, number *w)
{
    const number *a = row(J, i->op == LI_OP_TANH ? i->out : i->in[0]);
    number *one = J->temporary, *t = one + 1;

    set_int(J, one, 1);
    switch (i->op) {
    case LI_OP_TANH: case LI_OP_ASIN: case LI_OP_ACOS:
        w += i->op == LI_OP_TANH ? J->order + 1 : 0;
        sub(J, w, one, a);
        add(J, t, one, a);
        mul(J, w, w, t);
        if (i->op != LI_OP_TANH)
            square_root(J, w, w);
        break;
    case LI_OP_ATAN:
        mul(J, w, a, a);
        add(J, w, one, w);
        break;
    default:                                 /* atan2 */
        mul(J, w, a, a);
        mul(J, t, row(J, i->in[1]), row(J, i->in[1]));
        add(J, w, w, t);
    }
}

static li_status start_instruction(jet *J, size_t at)
{
    const li_instruction *i = &J->code->text[at];
    size_t results = li_code_results(J->code, i);

    for (size_t k = 0; k < results; k++)
        set(J, row(J, i->out + k), plain_at(J, i->out + (uint32_t)k));
    switch (i->op) {
    case LI_OP_TANH: case LI_OP_ASIN: case LI_OP_ACOS: case LI_OP_ATAN: case LI_OP_ATAN2:
        start_auxiliary(J, i, row(J, J->auxiliary[at]));
        return LI_OK;
    case LI_OP_LDL: case LI_OP_LU: case LI_OP_SPARSE: {
        const li_system *S = &J->code->system[i->in[0]];
        return factor(J, S, i->op == LI_OP_LDL, factors_of(J, S)) ? LI_OK : LI_SINGULAR;
    }
    default:
        return LI_OK;
    }
}

static li_status lowest_order(jet *J)
{
    const li_code *code = J->code;

    J->smooth = true;
    for (uint32_t r = J->variable; r < J->variable + code->nv; r++)
        set(J, plain_at(J, r), row(J, r));
    li_status status = plain_text(J, code->prologue, code->len);
    for (size_t at = code->prologue; at < code->len && status == LI_OK; at++)
        status = start_instruction(J, at);
    return status;
}

static li_status jet_step(jet *J, size_t k)
{
    if (k > J->order || k > J->done)
        return LI_DOMAIN;
    li_status status = k == 0 ? lowest_order(J) : higher_order(J, k);
    J->done = status == LI_OK ? k + 1 : 0;
    for (size_t i = 0; i < 2 * J->code->integrals; i++)
        J->smooth &= J->inside[i].smooth;
    return status;
}

/* x' = f: coefficient k + 1 of variable i from coefficient k of output i. */
static void jet_advance(const jet *J, size_t k)
{
    const li_code *code = J->code;

    for (size_t i = 0; i < code->nv && i < code->outs && k < J->order; i++)
        over_int(J, row(J, J->variable + i) + k + 1, row(J, code->out[i]) + k, k + 1);
}

/* The parameters stand in the plain registers. */
static li_status jet_parameters(jet *J)
{
    const li_code *code = J->code;

    J->done = 0;
    li_status status = plain_text(J, 0, code->prologue);
    for (uint32_t r = 0; r < code->values && status == LI_OK; r++)
        if (!varies(J, r))
            set(J, row(J, r), plain_at(J, r));
    for (size_t i = 0; i < 2 * code->integrals && status == LI_OK; i++) {
        const li_integral *I = &code->integral[i / 2];
        jet *f = &J->inside[i];
        for (size_t k = 0; k < I->n; k++)
            set(J, plain_at(f, (uint32_t)(f->code->constants + k)), plain_at(J, I->in[k + 2]));
        status = jet_parameters(f);
    }
    return status;
}

/* ---- setup ---- */

static void place_rows(jet *J)
{
    const li_code *code = J->code;
    size_t rows = code->values, factors = 0, unknowns = 0;

    for (size_t at = 0; at < code->len; at++) {
        J->auxiliary[at] = (uint32_t)rows;
        rows += at < code->prologue ? 0 : auxiliary_rows[code->text[at].op];
    }
    for (size_t i = 0; i < code->systems; i++) {
        size_t n = code->system[i].n;
        factors += li_system_numbers(&code->system[i]);
        unknowns = n > unknowns ? n : unknowns;
    }
    J->numbers = rows * (J->order + 1) + factors + unknowns + TEMPORARIES;
    J->factors = J->c + rows * (J->order + 1);
    J->unknown = J->factors + factors;
    J->temporary = J->unknown + unknowns;
}

static void jet_clear(li_ctx *ctx, jet *J)
{
    for (size_t i = 0; J->inside != NULL && i < 2 * J->code->integrals; i++)
        jet_clear(ctx, &J->inside[i]);
    li_drop(ctx, J->inside);
    li_drop(ctx, J->auxiliary);
    numbers_drop(ctx, J->c, J->numbers);
    plain_clear(ctx, &J->run);
}

/* A series of an integral whose integrand changes with the motion would need the derivatives of the integrand. */
static bool has_fixed_integrands(li_ctx *ctx, const jet *J)
{
    for (size_t i = 0; i < J->code->integrals; i++) {
        const li_integral *I = &J->code->integral[i];
        for (size_t k = 0; k < I->n; k++)
            if (varies(J, I->in[k + 2]))
                return li_fail(ctx, LI_DOMAIN, "the integrand of an integral contains what changes along the motion: it has no series here"), false;
    }
    return true;
}

static li_status jet_init(li_ctx *ctx, jet *J, const li_program *P, size_t order, long bits)
{
    *J = (jet){ .order = order, .smooth = true };
    if (plain_init(ctx, &J->run, P, bits) != LI_OK)
        return li_ctx_status(ctx);
    const li_code *code = J->code = P->code;
    J->variable = (uint32_t)(code->constants + code->np);
    J->result = code->prologue < code->len ? code->text[code->prologue].out : (uint32_t)code->values;
    if (!has_fixed_integrands(ctx, J))
        return li_ctx_status(ctx);
    J->auxiliary = li_new(ctx, code->len + 1, sizeof *J->auxiliary);
    J->inside = li_new(ctx, 2 * code->integrals + 1, sizeof *J->inside);
    if (J->auxiliary == NULL || J->inside == NULL)
        return li_ctx_status(ctx);
    place_rows(J);                           /* counts */
    J->c = numbers_new(ctx, J->numbers);
    place_rows(J);
    for (size_t i = 0; i < 2 * code->integrals && li_ctx_status(ctx) == LI_OK; i++)
        jet_init(ctx, &J->inside[i], &code->integral[i / 2].integrand, order, bits);
    return li_ctx_status(ctx);
}

#endif
