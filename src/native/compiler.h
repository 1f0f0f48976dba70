/* compiler.h - the C compiler of this machine: which, how it is called, what its result depends on */
#ifndef LI_NATIVE_COMPILER_H
#define LI_NATIVE_COMPILER_H

#include "liaison/core.h"

#define LI_SOURCE "program.c"
#define LI_OBJECT "program.so"

/* The strings live in the context. */
typedef struct {
    const char *path, *processor;              /* "": nobody knows it */
    size_t arguments, variables;
    char *argument[40], *environment[80];      /* NULL at the end */
} li_compiler;

/* `command`: words between blanks, the first a name that is looked for in PATH, or a path; NULL: that of the environment's CC, else cc.
 * `size` bytes are to be compiled. LI_ABSENT: there is none. */
li_status li_compiler_find(li_ctx *ctx, li_compiler *C, const char *command, size_t size);
/* What the object depends on besides the text: the program with its size and date, the flags, the processor. The compiler is not run. */
void      li_compiler_identity(li_ctx *ctx, li_text *out, const li_compiler *C);
/* LI_SOURCE to LI_OBJECT in this folder. LI_ABSENT, with the words of the compiler. */
li_status li_compiler_run(li_ctx *ctx, const li_compiler *C, int folder, double seconds);

/* The lines that name this processor and what it can do, "" if nobody says: then code is not made for it alone. */
void      li_processor(li_ctx *ctx, li_text *out);

#endif
