/* map.c - liaison map: many motions of one model */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

static const double BETWEEN = 1;               /* seconds from one checkpoint to the next */
enum { ENDINGS = LI_ENDED_NO_START + 1, BESIDE = 6 };          /* columns behind those of the flow */

/* What is known of those that are done. */
typedef struct { uint64_t done, ended[ENDINGS]; double drift; } tally;

typedef struct {
    session *s;
    varied v;
    li_emit_over *over;
    size_t redefinitions;          /* of every member; those that are varied get their text */
    const li_redefinition *with;
    li_ensemble_options o;
    li_ensemble E;
    li_record record;
    bool recording, rows_out;      /* rows go to a file; to standard output, as a table or JSON */
    li_column *column;
    double *row;
    li_text out, identity;
    tally total;
    uint64_t first;                /* member of this run */
    double since, shown, saved;
} map;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- members ---- */

static void value_of(void *self, uint64_t i, double *x)
{
    const map *m = self;
    varied_values(&m->v, i, x);
}

/* The settings of member i: --set, then what is varied; `place` says where. */
static bool set_member(const map *m, li_ctx *ctx, uint64_t i, options *o, li_redefinition *with)
{
    const options *all = m->s->o;

    *o = *all;
    o->set = li_alloc(ctx, (all->sets + m->v.axes + 1) * sizeof *o->set);
    if (o->set == NULL)
        return false;
    memcpy(o->set, all->set, all->sets * sizeof *o->set);
    memcpy(with, m->with, m->redefinitions * sizeof *with);
    for (size_t j = 0; j < m->v.axes; j++) {
        const char *text = varied_setting(ctx, &m->v, i, j);
        if (text == NULL)
            return false;
        o->set[o->sets++] = text;
        for (size_t k = 0; k < m->redefinitions; k++)
            if (m->v.axis[j].redefines && strcmp(with[k].name, m->v.axis[j].name) == 0)
                with[k].text = strchr(text, '=') + 1;
    }
    return true;
}

static const size_t *places(const map *m, li_ctx *ctx, const session *s)
{
    size_t *place = li_alloc(ctx, (m->v.axes + 1) * sizeof *place);

    for (size_t j = 0; place != NULL && j < m->v.axes; j++) {
        const char *text = s->o->set[m->s->o->sets + j];
        place[j] = SIZE_MAX;
        for (size_t k = 0; k < s->given; k++)
            if (s->give[k].text == text)
                place[j] = k;
    }
    return place;
}

static li_status read_member(void *self, li_ctx *ctx, uint64_t i, li_member_model *out)
{
    const map *m = self;
    session *s = li_alloc(ctx, sizeof *s);
    options *o = li_alloc(ctx, sizeof *o);
    li_redefinition *with = li_alloc(ctx, (m->redefinitions + 1) * sizeof *with);
    li_run_options run = { 0 };

    if (s == NULL || o == NULL || with == NULL || !set_member(m, ctx, i, o, with))
        return li_ctx_status(ctx);
    int status = read_again(s, m->s, ctx, o, m->redefinitions, with);
    if (status == DONE)
        status = read_asked(s, &run, &out->events, &out->event, NULL);
    if (status != DONE)
        return li_fail(ctx, LI_INPUT, "the model has no meaning with these numbers");
    out->motion = &s->motion;
    out->given = s->given;
    out->give = s->give;
    out->place = places(m, ctx, s);
    return li_ctx_status(ctx);
}

/* ---- checkpoints ---- a line each: what for, where the rows end, what is known */

static void put_option(map *m, const char *name, const char *value)
{
    if (value != NULL)
        li_text_printf(m->s->ctx, &m->identity, "\n%s %s", name, value);
}

