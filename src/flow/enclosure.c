/* enclosure.c - the box that holds the motions of a step, and the series that enclose them */
#include <math.h>

#include "enclosure.h"

enum { FEW = 64,                   /* bits of what needs no more */
       DERIVATIVE = 16,            /* q, at most */
       HALVINGS = 24 };            /* a step shorter than the longest by this is none */

static const double SPREAD = 1.0 / 128,        /* of V_q(B) h^q, at most */
                    BEYOND = 1.0 / 256;        /* of a step: times that are not exact may be looked at */

/* ---- room ---- */

li_ball *li_balls_new(li_ctx *ctx, size_t count)
{
    li_ball *x = li_new(ctx, count + 1, sizeof *x);

    for (size_t i = 0; x != NULL && i < count; i++)
        li_ball_init(ctx, &x[i]);
    return x;
}

void li_balls_drop(li_ctx *ctx, li_ball *x, size_t count)
{
    for (size_t i = 0; x != NULL && i < count; i++)
        li_ball_clear(&x[i]);
    li_drop(ctx, x);
}

void li_rational_of_double(li_rational *out, double h)
{
    li_rational two;
    int e;
    double m = frexp(h, &e);

    li_rational_init(&two);
    li_rational_set_int(&two, 2, 1);
    li_rational_pow(&two, &two, e - 53);
    li_rational_set_int(out, (int64_t)ldexp(m, 53), 1);
    li_rational_mul(out, out, &two);
    li_rational_clear(&two);
}

typedef struct { li_ball **x; size_t count; } room;
enum { ROOMS = 20 };

static void rooms(li_enclosure *E, room *list)
{
    size_t n = E->n, p = E->p, q = E->q, longer = p > q ? p : q;
    const room all[ROOMS] = {
        { &E->t0, 1 }, { &E->parameter, E->F->params }, { &E->m, n }, { &E->S, n * n }, { &E->Z, n }, { &E->c, n * (p + 1) }, { &E->rest, n },
        { &E->near, n * (q + 1) }, { &E->J, n * n * q }, { &E->V, n * n * q }, { &E->spread, 1 }, { &E->hull, n + 1 }, { &E->margin, n + 1 }, { &E->B, n + 1 },
        { &E->x, 8 }, { &E->power, longer + 1 }, { &E->f, 2 * q + 1 },
        { &E->A, n * n }, { &E->C, n * n }, { &E->y, n + 1 },
    };
    for (size_t i = 0; i < ROOMS; i++)
        list[i] = all[i];
}

static void set_parameters(li_enclosure *E)
{
    const li_flow *F = E->F;
    li_jet_balls *const run[] = { &E->middle, &E->around, &E->box, &E->box_jacobian };

    for (size_t i = 0; i < F->given && li_ctx_status(E->ctx) == LI_OK; i++) {
        li_status status = li_ball_value(E->ctx, &E->parameter[i], F->value[i], E->bits, 4 * E->bits + 1024);
        if (status != LI_OK && li_ctx_status(E->ctx) == LI_OK)
            li_fail(E->ctx, status, "a parameter has no value");
    }
    if (li_ctx_status(E->ctx) != LI_OK)
        return;
    for (size_t i = F->given; i < F->params; i++)
        li_ball_set_double(&E->parameter[i], F->parameter[i]);                 /* the sides of corners */
    for (size_t i = 0; i < sizeof run / sizeof *run; i++)
        li_jet_balls_parameters(run[i], E->parameter);                         /* what fails here fails at every step */
}

