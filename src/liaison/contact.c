/* contact.c - contacts at a state: where their law has no direction, and whether they press      [gallissot 8, 13] */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "room.h"

static const char *const velocity_name[LI_RESISTANCES] = { "sliding", "rolling", "pivoting" };
static const char *const resistance_name[LI_RESISTANCES] = { "friction", "rolling resistance", "pivoting resistance" };

/* ---- the velocities that the laws resist ---- */

size_t li_sheet_resisted(const li_model *m)
{
    size_t count = 0;

    for (size_t i = 0; i < m->contacts; i++)
        for (size_t k = 0; k < LI_RESISTANCES; k++)
            count += li_contact_resists(&m->contact[i], k) ? m->contact[i].resistance[k].n : 0;
    return count;
}

/* Each velocity u, then du/dv */
void li_sheet_resist(li_sheet *W)
{
    const li_model *m = W->S->model;
    li_expr *e = W->e + W->resisted;

    for (size_t i = 0; i < m->contacts; i++)
        for (size_t k = 0; k < LI_RESISTANCES; k++)
            for (size_t j = 0; li_contact_resists(&m->contact[i], k) && j < m->contact[i].resistance[k].n; j++, e += 1 + W->n) {
                e[0] = li_model_basic(W->ctx, m, m->contact[i].resistance[k].v[j]);
                li_expr_gradient(W->ctx, e + 1, e[0], W->n, W->S->v);
            }
}

/* sliding velocity of NAME */
static void take_as_zero(li_work *w, const li_contact *c, size_t k)
{
    char words[LI_MAX_NAME + 40];

    snprintf(words, sizeof words, "%s velocity of %s", velocity_name[k], c->name);
    const char *kept = li_alloc_string(w->ctx, words, strlen(words));
    if (kept != NULL)
        li_work_zero(w, kept);
}

/* Is the velocity that stands at `at` in the sheet 0? In decimals beside the sizes of its terms, which is to be told. */
static li_truth is_zero(li_work *w, size_t at, bool *taken)
{
    const li_sheet *W = w->W;
    const li_ball *u = &w->b[at];
    double scale = -INFINITY, least, most;

    for (size_t i = 0; W->s->decimal && i < W->n; i++) {
        li_ball_mul(&w->product, &w->b[at + 1 + i], &w->chart[i], w->bits);
        li_ball_range(&w->product, &least, &most);
        scale = li_log_max(scale, most);
    }
    li_ball_range(u, &least, &most);
    if (most == -INFINITY)
        return LI_YES;
    if (most - scale < w->threshold)
        return *taken = true, LI_YES;
    if (least > -INFINITY || !li_ball_is_finite(u))
        return LI_NO;
    li_expr e = W->e[at];
    if (!W->s->decimal && li_sheet_constants(W, 1, &e) == LI_OK && li_exact_constant_sign(w->ctx, e) == 0)
        return LI_YES;
    return LI_UNKNOWN;
}

/* Are all n velocities of resistance k, which stand at `at`, 0? */
static li_truth is_still(li_work *w, const li_contact *c, size_t k, size_t at)
{
    bool taken = false;
    li_truth still = LI_YES;

    for (size_t j = 0; j < c->resistance[k].n && still != LI_NO; j++) {
        li_truth zero = is_zero(w, at + j * (1 + w->W->n), &taken);
        still = zero == LI_YES ? still : zero;
    }
    if (still == LI_YES && taken)
        take_as_zero(w, c, k);
    return still;
}

static void say_still(li_work *w, const li_contact *c, size_t k)
{
    const char *before = k == LI_SLIDE ? " (where it does not slip, --set " : "", *after = k == LI_SLIDE ? ".mode=rolling)" : "";

    li_work_say(w, LI_NOT_DECIDED, "the %s velocity of the contact '%s' is 0 at this state: %s has no direction there%s%s%s",
                velocity_name[k], c->name, resistance_name[k], before, k == LI_SLIDE ? c->name : "", after);
}

li_truth li_work_directed(li_work *w)
{
    const li_model *m = w->W->S->model;
    size_t at = w->W->resisted;

    for (size_t i = 0; i < m->contacts; i++)
        for (size_t k = 0; k < LI_RESISTANCES; k++) {
            const li_contact *c = &m->contact[i];
            if (!li_contact_resists(c, k))
                continue;
            li_truth still = is_still(w, c, k, at);
            at += c->resistance[k].n * (1 + w->W->n);
            if (still == LI_NO)
                continue;
            say_still(w, c, k);
            return still == LI_YES ? LI_NO : LI_UNKNOWN;
        }
    return LI_YES;
}

/* ---- pressure ---- */

/* The first contact that is not bilateral and whose reaction has no sign but these; NULL: none. */
static const li_contact *first_with(const li_work *w, bool negative)
{
    const li_motion *S = w->W->S;

    for (size_t h = 0; h < S->r; h++) {
        const li_ball *N = &w->out->multiplier[h];
        if (negative ? li_ball_sign(N) != -1 : !li_ball_contains_zero(N))
            continue;
        for (size_t i = 0; i < S->model->contacts; i++)
            if (S->model->contact[i].reaction[0] == S->lambda[h] && !S->model->contact[i].bilateral)
                return &S->model->contact[i];
    }
    return NULL;
}

const li_contact *li_work_pulls(const li_work *w) { return first_with(w, true); }
const li_contact *li_work_idles(const li_work *w) { return first_with(w, false); }
