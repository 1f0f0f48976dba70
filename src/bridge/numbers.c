/* numbers.c - y', the columns and the Jacobian at any state, without a run */
#include <math.h>
#include <string.h>

#include "bridge.h"

enum { ROUNDS = 100 };
static const double MET = 1e-14;               /* of reactions in their own law, relative to max(1, |lambda|) */

static void fill(double *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = NAN;
}

/* ---- the law at the state ---- */

static bool apply(li_bridge *b)
{
    bool known = li_real_parameters(&b->field, b->parameter) == LI_OK;
    known &= li_real_parameters(&b->observe, b->parameter) == LI_OK;
    if (b->differentiated)
        known &= li_real_parameters(&b->jacobian, b->parameter) == LI_OK;
    return known;
}

/* The side of every corner is the sign of its e; one may stand inside the next. On it, the side stays. */
static bool take_sides(li_bridge *b)
{
    const li_flow *F = &b->flow;
    const double *e = b->out + F->n + 1 + (F->events - F->watches);

    for (size_t round = 0; round <= F->watches; round++) {
        bool turned = false;
        if (!apply(b) || li_real_step(&b->field, b->variable, b->out) != LI_OK)
            return false;
        for (size_t i = 0; i < F->watches; i++) {
            double *side = &b->parameter[F->watch[i].side];
            if (F->watch[i].kind != LI_WATCH_CORNER || !(e[i] * *side < 0))
                continue;
            *side = -*side;
            turned = true;
        }
        if (!turned)
            return true;
    }
    return true;
}

/* Reactions in their own law are found from a guess; from what was found, until that is what is found. */
static bool find_reactions(li_bridge *b)
{
    const li_flow *F = &b->flow;
    double *guess = b->parameter + F->given + F->sides, *found = b->columns + F->columns + F->positions + F->relations;

    for (int round = 0; round < ROUNDS; round++) {
        bool met = true;
        if (!apply(b) || li_real_step(&b->observe, b->variable, b->columns) != LI_OK)
            return false;
        for (size_t h = 0; h < F->guesses; h++)
            met &= fabs(found[h] - guess[h]) <= MET * fmax(1, fabs(guess[h]));
        if (met)
            return true;
        memcpy(guess, found, F->guesses * sizeof *guess);
    }
    return false;
}

/* False: the law has no value there. */
static bool settle(li_bridge *b, double t, const double *y)
{
    const li_flow *F = &b->flow;

    memcpy(b->variable, y, F->n * sizeof *y);
    b->variable[F->n] = t;
    if (F->guesses == 0)
        return take_sides(b);
    memcpy(b->parameter + F->given + F->sides, F->parameter + F->given + F->sides, F->guesses * sizeof(double));
    return take_sides(b) && find_reactions(b) && take_sides(b);
}

/* ---- at a state ---- */

int li_bridge_rates(li_bridge *b, double t, const double *y, double *out)
{
    if (!b->moving)
        return LI_ABSENT;
    if (settle(b, t, y))
        memcpy(out, b->out, b->flow.n * sizeof *out);
    else
        fill(out, b->flow.n);
    return LI_OK;
}

int li_bridge_observe(li_bridge *b, double t, const double *y, double *out)
{
    if (!b->moving)
        return LI_ABSENT;
    if (settle(b, t, y) && li_real_step(&b->observe, b->variable, b->columns) == LI_OK)
        memcpy(out, b->columns, b->flow.columns * sizeof *out);
    else
        fill(out, b->flow.columns);
    return LI_OK;
}

static li_status differentiate(li_bridge *b, void *arg)
{
    li_ctx *ctx = b->s.ctx;
    size_t n = b->flow.n, count = n + 1 + (n * n > b->flow.events ? n * n : b->flow.events);
    double *out = li_grow(b->desk, b->out, count, sizeof *out);
    (void)arg;

    if (out == NULL)
        return LI_MEMORY;
    b->out = out;
    if ((b->flow.jacobian.code == NULL && li_flow_with_jacobian(ctx, &b->flow) != LI_OK) || li_real_init(ctx, &b->jacobian, &b->flow.jacobian) != LI_OK)
        return li_session_complain(&b->s);
    b->differentiated = true;
    return LI_OK;
}

int li_bridge_jacobian(li_bridge *b, double t, const double *y, double *out)
{
    size_t n = b->flow.n;

    if (!b->moving)
        return LI_ABSENT;
    if (!b->differentiated) {
        li_status status = li_bridge_request(b, differentiate, NULL);
        if (status != LI_OK)
            return (int)status;
    }
    if (settle(b, t, y) && li_real_step(&b->jacobian, b->variable, b->out) == LI_OK)
        memcpy(out, b->out + n + 1, n * n * sizeof *out);
    else
        fill(out, n * n);
    return LI_OK;
}
