/* form.c - normal form, simplification, equations for people */
#include "display.h"

struct task {
    li_ctx *ctx;
    li_expr e;
    li_class from;
    li_expr out, right;
    void (*work)(struct task *task, li_tower *t, fmpz_mpoly_q_t a);
};

/* Builds the tower and the element of task->e and does the work on them. */
static void with_element(void *arg)
{
    struct task *task = arg;
    li_tower t;
    li_expr e = task->e;

    if (li_tower_init(task->ctx, &t, 1, &e) == LI_OK) {
        fmpz_mpoly_q_t a;
        li_tower_ring(&t);
        fmpz_mpoly_q_init(a, t.ring);
        li_tower_elements(&t, 1, a, &e);
        if (li_tower_usable(&t))
            task->work(task, &t, a);
        fmpz_mpoly_q_clear(a, t.ring);
    }
    li_tower_clear(&t);
    if (task->right == NULL && !li_switch_vanishes(task->ctx, li_expr_sub(task->ctx, task->e, task->out)))
        task->out = task->e;
}

/* What cannot be done leaves task->out as it was. */
static void perform(struct task *task)
{
    struct room *r = li_exact_room(task->ctx);
    struct task kept = *task;

    if (r == NULL || r->depth >= MAX_DEPTH)
        return;
    li_status status = li_exact_ask(task->ctx, 1, &task->e, with_element, task);
    if (status != LI_OK)
        *task = kept;
}

/* ---- normal form ---- */

static void normal(struct task *task, li_tower *t, fmpz_mpoly_q_t a)
{
    li_tower_rationalise(t, a);
    if (li_tower_is_zero(t, a))
        task->out = li_expr_int(task->ctx, 0);
    else if (li_tower_usable(t))
        task->out = li_tower_expression(t, a);
}

li_expr li_exact_normal(li_ctx *ctx, li_expr e)
{
    struct task task = { .ctx = ctx, .e = e, .out = e, .work = normal };
    if (li_expr_kind(e) == LI_NUM || li_expr_kind(e) == LI_SYM)
        return e;
    perform(&task);
    return task.out;
}

/* ---- factors of parameters ---- */

/* Is p a polynomial in parameters alone? */
static bool is_parametric(const li_tower *t, const fmpz_mpoly_t p)
{
    for (size_t g = 0; g < t->len; g++)
        if (fmpz_mpoly_degree_si(p, (slong)g, t->ring) > 0 && !(t->gen[g].kind == LI_SYM && li_expr_class(t->gen[g].symbol) == LI_PARAMETER))
            return false;
    return true;
}

/* The product of the factors of p that contain parameters only (with the number in front, made positive). */
static void parametric_part(li_tower *t, fmpz_mpoly_t part, const fmpz_mpoly_t p)
{
    fmpz_mpoly_factor_t f;
    fmpz_mpoly_t base;
    fmpz_t c;

    fmpz_mpoly_one(part, t->ring);
    fmpz_mpoly_factor_init(f, t->ring);
    fmpz_mpoly_init(base, t->ring);
    fmpz_init(c);
    if (li_tower_factor(t, f, p)) {
        fmpz_mpoly_factor_get_constant_fmpz(c, f, t->ring);
        fmpz_abs(c, c);
        fmpz_mpoly_set_fmpz(part, c, t->ring);
        for (slong i = 0; i < fmpz_mpoly_factor_length(f, t->ring); i++) {
            fmpz_mpoly_factor_get_base(base, f, i, t->ring);
            for (slong k = fmpz_mpoly_factor_get_exp_si(f, i, t->ring); k > 0 && is_parametric(t, base); k--)
                fmpz_mpoly_mul(part, part, base, t->ring);
        }
    }
    fmpz_clear(c);
    fmpz_mpoly_clear(base, t->ring);
    fmpz_mpoly_factor_clear(f, t->ring);
}

/* ---- simplification ---- */

