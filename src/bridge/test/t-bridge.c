/* t-bridge.c - the handle for other languages: the same answers as from within, numbers that belong together, and no end of the process */
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bridge/bridge.h"
#include "core/test/harness.h"

static const char HOOP[] = "system hoop \"A hoop\"\nparam a = 1/2, A = 1/8, C = 1/4, g = 9.81\ncoord xi, eta, zeta, theta, psi, phi\n"
                           "quasi u = xi'*cos(psi) + eta'*sin(psi), v = (-xi'*sin(psi) + eta'*cos(psi))*cos(theta) + zeta'*sin(theta),\n"
                           "w = (xi'*sin(psi) - eta'*cos(psi))*sin(theta) + zeta'*cos(theta)\nquasi p = theta', q = psi'*sin(theta), r = phi' + psi'*cos(theta)\n"
                           "kinetic (u^2 + v^2 + w^2)/2 + A*(p^2 + q^2)/2 + C*r^2/2\npotential g*zeta\nconstraint rolling: u = -a*r, v = 0, w = a*p\n"
                           "start theta = 1.2, zeta = a*sin(1.2)\nclaim (C + a^2)*r' = a^2*p*q\n";
static const char ROD[] = "system rod\nparam l = 2, g = 9.81\ncoord x, y, theta\nkinetic (x'^2 + y'^2)/2 + theta'^2/6\npotential g*y\n"
                          "constraint tip: y = l*cos(theta)/2\nstart theta = 0.3, theta' = 0.1, x' = 0.4\nclaim x'' = 0\n";
static const char DRY[] = "param f = 0.3\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nforce -f*sign(x') on x'\nforce -y + abs(y)/3 on y'\nstart x' = 1, y = 0.5\n";
/* its reaction enters its own law */
static const char OWN[] = "param f = 0.2, g = 9.81\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential g*y\nconstraint floor: y = x^2/4 by y' - x*x'/2 "
                          "multiplier N\nforce -f*sqrt(N^2 + 1) on x'\nstart x = 1, y = 1/4, x' = 1, y' = 1/2\n";
static const char *const model[] = { HOOP, ROD, DRY, OWN };
enum { MODELS = sizeof model / sizeof *model };

static li_bridge *open_text(const char *text) { return li_bridge_new("m.lia", text, strlen(text)); }

static int begin(li_bridge *b, size_t n, const char *const *option) { return li_bridge_begin(b, n, option); }

/* ---- answers ---- */

static void inside(li_ctx *ctx, li_text *out, const char *text, const char *what, const char *const *set)
{
    bool eval = strcmp(what, "eval") == 0, check = strcmp(what, "check") == 0;
    li_session s = { .self = NULL };
    li_text answer;

    li_text_init(&answer);
    li_asking asking = { .digits = 17, .sets = 1, .set = set, .lenient = true };
    li_status status = li_session_open(&s, &asking, &(li_source){ "m.lia", text, strlen(text) }, eval ? LI_AT_A_STATE : check ? LI_DESCRIPTION : LI_SYMBOLIC);
    if (status == LI_OK)
        status = eval ? li_session_eval(&s, &answer, LI_AS_JSON, false, false) : check ? li_session_check(&s, &answer, LI_AS_JSON)
               : strcmp(what, "derive") == 0 ? li_session_derive(&s, &answer, NULL, LI_AS_JSON, false) : li_session_reactions(&s, &answer, LI_AS_JSON, false);
    li_text_put(ctx, out, li_text_str(&answer));
    li_text_clear(s.ctx, &answer);
    li_session_close(&s);
}