li_status li_enclosure_init(li_ctx *ctx, li_enclosure *E, const li_flow *F, size_t p, long bits)
{
    room list[ROOMS];

    *E = (li_enclosure){ .ctx = ctx, .F = F, .n = F->n, .p = p, .q = p < DERIVATIVE ? p : DERIVATIVE, .bits = bits };
    li_rational_init(&E->time);
    rooms(E, list);
    for (size_t i = 0; i < ROOMS; i++)
        *list[i].x = li_balls_new(ctx, list[i].count);
    E->number = li_new(ctx, 3 * E->n * E->n + 2 * E->n + 1, sizeof *E->number);
    E->weight = li_new(ctx, E->n + 1, sizeof *E->weight);
    E->order = li_new(ctx, E->n + 1, sizeof *E->order);
    if (li_ctx_status(ctx) != LI_OK)
        return li_ctx_status(ctx);
    if (li_jet_balls_init(ctx, &E->middle, &F->field, E->p, bits) == LI_OK && li_jet_balls_init(ctx, &E->around, &F->jacobian, E->q, FEW) == LI_OK &&
        li_jet_balls_init(ctx, &E->box, &F->field, E->p, FEW) == LI_OK && li_jet_balls_init(ctx, &E->box_jacobian, &F->jacobian, E->q, FEW) == LI_OK)
        set_parameters(E);
    return li_ctx_status(ctx);
}

void li_enclosure_clear(li_ctx *ctx, li_enclosure *E)
{
    room list[ROOMS];

    if (E->F == NULL)
        return;
    rooms(E, list);
    for (size_t i = 0; i < ROOMS; i++)
        li_balls_drop(ctx, *list[i].x, list[i].count);
    li_drop(ctx, E->number);
    li_drop(ctx, E->weight);
    li_drop(ctx, E->order);
    li_jet_balls_clear(ctx, &E->middle);
    li_jet_balls_clear(ctx, &E->around);
    li_jet_balls_clear(ctx, &E->box);
    li_jet_balls_clear(ctx, &E->box_jacobian);
    li_rational_clear(&E->time);
    *E = (li_enclosure){ 0 };
}

void li_enclosure_start(li_enclosure *E, const li_ball *y, const li_ball *t)
{
    size_t n = E->n;

    li_rational_set_int(&E->time, 0, 1);
    li_ball_set(E->t0, t);
    for (size_t i = 0; i < n; i++) {
        li_ball_middle(&E->m[i], &y[i]);
        li_ball_sub(&E->Z[i], &y[i], &E->m[i], FEW);
        for (size_t j = 0; j < n; j++)
            li_ball_set_double(&E->S[i * n + j], i == j);
    }
    E->trust = 1;
    E->longest = 0;
}

/* ---- series ---- */

/* t, as a ball of so many bits */
static void time_now(const li_enclosure *E, li_ball *t, long bits)
{
    li_ball_set_rational(t, &E->time, E->bits);
    li_ball_add(t, t, E->t0, bits);
}

static bool run_series(li_jet_balls *run, size_t n, const li_ball *y, size_t orders)
{
    for (size_t i = 0; i <= n; i++)
        li_jet_balls_set(run, i, 0, &y[i]);
    for (size_t k = 0; k < orders; k++) {
        if (li_jet_balls_step_order(run, k) != LI_OK || !li_jet_balls_smooth(run))
            return false;
        li_jet_balls_advance(run, k);
    }
    return true;
}

/* Coefficients 1 .. order of the y_i are all finite; those of the series from 0 are kept if `c`. */
static bool keep_series(const li_enclosure *E, const li_jet_balls *run, size_t order, li_ball *c)
{
    for (size_t i = 0; i < E->n; i++)
        for (size_t k = 0; k <= order; k++) {
            li_ball *x = c != NULL ? &c[i * (order + 1) + k] : &E->x[0];
            li_jet_balls_variable(run, x, i, k);
            if (!li_ball_is_finite(x))
                return false;
        }
    return true;
}

static bool expand_middle(li_enclosure *E)
{
    for (size_t i = 0; i < E->n; i++)
        li_ball_set(&E->y[i], &E->m[i]);
    time_now(E, &E->y[E->n], E->bits);
    return run_series(&E->middle, E->n, E->y, E->p) && keep_series(E, &E->middle, E->p, E->c);
}

