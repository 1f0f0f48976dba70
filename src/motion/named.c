/* named.c - the functions of the theory by their names
 *
 * T1 and S1 are functions of which only some arguments may be differentiated: T1 is T0 as a function of the dependent
 * velocities, S1 is S0 as a function of the dependent accelerations. What is to be kept from differentiation is *frozen*: a
 * symbol frozen(x) beside x, which takes the value of x afterwards.                             [tzenoff 2.3] */
#include <stdio.h>
#include <string.h>

#include "frame.h"

static li_expr *room(li_ctx *ctx, size_t n) { return li_alloc(ctx, (n + 1) * sizeof(li_expr)); }

/* ---- frozen symbols ---- */

li_expr li_motion_frozen(li_ctx *ctx, li_expr x)
{
    char name[2 * LI_MAX_NAME];

    snprintf(name, sizeof name, "frozen(%s)", li_expr_name(x));
    return li_expr_symbol(ctx, name, li_expr_class(x));
}

li_expr li_motion_thaw(li_ctx *ctx, const li_motion *S, li_expr e)
{
    const li_model *m = S->model;
    size_t most = 3 * m->coords + 2 * (m->quasis + m->speeds), len = 0;
    li_expr *x = li_new(ctx, most + 1, sizeof *x), *frozen = li_new(ctx, most + 1, sizeof *frozen);

    if (x != NULL && frozen != NULL) {
        for (size_t i = 0; i < m->coords; i++) {
            x[len++] = m->coord[i].q;
            x[len++] = m->coord[i].v;
            x[len++] = m->coord[i].a;
        }
        for (size_t i = 0; i < m->quasis + m->speeds; i++) {
            const li_velocity *w = i < m->quasis ? &m->quasi[i] : &m->speed[i - m->quasis];
            x[len++] = w->w;
            x[len++] = w->rate;
        }
        for (size_t i = 0; i < len; i++)
            frozen[i] = li_motion_frozen(ctx, x[i]);
        e = li_expr_subst(ctx, e, len, frozen, x);
    }
    li_drop(ctx, x);
    li_drop(ctx, frozen);
    return e;
}

/* e(..., y) - e(..., 0): the part that contains the n dependent quantities y, all else in x frozen */
static li_expr frozen_part(const li_frame *f, li_expr e, size_t n, const li_expr *y, size_t others, const li_expr *x)
{
    li_ctx *ctx = f->ctx;
    li_expr *zero = room(ctx, n), *frozen = room(ctx, others);

    if (zero == NULL || frozen == NULL)
        return li_expr_undefined();
    for (size_t i = 0; i < n; i++)
        zero[i] = li_expr_int(ctx, 0);
    for (size_t i = 0; i < others; i++)
        frozen[i] = li_motion_frozen(ctx, x[i]);
    e = li_exact_collect(ctx, li_expr_sub(ctx, e, li_expr_subst(ctx, e, n, y, zero)), LI_VELOCITY);
    return li_expr_subst(ctx, e, others, x, frozen);
}

/* T1(q, w) = T0(q*, w*, phi(q, w)) - T0(q*, w*, 0), the starred ones frozen */
li_expr li_frame_frozen_T0(const li_frame *f, bool reduced)
{
    li_expr *x = room(f->ctx, f->n + f->k);

    if (x == NULL)
        return li_expr_undefined();
    for (size_t r = 0; r < f->n; r++)
        x[r] = f->S->q[r];
    for (size_t a = 0; a < f->k; a++)
        x[f->n + a] = f->w[a];
    li_expr T1 = frozen_part(f, f->T0, f->p, f->w + f->k, f->n + f->k, x);
    return reduced ? li_frame_reduce(f, T1) : T1;
}

static li_expr T1(const li_frame *f) { return li_frame_frozen_T0(f, true); }

/* Acceleration energies are meant up to terms free of accelerations, which never matter. */
static li_expr with_accelerations(const li_frame *f, li_expr e)
{
    li_expr *zero = room(f->ctx, f->k);

    for (size_t a = 0; zero != NULL && a < f->k; a++)
        zero[a] = li_expr_int(f->ctx, 0);
    return zero == NULL ? li_expr_undefined() : li_expr_sub(f->ctx, e, li_expr_subst(f->ctx, e, f->k, f->rate, zero));
}

/* S1(w') = S0(w'*, phi'(w')) - S0(w'*, 0) */
static li_expr S1(const li_frame *f)
{
    return with_accelerations(f, li_frame_reduce(f, frozen_part(f, li_frame_S0(f), f->p, f->rate + f->k, f->k, f->rate)));
}

static li_expr S(const li_frame *f) { return with_accelerations(f, li_frame_reduce(f, li_frame_S0(f))); }

/* ---- by name ---- */

static li_expr T0(const li_frame *f) { return f->T0; }

