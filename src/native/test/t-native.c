/* t-native.c - compiled programs: the bits of the interpreter; the cache and what may be wrong with it; compilers that fail */
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../core/test/harness.h"
#include "../../program/test/draw.h"
#include "liaison/native.h"

enum { INPUTS = 6, LANES = 8, MOST = 60, PATH = 300 };

/* A directory for all that a test leaves: compiler scripts, caches, what the compiler counts. */
typedef struct { char path[PATH], cache[PATH + 20], compiler[PATH + 20], count[PATH + 20]; } place;

typedef struct { li_program P; size_t np, nv, outs; } subject;

/* ---- the directory of a test ---- */

static void write_file(const char *path, const void *data, size_t len, mode_t mode)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return;
    fwrite(data, 1, len, file);
    fclose(file);
    chmod(path, mode);
}

static size_t read_file(const char *path, char *data, size_t size)
{
    FILE *file = fopen(path, "r");
    size_t n = file != NULL ? fread(data, 1, size, file) : 0;
    if (file != NULL)
        fclose(file);
    return n;
}

/* A shell script as compiler: what it does before, then what CC does. */
static void write_compiler(const place *p, const char *before)
{
    char script[5 * PATH];
    int n = snprintf(script, sizeof script, "#!/bin/sh\necho x >>'%s'\n%s\nexec '%s' \"$@\"\n", p->count, before, getenv("CC"));
    write_file(p->compiler, script, (size_t)n, 0700);
}

/* Most tests compile the same few programs: CC is a compiler that remembers. */
static void make_quick_compiler(place *p)
{
    static const char script[] = "#!/bin/sh\nready=%s/$(cksum <program.c | tr ' ' -)\n[ -f $ready ] && exec cp $ready program.so\n"
                                 "cc \"$@\" && cp program.so $ready.$$ && mv $ready.$$ $ready\n";
    char text[sizeof script + PATH], path[PATH + 20];

    strcpy(p->path, "/tmp/liaison-native-XXXXXX");
    if (mkdtemp(p->path) == NULL)
        p->path[0] = '\0';
    int n = snprintf(text, sizeof text, script, p->path);
    snprintf(path, sizeof path, "%s/cc", p->path);
    write_file(path, text, (size_t)n, 0700);
    setenv("CC", path, 1);
}

static void make_place(place *p)
{
    strcpy(p->path, "/tmp/liaison-native-XXXXXX");
    if (mkdtemp(p->path) == NULL)
        p->path[0] = '\0';
    snprintf(p->cache, sizeof p->cache, "%s/cache", p->path);
    snprintf(p->compiler, sizeof p->compiler, "%s/compiler", p->path);
    snprintf(p->count, sizeof p->count, "%s/count", p->path);
    write_compiler(p, "");
    setenv("TMPDIR", p->path, 1);
}

static void remove_tree(const char *path)
{
    DIR *list = opendir(path);
    char inside[2 * PATH];

    for (struct dirent *e; list != NULL && (e = readdir(list)) != NULL;) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        snprintf(inside, sizeof inside, "%s/%s", path, e->d_name);
        if (unlink(inside) != 0)
            remove_tree(inside);
    }
    if (list != NULL)
        closedir(list);
    rmdir(path);
}

static size_t count_files(const char *path, const char *end)
{
    size_t count = 0;
    DIR *list = opendir(path);

    for (struct dirent *e; list != NULL && (e = readdir(list)) != NULL;) {
        size_t len = strlen(e->d_name);
        count += e->d_name[0] != '.' && len >= strlen(end) && strcmp(e->d_name + len - strlen(end), end) == 0;
    }
    if (list != NULL)
        closedir(list);
    return count;
}

/* No directory that was compiled in is left. */
static void leave_place(li_ctx *ctx, place *p)
{
    DIR *list = opendir(p->path);

    for (struct dirent *e; list != NULL && (e = readdir(list)) != NULL;)
        li_check(ctx, strncmp(e->d_name, "liaison-", 8) != 0, "'%s' is left", e->d_name);
    if (list != NULL)
        closedir(list);
    remove_tree(p->path);
    unsetenv("TMPDIR");
}

/* How often the compiler was started. */
static size_t starts(const place *p)
{
    char data[400];
    return read_file(p->count, data, sizeof data) / 2;
}

