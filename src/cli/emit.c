/* emit.c - liaison emit: the law of a system as source text */
#include <string.h>

#include "cli.h"

enum { MOST_ENTRIES = 40000 };                 /* of a Jacobian */

typedef struct {
    session *s;
    li_state state;
    li_source_options source;
} emission;

/* ---- numbers, as far as there are any ---- */

/* Parameters alone: what was given, else what the model says. */
static int gather_parameters(emission *e)
{
    session *s = e->s;
    const li_model *m = &s->model;
    li_expr *x = li_expr_room(s->ctx, m->params), *value = li_expr_room(s->ctx, m->params);

    for (size_t i = 0; x != NULL && value != NULL && i < m->params; i++) {
        li_expr v = m->param[i].derived ? NULL : m->param[i].value;
        for (size_t k = 0; k < s->given; k++)
            if (s->give[k].x == m->param[i].symbol)
                v = s->give[k].value;
        if (v == NULL)
            continue;
        x[e->source.known] = m->param[i].symbol;
        value[e->source.known++] = v;
    }
    e->source.x = x;
    e->source.value = value;
    return li_ctx_status(s->ctx) == LI_OK ? DONE : complain(s);
}

/* What is given, and for every parameter without a value `first`, `first` + `step`, ...; how many: *stood_in */
static li_given *stand_in(session *s, size_t *count, size_t *stood_in, int64_t first, int64_t step)
{
    const li_model *m = &s->model;
    li_given *give = li_alloc(s->ctx, (s->given + m->params + 1) * sizeof *give);

    *count = 0;
    *stood_in = 0;
    for (size_t k = 0; give != NULL && k < s->given; k++)
        give[(*count)++] = s->give[k];
    for (size_t i = 0; give != NULL && i < m->params; i++) {
        bool known = m->param[i].derived || m->param[i].value != NULL;
        for (size_t k = 0; k < s->given; k++)
            known |= s->give[k].x == m->param[i].symbol;
        if (!known)
            give[(*count)++] = (li_given){ m->param[i].symbol, li_expr_int(s->ctx, first + step * (int64_t)(*stood_in)++), false, "" };
    }
    return give;
}

/* Parameters without a value: what of the state does not change with them is known all the same. False: there is no such state. */
static bool find_in_part(emission *e)
{
    session *s = e->s;
    li_state other;
    size_t count, stood_in;
    const li_given *one = stand_in(s, &count, &stood_in, 2, 1);

    if (one == NULL || stood_in == 0 || li_state_find(s->ctx, &e->state, &s->motion, count, one, s->asking.digits) != LI_OK)
        return false;
    const li_given *two = stand_in(s, &count, &stood_in, 5, 3);
    if (two == NULL || li_state_find(s->ctx, &other, &s->motion, count, two, s->asking.digits) != LI_OK)
        return false;
    for (size_t i = 0; i < e->state.n; i++)
        if (e->state.value[i] != other.value[i])
            e->state.value[i] = e->state.x[i];
    return true;
}

/* Without a state there is no start, and all else. Data that contradict each other are worth a word. */
static int gather_numbers(emission *e)
{
    session *s = e->s;
    li_status status = li_state_find(s->ctx, &e->state, &s->motion, s->given, s->give, s->asking.digits);

    const char *why = li_ctx_message(s->ctx);

    if (status != LI_OK && status != LI_MEMORY) {
        why = li_alloc_string(s->ctx, why, strlen(why));
        li_ctx_forgive(s->ctx);
        status = find_in_part(e) ? LI_OK : li_ctx_status(s->ctx) == LI_MEMORY ? LI_MEMORY : status;
    }
    if (status == LI_OK) {
        e->source.known = e->state.n;
        e->source.x = e->state.x;
        e->source.value = e->state.value;
        e->source.state = &e->state;
        e->source.functions = e->state.functions;
        e->source.function = e->state.function;
        return DONE;
    }
    if (status == LI_MEMORY)
        return complain(s);
    if (status != LI_ABSENT && !s->o->quiet)
        say("%s: no start is written: %s", s->source.file, why);
    li_ctx_forgive(s->ctx);
    return gather_parameters(e);
}

/* The file's name without folders and ending, for a system that has none; in the context */
static const char *name_of_file(const session *s)
{
    const char *slash = strrchr(s->o->file, '/'), *name = slash == NULL ? s->o->file : slash + 1;

    if (strcmp(s->o->file, "-") == 0)
        return "motion";
    return li_alloc_string(s->ctx, name, strcspn(name, "."));
}

static int prepare(emission *e)
{
    session *s = e->s;
    const options *o = s->o;

    e->source = (li_source_options){ .motion = &s->motion, .lanes = o->lanes, .order = (size_t)o->taylor,
                                     .name = o->name != NULL ? o->name : s->model.name[0] != '\0' ? s->model.name : name_of_file(s) };
    e->source.form = o->form;
    size_t n = s->motion.coords + s->motion.n;
    e->source.jacobian = !o->no_jacobian && n * (n + 1) <= MOST_ENTRIES;
    if (!o->no_jacobian && !e->source.jacobian && !o->quiet)
        say("%s: %zu variables: the Jacobian is left out", s->source.file, n);
    return gather_numbers(e);
}

