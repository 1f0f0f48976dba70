/* lines.c - a long formula in lines
 *
 * A line is cut at the last end that fits and lies outside brackets; only where that would leave it half empty,
 * inside brackets. A piece that has no end in reach stays as long as it is. */
#include <math.h>

#include "latex.h"

/* The end to cut at when a line begins with `begin` letters to its left; x->len: none. */
static size_t best_end(const li_latex *x, size_t from, double begin, int width)
{
    size_t best = x->len;

    for (size_t i = from; i < x->len; i++) {
        double w = x->end[i].width - begin;
        if (w <= 0)
            continue;
        if (w > width && best < x->len)
            break;
        bool better = best == x->len || x->end[i].depth <= x->end[best].depth || x->end[best].width - begin < width / 2.0;
        if (better)
            best = i;
        if (w > width)                /* the first one, although it is too far */
            break;
    }
    return best;
}

double li_latex_lines(li_ctx *ctx, li_text *out, const li_latex *x, int width, const char *between)
{
    size_t from = 0, at = 0;
    double begin = 0, widest = 0;

    while (x->width - begin > width) {
        size_t i = best_end(x, from, begin, width);
        if (i == x->len)
            break;
        li_text_put_n(ctx, out, li_text_str(&x->text) + at, x->end[i].offset - at);
        li_text_put(ctx, out, between);
        at = x->end[i].offset;
        widest = fmax(widest, x->end[i].width - begin);
        begin = x->end[i].width;
        from = i + 1;
    }
    li_text_put(ctx, out, li_text_str(&x->text) + at);
    return fmax(widest, x->width - begin);
}

void li_emit_latex_lines(li_ctx *ctx, li_text *out, li_expr e, bool dots, int width, const char *between)
{
    li_latex x;

    li_latex_init(&x);
    li_latex_add(ctx, &x, e, dots);
    if (li_ctx_status(ctx) == LI_OK)
        li_latex_lines(ctx, out, &x, width, between);
    li_latex_clear(ctx, &x);
}