static li_expr sum_of_groups(li_tower *t, const struct groups *g)
{
    li_ctx *ctx = t->ctx;
    li_expr *x = li_new(ctx, g->len + 1, sizeof *x), e = li_expr_undefined();
    for (size_t i = 0; x != NULL && i < g->len; i++)
        x[i] = li_expr_mul(ctx, li_display_fraction(t, g->at[i].coef), g->at[i].monomial);
    if (x != NULL)
        e = li_expr_sum_flat(ctx, g->len, x);
    li_drop(ctx, x);
    return e;
}

static void keep_if_cheaper(struct task *task, li_expr e)
{
    if (li_ctx_status(task->ctx) == LI_OK && li_exact_cost(task->ctx, e) < li_exact_cost(task->ctx, task->out))
        task->out = e;
}

/* The sum of the groups of a */
static void try_groups(struct task *task, li_tower *t, const fmpz_mpoly_q_t a, li_expr below)
{
    struct groups g;

    if (li_display_collect(t, &g, a, task->from, LI_GENERATOR) && g.len > 0) {
        li_expr e = sum_of_groups(t, &g);
        if (li_tower_usable(t))
            keep_if_cheaper(task, below == NULL ? e : li_expr_div(task->ctx, e, below));
    }
    li_display_clear(t, &g);
}

/* The same over what all groups share: a factor `part` of the denominator */
static void try_groups_over(struct task *task, li_tower *t, const fmpz_mpoly_q_t a, const fmpz_mpoly_t part)
{
    fmpz_mpoly_t rest;
    fmpz_mpoly_q_t below, b;

    fmpz_mpoly_init(rest, t->ring);
    fmpz_mpoly_q_init(below, t->ring);
    fmpz_mpoly_q_init(b, t->ring);
    fmpz_mpoly_set(fmpz_mpoly_q_numref(below), part, t->ring);
    if (fmpz_mpoly_length(part, t->ring) > 1 && fmpz_mpoly_divides(rest, fmpz_mpoly_q_denref(a), part, t->ring)) {
        fmpz_mpoly_q_set(b, a, t->ring);
        fmpz_mpoly_swap(fmpz_mpoly_q_denref(b), rest, t->ring);
        if (li_display_is_negative(t, part)) {
            fmpz_mpoly_neg(fmpz_mpoly_q_numref(below), part, t->ring);
            fmpz_mpoly_neg(fmpz_mpoly_q_numref(b), fmpz_mpoly_q_numref(b), t->ring);
        }
        try_groups(task, t, b, li_display_fraction(t, below));
    }
    fmpz_mpoly_q_clear(b, t->ring);
    fmpz_mpoly_q_clear(below, t->ring);
    fmpz_mpoly_clear(rest, t->ring);
}

/* ... its parameters, or all of it */
static void try_common_denominators(struct task *task, li_tower *t, const fmpz_mpoly_q_t a)
{
    fmpz_mpoly_t part;

    fmpz_mpoly_init(part, t->ring);
    parametric_part(t, part, fmpz_mpoly_q_denref(a));
    if (li_tower_usable(t))
        try_groups_over(task, t, a, part);
    if (li_tower_usable(t) && !fmpz_mpoly_equal(part, fmpz_mpoly_q_denref(a), t->ring))
        try_groups_over(task, t, a, fmpz_mpoly_q_denref(a));
    fmpz_mpoly_clear(part, t->ring);
}

static void simplify(struct task *task, li_tower *t, fmpz_mpoly_q_t a)
{
    if (li_tower_is_zero(t, a)) {
        task->out = li_expr_int(task->ctx, 0);
        return;
    }
    try_groups(task, t, a, NULL);
    if (li_tower_usable(t))
        try_common_denominators(task, t, a);
    if (li_tower_usable(t))
        keep_if_cheaper(task, li_display_fraction(t, a));
}

static bool has_root(li_ctx *ctx, li_expr e)
{
    li_list list;
    bool found = false;

    if (li_list_init(ctx, &list, 1, &e, true) == LI_OK)
        for (size_t i = 0; i < list.len && !found; i++)
            found = li_expr_kind(list.e[i]) == LI_ROOT;
    li_list_clear(ctx, &list);
    return found;
}