/* Two ways to one text. */
static void answers(li_ctx *ctx, li_rand *rng)
{
    static const char *const what[] = { "derive", "eval", "check", "reactions" }, *const json[] = { "format=json" };
    static const char *const set[MODELS] = { "a=2/3", "theta=0.4", "f=1/5", "f=0.1" };
    int m = li_rand_below(rng, MODELS), k = li_rand_below(rng, 4);
    li_bridge *b = open_text(model[m]);
    li_text direct;

    li_text_init(&direct);
    inside(ctx, &direct, model[m], what[k], &set[m]);
    li_check(ctx, li_bridge_set(b, 1, &set[m]) == LI_OK, "%s", li_bridge_said(b));
    int status = li_bridge_ask(b, what[k], 1, json);
    li_check(ctx, status == LI_OK || status == LI_UNDECIDED || status == LI_LIMIT, "model %d %s: %d %s", m, what[k], status, li_bridge_said(b));
    li_check(ctx, strcmp(li_bridge_text(b), li_text_str(&direct)) == 0, "model %d %s", m, what[k]);
    li_check(ctx, direct.len > 0 || status != LI_OK, "model %d %s: an answer", m, what[k]);
    li_text_clear(ctx, &direct);
    li_bridge_free(b);
}

static void words(li_ctx *ctx, li_rand *rng)
{
    li_bridge *b = open_text(HOOP);
    const char *latex[] = { "format=latex", "form=kane" }, *set[] = { "a=1", "theta=1.1" }, *wrong[] = { "a=2", "tetha=1" }, *gone[] = { "f=1" };
    (void)rng;

    li_check(ctx, li_bridge_ask(b, "prove", 0, NULL) == LI_OK && strstr(li_bridge_text(b), "1 proved, 0 false, 0 undecided") != NULL, "%s", li_bridge_text(b));
    li_check(ctx, li_bridge_ask(b, "derive", 2, latex) == LI_OK && strstr(li_bridge_text(b), "\\end{document}") != NULL, "latex");
    li_check(ctx, li_bridge_ask(b, "check", 1, latex) == LI_INPUT && li_bridge_text(b)[0] == '\0', "check has no latex");
    li_check(ctx, li_bridge_ask(b, "foretell", 0, NULL) == LI_INPUT && strstr(li_bridge_said(b), "foretell") != NULL, "no question");
    li_check(ctx, li_bridge_ask(b, "derive", 1, gone) == LI_INPUT && strstr(li_bridge_said(b), "'f' is not an option") != NULL, "%s", li_bridge_said(b));
    li_check(ctx, li_bridge_set(b, 2, set) == LI_OK, "settings");
    li_check(ctx, li_bridge_set(b, 2, wrong) == LI_INPUT && strstr(li_bridge_said(b), "set:1:1: error: 'tetha'") != NULL, "%s", li_bridge_said(b));
    li_check(ctx, li_bridge_line(b) == 0, "the mistake is not in the model");
    li_check(ctx, li_bridge_ask(b, "derive", 0, NULL) == LI_OK && strstr(li_bridge_text(b), "(A + 1)*") != NULL, "the old settings stay: %s", li_bridge_text(b));
    li_check(ctx, li_bridge_ask(b, "names", 0, NULL) == LI_OK && strstr(li_bridge_text(b), "coordinate zeta\n") != NULL &&
             strstr(li_bridge_text(b), "parameter a 1/2\n") != NULL, "%s", li_bridge_text(b));
    li_bridge_free(b);
}

