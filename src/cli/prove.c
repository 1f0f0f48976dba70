/* prove.c - liaison prove: the claims of models */
#include <string.h>
#include <time.h>

#include "cli.h"

typedef struct { size_t proved, failed, undecided; } tally;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void count(tally *n, li_truth holds)
{
    n->proved += holds == LI_YES;
    n->failed += holds == LI_NO;
    n->undecided += holds == LI_UNKNOWN;
}

static void put(session *s, li_ctx *desk, li_text *out, tally *n, const li_claim *claim, const li_proof *p)
{
    li_text one;

    li_text_init(&one);
    if (s->o->format == FORMAT_JSON) {
        li_emit_proof_json(s->ctx, &one, claim, p);
        li_text_put(desk, out, n->proved + n->failed + n->undecided > 0 ? ",\n  " : "\n  ");
    } else
        li_emit_proof_text(s->ctx, &one, s->source.file, claim, p);
    li_text_put(desk, out, li_text_str(&one));
    li_text_clear(s->ctx, &one);
    count(n, p->holds);
}

/* The identities of the theory, for this system: they need no motion. */
static int prove_identities(session *s, li_ctx *desk, li_text *out, tally *n)
{
    size_t identities;
    li_identity *list;

    if (li_motion_identities(s->ctx, &identities, &list, &s->motion) != LI_OK) {
        if (li_ctx_status(s->ctx) != LI_INPUT)
            return complain(s);
        say("%s: the identities do not apply: %s", s->source.file, li_ctx_message(s->ctx));
        li_ctx_forgive(s->ctx);
        return DONE;
    }
    for (size_t i = 0; i < identities; i++) {
        li_decision d;
        li_text words;
        li_progress(s->ctx, "identities", i, identities);
        li_exact_decide(s->ctx, &d, list[i].e);
        li_text_init(&words);
        li_text_printf(s->ctx, &words, "identity %s, %zu: %s", list[i].name, list[i].index, list[i].words);
        li_proof p = { .holds = d.how == LI_BY_RESIDUES ? LI_YES : d.zero, .how = d.how, .bits = d.bits, .why = "" };
        put(s, desk, out, n, &(li_claim){ .text = li_text_str(&words) }, &p);
        li_text_clear(s->ctx, &words);
    }
    return li_ctx_status(s->ctx) == LI_OK ? DONE : complain(s);
}

/* Parameters are matched by name, whatever their values: where these differ, it is said. */
static void compare_parameters(const session *s, const li_model *other)
{
    for (size_t i = 0; !s->o->quiet && i < s->model.params; i++)
        for (size_t k = 0; k < other->params; k++) {
            const li_param *a = &s->model.param[i], *b = &other->param[k];
            if (strcmp(a->name, b->name) == 0 && a->value != NULL && b->value != NULL && a->value != b->value)
                say("%s: %s has another value in %s; it is compared as a letter", s->source.file, a->name, s->o->against);
        }
}

/* The other model, which has been read once without an error, in the context of this one. */
static int prove_agreement(session *s, const source_text *other, li_ctx *desk, li_text *out, tally *n)
{
    li_model m;
    li_motion B;
    li_proof p;
    li_text words;

    if (li_model_read_with(s->ctx, &m, other->source, other->len, s->redefinitions, s->with) != LI_OK ||
        li_motion_of_model(s->ctx, &B, &m) != LI_OK)
        return complain(s);
    compare_parameters(s, &m);
    if (li_motions_agree(s->ctx, &p, &s->motion, &B) != LI_OK)
        return complain(s);
    li_text_init(&words);
    li_text_printf(s->ctx, &words, "same motions as %s", s->o->against);
    put(s, desk, out, n, &(li_claim){ .text = li_text_str(&words) }, &p);
    li_text_clear(s->ctx, &words);
    return li_ctx_status(s->ctx) == LI_OK ? DONE : complain(s);
}

