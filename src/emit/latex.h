/* latex.h - LaTeX inside this room */
#ifndef LI_EMIT_LATEX_H
#define LI_EMIT_LATEX_H

#include "liaison/emit.h"

/* Only TeX knows how wide a formula is; here the width is a number of letters, roughly. */
typedef struct {
    size_t offset;               /* where a line may end: before a + or -, */
    int    depth;                /* so many brackets deep, */
    double width;                /* the formula being as wide as this before it */
} li_line_end;

typedef struct {
    li_text      text;
    double       width;
    size_t       len, cap;
    li_line_end *end;
} li_latex;

void   li_latex_init (li_latex *x);
void   li_latex_clear(li_ctx *ctx, li_latex *x);
void   li_latex_add  (li_ctx *ctx, li_latex *x, li_expr e, bool dots);
void   li_latex_put  (li_ctx *ctx, li_latex *x, const char *s, double width);
void   li_latex_mark (li_ctx *ctx, li_latex *x, int depth);           /* a line may end here */

/* ---- document.c: a document around its body, which begins the document and ends it ---- */
void   li_latex_document(li_ctx *ctx, li_text *out, const char *body, bool dots);

/* ---- symbol.c ---- */
double li_latex_symbol(li_ctx *ctx, li_text *out, const char *name, li_class cls, bool dots);   /* its width */
double li_latex_index (li_ctx *ctx, li_text *out, const char *name, size_t len);      /* as an index: rolling.1 -> \mathrm{rolling},1; its width */
const char *li_greek_name(const char *s, size_t len);                 /* "theta" of theta or θ; NULL: no Greek letter */
bool   li_is_frozen   (li_expr x);                                     /* is it a symbol frozen(...) */
void   li_latex_words (li_ctx *ctx, li_text *out, const char *s);      /* plain words, special characters escaped */

/* ---- lines.c: the formula in lines of at most `width` letters, where it has ends; the width of the widest ---- */
double li_latex_lines(li_ctx *ctx, li_text *out, const li_latex *x, int width, const char *between);

/* ---- document.c ---- */
void   li_document_equations(li_ctx *ctx, li_text *out, size_t n, const li_equation *eq, bool dots);   /* as one block */
/* the whole document: the system, then the body */
void   li_document_put(li_ctx *ctx, li_text *out, const li_model *m, const char *body, bool dots);

#endif