static void mistakes(li_ctx *ctx, li_rand *rng)
{
    li_bridge *b = open_text("param m\ncoord x\nkinetic m*x'^2/2\n"), *c = open_text("coord x\nkinetic m*x'^2/2\n");
    const char *set[] = { "m=2" }, *until[] = { "until=sin(" }, *back[] = { "until=-1" }, *tol[] = { "tol=0" }, *method[] = { "method=talor" };
    (void)rng;

    li_check(ctx, li_bridge_set(c, 0, NULL) == LI_INPUT && li_bridge_line(c) == 2 && li_bridge_column(c) == 9, "%s", li_bridge_said(c));
    li_check(ctx, strncmp(li_bridge_said(c), "m.lia:2:9: error:", 17) == 0 && strstr(li_bridge_said(c), "^") != NULL, "%s", li_bridge_said(c));
    li_check(ctx, begin(b, 0, NULL) == LI_ABSENT && strstr(li_bridge_said(b), "(set gives it)") != NULL, "%s", li_bridge_said(b));
    li_check(ctx, li_bridge_run(b, NULL, NULL) == LI_ABSENT && li_bridge_count(b, LI_BRIDGE_COLUMNS) == 0, "no motion");
    li_check(ctx, li_bridge_rates(b, 0, &(double){ 0 }, &(double){ 0 }) == LI_ABSENT, "no motion");
    li_check(ctx, li_bridge_set(b, 1, set) == LI_OK, "set");
    li_check(ctx, begin(b, 1, until) == LI_INPUT && strncmp(li_bridge_said(b), "until:1:", 8) == 0, "%s", li_bridge_said(b));
    li_check(ctx, begin(b, 1, back) == LI_INPUT && strstr(li_bridge_said(b), "until -1 lies before") != NULL, "%s", li_bridge_said(b));
    li_check(ctx, begin(b, 1, tol) == LI_INPUT && begin(b, 1, method) == LI_INPUT && strstr(li_bridge_said(b), "did you mean 'taylor'") != NULL, "%s", li_bridge_said(b));
    li_check(ctx, begin(b, 0, NULL) == LI_OK, "and then it moves: %s", li_bridge_said(b));
    li_bridge_free(b);
    li_bridge_free(c);
    li_bridge_free(NULL);
}

/* ---- numbers ---- */

static double noise(li_rand *rng) { return li_rand_below(rng, 2001) / 5000.0 - 0.2; }

/* The Jacobian is that of the rates; dependent velocities and reactions do what the columns say. */
static void derivatives(li_ctx *ctx, li_rand *rng)
{
    enum { MOST = 16 };
    int m = li_rand_below(rng, MODELS);
    li_bridge *b = open_text(model[m]);
    double y[MOST], out[MOST], up[MOST], down[MOST], J[MOST * MOST];

    li_check(ctx, begin(b, 0, NULL) == LI_OK, "%s", li_bridge_said(b));
    size_t n = li_bridge_count(b, LI_BRIDGE_VARIABLES);
    for (size_t i = 0; i < n; i++)
        y[i] = li_bridge_numbers(b, LI_BRIDGE_VARIABLES)[i] + noise(rng);
    li_check(ctx, li_bridge_rates(b, 0.5, y, out) == LI_OK && li_bridge_jacobian(b, 0.5, y, J) == LI_OK, "%s", li_bridge_said(b));
    for (size_t j = 0; j < n; j++) {
        double keep = y[j], h = 1e-5;
        y[j] = keep + h;
        li_bridge_rates(b, 0.5, y, up);
        y[j] = keep - h;
        li_bridge_rates(b, 0.5, y, down);
        y[j] = keep;
        for (size_t i = 0; i < n; i++)
            li_check(ctx, fabs((up[i] - down[i]) / (2 * h) - J[i * n + j]) < 1e-5 * (1 + fabs(J[i * n + j])), "model %d: d%s'/d%s", m,
                     li_bridge_name(b, LI_BRIDGE_VARIABLES, i), li_bridge_name(b, LI_BRIDGE_VARIABLES, j));
    }
    li_bridge_free(b);
}

/* On every side of its corners the law is the one of that side. */
static void sides(li_ctx *ctx, li_rand *rng)
{
    li_bridge *b = open_text(DRY);
    double y[4], out[4];

    li_check(ctx, begin(b, 0, NULL) == LI_OK, "%s", li_bridge_said(b));
    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 4; k++)
            y[k] = 10 * noise(rng);
        li_check(ctx, li_bridge_rates(b, 0, y, out) == LI_OK, "rates");
        double x = y[2] > 0 ? -0.3 : 0.3, up = -y[1] + fabs(y[1]) / 3;
        li_check(ctx, y[2] == 0 || (fabs(out[2] - x) < 1e-15 && fabs(out[3] - up) < 1e-15), "x' = %g, y = %g: %g %g", y[2], y[1], out[2], out[3]);
    }
    li_bridge_free(b);
}