static int identify(map *m)
{
    session *s = m->s;
    const options *o = s->o;

    li_text_printf(s->ctx, &m->identity, "%s\n%s\n--tol %.17g --digits %d", li_version(), s->source.source, o->tol, o->digits);
    for (size_t i = 0; i < o->sets; i++)
        put_option(m, "--set", o->set[i]);
    for (size_t i = 0; i < o->overs; i++)
        put_option(m, "--over", o->over[i]);
    for (size_t i = 0; i < o->untils; i++)
        put_option(m, "--until", o->until[i]);
    for (size_t i = 0; i < o->events; i++)
        put_option(m, "--event", o->event[i]);
    put_option(m, "--method", o->method);
    put_option(m, "--native", o->native);
    put_option(m, "--out", o->out);
    put_option(m, "--dependent", o->dependent);
    if (m->v.value != NULL)
        li_text_printf(s->ctx, &m->identity, "\n%016" PRIx64, li_hash_bytes(m->v.value, m->v.members * m->v.axes * sizeof *m->v.value, 0));
    return li_ctx_status(s->ctx) == LI_OK ? DONE : complain(s);
}

static uint64_t mark(const map *m) { return li_hash_bytes(li_text_str(&m->identity), m->identity.len, 1); }

static const char *checkpoint_file(const map *m) { return m->s->o->checkpoint != NULL ? m->s->o->checkpoint : m->s->o->resume; }

/* The rows first, then what says how many they are. */
static li_status save(map *m)
{
    li_ctx *ctx = m->s->ctx;
    li_record_place place = { 0, 0 };
    li_text line;

    m->saved = now();
    if (m->recording && li_record_save(&m->record, &place) != LI_OK)
        return LI_FILE;
    li_text_init(&line);
    li_text_printf(ctx, &line, "liaison map 1 %016" PRIx64 "\n%" PRIu64 " %" PRIu64 " %.17g", mark(m), place.rows, place.bytes, m->total.drift);
    for (int k = 0; k < ENDINGS; k++)
        li_text_printf(ctx, &line, " %" PRIu64, m->total.ended[k]);
    li_text_put(ctx, &line, " end\n");
    li_status status = li_ctx_status(ctx) == LI_OK ? li_file_whole(ctx, checkpoint_file(m), li_text_str(&line), line.len) : li_ctx_status(ctx);
    li_text_clear(ctx, &line);
    return status;
}

static int load(map *m, li_record_place *place)
{
    const char *path = m->s->o->resume;
    char title[16] = "", end[4] = "";
    uint64_t made_for = 0;

    errno = 0;
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        say("cannot read the checkpoint %s: %s", path, strerror(errno));
        return WRONG_INPUT;
    }
    bool ok = fscanf(f, "liaison map %15s %" SCNx64, title, &made_for) == 2 && strcmp(title, "1") == 0;
    bool same = ok && made_for == mark(m);
    ok = ok && fscanf(f, "%" SCNu64 " %" SCNu64 " %lg", &place->rows, &place->bytes, &m->total.drift) == 3;
    for (int k = 0; ok && k < ENDINGS; k++)
        ok = fscanf(f, "%" SCNu64, &m->total.ended[k]) == 1;
    ok = ok && fscanf(f, "%3s", end) == 1 && strcmp(end, "end") == 0;
    fclose(f);
    if (!ok)
        say("%s is no checkpoint of map, or damaged", path);
    else if (!same)
        say("%s was made for another model, other numbers or other options", path);
    m->first = m->total.done = place->rows;
    return ok && same ? DONE : WRONG_INPUT;
}

/* ---- rows ---- */

static void fill_row(map *m, const li_member *x)
{
    size_t k = 0;

    m->row[k++] = (double)x->index;
    for (size_t j = 0; j < m->v.axes; j++)
        m->row[k++] = x->value[j];
    for (size_t i = 0; i < m->E.flow.columns; i++)
        m->row[k++] = x->column[i];
    const double rest[BESIDE] = { (double)x->steps, x->energy_drift, x->residual, (double)x->crossings, x->first, (double)x->ending };
    memcpy(m->row + k, rest, sizeof rest);
}

static li_status put_out(map *m)
{
    li_status status = li_ctx_status(m->s->ctx);

    if (status == LI_OK && write_result(&m->out) != DONE)
        status = LI_FILE;
    li_text_cut(&m->out, 0);
    return status;
}

