/* witness.c - a real state at which an expression is certainly not zero
 *
 * States are drawn: small numbers first, as a person would choose them, then fractions at random. An
 * unknown function becomes a polynomial. The assumptions must hold there; balls certify the rest. */
#include <string.h>

#include "liaison/program.h"
#include "tower.h"

enum { DRAWS = 200, NICE = 6, MIXED = 40, MAX_FUNCTIONS = 64, MAX_ORDER = 30 };
enum { LARGEST = 2000 };                    /* nodes of an expression whose value is written exactly */
static const long BITS[] = { 96, 768 };

/* Unknown functions become polynomials: f(x) = c_0 + c_1 x + ... with symbols c_k, of a degree past every
 * derivative that occurs. What was asked and the assumptions are then one program of the unknowns. */
struct draw {
    li_ctx *ctx;
    size_t n, cap, functions;
    li_expr *x;                             /* the unknowns: symbols of the question, then the c_k */
    size_t symbols;                         /* how many of them are symbols */
    li_rational *value;
    const char *name[MAX_FUNCTIONS];
    int degree[MAX_FUNCTIONS];
    li_expr body[MAX_FUNCTIONS], argument;
    size_t roots, asked;                    /* expressions: those asked, then the assumptions */
    li_expr *root;
};

static bool put_unknown(struct draw *w, li_expr x)
{
    if (w->n == w->cap) {
        size_t cap = 2 * w->cap + 16;
        li_expr *grown = li_grow(w->ctx, w->x, cap, sizeof *grown);
        if (grown == NULL)
            return false;
        w->x = grown;
        w->cap = cap;
    }
    w->x[w->n++] = x;
    return true;
}

static bool put_function(struct draw *w, li_expr f)
{
    size_t k = 0;
    while (k < w->functions && strcmp(w->name[k], li_expr_name(f)) != 0)
        k++;
    if (k == MAX_FUNCTIONS || li_expr_order(f) > MAX_ORDER)
        return false;
    if (k == w->functions) {
        w->name[w->functions++] = li_expr_name(f);
        w->degree[k] = 2;
    }
    if (w->degree[k] < li_expr_order(f) + 2)
        w->degree[k] = li_expr_order(f) + 2;
    return true;
}

/* The symbols and unknown functions of all roots. */
static bool list_unknowns(struct draw *w)
{
    li_list list;
    bool ok = true;

    if (li_list_init(w->ctx, &list, w->roots, w->root, true) == LI_OK)
        for (size_t i = 0; i < list.len && ok; i++) {
            li_kind kind = li_expr_kind(list.e[i]);
            if (kind == LI_SYM && li_expr_name(list.e[i])[0] != '~')
                ok = put_unknown(w, list.e[i]);
            else if (kind == LI_FUN)
                ok = put_function(w, list.e[i]);
        }
    li_list_clear(w->ctx, &list);
    w->symbols = w->n;
    return ok && li_ctx_status(w->ctx) == LI_OK;
}

/* f(x) = c_0 + x (c_1 + x (...)), and put in the place of f everywhere */
static void replace_functions(struct draw *w)
{
    li_ctx *ctx = w->ctx;
    for (size_t k = 0; k < w->functions && li_ctx_status(ctx) == LI_OK; k++) {
        li_expr p = li_expr_int(ctx, 0);
        for (int i = 0; i <= w->degree[k]; i++) {
            li_expr c = li_expr_fresh(ctx, "c", LI_GENERATOR);
            if (!put_unknown(w, c))
                return;
            p = li_expr_add(ctx, li_expr_mul(ctx, p, w->argument), c);
        }
        w->body[k] = p;
        for (size_t i = 0; i < w->roots; i++)
            w->root[i] = li_expr_subst_function(ctx, w->root[i], w->name[k], w->argument, p);
    }
}

/* ---- numbers ---- */

static void draw_number(li_rational *out, li_rand *rng, int round, int signs)
{
    int64_t num, den = 1;

    if (round < NICE)
        num = 1 + li_rand_below(rng, 2 + round);
    else if (round % 4 == 0)
        num = li_rand_below(rng, 3);                       /* corners */
    else {                                                 /* large ones, and some between 0 and 1 */
        num = 1 + li_rand_below(rng, round % 2 ? 30 : 9);
        den = round % 2 ? 1 + li_rand_below(rng, 9) : 10 + li_rand_below(rng, 20);
    }
    bool minus = (signs & NEGATIVE) != 0 && ((signs & POSITIVE) == 0 || (round >= 2 && li_rand_below(rng, 2)));
    li_rational_set_int(out, minus ? -num : num, den);
}