static const struct {
    const char *name;
    li_expr (*value)(const li_frame *f);
    bool solved;                       /* needs the dependent velocities solved for */
} functions[] = {
    { "T0", T0, false }, { "T", li_frame_T, true }, { "T1", T1, true }, { "S0", li_frame_S0, false }, { "S", S, true }, { "S1", S1, true },
    { "H", li_frame_H, true },
};

static bool is_word(const char *word, size_t len, const char *name) { return strlen(name) == len && strncmp(word, name, len) == 0; }

/* The place of a function without an index in their list; COUNT: no such function */
enum { COUNT = sizeof functions / sizeof *functions };

static size_t find_function(const char *name)
{
    size_t i = 0;
    while (i < COUNT && strcmp(name, functions[i].name) != 0)
        i++;
    return i;
}

/* K_p, P0_p of a quasi-velocity p; p_theta, C_theta, Q_theta of a coordinate theta whose velocity is independent */
static li_expr indexed_function(const li_frame *f, const char *kind, size_t j)
{
    li_ctx *ctx = f->ctx;
    li_expr *x = room(ctx, f->n);

    if (x == NULL)
        return li_expr_undefined();
    if (strcmp(kind, "K") == 0)
        return li_frame_K(f, x) == LI_OK ? x[j] : li_expr_undefined();
    if (strcmp(kind, "P0") == 0)
        return f->P[j];
    if (j >= f->k)
        return NULL;
    if (strcmp(kind, "C") == 0)
        return li_frame_C(f, j);
    if (strcmp(kind, "Q") == 0)
        return li_frame_force(f, j);
    li_frame_by_w(f, x, li_frame_T(f));
    return x[j];
}

static const struct { const char *kind; bool quasi; } kinds[] = { { "K", true }, { "P0", true }, { "p", false }, { "C", false }, { "Q", false } };

/* The index of a name behind KIND_: a quasi-velocity, or a coordinate; f->n: it is none */
static size_t index_of(const li_frame *f, const char *name)
{
    for (size_t j = 0; j < f->n; j++) {
        const char *w = li_expr_name(f->w[j]);
        size_t len = strcspn(w, "'");
        if (len == strlen(name) && strncmp(w, name, len) == 0 && f->quasi == (w[len] == '\0'))
            return j;
    }
    return f->n;
}

static bool opens(li_ctx *ctx, li_frame *f, const li_motion *S, bool quasi)
{
    return (!quasi || S->model->quasis > 0) && li_frame_init(ctx, f, S, quasi) == LI_OK;
}

li_expr li_motion_function(li_ctx *ctx, const li_motion *S, const char *name)
{
    const char *bar = strchr(name, '_');
    li_frame f;

    for (size_t i = 0; bar != NULL && i < sizeof kinds / sizeof *kinds; i++) {
        if (!is_word(name, (size_t)(bar - name), kinds[i].kind))
            continue;
        if (!opens(ctx, &f, S, kinds[i].quasi))
            return li_ctx_status(ctx) == LI_OK ? NULL : li_expr_undefined();
        size_t j = index_of(&f, bar + 1);
        return j < f.n ? indexed_function(&f, kinds[i].kind, j) : NULL;
    }
    size_t which = find_function(name);
    if (which == COUNT)
        return NULL;
    if (!opens(ctx, &f, S, S->model->quasis > 0))
        return li_expr_undefined();
    if (!f.implicit || !functions[which].solved)
        return functions[which].value(&f);
    li_fail(ctx, LI_INPUT, "%s is known by its derivatives only: the constraints are not linear in the velocities (T0 has the value of T on the motions)", name);
    return li_expr_undefined();
}

/* ---- for people ---- */

/* K_p, K_q ... or C_theta ...: as many as there are velocities w, or independent ones */
static void show_all(const li_frame *f, li_equations *out, const char *kind)
{
    for (size_t j = 0; j < (f->quasi ? f->n : f->k); j++) {
        char name[2 * LI_MAX_NAME];
        const char *w = li_expr_name(f->w[j]);
        snprintf(name, sizeof name, "%s_%.*s", kind, (int)strcspn(w, "'"), w);
        li_equations_show(f->ctx, out, name, indexed_function(f, kind, j), true);
    }
}

void li_frame_show(const li_frame *f, li_equations *out, const char *names, bool simplify)
{
    for (size_t len; simplify && *names != '\0'; names += len + (names[len] == ' ')) {
        len = strcspn(names, " ");
        char name[LI_MAX_NAME];
        snprintf(name, sizeof name, "%.*s", (int)len, names);
        size_t which = find_function(name);
        if (which == COUNT)
            show_all(f, out, name);
        else if (!f->implicit || !functions[which].solved)
            li_equations_show(f->ctx, out, name, functions[which].value(f), true);
    }
}