static int prove_against(session *s, li_ctx *desk, li_text *out, tally *n)
{
    options one = *s->o;
    session other;

    one.file = s->o->against;
    one.dependent = one.chart = one.eliminate = one.eliminate_rates = one.reduce = NULL;
    one.quiet = true;
    one.sets = 0;
    int status = open_session(&other, &one, DESCRIPTION);           /* its mistakes are shown in its own name */
    if (status == DONE)
        status = prove_agreement(s, &other.source, desk, out, n);
    close_session(&other);
    return status;
}

static int hear_claims(session *s, const li_court *court, li_ctx *desk, li_text *out, tally *n)
{
    for (size_t i = 0; i < s->model.claims; i++) {
        const li_claim *claim = &s->model.claim[i];
        li_proof p;
        li_progress(s->ctx, "claims", i, s->model.claims);
        if (li_claim_prove(s->ctx, &p, court, claim) != LI_OK) {
            if (li_diagnostic_errors(s->ctx) == 0)
                return complain(s);
            show_diagnostics(s);
            return WRONG_INPUT;
        }
        put(s, desk, out, n, claim, &p);
        if (li_ctx_status(s->ctx) != LI_OK)
            return complain(s);
    }
    return DONE;
}

/* The verdicts on one model's claims, appended to a text that lives at the desk. */
static int prove_claims(session *s, li_ctx *desk, li_text *out, tally *n)
{
    li_court court;
    li_solution X;

    if (li_court_init(s->ctx, &court, &s->motion, &X) != LI_OK)
        return complain(s);
    int status = hear_claims(s, &court, desk, out, n);
    li_court_clear(&court);
    return status == DONE && s->o->identities ? prove_identities(s, desk, out, n) : status;
}

static int prove_file(const options *o, const char *file, li_ctx *desk, li_text *out, tally *n)
{
    options one = *o;
    session s;
    progress p;

    one.file = file;
    int status = open_session(&s, &one, SYMBOLIC);
    if (status == DONE) {
        start_progress(&p, s.ctx, o->quiet);
        status = o->against != NULL ? prove_against(&s, desk, out, n) : prove_claims(&s, desk, out, n);
        end_progress(&p);
    }
    close_session(&s);
    return status;
}

static void put_tally(li_ctx *desk, li_text *out, const tally *n, double seconds)
{
    li_text_printf(desk, out, "%zu proved", n->proved);
    if (n->failed > 0)
        li_text_printf(desk, out, ", %zu false", n->failed);
    if (n->undecided > 0)
        li_text_printf(desk, out, ", %zu undecided", n->undecided);
    li_text_printf(desk, out, " (%.3f s)\n", seconds);
}

int run_prove(const options *o)
{
    li_ctx *desk = li_ctx_new();
    li_text out;
    tally n = { 0 };
    double start = now();

    if (desk == NULL) {
        say("out of memory");
        return MACHINE_FAILED;
    }
    if (o->format == FORMAT_LATEX) {
        say("prove writes text or json, not latex");
        li_ctx_free(desk);
        return WRONG_INPUT;
    }
    li_text_init(&out);
    if (o->format == FORMAT_JSON)
        li_text_put(desk, &out, "{\"claims\":[");
    int status = prove_file(o, o->file, desk, &out, &n);
    for (size_t i = 0; i < o->mores && status != MACHINE_FAILED; i++) {      /* what is wrong with one file does not concern the next */
        int one = prove_file(o, o->more[i], desk, &out, &n);
        status = status == DONE || one == MACHINE_FAILED ? one : status;
    }
    if (o->format == FORMAT_JSON)
        li_text_put(desk, &out, "\n]}\n");
    else
        put_tally(desk, &out, &n, now() - start);
    int written = status != DONE && o->mores == 0 ? DONE : li_ctx_status(desk) == LI_OK ? write_result(&out) : MACHINE_FAILED;
    status = written != DONE ? written : status;
    if (status == DONE)
        status = n.failed > 0 ? FALSE_CLAIM : n.undecided > 0 ? NOT_FINISHED : DONE;
    li_text_clear(desk, &out);
    li_ctx_free(desk);
    return status;
}
