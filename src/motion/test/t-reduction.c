/* t-reduction.c - reduced forms: their null direction is the motion, their determinant, what is eliminated    [gallissot 10] */
#include <string.h>

#include "draw.h"

/* ---- what is eliminated ---- */

struct drawn { li_expr form[MOST], rate[MOST]; };

/* p of the n names, or none: then they choose themselves */
static size_t draw_names(li_rand *rng, size_t n, size_t p, const li_expr *x, li_expr *out)
{
    size_t count = 0;

    if (li_rand_below(rng, 3) == 0)
        return 0;
    for (size_t i = 0; i < n && count < p; i++)
        if ((size_t)li_rand_below(rng, (int)(n - i)) < p - count)
            out[count++] = x[i];
    return count;
}

static void draw_eliminated(li_omega *O, struct drawn *d, li_motion *S, li_rand *rng)
{
    bool quasi = O->chart == LI_CHART_QUASI;

    S->reducing.forms = draw_names(rng, S->n, S->p, quasi ? O->v : S->q, d->form);
    S->reducing.rates = draw_names(rng, S->n, S->p, quasi || S->speeds ? O->v : S->q, d->rate);
    S->reducing.form = d->form;
    S->reducing.rate = d->rate;
}

/* A reduced form of a random system; false: the names drawn do not determine the others, or there is nothing to reduce */
static bool draw_reduction(li_ctx *ctx, li_reduction *R, li_omega *O, struct drawn *d, li_motion *S, li_rand *rng, bool keeps_pi)
{
    if (!li_draw_omega(ctx, O, S, rng))
        return false;
    draw_eliminated(O, d, S, rng);
    if (li_reduction_init(ctx, R, O, keeps_pi) == LI_OK)
        return true;
    bool drawn = S->reducing.forms > 0 || S->reducing.rates > 0 || li_ctx_status(ctx) == LI_UNDECIDED || li_ctx_status(ctx) == LI_BUDGET;
    li_check(ctx, drawn, "%s: %s", S->model->name, li_ctx_message(ctx));
    li_ctx_forgive(ctx);
    li_reduction_clear(ctx, R);
    li_omega_clear(ctx, O);
    return false;
}

/* ---- the null direction ---- */

/* sum_b W_ab x_b for all a */
static void apply(li_ctx *ctx, const li_form *W, const li_expr *x, li_expr *out)
{
    for (size_t a = 0; a < W->on->n; a++)
        out[a] = li_expr_int(ctx, 0);
    for (size_t k = 0; k < W->len; k++) {
        uint32_t a = W->at[2 * k], b = W->at[2 * k + 1];
        out[a] = li_expr_add(ctx, out[a], li_expr_mul(ctx, W->f[k], x[b]));
        out[b] = li_expr_sub(ctx, out[b], li_expr_mul(ctx, W->f[k], x[a]));
    }
}

/* The rates of the motion put in: accelerations, then the multipliers of the motion */
static void put_motion(li_ctx *ctx, const li_reduction *R, const li_field *X, const li_expr *lambda, li_expr *x)
{
    const li_omega *O = R->O;

    for (size_t a = 0; a < R->basis.n; a++)
        for (size_t s = 0; s < O->n; s++)
            x[a] = li_expr_subst(ctx, x[a], 1, &O->rate[s], &X->comp[s]);
    for (size_t a = 0; a < R->basis.n; a++)
        x[a] = li_expr_subst(ctx, x[a], O->r, O->S->lambda, lambda);
}

