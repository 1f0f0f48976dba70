/* search.c - all zeros of a system of equations in a box
 *
 * A box X with middle m holds no zero where some f_i(X) excludes 0. With Y near J(m)^-1 every zero in X is in
 *
 *     K(X) = m - Y f(m) + (I - Y J(X)) (X - m)                                        (Krawczyk)
 *
 * too: K outside X, there is none; K inside X, there is exactly one. Otherwise X is cut to its common part
 * with K, or halved. The test is made on boxes a little larger, so that a zero on a cut is found as well. */
#include "arb.h"

#if __has_include(<flint/arb_mat.h>)
#include <flint/arb_mat.h>
#else
#include <arb_mat.h>
#endif

#include "../core/rational.h"

enum { SMALLEST = 80, UNDEFINED = 24 };    /* boxes below 2^-80 of the first one are given up, 2^-24 where f has no value */

typedef struct {
    li_ctx *ctx;
    li_balls *run;
    size_t m;
    slong bits;
    li_ball *in, *out;             /* m; f and J */
    arb_ptr box;                   /* a stack of boxes */
    size_t depth, cap;
    arb_mat_t J, Y, R;
    arb_ptr middle, K, fat, delta;
    arb_srcptr first;              /* the box that is searched */
    li_zeros *zeros;
    size_t room;                   /* of zeros */
} search;

/* ---- evaluation ---- */

static bool evaluate(search *s, arb_srcptr X)
{
    for (size_t i = 0; i < s->m; i++)
        arb_set(li_arb(&s->in[i]), X + i);
    if (li_balls_step(s->ctx, s->run, s->in, s->out) != LI_OK)
        return false;
    for (size_t i = 0; i < s->m * (s->m + 1); i++)
        if (!li_ball_is_finite(&s->out[i]))
            return false;
    return true;
}

static bool excludes_zero(const search *s)
{
    for (size_t i = 0; i < s->m; i++)
        if (li_ball_is_finite(&s->out[i]) && !li_ball_contains_zero(&s->out[i]))
            return true;
    return false;
}

/* J of the last evaluation, Y near the inverse of its middle */
static bool set_inverse(search *s)
{
    arb_mat_t middle;

    for (size_t i = 0; i < s->m * s->m; i++)
        arb_set(arb_mat_entry(s->J, i / s->m, i % s->m), li_arb(&s->out[s->m + i]));
    arb_mat_init(middle, (slong)s->m, (slong)s->m);
    arb_mat_get_mid(middle, s->J);
    bool ok = arb_mat_inv(s->Y, middle, s->bits) != 0;
    arb_mat_get_mid(s->Y, s->Y);
    arb_mat_clear(middle);
    return ok;
}

/* K(X) of the fat box; false where the test says nothing */
static bool krawczyk(search *s)
{
    size_t m = s->m;

    if (!evaluate(s, s->fat) || !set_inverse(s))
        return false;
    for (size_t i = 0; i < m; i++) {
        arb_get_mid_arb(s->middle + i, s->fat + i);
        arb_sub(s->delta + i, s->fat + i, s->middle + i, s->bits);
    }
    if (!evaluate(s, s->middle))
        return false;
    arb_mat_mul(s->R, s->Y, s->J, s->bits);
    for (size_t i = 0; i < m; i++) {
        arb_sub_ui(arb_mat_entry(s->R, i, i), arb_mat_entry(s->R, i, i), 1, s->bits);
        arb_set(s->K + i, s->middle + i);
        for (size_t j = 0; j < m; j++) {
            arb_submul(s->K + i, arb_mat_entry(s->Y, i, j), li_arb(&s->out[j]), s->bits);
            arb_submul(s->K + i, arb_mat_entry(s->R, i, j), s->delta + j, s->bits);
        }
    }
    return true;
}

/* ---- boxes ---- */

static void push(search *s, arb_srcptr X)
{
    if (s->depth == s->cap) {
        size_t cap = 2 * s->cap + 64;
        arb_ptr grown = li_grow(s->ctx, s->box, cap * s->m, sizeof *grown);
        if (grown == NULL)
            return;
        for (size_t i = s->cap * s->m; i < cap * s->m; i++)
            arb_init(grown + i);
        s->box = grown;
        s->cap = cap;
    }
    for (size_t i = 0; i < s->m; i++)
        arb_set(s->box + s->depth * s->m + i, X + i);
    s->depth++;
}

