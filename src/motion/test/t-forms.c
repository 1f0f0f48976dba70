/* t-forms.c - random systems: each form against another route to the same equations */
#include "draw.h"

/* ---- (I) by second derivatives, one at a time ---- */

static li_expr euler_lagrange(li_ctx *ctx, const li_motion *S, size_t r)
{
    li_expr p = li_expr_diff(ctx, S->T, S->v[r]), sum = li_expr_sub(ctx, li_expr_diff(ctx, p, S->t), li_expr_diff(ctx, S->T, S->q[r]));
    for (size_t s = 0; s < S->n; s++) {
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_expr_diff(ctx, p, S->v[s]), S->a[s]));
        sum = li_expr_add(ctx, sum, li_expr_mul(ctx, li_expr_diff(ctx, p, S->q[s]), S->v[s]));
    }
    return sum;
}

static void lagrange(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_equations eq;
    li_expr E[N], M[N * N], h[N];

    if (!li_draw_motion(ctx, &m, &S, rng, false, true) || li_motion_lagrange(ctx, &eq, &S, false) != LI_OK)
        return;
    li_motion_inertia(ctx, &S, E);
    li_motion_matrix(ctx, &S, E, M, h);
    for (size_t r = 0; r < N; r++) {
        li_expr reaction = li_expr_mul(ctx, S.lambda[0], li_expr_diff(ctx, S.relation[0], S.v[r])), sum = h[r];
        li_expr V = li_expr_neg(ctx, li_expr_diff(ctx, m.V, S.q[r]));
        li_expr force = li_expr_mul(ctx, m.force[0].F, li_expr_diff(ctx, m.force[0].V, S.v[r]));
        li_same(ctx, eq.eq[r].left, euler_lagrange(ctx, &S, r), "left", r);
        li_same(ctx, eq.eq[r].right, li_expr_add(ctx, reaction, li_expr_add(ctx, V, force)), "right", r);
        for (size_t s = 0; s < N; s++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, M[r * N + s], S.a[s]));
        li_same(ctx, sum, E[r], "M a + h", r);
    }
}

/* q' and q'' in quasi-velocities, from the definitions solved here */
static void quasi_rates(li_ctx *ctx, const li_motion *S, const li_quasi *Q, li_expr *v, li_expr *a)
{
    li_expr x[2 * N + 1] = { S->t }, rate[2 * N + 1] = { li_expr_int(ctx, 1) };
    for (size_t r = 0; r < N; r++) {
        v[r] = Q->c[r];
        for (size_t k = 0; k < N; k++)
            v[r] = li_expr_add(ctx, v[r], li_expr_mul(ctx, Q->A[r * N + k], Q->w[k]));
    }
    for (size_t r = 0; r < N; r++) {
        x[1 + r] = S->q[r];
        rate[1 + r] = v[r];
        x[1 + N + r] = Q->w[r];
        rate[1 + N + r] = Q->rate[r];
    }
    for (size_t r = 0; r < N; r++)
        a[r] = li_expr_derive(ctx, v[r], 2 * N + 1, x, rate);
}

/* (II) is (I) projected: sum_r a_r,alpha E_r, reactions included */
static void quasi(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_equations eq;
    li_quasi Q;
    li_expr E[N], from[2 * N], to[2 * N];

    if (!li_draw_motion(ctx, &m, &S, rng, true, li_rand_below(rng, 2)) || li_motion_quasi(ctx, &eq, &S, false) != LI_OK || li_quasi_init(ctx, &Q, &S) != LI_OK)
        return;
    quasi_rates(ctx, &S, &Q, to, to + N);
    for (size_t r = 0; r < N; r++) {
        from[r] = S.v[r];
        from[N + r] = S.a[r];
        E[r] = li_expr_sub(ctx, euler_lagrange(ctx, &S, r), S.F[r]);
        for (size_t h = 0; h < S.r; h++)
            E[r] = li_expr_sub(ctx, E[r], li_expr_mul(ctx, S.lambda[h], S.l[h * N + r]));
    }
    li_expr_subst_all(ctx, N, E, 2 * N, from, to);
    for (size_t k = 0; k < N; k++) {
        li_expr sum = li_expr_int(ctx, 0);
        for (size_t r = 0; r < N; r++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, Q.A[r * N + k], E[r]));
        li_same(ctx, li_expr_sub(ctx, eq.eq[k].left, eq.eq[k].right), sum, "(II)", k);
    }
}

