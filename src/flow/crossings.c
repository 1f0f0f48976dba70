/* crossings.c - what happens in a step, and when */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner.h"

static const double SAME = 1e-12;  /* of the length of a step: a zero that a restart finds again */

static bool is_watched(const li_runner *r, size_t event)
{
    size_t asked = r->F->events - r->F->watches;
    return event >= asked;
}

/* Events that were asked for count whatever their direction; a corner that is left for its other side, an assumption that fails. */
static bool counts(const li_runner *r, li_zero z)
{
    if (!is_watched(r, z.event))
        return true;
    const li_watch *w = &r->F->watch[z.event - (r->F->events - r->F->watches)];
    return w->kind == LI_WATCH_ASSUMED ? z.direction < 0 : z.direction != 0 && z.direction != (int)r->parameter[w->side];
}

static bool is_new(const li_runner *r, li_zero z)
{
    const li_arc *arc = &r->stepper.arc;
    return fabs(z.t - r->turned[z.event]) > SAME * fabs(arc->to - arc->from) + 4e-16 * fabs(z.t) + 4 * z.within;
}

/* By time; of the same time, those asked for first. */
static int by_time(const void *a, const void *b)
{
    const li_zero *x = a, *y = b;
    return x->t != y->t ? (x->t > y->t) - (x->t < y->t) : (x->event > y->event) - (x->event < y->event);
}

static size_t find_all(li_runner *r)
{
    size_t len = 0;

    r->zeros = 0;
    for (size_t event = 0; event < r->F->events; event++)
        if (li_runner_zeros(r, event) != LI_OK)
            return 0;
    for (size_t i = 0; i < r->zeros; i++)
        if (counts(r, r->zero[i]) && is_new(r, r->zero[i]))
            r->zero[len++] = r->zero[i];
    if (len > 1)
        qsort(r->zero, len, sizeof *r->zero, by_time);
    return len;
}

bool li_runner_keep(li_runner *r, li_crossing c)
{
    li_run *R = r->R;
    li_crossing *all = li_grow(r->ctx, R->crossing, R->kept + 1, sizeof *all);

    if (all == NULL)
        return false;
    R->crossing = all;
    c.column = li_new(r->ctx, r->F->columns + 1, sizeof *c.column);
    if (c.column != NULL)
        all[R->kept++] = c;
    return c.column != NULL;
}

/* An event that was asked for: it is counted, kept if there is room, and written in a section. */
static li_status record(li_runner *r, li_zero z)
{
    li_run *R = r->R;
    const li_flow *F = r->F;
    li_status status = LI_OK;

    r->turned[z.event] = z.t;
    li_arc_at(&r->stepper.arc, z.t, r->y);
    li_runner_correct(r, r->y, z.t);
    li_runner_observe(r, r->y, z.t);
    R->crossings++;
    if (R->kept < r->o->most_crossings) {
        if (!li_runner_keep(r, (li_crossing){ z.event, z.direction, z.t, NULL }))
            return li_ctx_status(r->ctx);
        memcpy(R->crossing[R->kept - 1].column, r->seen, F->columns * sizeof *r->seen);
    }
    if (r->o->section == z.event + 1) {
        R->rows++;
        status = r->o->row == NULL ? LI_OK : r->o->row(r->o->self, z.t, r->seen);
    }
    return status;
}

static li_happening meaning_of(const li_runner *r, li_zero z)
{
    if (!is_watched(r, z.event))
        return r->o->event[z.event].ends ? LI_ENDS_THERE : LI_NOTHING;
    const li_watch *w = &r->F->watch[z.event - (r->F->events - r->F->watches)];
    return w->kind == LI_WATCH_ASSUMED ? LI_LAW_ENDS_THERE : LI_CORNER_THERE;
}

li_status li_runner_crossings(li_runner *r, li_happening *what, size_t *event, int *direction, double *when)
{
    li_status status = LI_OK;

    *what = LI_NOTHING;
    *when = r->stepper.arc.to;
    if (r->F->events == 0)
        return LI_OK;
    size_t len = find_all(r);
    const li_zero *list = r->zero;
    if (li_ctx_status(r->ctx) != LI_OK)
        return li_ctx_status(r->ctx);
    for (size_t i = 0; i < len && *what == LI_NOTHING && status == LI_OK; i++) {
        *what = meaning_of(r, list[i]);
        if (!is_watched(r, list[i].event))
            status = record(r, list[i]);
        if (*what == LI_NOTHING)
            continue;
        *event = is_watched(r, list[i].event) ? list[i].event - (r->F->events - r->F->watches) : list[i].event;
        *direction = list[i].direction;
        *when = list[i].t;
    }
    return status != LI_OK ? status : li_ctx_status(r->ctx);
}