/* The path of the one object of the cache. */
static void find_object(const place *p, char path[2 * PATH])
{
    DIR *list = opendir(p->cache);

    path[0] = '\0';
    for (struct dirent *e; list != NULL && (e = readdir(list)) != NULL;)
        if (strstr(e->d_name, ".so") != NULL)
            snprintf(path, 2 * PATH, "%s/%s", p->cache, e->d_name);
    if (list != NULL)
        closedir(list);
}

/* ---- programs ---- */

/* A pool over parameters and variables, and a solve. */
static void draw_subject(li_ctx *ctx, li_rand *rng, subject *s)
{
    enum { N = 3 };
    li_expr x[INPUTS], pool[DRAW_POOL], A[N * N], b[N], a[N], out[MOST];
    size_t np = s->np = (size_t)li_rand_below(rng, INPUTS);

    draw_symbols(ctx, x, INPUTS);
    s->nv = INPUTS - np;
    size_t len = draw_pool(ctx, rng, pool, INPUTS, x, 14, true);
    for (size_t i = 0; i < N; i++) {
        char name[] = { 'a', (char)('a' + i), '\0' };
        a[i] = li_expr_symbol(ctx, name, LI_ACCELERATION);
        b[i] = pool[li_rand_below(rng, (int)len)];
        for (size_t j = 0; j <= i; j++)
            A[i * N + j] = A[j * N + i] = i == j ? li_expr_int(ctx, 300) : draw_sum(ctx, rng, x[li_rand_below(rng, INPUTS)], x[li_rand_below(rng, INPUTS)]);
    }
    li_program_init(ctx, &s->P, np, x, s->nv, x + np);
    li_program_solve(ctx, &s->P, LI_LDL, N, A, b, a);
    memcpy(out, pool, len * sizeof *out);
    memcpy(out + len, a, N * sizeof *out);
    s->outs = len + N;
    li_program_finish(ctx, &s->P, s->outs, out);
}

/* x_1 + number x_2: small, and another one for each number. */
static void make_small(li_ctx *ctx, subject *s, int number)
{
    li_expr x[2];

    draw_symbols(ctx, x, 2);
    li_expr e = li_expr_add(ctx, x[0], li_expr_mul(ctx, li_expr_int(ctx, number), x[1]));
    *s = (subject){ .nv = 2, .outs = 1 };
    li_program_init(ctx, &s->P, 0, NULL, 2, x);
    li_program_finish(ctx, &s->P, 1, &e);
}

static double value_of_small(const li_native *N)
{
    double prepared[8], x[2] = { 1, 1000 }, out = 0;
    N->code.prepare(NULL, prepared);
    N->code.step(prepared, x, &out);
    return out;
}

/* The small program 7 through the cache of the place: whether it was found there is `found`. */
static void small_is(li_ctx *ctx, const li_native_options *o, bool found, bool kept, const char *words)
{
    subject s;
    li_native N;

    make_small(ctx, &s, 7);
    li_status status = li_native_init(ctx, &N, &s.P, o);
    li_check(ctx, status == LI_OK && N.found == found && N.kept == kept, "%s: found %d, kept %d", words, N.found, N.kept);
    if (status == LI_OK)
        li_check(ctx, value_of_small(&N) == 7001, "%s: its value", words);
    li_ctx_forgive(ctx);
    li_native_clear(ctx, &N);
    li_program_clear(ctx, &s.P);
}

/* ---- the numbers ---- */

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)); }
static bool is_close(double a, double b) { return same_bits(a, b) || fabs(a - b) <= 1e-9 * (1 + fabs(a)); }