static li_status take_row(void *self, const li_member *x)
{
    map *m = self;
    li_ctx *ctx = m->s->ctx;
    li_status status = LI_OK;

    m->total.ended[x->ending]++;
    if (x->energy_drift > m->total.drift)
        m->total.drift = x->energy_drift;
    if (m->rows_out && m->s->o->format == LI_AS_JSON)
        li_emit_member_json(ctx, &m->out, &m->E.flow, m->v.axes, m->over, x, m->total.done == 0);
    else if (m->rows_out)
        li_emit_member_text(ctx, &m->out, &m->E.flow, m->v.axes, m->over, x);
    if (m->rows_out)
        status = put_out(m);
    if (m->recording) {
        fill_row(m, x);
        status = li_record_row(&m->record, x->t, m->row);
    }
    m->total.done++;
    if (status == LI_OK && checkpoint_file(m) != NULL && now() - m->saved >= BETWEEN)
        status = save(m);
    return status;
}

/* ---- progress ---- */

static void show(map *m, uint64_t done)
{
    enum { BAR = 25 };
    double fraction = (double)done / (double)m->v.members, rate = (double)(done - m->first) / (now() - m->since);

    m->shown = now();
    fprintf(stderr, "\r%s  ", m->E.flow.S->model->name[0] != '\0' ? m->E.flow.S->model->name : "map");
    for (int i = 0; i < BAR; i++)
        fputs(i < (int)(fraction * BAR) ? "█" : "░", stderr);
    fprintf(stderr, "  %2.0f %%   %" PRIu64 " of %" PRIu64 "   %.3g/s", 100 * fraction, done, m->v.members, rate);
    if (rate > 0)
        fprintf(stderr, "   %.1f s left", (double)(m->v.members - done) / rate);
    fputs(" \033[K", stderr);
    fflush(stderr);
}

static bool go_on(void *self, uint64_t done)
{
    map *m = self;

    if (m->since > 0 && now() - m->shown >= 0.2)
        show(m, done);
    return !interrupted();
}

/* ---- the file ---- */

static const char *over_name(map *m, const char *name)
{
    li_text text;

    li_text_init(&text);
    li_text_printf(m->s->ctx, &text, "over.%s", name);
    const char *out = li_alloc_string(m->s->ctx, li_text_str(&text), text.len);
    li_text_clear(m->s->ctx, &text);
    return out;
}

static size_t set_columns(map *m)
{
    static const struct { const char *name; li_column_kind kind; } rest[BESIDE] = {
        { "steps", LI_COLUMN_OUTCOME }, { "energy_drift", LI_COLUMN_OUTCOME }, { "residual", LI_COLUMN_OUTCOME },
        { "events", LI_COLUMN_OUTCOME }, { "first_event", LI_COLUMN_OUTCOME }, { "ending", LI_COLUMN_ENDING },
    };
    const li_flow *F = &m->E.flow;
    size_t k = 0, most = 1 + m->v.axes + F->columns + BESIDE;

    m->column = li_alloc(m->s->ctx, most * sizeof *m->column);
    m->row = li_alloc(m->s->ctx, most * sizeof *m->row);
    if (m->column == NULL || m->row == NULL)
        return 0;
    m->column[k++] = (li_column){ .name = "member", .kind = LI_COLUMN_OUTCOME };
    for (size_t j = 0; j < m->v.axes; j++)
        m->column[k++] = (li_column){ .name = over_name(m, m->v.axis[j].name), .kind = LI_COLUMN_OVER };
    memcpy(m->column + k, F->column, F->columns * sizeof *m->column);
    k += F->columns;
    for (size_t i = 0; i < BESIDE; i++)
        m->column[k++] = (li_column){ .name = rest[i].name, .kind = rest[i].kind };
    return k;
}

