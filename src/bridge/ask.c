/* ask.c - questions that are answered with words */
#include <string.h>

#include "bridge.h"

typedef struct { const char *what; size_t options; const char *const *option; } question;

static li_status derive(li_bridge *b, const li_bridge_wish *w, li_text *out) { return li_session_derive(&b->s, out, w->form, w->format, w->dots); }

static li_status check(li_bridge *b, const li_bridge_wish *w, li_text *out) { return li_session_check(&b->s, out, w->format); }

static li_status reactions(li_bridge *b, const li_bridge_wish *w, li_text *out) { return li_session_reactions(&b->s, out, w->format, w->dots); }

static li_status eval(li_bridge *b, const li_bridge_wish *w, li_text *out) { return li_session_eval(&b->s, out, w->format, w->functions, w->omega); }

static li_status forms(li_bridge *b, const li_bridge_wish *w, li_text *out) { return li_session_forms(&b->s, out, w->format, w->dots); }

static li_status prove(li_bridge *b, const li_bridge_wish *w, li_text *out)
{
    li_verdicts r = { .desk = b->s.ctx, .out = out, .format = w->format };
    bool json = w->format == LI_AS_JSON;

    li_text_put(b->s.ctx, out, json ? "{\"claims\":[" : "");
    li_status status = li_session_prove(&b->s, &r, w->identities);
    if (json)
        li_text_put(b->s.ctx, out, "\n]}\n");
    else
        li_text_printf(b->s.ctx, out, "%zu proved, %zu false, %zu undecided\n", r.proved, r.failed, r.undecided);
    return status == LI_OK && r.undecided > 0 ? LI_UNDECIDED : status;
}

static li_status names(li_bridge *b, const li_bridge_wish *w, li_text *out)
{
    li_ctx *ctx = b->s.ctx;
    const li_model *m = &b->s.model;
    (void)w;

    li_text_printf(ctx, out, "system %s\ntitle %s\n", m->name, m->title);
    for (size_t i = 0; i < m->coords; i++)
        li_text_printf(ctx, out, "coordinate %s\n", m->coord[i].name);
    for (size_t i = 0; i < m->quasis; i++)
        li_text_printf(ctx, out, "quasi %s\n", m->quasi[i].name);
    for (size_t i = 0; i < m->speeds; i++)
        li_text_printf(ctx, out, "speed %s\n", m->speed[i].name);
    for (size_t i = 0; i < m->params; i++) {
        li_text_printf(ctx, out, "parameter %s", m->param[i].name);
        if (m->param[i].value != NULL) {
            li_text_put(ctx, out, " ");
            li_expr_print(ctx, out, m->param[i].value);
        }
        li_text_put(ctx, out, "\n");
    }
    for (size_t i = 0; i < m->functions; i++)
        li_text_printf(ctx, out, "function %s\n", m->function[i].name);
    return li_ctx_status(ctx);
}

static const struct {
    const char *name;
    li_purpose purpose;
    bool latex;
    li_status (*answer)(li_bridge *b, const li_bridge_wish *w, li_text *out);
} asked[] = {
    { "check", LI_DESCRIPTION, false, check }, { "derive", LI_SYMBOLIC, true, derive },  { "reactions", LI_SYMBOLIC, true, reactions },
    { "eval", LI_AT_A_STATE, false, eval },    { "prove", LI_SYMBOLIC, false, prove },   { "names", LI_READING, false, names },
    { "forms", LI_CALCULATION, true, forms },
};
enum { ASKED = sizeof asked / sizeof *asked };

/* What can be known of an answer that is not complete is an answer too. */
static li_status answer(li_bridge *b, size_t i, const li_bridge_wish *w)
{
    li_status status = li_bridge_open(b, &w->asking, asked[i].purpose);
    li_text out;

    if (status != LI_OK)
        return status;
    li_text_init(&out);
    status = asked[i].answer(b, w, &out);
    if (status == LI_OK || status == LI_UNDECIDED)
        li_text_put_n(b->desk, &b->answer, li_text_str(&out), out.len);
    li_text_clear(b->s.ctx, &out);
    return status;
}

static li_status ask(li_bridge *b, void *arg)
{
    const question *q = arg;
    li_bridge_wish w;
    size_t i = 0;

    while (i < ASKED && strcmp(asked[i].name, q->what) != 0)
        i++;
    if (i == ASKED) {
        li_bridge_say(b, "'%s' is not a question", q->what);
        return LI_INPUT;
    }
    li_status status = li_bridge_read_options(b, &w, q->options, q->option);
    if (status == LI_OK && w.format == LI_AS_LATEX && !asked[i].latex) {
        li_bridge_say(b, "%s answers with text or json, not latex", q->what);
        status = LI_INPUT;
    }
    if (status == LI_OK)
        status = answer(b, i, &w);
    li_bridge_clear_options(b, &w);
    li_bridge_close(b);
    return status;
}

int li_bridge_ask(li_bridge *b, const char *what, size_t options, const char *const *option)
{
    question q = { what, options, option };
    return (int)li_bridge_request(b, ask, &q);
}