static void compare(li_ctx *ctx, li_rand *rng, const subject *s, const li_compiled *c)
{
    double parameter[INPUTS], variable[INPUTS], wide[INPUTS * LANES], expected[LANES][MOST], got[MOST], all[MOST * LANES];
    double *prepared = calloc(c->prepared + 1, sizeof *prepared);
    bool known[LANES];
    li_real run;

    li_check(ctx, c->parameters == s->np && c->variables == s->nv && c->outputs == s->outs, "sizes");
    li_real_init(ctx, &run, &s->P);
    for (size_t i = 0; i < s->np; i++)
        parameter[i] = (li_rand_below(rng, 257) - 128) / 37.0;
    c->prepare(parameter, prepared);
    li_status ready = s->np > 0 ? li_real_parameters(&run, parameter) : run.ready;
    for (size_t l = 0; l < LANES; l++) {
        for (size_t i = 0; i < s->nv; i++)
            wide[i * LANES + l] = variable[i] = (li_rand_below(rng, 257) - 128) / 37.0;
        known[l] = ready == LI_OK && li_real_step(&run, variable, expected[l]) == LI_OK;
        c->step(prepared, variable, got);
        for (size_t i = 0; i < s->outs && known[l]; i++)
            li_check(ctx, same_bits(expected[l][i], got[i]), "output %zu: %a, compiled %a", i, expected[l][i], got[i]);
    }
    if (c->lanes != NULL)
        c->lanes(prepared, wide, all);
    for (size_t l = 0; l < LANES && c->lanes != NULL; l++) {
        size_t close = 0;
        for (size_t i = 0; i < s->outs; i++)
            close += is_close(expected[l][i], all[i * LANES + l]);
        li_check(ctx, !known[l] || 4 * close >= 3 * s->outs, "lane %zu: %zu of %zu close", l, close, s->outs);
    }
    li_real_clear(ctx, &run);
    free(prepared);
}

/* Series of the motion, alone and in lane 5, against the interpreted ones: here it only matters that the right functions are called. */
static void compare_series(li_ctx *ctx, li_rand *rng, const subject *s, const li_compiled *c)
{
    size_t row = c->order + 1, order = (size_t)li_rand_below(rng, (int)row), count = s->outs * row, close = 0, close_lanes = 0;
    double parameter[INPUTS], variable[INPUTS], wide[INPUTS * LANES], *prepared = calloc(c->prepared + 1, sizeof *prepared);
    double *work = calloc(c->work + c->work_lanes + 1, sizeof *work), *got = calloc(count * (1 + LANES) + 1, sizeof *got), *all = got + count;
    li_jet run;

    bool known = li_jet_init(ctx, &run, &s->P, order) == LI_OK;
    for (size_t i = 0; i < s->np; i++)
        parameter[i] = (li_rand_below(rng, 257) - 128) / 37.0;
    c->prepare(parameter, prepared);
    known = known && (s->np == 0 || li_jet_parameters(&run, parameter) == LI_OK);
    for (size_t i = 0; i < s->nv; i++)
        for (size_t l = 0; l < LANES; l++) {
            wide[i * LANES + l] = (li_rand_below(rng, 257) - 128) / 37.0;
            if (l == 5)
                li_jet_variable(&run, i)[0] = variable[i] = wide[i * LANES + l];
        }
    for (size_t k = 0; k <= order && known; k++) {
        known = li_jet_step_order(&run, k) == LI_OK;
        li_jet_advance(&run, k);
    }
    c->taylor(prepared, order, variable, got, work);
    if (c->taylor_lanes != NULL)
        c->taylor_lanes(prepared, order, wide, all, work + c->work);
    for (size_t i = 0; i < s->outs && known; i++)
        for (size_t k = 0; k <= order; k++) {
            double expected = (i < s->nv ? li_jet_variable(&run, i) : li_jet_output(&run, i))[k];
            close += is_close(expected, got[i * row + k]);
            close_lanes += is_close(expected, all[(i * row + k) * LANES + 5]);
        }
    size_t least = known ? 3 * s->outs * (order + 1) / 4 : 0;
    li_check(ctx, close >= least && (c->taylor_lanes == NULL || close_lanes >= least), "series: %zu and %zu of %zu close",
             close, close_lanes, s->outs * (order + 1));
    li_jet_clear(ctx, &run);
    free(prepared);
    free(work);
    free(got);
}

/* What was asked for, and no more. */
static void check_functions(li_ctx *ctx, const li_compiled *c, const li_native_options *o)
{
    li_check(ctx, c->prepare != NULL && c->step != NULL && (c->lanes != NULL) == o->lanes && (c->taylor != NULL) == (o->order > 0) &&
             (c->taylor_lanes != NULL) == (o->lanes && o->order > 0) && c->order == o->order, "functions");
}

static void bits(li_ctx *ctx, li_rand *rng)
{
    place p;
    subject s;
    li_native N;

    make_place(&p);
    for (int k = 0; k < 4; k++) {
        li_native_options o = { .cache = k == 3 ? "" : p.cache, .lanes = k % 2, .order = k >= 2 ? 9 : 0 };
        draw_subject(ctx, rng, &s);
        for (int again = 0; again < 2; again++) {
            if (li_native_init(ctx, &N, &s.P, &o) == LI_OK) {
                check_functions(ctx, &N.code, &o);
                compare(ctx, rng, &s, &N.code);
            }
            if (N.code.taylor != NULL)
                compare_series(ctx, rng, &s, &N.code);
            li_check(ctx, li_ctx_status(ctx) == LI_OK && N.found == (again && k < 3), "program %d, time %d", k, again);
            li_native_clear(ctx, &N);
        }
        li_program_clear(ctx, &s.P);
    }
    leave_place(ctx, &p);
}

