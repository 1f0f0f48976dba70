/* zeros.c - all zeros of an event in a step
 *
 * The series of a motion that is slow may be that of an event that is not: sin(1000 x). Where the series of the event has not converged
 * on the step, the event is interpolated on parts of it at Chebyshev's points,
 *
 *     e(u) = sum_j b_j T_j(u),  b_j = 2/N sum_k e(cos(pi k/N)) cos(pi j k/N),  the first and last terms of both sums halved,
 *
 * and parts are halved until the last b_j are rounding errors. The zeros of a part are made better by the event itself. */
#include <math.h>
#include <string.h>

#include "runner.h"

enum { N = 16, TAIL = 4, DEEPEST = 20, BORDER = 30, FIRST = 1, PARTS = 64, PARTS_A_ZERO = 32, BORDERS = 64 };
/* FIRST: halved so often at least, where the series says nothing. An event that is nothing but rounding errors, or has no value here
 * and there, is never resolved: so many parts of a step are halved, and more for each zero that is found and each part that converges */

static const double ENOUGH = 1e-13, NOTHING = 1e-15, NOISE = 1e-6, UNCERTAIN = 16;

typedef struct {
    li_runner *r;
    size_t event, len;
    long   parts, borders;         /* that were halved; of them those that are without a value somewhere */
    double cosine[2 * N];          /* of pi k/N */
    double size, noise;            /* of the state, at least 1; what the event is uncertain by */
    bool   ok;
} search;

static double value(const search *S, double s)
{
    li_runner *r = S->r;
    const li_arc *arc = &r->stepper.arc;
    double t = li_arc_time(arc, s);

    li_arc_at(arc, t, r->y);
    return li_engine_rates(&r->engine, r->y, t, r->engine.out) == LI_OK ? r->engine.out[r->F->n + 1 + S->event] : NAN;
}

/* One that the part before has at its end already is not another one: that it touches is seen by both together. */
static void add(search *S, double s, double within, int direction)
{
    li_runner *r = S->r;
    const li_arc *arc = &r->stepper.arc;
    double t = li_arc_time(arc, s);
    within *= fabs(arc->h);
    li_zero *last = S->len > 0 ? &r->zero[r->zeros - 1] : NULL;

    if (last != NULL && fabs(t - last->t) <= 1e-13 * fabs(arc->to - arc->from) + 4e-16 * fabs(t) + 2 * (within + last->within)) {
        last->direction = direction == 0 || last->direction == direction ? last->direction : last->direction == 0 ? direction : 0;
        return;
    }
    if (r->zeros >= r->zero_room) {
        size_t room = 2 * r->zero_room + 64;
        li_zero *more = li_grow(r->ctx, r->zero, room, sizeof *more);
        if (more == NULL) {
            S->ok = false;
            return;
        }
        r->zero = more;
        r->zero_room = room;
    }
    r->zero[r->zeros++] = (li_zero){ S->event, direction, t, within };
    S->len++;
}

/* ---- from the series ---- */

/* Has sum g_k s^k converged from s0 to s1, to the event? An angle that jumps by 2 pi has a series that does not. */
static bool has_converged(const search *S, const double *g, size_t degree, double s0, double s1)
{
    static const double OTHER = 1e-6;
    double s = fmax(fabs(s0), fabs(s1)), power = 1, size = 0, tail = 0, sum = g[degree];

    for (size_t k = degree; k-- > 0;)
        sum = sum * s1 + g[k];
    for (size_t k = 0; k <= degree; k++, power *= s) {
        double term = fabs(g[k]) * power;
        size = fmax(size, term);
        tail = k + TAIL > degree ? fmax(tail, term) : tail;
    }
    return isfinite(size) && tail <= ENOUGH * size && fabs(sum - value(S, s1)) <= fmax(OTHER * size, UNCERTAIN * S->noise);
}

static void from_series(search *S, const double *g, double s0, double s1)
{
    li_root root[LI_MOST_DEGREE];
    size_t count = li_roots(g, S->r->stepper.arc.event_degree, s0, s1, S->noise, root, LI_MOST_DEGREE);

    for (size_t i = 0; i < count; i++)
        add(S, root[i].s, root[i].within, root[i].direction);
}

/* ---- by parts ---- */

/* b_0 .. b_N; the largest value of the event; at how many of the points it has one */
static double interpolate(const search *S, double middle, double half, double *b, int *valid)
{
    double e[N + 1], most = 0;

    *valid = 0;
    for (int k = 0; k <= N; k++) {
        e[k] = value(S, middle + half * S->cosine[k]);
        *valid += isfinite(e[k]);
        most = fmax(most, fabs(e[k]));
    }
    for (int j = 0; j <= N; j++) {
        double sum = (e[0] + (j % 2 == 0 ? e[N] : -e[N])) / 2;
        for (int k = 1; k < N; k++)
            sum += e[k] * S->cosine[j * k % (2 * N)];
        b[j] = (j == 0 || j == N ? 1.0 : 2.0) / N * sum;
    }
    return most;
}

/* The powers of u; those b_j that are rounding errors would only bring more of them. The degree */
static size_t powers(double *b, double most, double *c)
{
    double T[3][N + 1] = { { 1 }, { 0, 1 } };
    size_t degree = N;

    while (degree > 1 && fabs(b[degree]) <= NOTHING * most)
        degree--;
    memset(c, 0, (N + 1) * sizeof *c);
    for (size_t j = 0; j <= degree; j++) {
        double *next = T[j % 3];
        for (size_t k = 0; j > 1 && k <= N; k++)
            next[k] = (k > 0 ? 2 * T[(j + 2) % 3][k - 1] : 0) - T[(j + 1) % 3][k];
        for (size_t k = 0; k <= j; k++)
            c[k] += b[j] * next[k];
    }
    return degree;
}

