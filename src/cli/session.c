/* session.c - the model of a command: its file, and what is said about it */
#include <stdio.h>

#include "cli.h"

/* What the options ask of the model */
static li_asking asking_of(const options *o)
{
    return (li_asking){ .sets = o->sets, .set = o->set, .digits = o->digits, .quiet = o->quiet, .values = o->values, .budget = o->budget,
                        .dependent = o->dependent, .chart = o->chart, .eliminate = o->eliminate, .eliminate_rates = o->eliminate_rates,
                        .reduce = o->reduce, .untils = o->untils, .until = o->until, .events = o->events, .event = o->event,
                        .section = o->section, .method = o->method, .tol = o->tol };
}

/* A sentence is a message; what has a place stands as it is. */
static void put_words(void *self, const session *s, li_words kind, const char *words)
{
    (void)self;
    (void)s;
    if (kind == LI_WORDS_SENTENCE)
        say("%s", words);
    else
        fputs(words, stderr);
}

int open_session(session *s, const options *o, li_purpose p)
{
    li_asking asking = asking_of(o);
    li_source source;

    *s = (session){ .voice = put_words, .o = o };
    int status = read_source(&source, o->file);
    s->source = source;
    return status == DONE ? exit_status(li_session_open(s, &asking, &source, p)) : status;
}

void close_session(session *s)
{
    li_session_close(s);
    clear_source(&s->source);
}

int finish_session(session *s, li_text *out, int status)
{
    if (out->len > 0 && (status == DONE || status == NOT_FINISHED)) {
        int written = write_result(out);
        status = written != DONE ? written : status;
    }
    if (s->ctx != NULL)
        li_text_clear(s->ctx, out);
    close_session(s);
    return status;
}

int read_again(session *s, const session *of, li_ctx *ctx, const options *o, size_t redefinitions, li_redefinition *with)
{
    li_asking asking = asking_of(o);
    int status = exit_status(li_session_again(s, of, ctx, &asking, redefinitions, with));

    s->o = o;
    return status;
}

int complain(const session *s) { return exit_status(li_session_complain(s)); }

bool add_setting(session *s, const char *option, const char *typed, const char *text) { return li_session_add(s, option, typed, text); }

int read_curve(session *s, size_t count, const char *const *text, li_expr along, li_given *out)
{
    return exit_status(li_session_curve(s, count, text, along, out));
}

int read_asked(session *s, li_run_options *run, size_t *events, li_expr **event, li_expr *time)
{
    return exit_status(li_session_asked(s, run, events, event, time));
}

li_expr with_values(session *s, li_expr e) { return li_session_with_values(s, e); }

int begin_flow(session *s, li_flow *F, li_state *state, size_t events, const li_expr *event)
{
    return exit_status(li_session_begin(s, F, state, events, event));
}

int check_reducing(const options *o, bool omega)
{
    const char *given = o->chart != NULL ? "--chart" : o->eliminate != NULL ? "--eliminate" : o->eliminate_rates != NULL ? "--eliminate-rates" : o->reduce != NULL ? "--reduce" : NULL;

    if (given == NULL || omega)
        return DONE;
    say("%s belongs to the forms omega, omega-r and omega-s of derive and to eval --omega", given);
    return WRONG_INPUT;
}
