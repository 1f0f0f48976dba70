/* core.h - what every room stands on: the context, its memory, status and diagnostics
 *
 * A context owns all that is computed in it: expressions, texts, the first failure and its
 * words, the list of diagnostics of a model. Two contexts never share anything, so two threads
 * with a context each never meet. Nothing here prints, exits or aborts.
 *
 * The status is sticky: after the first failure li_fail keeps its words, later ones are dropped,
 * and code shaped like a formula is checked once, at its end. */
#ifndef LIAISON_CORE_H
#define LIAISON_CORE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LI_PRINTF(words, first) __attribute__((__format__(__printf__, words, first)))
#else
#define LI_PRINTF(words, first)
#endif

typedef enum {
    LI_OK = 0,
    LI_MEMORY,    /* no memory, or past the limit set with li_ctx_limit */
    LI_DOMAIN,    /* outside the domain: division by zero, sqrt(-1), sizes that do not fit */
    LI_INPUT,     /* the input is wrong; the diagnostics say where */
    LI_LIMIT,     /* a documented limit: digits, exponents, nesting */
    LI_SINGULAR,  /* a linear system without a unique solution */
    LI_BUDGET,    /* the exact work would pass the budget */
    LI_UNDECIDED, /* a question that exact algebra did not settle */
    LI_ABSENT,    /* a value that was not given: a parameter, an unknown function */
    LI_FILE       /* a file that cannot be written or read */
} li_status;

const char *li_status_name(li_status status);

/* The answer to a question that exact algebra may not settle. */
typedef enum { LI_NO = 0, LI_YES = 1, LI_UNKNOWN = 2 } li_truth;

/* ---- the context ---- */

typedef struct li_ctx li_ctx;

li_ctx     *li_ctx_new(void);                    /* NULL when there is no memory */
void        li_ctx_free(li_ctx *ctx);
li_status   li_ctx_status(const li_ctx *ctx);
const char *li_ctx_message(const li_ctx *ctx);   /* the words of the first failure, "" if none */
void        li_ctx_forgive(li_ctx *ctx);         /* back to LI_OK; objects made since stay valid */
void        li_ctx_limit(li_ctx *ctx, size_t bytes);   /* memory of this context, 0 = no limit */
void        li_ctx_fail_at(li_ctx *ctx, uint64_t n);   /* the n-th allocation from now fails (tests); 0 = never */

/* Keeps the first failure. Returns the status that stays in the context. */
li_status li_fail(li_ctx *ctx, li_status code, const char *format, ...) LI_PRINTF(3, 4);

/* A thread that used contexts ends: what is kept for it below them is given back. */
void li_thread_end(void);

/* ---- progress ---- long work tells whoever asked how far it is: `done` of `total` */
typedef void li_listener(void *self, const char *work, size_t done, size_t total);
void li_ctx_listen(li_ctx *ctx, li_listener *listener, void *self);      /* NULL: nobody */
void li_progress(li_ctx *ctx, const char *work, size_t done, size_t total);

/* ---- memory ----
 * li_alloc lives as long as the context. li_new, li_grow and li_drop are malloc, realloc and free
 * counted by the context. All return NULL and set LI_MEMORY on failure; memory is zeroed, also what
 * li_grow adds; a block that could not grow stays as it was. Digits of large numbers are FLINT's and
 * not counted. */
void *li_alloc(li_ctx *ctx, size_t bytes);
char *li_alloc_string(li_ctx *ctx, const char *s, size_t len);
void *li_new(li_ctx *ctx, size_t count, size_t size);
void *li_grow(li_ctx *ctx, void *block, size_t count, size_t size);
void  li_drop(li_ctx *ctx, void *block);

/* A room keeps its own state in the context under its slot; the context clears it in the end. */
typedef enum { LI_SLOT_EXPR, LI_SLOT_EXACT, LI_SLOTS } li_slot;
void  li_ctx_attach(li_ctx *ctx, li_slot slot, void *state, void (*clear)(li_ctx *, void *));
void *li_ctx_slot(const li_ctx *ctx, li_slot slot);

/* ---- text: a string that grows ----
 * li_text_str is always terminated; "" before the first byte. A failed append leaves LI_MEMORY in the
 * context and the text as it was. */
typedef struct { char *s; size_t len, cap; } li_text;

