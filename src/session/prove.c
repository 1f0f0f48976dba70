/* prove.c - the claims of a model, as text */
#include <string.h>

#include "session.h"

static void put(li_session *s, li_verdicts *r, const li_claim *claim, const li_proof *p)
{
    li_text one;

    li_text_init(&one);
    if (r->format == LI_AS_JSON) {
        li_emit_proof_json(s->ctx, &one, claim, p);
        li_text_put(r->desk, r->out, r->proved + r->failed + r->undecided > 0 ? ",\n  " : "\n  ");
    } else
        li_emit_proof_text(s->ctx, &one, s->source.file, claim, p);
    li_text_put(r->desk, r->out, li_text_str(&one));
    li_text_clear(s->ctx, &one);
    r->proved += p->holds == LI_YES;
    r->failed += p->holds == LI_NO;
    r->undecided += p->holds == LI_UNKNOWN;
}

/* The identities of the theory, for this system: they need no motion. */
static li_status prove_identities(li_session *s, li_verdicts *r)
{
    size_t identities;
    li_identity *list;

    if (li_motion_identities(s->ctx, &identities, &list, &s->motion) != LI_OK) {
        if (li_ctx_status(s->ctx) != LI_INPUT)
            return li_session_complain(s);
        li_session_say(s, "%s: the identities do not apply: %s", s->source.file, li_ctx_message(s->ctx));
        li_ctx_forgive(s->ctx);
        return LI_OK;
    }
    for (size_t i = 0; i < identities; i++) {
        li_decision d;
        li_text words;
        li_progress(s->ctx, "identities", i, identities);
        li_exact_decide(s->ctx, &d, list[i].e);
        li_text_init(&words);
        li_text_printf(s->ctx, &words, "identity %s, %zu: %s", list[i].name, list[i].index, list[i].words);
        li_proof p = { .holds = d.how == LI_BY_RESIDUES ? LI_YES : d.zero, .how = d.how, .bits = d.bits, .why = "" };
        put(s, r, &(li_claim){ .text = li_text_str(&words) }, &p);
        li_text_clear(s->ctx, &words);
    }
    return li_ctx_status(s->ctx) == LI_OK ? LI_OK : li_session_complain(s);
}

/* Parameters are matched by name, whatever their values: where these differ, it is said. */
static void compare_parameters(const li_session *s, const li_model *other, const char *file)
{
    for (size_t i = 0; !s->asking.quiet && i < s->model.params; i++)
        for (size_t k = 0; k < other->params; k++) {
            const li_param *a = &s->model.param[i], *b = &other->param[k];
            if (strcmp(a->name, b->name) == 0 && a->value != NULL && b->value != NULL && a->value != b->value)
                li_session_say(s, "%s: %s has another value in %s; it is compared as a letter", s->source.file, a->name, file);
        }
}

/* The other model, which has been read once without an error, in the context of this one. */
li_status li_session_compare(li_session *s, const li_source *other, li_verdicts *r)
{
    li_model m;
    li_motion B;
    li_proof p;
    li_text words;

    if (li_model_read_with(s->ctx, &m, other->source, other->len, s->redefinitions, s->with) != LI_OK ||
        li_motion_of_model(s->ctx, &B, &m) != LI_OK)
        return li_session_complain(s);
    compare_parameters(s, &m, other->file);
    if (li_motions_agree(s->ctx, &p, &s->motion, &B) != LI_OK)
        return li_session_complain(s);
    li_text_init(&words);
    li_text_printf(s->ctx, &words, "same motions as %s", other->file);
    put(s, r, &(li_claim){ .text = li_text_str(&words) }, &p);
    li_text_clear(s->ctx, &words);
    return li_ctx_status(s->ctx) == LI_OK ? LI_OK : li_session_complain(s);
}

static li_status hear_claims(li_session *s, const li_court *court, li_verdicts *r)
{
    for (size_t i = 0; i < s->model.claims; i++) {
        const li_claim *claim = &s->model.claim[i];
        li_proof p;
        li_progress(s->ctx, "claims", i, s->model.claims);
        if (li_claim_prove(s->ctx, &p, court, claim) != LI_OK) {
            if (li_diagnostic_errors(s->ctx) == 0)
                return li_session_complain(s);
            li_session_show(s);
            return LI_INPUT;
        }
        put(s, r, claim, &p);
        if (li_ctx_status(s->ctx) != LI_OK)
            return li_session_complain(s);
    }
    return LI_OK;
}

li_status li_session_prove(li_session *s, li_verdicts *r, bool identities)
{
    li_court court;
    li_solution X;

    if (li_court_init(s->ctx, &court, &s->motion, &X) != LI_OK)
        return li_session_complain(s);
    li_status status = hear_claims(s, &court, r);
    li_court_clear(&court);
    return status == LI_OK && identities ? prove_identities(s, r) : status;
}

