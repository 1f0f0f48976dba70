/* t-system.c - zeros modulo a linear system that is never solved on paper */
#include "../../core/test/harness.h"
#include "liaison/exact.h"

enum { N = 3 };

static li_expr draw(li_ctx *ctx, li_rand *rng)
{
    static const char *const name[] = { "x", "y", "a" };
    li_expr e = li_expr_int(ctx, li_rand_below(rng, 7) - 3);

    for (int i = 0; i < 3; i++) {
        li_expr s = li_expr_symbol(ctx, name[li_rand_below(rng, 3)], LI_PARAMETER);
        if (li_rand_below(rng, 3) == 0)
            s = li_expr_apply(ctx, li_rand_below(rng, 2) ? LI_SIN : LI_COS, s);
        li_expr c = li_expr_int(ctx, 1 + li_rand_below(rng, 4));
        e = li_expr_add(ctx, li_expr_mul(ctx, e, s), c);
    }
    return e;
}

/* z_i det K = det K_i (Cramer), and a wrong right side is noticed. */
static void cramer(li_ctx *ctx, li_rand *rng)
{
    li_expr K[N * N], b[N], z[N], changed[N * N], det, other;
    double bits;

    for (int i = 0; i < N * N; i++)
        K[i] = draw(ctx, rng);
    for (int i = 0; i < N; i++) {
        b[i] = draw(ctx, rng);
        z[i] = li_expr_fresh(ctx, "z", LI_ACCELERATION);
    }
    if (li_exact_det(ctx, &det, N, K) != LI_OK || li_exact_is_zero(ctx, det) != LI_NO)
        return;
    for (int column = 0; column < N; column++) {
        for (int i = 0; i < N * N; i++)
            changed[i] = i % N == column ? b[i / N] : K[i];
        if (li_exact_det(ctx, &other, N, changed) != LI_OK)
            return;
        li_expr e = li_expr_sub(ctx, li_expr_mul(ctx, z[column], det), other);
        li_check(ctx, li_exact_residue_where(ctx, e, N, K, b, z, &bits) == LI_YES && bits > 100, "column %d", column);
        e = li_expr_add(ctx, e, li_expr_int(ctx, 1));
        li_check(ctx, li_exact_residue_where(ctx, e, N, K, b, z, &bits) == LI_NO, "column %d, changed", column);
    }
}

int main(void)
{
    li_test_run("Cramer", cramer, 40);
    return li_test_done();
}