void li_text_init(li_text *text);
void li_text_clear(li_ctx *ctx, li_text *text);
void li_text_put(li_ctx *ctx, li_text *text, const char *s);
void li_text_put_n(li_ctx *ctx, li_text *text, const char *s, size_t n);
void li_text_printf(li_ctx *ctx, li_text *text, const char *format, ...) LI_PRINTF(3, 4);
const char *li_text_str(const li_text *text);
void li_text_cut(li_text *text, size_t len);     /* keeps the first len bytes */

/* ---- diagnostics of a source text ---- */

typedef enum { LI_ERROR, LI_WARNING } li_severity;

typedef struct {
    int line, column;         /* from 1; the column counts characters, not bytes */
    int offset, length;       /* bytes in the source, for the caret */
} li_place;

typedef struct {
    li_severity severity;
    li_place    place;        /* line 0: the whole source */
    const char *message;
} li_diagnostic;

void   li_diagnose(li_ctx *ctx, li_severity severity, li_place place, const char *format, ...) LI_PRINTF(4, 5);
size_t li_diagnostic_count(const li_ctx *ctx);                  /* kept: each once, 50 errors and 50 warnings at most */
size_t li_diagnostic_errors(const li_ctx *ctx);                 /* errors issued so far; grows with every one */
const li_diagnostic *li_diagnostic_at(const li_ctx *ctx, size_t i);   /* in order of place, whole source first */
void   li_diagnostic_forget(li_ctx *ctx);
/* All that are kept:  file:line:column: error: words, the line, a caret. */
void   li_diagnostic_print(li_ctx *ctx, li_text *out, const char *file, const char *source, size_t len);

/* ---- exact rational numbers of any size ----
 * Always reduced, denominator > 0. The two words are FLINT's; only src/core/rational.c, program and
 * exact look inside. */
typedef struct { intptr_t num, den; } li_rational;

void li_rational_init(li_rational *x);                          /* 0 */
void li_rational_clear(li_rational *x);
void li_rational_set(li_rational *x, const li_rational *y);
void li_rational_set_int(li_rational *x, int64_t num, int64_t den);   /* den != 0 */
void li_rational_swap(li_rational *x, li_rational *y);
/* 12, 0.125, 1.5e-3 ; false when s is no number or has more than `digits` digits or decimals */
bool li_rational_set_decimal(li_rational *x, const char *s, size_t len, int digits);
void li_rational_add(li_rational *out, const li_rational *x, const li_rational *y);
void li_rational_sub(li_rational *out, const li_rational *x, const li_rational *y);
void li_rational_mul(li_rational *out, const li_rational *x, const li_rational *y);
void li_rational_neg(li_rational *out, const li_rational *x);
void li_rational_floor(li_rational *out, const li_rational *x);     /* the largest integer <= x */
bool li_rational_div(li_rational *out, const li_rational *x, const li_rational *y);   /* false: y = 0 */
bool li_rational_pow(li_rational *out, const li_rational *x, int64_t n);  /* false: 0^-n, or past 2^20 bits */
bool li_rational_root(li_rational *out, const li_rational *x, unsigned n);  /* false: no rational n-th root */
int  li_rational_cmp(const li_rational *x, const li_rational *y);
bool li_rational_equal(const li_rational *x, const li_rational *y);
bool li_rational_is_zero(const li_rational *x);
bool li_rational_is_one(const li_rational *x);
bool li_rational_is_integer(const li_rational *x);
bool li_rational_is_unit_fraction(const li_rational *x);           /* 1/n or -1/n */
bool li_rational_get_int(int64_t *out, const li_rational *x);   /* false: not an integer of 64 bits */
int  li_rational_sign(const li_rational *x);
double li_rational_double(const li_rational *x);                /* nearest double */
uint64_t li_rational_hash(const li_rational *x);
void li_rational_print(li_ctx *ctx, li_text *out, const li_rational *x);   /* 7/2, -3 */
void li_rational_print_numerator(li_ctx *ctx, li_text *out, const li_rational *x);
void li_rational_print_denominator(li_ctx *ctx, li_text *out, const li_rational *x);

/* ---- pseudo-random numbers with a seed that can be printed ---- */
typedef struct { uint64_t state; } li_rand;

void     li_rand_init(li_rand *rng, uint64_t seed);
uint64_t li_rand_next(li_rand *rng);
int      li_rand_below(li_rand *rng, int n);      /* 0 .. n-1 */

uint64_t li_hash_bytes(const void *data, size_t len, uint64_t seed);
uint64_t li_hash_mix(uint64_t a, uint64_t b);

const char *li_version(void);

#ifdef __cplusplus
}
#endif
#endif
