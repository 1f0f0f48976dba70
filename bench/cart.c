#include "cart.h"

#include <time.h>

double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void write_model(li_ctx *ctx, li_text *s, int n)
{
    li_text_put(ctx, s, "system pendulum\nparam g, m0\ncoord q0\nlet x0 = q0\nlet y0 = 0\nkinetic m0*q0'^2/2\n");
    for (int i = 1; i <= n; i++) {
        li_text_printf(ctx, s, "param m%d, l%d\ncoord q%d\n", i, i, i);
        li_text_printf(ctx, s, "let x%d = x%d + l%d*cos(q%d)\nlet y%d = y%d + l%d*sin(q%d)\n", i, i - 1, i, i, i, i - 1, i, i);
        li_text_printf(ctx, s, "kinetic m%d*(ddt(x%d)^2 + ddt(y%d)^2)/2\npotential m%d*g*y%d\n", i, i, i, i, i);
    }
}