/* What stands under roots, for people too: a^2*sin^2 + c^2*cos^2 rather than a^2 + (c^2 - a^2)*cos^2. Roots of roots stay. */
static li_expr with_short_radicands(li_ctx *ctx, li_expr e)
{
    li_list list;
    size_t n = 0;

    if (li_list_init(ctx, &list, 1, &e, false) != LI_OK)
        return e;
    li_expr *from = li_new(ctx, list.len + 1, sizeof *from), *to = li_new(ctx, list.len + 1, sizeof *to);
    for (size_t i = 0; from != NULL && to != NULL && i < list.len; i++) {
        if (li_expr_kind(list.e[i]) != LI_ROOT || li_expr_kind(li_expr_arg(list.e[i], 0)) == LI_NUM || has_root(ctx, li_expr_arg(list.e[i], 0)))
            continue;
        from[n] = list.e[i];
        to[n] = li_expr_root(ctx, li_exact_simplify(ctx, li_expr_arg(list.e[i], 0)), li_expr_order(list.e[i]));
        n++;
    }
    li_list_clear(ctx, &list);
    if (n > 0)
        e = li_expr_subst(ctx, e, n, from, to);
    li_drop(ctx, from);
    li_drop(ctx, to);
    return e;
}

li_expr li_exact_simplify(li_ctx *ctx, li_expr e)
{
    struct task task = { .ctx = ctx, .e = e, .out = e, .from = LI_MULTIPLIER, .work = simplify };
    if (li_expr_kind(e) == LI_NUM || li_expr_kind(e) == LI_SYM)
        return e;
    perform(&task);
    return with_short_radicands(ctx, task.out);
}

static void factor(struct task *task, li_tower *t, fmpz_mpoly_q_t a)
{
    if (li_tower_is_zero(t, a))
        task->out = li_expr_int(task->ctx, 0);
    else if (li_tower_usable(t))
        task->out = li_display_product(t, a);
}

/* c times the factors of e, each simplified by itself */
li_expr li_exact_factor(li_ctx *ctx, li_expr e)
{
    struct task task = { .ctx = ctx, .e = e, .out = e, .work = factor };

    if (li_expr_kind(e) == LI_NUM || li_expr_kind(e) == LI_SYM)
        return e;
    perform(&task);
    size_t n = li_expr_factors(ctx, task.out, NULL, NULL);
    li_expr *f = li_new(ctx, n + 1, sizeof *f), product = task.out;
    int *power = li_new(ctx, n + 1, sizeof *power);
    if (n > 1 && f != NULL && power != NULL) {
        li_expr_factors(ctx, task.out, f, power);
        product = li_expr_int(ctx, 1);
        for (size_t i = 0; i < n; i++)
            product = li_expr_mul(ctx, product, li_expr_power(ctx, li_exact_simplify(ctx, f[i]), power[i]));
    }
    li_drop(ctx, f);
    li_drop(ctx, power);
    return product;
}

static void collect(struct task *task, li_tower *t, fmpz_mpoly_q_t a)
{
    struct groups g;

    if (li_tower_is_zero(t, a))
        task->out = li_expr_int(task->ctx, 0);
    else if (li_display_collect(t, &g, a, task->from, LI_GENERATOR)) {
        li_expr e = sum_of_groups(t, &g);
        if (li_tower_usable(t))
            task->out = e;
        li_display_clear(t, &g);
    } else {
        li_display_clear(t, &g);
        if (li_tower_usable(t))
            keep_if_cheaper(task, li_display_fraction(t, a));
    }
}

li_expr li_exact_collect(li_ctx *ctx, li_expr e, li_class from)
{
    struct task task = { .ctx = ctx, .e = e, .out = e, .from = from, .work = collect };
    perform(&task);
    return with_short_radicands(ctx, task.out);
}

/* ---- equations ---- */

/* num divided by what its coefficients have in common; false if that is only a number, or nothing. A single group free
 * of moving symbols is the whole equation: what it has in common with itself says nothing. */
