/* law.h - the law that a form of the equations of motion states, as the theory writes it */
#ifndef LI_EMIT_LAW_H
#define LI_EMIT_LAW_H

#include "liaison/emit.h"

/* NULL: none is known by this name. In LaTeX \rate and \rrate stand for one and two derivatives by the time. */
const char *li_law_text (const char *law);
const char *li_law_latex(const char *law);

/* Does a function of the form contain symbols frozen(x)? They take the value of x, but are kept from differentiation. */
bool        li_law_is_frozen(li_ctx *ctx, const li_equations *form);

#endif