/* V_(k+1) = sum_(j <= k) J_j V_(k-j) / (k + 1) */
static void derivative_order(li_enclosure *E, size_t k)
{
    size_t n = E->n, all = n * n;
    li_ball *next = E->V + (k + 1) * all, *count = &E->x[0];

    li_ball_set_double(count, 0);
    for (size_t i = 0; i < all; i++)
        li_ball_set(&next[i], count);
    for (size_t j = 0; j <= k; j++)
        for (size_t i = 0; i < n; i++)
            for (size_t l = 0; l < n; l++) {
                const li_ball *a = &E->J[j * all + i * n + l], *v = E->V + (k - j) * all + l * n;
                for (size_t c = 0; c < n && !li_ball_is_zero(a); c++)
                    if (!li_ball_is_zero(&v[c]))
                        li_ball_addmul(&next[i * n + c], a, &v[c], FEW);
            }
    li_ball_set_double(count, (double)(k + 1));
    for (size_t i = 0; i < all; i++)
        li_ball_div(&next[i], &next[i], count, FEW);
}

static bool expand_around(li_enclosure *E)
{
    size_t n = E->n, all = n * n;

    li_enclosure_at(E, E->y, NULL);
    time_now(E, &E->y[n], FEW);
    if (!run_series(&E->around, n, E->y, E->q) || !keep_series(E, &E->around, E->q, E->near))
        return false;
    for (size_t k = 0; k < E->q; k++)
        for (size_t i = 0; i < all; i++) {
            li_jet_balls_get(&E->around, &E->J[k * all + i], n + 1 + i, k);
            if (!li_ball_is_finite(&E->J[k * all + i]))
                return false;
        }
    for (size_t i = 0; i < all; i++)
        li_ball_set_double(&E->V[i], i % (n + 1) == 0);
    for (size_t k = 0; k + 1 < E->q; k++)
        derivative_order(E, k);
    return true;
}

/* ---- how far ---- */

static double log2_of(const li_ball *x)
{
    double least, most;
    li_ball_range(x, &least, &most);
    return most;
}

/* log2 of 2^-bits max(1, |y_i|): a truncation of the size of the rounding */
static double aim(const li_enclosure *E, size_t i) { return fmax(0, log2_of(&E->m[i])) - (double)E->bits; }

/* |y_k| h^k of that size, for the last two terms */
static double propose(const li_enclosure *E)
{
    double h = INFINITY;

    for (size_t i = 0; i < E->n; i++)
        for (size_t k = E->p - 1; k <= E->p; k++)
            h = fmin(h, (aim(E, i) - log2_of(&E->c[i * (E->p + 1) + k])) / (double)k);
    return exp2(h);
}

/* ---- the box ---- */

/* x = [0, h^k] */
static void interval(const li_enclosure *E, li_ball *x, size_t k)
{
    li_ball *half = &E->x[1];

    li_ball_set_double(half, 0.5);
    li_ball_mul(x, &E->power[k], half, FEW);
    li_ball_bound(half, x);
    li_ball_widen(x, half);
}

/* Where the motions seem to go, and a margin around it. */
static void guess_box(li_enclosure *E)
{
    size_t n = E->n, q = E->q;
    li_ball *x = &E->x[0], *part = &E->x[2];

    for (size_t i = 0; i < n; i++) {
        const li_ball *y = E->near + i * (q + 1);
        li_ball *hull = &E->hull[i], *margin = &E->margin[i];
        li_ball_set(hull, &y[0]);
        for (size_t k = 1; k < q; k++) {
            interval(E, x, k);
            li_ball_addmul(hull, x, &y[k], FEW);
        }
        li_ball_mul(margin, &y[q], &E->power[q], FEW);
        li_ball_bound(margin, margin);
        li_ball_set_double(part, ldexp(fmax(1, li_ball_double(&E->m[i])), -FEW));
        li_ball_addmul(margin, &E->power[0], part, FEW);
        li_ball_add(margin, margin, margin, FEW);
        li_ball_middle(x, hull);
        li_ball_sub(x, hull, x, FEW);
        li_ball_bound(x, x);
        li_ball_set_double(part, 1.0 / 16);
        li_ball_addmul(margin, x, part, FEW);
        li_ball_bound(margin, margin);
        li_ball_set(&E->B[i], hull);
        li_ball_widen(&E->B[i], margin);
    }
    interval(E, x, 1);
    time_now(E, &E->B[n], FEW);
    li_ball_add(&E->B[n], &E->B[n], x, FEW);
}