static bool divide_common(li_tower *t, fmpz_mpoly_q_t a, li_class from)
{
    struct groups g;
    fmpz_mpoly_t common, quotient;

    fmpz_mpoly_init(common, t->ring);
    fmpz_mpoly_init(quotient, t->ring);
    bool ok = li_display_collect(t, &g, a, from, LI_GENERATOR) && (g.len > 1 || (g.len == 1 && li_expr_kind(g.at[0].monomial) != LI_NUM));
    for (size_t i = 0; ok && i < g.len && li_tower_usable(t); i++)
        ok = fmpz_mpoly_gcd(common, common, fmpz_mpoly_q_numref(g.at[i].coef), t->ring) != 0;
    bool found = ok && !fmpz_mpoly_is_fmpz(common, t->ring);
    ok = ok && !fmpz_mpoly_is_zero(common, t->ring) && fmpz_mpoly_divides(quotient, fmpz_mpoly_q_numref(a), common, t->ring);
    if (ok)
        fmpz_mpoly_set(fmpz_mpoly_q_numref(a), quotient, t->ring);
    li_display_clear(t, &g);
    fmpz_mpoly_clear(common, t->ring);
    fmpz_mpoly_clear(quotient, t->ring);
    return ok && found;
}

/* What is common to all coefficients of a is taken away (also where only 1 - sin^2 for cos^2 shows it), and the
 * parametric factors of its denominator. A motion that satisfies f*E = 0 satisfies E = 0 where f is not 0, and by
 * continuity everywhere. */
static void strip_factors(li_tower *t, fmpz_mpoly_q_t a, li_class from)
{
    fmpz_mpoly_t part, quotient;
    fmpz_mpoly_q_t b;

    fmpz_mpoly_init(part, t->ring);
    fmpz_mpoly_init(quotient, t->ring);
    parametric_part(t, part, fmpz_mpoly_q_denref(a));
    if (fmpz_mpoly_divides(quotient, fmpz_mpoly_q_denref(a), part, t->ring))
        fmpz_mpoly_set(fmpz_mpoly_q_denref(a), quotient, t->ring);
    fmpz_mpoly_clear(part, t->ring);
    fmpz_mpoly_clear(quotient, t->ring);
    divide_common(t, a, from);
    fmpz_mpoly_q_init(b, t->ring);
    for (size_t s = 1; s < t->len && li_tower_usable(t); s++) {
        if (t->gen[s].kind != LI_SIN || t->gen[s].degree != 2 || fmpz_mpoly_degree_si(fmpz_mpoly_q_numref(a), (slong)s - 1, t->ring) < 2)
            continue;
        fmpz_mpoly_q_set(b, a, t->ring);
        li_tower_exchange(t, fmpz_mpoly_q_numref(b), s);
        if (!divide_common(t, b, from))
            continue;
        li_tower_reduce(t, fmpz_mpoly_q_numref(b));
        fmpz_mpoly_q_swap(a, b, t->ring);
    }
    fmpz_mpoly_q_clear(b, t->ring);
}

static bool has_class(li_ctx *ctx, li_expr e, li_class from, li_class to)
{
    li_expr x;
    return li_expr_symbols(ctx, 1, &e, from, to, &x, 1) > 0;
}

/* Accelerations and velocities stand left; forces and reactions right. */
static bool stands_left(li_ctx *ctx, li_expr monomial)
{
    return has_class(ctx, monomial, LI_ACCELERATION, LI_ACCELERATION) ||
           (has_class(ctx, monomial, LI_VELOCITY, LI_VELOCITY) && !has_class(ctx, monomial, LI_MULTIPLIER, LI_MULTIPLIER));
}

static bool is_negative(li_expr e)
{
    if (li_expr_kind(e) == LI_NUM)
        return li_rational_sign(li_expr_number(e)) < 0;
    return li_expr_kind(e) == LI_SUM && li_expr_len(e) > 0 && li_rational_is_zero(li_expr_number(e)) && li_rational_sign(li_expr_coef(e, 0)) < 0;
}