static const li_fact *head_facts(map *m, size_t *count)
{
    li_text endings;
    li_fact *fact = li_alloc(m->s->ctx, 5 * sizeof *fact);

    if (fact == NULL)
        return NULL;
    li_text_init(&endings);
    for (int k = 0; k < ENDINGS; k++)
        li_text_printf(m->s->ctx, &endings, "%s%s", k > 0 ? ", " : "", li_ending_name((li_ending)k));
    fact[0] = (li_fact){ "what", "run", 0 };
    fact[1] = (li_fact){ "members", NULL, (double)m->v.members };
    fact[2] = (li_fact){ "method", li_run_method_name(m->E.method), 0 };
    fact[3] = (li_fact){ "tolerance", NULL, m->o.run.tol };
    fact[4] = (li_fact){ "endings", li_alloc_string(m->s->ctx, li_text_str(&endings), endings.len), 0 };
    li_text_clear(m->s->ctx, &endings);
    *count = 5;
    return fact;
}

/* Was the file given its name after the last checkpoint? */
static bool is_whole(const map *m)
{
    li_text part;

    li_text_init(&part);
    li_text_printf(m->s->ctx, &part, "%s.part", m->s->o->out);
    bool whole = m->first == m->v.members && access(li_text_str(&part), F_OK) != 0;
    li_text_clear(m->s->ctx, &part);
    return whole;
}

static int open_file(map *m, li_record_head *head)
{
    session *s = m->s;
    const li_model *model = m->E.flow.S->model;
    li_record_place place = { 0, 0 };
    size_t columns = set_columns(m), facts = 0;
    const li_fact *fact = head_facts(m, &facts);
    int status = s->o->resume != NULL ? load(m, &place) : DONE;

    if (status != DONE || li_ctx_status(s->ctx) != LI_OK)
        return status != DONE ? status : complain(s);
    if (is_whole(m))
        return DONE;
    *head = (li_record_head){ .columns = columns, .column = m->column, .system = model->name, .title = model->title, .model = s->source.source,
                              .version = li_version(), .standard = STDOUT_FILENO, .facts = facts, .fact = fact };
    li_status opened = s->o->resume != NULL ? li_record_reopen(s->ctx, &m->record, s->o->out, head, &place) : li_record_open(s->ctx, &m->record, s->o->out, head);
    if (opened != LI_OK)
        return complain(s);
    m->recording = true;
    return checkpoint_file(m) == NULL || save(m) == LI_OK ? DONE : complain(s);
}

/* All are done, or what is there is all there will be. */
static int close_file(map *m)
{
    session *s = m->s;
    bool whole = m->total.done == m->v.members;
    const li_fact fact[] = { { "done", NULL, (double)m->total.done }, { "energy_drift", NULL, m->total.drift } };

    if (!whole && checkpoint_file(m) != NULL) {
        if (save(m) != LI_OK)
            return complain(s);
        li_record_leave(&m->record);
        say("%s.part holds the rows so far; --resume %s goes on", s->o->out, checkpoint_file(m));
        return DONE;
    }
    if (whole && checkpoint_file(m) != NULL && save(m) != LI_OK)
        return complain(s);
    if (li_record_finish(&m->record, sizeof fact / sizeof *fact, fact) != LI_OK)
        return complain(s);
    if (!s->o->quiet && s->o->out[0] != '-')
        say("wrote %s (%" PRIu64 " rows)", s->o->out, m->total.done);
    return DONE;
}

/* ---- what is said ---- */