/* Kane's equations follow from (I) with z' and z'' eliminated and the multiplier projected away. */
static void kane(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_equations eq;
    li_expr E[N], c[N], phi, zero[N];

    if (!li_draw_motion(ctx, &m, &S, rng, false, true) || li_motion_kane(ctx, &eq, &S, false) != LI_OK)
        return;
    li_check(ctx, eq.len == 2, "%zu equations", eq.len);
    for (size_t r = 0; r < N; r++) {
        E[r] = li_expr_sub(ctx, euler_lagrange(ctx, &S, r), S.F[r]);
        c[r] = li_expr_diff(ctx, S.relation[0], S.v[r]);
        zero[r] = li_expr_int(ctx, 0);
    }
    /* z' - (c_x x' + c_y y' + c_0) = 0, c[z] = 1: the virtual velocities are (1, 0, c_x), (0, 1, c_y) */
    phi = li_expr_neg(ctx, li_expr_subst(ctx, S.relation[0], N, S.v, zero));
    for (size_t r = 0; r < 2; r++)
        phi = li_expr_sub(ctx, phi, li_expr_mul(ctx, c[r], S.v[r]));
    li_expr x[6] = { S.t, S.q[0], S.q[1], S.q[2], S.v[0], S.v[1] }, rate[6] = { li_expr_int(ctx, 1), S.v[0], S.v[1], phi, S.a[0], S.a[1] };
    li_expr from[2] = { S.v[2], S.a[2] }, to[2] = { phi, li_expr_derive(ctx, phi, 6, x, rate) };
    bool independent = false;
    for (size_t k = 0; k < eq.unknowns; k++)
        independent |= eq.unknown[k] == S.v[2];
    for (size_t k = 0; k < 2 && !independent; k++) {            /* z' was taken as the dependent one */
        li_expr sum = li_expr_sub(ctx, E[k], li_expr_mul(ctx, c[k], E[2]));
        li_same(ctx, li_expr_sub(ctx, eq.eq[k].left, eq.eq[k].right), li_expr_subst(ctx, sum, 2, from, to), "Kane", k);
    }
}

/* In speeds: sum_r E_r(q, phi, phi') dphi_r/dv_alpha, for the polar coordinates of a velocity. */
static void speeds(li_ctx *ctx, li_rand *rng)
{
    li_model plain, polar;
    li_motion L, S;
    li_text s;
    li_expr E[N], P[N], from[2 * N], to[2 * N];

    li_text_init(&s);
    li_text_put(ctx, &s, "param m, k\ncoord x, y, z\n");
    li_draw_energy(ctx, &s, rng, N);
    bool ok = li_model_read(ctx, &plain, li_text_str(&s), s.len) == LI_OK && li_motion_init(ctx, &L, &plain) == LI_OK;
    li_text_put(ctx, &s, "speed w, al with x' = w*cos(al) + t*z, y' = w*sin(al)\n");
    ok = ok && li_model_read(ctx, &polar, li_text_str(&s), s.len) == LI_OK && li_motion_init(ctx, &S, &polar) == LI_OK;
    li_check(ctx, ok, "%s\n%s", li_ctx_message(ctx), li_text_str(&s));
    li_text_clear(ctx, &s);
    if (!ok || li_motion_inertia(ctx, &S, P) != LI_OK)
        return;
    for (size_t r = 0; r < N; r++) {
        E[r] = li_expr_sub(ctx, euler_lagrange(ctx, &L, r), L.F[r]);
        from[r] = L.v[r];
        from[N + r] = L.a[r];
        to[r] = S.phi[r];
        to[N + r] = li_motion_ddt(ctx, &S, S.phi[r]);
    }
    li_expr_subst_all(ctx, N, E, 2 * N, from, to);
    for (size_t k = 0; k < N; k++) {
        li_expr sum = li_expr_int(ctx, 0);
        for (size_t r = 0; r < N; r++)
            sum = li_expr_add(ctx, sum, li_expr_mul(ctx, E[r], li_expr_diff(ctx, S.phi[r], S.v[k])));
        li_same(ctx, P[k], sum, "speeds", k);
    }
}

/* What is printed for people holds if and only if what was derived does: their ratio is finite and free of accelerations. */
static void printed(li_ctx *ctx, li_rand *rng)
{
    li_model m;
    li_motion S;
    li_equations raw, nice;

    if (!li_draw_motion(ctx, &m, &S, rng, true, true) || li_motion_kane(ctx, &raw, &S, false) != LI_OK || li_motion_kane(ctx, &nice, &S, true) != LI_OK)
        return;
    for (size_t k = 0; k < raw.len; k++) {
        li_expr a = li_expr_sub(ctx, raw.eq[k].left, raw.eq[k].right), b = li_expr_sub(ctx, nice.eq[k].left, nice.eq[k].right);
        for (size_t i = 0; i < nice.unknowns; i++) {            /* a db/dx = b da/dx for every acceleration x */
            for (size_t w = 0; w < m.quasis; w++)
                if (m.quasi[w].w == nice.unknown[i])
                    li_same(ctx, li_expr_mul(ctx, a, li_expr_diff(ctx, b, m.quasi[w].rate)), li_expr_mul(ctx, b, li_expr_diff(ctx, a, m.quasi[w].rate)), "printed", k);
        }
        li_check(ctx, li_exact_is_zero(ctx, b) != LI_YES || li_exact_is_zero(ctx, a) == LI_YES, "an equation was lost");
    }
}

int main(void)
{
    li_test_run("lagrange", lagrange, 40);
    li_test_run("quasi", quasi, 20);
    li_test_run("kane", kane, 20);
    li_test_run("speeds", speeds, 20);
    li_test_run("printed", printed, 6);
    return li_test_done();
}
