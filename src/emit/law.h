/* law.h - the law that a form of the equations of motion states, as the theory writes it */
#ifndef LI_EMIT_LAW_H
#define LI_EMIT_LAW_H

#include "liaison/emit.h"

/* NULL: none is known by this name. In LaTeX \rate and \rrate stand for one and two derivatives by the time. */
const char *li_law_text (const char *law);
const char *li_law_latex(const char *law);

#endif