/* ---- the cache ---- */

static void cache(li_ctx *ctx, li_rand *rng)
{
    place p;
    make_place(&p);
    li_native_options o = { .cache = p.cache, .compiler = p.compiler }, lanes = o, other = o;
    char with_flag[2 * PATH];
    (void)rng;

    small_is(ctx, &o, false, true, "first");
    li_check(ctx, starts(&p) == 1, "%zu starts", starts(&p));
    small_is(ctx, &o, true, true, "again");
    li_check(ctx, starts(&p) == 1, "%zu starts", starts(&p));
    lanes.lanes = true;
    small_is(ctx, &lanes, false, true, "with lanes");
    snprintf(with_flag, sizeof with_flag, " %s  -DX=1 ", p.compiler);
    other.compiler = with_flag;
    small_is(ctx, &other, false, true, "another flag");
    small_is(ctx, &other, true, true, "another flag again");
    li_check(ctx, starts(&p) == 3 && count_files(p.cache, "") == 3 && count_files(p.cache, ".so") == 3, "%zu starts, %zu files",
             starts(&p), count_files(p.cache, ""));
    write_compiler(&p, "# a newer one");
    small_is(ctx, &o, false, true, "a newer compiler");
    leave_place(ctx, &p);
}

/* What happens to the object, and its cache, between two runs. */
static void nothing(const place *p, const char *object) { (void)p, (void)object; }
static void garbage(const place *p, const char *object) { (void)p; write_file(object, "garbage", 7, 0600); }
static void empty(const place *p, const char *object) { (void)p; write_file(object, "", 0, 0600); }
static void writable(const place *p, const char *object) { (void)p; chmod(object, 0666); }
static void of_group(const place *p, const char *object) { (void)p; chmod(object, 0660); }

static void shorter(const place *p, const char *object)
{
    struct stat s;
    (void)p;
    if (stat(object, &s) != 0 || truncate(object, s.st_size - 1) != 0)
        unlink(object);
}

static void one_bit(const place *p, const char *object)
{
    static char data[1 << 20];
    size_t n = read_file(object, data, sizeof data);
    (void)p;
    data[n / 2] ^= 1;
    write_file(object, data, n, 0600);
}

static void linked(const place *p, const char *object)
{
    char to[PATH + 20];
    snprintf(to, sizeof to, "%s/elsewhere", p->path);
    rename(object, to);
    if (symlink(to, object) != 0)
        unlink(to);
}

static void linked_twice(const place *p, const char *object)
{
    char to[PATH + 20];
    snprintf(to, sizeof to, "%s/elsewhere", p->path);
    if (link(object, to) != 0)
        unlink(object);
}

static void pipe_instead(const place *p, const char *object)
{
    (void)p;
    unlink(object);
    mkfifo(object, 0600);
}

static void foreign(const place *p, const char *object)
{
    (void)p;
    if (geteuid() != 0 || chown(object, 12345, (gid_t)-1) != 0)
        unlink(object);
}

/* The whole object of another program, its seal and all. */
static void exchanged(const place *p, const char *object)
{
    char other[2 * PATH];
    li_ctx *ctx = li_ctx_new();
    li_native_options o = { .cache = p->cache };
    subject s;
    li_native N;

    rename(object, p->count);
    make_small(ctx, &s, 8);
    li_native_init(ctx, &N, &s.P, &o);
    li_native_clear(ctx, &N);
    li_program_clear(ctx, &s.P);
    li_ctx_free(ctx);
    find_object(p, other);
    rename(other, object);
}

typedef struct { const char *name; void (*change)(const place *, const char *); bool found; } damage;

static const damage damages[] = {
    { "nothing", nothing, true }, { "garbage", garbage, false }, { "empty", empty, false }, { "shorter", shorter, false },
    { "one bit", one_bit, false }, { "writable", writable, false }, { "writable by the group", of_group, false }, { "a link", linked, false },
    { "two links", linked_twice, false }, { "a pipe", pipe_instead, false }, { "foreign", foreign, false }, { "exchanged", exchanged, false },
};