/* Every row is what is observed at its variables; the last one is the end; another run has the same bits. */
static void rows(li_ctx *ctx, li_rand *rng)
{
    static const char *const option[] = { "until=0.75", "points=7", "event=x' = 0.35", "event=theta = 1" };
    int m = li_rand_below(rng, MODELS);
    li_bridge *b = open_text(model[m]);
    const double *row, *crossing;
    double y[16], seen[64], first[64 * 7];

    li_check(ctx, begin(b, m < 2 ? 2 : 3, option) == LI_OK && li_bridge_run(b, NULL, NULL) == LI_OK, "model %d: %s", m, li_bridge_said(b));
    size_t n = li_bridge_count(b, LI_BRIDGE_VARIABLES), columns = li_bridge_count(b, LI_BRIDGE_COLUMNS), found = 0;
    li_check(ctx, li_bridge_rows(b, &row) == 7 && columns < 63, "model %d: seven rows", m);
    memcpy(first, row, 7 * (columns + 1) * sizeof *first);
    for (size_t i = 0; i < 7; i++, row += columns + 1) {
        for (size_t k = 0; k < n; k++)
            for (size_t c = 0; c < columns; c++)
                if (strcmp(li_bridge_name(b, LI_BRIDGE_VARIABLES, k), li_bridge_name(b, LI_BRIDGE_COLUMNS, c)) == 0) {
                    y[k] = row[1 + c];
                    found++;
                    break;
                }
        li_bridge_observe(b, row[0], y, seen);
        for (size_t c = 0; c < columns; c++)
            li_check(ctx, fabs(seen[c] - row[1 + c]) <= 1e-12 * fmax(1, fabs(seen[c])), "model %d row %zu %s: %.17g %.17g", m, i,
                     li_bridge_name(b, LI_BRIDGE_COLUMNS, c), seen[c], row[1 + c]);
    }
    li_check(ctx, found == 7 * n, "every variable is a column");
    for (size_t c = 0; c < columns; c++)
        li_check(ctx, fabs(li_bridge_numbers(b, LI_BRIDGE_COLUMNS)[c] - (row - columns)[c]) < 1e-13, "model %d: the end", m);
    li_check(ctx, li_bridge_numbers(b, LI_BRIDGE_TIMES)[0] == 0 && li_bridge_numbers(b, LI_BRIDGE_TIMES)[1] == 0.75, "times");
    size_t met = li_bridge_crossings(b, &crossing);
    li_check(ctx, met == 0 || (crossing[0] == 0 && fabs(crossing[1]) <= 1 && crossing[2] > 0), "an event");
    li_check(ctx, m < 2 || strcmp(li_bridge_name(b, LI_BRIDGE_EVENTS, 0), "x' = 0.35") == 0, "its name");
    li_check(ctx, li_bridge_run(b, NULL, NULL) == LI_OK && li_bridge_rows(b, &row) == 7 && memcmp(first, row, 7 * (columns + 1) * sizeof *first) == 0, "again");
    li_bridge_free(b);
}

typedef struct { li_bridge *b; int ticks; } clock_watcher;

static void stop_it(void *self, double t, double fraction)
{
    clock_watcher *w = self;
    (void)t;
    (void)fraction;
    w->ticks++;
    li_bridge_stop(w->b);
}

/* A run without an end is ended. */
static void stopped(li_ctx *ctx, li_rand *rng)
{
    static const char *const option[] = { "until=theta = 7", "until=x = 1e9" };
    const double *row;
    clock_watcher w = { open_text(ROD), 0 };
    (void)rng;

    li_check(ctx, begin(w.b, 1, option) == LI_OK && li_bridge_run(w.b, stop_it, &w) == LI_OK, "%s", li_bridge_said(w.b));
    li_check(ctx, w.ticks == 1 && strstr(li_bridge_text(w.b), "\"stopped\": \"interrupted\"") != NULL, "%d %s", w.ticks, li_bridge_text(w.b));
    li_check(ctx, li_bridge_rows(w.b, &row) == 2, "the start and the end");
    li_bridge_free(w.b);
}

