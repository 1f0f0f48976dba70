/* handle.c - a model and its settings, and what was said about them */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#include "core/guard.h"

enum { LONGEST = 16 << 20 };                   /* bytes of a model */

/* ---- what is said ---- */

static void hear(void *self, const li_session *s, li_words kind, const char *words)
{
    li_bridge *b = self;

    li_text_put(b->desk, &b->said, words);
    if (kind == LI_WORDS_SENTENCE)
        li_text_put(b->desk, &b->said, "\n");
    for (size_t i = 0; b->line == 0 && kind == LI_WORDS_PLACE && i < li_diagnostic_count(s->ctx); i++) {
        const li_diagnostic *d = li_diagnostic_at(s->ctx, i);
        if (d->severity == LI_ERROR && strncmp(words, b->name, strlen(b->name)) == 0) {
            b->line = d->place.line;
            b->column = d->place.column;
        }
    }
}

void li_bridge_say(li_bridge *b, const char *format, ...)
{
    va_list args;
    char words[1024];

    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    li_text_put(b->desk, &b->said, words);
    li_text_put(b->desk, &b->said, "\n");
}

/* ---- requests ---- */

typedef struct { li_bridge *b; li_bridge_work *work; void *arg; li_status status; bool done; } request;

static void attend(void *arg)
{
    request *r = arg;

    r->status = r->work(r->b, r->arg);
    r->done = true;
}

/* What an abort below the library left is neither used nor freed. */
static void abandon(li_bridge *b)
{
    b->open = b->moving = b->differentiated = false;
    b->s = (li_session){ 0 };
    b->flow = (li_flow){ 0 };
    b->native = (li_native){ 0 };
    b->field = b->observe = b->jacobian = (li_real){ 0 };
}

li_status li_bridge_request(li_bridge *b, li_bridge_work *work, void *arg)
{
    request r = { b, work, arg, LI_MEMORY, false };
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = plain != (locale_t)0 ? uselocale(plain) : (locale_t)0;

    li_ctx_forgive(b->desk);
    li_text_cut(&b->said, 0);
    li_text_cut(&b->answer, 0);
    b->line = b->column = 0;
    li_status guarded = li_guard(b->desk, attend, &r);
    if (!r.done) {
        abandon(b);
        r.status = guarded;
    }
    if (r.status == LI_OK)
        r.status = li_ctx_status(b->desk);
    li_ctx_forgive(b->desk);
    if (r.status != LI_OK && b->said.len == 0 && b->answer.len == 0)
        li_bridge_say(b, "%s: %s", b->name, r.status == LI_MEMORY ? "out of memory" : li_status_name(r.status));
    if (before != (locale_t)0)
        uselocale(before);
    if (plain != (locale_t)0)
        freelocale(plain);
    return r.status;
}

/* ---- the model ---- */

static char *copy(li_ctx *ctx, const char *text, size_t len)
{
    char *out = li_new(ctx, len + 1, 1);

    if (out != NULL)
        memcpy(out, text, len);
    return out;
}

li_bridge *li_bridge_new(const char *name, const char *text, size_t len)
{
    li_ctx *desk = li_ctx_new();
    li_bridge *b = desk != NULL ? calloc(1, sizeof *b) : NULL;

    if (b == NULL) {
        li_ctx_free(desk);
        return NULL;
    }
    *b = (li_bridge){ .desk = desk, .len = len };
    atomic_init(&b->stop, false);
    li_text_init(&b->answer);
    li_text_init(&b->said);
    b->name = copy(desk, name, strlen(name));
    b->text = copy(desk, text, len);
    if (b->name == NULL || b->text == NULL) {
        li_bridge_free(b);
        return NULL;
    }
    return b;
}

static void drop_settings(li_bridge *b, size_t count, char **set)
{
    for (size_t i = 0; set != NULL && i < count; i++)
        li_drop(b->desk, set[i]);
    li_drop(b->desk, set);
}

void li_bridge_free(li_bridge *b)
{
    if (b == NULL)
        return;
    li_bridge_close(b);
    drop_settings(b, b->sets, b->set);
    li_drop(b->desk, b->name);
    li_drop(b->desk, b->text);
    li_text_clear(b->desk, &b->answer);
    li_text_clear(b->desk, &b->said);
    li_ctx_free(b->desk);
    free(b);
}

li_status li_bridge_open(li_bridge *b, const li_asking *asking, li_purpose purpose)
{
    li_asking with = *asking;
    const li_source source = { b->name, b->text, b->len };

    li_bridge_close(b);
    if (b->len > LONGEST) {
        li_bridge_say(b, "%s: longer than %d MB, which is no model", b->name, LONGEST >> 20);
        return LI_INPUT;
    }
    with.sets = b->sets;
    with.set = (const char *const *)b->set;
    with.plain = with.lenient = true;
    b->s = (li_session){ .voice = hear, .self = b };
    b->open = true;
    li_status status = li_session_open(&b->s, &with, &source, purpose);
    if (b->s.memory > 0)
        li_ctx_limit(b->desk, b->s.memory);
    return status;
}

void li_bridge_close(li_bridge *b)
{
    li_bridge_end_motion(b);
    if (b->open)
        li_session_close(&b->s);
    b->open = false;
}

/* ---- settings ---- */

static li_status read_only(li_bridge *b, void *arg)
{
    (void)arg;
    li_status status = li_bridge_open(b, &(li_asking){ .digits = 17 }, LI_READING);
    li_bridge_close(b);
    return status;
}

int li_bridge_set(li_bridge *b, size_t count, const char *const *setting)
{
    char **old = b->set, **set = li_new(b->desk, count + 1, sizeof *set);
    size_t olds = b->sets;

    for (size_t i = 0; set != NULL && i < count; i++)
        set[i] = copy(b->desk, setting[i], strlen(setting[i]));
    li_status status = li_ctx_status(b->desk);
    if (status == LI_OK) {
        b->set = set;
        b->sets = count;
        status = li_bridge_request(b, read_only, NULL);
    }
    if (status != LI_OK) {
        b->set = old;
        b->sets = olds;
        drop_settings(b, count, set);
    } else {
        drop_settings(b, olds, old);
    }
    li_ctx_forgive(b->desk);
    return (int)status;
}

/* ---- what is known ---- */

const char *li_bridge_text(const li_bridge *b) { return li_text_str(&b->answer); }
const char *li_bridge_said(const li_bridge *b) { return li_text_str(&b->said); }
int         li_bridge_line(const li_bridge *b) { return b->line; }
int         li_bridge_column(const li_bridge *b) { return b->column; }
const char *li_bridge_version(void) { return li_version(); }
