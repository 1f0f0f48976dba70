/* t-start.c - starts that keep their constraints, almost, or not at all; the nearest state */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

/* A point on a circle of radius l about the origin: the nearest point of the circle lies on the same ray. */
static void circle(li_ctx *ctx, li_rand *rng)
{
    double l = 1 + li_rand_below(rng, 5), angle = 0.1 + 1.3 * li_rand_below(rng, 1000) / 1000, off = pow(10, -1 - 9.0 * li_rand_below(rng, 1000) / 1000);
    double x = l * (1 + off) * cos(angle), y = l * (1 + off) * sin(angle), near_x = NAN, near_y = NAN;
    char text[400];
    moving m;

    snprintf(text, sizeof text, "param l = %.17g\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint rod: x^2 + y^2 = l^2\nstart x = %.17g, y = %.17g, x' = 1\n", l, x, y);
    if (moving_init(ctx, &m, text)) {
        double size = (2 * off + off * off) / (2 + 2 * off);       /* relative to the terms, about */
        li_status status = li_flow_check_start(m.ctx, &m.F, 1e-6);
        li_check(ctx, size > 2e-6 ? status == LI_INPUT : size < 4e-7 ? status == LI_OK : true, "off by %g: %s", off, li_ctx_message(m.ctx));
        if (status != LI_OK) {
            const char *words = strstr(li_ctx_message(m.ctx), "nearest consistent state: ");
            li_check(ctx, words != NULL && sscanf(words, "nearest consistent state: x = %lf, y = %lf", &near_x, &near_y) == 2, "%s", li_ctx_message(m.ctx));
            li_check(ctx, fabs(near_x - l * cos(angle)) < 1e-12 * l && fabs(near_y - l * sin(angle)) < 1e-12 * l, "%.17g, %.17g", near_x, near_y);
        }
    }
    moving_clear(&m);
}

int main(void)
{
    li_test_run("circle", circle, 60);
    return li_test_done();
}