/* Every watched function keeps its sign on the box. */
static bool keeps_signs(li_enclosure *E)
{
    const li_flow *F = E->F;

    for (size_t w = 0; w < F->watches; w++) {
        double side = F->watch[w].kind == LI_WATCH_CORNER ? F->parameter[F->watch[w].side] : 1;
        li_jet_balls_get(&E->box, &E->x[0], F->n + 1 + F->events - F->watches + w, 0);
        if (li_ball_sign(&E->x[0]) != (side < 0 ? -1 : 1)) {
            E->watch = w;
            return false;
        }
    }
    return true;
}

/* |y_q(B)| h^q < margin */
static bool is_inside(li_enclosure *E)
{
    li_ball *x = &E->x[0];

    for (size_t i = 0; i < E->n; i++) {
        li_jet_balls_variable(&E->box, x, i, E->q);
        li_ball_mul(x, x, &E->power[E->q], FEW);
        li_ball_bound(x, x);
        li_ball_sub(x, &E->margin[i], x, FEW);
        if (li_ball_sign(x) != 1)
            return false;
        li_jet_balls_variable(&E->box, &E->rest[i], i, E->p);
    }
    return true;
}

/* ---- how the motion depends on its start, on the box ---- in the norm  max |x_i| / 2^w_i,  w integers that balance rows and columns of J */

static void entry_of_jacobian(const li_enclosure *E, li_ball *x, size_t i, size_t j, size_t k)
{
    size_t n = E->n;

    li_jet_balls_get(&E->box_jacobian, x, n + 1 + i * n + j, k);
    li_ball_bound(x, x);
}

/* w_i changes until row i and column i have the same sum, but for their common element; not by much where one is 0. */
static void balance(const li_enclosure *E)
{
    enum { SWEEPS = 3, MOST = 6 };
    size_t n = E->n;
    double *w = E->weight, *size = E->number;

    for (size_t i = 0; i < n; i++) {
        w[i] = 0;
        for (size_t j = 0; j < n; j++) {
            entry_of_jacobian(E, &E->x[0], i, j, 0);
            size[i * n + j] = log2_of(&E->x[0]);
        }
    }
    for (size_t i = 0; i < SWEEPS * n; i++) {
        double row = 0, column = 0, *at = &w[i % n];
        for (size_t j = 0; j < n; j++) {
            row += j == i % n ? 0 : exp2(size[i % n * n + j] + w[j] - *at);
            column += j == i % n ? 0 : exp2(size[j * n + i % n] + *at - w[j]);
        }
        if (isfinite(row) && isfinite(column) && row + column > 0)
            *at += rint(fmin(MOST, fmax(-MOST, (log2(row) - log2(column)) / 2)));
    }
}

/* a = the largest sum of |J_k| over a row */
static void norm_of_jacobian(const li_enclosure *E, li_ball *a, size_t k)
{
    size_t n = E->n;
    li_ball *x = &E->x[0], *sum = &E->x[1], *scale = &E->x[2];

    li_ball_set_double(a, 0);
    for (size_t i = 0; i < n; i++) {
        li_ball_set_double(sum, 0);
        for (size_t j = 0; j < n; j++) {
            entry_of_jacobian(E, x, i, j, k);
            li_ball_set_double(scale, exp2(E->weight[j] - E->weight[i]));
            li_ball_addmul(sum, x, scale, FEW);
        }
        li_ball_bound(sum, sum);
        li_ball_sub(x, sum, a, FEW);
        if (li_ball_sign(x) != -1)
            li_ball_set(a, sum);
    }
}

