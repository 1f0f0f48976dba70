/* jet-ball.c - programs over power series with balls as coefficients */
#include "arb.h"

typedef arb_struct number;
typedef li_balls plain;

typedef struct jet jet;
static number *plain_at(const jet *J, uint32_t r);
static li_status plain_text(jet *J, size_t from, size_t to);
static slong bits_of(const jet *J);

static number *numbers_new(li_ctx *ctx, size_t count)
{
    number *x = li_new(ctx, count, sizeof *x);

    for (size_t i = 0; x != NULL && i < count; i++)
        arb_init(x + i);
    return x;
}

static void numbers_drop(li_ctx *ctx, number *x, size_t count)
{
    for (size_t i = 0; x != NULL && i < count; i++)
        arb_clear(x + i);
    li_drop(ctx, x);
}

static li_status plain_init(li_ctx *ctx, plain *run, const li_program *P, long bits) { return li_balls_init(ctx, run, P, bits); }
static void plain_clear(li_ctx *ctx, plain *run) { li_balls_clear(ctx, run); }

static void set_int(const jet *J, number *r, long k) { (void)J, arb_set_si(r, k); }
static void set(const jet *J, number *r, const number *a) { (void)J, arb_set(r, a); }
static void negate(const jet *J, number *r, const number *a) { (void)J, arb_neg(r, a); }
static void add(const jet *J, number *r, const number *a, const number *b) { arb_add(r, a, b, bits_of(J)); }
static void sub(const jet *J, number *r, const number *a, const number *b) { arb_sub(r, a, b, bits_of(J)); }
static void mul(const jet *J, number *r, const number *a, const number *b) { arb_mul(r, a, b, bits_of(J)); }
static void quotient(const jet *J, number *r, const number *a, const number *b) { arb_div(r, a, b, bits_of(J)); }
static void square_root(const jet *J, number *r, const number *a) { arb_sqrt(r, a, bits_of(J)); }
static void times_int(const jet *J, number *r, const number *a, size_t k) { arb_mul_ui(r, a, k, bits_of(J)); }
static void over_int(const jet *J, number *r, const number *a, size_t k) { arb_div_ui(r, a, k, bits_of(J)); }

static void dot(const jet *J, number *r, const number *a, const number *b, size_t count)
{
    arb_dot(r, NULL, 0, a, 1, b, -1, (slong)count, bits_of(J));
}

static bool strict_sign(const jet *J, number *r, const number *a)
{
    (void)J;
    if (arb_contains_zero(a) || !arb_is_finite(a))
        return arb_indeterminate(r), arb_is_finite(a) == 0;
    arb_set_si(r, arb_is_positive(a) ? 1 : -1);
    return true;
}

static void choose(const jet *J, number *r, const number *s, const number *a, const number *b)
{
    (void)J;
    if (!arb_is_finite(s))
        arb_indeterminate(r);
    else
        arb_set(r, arb_is_negative(s) ? a : b);
}

static bool factor(jet *J, const li_system *S, bool symmetric, number *F)
{
    (void)symmetric;
    return li_balls_factor(S, plain_at(J, 0), F, bits_of(J));
}

static void substitute(const jet *J, const li_system *S, number *F, number *x) { li_balls_substitute(S, F, x, bits_of(J)); }

#include "jet-rules.h"

static number *plain_at(const jet *J, uint32_t r) { return li_balls_registers(&J->run) + r; }
static li_status plain_text(jet *J, size_t from, size_t to) { return li_balls_text(&J->run, from, to); }
static slong bits_of(const jet *J) { return J->run.bits; }

li_status li_jet_balls_init(li_ctx *ctx, li_jet_balls *run, const li_program *P, size_t order, long bits)
{
    *run = (li_jet_balls){ .ready = LI_ABSENT };
    if (li_code_check(ctx, P) != LI_OK)
        return li_ctx_status(ctx);
    jet *J = run->jet = li_new(ctx, 1, sizeof *J);
    if (J == NULL || jet_init(ctx, J, P, order, bits) != LI_OK) {
        li_jet_balls_clear(ctx, run);
        return li_ctx_status(ctx);
    }
    run->order = order;
    if (P->code->np == 0)
        li_jet_balls_parameters(run, NULL);
    return LI_OK;
}

void li_jet_balls_clear(li_ctx *ctx, li_jet_balls *run)
{
    if (run->jet != NULL)
        jet_clear(ctx, run->jet);
    li_drop(ctx, run->jet);
    *run = (li_jet_balls){ .ready = LI_ABSENT };
}

li_status li_jet_balls_parameters(li_jet_balls *run, const li_ball *parameter)
{
    jet *J = run->jet;

    if (J == NULL)
        return run->ready;
    for (size_t i = 0; i < J->code->np; i++)
        arb_set(plain_at(J, (uint32_t)(J->code->constants + i)), li_arb(&parameter[i]));
    return run->ready = jet_parameters(J);
}

/* May an argument of atan2 lie on y = 0, x <= 0, where it jumps? The series of either side says nothing of that. */
static bool meets_cut(const jet *J)
{
    const li_code *code = J->code;

    for (size_t at = code->prologue; at < code->len; at++) {
        const li_instruction *i = &code->text[at];
        if (i->op == LI_OP_ATAN2 && (varies(J, i->in[0]) || varies(J, i->in[1])) && arb_contains_zero(plain_at(J, i->in[0])) &&
            !arb_is_positive(plain_at(J, i->in[1])))
            return true;
    }
    return false;
}

li_status li_jet_balls_step_order(li_jet_balls *run, size_t k)
{
    jet *J = run->jet;
    li_status status = run->ready != LI_OK ? run->ready : jet_step(J, k);

    if (status == LI_OK && k == 0 && meets_cut(J))
        J->smooth = false;
    return status;
}

void li_jet_balls_set(li_jet_balls *run, size_t i, size_t k, const li_ball *x)
{
    const jet *J = run->jet;
    arb_set(row(J, J->variable + i) + k, li_arb(x));
}

void li_jet_balls_variable(const li_jet_balls *run, li_ball *out, size_t i, size_t k)
{
    const jet *J = run->jet;
    arb_set(li_arb(out), row(J, J->variable + i) + k);
}

void li_jet_balls_get(const li_jet_balls *run, li_ball *out, size_t i, size_t k)
{
    const jet *J = run->jet;
    arb_set(li_arb(out), row(J, J->code->out[i]) + k);
}

void li_jet_balls_advance(li_jet_balls *run, size_t k)
{
    if (run->jet != NULL)
        jet_advance(run->jet, k);
}

bool li_jet_balls_smooth(const li_jet_balls *run)
{
    const jet *J = run->jet;
    return J->smooth;
}