/* In a file: how many ended how. */
static int put_summary(map *m)
{
    session *s = m->s;
    bool json = s->o->format == LI_AS_JSON;
    bool first = true;

    if (s->o->out == NULL || strcmp(s->o->out, "-") == 0)
        return DONE;
    if (json)
        li_text_printf(s->ctx, &m->out, "{\"what\":\"run\",\"members\":%" PRIu64 ",\"done\":%" PRIu64 ",\"stopped\":{", m->v.members, m->total.done);
    else
        li_text_printf(s->ctx, &m->out, "%" PRIu64 " of %" PRIu64 " motions (%s)%s", m->total.done, m->v.members, li_run_method_name(m->E.method), m->total.done > 0 ? ": " : "");
    for (int k = 0; k < ENDINGS; k++) {
        if (m->total.ended[k] == 0)
            continue;
        li_text_printf(s->ctx, &m->out, json ? "%s\"%s\":%" PRIu64 : "%s%s %" PRIu64, first ? "" : json ? "," : ", ", li_ending_name((li_ending)k), m->total.ended[k]);
        first = false;
    }
    if (json && m->E.flow.conserves && m->total.done > 0)
        li_text_printf(s->ctx, &m->out, "},\"energy_drift\":\"%.3g\"}\n", m->total.drift);
    else if (json)
        li_text_put(s->ctx, &m->out, "},\"energy_drift\":null}\n");
    else if (m->E.flow.conserves && m->total.done > 0)
        li_text_printf(s->ctx, &m->out, "; energy kept to %.1g\n", m->total.drift);
    else
        li_text_put(s->ctx, &m->out, "\n");
    return put_out(m) == LI_OK ? DONE : MACHINE_FAILED;
}

static int begin_out(map *m)
{
    session *s = m->s;

    m->rows_out = s->o->out == NULL;
    if (!m->rows_out)
        return DONE;
    if (s->o->format == LI_AS_JSON)
        li_emit_ensemble_begin_json(s->ctx, &m->out, &m->E.flow, m->v.axes, m->over, s->o->starts, m->v.members);
    else
        li_emit_member_head_text(s->ctx, &m->out, &m->E.flow, m->v.axes, m->over);
    return put_out(m) == LI_OK ? DONE : li_ctx_status(s->ctx) != LI_OK ? complain(s) : MACHINE_FAILED;
}

static int end_out(map *m)
{
    if (!m->rows_out || m->s->o->format != LI_AS_JSON)
        return DONE;
    li_emit_ensemble_end_json(m->s->ctx, &m->out, m->total.done);
    return put_out(m) == LI_OK ? DONE : MACHINE_FAILED;
}

static int run_all(map *m)
{
    session *s = m->s;
    uint64_t done;
    bool terminal = isatty(STDERR_FILENO) && (!m->rows_out || !isatty(STDOUT_FILENO));

    m->since = m->shown = !s->o->quiet && terminal ? now() : 0;
    li_status ran = li_ensemble_run(s->ctx, &m->E, &m->o, m->first, &done);
    if (m->shown > m->since)
        fputs("\r\033[K", stderr);
    if (ran == LI_FILE && li_ctx_status(s->ctx) == LI_OK)
        return MACHINE_FAILED;
    return ran == LI_OK ? DONE : complain(s);
}

/* --native auto: where it pays, and where there is a compiler; on: it must be. */
static int compile(map *m)
{
    session *s = m->s;
    bool must = false, off = false;
    int status = exit_status(li_session_native(s, s->o->native, &must, &off));

    if (status != DONE || off || (!must && !li_ensemble_is_long(&m->E, &m->o)))
        return status;
    if (li_ensemble_compile(s->ctx, &m->E, &m->o) == LI_OK)
        return DONE;
    if (li_ctx_status(s->ctx) != LI_ABSENT)
        return complain(s);
    if (must)
        say("--native on: %s", li_ctx_message(s->ctx));
    li_ctx_forgive(s->ctx);
    return must ? NOT_FINISHED : DONE;
}

static int go(map *m)
{
    session *s = m->s;
    li_record_head head;
    int status = s->o->out != NULL ? open_file(m, &head) : DONE;

    if (status == DONE && s->o->resume != NULL && !m->recording) {
        say("all of them were done: %s", s->o->out);
        return DONE;
    }
    if (status == DONE)
        status = begin_out(m);
    if (status == DONE)
        status = run_all(m);
    if (status == DONE)
        status = end_out(m);
    if (status == DONE)
        status = put_summary(m);
    if (status == DONE && m->recording)
        status = close_file(m);
    if (m->recording && status == MACHINE_FAILED && checkpoint_file(m) != NULL)
        li_record_leave(&m->record);
    if (m->recording)
        li_record_discard(&m->record);         /* if it was not finished */
    if (status == DONE && m->total.done < m->v.members) {
        say("stopped after %" PRIu64 " of %" PRIu64 " motions", m->total.done, m->v.members);
        status = NOT_FINISHED;
    }
    return status;
}

