/* exterior.h - exterior forms inside this room */
#ifndef LI_EMIT_EXTERIOR_H
#define LI_EMIT_EXTERIOR_H

#include "latex.h"

/* The last place before `most` where a line may end, before " + " or " - " outside brackets; 0: the whole fits, or there is none */
size_t li_exterior_line_end(const char *s, size_t most);
/* "# Omega = m*d(x')/\d(x) + ...", in lines */
void li_exterior_text (li_ctx *ctx, li_text *out, const li_named_form *form);
/* \Omega &= m\, \mathrm{d}x'\wedge\mathrm{d}x + ... */
void li_exterior_latex(li_ctx *ctx, li_latex *x, const li_named_form *form, bool dots);

/* the terms f name^...: of a form with the names of its coframe, of a p-vector with those of the dual fields */
void li_exterior_terms(li_ctx *ctx, li_latex *x, const li_form *w, const char *const *name, bool dots);
void li_exterior_quadratic(li_ctx *ctx, li_latex *x, const li_quadratic *g, bool dots);
/* d(x), w(p), D(x), pi(NAME) or a name alone */
void li_exterior_name(li_ctx *ctx, li_latex *x, const char *name, bool dots);

#endif