/* |V| <= exp(L h) on the step, L = |J_0|; and with a_k = |J_k| h^(k+1), f_0 = exp(L h), f_(k+1) = sum_(j <= k) a_j f_(k-j) / (k + 1):
 * |V_q(B)| h^q <= f_q. False: too large to be of use. */
static bool find_spread(li_enclosure *E)
{
    size_t q = E->q;
    li_ball *a = E->f, *f = E->f + q, *count = &E->x[3];

    balance(E);
    for (size_t k = 0; k < q; k++) {
        norm_of_jacobian(E, &a[k], k);
        li_ball_mul(&a[k], &a[k], &E->power[k + 1], FEW);
        li_ball_bound(&a[k], &a[k]);
    }
    double Lh = li_ball_is_finite(&a[0]) ? li_ball_double(&a[0]) : INFINITY;
    if (!(Lh < 100))
        return false;
    li_ball_set_double(&f[0], exp(Lh * (1 + 1e-12)) * (1 + 1e-12));            /* the library errs by a few units of the last place */
    for (size_t k = 0; k < q; k++) {
        li_ball_set_double(&f[k + 1], 0);
        for (size_t j = 0; j <= k; j++)
            li_ball_addmul(&f[k + 1], &a[j], &f[k - j], FEW);
        li_ball_set_double(count, (double)(k + 1));
        li_ball_div(&f[k + 1], &f[k + 1], count, FEW);
    }
    li_ball_bound(E->spread, &f[q]);
    return li_ball_is_finite(E->spread) && li_ball_double(E->spread) * (double)E->n < SPREAD;
}

static li_enclosed try_box(li_enclosure *E, double h)
{
    li_ball_set_double(&E->power[0], 1);
    li_ball_set_double(&E->power[1], h);
    for (size_t k = 2; k <= (E->p > E->q ? E->p : E->q); k++)
        li_ball_mul(&E->power[k], &E->power[k - 1], &E->power[1], FEW);
    guess_box(E);
    if (!run_series(&E->box, E->n, E->B, E->p) || !keep_series(E, &E->box, E->p, NULL))
        return LI_NO_VALUE;
    if (!keeps_signs(E))
        return LI_WATCH_THERE;
    if (!is_inside(E))
        return LI_NO_BOX;
    if (!run_series(&E->box_jacobian, E->n, E->B, E->q))
        return LI_NO_VALUE;
    return find_spread(E) ? LI_ENCLOSED : LI_NO_BOX;
}

/* The longest part of h on which y_p(B) s^p is of the size of the rounding */
static double short_enough(const li_enclosure *E, double h)
{
    double s = log2(h);

    for (size_t i = 0; i < E->n; i++)
        s = fmin(s, (aim(E, i) - log2_of(&E->rest[i])) / (double)E->p);
    return exp2(s);
}

/* 24 bits of it: the exact sum of many stays short */
static double rounded_down(double h)
{
    int e;
    double m = frexp(h, &e);
    return ldexp(floor(ldexp(m, 24)), e - 24);
}

li_enclosed li_enclosure_step(li_enclosure *E, double longest)
{
    if (!expand_middle(E) || !expand_around(E))
        return LI_NO_VALUE;
    double natural = propose(E), h = fmin(natural * E->trust, longest);
    if (!(h > 0))
        return LI_NO_VALUE;
    E->longest = fmax(E->longest, fmin(natural, longest));
    li_enclosed found = try_box(E, h = rounded_down(h));
    while (found != LI_ENCLOSED) {
        h = rounded_down(h * (found == LI_NO_BOX ? 0.75 : 0.5));
        if (!(h > ldexp(E->longest, -HALVINGS)))
            return found;
        found = try_box(E, h);
    }
    E->h = rounded_down(fmin(short_enough(E, h), h * (1 - BEYOND)));
    E->reach = rounded_down(E->h * (1 + BEYOND));
    double part = fmin(1, 1.1 * E->h / natural);
    E->trust = natural * E->trust > longest ? fmax(E->trust, part) : part;     /* the end of the motion teaches nothing */
    return E->h > 0 ? LI_ENCLOSED : LI_SET_LOST;
}