/* ---- failures ---- */

static int everything(li_bridge *b)
{
    static const char *const set[] = { "theta=1", "g=10" }, *const option[] = { "until=0.1", "event=theta", "points=5" };
    double y[16], J[256];
    int status = li_bridge_set(b, 2, set);

    if (status == LI_OK)
        status = li_bridge_ask(b, "eval", 0, NULL);
    if (status == LI_OK)
        status = begin(b, 3, option);
    if (status != LI_OK)
        return status;
    memcpy(y, li_bridge_numbers(b, LI_BRIDGE_VARIABLES), li_bridge_count(b, LI_BRIDGE_VARIABLES) * sizeof *y);
    status = li_bridge_jacobian(b, 0, y, J);
    return status == LI_OK ? li_bridge_run(b, NULL, NULL) : status;
}

/* The n-th request of the handle for memory fails: it says so, and works when there is memory again. */
static void without_memory(li_ctx *ctx, li_rand *rng)
{
    li_bridge *b = open_text(ROD);
    int status = LI_MEMORY;
    uint64_t n = 0;
    (void)rng;

    while (status == LI_MEMORY && n < 1000) {
        li_ctx_fail_at(b->desk, ++n);
        status = everything(b);
        li_ctx_fail_at(b->desk, 0);
        li_check(ctx, status == LI_OK || status == LI_MEMORY, "request %d: %s", (int)n, li_bridge_said(b));
    }
    li_check(ctx, status == LI_OK && n > 20, "%d after %d", status, (int)n);
    li_check(ctx, everything(b) == LI_OK, "%s", li_bridge_said(b));
    li_bridge_free(b);
}

static void within_limits(li_ctx *ctx, li_rand *rng)
{
    static const char *const option[] = { "until=10", "points=1000000", "method=rk", "tol=1e-3" };
    li_bridge *b = open_text(ROD);
    (void)rng;

    setenv("LIAISON_MEMORY", "8", 1);
    li_check(ctx, begin(b, 4, option) == LI_OK, "%s", li_bridge_said(b));
    int status = li_bridge_run(b, NULL, NULL);
    li_check(ctx, status == LI_MEMORY && strstr(li_bridge_said(b), "memory") != NULL, "%d %s", status, li_bridge_said(b));
    unsetenv("LIAISON_MEMORY");
    li_check(ctx, begin(b, 0, NULL) == LI_OK && li_bridge_run(b, NULL, NULL) == LI_OK, "and then there is room: %s", li_bridge_said(b));
    li_bridge_free(b);
}

/* ---- hostile models ---- */

static void nest(li_text *text, li_ctx *ctx, const char *open, const char *close, int deep)
{
    li_text_put(ctx, text, "coord x\nkinetic x'^2/2\npotential ");
    for (int i = 0; i < deep; i++)
        li_text_put(ctx, text, open);
    li_text_put(ctx, text, "x");
    for (int i = 0; i < deep; i++)
        li_text_put(ctx, text, close);
    li_text_put(ctx, text, "\n");
}

static void ask_all(li_ctx *ctx, li_bridge *b, const char *what)
{
    static const char *const question[] = { "check", "derive", "reactions", "eval", "prove" }, *const budget[] = { "budget=0.05" };

    for (int i = 0; i < 5; i++) {
        int status = li_bridge_ask(b, question[i], 1, budget);
        li_check(ctx, status == LI_OK || li_bridge_said(b)[0] != '\0', "%s %s: %d without a word", what, question[i], status);
    }
}

