/* t-session.c - settings put into a model are the model with these settings written in it; what is wrong is said once, and where */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/test/harness.h"
#include "liaison/session.h"

/* %s: values of k and m, and what f is */
static const char TEXT[] = "param k = %s, m = %s, both = k + m\ncoord x, y\nfunction f(s)%s\nkinetic m*x'^2/2 + both*y'^2/2\npotential k*x^2/2 + f(x + y)\n"
                           "constraint c: y' = x*x'\nstart x = 1, x' = 2\n";

typedef struct { int places, sentences; char last[400]; } ear;

static void hear(void *self, const li_session *s, li_words kind, const char *words)
{
    ear *e = self;
    (void)s;
    e->places += kind == LI_WORDS_PLACE && words[0] != '\0';
    e->sentences += kind == LI_WORDS_SENTENCE;
    strncpy(e->last, words, sizeof e->last - 1);
}

static const char *write_model(li_ctx *ctx, const char *k, const char *m, const char *f)
{
    li_text text;

    li_text_init(&text);
    li_text_printf(ctx, &text, TEXT, k, m, f);
    const char *out = li_alloc_string(ctx, li_text_str(&text), text.len);
    li_text_clear(ctx, &text);
    return out;
}

static const char *written(li_ctx *ctx, const char *format, int p, int q)
{
    char text[100];
    snprintf(text, sizeof text, format, p, q);
    return li_alloc_string(ctx, text, strlen(text));
}

/* The answer to one question, in the context of the test */
static const char *answer(li_ctx *ctx, const char *text, size_t sets, const char *const *set, bool eval, bool values)
{
    ear e = { 0 };
    li_session s = { .voice = hear, .self = &e };
    li_asking asking = { .digits = 20, .sets = sets, .set = set, .values = values && !eval };
    li_text out;

    li_text_init(&out);
    li_status status = li_session_open(&s, &asking, &(li_source){ "m", text, strlen(text) }, eval ? LI_AT_A_STATE : LI_SYMBOLIC);
    if (status == LI_OK)
        status = eval ? li_session_eval(&s, &out, LI_AS_TEXT, false, false) : li_session_derive(&s, &out, NULL, LI_AS_TEXT, false);
    li_check(ctx, status == LI_OK, "%s", e.last);
    const char *copy = li_alloc_string(ctx, li_text_str(&out), out.len);
    li_text_clear(s.ctx, &out);
    li_session_close(&s);
    return copy;
}

static void settings(li_ctx *ctx, li_rand *rng)
{
    const char *k = written(ctx, "%d/%d", 1 + li_rand_below(rng, 50), 1 + li_rand_below(rng, 7)), *m = written(ctx, "%d.%d", 1 + li_rand_below(rng, 9), li_rand_below(rng, 100));
    const char *f = li_rand_below(rng, 2) ? "s^3 - s" : "cos(2*s)";
    bool eval = li_rand_below(rng, 2);
    const char *set[4] = { written(ctx, "k=7", 0, 0) };
    li_text name;

    const char *format[] = { "k=", "m=", "f(s)=" }, *value[] = { k, m, f };
    for (int i = 0; i < 3; i++) {
        li_text_init(&name);
        li_text_printf(ctx, &name, "%s%s", format[i], value[i]);
        set[i + 1] = li_alloc_string(ctx, li_text_str(&name), name.len);
        li_text_clear(ctx, &name);
    }
    li_text_init(&name);
    li_text_printf(ctx, &name, " = %s", f);
    const char *direct = answer(ctx, write_model(ctx, k, m, li_text_str(&name)), 0, NULL, eval, true);
    const char *by_settings = answer(ctx, write_model(ctx, "2", "3", ""), 4, set, eval, true);     /* k=7 first: the last one counts */
    li_text_clear(ctx, &name);
    li_check(ctx, strcmp(direct, by_settings) == 0, "k = %s, m = %s, f = %s:\n%s\n%s", k, m, f, direct, by_settings);
}

static li_status try(li_ctx *ctx, ear *e, const char *text, const li_asking *asking, li_purpose purpose)
{
    li_session s = { .voice = hear, .self = e };
    *e = (ear){ 0 };
    li_status status = li_session_open(&s, asking, &(li_source){ "m", text, strlen(text) }, purpose);
    li_session_close(&s);
    (void)ctx;
    return status;
}