/* ---- what is asked for ---- */

static int check_options(const options *o)
{
    static const char *const what[] = { "run", "verdict", "integral" };
    const char *near;

    if (o->format == LI_AS_LATEX) {
        say("map writes text or json, not latex");
        return WRONG_INPUT;
    }
    if (o->what != NULL && (strcmp(o->what, "verdict") == 0 || strcmp(o->what, "integral") == 0)) {
        say("'map --what %s' is not in this version", o->what);
        return WRONG_INPUT;
    }
    if (o->what != NULL && strcmp(o->what, "run") != 0) {
        near = li_name_nearest(o->what, 3, what);
        say("'%s' is not for map; there is run%s%s%s", o->what, near == NULL ? "" : "; did you mean '", near == NULL ? "" : near, near == NULL ? "" : "'?");
        return WRONG_INPUT;
    }
    if ((o->checkpoint != NULL || o->resume != NULL) && (o->out == NULL || strcmp(o->out, "-") == 0)) {
        say("only rows in a file can be gone on with: --out FILE");
        return WRONG_INPUT;
    }
    return DONE;
}

/* All motions end at one time. */
static int check_time(map *m, li_expr time)
{
    session *s = m->s;

    for (size_t j = 0; j < m->v.axes; j++) {
        const char *name = m->v.axis[j].name;
        li_expr x = li_model_expression(s->ctx, &s->model, name, strlen(name), NULL);
        if (li_expr_kind(x) == LI_SYM && li_exact_depends(s->ctx, time, x) != LI_NO) {
            say("--until depends on %s, which is varied; an end of each motion's own is an event, as in --until \"t - T = 0\"", name);
            return WRONG_INPUT;
        }
    }
    return DONE;
}

static int prepare(map *m)
{
    session *s = m->s;
    size_t events;
    li_expr *event;
    li_expr time;
    int status = read_asked(s, &m->o.run, &events, &event, &time);

    if (status == DONE)
        status = read_varied(&m->v, s);
    if (status == DONE)
        status = check_time(m, time);
    if (status == DONE && (s->o->checkpoint != NULL || s->o->resume != NULL))
        status = identify(m);
    if (status != DONE)
        return status;
    m->redefinitions = s->redefinitions;
    m->with = s->with;
    m->over = li_alloc(s->ctx, (m->v.axes + 1) * sizeof *m->over);
    for (size_t j = 0; m->over != NULL && j < m->v.axes; j++)
        m->over[j] = (li_emit_over){ m->v.axis[j].name, m->v.axis[j].low, m->v.axis[j].high, m->v.axis[j].count };
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    m->o.members = m->v.members;
    m->o.varied = m->v.axes;
    m->o.digits = s->o->digits;
    m->o.threads = s->o->threads > 0 ? s->o->threads : processors > 0 && processors < 1000 ? (int)processors : 1;
    return m->over == NULL || li_ensemble_init(s->ctx, &m->E, &m->o) != LI_OK ? complain(s) : DONE;
}

int run_map(const options *o)
{
    session s = { .ctx = NULL };
    map m = { .s = &s, .o = { .self = &m, .value = value_of, .read = read_member, .row = take_row, .go_on = go_on } };
    int status = check_options(o);

    li_text_init(&m.out);
    li_text_init(&m.identity);
    if (status == DONE)
        status = open_session(&s, o, LI_AT_A_STATE);
    listen_to_signals();
    if (status == DONE)
        status = prepare(&m);
    if (status == DONE)
        status = compile(&m);
    if (status == DONE)
        status = go(&m);
    if (s.ctx != NULL) {
        li_ensemble_clear(s.ctx, &m.E);
        li_drop(s.ctx, m.v.value);
        li_text_clear(s.ctx, &m.identity);
        li_text_clear(s.ctx, &m.out);
    }
    close_session(&s);
    return status;
}