static void draw_state(struct draw *w, li_rand *rng, int round)
{
    for (size_t i = 0; i < w->n; i++)         /* later ones large and small at once */
        draw_number(&w->value[i], rng, round < MIXED ? round : NICE + li_rand_below(rng, 8), i < w->symbols ? li_exact_signs(w->ctx, w->x[i]) : ANY);
}

static bool set_up(struct draw *w, size_t asked, const li_expr *e)
{
    struct room *r = li_exact_room(w->ctx);

    w->asked = asked;
    w->roots = asked + r->assumptions;
    w->root = li_new(w->ctx, w->roots + 1, sizeof *w->root);
    if (w->root == NULL)
        return false;
    for (size_t i = 0; i < w->roots; i++)
        w->root[i] = i < asked ? e[i] : r->assumed[i - asked];
    if (!list_unknowns(w))
        return false;
    replace_functions(w);
    w->value = li_new(w->ctx, w->n + 1, sizeof *w->value);
    for (size_t i = 0; w->value != NULL && i < w->n; i++)
        li_rational_init(&w->value[i]);
    return w->value != NULL && li_ctx_status(w->ctx) == LI_OK;
}

static void tear_down(struct draw *w)
{
    for (size_t i = 0; w->value != NULL && i < w->n; i++)
        li_rational_clear(&w->value[i]);
    li_drop(w->ctx, w->x);
    li_drop(w->ctx, w->value);
    li_drop(w->ctx, w->root);
}

/* ---- states ---- */

/* A program of the unknowns, run over balls. */
struct run { struct draw *w; li_program P; li_balls balls; li_ball *in, *out; size_t outs; };

static bool is_running(const struct run *r) { return li_ctx_status(r->w->ctx) == LI_OK; }

static void start_balls(struct run *r, size_t outs, long bits)
{
    li_ctx *ctx = r->w->ctx;
    r->outs = outs;
    r->in = li_new(ctx, r->w->n + 1, sizeof *r->in);
    r->out = li_new(ctx, outs + 1, sizeof *r->out);
    li_balls_init(ctx, &r->balls, &r->P, bits);
    for (size_t i = 0; r->in != NULL && i < r->w->n; i++)
        li_ball_init(ctx, &r->in[i]);
    for (size_t i = 0; r->out != NULL && i < outs; i++)
        li_ball_init(ctx, &r->out[i]);
}

static void stop_balls(struct run *r)
{
    for (size_t i = 0; r->in != NULL && i < r->w->n; i++)
        li_ball_clear(&r->in[i]);
    for (size_t i = 0; r->out != NULL && i < r->outs; i++)
        li_ball_clear(&r->out[i]);
    li_drop(r->w->ctx, r->in);
    li_drop(r->w->ctx, r->out);
    r->in = r->out = NULL;
    li_balls_clear(r->w->ctx, &r->balls);
}

static bool step(struct run *r, long bits)
{
    for (size_t i = 0; i < r->w->n; i++)
        li_ball_set_rational(&r->in[i], &r->w->value[i], bits);
    return li_balls_step(r->w->ctx, &r->balls, r->in, r->out) == LI_OK;
}

static int sign_at(const struct run *r, size_t i) { return li_ball_is_finite(&r->out[i]) ? li_ball_sign(&r->out[i]) : 2; }

/* The outputs from `first` on are the assumptions. */
static bool assumptions_hold(const struct run *r, size_t first)
{
    const struct room *room = li_exact_room(r->w->ctx);
    for (size_t i = 0; i < room->assumptions; i++) {
        int s = sign_at(r, first + i);
        if (!(s == 1 || (s == 0 && room->sign[i] == LI_NONNEGATIVE) || (s == -1 && room->sign[i] == LI_NONZERO)))
            return false;
    }
    return true;
}

/* Draws until `suits` is content with the outputs; the state is then in w->value. */
static bool search(struct run *r, size_t outs, bool (*suits)(const struct run *r))
{
    bool found = false;

    for (size_t p = 0; p < sizeof BITS / sizeof *BITS && !found && is_running(r); p++) {
        li_rand rng;
        li_rand_init(&rng, 5);
        start_balls(r, outs, BITS[p]);
        for (int round = 0; round < DRAWS && !found && is_running(r); round++) {
            draw_state(r->w, &rng, round);
            found = step(r, BITS[p]) && suits(r);
        }
        stop_balls(r);
    }
    return found && is_running(r);
}

