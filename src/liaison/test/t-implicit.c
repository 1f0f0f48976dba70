/* t-implicit.c - reactions in their own law: all roots, and only they */
#include <inttypes.h>

#include "models.h"

enum { DIGITS = 25, ROOTS = 4, TEXT = 2000 };

/* c_k of prod (N - a_i) */
static void expand(int64_t *c, const int64_t *a, size_t n)
{
    c[0] = 1;
    for (size_t i = 0; i < n; i++) {
        c[i + 1] = 0;
        for (size_t k = i + 2; k-- > 0;)
            c[k] = (k > 0 ? c[k - 1] : 0) - (k <= i ? a[i] * c[k] : 0);
    }
}

static size_t draw_roots(int64_t *a, li_rand *rng)
{
    size_t n = 2 + (size_t)li_rand_below(rng, ROOTS - 1);
    int64_t at = -12;
    for (size_t i = 0; i < n; i++) {
        at += 1 + li_rand_below(rng, 8);
        a[i] = at;
    }
    return n;
}

/* The reaction acts with N l(N), l = (P(N) - P(0))/N, against the force P(0): y'' = P(N)/m. `form` hides the
 * polynomial: as it is, over 1 + N^2, or besides a second reaction mu. */
static void write_model(char *s, size_t n, const int64_t *c, int form, bool positive)
{
    size_t len = (size_t)snprintf(s, TEXT, "system i\ncoord x, y\nkinetic 3*(x'^2 + y'^2)/2\nparam d = %" PRId64 "/4\n%s", c[0] * 4, positive ? "assume N > 0\n" : "");
    len += (size_t)snprintf(s + len, TEXT - len, "let l = ");
    for (size_t k = 1; k <= n; k++)
        len += (size_t)snprintf(s + len, TEXT - len, "%s(%" PRId64 ")*N^%zu", k > 1 ? " + " : "", c[k], k - 1);
    const char *end[] = {
        "\nforce d on y'\nconstraint a: y' = 0 by l on y' and N on x' multiplier N\n",
        "\nforce d/(1 + N^2) on y'\nconstraint a: y' = 0 by l/(1 + N^2) on y' multiplier N\n",
        "\nforce d on y'\nforce 5*N^2 on x'\nconstraint b: x' = 0 by 2*x' multiplier mu\nconstraint a: y' + 3*x' = 0 by l on y' multiplier N\n",
    };
    snprintf(s + len, TEXT - len, "%s", end[form]);
}

static void algebraic(li_ctx *ctx, li_rand *rng)
{
    int64_t a[ROOTS], c[ROOTS + 1];
    size_t n = draw_roots(a, rng), admissible = 0, first = 0;
    int form = li_rand_below(rng, 3);
    bool positive = li_rand_below(rng, 2), known = true;
    char source[TEXT], text[40];
    bench b;

    expand(c, a, n);
    write_model(source, n, c, form, positive);
    for (size_t i = 0; i < n; i++)
        if (!positive || a[i] > 0) {
            first = admissible == 0 ? i : first;
            admissible++;
        }
    if (!bench_read(ctx, &b, source))
        return;
    if (bench_values(ctx, &b, "", DIGITS)) {
        li_verdict want = admissible == 0 ? LI_IMPOSSIBLE : admissible == 1 ? LI_COMPATIBLE : LI_INDETERMINATE;
        li_check(ctx, b.x.status == want && b.x.complete, "%s, not %s\n%s", li_verdict_name(b.x.status), li_verdict_name(want), source);
        size_t N = form == 2 ? 1 : 0;
        for (size_t i = 0; i < b.x.roots && want == LI_INDETERMINATE; i++) {
            snprintf(text, sizeof text, "%" PRId64, a[first + i]);
            known = known && is_value(ctx, &b.x.root[i * b.S.r + N], text, DIGITS);
        }
        li_check(ctx, want != LI_INDETERMINATE || (b.x.roots == admissible && known), "%zu roots\n%s", b.x.roots, source);
        snprintf(text, sizeof text, "%" PRId64, a[first]);
        li_check(ctx, want != LI_COMPATIBLE || is_value(ctx, &b.x.multiplier[N], text, DIGITS), "N = %s\n%s", text, source);
        li_check(ctx, want != LI_COMPATIBLE || li_ball_contains_zero(&b.x.acceleration[1]), "y'' = 0");
    }
    bench_clear(ctx, &b);
}

