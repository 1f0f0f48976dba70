/* draw.h - random systems and states, as texts of LI_DRAW_TEXT bytes at most */
#ifndef LI_LIAISON_TEST_DRAW_H
#define LI_LIAISON_TEST_DRAW_H

#include "liaison/core.h"

enum { LI_DRAW_TEXT = 6000 };

void li_draw_put(char *s, const char *format, ...) LI_PRINTF(2, 3);    /* appends */
int  li_draw_number(li_rand *rng);                                     /* -3 .. 3 */
void li_draw_covector(char *s, li_rand *rng, int n);                   /* a sum of functions of q times q' */
/* coordinates q0 ..; T a sum of squares, one for each velocity and one more; a quasi-velocity w; p relations c0 .. that are linear
 * or not, ideal or not */
void li_draw_model(char *s, li_rand *rng, int n, int p);
void li_draw_state(char *s, li_rand *rng, int n);                      /* t, all q and q', exact or with decimals */

#endif