/* ---- not zero ---- */

static bool is_refuted(const struct run *r)
{
    int sign = sign_at(r, 0);
    return (sign == 1 || sign == -1) && assumptions_hold(r, 1);
}

/* The polynomial of a function at the state found */
static li_expr polynomial_at_state(struct draw *w, size_t k, const li_expr *value)
{
    return li_expr_expand(w->ctx, li_expr_subst(w->ctx, w->body[k], w->n - w->symbols, w->x + w->symbols, value + w->symbols), 1000);
}

static void keep_state(struct draw *w, li_decision *d)
{
    li_ctx *ctx = w->ctx;
    li_expr *value = li_new(ctx, w->n + 1, sizeof *value);

    d->zero = LI_NO;
    d->how = LI_BY_STATE;
    d->n = w->symbols + w->functions;
    d->x = li_alloc(ctx, (d->n + 1) * sizeof *d->x);
    d->value = li_alloc(ctx, (d->n + 1) * sizeof *d->value);
    for (size_t i = 0; value != NULL && i < w->n; i++)
        value[i] = li_expr_rational(ctx, &w->value[i]);
    for (size_t i = 0; value != NULL && d->x != NULL && d->value != NULL && i < d->n; i++) {
        bool symbol = i < w->symbols;
        d->x[i] = symbol ? w->x[i] : li_expr_fun(ctx, w->name[i - w->symbols], 0, w->argument);
        d->value[i] = symbol ? value[i] : polynomial_at_state(w, i - w->symbols, value);
    }
    if (value != NULL && li_expr_size(ctx, 1, w->root) <= LARGEST) {
        li_expr difference = li_expr_subst(ctx, w->root[0], w->n, w->x, value);
        d->difference = li_expr_kind(difference) == LI_NUM ? difference : NULL;
    }
    if (li_ctx_status(ctx) == LI_LIMIT)                    /* its exact value is too large to write */
        li_ctx_forgive(ctx);
    li_drop(ctx, value);
}

bool li_witness_find(li_ctx *ctx, li_decision *d, li_expr e)
{
    struct draw w = { .ctx = ctx, .argument = li_expr_fresh(ctx, "x", LI_GENERATOR) };
    struct run r = { .w = &w };
    bool found = false;

    if (set_up(&w, 1, &e)) {
        li_program_init(ctx, &r.P, 0, NULL, w.n, w.x);
        if (li_program_finish(ctx, &r.P, w.roots, w.root) == LI_OK)
            found = search(&r, w.roots, is_refuted);
        li_program_clear(ctx, &r.P);
    }
    if (found)
        keep_state(&w, d);
    tear_down(&w);
    return found && li_ctx_status(ctx) == LI_OK;
}

/* ---- not singular ---- A x = 0 is solved: a pivot that may be 0 ends the step */

static bool is_regular(const struct run *r) { return assumptions_hold(r, r->outs - li_exact_room(r->w->ctx)->assumptions); }

bool li_witness_regular(li_ctx *ctx, size_t n, const li_expr *A)
{
    struct draw w = { .ctx = ctx, .argument = li_expr_fresh(ctx, "x", LI_GENERATOR) };
    struct run r = { .w = &w };
    li_expr *x = li_new(ctx, n + 1, sizeof *x), *zero = li_new(ctx, n + 1, sizeof *zero), *out = NULL;
    bool found = false;

    if (x != NULL && zero != NULL && set_up(&w, n * n, A)) {
        size_t conditions = w.roots - w.asked;
        for (size_t i = 0; i < n; i++) {
            x[i] = li_expr_fresh(ctx, "x", LI_GENERATOR);
            zero[i] = li_expr_int(ctx, 0);
        }
        out = li_new(ctx, n + conditions, sizeof *out);
        for (size_t i = 0; out != NULL && i < n + conditions; i++)
            out[i] = i < n ? x[i] : w.root[w.asked + i - n];
        li_program_init(ctx, &r.P, 0, NULL, w.n, w.x);
        li_program_solve(ctx, &r.P, LI_LU, n, w.root, zero, x);
        if (out != NULL && li_program_finish(ctx, &r.P, n + conditions, out) == LI_OK)
            found = search(&r, n + conditions, is_regular);
        li_program_clear(ctx, &r.P);
    }
    li_drop(ctx, x);
    li_drop(ctx, zero);
    li_drop(ctx, out);
    tear_down(&w);
    return found;
}