/* X a sixteenth wider; a box without width gets one */
static void fatten(search *s, arb_srcptr X)
{
    mag_t extra;

    mag_init(extra);
    for (size_t i = 0; i < s->m; i++) {
        arb_set(s->fat + i, X + i);
        mag_mul_2exp_si(extra, arb_radref(X + i), -4);
        arb_add_error_mag(s->fat + i, extra);
        arb_get_mag(extra, X + i);
        mag_mul_2exp_si(extra, extra, -s->bits / 2);
        arb_add_error_mag(s->fat + i, extra);
    }
    mag_clear(extra);
}

static size_t widest(const search *s, arb_srcptr X)
{
    size_t best = 0;
    for (size_t i = 1; i < s->m; i++)
        if (mag_cmp(arb_radref(X + i), arb_radref(X + best)) > 0)
            best = i;
    return best;
}

/* The two halves of X along its widest side, cut a little off the middle; false: X is too small. */
static bool halve(search *s, arb_ptr X, const mag_t smallest)
{
    size_t w = widest(s, X);
    arf_t a, b, cut;

    if (mag_cmp(arb_radref(X + w), smallest) < 0)
        return false;
    arf_init(a);
    arf_init(b);
    arf_init(cut);
    arb_get_interval_arf(a, b, X + w, s->bits);
    arf_sub(cut, b, a, s->bits, ARF_RND_NEAR);
    arf_mul_ui(cut, cut, 31, s->bits, ARF_RND_NEAR);
    arf_mul_2exp_si(cut, cut, -6);
    arf_add(cut, a, cut, s->bits, ARF_RND_NEAR);
    arb_set_interval_arf(X + w, cut, b, s->bits);
    push(s, X);
    arb_set_interval_arf(X + w, a, cut, s->bits);
    push(s, X);
    arf_clear(a);
    arf_clear(b);
    arf_clear(cut);
    return true;
}

/* ---- zeros ---- */

/* X holds one zero: K again and again until the box no longer shrinks. */
static void refine(search *s)
{
    mag_t before;

    mag_init(before);
    for (int k = 0, idle = 0; k < 200 && idle < 4; k++) {
        mag_set(before, arb_radref(s->K + widest(s, s->K)));
        for (size_t i = 0; i < s->m; i++)
            arb_set(s->fat + i, s->K + i);
        if (!krawczyk(s))
            break;
        for (size_t i = 0; i < s->m; i++)
            if (!arb_intersection(s->K + i, s->K + i, s->fat + i, s->bits))
                arb_set(s->K + i, s->fat + i);
        mag_mul_ui(before, before, 15);
        mag_mul_2exp_si(before, before, -4);
        idle = mag_cmp(arb_radref(s->K + widest(s, s->K)), before) >= 0 ? idle + 1 : 0;
    }
    mag_clear(before);
}

static bool is_known(const search *s)
{
    for (size_t k = 0; k < s->zeros->count; k++) {
        bool same = true;
        for (size_t i = 0; i < s->m; i++)
            same = same && arb_overlaps(li_arb(&s->zeros->x[k * s->m + i]), s->K + i);
        if (same)
            return true;
    }
    return false;
}

static void keep(search *s)
{
    li_zeros *z = s->zeros;

    refine(s);
    if (is_known(s))
        return;
    if (z->count == s->room) {
        li_ball *grown = li_grow(s->ctx, z->x, (2 * s->room + 4) * s->m, sizeof *grown);
        if (grown == NULL)
            return;
        z->x = grown;
        s->room = 2 * s->room + 4;
    }
    for (size_t i = 0; i < s->m; i++) {
        li_ball *x = &z->x[z->count * s->m + i];
        if (li_ball_init(s->ctx, x) != LI_OK) {
            while (i-- > 0)
                li_ball_clear(&z->x[z->count * s->m + i]);
            return;
        }
        arb_set(li_arb(x), s->K + i);
    }
    z->count++;
}

/* Rounding makes boxes a little wider than their parents. */
static bool is_outside(const search *s, arb_srcptr X)
{
    for (size_t i = 0; i < s->m; i++)
        if (!arb_overlaps(X + i, s->first + i))
            return true;
    return false;
}

