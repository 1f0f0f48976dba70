/* compiler.c - the C compiler of this machine */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler.h"
#include "process.h"

extern char **environ;

enum { LARGE = 2 << 20 };              /* bytes of text, about 50 000 operations, from which on less effort is made */

#define USUAL_PATH "/usr/local/bin:/usr/bin:/bin"

static bool can_run(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

/* NULL: not found. A place in PATH that depends on where we stand is no place for a compiler. */
static const char *search(li_ctx *ctx, const char *name)
{
    const char *from = getenv("PATH"), *found = NULL;
    li_text path;

    if (strchr(name, '/') != NULL)
        return name[0] == '/' && can_run(name) ? name : NULL;
    if (from == NULL)
        from = USUAL_PATH;
    li_text_init(&path);
    while (found == NULL && *from != '\0') {
        size_t n = strcspn(from, ":");
        li_text_cut(&path, 0);
        li_text_put_n(ctx, &path, from, n);
        li_text_printf(ctx, &path, "/%s", name);
        if (from[0] == '/' && can_run(li_text_str(&path)))
            found = li_alloc_string(ctx, path.s, path.len);
        from += n + (from[n] == ':');
    }
    li_text_clear(ctx, &path);
    return found;
}

/* ---- how it is called ---- */

static void add_argument(li_ctx *ctx, li_compiler *C, const char *s, size_t n)
{
    if (C->arguments + 1 < sizeof C->argument / sizeof *C->argument)
        C->argument[C->arguments++] = li_alloc_string(ctx, s, n);
    else
        li_fail(ctx, LI_ABSENT, "the C compiler is called with more words than %zu", C->arguments);
}

static void add_words(li_ctx *ctx, li_compiler *C, const char *command)
{
    for (const char *at = command + strspn(command, " \t"); *at != '\0'; at += strspn(at, " \t")) {
        size_t n = strcspn(at, " \t");
        add_argument(ctx, C, at, n);
        at += n;
    }
}

/* No products and sums are contracted, so a motion does not depend on whether there is a compiler. Nobody looks at errno: square roots
 * of lanes become one instruction. Packing single numbers into vectors costs more than it saves in straight-line code. */
static const char *const flags[] = { "-std=c11", "-w", "-ffp-contract=off", "-fno-math-errno", "-fno-tree-slp-vectorize", "-fvisibility=hidden", "-fPIC",
                                     "-shared", "-o", LI_OBJECT, LI_SOURCE, "-lm" };

#if defined(__aarch64__)
static const char for_this_processor[] = "-mcpu=native";
#elif defined(__x86_64__) || defined(__i386__)
static const char for_this_processor[] = "-march=native";
#else
static const char for_this_processor[] = "";
#endif

static void add_flags(li_ctx *ctx, li_compiler *C, size_t size)
{
    li_text processor;

    li_text_init(&processor);
    li_processor(ctx, &processor);
    C->processor = li_alloc_string(ctx, processor.s, processor.len);
    add_words(ctx, C, size > LARGE ? "-O1" : "-O2");
    if (processor.len > 0)
        add_words(ctx, C, for_this_processor);
    li_text_clear(ctx, &processor);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        add_words(ctx, C, flags[i]);
}

/* ---- its surroundings ---- what says where programs, headers and libraries are; no more */

static bool is_passed_on(const char *variable)
{
    static const char *const name[] = { "PATH=", "HOME=", "LD_LIBRARY_PATH=", "LIBRARY_PATH=", "CPATH=", "C_INCLUDE_PATH=", "COMPILER_PATH=",
                                        "GCC_EXEC_PREFIX=", "SDKROOT=", "DEVELOPER_DIR=", "NIX_", "CCACHE_" };

    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (strncmp(variable, name[i], strlen(name[i])) == 0)
            return true;
    return false;
}

static void add_variable(li_ctx *ctx, li_compiler *C, const char *s)
{
    if (C->variables + 1 < sizeof C->environment / sizeof *C->environment)
        C->environment[C->variables++] = li_alloc_string(ctx, s, strlen(s));
}

static void add_environment(li_ctx *ctx, li_compiler *C)
{
    add_variable(ctx, C, "TMPDIR=.");
    add_variable(ctx, C, "LC_ALL=C");
    if (getenv("PATH") == NULL)
        add_variable(ctx, C, "PATH=" USUAL_PATH);
    for (size_t i = 0; environ != NULL && environ[i] != NULL; i++)
        if (is_passed_on(environ[i]))
            add_variable(ctx, C, environ[i]);
}

/* ---- the compiler ---- */

li_status li_compiler_find(li_ctx *ctx, li_compiler *C, const char *command, size_t size)
{
    *C = (li_compiler){ 0 };
    if (command == NULL)
        command = getenv("CC");
    add_words(ctx, C, command != NULL ? command : "");
    if (C->arguments == 0)
        add_words(ctx, C, "cc");
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    C->path = search(ctx, C->argument[0]);
    if (C->path == NULL)
        return li_fail(ctx, LI_ABSENT, "there is no C compiler '%s'", C->argument[0]);
    add_flags(ctx, C, size);
    add_environment(ctx, C);
    return li_ctx_status(ctx);
}

void li_compiler_identity(li_ctx *ctx, li_text *out, const li_compiler *C)
{
    struct stat s = { 0 };

    stat(C->path, &s);
    li_text_printf(ctx, out, "%s %lld %lld.%09ld\n", C->path, (long long)s.st_size, (long long)s.st_mtim.tv_sec, (long)s.st_mtim.tv_nsec);
    for (size_t i = 0; i < C->arguments; i++)
        li_text_printf(ctx, out, "%s\n", C->argument[i]);
    li_text_put(ctx, out, C->processor);
}

li_status li_compiler_run(li_ctx *ctx, const li_compiler *C, int folder, double seconds)
{
    li_process p = { .program = C->path, .argument = C->argument, .environment = C->environment, .folder = folder, .seconds = seconds };
    char said[700];

    switch (li_process_run(&p, said, sizeof said)) {
    case LI_PROCESS_DONE: case LI_PROCESS_UNKNOWN:
        return LI_OK;                  /* if there is no object, opening it fails */
    case LI_PROCESS_LATE:
        return li_fail(ctx, LI_ABSENT, "the C compiler '%s' was stopped after %g seconds", C->path, seconds);
    case LI_PROCESS_NOT_STARTED:
        return li_fail(ctx, LI_ABSENT, "the C compiler '%s' cannot be started", C->path);
    default:
        return li_fail(ctx, LI_ABSENT, "the C compiler '%s' failed: %s", C->path, said[0] != '\0' ? said : "it says nothing");
    }
}