static void mistakes(li_ctx *ctx, li_rand *rng)
{
    const char *model = write_model(ctx, "2", "3", " = s"), *state[] = { "x=1" }, *wrong[] = { "kk=1", "k=" };
    ear e;
    (void)rng;

    li_check(ctx, try(ctx, &e, model, &(li_asking){ .digits = 17, .sets = 1, .set = state }, LI_SYMBOLIC) == LI_INPUT && e.places == 1 &&
             strstr(e.last, "--set gives parameters") != NULL, "%s", e.last);
    li_check(ctx, try(ctx, &e, model, &(li_asking){ .digits = 17, .sets = 1, .set = state, .lenient = true }, LI_SYMBOLIC) == LI_OK, "%s", e.last);
    li_check(ctx, try(ctx, &e, model, &(li_asking){ .digits = 17, .sets = 2, .set = wrong, .plain = true }, LI_READING) == LI_INPUT && e.places == 2 &&
             e.sentences == 0 && strncmp(e.last, "set:1:3:", 8) == 0, "%d %s", e.places, e.last);
    li_check(ctx, try(ctx, &e, "coord x\nkinetic y\n", &(li_asking){ .digits = 17 }, LI_READING) == LI_INPUT && strncmp(e.last, "m:2:9:", 6) == 0, "%s", e.last);
    li_check(ctx, try(ctx, &e, model, &(li_asking){ .digits = 17, .dependent = "x" }, LI_SYMBOLIC) == LI_OK, "%s", e.last);
    li_check(ctx, try(ctx, &e, model, &(li_asking){ .digits = 17, .dependent = "x,k" }, LI_SYMBOLIC) == LI_INPUT && e.sentences == 1, "%s", e.last);
    li_check(ctx, try(ctx, &e, model, &(li_asking){ .digits = 17, .chart = "lagrnge" }, LI_SYMBOLIC) == LI_INPUT && strstr(e.last, "did you mean 'lagrange'") != NULL, "%s", e.last);
}

/* What motions are asked for: times are constants, all else are events. */
static void asked(li_ctx *ctx, li_rand *rng)
{
    const char *model = write_model(ctx, "2", "3", " = s"), *until[] = { "2*pi", "x = 0" }, *event[] = { "y - x" }, *never[] = { "k = 3" };
    ear e = { 0 };
    li_session s = { .voice = hear, .self = &e };
    li_run_options run = { .points = 3 };
    li_expr *found;
    size_t count;
    (void)rng;

    li_asking asking = { .digits = 17, .untils = 2, .until = until, .events = 1, .event = event, .method = "rk" };
    li_check(ctx, li_session_open(&s, &asking, &(li_source){ "m", model, strlen(model) }, LI_AT_A_STATE) == LI_OK, "%s", e.last);
    li_check(ctx, li_session_asked(&s, &run, &count, &found, NULL) == LI_OK && count == 2 && run.until == 2*3.141592653589793 && run.method == LI_RUN_RK && run.tol == 1e-12, "%zu %.17g %d %g %s", count, run.until, run.method, run.tol, e.last);
    li_check(ctx, run.event[0].ends && !run.event[1].ends && strcmp(run.event[1].name, "y - x") == 0, "events");
    s.asking.untils = 0;
    s.asking.event = never;
    li_check(ctx, li_session_asked(&s, &run, &count, &found, NULL) == LI_INPUT && strstr(e.last, "never changes") != NULL, "%s", e.last);
    s.asking.untils = 1;
    s.asking.events = 0;
    s.asking.until = until + 1;
    li_check(ctx, li_session_asked(&s, &run, &count, &found, NULL) == LI_INPUT && strstr(e.last, "last time") != NULL, "%s", e.last);
    run.points = 0;
    s.asking.until = (const char *[]){ "t = 3*k" };
    s.given = 0;
    li_check(ctx, li_session_asked(&s, &run, &count, &found, NULL) == LI_OK && run.until == 6 && count == 0, "a time with parameters: %g %s", run.until, e.last);
    s.asking.until = until + 1;
    li_check(ctx, li_session_asked(&s, &run, &count, &found, NULL) == LI_OK && isinf(run.until), "an event ends it");
    li_session_close(&s);
}

int main(void)
{
    li_test_run("settings", settings, 30);
    li_test_run("mistakes", mistakes, 1);
    li_test_run("asked", asked, 1);
    return li_test_done();
}
