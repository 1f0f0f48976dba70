/* named.c - the functions of the theory by their names
 *
 * T1 and S1 are functions of which only some arguments may be differentiated: T1 is T0 as a function of the dependent
 * velocities, S1 is S0 as a function of the dependent accelerations. What is to be kept from differentiation is *frozen*: a
 * symbol frozen(x) beside x, which takes the value of x afterwards.                             [tzenoff 2.3] */
#include <stdio.h>
#include <string.h>

#include "frame.h"

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
    li_expr *zero = li_expr_room(ctx, n), *frozen = li_expr_room(ctx, others);

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
    li_expr *x = li_expr_room(f->ctx, f->n + f->k);

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
    li_expr *zero = li_expr_room(f->ctx, f->k);

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

/* H = sum_a q'_a dT/dq'_a - T + V belongs to the velocities q'; here it is in those of the frame           [tzenoff 6] */
static li_expr H(const li_frame *f)
{
    li_frame q;

    if (!f->quasi)
        return li_frame_H(f);
    return li_frame_view(f->ctx, &q, f->S, false) == LI_OK ? li_frame_reduce(f, li_frame_in_w(f, li_frame_H(&q))) : li_expr_undefined();
}

static li_expr T0(const li_frame *f) { return f->T0; }

static const struct {
    const char *name;
    li_expr (*value)(const li_frame *f);
    bool solved;                       /* needs the dependent velocities solved for */
} functions[] = {
    { "T0", T0, false }, { "T", li_frame_T, true }, { "T1", T1, true }, { "S0", li_frame_S0, false }, { "S", S, true }, { "S1", S1, true },
    { "H", H, true },
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

/* K_p, P0_p, P_p of a quasi-velocity p or of one that completes them; p_theta, C_theta, Q_theta of a coordinate theta whose velocity is
 * independent */
static li_expr indexed_function(const li_frame *f, const char *kind, size_t j)
{
    li_ctx *ctx = f->ctx;
    li_expr *x = li_expr_room(ctx, f->n);

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
    if (strcmp(kind, "Q") == 0 || strcmp(kind, "P") == 0)
        return li_frame_force(f, j);
    li_frame_by_w(f, x, li_frame_T(f));
    return x[j];
}

static const struct { const char *kind; bool quasi; } kinds[] = {
    { "K", true }, { "P0", true }, { "P", true }, { "p", false }, { "C", false }, { "Q", false }
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The index of a name behind KIND_: a quasi-velocity, or the coordinate of a velocity; f->n: it is none */
static size_t index_of(const li_frame *f, const char *name)
{
    size_t j = 0;
    while (j < f->n && !is_word(li_expr_name(f->w[j]), strcspn(li_expr_name(f->w[j]), "'"), name))
        j++;
    return j;
}

static size_t kind_of(const char *name)
{
    const char *bar = strchr(name, '_');
    size_t i = 0;

    while (i < KINDS && (bar == NULL || !is_word(name, (size_t)(bar - name), kinds[i].kind)))
        i++;
    return i;
}

static li_expr function_of_frame(li_ctx *ctx, const li_motion *S, const char *name)
{
    size_t kind = kind_of(name), which = find_function(name);
    bool quasi = kind < KINDS ? kinds[kind].quasi : S->model->quasis > 0;
    li_frame f;

    if ((kind == KINDS && which == COUNT) || (quasi && S->model->quasis == 0))
        return NULL;
    if (li_frame_view(ctx, &f, S, quasi) != LI_OK)
        return li_expr_undefined();
    if (kind < KINDS) {
        size_t j = index_of(&f, strchr(name, '_') + 1);
        return j < f.n ? indexed_function(&f, kinds[kind].kind, j) : NULL;
    }
    if (!f.implicit || !functions[which].solved)
        return functions[which].value(&f);
    li_fail(ctx, LI_INPUT, "%s is known by its derivatives only: the constraints cannot be solved for a velocity in rational operations (T0 has the value of T on the motions)", name);
    return li_expr_undefined();
}

/* ---- in speeds ---- */

/* H = sum_r p_r phi_r - T0 + V */
static li_expr energy_of_momenta(li_ctx *ctx, const li_motion *S, const li_expr *p)
{
    li_expr H = li_expr_sub(ctx, S->V, S->T);
    for (size_t r = 0; r < S->n; r++)
        H = li_expr_add(ctx, H, li_expr_mul(ctx, p[r], S->phi[r]));
    return H;
}

/* T0, and where no constraint has to be put in T, H, p_theta, Q_theta: functions of the state in any velocity parameters */
static li_expr function_in_speeds(li_ctx *ctx, const li_motion *S, const char *name)
{
    li_expr *x = li_expr_room(ctx, S->n), *on_v = li_expr_room(ctx, S->n);
    size_t r = 0;
    bool force = strncmp(name, "Q_", 2) == 0, hamiltonian = strcmp(name, "H") == 0;

    if (strcmp(name, "T0") == 0 || (strcmp(name, "T") == 0 && S->p == 0))
        return S->T;
    while (r < S->n && strcmp(S->model->coord[r].name, strncmp(name, "p_", 2) == 0 || force ? name + 2 : "") != 0)
        r++;
    if (r == S->n && !hamiltonian && find_function(name) == COUNT)
        return NULL;
    if (S->p > 0 || (r == S->n && !hamiltonian)) {
        li_fail(ctx, LI_INPUT, "%s is written in velocities or quasi-velocities; the model has speeds%s", name, S->p > 0 ? " and constraints" : "");
        return li_expr_undefined();
    }
    if (x == NULL || on_v == NULL || li_expr_gradient(ctx, on_v, S->T, S->n, S->v) != LI_OK ||
        li_motion_on_rates(ctx, S, 1, force ? S->F : on_v, x) != LI_OK)
        return li_expr_undefined();
    return hamiltonian ? energy_of_momenta(ctx, S, x) : x[r];
}

li_expr li_motion_function(li_ctx *ctx, const li_motion *S, const char *name)
{
    if (strncmp(name, "system.", 7) == 0)
        name += 7;
    return S->speeds ? function_in_speeds(ctx, S, name) : function_of_frame(ctx, S, name);
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

/* Where phi is implicit the dependent velocities stay in the functions. */
static const char *stand_in(const li_frame *f)
{
    li_text words;

    li_text_init(&words);
    for (size_t i = 0; i < f->p; i++)
        li_text_printf(f->ctx, &words, "%s%s", i == 0 ? "" : ", ", li_expr_name(f->w[f->k + i]));
    li_text_put(f->ctx, &words, f->p == 1 ? " stands for the function of the others that the constraint makes it"
                                          : " stand for the functions of the others that the constraints make them");
    const char *kept = li_alloc_string(f->ctx, li_text_str(&words), words.len);
    li_text_clear(f->ctx, &words);
    return kept;
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
        else
            li_equations_show(f->ctx, out, name, functions[which].value(f), true);
    }
    if (simplify && f->implicit && out->functions > 0)
        out->remark = stand_in(f);
}