/* A damaged object is not loaded; the right one takes its place. */
static void objects(li_ctx *ctx, li_rand *rng)
{
    (void)rng;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        place p;
        char object[2 * PATH];
        make_place(&p);
        li_native_options o = { .cache = p.cache };
        small_is(ctx, &o, false, true, damages[i].name);
        find_object(&p, object);
        damages[i].change(&p, object);
        small_is(ctx, &o, damages[i].found, true, damages[i].name);
        small_is(ctx, &o, true, true, damages[i].name);
        leave_place(ctx, &p);
    }
}

/* ---- directories ---- */

static void directories(li_ctx *ctx, li_rand *rng)
{
    place p;
    char other[PATH + 20], below[2 * PATH];
    make_place(&p);
    li_native_options o = { .cache = p.cache };
    (void)rng;

    mkdir(p.cache, 0700);
    chmod(p.cache, 0777);
    small_is(ctx, &o, false, false, "a directory for all");
    chmod(p.cache, 0770);
    small_is(ctx, &o, false, false, "a directory for the group");
    li_check(ctx, count_files(p.cache, "") == 0, "nothing is written there");
    chmod(p.cache, 0755);
    small_is(ctx, &o, false, true, "a directory that others read");
    if (geteuid() == 0 && chown(p.cache, 12345, (gid_t)-1) == 0) {
        small_is(ctx, &o, false, false, "a directory of somebody else");
        snprintf(other, sizeof other, "%s/link", p.path);
        li_check(ctx, symlink(p.cache, other) == 0, "a link");
        o.cache = other;
        small_is(ctx, &o, false, false, "a link to a directory of somebody else");
        unlink(other);
        li_check(ctx, chown(p.cache, 0, (gid_t)-1) == 0, "chown");
    }
    snprintf(other, sizeof other, "%s/link", p.path);
    li_check(ctx, symlink(p.cache, other) == 0, "a link");
    o.cache = other;
    small_is(ctx, &o, true, true, "a link to a directory of ours");
    o.cache = p.compiler;
    small_is(ctx, &o, false, false, "a file");
    snprintf(below, sizeof below, "%s/none/none", p.path);
    o.cache = below;
    small_is(ctx, &o, false, false, "below a directory that is not there");
    o.cache = "";
    small_is(ctx, &o, false, false, "no cache");
    leave_place(ctx, &p);
}

/* The user's directory: $XDG_CACHE_HOME, ~/.cache, or none. */
static void homes(li_ctx *ctx, li_rand *rng)
{
    place p;
    char path[2 * PATH];
    const char *home = getenv("HOME");
    char *kept = home != NULL ? strdup(home) : NULL;
    (void)rng;

    make_place(&p);
    setenv("HOME", p.path, 1);
    unsetenv("XDG_CACHE_HOME");
    small_is(ctx, NULL, false, true, "at home");
    snprintf(path, sizeof path, "%s/.cache/liaison", p.path);
    struct stat s = { 0 };
    li_check(ctx, count_files(path, ".so") == 1 && stat(path, &s) == 0 && (s.st_mode & 0777) == 0700, "%s", path);
    setenv("XDG_CACHE_HOME", "relative", 1);
    small_is(ctx, NULL, true, true, "a relative directory does not count");
    setenv("XDG_CACHE_HOME", p.cache, 1);
    small_is(ctx, NULL, false, true, "a directory for caches");
    snprintf(path, sizeof path, "%s/liaison", p.cache);
    li_check(ctx, count_files(path, ".so") == 1, "%s", path);
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "relative", 1);
    small_is(ctx, NULL, false, false, "a relative home");
    unsetenv("HOME");
    small_is(ctx, NULL, false, false, "no home");
    if (geteuid() == 0) {
        snprintf(path, sizeof path, "%s/home", p.path);
        mkdir(path, 0700);
        setenv("HOME", path, 1);
        li_check(ctx, chown(path, 12345, (gid_t)-1) == 0, "chown");
        small_is(ctx, NULL, false, false, "the home of somebody else");
        li_check(ctx, count_files(path, "") == 0 && rmdir(path) == 0, "nothing is written there");
    }
    if (kept != NULL)
        setenv("HOME", kept, 1);
    free(kept);
    leave_place(ctx, &p);
}