/* ---- languages ---- */

static int fail(session *s)
{
    li_status status = li_ctx_status(s->ctx);

    if (status == LI_UNDECIDED)
        say("%s: this cannot be written as a function: %s; run follows it", s->source.file, li_ctx_message(s->ctx));
    else if (status == LI_ABSENT)
        say("%s: %s", s->source.file, li_ctx_message(s->ctx));
    else
        return complain(s);
    return exit_status(status);
}

static int emit_source(session *s, li_text *out, li_status (*write)(li_ctx *, li_text *, const li_source_options *))
{
    emission e = { .s = s };
    int status = prepare(&e);

    if (status == DONE && write(s->ctx, out, &e.source) != LI_OK)
        status = fail(s);
    return status;
}

static int emit_c(session *s, li_text *out) { return emit_source(s, out, li_emit_c); }
static int emit_python(session *s, li_text *out) { return emit_source(s, out, li_emit_python); }
static int emit_sympy(session *s, li_text *out) { return emit_source(s, out, li_emit_sympy); }
static int emit_json(session *s, li_text *out) { return emit_source(s, out, li_emit_law_json); }

/* A document without some of the forms is one, too: they were named. */
static int emit_latex(session *s, li_text *out)
{
    li_status status = li_session_derive(s, out, s->o->form, LI_AS_LATEX, s->o->dots);
    return status == LI_UNDECIDED && out->len > 0 ? DONE : exit_status(status);
}

static const struct language { const char *name; li_purpose purpose; int (*emit)(session *s, li_text *out); const char *accepts; } language[] = {
    { "c", LI_AT_A_STATE, emit_c, " --name --taylor --lanes --no-jacobian " },
    { "python", LI_AT_A_STATE, emit_python, " --no-jacobian " },
    { "sympy", LI_AT_A_STATE, emit_sympy, " --form --dependent " },
    { "json", LI_AT_A_STATE, emit_json, " --no-jacobian " },
    { "latex", LI_SYMBOLIC, emit_latex, " --form --dots --dependent " },
};
enum { LANGUAGES = sizeof language / sizeof *language };

static const struct language *find_language(const char *name)
{
    const char *list[LANGUAGES];

    for (size_t i = 0; i < LANGUAGES; i++) {
        list[i] = language[i].name;
        if (strcmp(name, list[i]) == 0)
            return &language[i];
    }
    const char *near = li_name_nearest(name, LANGUAGES, list);
    say("--lang is c, python, sympy, json or latex, not '%s'%s%s%s", name, near == NULL ? "" : "; did you mean '", near == NULL ? "" : near, near == NULL ? "" : "'?");
    return NULL;
}

/* An option that this language has no use for is a mistake. */
static int check_options(const options *o, const struct language *l)
{
    const struct { const char *name; bool given; } option[] = {
        { "--name", o->name != NULL }, { "--taylor", o->taylor > 0 }, { "--lanes", o->lanes }, { "--no-jacobian", o->no_jacobian },
        { "--form", o->form != NULL }, { "--dots", o->dots }, { "--dependent", o->dependent != NULL },
    };

    for (size_t i = 0; i < sizeof option / sizeof *option; i++) {
        const char *at = strstr(l->accepts, option[i].name);
        if (option[i].given && (at == NULL || at[strlen(option[i].name)] != ' ')) {
            say("%s says nothing to --lang %s", option[i].name, l->name);
            return WRONG_INPUT;
        }
    }
    return DONE;
}

/* ---- the command ---- */

static int put(session *s, const li_text *out)
{
    const char *path = s->o->out;

    if (path == NULL || strcmp(path, "-") == 0)
        return write_result(out);
    if (li_file_whole(s->ctx, path, li_text_str(out), out->len) == LI_OK)
        return DONE;
    say("%s", li_ctx_message(s->ctx));
    return MACHINE_FAILED;
}

int run_emit(const options *o)
{
    session s;
    li_text out;
    progress p;

    if (o->lang == NULL) {
        say("emit needs a language: --lang c, python, sympy, json or latex");
        return WRONG_INPUT;
    }
    if (o->format != LI_AS_TEXT) {
        say("emit writes what --lang says; --format is for other commands");
        return WRONG_INPUT;
    }
    const struct language *l = find_language(o->lang);
    if (l == NULL || check_options(o, l) != DONE)
        return WRONG_INPUT;
    int status = open_session(&s, o, l->purpose);
    li_text_init(&out);
    if (status == DONE) {
        start_progress(&p, s.ctx, o->quiet);
        status = l->emit(&s, &out);
        end_progress(&p);
    }
    if (status == DONE)
        status = put(&s, &out);
    if (s.ctx != NULL)
        li_text_clear(s.ctx, &out);
    close_session(&s);
    return status;
}