/* |N|: m y'' = N + c |N| - F. For |c| < 1 one root; for c > 1 two or none, by the sign of F. */
static void signs(li_ctx *ctx, li_rand *rng)
{
    int c = li_rand_below(rng, 2) ? 3 : 0, F = li_rand_below(rng, 9) - 4;
    bool as_direction = li_rand_below(rng, 2);
    char source[TEXT], text[40];
    bench b;

    F = F == 0 ? 1 : F;
    snprintf(source, sizeof source, "system s\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nforce %d on y'\n%sconstraint a: y' = 0 by %s multiplier N\n", -F,
             as_direction ? "" : c == 3 ? "force 3*abs(N) on y'\n" : "force abs(N)/2 on y'\n",
             as_direction ? (c == 3 ? "(1 + 3*sign(N)) on y'" : "(1 + sign(N)/2) on y'") : "y'");
    if (!bench_read(ctx, &b, source))
        return;
    if (bench_values(ctx, &b, "", DIGITS)) {
        if (c == 0) {                              /* N(1 + sign N/2) = F */
            snprintf(text, sizeof text, F > 0 ? "%d/3" : "%d", 2 * F);
            li_check(ctx, b.x.status == LI_COMPATIBLE && is_value(ctx, &b.x.multiplier[0], text, DIGITS), "%s\n%s", li_verdict_name(b.x.status), source);
        } else {                                   /* 4 N = F, N > 0;  -2 N = F, N < 0 */
            li_verdict want = F > 0 ? LI_INDETERMINATE : LI_IMPOSSIBLE;
            li_check(ctx, b.x.status == want && b.x.roots == (F > 0 ? 2 : 0), "%s, %zu roots\n%s", li_verdict_name(b.x.status), b.x.roots, source);
        }
    }
    bench_clear(ctx, &b);
}

static void check_multiplier(const char *source, const char *set, li_verdict want, size_t h, const char *value, bool searched)
{
    bench b;
    li_ctx *ctx = li_ctx_new();

    if (ctx == NULL)
        return;
    if (bench_read(ctx, &b, source)) {
        if (bench_values(ctx, &b, set, DIGITS)) {
            li_check(ctx, b.x.status == want && b.x.complete, "%s: %s %s", source, li_verdict_name(b.x.status), b.x.message);
            li_check(ctx, (b.x.box > 0) == searched, "searched: %g", b.x.box);
            li_check(ctx, value == NULL || (b.x.reacts && is_value(ctx, &b.x.multiplier[h], value, DIGITS)), "%s: the multiplier is not %s", source, value);
        }
        bench_clear(ctx, &b);
    }
    li_ctx_free(ctx);
}

#define PLANE "system p\ncoord x, y\nkinetic (x'^2 + y'^2)/2\n"

/* By search: transcendental in one unknown, algebraic in two; linear although multipliers stand in the forces. */
static void known_roots(li_ctx *ctx, li_rand *rng)
{
    (void)ctx;
    (void)rng;
    check_multiplier(PLANE "force -exp(1) on y'\nconstraint a: y' = 0 by exp(N) on y' multiplier N\n", "", LI_COMPATIBLE, 0, "1", true);
    check_multiplier(PLANE "force -2 on y'\nassume N > 0\nconstraint a: y' = 0 by exp(-N) on y' multiplier N\n", "", LI_IMPOSSIBLE, 0, NULL, true);
    check_multiplier(PLANE "force -7 on x'\nforce -51/4 on y'\nassume N > 0, P > 0\nconstraint a: x' = 0 by (1 + P) on x' multiplier N\n"
                     "constraint b: y' = 0 by (2 + N + P/6) on y' multiplier P\n", "", LI_COMPATIBLE, 0, "7/4", false);
    check_multiplier(PLANE "force -7 on x'\nforce -387/16 on y'\nassume N > 0, P > 0\nconstraint a: x' = 0 by (1 + P) on x' multiplier N\n"
                     "constraint b: y' = 0 by (2 + N^2 + P) on y' multiplier P\n", "", LI_COMPATIBLE, 0, "7/4", true);
    check_multiplier(PLANE "force -10 on y'\nforce -N/2 on x'\nconstraint a: y' + x' = 0 by y' multiplier N\n", "", LI_COMPATIBLE, 0, "20", false);
    check_multiplier(PLANE "force -10 on y'\nassume N < 0\nconstraint a: y' = 0 by y' multiplier N\n", "", LI_IMPOSSIBLE, 0, NULL, false);
    check_multiplier(PLANE "param f = 0.3\nforce -10 on y'\nconstraint a: y' = 0 by 1 on y' and -f*sign(N)*sign(x') on x' multiplier N\n", "x' = 2;", LI_COMPATIBLE, 0, "10", false);
}

int main(void)
{
    li_test_run("algebraic", algebraic, 80);
    li_test_run("signs", signs, 30);
    li_test_run("known roots", known_roots, 1);
    return li_test_done();
}
