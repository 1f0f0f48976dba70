/* exterior.h - exterior forms inside this room */
#ifndef LI_EMIT_EXTERIOR_H
#define LI_EMIT_EXTERIOR_H

#include "latex.h"

/* "# Omega = m*d(x')/\d(x) + ...", in lines */
void li_exterior_text (li_ctx *ctx, li_text *out, const li_named_form *form);
/* \Omega &= m\, \mathrm{d}x'\wedge\mathrm{d}x + ... */
void li_exterior_latex(li_ctx *ctx, li_latex *x, const li_named_form *form, bool dots);

#endif
