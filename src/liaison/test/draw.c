/* draw.c - random systems and states, as texts */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "draw.h"

void li_draw_put(char *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s + strlen(s), LI_DRAW_TEXT - strlen(s), format, args);
    va_end(args);
}

int li_draw_number(li_rand *rng) { return li_rand_below(rng, 7) - 3; }

/* a + b q_i + c q_j q_k, rarely with a sine */
static void put_function(char *s, li_rand *rng, int n)
{
    li_draw_put(s, "(%d + %d*q%d + %d*q%d*q%d%s)", li_draw_number(rng), li_draw_number(rng), li_rand_below(rng, n), li_draw_number(rng), li_rand_below(rng, n), li_rand_below(rng, n),
        li_rand_below(rng, 4) == 0 ? " + sin(q0)" : "");
}

void li_draw_covector(char *s, li_rand *rng, int n)
{
    for (int i = 0; i < n; i++) {
        li_draw_put(s, "%s", i > 0 ? " + " : "");
        put_function(s, rng, n);
        li_draw_put(s, "*q%d'", i);
    }
}

/* T is a sum of squares, one for each velocity and one more; p relations that are linear or not, ideal or not */
void li_draw_model(char *s, li_rand *rng, int n, int p)
{
    s[0] = '\0';
    li_draw_put(s, "system drawn\nparam m = 3/2\ncoord ");
    for (int i = 0; i < n; i++)
        li_draw_put(s, "%sq%d", i > 0 ? ", " : "", i);
    li_draw_put(s, "\nquasi w = ");
    li_draw_covector(s, rng, n);
    li_draw_put(s, " + t\nkinetic m*(");
    for (int i = 0; i < n; i++)
        li_draw_put(s, "q%d'^2 + ", i);
    li_draw_put(s, "(");
    li_draw_covector(s, rng, n);
    li_draw_put(s, ")^2)/2\npotential ");
    put_function(s, rng, n);
    li_draw_put(s, "\nforce ");
    put_function(s, rng, n);
    li_draw_put(s, " - q0' on q%d'\n", li_rand_below(rng, n));
    for (int k = 0; k < p; k++) {
        li_draw_put(s, "constraint c%d: ", k);
        li_draw_covector(s, rng, n);
        li_draw_put(s, "%s + t*q0 = %d", li_rand_below(rng, 3) == 0 ? " + q0'^2/2" : "", li_draw_number(rng));
        if (li_rand_below(rng, 2) == 0) {
            li_draw_put(s, " by ");
            li_draw_covector(s, rng, n);
        }
        li_draw_put(s, "\n");
    }
}

void li_draw_state(char *s, li_rand *rng, int n)
{
    s[0] = '\0';
    li_draw_put(s, "t = 1/3;");
    for (int i = 0; i < n; i++)
        li_draw_put(s, "q%d = %d/%d;", i, li_draw_number(rng), 1 + li_rand_below(rng, 3));
    for (int i = 0; i < n; i++)
        li_draw_put(s, "q%d' = %d%s;", i, li_draw_number(rng), li_rand_below(rng, 2) ? ".5" : "/3");
}