static void hostile(li_ctx *ctx, li_rand *rng)
{
    static const char *const line[] = { "potential 2^2^2^2^2^2^2*x\n", "potential x^(10^30)\n", "potential (1 + x)^99999\n", "potential 1/(x - x)\n",
                                        "potential sqrt(-1)*x\n", "param b = 1/0\n", "constraint c: 1 = 0\n", "potential exp(exp(exp(exp(99))))*x\n" };
    li_text text;
    (void)rng;

    setenv("LIAISON_MEMORY", "256", 1);
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        li_text_init(&text);
        li_text_printf(ctx, &text, "coord x\nkinetic x'^2/2\n%s", line[i]);
        li_bridge *b = open_text(li_text_str(&text));
        ask_all(ctx, b, line[i]);
        li_bridge_begin(b, 0, NULL);
        li_bridge_free(b);
        li_text_clear(ctx, &text);
    }
    static const char *const bracket[][2] = { { "(", ")" }, { "sin(", ")" }, { "-", "" }, { "x^", "" } };
    for (size_t i = 0; i < 4; i++) {
        li_text_init(&text);
        nest(&text, ctx, bracket[i][0], bracket[i][1], 100000);
        li_bridge *b = open_text(li_text_str(&text));
        ask_all(ctx, b, bracket[i][0]);
        li_bridge_free(b);
        li_text_clear(ctx, &text);
    }
    unsetenv("LIAISON_MEMORY");
}

/* A model with some bytes changed is a model or a mistake. */
static void changed(li_ctx *ctx, li_rand *rng)
{
    char text[sizeof HOOP];
    static const char *const budget[] = { "budget=0.05" };

    memcpy(text, HOOP, sizeof HOOP);
    for (int i = li_rand_below(rng, 4); i >= 0; i--)
        text[li_rand_below(rng, (int)sizeof HOOP - 1)] = (char)(li_rand_below(rng, 3) > 0 ? " +-*/^()'=,\n0aqC"[li_rand_below(rng, 16)] : li_rand_below(rng, 256));
    li_bridge *b = li_bridge_new("m.lia", text, sizeof HOOP - 1);
    int status = li_bridge_ask(b, "derive", 1, budget);
    li_check(ctx, status == LI_OK ? li_bridge_text(b)[0] != '\0' : li_bridge_said(b)[0] != '\0', "%d", status);
    li_bridge_free(b);
}

/* ---- threads, locale ---- */

static void *alone(void *arg)
{
    li_bridge *b = open_text(arg);
    bool done = everything(b) == LI_OK;
    li_bridge_free(b);
    li_thread_end();
    return done ? arg : NULL;
}

static void threads(li_ctx *ctx, li_rand *rng)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    (void)rng;

    for (int i = 0; i < THREADS; i++)
        li_check(ctx, pthread_create(&thread[i], NULL, alone, (void *)(i % 2 ? HOOP : ROD)) == 0, "a thread");
    for (int i = 0; i < THREADS; i++) {
        void *done;
        pthread_join(thread[i], &done);
        li_check(ctx, done != NULL, "thread %d", i);
    }
}

/* Where decimals have a comma, texts have points all the same. */
static void commas(li_ctx *ctx, li_rand *rng)
{
    static const char *const name[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8", "fr_FR" };
    li_bridge *b = open_text(ROD);
    const char *before = NULL;
    (void)rng;

    for (int i = 0; i < 4 && before == NULL; i++)
        before = setlocale(LC_ALL, name[i]);
    li_check(ctx, li_bridge_ask(b, "eval", 0, NULL) == LI_OK && strstr(li_bridge_text(b), "0,") == NULL && strstr(li_bridge_text(b), "0.4") != NULL, "%s",
             li_bridge_text(b));
    li_check(ctx, everything(b) == LI_OK, "%s", li_bridge_said(b));
    setlocale(LC_ALL, "C");
    li_bridge_free(b);
}

int main(void)
{
    li_test_run("answers", answers, 32);
    li_test_run("words", words, 1);
    li_test_run("mistakes", mistakes, 1);
    li_test_run("derivatives", derivatives, 20);
    li_test_run("sides", sides, 5);
    li_test_run("rows", rows, 12);
    li_test_run("stopped", stopped, 1);
    li_test_run("without memory", without_memory, 1);
    li_test_run("within limits", within_limits, 1);
    li_test_run("hostile", hostile, 1);
    li_test_run("changed", changed, 60);
    li_test_run("threads", threads, 2);
    li_test_run("commas", commas, 1);
    return li_test_done();
}