/* At most 200 objects: those that were not used for the longest time go, and what a process did not finish. */
static void room(li_ctx *ctx, li_rand *rng)
{
    place p;
    char path[2 * PATH];
    make_place(&p);
    li_native_options o = { .cache = p.cache };
    struct timespec then[2] = { { .tv_sec = 0 } };
    (void)rng;

    mkdir(p.cache, 0700);
    for (int i = 0; i < 250; i++) {
        snprintf(path, sizeof path, "%s/%064x.so", p.cache, i);
        write_file(path, "x", 1, 0600);
        then[0].tv_sec = then[1].tv_sec = 1000000 + 10 * i;
        utimensat(AT_FDCWD, path, then, 0);
    }
    for (int i = 0; i < 2; i++) {                      /* an old one, a new one; and a file that is none of ours */
        snprintf(path, sizeof path, "%s/%064x.12-%d", p.cache, 5, i);
        write_file(path, "x", 1, 0600);
        if (i == 0)
            utimensat(AT_FDCWD, path, then, 0);
    }
    snprintf(path, sizeof path, "%s/notes", p.cache);
    write_file(path, "x", 1, 0600);
    utimensat(AT_FDCWD, path, then, 0);
    small_is(ctx, &o, false, true, "a full cache");
    li_check(ctx, count_files(p.cache, ".so") == 200 && count_files(p.cache, "") == 202, "%zu objects, %zu files",
             count_files(p.cache, ".so"), count_files(p.cache, ""));
    snprintf(path, sizeof path, "%s/%064x.so", p.cache, 50);
    li_check(ctx, access(path, F_OK) != 0, "an old object went");
    snprintf(path, sizeof path, "%s/%064x.so", p.cache, 51);
    li_check(ctx, access(path, F_OK) == 0, "a later one did not");
    small_is(ctx, &o, true, true, "the new one");
    leave_place(ctx, &p);
}

/* Objects that are loaded one after the other under the same descriptor are told apart. */
static void several(li_ctx *ctx, li_rand *rng)
{
    enum { COUNT = 5 };
    place p;
    subject s[COUNT];
    li_native N[COUNT];
    make_place(&p);
    li_native_options o = { .cache = p.cache };

    for (int i = 0; i < COUNT; i++)
        make_small(ctx, &s[i], i);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < COUNT; i++)
            li_check(ctx, li_native_init(ctx, &N[i], &s[i].P, &o) == LI_OK && N[i].found == (k > 0), "program %d", i);
        for (int i = 0; i < COUNT; i++)
            li_check(ctx, value_of_small(&N[i]) == 1 + 1000 * i, "program %d: %g", i, value_of_small(&N[i]));
        int j = li_rand_below(rng, COUNT);
        li_native again;
        li_check(ctx, li_native_init(ctx, &again, &s[j].P, &o) == LI_OK, "program %d twice", j);
        li_native_clear(ctx, &N[j]);
        li_check(ctx, value_of_small(&again) == 1 + 1000 * j, "program %d, the second", j);
        li_native_clear(ctx, &again);
        for (int i = 0; i < COUNT; i++)
            li_native_clear(ctx, &N[i]);
    }
    for (int i = 0; i < COUNT; i++)
        li_program_clear(ctx, &s[i].P);
    leave_place(ctx, &p);
}

/* ---- compilers ---- */

