/* native.c - a program as machine code: its text, its key, the object in the cache or a new one, its functions */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler.h"
#include "liaison/native.h"
#include "object.h"
#include "program/code.h"

enum { FORMAT = 1, SIZES = 8, FUNCTIONS = 5, SECONDS = 120 };

/* What an object exports, as both sides declare it. Sizes: format, parameters, variables, outputs, prepared, order, work, work of lanes;
 * functions: prepare, step, lanes, taylor, taylor_lanes. */
typedef struct { unsigned long long size[SIZES]; void (*function[FUNCTIONS])(void); } table;

typedef struct {
    li_ctx *ctx;
    li_native *N;
    const li_code *code;
    const li_native_options *o;
    li_text text;
    li_compiler compiler;
    char key[LI_SHA256_HEX + 1];
    li_folder cache;
    char why[300];                 /* it cannot be loaded */
} work;

/* ---- the text and its key ---- */

static const char table_text[] =
    "#define F(name) (void (*)(void))program_##name\n"
    "__attribute__((visibility(\"default\"))) const struct { unsigned long long size[%d]; void (*function[%d])(void); } liaison_table = {\n"
    "    { %d, %zu, %zu, %zu, program_PREPARED, %s },\n"
    "    { F(prepare), F(step), %s, %s, %s }\n};\n";

/* What cannot be written is no failure of the run that would like it faster. */
static li_status absent(li_ctx *ctx)
{
    char words[400];

    snprintf(words, sizeof words, "%s", li_ctx_message(ctx));
    li_ctx_forgive(ctx);
    return li_fail(ctx, LI_ABSENT, "%s", words);
}

static li_status write_text(work *w, const li_program *P)
{
    bool lanes = w->o->lanes, series = w->o->order > 0;
    li_c_options c = { .name = "program", .lanes = lanes, .order = w->o->order };

    if (li_program_c(w->ctx, &w->text, P, &c) == LI_DOMAIN)
        return absent(w->ctx);
    li_text_printf(w->ctx, &w->text, table_text, SIZES, FUNCTIONS, FORMAT, w->code->np, w->code->nv, w->code->outs,
                   series ? "program_ORDER, program_WORK, program_WORK_LANES" : "0, 0, 0", lanes ? "F(lanes)" : "0",
                   series ? "F(taylor)" : "0", series && lanes ? "F(taylor_lanes)" : "0");
    return li_ctx_status(w->ctx);
}

static li_status make_key(work *w)
{
    li_sha256 s;
    li_text on;

    li_text_init(&on);
    li_text_printf(w->ctx, &on, "liaison %s\n", li_version());
    li_compiler_identity(w->ctx, &on, &w->compiler);
    li_sha256_init(&s);
    li_sha256_put(&s, li_text_str(&on), on.len + 1);
    li_sha256_put(&s, li_text_str(&w->text), w->text.len);
    li_sha256_hex(&s, w->key);
    li_text_clear(w->ctx, &on);
    return li_ctx_status(w->ctx);
}

/* ---- loading ---- */