/* i(X)Omega_s = 0 and i(X)Omega_r = 0 for X = E + sum lambda e, in the basis that is left */
static void null_direction(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_omega O;
    li_reduction R;
    li_field X;
    struct drawn d;
    bool keeps_pi = li_rand_below(rng, 2);
    li_expr lambda[MOST], x[2 * MOST + 1], left[2 * MOST + 1];

    if (!li_draw_any(ctx, &m, &S, rng) || S.r == 0 || !draw_reduction(ctx, &R, &O, &d, &S, rng, keeps_pi))
        return;
    li_field_init(&X);
    if (li_omega_motion(ctx, &X, lambda, &O) == LI_OK) {
        li_check(ctx, R.basis.n == 2 * (S.n - S.p) + 1 + (keeps_pi ? S.p : 0), "%zu forms are left", R.basis.n);
        for (size_t a = 0; a < R.basis.n; a++)
            x[a] = R.rate[a];
        put_motion(ctx, &R, &X, lambda, x);
        apply(ctx, &R.Omega, x, left);
        put_motion(ctx, &R, &X, lambda, left);
        for (size_t a = 0; a < R.basis.n; a++)
            li_same_or_residues(ctx, left[a], li_expr_int(ctx, 0), keeps_pi ? "i(X)Omega_r" : "i(X)Omega_s", a);
    } else if (li_ctx_status(ctx) == LI_OK) {
        li_test_undecided();
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s: %s", m.name, li_ctx_message(ctx));
    li_field_clear(ctx, &X);
    li_reduction_clear(ctx, &R);
    li_omega_clear(ctx, &O);
}

/* Two constraints, one used: the other keeps its multiplier */
static void partial(li_ctx *ctx, li_rand *rng)
{
    static const char *const name[] = { "c1", "c2" };
    li_model m;
    li_motion S;
    li_omega O;
    li_reduction R;
    li_field X;
    size_t used = (size_t)li_rand_below(rng, 2);
    li_expr lambda[MOST], x[2 * MOST + 1], left[2 * MOST + 1];

    if (!li_draw_system(ctx, &m, &S, rng, 3, 2, li_rand_below(rng, 2)))
        return;
    S.reducing.constraints = 1;
    S.reducing.constraint = &name[used];
    li_field_init(&X);
    if (!li_draw_omega(ctx, &O, &S, rng))
        return;
    li_status status = li_reduction_init(ctx, &R, &O, false);
    if (status == LI_OK && li_omega_motion(ctx, &X, lambda, &O) == LI_OK) {
        bool other = false, own = false;
        for (size_t k = 0; k < R.Omega.len; k++) {
            other |= li_expr_contains(ctx, R.Omega.f[k], S.lambda[1 - used]);
            own |= li_expr_contains(ctx, R.Omega.f[k], S.lambda[used]);
        }
        li_check(ctx, other && !own && R.basis.n == 5, "%s used: the multiplier of the other one stays", name[used]);
        for (size_t a = 0; a < R.basis.n; a++)
            x[a] = R.rate[a];
        put_motion(ctx, &R, &X, lambda, x);
        apply(ctx, &R.Omega, x, left);
        put_motion(ctx, &R, &X, lambda, left);
        for (size_t a = 0; a < R.basis.n; a++)
            li_same_or_residues(ctx, left[a], li_expr_int(ctx, 0), "i(X)Omega_s of one constraint", a);
    } else if (li_ctx_status(ctx) == LI_OK || status == LI_UNDECIDED) {
        li_test_undecided();
        li_ctx_forgive(ctx);
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s", li_ctx_message(ctx));
    li_field_clear(ctx, &X);
    li_reduction_clear(ctx, &R);
    li_omega_clear(ctx, &O);
}

/* ---- the determinant ---- */

/* By the permutations: nothing is decided, nothing simplified */
static li_expr determinant(li_ctx *ctx, size_t n, const li_expr *A, size_t row, unsigned used)
{
    li_expr sum = li_expr_int(ctx, row == n);
    int sign = 1;

    for (size_t k = 0; k < n && row < n; k++) {
        if (used & 1u << k)
            continue;
        if (!li_expr_is_zero(A[row * n + k])) {
            li_expr term = li_expr_mul(ctx, A[row * n + k], determinant(ctx, n, A, row + 1, used | 1u << k));
            sum = li_expr_add(ctx, sum, sign > 0 ? term : li_expr_neg(ctx, term));
        }
        sign = -sign;
    }
    return sum;
}

static li_expr minor_of(li_ctx *ctx, const li_reduction *R, bool rates)
{
    const li_omega *O = R->O;
    li_expr A[MOST * MOST];
    size_t p = R->p;

    for (size_t i = 0; i < p * p; i++) {
        size_t h = i / p, k = i % p;
        A[i] = rates ? li_expr_diff(ctx, O->a[R->relation[h]], O->v[R->J[k]]) : O->l[R->reaction[h] * O->n + R->I[k]];
    }
    return determinant(ctx, p, A, 0, 0);
}

/* det i(e^h)da^k */
static li_expr compatibility(li_ctx *ctx, const li_omega *O, const li_expr *M)
{
    size_t n = O->n, p = O->p;
    li_expr A[MOST * MOST], x[MOST];

    for (size_t h = 0; h < p; h++) {
        if (li_exact_solve_unexpanded(ctx, x, n, M, 1, O->l + h * n) != LI_OK && li_exact_solve(ctx, x, n, M, 1, O->l + h * n) != LI_OK)
            return NULL;
        for (size_t k = 0; k < p; k++) {
            A[h * p + k] = li_expr_int(ctx, 0);
            for (size_t s = 0; s < n; s++)
                A[h * p + k] = li_expr_add(ctx, A[h * p + k], li_expr_mul(ctx, x[s], li_expr_diff(ctx, O->a[k], O->v[s])));
        }
    }
    return determinant(ctx, p, A, 0, 0);
}

/* det(W_s without dt) = [det W(dv, w) det i(e)da/(det L_I det A_J)]^2 */
static void determinant_of_form(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_omega O;
    li_reduction R;
    struct drawn d;
    li_expr W[(2 * MOST + 1) * (2 * MOST + 1)], block[4 * MOST * MOST], M[MOST * MOST], b[MOST], c;

    if (!li_draw_any(ctx, &m, &S, rng) || S.r == 0 || !draw_reduction(ctx, &R, &O, &d, &S, rng, false))
        return;
    size_t k = 2 * (S.n - S.p);
    if (li_form_matrix(ctx, W, &R.Omega) == LI_OK && li_omega_system(ctx, &O, M, b) == LI_OK && (c = compatibility(ctx, &O, M)) != NULL) {
        for (size_t i = 0; i < k * k; i++)
            block[i] = W[i / k * (k + 1) + i % k];
        li_expr root = li_expr_div(ctx, li_expr_mul(ctx, determinant(ctx, S.n, M, 0, 0), c), li_expr_mul(ctx, minor_of(ctx, &R, false), minor_of(ctx, &R, true)));
        li_same_or_residues(ctx, determinant(ctx, k, block, 0, 0), li_expr_power(ctx, root, 2), "det W_s", 0);
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s: %s", m.name, li_ctx_message(ctx));
    li_reduction_clear(ctx, &R);
    li_omega_clear(ctx, &O);
}

/* On the state manifold again: the reduced form there gives the same, pi being l_r w^r */
static void on_state(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_omega O;
    li_reduction R;
    struct drawn d;
    li_form w, again;

    if (!li_draw_any(ctx, &m, &S, rng) || S.r == 0 || !draw_reduction(ctx, &R, &O, &d, &S, rng, li_rand_below(rng, 2)))
        return;
    li_form_init(&w);
    li_form_init(&again);
    if (li_reduction_on_state(ctx, &w, &R) == LI_OK) {
        li_check(ctx, w.on == O.on, "on the state manifold");
        if (li_form_pull(ctx, &again, &R.phi, &w) == LI_OK)
            li_form_sub(ctx, &again, &again, &R.Omega);
        for (size_t k = 0; k < again.len; k++)
            li_same_or_residues(ctx, again.f[k], li_expr_int(ctx, 0), "reduced twice", k);
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s: %s", m.name, li_ctx_message(ctx));
    li_form_clear(ctx, &w);
    li_form_clear(ctx, &again);
    li_reduction_clear(ctx, &R);
    li_omega_clear(ctx, &O);
}

/* ---- the equations ---- */

/* Each statement of a form holds on the motions */
static void equations(li_ctx *ctx, li_rand *rng)
{
    typedef li_status derive(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);
    static const struct { const char *name; derive *of; bool reduced; } form[] = {
        { "omega", li_motion_omega, false }, { "omega-r", li_motion_omega_r, true }, { "omega-s", li_motion_omega_s, true },
    };
    li_model m;
    li_motion S;
    li_equations eq;
    li_solution X;
    size_t i = (size_t)li_rand_below(rng, 3);

    if (!li_draw_any(ctx, &m, &S, rng) || (form[i].reduced && S.p == 0))
        return;
    if (li_solution_init(ctx, &X, &S) != LI_OK || X.len == 0 || X.branch[0].unknowns > 0 || X.branch[0].why != NULL) {
        li_test_undecided();
        li_ctx_forgive(ctx);
        return;
    }
    const li_branch *b = &X.branch[li_rand_below(rng, (int)X.len)];
    if (form[i].of(ctx, &eq, &S, li_rand_below(rng, 4) == 0) == LI_OK) {
        size_t expected = i == 0 ? S.n : i == 1 ? S.n : S.n - S.p;
        li_check(ctx, eq.len == expected, "%s: %zu equations", form[i].name, eq.len);
        for (size_t k = 0; k < eq.len + eq.relations; k++) {
            const li_equation *one = k < eq.len ? &eq.eq[k] : &eq.relation[k - eq.len];
            li_expr e = li_model_accelerations(ctx, &m, li_expr_sub(ctx, one->left, one->right));
            li_same_or_residues(ctx, li_solution_apply(ctx, b, e), li_expr_int(ctx, 0), form[i].name, k);
        }
    }
    li_check(ctx, li_ctx_status(ctx) == LI_OK, "%s, %s: %s", form[i].name, m.name, li_ctx_message(ctx));
}

/* ---- the choice, and where there is none ---- */

static void choice(li_ctx *ctx, li_rand *rng)
{
    /* y is absent, x is not: d(y) goes, although the determinants are alike */
    static const char absent[] = "system absent\nparam m, c\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\npotential c*x^3\nconstraint k: y' = x'\n";
    li_model m;
    li_motion S;
    li_omega O;
    li_reduction R;
    (void)rng;

    if (!li_draw_read(ctx, &m, &S, absent) || li_omega_init(ctx, &O, &S) != LI_OK)
        return;
    if (li_reduction_init(ctx, &R, &O, false) == LI_OK)
        li_check(ctx, R.I[0] == 1 && R.J[0] == 1 && R.w[0] == 0 && R.dv[0] == 0, "d(x) is kept");
    li_reduction_clear(ctx, &R);
    li_omega_clear(ctx, &O);
}

/* At a state, what can be solved for there goes */
static void at_a_state(li_ctx *ctx, li_rand *rng)
{
    static const char tube[] = "system tube\nparam m\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\nconstraint k: y'*cos(t) - x'*sin(t) = x\n";
    li_model m;
    li_motion S;
    li_omega O;
    li_reduction R;
    bool vertical = li_rand_below(rng, 2);

    if (!li_draw_read(ctx, &m, &S, tube) || li_omega_init(ctx, &O, &S) != LI_OK)
        return;
    li_expr value = vertical ? li_expr_div(ctx, li_expr_pi(ctx), li_expr_int(ctx, 2)) : li_expr_int(ctx, 0), x[] = { S.t, S.q[0], S.q[1], S.v[0], S.v[1] };
    li_expr at[] = { value, li_expr_int(ctx, 1), li_expr_int(ctx, 1), li_expr_int(ctx, 1), li_expr_int(ctx, 1) };
    S.reducing.known = 5;
    S.reducing.x = x;
    S.reducing.value = at;
    if (li_reduction_init(ctx, &R, &O, false) == LI_OK)
        li_check(ctx, R.I[0] == !vertical && R.J[0] == !vertical, "sin(t) or cos(t), whichever is not 0");
    li_reduction_clear(ctx, &R);
    li_omega_clear(ctx, &O);
}

static void refusals(li_ctx *ctx, li_rand *rng)
{
    static const struct { const char *source, *form, *rate, *constraint, *words; } wrong[] = {
        { "constraint k: y' = x' by y' - x'", NULL, NULL, "none", "there is no constraint 'none'" },
        { "constraint k: y' = x'", "z", NULL, NULL, "cannot be eliminated" },
        { "constraint k: y' = x' by z'", NULL, NULL, NULL, "incompatible" },
        { "constraint k: y' = x'\nconstraint j: 2*y' = 2*x'", NULL, NULL, NULL, "are dependent" },
        { "constraint k: y' = x' by y' - x', by z'", NULL, NULL, NULL, "2 reactions" },
        { "constraint k: y' = x' by N on y' and -1 on x' multiplier N", NULL, NULL, NULL, "its own law" },
        { "", NULL, NULL, NULL, "has none" },
        { "constraint k: y' = x'\nconstraint j: z' = x'", "x", NULL, NULL, "2 constraints eliminate 2" },
        { "constraint k: y' = x'", NULL, "z", NULL, "cannot be eliminated" },
    };
    size_t i = (size_t)li_rand_below(rng, sizeof wrong / sizeof *wrong);
    li_model m;
    li_motion S;
    li_omega O;
    li_reduction R;
    li_text s;

    li_text_init(&s);
    li_text_printf(ctx, &s, "system wrong\nparam m\ncoord x, y, z\nkinetic m*(x'^2 + y'^2 + z'^2)/2\n%s\n", wrong[i].source);
    if (li_draw_read(ctx, &m, &S, li_text_str(&s)) && li_omega_init(ctx, &O, &S) == LI_OK) {
        li_expr form = wrong[i].form != NULL ? S.q[wrong[i].form[0] - 'x'] : NULL, rate = wrong[i].rate != NULL ? S.q[wrong[i].rate[0] - 'x'] : NULL;
        S.reducing.forms = form != NULL;
        S.reducing.form = &form;
        S.reducing.rates = rate != NULL;
        S.reducing.rate = &rate;
        S.reducing.constraints = wrong[i].constraint != NULL;
        S.reducing.constraint = &wrong[i].constraint;
        li_status status = li_reduction_init(ctx, &R, &O, false);
        li_check(ctx, status == LI_INPUT && strstr(li_ctx_message(ctx), wrong[i].words) != NULL, "%s: %s", wrong[i].source, li_ctx_message(ctx));
        li_ctx_forgive(ctx);
        li_reduction_clear(ctx, &R);
        li_omega_clear(ctx, &O);
    }
    li_text_clear(ctx, &s);
}

int main(void)
{
    li_test_run("null direction", null_direction, 18);
    li_test_run("one constraint of two", partial, 6);
    li_test_run("determinant", determinant_of_form, 10);
    li_test_run("on the state manifold", on_state, 10);
    li_test_run("equations", equations, 18);
    li_test_run("choice", choice, 1);
    li_test_run("at a state", at_a_state, 4);
    li_test_run("refusals", refusals, 20);
    return li_test_done();
}