static void refused(li_ctx *ctx, const li_native_options *o, const char *words)
{
    subject s;
    li_native N;

    make_small(ctx, &s, 7);
    li_status status = li_native_init(ctx, &N, &s.P, o);
    li_check(ctx, status == LI_ABSENT && strstr(li_ctx_message(ctx), words) != NULL && N.library == NULL,
             "expected '%s', got '%s'", words, li_ctx_message(ctx));
    li_ctx_forgive(ctx);
    li_native_clear(ctx, &N);
    li_program_clear(ctx, &s.P);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Not even as one that is dead and that nobody has buried. */
static bool is_alive(pid_t pid)
{
    char path[40], state[400] = { 0 };

    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    read_file(path, state, sizeof state - 1);
    return kill(pid, 0) == 0 && strstr(state, ") Z") == NULL;
}

static void compilers(li_ctx *ctx, li_rand *rng)
{
    place p;
    char pid[40] = { 0 }, script[2 * PATH];
    make_place(&p);
    li_native_options o = { .cache = p.cache, .compiler = p.compiler };
    (void)rng;

    write_compiler(&p, "echo 'program.c:1: no\tsuch thing' >&2; exit 1");
    refused(ctx, &o, "failed: program.c:1: no such thing");
    write_compiler(&p, "yes 'much to say' | head -n 200000; exit 1");
    refused(ctx, &o, "failed: much to say much to say");
    write_compiler(&p, "exit 0");
    refused(ctx, &o, "no object");
    write_compiler(&p, "echo garbage >program.so; exit 0");
    refused(ctx, &o, "cannot be loaded: file too short");
    write_compiler(&p, "echo 'int x;' >other.c; exec cc -shared -fPIC -o program.so other.c");
    refused(ctx, &o, "another one");
    snprintf(script, sizeof script, "sleep 600 & echo $! >'%s'; wait", p.count);
    write_compiler(&p, script);
    o.seconds = 0.3;
    double start = seconds();
    refused(ctx, &o, "stopped after 0.3 seconds");
    li_check(ctx, seconds() - start < 20, "%g s", seconds() - start);
    size_t n = read_file(p.count, pid, sizeof pid - 1);
    for (int k = 0; k < 200 && n > 0 && is_alive((pid_t)atoi(pid)); k++)
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    li_check(ctx, n > 0 && !is_alive((pid_t)atoi(pid)), "what the compiler started is stopped too");
    o.seconds = 0;
    o.order = 3;
    refused(ctx, &o, "a series of a motion");                                  /* two variables, one output */
    o.order = 0;
    o.compiler = "no-such-compiler -O2";
    refused(ctx, &o, "no C compiler 'no-such-compiler'");
    o.compiler = "./compiler";
    refused(ctx, &o, "no C compiler './compiler'");
    chmod(p.compiler, 0600);
    o.compiler = p.compiler;
    refused(ctx, &o, "no C compiler");
    write_file(p.compiler, "\x7f" "ELF", 4, 0700);
    refused(ctx, &o, "cannot be started");
    write_compiler(&p, "sleep 2 </dev/null & exec 1>&- 2>&-");              /* leaves a child behind that holds the pipe */
    small_is(ctx, &o, false, true, "a compiler that leaves something running");
    li_check(ctx, count_files(p.cache, ".so") == 1 && count_files(p.cache, "") == 1, "only whole objects are kept");
    leave_place(ctx, &p);
}

/* Signals 32 and 33 belong to the C library: no program can change what whoever started it did to them. */
static const unsigned long long OF_THE_C_LIBRARY = 0x180000000;

static void environment(li_ctx *ctx, li_rand *rng)
{
    place p;
    char script[5 * PATH], said[4000] = { 0 }, *usual = strdup(getenv("CC"));
    make_place(&p);
    (void)rng;

    snprintf(script, sizeof script, "env >'%s'; pwd >>'%s'; cat >>'%s'; grep SigIgn /proc/self/status >>'%s'; exit 1", p.count, p.count, p.count, p.count);
    write_compiler(&p, script);
    setenv("DEPENDENCIES_OUTPUT", "x", 1);
    setenv("LD_PRELOAD_NOT", "x", 1);
    setenv("CC", p.compiler, 1);
    li_native_options o = { .cache = p.cache };
    signal(SIGPIPE, SIG_IGN);
    refused(ctx, &o, "failed");
    signal(SIGPIPE, SIG_DFL);
    setenv("CC", usual, 1);
    free(usual);
    unsetenv("DEPENDENCIES_OUTPUT");
    unsetenv("LD_PRELOAD_NOT");
    read_file(p.count, said, sizeof said - 1);
    li_check(ctx, strstr(said, "LC_ALL=C\n") != NULL && strstr(said, "PATH=") != NULL && strstr(said, "DEPENDENCIES") == NULL &&
             strstr(said, "PRELOAD") == NULL, "the environment of the compiler: %s", said);
    const char *ignored = strstr(said, "SigIgn:");
    li_check(ctx, ignored == NULL || (strtoull(ignored + 7, NULL, 16) & ~OF_THE_C_LIBRARY) == 0, "no signal is ignored: %s", said);
    li_check(ctx, strstr(said, "/liaison-") != NULL, "it runs in a directory of its own: %s", said);
    leave_place(ctx, &p);
}

/* ---- beside others ---- */

static void nobody(int signal) { (void)signal; }

/* Signals that interrupt, and children that nobody waits for. */
static void signals(li_ctx *ctx, li_rand *rng)
{
    place p;
    make_place(&p);
    li_native_options o = { .cache = p.cache };
    struct sigaction act = { .sa_handler = nobody }, before, ignore = { .sa_handler = SIG_IGN };
    struct itimerval often = { { 0, 2000 }, { 0, 2000 } }, never = { { 0, 0 }, { 0, 0 } };
    (void)rng;

    sigaction(SIGALRM, &act, &before);
    setitimer(ITIMER_REAL, &often, NULL);
    small_is(ctx, &o, false, true, "interrupted");
    setitimer(ITIMER_REAL, &never, NULL);
    sigaction(SIGALRM, &before, NULL);
    sigaction(SIGCHLD, &ignore, &before);
    o.lanes = true;
    small_is(ctx, &o, false, true, "children are ignored");
    sigaction(SIGCHLD, &before, NULL);
    leave_place(ctx, &p);
}

typedef struct { li_native_options o; bool well; } user;

static void *use(void *given)
{
    user *u = given;
    li_ctx *ctx = li_ctx_new();

    for (int i = 0; i < 3; i++) {
        subject s;
        li_native N;
        make_small(ctx, &s, i);
        bool ok = li_native_init(ctx, &N, &s.P, &u->o) == LI_OK && value_of_small(&N) == 1 + 1000 * i;
        u->well = (i == 0 || u->well) && ok;
        li_native_clear(ctx, &N);
        li_program_clear(ctx, &s.P);
    }
    li_ctx_free(ctx);
    return NULL;
}

static void together(li_ctx *ctx, li_rand *rng)
{
    enum { THREADS = 4, PROCESSES = 3 };
    place p;
    pthread_t thread[THREADS];
    user u[THREADS];
    pid_t child[PROCESSES];
    int status;
    (void)rng;

    make_place(&p);
    for (int i = 0; i < THREADS; i++)
        u[i] = (user){ .o = { .cache = p.cache } };
    for (int i = 0; i < PROCESSES; i++)
        if ((child[i] = fork()) == 0) {
            use(&u[0]);
            _exit(u[0].well ? 0 : 1);
        }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, use, &u[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        li_check(ctx, u[i].well, "thread %d", i);
    }
    for (int i = 0; i < PROCESSES; i++)
        li_check(ctx, waitpid(child[i], &status, 0) == child[i] && status == 0, "process %d", i);
    li_check(ctx, count_files(p.cache, ".so") == 3 && count_files(p.cache, "") == 3, "%zu files", count_files(p.cache, ""));
    leave_place(ctx, &p);
}

/* Without memory at the n-th request: a failure, no more. */
static void memory(li_ctx *ctx, li_rand *rng)
{
    place p;
    subject s;
    make_place(&p);
    li_native_options o = { .cache = p.cache };
    size_t failures = 0;
    (void)rng;

    small_is(ctx, &o, false, true, "into the cache");
    make_small(ctx, &s, 7);
    for (uint64_t n = 1; n < 200; n++) {
        li_native N;
        li_ctx_fail_at(ctx, n);
        li_status status = li_native_init(ctx, &N, &s.P, &o);
        li_check(ctx, status == LI_MEMORY || (status == LI_OK && N.found), "request %d", (int)n);
        failures += status == LI_MEMORY;
        li_ctx_forgive(ctx);
        li_ctx_fail_at(ctx, 0);
        li_native_clear(ctx, &N);
    }
    li_check(ctx, failures > 20, "%zu failures", failures);
    li_program_clear(ctx, &s.P);
    leave_place(ctx, &p);
}

int main(void)
{
    if (system("cc --version >/dev/null 2>&1") != 0) {
        printf("no C compiler: nothing is compiled\n");
        li_check(NULL, true, "skipped");
        return li_test_done();
    }
    place quick;
    make_quick_compiler(&quick);
    li_test_run("bits", bits, 1);
    li_test_run("cache", cache, 1);
    li_test_run("objects", objects, 1);
    li_test_run("directories", directories, 1);
    li_test_run("homes", homes, 1);
    li_test_run("room", room, 1);
    li_test_run("several", several, 1);
    li_test_run("compilers", compilers, 1);
    li_test_run("environment", environment, 1);
    li_test_run("signals", signals, 1);
    li_test_run("together", together, 1);
    li_test_run("memory", memory, 1);
    remove_tree(quick.path);
    return li_test_done();
}