static bool is_same_file(int fd, const char *path)
{
    struct stat a, b;
    return fstat(fd, &a) == 0 && stat(path, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* A name for the open file, so that what was checked is what is loaded; if the system has none, its path. A loader that is asked for a
 * name again answers with what it has loaded under that name; descriptors come again, so slashes and dots that mean nothing spell the
 * key in between. */
static void name_of(const work *w, li_text *out, int fd, const li_folder *f, const char *name)
{
    li_text_put(w->ctx, out, "/proc");
    for (const char *k = w->key; *k != '\0'; k++)
        for (int bit = 1, digit = *k <= '9' ? *k - '0' : *k - 'a' + 10; bit < 16; bit *= 2)
            li_text_put(w->ctx, out, digit & bit ? "/." : "/");
    li_text_printf(w->ctx, out, "/self/fd/%d", fd);
    if (is_same_file(fd, li_text_str(out)))
        return;
    li_text_cut(out, 0);
    li_text_printf(w->ctx, out, "%s/%s", f->path, name);
}

typedef void filling(const double *, double *);
typedef void values(const double *, const double *, double *);
typedef void series(const double *, size_t, const double *, double *, double *);

static bool take_functions(work *w, const table *t)
{
    const unsigned long long *size = t->size;
    const li_code *code = w->code;
    li_compiled *c = &w->N->code;

    if (size[0] != FORMAT || size[1] != code->np || size[2] != code->nv || size[3] != code->outs || size[4] < size[1] || size[5] != w->o->order)
        return false;
    *c = (li_compiled){ .parameters = size[1], .variables = size[2], .outputs = size[3], .prepared = size[4], .order = size[5], .work = size[6],
                        .work_lanes = size[7] };
    c->prepare = (filling *)t->function[0];
    c->step = (values *)t->function[1];
    c->lanes = (values *)t->function[2];
    c->taylor = (series *)t->function[3];
    c->taylor_lanes = (series *)t->function[4];
    return true;
}

/* The reason without the name, which nobody knows. */
static void keep_reason(work *w, const char *name)
{
    const char *words = dlerror();
    size_t n = strlen(name);

    if (words == NULL)
        words = "no reason is given";
    else if (strncmp(words, name, n) == 0)
        words += n + strspn(words + n, ": ");
    snprintf(w->why, sizeof w->why, "%s", words);
}

/* fd is closed. */
static bool load(work *w, int fd, const li_folder *f, const char *file)
{
    li_text name;
    const table *t = NULL;

    if (fd < 0)
        return false;
    li_text_init(&name);
    name_of(w, &name, fd, f, file);
    void *library = li_ctx_status(w->ctx) == LI_OK ? dlopen(name.s, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library != NULL)
        t = dlsym(library, "liaison_table");
    else
        keep_reason(w, li_text_str(&name));
    li_text_clear(w->ctx, &name);
    close(fd);
    if (t != NULL && take_functions(w, t)) {
        w->N->library = library;
        return true;
    }
    if (library != NULL)
        dlclose(library);
    return false;
}

static bool load_kept(work *w)
{
    char file[LI_SHA256_HEX + 4];

    if (w->cache.fd < 0)
        return false;
    snprintf(file, sizeof file, "%s.so", w->key);
    return load(w, li_object_find(w->cache.fd, w->key), &w->cache, file);
}

/* ---- a new object ---- */

static bool write_source(const work *w, int folder)
{
    int fd = openat(folder, LI_SOURCE, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;

    if (file == NULL && fd >= 0)
        close(fd);
    if (file == NULL)
        return false;
    bool written = fwrite(li_text_str(&w->text), 1, w->text.len, file) == w->text.len;
    return fclose(file) == 0 && written;
}

/* From the cache if it can be kept there, so that the first run and the later ones take the same way. */
static li_status load_new(work *w, const li_folder *f)
{
    int fd = li_object_open(f->fd, LI_OBJECT);

    if (fd < 0)
        return li_fail(w->ctx, LI_ABSENT, "the C compiler '%s' leaves no object", w->compiler.path);
    w->N->kept = w->cache.fd >= 0 && li_object_keep(w->cache.fd, w->key, fd) && load_kept(w);
    if (w->N->kept) {
        close(fd);
        return LI_OK;
    }
    if (w->cache.fd >= 0)
        li_object_drop(w->cache.fd, w->key);
    if (!load(w, fd, f, LI_OBJECT))
        return li_fail(w->ctx, LI_ABSENT, "the compiled program cannot be loaded: %s", w->why[0] != '\0' ? w->why : "it is another one");
    return li_ctx_status(w->ctx);
}

static li_status compile(work *w)
{
    li_folder f;
    double seconds = w->o->seconds > 0 ? w->o->seconds : SECONDS;

    if (li_folder_temporary(w->ctx, &f) == LI_OK) {
        if (!write_source(w, f.fd))
            li_fail(w->ctx, LI_ABSENT, "the text to be compiled cannot be written to '%s'", f.path);
        else if (li_compiler_run(w->ctx, &w->compiler, f.fd, seconds) == LI_OK)
            load_new(w, &f);
    }
    li_folder_remove(&f);
    return li_ctx_status(w->ctx);
}

static li_status find_or_compile(work *w)
{
    li_folder_cache(w->ctx, &w->cache, w->o->cache);
    w->N->found = w->N->kept = load_kept(w);
    if (!w->N->found && li_ctx_status(w->ctx) == LI_OK)
        compile(w);
    li_folder_close(&w->cache);
    return li_ctx_status(w->ctx);
}

/* A program that has taken on the rights of another user does not do what the first one's environment says. */
static bool is_trusted(void) { return geteuid() == getuid() && getegid() == getgid(); }

li_status li_native_init(li_ctx *ctx, li_native *N, const li_program *P, const li_native_options *o)
{
    static const li_native_options usual = { 0 };
    work w = { .ctx = ctx, .N = N, .code = P->code, .o = o != NULL ? o : &usual, .cache = { .fd = -1 } };

    *N = (li_native){ 0 };
    if (li_ctx_status(ctx) != LI_OK || li_code_check(ctx, P) != LI_OK)
        return li_ctx_status(ctx);
    if (!is_trusted())
        return li_fail(ctx, LI_ABSENT, "no compiler is started with the rights of another user");
    li_text_init(&w.text);
    if (write_text(&w, P) == LI_OK && li_compiler_find(ctx, &w.compiler, w.o->compiler, w.text.len) == LI_OK && make_key(&w) == LI_OK)
        find_or_compile(&w);
    li_text_clear(ctx, &w.text);
    if (li_ctx_status(ctx) != LI_OK)
        li_native_clear(ctx, N);
    return li_ctx_status(ctx);
}

void li_native_clear(li_ctx *ctx, li_native *N)
{
    (void)ctx;
    if (N->library != NULL)
        dlclose(N->library);
    *N = (li_native){ 0 };
}