/* Newton's method with the slope of the polynomial; u is right already, but for its rounding errors. */
static double refine(const search *S, double middle, double half, const double *c, size_t degree, double u)
{
    double slope = 0, off = 1e-8;

    for (size_t k = degree; k > 0; k--)
        slope = slope * u + (double)k * c[k];
    for (int step = 0; step < 2; step++) {
        double d = value(S, middle + half * u) / slope;
        if (!(fabs(d) < off))
            break;
        u = fmin(fmax(u - d, -1), 1);
    }
    return u;
}

/* Does the event go through 0 between s0 and s1? At a pole, or where it jumps, it changes its sign and comes no nearer to 0; and a
 * polynomial that swings about a jump may have zeros where the event has none. */
static bool goes_through(const search *S, double s0, double s1)
{
    static const double NEARER = 1e-3;
    double e0 = value(S, s0), e1 = value(S, s1), outside = fmin(fabs(e0), fabs(e1));

    if (!(e0 * e1 < 0))
        return false;
    for (double s = (s0 + s1) / 2; s > fmin(s0, s1) && s < fmax(s0, s1); s = (s0 + s1) / 2) {
        double e = value(S, s);
        if ((e > 0) == (e0 > 0))
            s0 = s, e0 = e;
        else
            s1 = s, e1 = e;
    }
    return fmin(fabs(e0), fabs(e1)) <= fmax(NEARER * outside, UNCERTAIN * S->noise);
}

/* The same of the zero i of a polynomial, seen from half way to its neighbours */
static bool is_real(const search *S, double middle, double half, const li_root *root, size_t i, size_t count)
{
    double u0 = i == 0 ? -1 : (root[i - 1].s + root[i].s) / 2, u1 = i + 1 == count ? 1 : (root[i].s + root[i + 1].s) / 2;
    return goes_through(S, middle + half * u0, middle + half * u1);
}

static void by_parts(search *S, double s0, double s1, int depth, double before)
{
    double middle = (s0 + s1) / 2, half = (s1 - s0) / 2, b[N + 1], c[N + 1], tail = 0;
    int valid;
    double most = interpolate(S, middle, half, b, &valid);
    li_root root[LI_MOST_DEGREE];

    if (valid == 0 || !S->ok)
        return;                    /* the event has no value there */
    if (valid <= N) {              /* ... or in a part of it, whose border is wanted */
        if (depth < BORDER && ++S->borders < BORDERS) {
            by_parts(S, s0, middle, depth + 1, INFINITY);
            by_parts(S, middle, s1, depth + 1, INFINITY);
        }
        return;
    }
    for (int j = N - TAIL + 1; j <= N; j++)
        tail = fmax(tail, fabs(b[j]));
    S->parts -= tail <= ENOUGH * most ? 2 : 0;
    bool done = tail <= fmax(ENOUGH * most, UNCERTAIN * S->noise) || most <= NOTHING * S->size || (tail <= NOISE * most && tail > before / 4);
    if (depth < FIRST || (!done && depth < DEEPEST && ++S->parts < PARTS + PARTS_A_ZERO * (long)S->len)) {
        by_parts(S, s0, middle, depth + 1, tail);
        by_parts(S, middle, s1, depth + 1, tail);
        return;
    }
    size_t degree = powers(b, most, c), count = li_roots(c, degree, -1, 1, S->noise, root, LI_MOST_DEGREE);
    for (size_t i = 0; i < count; i++) {
        double u = root[i].direction != 0 ? refine(S, middle, half, c, degree, root[i].s) : root[i].s;
        if (done || root[i].direction == 0 || is_real(S, middle, half, root, i, count))
            add(S, middle + half * u, half * root[i].within, root[i].direction);
    }
}

/* What the rounding of the state makes of an event at the end of the step: e(y + d) - e(y), brought down from a d that is seen. */
static double noise_of(const search *S)
{
    static const double SEEN = 0x1p-40, ROUNDING = 0x1p-51;
    li_runner *r = S->r;
    const li_stepper *s = &r->stepper;
    double *e = &r->engine.out[r->F->n + 1 + S->event], before;

    if (li_engine_rates(&r->engine, s->y, s->t, r->engine.out) != LI_OK)
        return 0;
    before = *e;
    for (size_t i = 0; i < r->F->n; i++)
        r->y[i] = s->y[i] * (i % 2 == 0 ? 1 + SEEN : 1 - SEEN);
    if (li_engine_rates(&r->engine, r->y, s->t, r->engine.out) != LI_OK || !isfinite(*e - before))
        return 0;
    return fabs(*e - before) * (ROUNDING / SEEN);
}

li_status li_runner_zeros(li_runner *r, size_t event)
{
    static const double PI = 3.14159265358979323846;
    const li_arc *arc = &r->stepper.arc;
    search S = { .r = r, .event = event, .size = 1, .ok = true };
    double s0 = li_arc_place(arc, arc->from), s1 = li_arc_place(arc, arc->to);

    S.noise = noise_of(&S);
    if (arc->events > 0) {
        const double *g = arc->g + event * (arc->event_degree + 1);
        if (has_converged(&S, g, arc->event_degree, s0, s1)) {
            from_series(&S, g, s0, s1);
            return li_ctx_status(r->ctx);
        }
    }
    for (size_t i = 0; i < r->F->n; i++)
        S.size = fmax(S.size, fabs(r->stepper.y[i]));
    for (int k = 0; k < 2 * N; k++)
        S.cosine[k] = cos(PI * k / N);
    by_parts(&S, s0, s1, 0, INFINITY);
    return li_ctx_status(r->ctx);
}
