/* run.c - how a motion went, as text */
#include <math.h>
#include <string.h>

#include "run.h"

const char *li_run_title(li_run_method method)
{
    static const char *const title[] = { "", "Taylor", "Runge-Kutta 8(5,3)", "Adams, CVODE", "BDF, CVODE" };
    return title[method];
}

bool li_run_in_state(li_column_kind kind)
{
    return kind == LI_COLUMN_COORDINATE || kind == LI_COLUMN_VELOCITY || kind == LI_COLUMN_QUASI || kind == LI_COLUMN_SPEED;
}

/* Characters, not bytes. */
static int width_of(const char *s)
{
    int n = 0;
    for (; *s != '\0'; s++)
        n += (*s & 0xc0) != 0x80;
    return n;
}

/* All integrals that are claimed, by the worst of them. */
static void put_integrals(li_ctx *ctx, li_text *out, const li_flow *F, const li_run *R)
{
    size_t kept = 0, undefined = 0;
    double worst = 0;

    for (size_t i = 0; i < F->columns; i++) {
        if (F->column[i].kind != LI_COLUMN_INTEGRAL)
            continue;
        if (isfinite(R->drift[i])) {
            worst = fmax(worst, R->drift[i]);
            kept++;
        } else {
            undefined++;
        }
    }
    if (kept > 0)
        li_text_printf(ctx, out, ", %zu integral%s to %.1g", kept, kept == 1 ? "" : "s", worst);
    if (undefined > 0)
        li_text_printf(ctx, out, ", %zu integral%s not defined everywhere", undefined, undefined == 1 ? "" : "s");
}

static void put_kept(li_ctx *ctx, li_text *out, const li_flow *F, const li_run *R)
{
    size_t start = out->len;

    if (R->conserves)
        li_text_printf(ctx, out, ", energy kept to %.1g", R->energy_drift);
    put_integrals(ctx, out, F, R);
    if (F->relations > 0)
        li_text_printf(ctx, out, ", constraints to %.1g", R->residual);
    if (out->len > start && li_ctx_status(ctx) == LI_OK)
        memcpy(out->s + start, ";", 1);
}

static void put_columns(li_ctx *ctx, li_text *out, const li_flow *F, const double *column, const char *indent)
{
    int width = 0;

    for (size_t i = 0; i < F->columns; i++)
        if (F->column[i].kind != LI_COLUMN_INTEGRAL && width_of(F->column[i].name) > width)
            width = width_of(F->column[i].name);
    for (size_t i = 0; i < F->columns; i++)
        if (F->column[i].kind != LI_COLUMN_INTEGRAL)
            li_text_printf(ctx, out, "%s%s%*s = %.17g\n", indent, F->column[i].name, width - width_of(F->column[i].name), "", column[i]);
}

static void put_crossings(li_ctx *ctx, li_text *out, const li_run_options *o, const li_run *R)
{
    static const char *const way[] = { "falling", "touching", "rising" };

    if (R->crossings == 0)
        return;
    li_text_printf(ctx, out, "%zu event%s%s\n", R->crossings, R->crossings == 1 ? "" : "s", R->kept < R->crossings ? ", the first of them:" : "");
    for (size_t i = 0; i < R->kept; i++) {
        const li_crossing *c = &R->crossing[i];
        li_text_printf(ctx, out, "  t = %.17g  %s, %s\n", c->t, o->event[c->event].name, way[c->direction + 1]);
    }
}

void li_emit_run_text(li_ctx *ctx, li_text *out, const li_flow *F, const li_run_options *o, const li_run *R)
{
    size_t start = out->len;

    li_text_printf(ctx, out, "t = %.10g in %zu step%s", R->t, R->steps, R->steps == 1 ? "" : "s");
    if (R->order > 0)
        li_text_printf(ctx, out, " of order %zu", R->order);
    li_text_printf(ctx, out, " (%s%s)", li_run_title(R->method), R->native ? ", native" : "");
    put_kept(ctx, out, F, R);
    li_text_put(ctx, out, "\n");
    put_columns(ctx, out, F, R->column, "  ");
    put_crossings(ctx, out, o, R);
    if (R->passed > 0)
        li_text_printf(ctx, out, "%zu step%s over positions where the constraints lose their rank: the motion was continued smoothly\n", R->passed,
                       R->passed == 1 ? "" : "s");
    if (R->ending == LI_ENDED_EVENT)
        li_text_printf(ctx, out, "ended by %s\n", R->message);
    else if (R->ending != LI_ENDED)
        li_text_printf(ctx, out, "%s: %s\n", li_ending_name(R->ending), R->message);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}
