/* values.c - numbers at a state, as a table */
#include <math.h>
#include <string.h>

#include "liaison/emit.h"

struct table {
    li_ctx *ctx;
    li_text *out;
    int digits;
    int width;                   /* of the names */
    double least;                /* log2: what is smaller was left over by solving for the state; -inf: nothing */
};

static int characters(const char *s)
{
    int n = 0;
    for (; *s != '\0'; s++)
        n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

static void put_number(struct table *p, const li_ball *x)
{
    size_t at = p->out->len;

    if (!li_ball_is_finite(x)) {
        li_text_put(p->ctx, p->out, " not known");
        return;
    }
    double low, high;
    li_ball_range(x, &low, &high);
    if (high < p->least) {
        li_text_put(p->ctx, p->out, " 0");
        return;
    }
    li_text_put(p->ctx, p->out, " ");            /* the place of the sign */
    li_ball_print(p->ctx, p->out, x, p->digits);
    if (at + 1 < p->out->len && p->out->s[at + 1] == '-')
        memmove(p->out->s + at, p->out->s + at + 1, p->out->len-- - at);
}

/* name followed by so many primes */
static void put_line(struct table *p, const char *name, int primes, const li_ball *x)
{
    int n = characters(name) + primes;

    li_text_printf(p->ctx, p->out, "  %s%.*s", name, primes, "''");
    for (; n < p->width; n++)
        li_text_put(p->ctx, p->out, " ");
    li_text_put(p->ctx, p->out, "  = ");
    if (x == NULL)
        li_text_put(p->ctx, p->out, " not determined");
    else
        put_number(p, x);
    li_text_put(p->ctx, p->out, "\n");
}

static void widen(struct table *p, const char *name, int primes)
{
    int n = characters(name) + primes;
    p->width = n > p->width ? n : p->width;
}

static void set_width(struct table *p, const li_motion *S)
{
    const li_model *m = S->model;

    p->width = (int)strlen("compatibility");
    for (size_t i = 0; i < m->coords; i++)
        widen(p, m->coord[i].name, 2);
    for (size_t i = 0; i < m->quasis; i++)
        widen(p, m->quasi[i].name, 1);
    for (size_t i = 0; i < m->speeds; i++)
        widen(p, m->speed[i].name, 1);
    for (size_t i = 0; i < S->r; i++)
        widen(p, S->multiplier[i], 0);
    for (size_t i = 0; i < S->p; i++)
        widen(p, S->label[i], S->position[i] != NULL);
}

static void put_names(struct table *p, const char *words, size_t n, const char *const *name)
{
    for (size_t i = 0; i < n; i++)
        li_text_printf(p->ctx, p->out, "%s%s", i == 0 ? words : ", ", name[i]);
    if (n > 0)
        li_text_put(p->ctx, p->out, "\n");
}

static void put_state(struct table *p, const li_model *m, const li_state *s, const li_values *x)
{
    li_text_put(p->ctx, p->out, "state\n");
    put_line(p, "t", 0, &x->t);
    for (size_t i = 0; i < x->n; i++)
        put_line(p, m->coord[i].name, 0, &x->q[i]);
    for (size_t i = 0; i < x->n; i++)
        put_line(p, m->coord[i].name, 1, &x->v[i]);
    for (size_t i = 0; i < x->quasis; i++)
        put_line(p, m->quasi[i].name, 0, &x->quasi[i]);
    for (size_t i = 0; i < x->speeds; i++)
        put_line(p, m->speed[i].name, 0, &x->speed[i]);
    put_names(p, "  not given, taken as 0: ", s->assumed, s->assumption);
    put_names(p, "  smaller than the digits of the state, taken as 0: ", x->zeros, x->taken_as_zero);
}

static void put_motion(struct table *p, const li_model *m, const li_values *x)
{
    if (!x->moves)
        return;
    li_text_put(p->ctx, p->out, x->n > 0 ? "accelerations\n" : "rates\n");
    for (size_t i = 0; i < x->n; i++)
        put_line(p, m->coord[i].name, 2, &x->acceleration[i]);
    for (size_t i = 0; i < x->quasis; i++)
        put_line(p, m->quasi[i].name, 1, &x->quasi_acceleration[i]);
    for (size_t i = 0; i < x->speeds; i++)
        put_line(p, m->speed[i].name, 1, &x->speed_acceleration[i]);
}

/* a combination of multipliers that is determined where they are not: rod + 2*rod2 = 3.1 */
static void put_combination(struct table *p, const li_motion *S, const li_ball *c)
{
    bool first = true;

    for (size_t h = 0; h < S->r; h++) {
        li_text number;
        if (li_ball_below(&c[h], p->digits, &c[h]))
            continue;
        li_text_init(&number);
        li_ball_print(p->ctx, &number, &c[h], p->digits);
        bool minus = li_text_str(&number)[0] == '-', one = strcmp(li_text_str(&number) + minus, "1") == 0;
        li_text_put(p->ctx, p->out, first ? (minus ? "  -" : "  ") : minus ? " - " : " + ");
        li_text_printf(p->ctx, p->out, "%s%s%s", one ? "" : li_text_str(&number) + minus, one ? "" : "*", S->multiplier[h]);
        first = false;
        li_text_clear(p->ctx, &number);
    }
    li_text_put(p->ctx, p->out, " = ");
    put_number(p, &c[S->r]);
    li_text_put(p->ctx, p->out, "\n");
}

static void put_reactions(struct table *p, const li_motion *S, const li_values *x)
{
    if (x->r > 0 && x->reacts) {
        li_text_put(p->ctx, p->out, "multipliers\n");
        for (size_t h = 0; h < x->r; h++)
            put_line(p, S->multiplier[h], 0, x->determined == NULL || x->determined[h] ? &x->multiplier[h] : NULL);
        for (size_t i = 0; i < x->combinations; i++)
            put_combination(p, S, x->combination + i * (x->r + 1));
    }
    if (x->box > 0)
        li_text_printf(p->ctx, p->out, "  looked for up to %g%s\n", x->box, x->complete ? "; there are no others there" : "; there may be others");
    for (size_t i = 0; x->roots > 1 && i < x->roots; i++) {
        li_text_printf(p->ctx, p->out, "possibility %zu of %zu%s\n", i + 1, x->roots, x->complete ? "" : " found");
        for (size_t h = 0; h < x->r; h++)
            put_line(p, S->multiplier[h], 0, &x->root[i * x->r + h]);
        for (size_t k = 0; x->root_acceleration != NULL && k < x->n; k++)
            put_line(p, S->model->coord[k].name, 2, &x->root_acceleration[i * x->n + k]);
    }
}

/* Numerical solutions are good to digits + 20: what is 15 digits below the digits of the largest velocity or
 * coordinate is a rounding error. */
static double rounding(const li_state *s, const li_values *x, int digits)
{
    double largest = -INFINITY, low, high;

    for (size_t i = 0; s->decimal && i < 2 * x->n + x->speeds; i++) {
        li_ball_range(i < x->n ? &x->q[i] : i < 2 * x->n ? &x->v[i - x->n] : &x->speed[i - 2 * x->n], &low, &high);
        largest = high > largest ? high : largest;
    }
    return largest - 3.33 * (digits + 15);
}

/* 0, or what rounding of the state leaves of it */
static bool is_zero(const struct table *p, const li_ball *x)
{
    double low, high;
    li_ball_range(x, &low, &high);
    return li_ball_is_finite(x) && (li_ball_contains_zero(x) || high < p->least);
}

static void put_power(struct table *p, const char *name, const char *which, const li_ball *x)
{
    li_text both;

    li_text_init(&both);
    li_text_printf(p->ctx, &both, "%s, %s", name, which);
    put_line(p, li_text_str(&both), 0, x);
    li_text_clear(p->ctx, &both);
}

/* Reactions that do work, at constant t (natural) or with the dt part of their Pfaff form (real); `velocity` is what
 * rounding leaves of a velocity (log2) */
static void put_powers(struct table *p, const li_motion *S, const li_values *x, double velocity)
{
    bool any = false;

    for (size_t h = 0; x->power != NULL && x->moves && x->reacts && h < x->r; h++) {
        const li_ball *natural = &x->power[2 * h], *real = natural + 1;
        double low, high;
        li_ball_range(&x->multiplier[h], &low, &high);
        p->least = velocity + (high > 0 ? high : 0);
        if (!x->determined[h] || (is_zero(p, natural) && is_zero(p, real)))
            continue;
        li_text_put(p->ctx, p->out, any ? "" : "powers of the reactions\n");
        put_power(p, S->multiplier[h], "natural", natural);
        put_power(p, S->multiplier[h], "real", real);
        any = true;
    }
    p->least = -INFINITY;
}

static void put_energies(struct table *p, const li_values *x)
{
    li_ball E;

    if (x->given && x->n == 0)
        return;
    if (x->given) {
        li_text_put(p->ctx, p->out, "Hamilton's function\n");
        put_line(p, "H", 0, &x->H);
        return;
    }
    li_text_put(p->ctx, p->out, "energies\n");
    put_line(p, "kinetic", 0, &x->T);
    put_line(p, "potential", 0, &x->V);
    if (li_ball_init(p->ctx, &E) == LI_OK) {
        li_ball_add(&E, &x->T, &x->V, 4L * p->digits + 64);
        put_line(p, "energy", 0, &E);
        li_ball_clear(&E);
    }
}

static void put_relations(struct table *p, const li_motion *S, const li_values *x)
{
    if (x->p == 0)
        return;
    li_text_put(p->ctx, p->out, "constraints\n");
    for (size_t h = 0; h < x->p; h++) {
        put_line(p, S->label[h], 0, &x->residual[h]);
        if (S->position[h] != NULL)
            put_line(p, S->label[h], 1, &x->rate[h]);
    }
    if (x->coupled && x->p == x->r)
        put_line(p, "compatibility", 0, &x->compatibility);
}

/* ---- functions ---- */

static void put_components(struct table *p, const li_model *m, const li_values *x, const li_ball *value)
{
    for (size_t i = 0; i < x->n; i++)
        put_line(p, m->coord[i].name, 1, &value[i]);
    for (size_t i = 0; i < x->quasis; i++)
        put_line(p, m->quasi[i].name, 0, &value[x->n + i]);
    for (size_t i = 0; i < x->speeds; i++)
        put_line(p, m->speed[i].name, 0, &value[x->n + x->quasis + i]);
}

/* The motion without reactions, and what a unit of each adds: components of the velocity. */
static void put_fields(struct table *p, const li_motion *S, const li_values *x)
{
    if (!x->fields)
        return;
    li_text_put(p->ctx, p->out, "field E, the motion without reactions\n");
    put_components(p, S->model, x, x->free);
    for (size_t h = 0; h < x->r; h++) {
        li_text_printf(p->ctx, p->out, "field e(%s), what a unit of the reaction adds\n", S->p == S->r ? S->label[h] : S->multiplier[h]);
        put_components(p, S->model, x, x->field + h * (x->n + x->quasis + x->speeds));
    }
}

static const char *title_of(const char *group)
{
    static const char *const title[][2] = {
        { "unit_power", "unit powers, of reactions that are 1" }, { "K", "terms K of the quasi-velocities" }, { "P0", "forces P0 of the quasi-velocities, constraints ignored" },
        { "momentum", "momenta, the constraints put in" }, { "momentum_rate", "rates of the momenta" },
        { "complementary", "complementary terms C" },
    };
    for (size_t i = 0; i < sizeof title / sizeof *title; i++)
        if (strcmp(group, title[i][0]) == 0)
            return title[i][1];
    return group;
}

/* W[d(p)][w(p)] = ..., what is not 0 of the upper half */
static void put_matrix(struct table *p, const li_quantity_matrix *W, const li_values *x)
{
    li_text_printf(p->ctx, p->out, W->reduced ? "reduced form Omega_s" : "form Omega");
    for (size_t i = 0; i < 2 * W->p; i++)
        li_text_printf(p->ctx, p->out, "%s%s", i == 0 ? ", without " : " ", i < W->p ? W->form[i] : W->rate[i - W->p]);
    li_text_put(p->ctx, p->out, "\n");
    if (W->n == 0)
        li_text_printf(p->ctx, p->out, "  none: %s\n", W->why);
    for (size_t i = 0; i < W->n * W->n; i++) {
        if (W->entry[i] == SIZE_MAX)
            continue;
        li_text name;
        li_text_init(&name);
        li_text_printf(p->ctx, &name, "%s/\\%s", W->basis[i / W->n], W->basis[i % W->n]);
        put_line(p, li_text_str(&name), 0, x->moves || x->known[W->entry[i]] ? &x->quantity[W->entry[i]] : NULL);
        li_text_clear(p->ctx, &name);
    }
}

/* "d(p)/\\w(p)": as wide as the two widest names */
static void widen_by_forms(struct table *p, const li_quantities *Q)
{
    for (size_t i = 0; i < Q->matrices; i++) {
        int first = 0;
        for (size_t k = 0; k < Q->matrix[i].n; k++)
            first = characters(Q->matrix[i].basis[k]) > first ? characters(Q->matrix[i].basis[k]) : first;
        for (size_t k = 0; k < Q->matrix[i].n; k++)
            widen(p, Q->matrix[i].basis[k], first + 2);
    }
}

/* A function that has no value where the motion is known: it divides by 0 here. */
static bool fails(const li_quantities *Q, const li_values *x)
{
    bool any = false;
    for (size_t i = 0; i < Q->len && x->moves; i++)
        any |= !li_ball_is_finite(&x->quantity[i]);
    return any;
}

static void put_quantities(struct table *p, const li_quantities *Q, const li_values *x)
{
    for (size_t i = 0; i < Q->len; i++) {
        if (Q->at[i].group == NULL)
            continue;
        bool alone = Q->at[i].name[0] == '\0';
        if (alone)
            li_text_put(p->ctx, p->out, "Hamilton's function\n");
        else if (i == 0 || strcmp(Q->at[i].group, Q->at[i - 1].group) != 0)
            li_text_printf(p->ctx, p->out, "%s\n", title_of(Q->at[i].group));
        put_line(p, alone ? Q->at[i].group : Q->at[i].name, 0, x->moves || x->known[i] ? &x->quantity[i] : NULL);
    }
    if (fails(Q, x))
        li_text_put(p->ctx, p->out, "  not known: at this state the dependent velocities, or the quasi-velocities, cannot be solved for; --dependent chooses others\n");
}

void li_emit_values_text(li_ctx *ctx, li_text *out, const li_motion *S, const li_state *s, const li_quantities *Q, const li_values *x, int digits)
{
    struct table p = { .ctx = ctx, .out = out, .digits = digits, .least = rounding(s, x, digits) };
    size_t start = out->len;

    set_width(&p, S);
    if (Q != NULL)
        widen_by_forms(&p, Q);
    li_text_printf(ctx, out, "%s: %s\n", S->model->name[0] != '\0' ? S->model->name : "system", li_verdict_name(x->status));
    put_state(&p, S->model, s, x);
    p.least = -INFINITY;
    put_motion(&p, S->model, x);
    put_reactions(&p, S, x);
    put_powers(&p, S, x, rounding(s, x, digits));
    put_energies(&p, x);
    for (size_t i = 0; Q != NULL && i < Q->matrices; i++)
        put_matrix(&p, &Q->matrix[i], x);
    if (Q != NULL && Q->functions) {
        put_quantities(&p, Q, x);
        put_fields(&p, S, x);
    }
    p.least = rounding(s, x, digits);
    put_relations(&p, S, x);
    if (li_ctx_status(ctx) != LI_OK)
        li_text_cut(out, start);
}
