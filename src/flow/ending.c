/* ending.c - why a motion ends before its time, in the words of those who know: the method, or exact algebra at the last state */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runner.h"

void li_runner_end(li_runner *r, li_ending ending, const char *format, ...)
{
    va_list args;

    if (r->finished)
        return;
    r->finished = true;
    r->R->ending = ending;
    va_start(args, format);
    vsnprintf(r->R->message, sizeof r->R->message, format, args);
    va_end(args);
}

/* The state of the model: parameters as they were, the rest from the columns. */
static li_status last_state(li_ctx *ctx, li_state *s, const li_runner *r)
{
    const li_flow *F = r->F;
    const li_motion *S = F->S;
    const struct li_system_of_flow *own = F->own;

    *s = (li_state){ .decimal = true, .functions = own->functions, .function = (li_function *)own->function };
    s->x = li_expr_room(ctx, F->given + 1 + S->coords + S->n);
    s->value = li_expr_room(ctx, F->given + 1 + S->coords + S->n);
    if (s->x == NULL || s->value == NULL)
        return li_ctx_status(ctx);
    for (size_t i = 0; i < F->given; i++)
        s->x[s->n] = F->param[i], s->value[s->n++] = F->value[i];
    s->x[s->n] = F->t, s->value[s->n++] = li_flow_exactly(ctx, r->stepper.t);
    for (size_t i = 0; i < F->columns; i++) {
        li_expr x = F->column[i].symbol;
        bool part = false;
        for (size_t k = 0; k < S->coords; k++)
            part |= x == S->q[k];
        for (size_t k = 0; k < S->n; k++)
            part |= x == S->v[k];
        if (part)
            s->x[s->n] = x, s->value[s->n++] = li_flow_exactly(ctx, r->seen[i]);
    }
    return li_ctx_status(ctx);
}

/* What eval says of the last state. False: nothing that would explain it. */
static bool ask_exactly(li_runner *r, li_ending *ending, char *words, size_t room)
{
    static const li_ending of[] = {
        [LI_INCOMPATIBLE] = LI_ENDED_INCOMPATIBLE, [LI_IMPOSSIBLE] = LI_ENDED_INCOMPATIBLE, [LI_DEGENERATE] = LI_ENDED_UNDETERMINED,
        [LI_INDETERMINATE] = LI_ENDED_UNDETERMINED, [LI_SINGULAR_CHART] = LI_ENDED_SINGULAR, [LI_NOT_DECIDED] = LI_ENDED_SINGULAR,
        [LI_COMPATIBLE] = LI_ENDED_SINGULAR, [LI_REDUNDANT] = LI_ENDED_SINGULAR,
    };
    enum { DIGITS = 12 };
    li_ctx *ctx = r->F->ctx;
    li_state s;
    li_values x;
    bool found = false;

    if (li_ctx_status(ctx) != LI_OK || li_runner_observe(r, r->stepper.y, r->stepper.t) == LI_MEMORY || last_state(ctx, &s, r) != LI_OK)
        return false;
    if (li_values_find(ctx, &x, r->F->S, &s, NULL, DIGITS) == LI_OK && x.status != LI_COMPATIBLE && x.status != LI_REDUNDANT) {
        found = true;
        *ending = of[x.status];
        snprintf(words, room, "%s%s%s", li_verdict_name(x.status), x.message != NULL && x.message[0] != '\0' ? ": " : "", x.message != NULL ? x.message : "");
    }
    li_values_clear(ctx, &x);
    if (li_ctx_status(ctx) != LI_OK && li_ctx_status(ctx) != LI_MEMORY)
        li_ctx_forgive(ctx);
    return found;
}

void li_runner_explain(li_runner *r, li_stepped why)
{
    li_ending ending = why == LI_STEP_FAILED ? LI_ENDED_FAILED : LI_ENDED_SINGULAR;
    const char *method = r->stepper.words[0] != '\0' ? r->stepper.words : "the corrections to the constraints have no value there";
    char words[250];

    if (why != LI_STEP_FAILED && r->o->explain && ask_exactly(r, &ending, words, sizeof words))
        li_runner_end(r, ending, "t = %.10g: %s", r->stepper.t, words);
    else
        li_runner_end(r, ending, "%s", method);
}