/* Are most accelerations (without any: most terms on the left) negative? Then all signs are turned. */
static bool is_turned(li_ctx *ctx, const struct groups *g, const li_expr *coef)
{
    int accelerations = 0, others = 0;
    bool any = false;
    for (size_t i = 0; i < g->len; i++) {
        int sign = is_negative(coef[i]) ? -1 : 1;
        if (has_class(ctx, g->at[i].monomial, LI_ACCELERATION, LI_ACCELERATION)) {
            accelerations += sign;
            any = true;
        } else if (stands_left(ctx, g->at[i].monomial))
            others += sign;
    }
    return any ? accelerations < 0 : others < 0;
}

struct sides { li_expr left, right; };

static bool write_sides(struct task *task, li_tower *t, struct sides *out, const fmpz_mpoly_q_t a)
{
    li_ctx *ctx = task->ctx;
    struct groups g;
    bool ok = li_display_collect(t, &g, a, task->from, LI_GENERATOR);
    li_expr *coef = li_new(ctx, 2 * g.len + 1, sizeof *coef), *left = coef, *right = coef + g.len;
    size_t nl = 0, nr = 0;

    if (ok && coef != NULL && g.len > 0) {
        for (size_t i = 0; i < g.len; i++)
            coef[i] = li_display_fraction(t, g.at[i].coef);
        bool turn = is_turned(ctx, &g, coef);
        for (size_t i = 0; i < g.len; i++) {
            li_expr term = li_expr_mul(ctx, coef[i], g.at[i].monomial);
            bool on_left = stands_left(ctx, g.at[i].monomial);
            if (turn == on_left)
                term = li_expr_neg(ctx, term);
            if (on_left)
                left[nl++] = term;                /* nl <= i: coef[i] is read already */
            else
                right[nr++] = term;
        }
        bool whole = nl == 0 && task->from == LI_ACCELERATION;      /* no term can be told from the others */
        out->left = whole ? li_expr_sum_flat(ctx, nr, right) : li_expr_sum_flat(ctx, nl, left);
        if (whole && is_negative(out->left))
            out->left = li_expr_neg(ctx, out->left);
        out->right = li_expr_sum_flat(ctx, whole ? 0 : nr, right);
    }
    li_drop(ctx, coef);
    li_display_clear(t, &g);
    return ok && li_tower_usable(t);
}

static size_t sides_cost(li_ctx *ctx, const struct sides *s) { return li_exact_cost(ctx, s->left) + li_exact_cost(ctx, s->right); }

static void equation(struct task *task, li_tower *t, fmpz_mpoly_q_t a)
{
    struct sides fractions, cleared;

    if (li_tower_is_zero(t, a)) {
        task->out = task->right = li_expr_int(task->ctx, 0);
        return;
    }
    strip_factors(t, a, task->from);
    if (!write_sides(task, t, &fractions, a)) {          /* velocities inside functions: sin(beta) */
        task->from = LI_ACCELERATION;
        if (!li_tower_usable(t) || !write_sides(task, t, &fractions, a))
            return;
    }
    task->out = fractions.left;
    task->right = fractions.right;
    fmpz_mpoly_one(fmpz_mpoly_q_denref(a), t->ring);
    strip_factors(t, a, task->from);
    if (write_sides(task, t, &cleared, a) && sides_cost(task->ctx, &cleared) < sides_cost(task->ctx, &fractions)) {
        task->out = cleared.left;
        task->right = cleared.right;
    }
}

bool li_exact_equation(li_ctx *ctx, li_expr *left, li_expr *right, li_expr e)
{
    struct task task = { .ctx = ctx, .e = e, .out = NULL, .right = li_expr_int(ctx, 0), .from = LI_MULTIPLIER, .work = equation };
    perform(&task);
    *left = task.out != NULL ? with_short_radicands(ctx, task.out) : e;
    *right = with_short_radicands(ctx, task.right);
    return task.out != NULL;
}