/* One box: thrown away, kept as a zero, or put back smaller. */
static void look_at(search *s, arb_ptr X, const mag_t smallest, const mag_t undefined)
{
    if (is_outside(s, X))
        return;
    bool finite = evaluate(s, X);
    if (excludes_zero(s))
        return;
    fatten(s, X);
    if (finite && krawczyk(s)) {
        bool inside = true, shrunk = false;
        for (size_t i = 0; i < s->m; i++) {
            if (!arb_overlaps(s->K + i, s->fat + i))
                return;
            inside = inside && arb_contains_interior(s->fat + i, s->K + i);
        }
        if (inside) {
            keep(s);
            return;
        }
        for (size_t i = 0; i < s->m; i++) {
            if (!arb_intersection(s->K + i, s->K + i, X + i, s->bits))
                return;                              /* in the margin only: the neighbour's */
            mag_mul_2exp_si(arb_radref(s->delta + i), arb_radref(X + i), -1);
            shrunk = shrunk || mag_cmp(arb_radref(s->K + i), arb_radref(s->delta + i)) < 0;
        }
        if (shrunk) {
            push(s, s->K);
            return;
        }
    }
    if (!halve(s, X, finite ? smallest : undefined))
        s->zeros->complete = false;
}

static void set_side(arb_t x, const li_rational *lower, const li_rational *upper, slong bits)
{
    arb_t b;
    arb_init(b);
    arb_set_fmpq(x, li_fmpq_const(lower), bits);
    arb_set_fmpq(b, li_fmpq_const(upper), bits);
    arb_union(x, x, b, bits);
    arb_clear(b);
}

static void search_init(search *s)
{
    slong m = (slong)s->m;

    arb_mat_init(s->J, m, m);
    arb_mat_init(s->Y, m, m);
    arb_mat_init(s->R, m, m);
    s->middle = _arb_vec_init(m);
    s->K = _arb_vec_init(m);
    s->fat = _arb_vec_init(m);
    s->delta = _arb_vec_init(m);
    s->in = li_new(s->ctx, s->m + 1, sizeof *s->in);
    s->out = li_new(s->ctx, s->m * (s->m + 1) + 1, sizeof *s->out);
    for (size_t i = 0; s->in != NULL && i < s->m; i++)
        li_ball_init(s->ctx, &s->in[i]);
    for (size_t i = 0; s->out != NULL && i < s->m * (s->m + 1); i++)
        li_ball_init(s->ctx, &s->out[i]);
}

static void search_clear(search *s)
{
    slong m = (slong)s->m;

    arb_mat_clear(s->J);
    arb_mat_clear(s->Y);
    arb_mat_clear(s->R);
    _arb_vec_clear(s->middle, m);
    _arb_vec_clear(s->K, m);
    _arb_vec_clear(s->fat, m);
    _arb_vec_clear(s->delta, m);
    for (size_t i = 0; s->in != NULL && i < s->m; i++)
        li_ball_clear(&s->in[i]);
    for (size_t i = 0; s->out != NULL && i < s->m * (s->m + 1); i++)
        li_ball_clear(&s->out[i]);
    for (size_t i = 0; i < s->cap * s->m; i++)
        arb_clear(s->box + i);
    li_drop(s->ctx, s->in);
    li_drop(s->ctx, s->out);
    li_drop(s->ctx, s->box);
}

li_status li_ball_search(li_ctx *ctx, li_zeros *out, li_balls *run, size_t m, const li_rational *lower, const li_rational *upper, size_t work)
{
    search s = { .ctx = ctx, .run = run, .m = m, .bits = run->bits, .zeros = out };
    arb_ptr X = _arb_vec_init((slong)m), first = _arb_vec_init((slong)m);
    mag_t smallest, undefined;

    *out = (li_zeros){ .m = m, .complete = true };
    mag_init(smallest);
    mag_init(undefined);
    search_init(&s);
    for (size_t i = 0; i < m; i++)
        set_side(first + i, &lower[i], &upper[i], s.bits);
    s.first = first;
    if (li_ctx_status(ctx) == LI_OK) {
        mag_mul_2exp_si(smallest, arb_radref(first + widest(&s, first)), -SMALLEST);
        mag_mul_2exp_si(undefined, arb_radref(first + widest(&s, first)), -UNDEFINED);
        push(&s, first);
    }
    for (; s.depth > 0 && work > 0 && li_ctx_status(ctx) == LI_OK; work--) {
        s.depth--;
        for (size_t i = 0; i < m; i++)
            arb_set(X + i, s.box + s.depth * m + i);
        look_at(&s, X, smallest, undefined);
    }
    out->complete = out->complete && s.depth == 0;
    search_clear(&s);
    mag_clear(smallest);
    mag_clear(undefined);
    _arb_vec_clear(X, (slong)m);
    _arb_vec_clear(first, (slong)m);
    return li_ctx_status(ctx);
}
