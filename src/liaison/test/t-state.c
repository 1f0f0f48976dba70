/* t-state.c - states from what is given */
#include "models.h"

enum { DIGITS = 20 };

#define HOOP                                                                                                      \
    "system hoop\nparam a = 2, A, C = 1, g = 9.81\ncoord xi, eta, zeta, theta, psi, phi\n"                        \
    "quasi u = xi'*cos(psi) + eta'*sin(psi), v = (-xi'*sin(psi) + eta'*cos(psi))*cos(theta) + zeta'*sin(theta),\n" \
    "  w = (xi'*sin(psi) - eta'*cos(psi))*sin(theta) + zeta'*cos(theta)\n"                                         \
    "quasi p = theta', q = psi'*sin(theta), r = phi' + psi'*cos(theta)\n"                                          \
    "kinetic (u^2 + v^2 + w^2)/2 + A*(p^2 + q^2)/2 + C*r^2/2\npotential g*zeta\n"                                  \
    "constraint rolling: u = -a*r, v = 0, w = a*p\n"

static li_expr value_of(const bench *b, li_expr x)
{
    for (size_t i = 0; i < b->s.n; i++)
        if (b->s.x[i] == x)
            return b->s.value[i];
    return li_expr_undefined();
}

static bool is_assumed(const bench *b, const char *name)
{
    for (size_t i = 0; i < b->s.assumed; i++)
        if (strcmp(b->s.assumption[i], name) == 0)
            return true;
    return false;
}

/* p, q, r and the angles determine a rolling hoop: the relations hold, the quasi-velocities are those given,
 * and the centre's coordinates are assumed. Exactly at exact states, to digits + 20 in decimals. */
static void hoop(li_ctx *ctx, li_rand *rng)
{
    bool decimal = li_rand_below(rng, 2);
    int p = li_rand_below(rng, 7) - 3, q = li_rand_below(rng, 7) - 3, r = li_rand_below(rng, 7) - 3, sixth = 1 + li_rand_below(rng, 5);
    char set[200], text[20];
    bench b;

    snprintf(set, sizeof set, decimal ? "A = 1/2; theta = 0.%d; psi = 0.3; p = %d; q = %d; r = %d;" : "A = 1/2; theta = %d*pi/6; psi = pi/4; p = %d; q = %d; r = %d;",
             sixth, p, q, r);
    if (!bench_read(ctx, &b, HOOP))
        return;
    if (bench_values(ctx, &b, set, DIGITS)) {
        const int given[] = { -2 * r, 0, 2 * p, p, q, r };
        for (size_t i = 0; i < 6; i++) {
            snprintf(text, sizeof text, "%d", given[i]);
            li_check(ctx, is_value(ctx, &b.x.quasi[i], text, DIGITS + 15), "%s is not %s at %s", b.m.quasi[i].name, text, set);
        }
        for (size_t k = 0; k < 3; k++)
            li_check(ctx, is_value(ctx, &b.x.residual[k], "0", DIGITS + 15) && (decimal || b.s.decimal || li_ball_radius(&b.x.residual[k]) < 1e-60), "%s", b.S.label[k]);
        li_check(ctx, b.s.assumed == 4 && is_assumed(&b, "xi") && is_assumed(&b, "eta") && is_assumed(&b, "zeta") && is_assumed(&b, "phi"), "%zu assumed", b.s.assumed);
    }
    bench_clear(ctx, &b);
}

/* A state given in full is taken as it is, relations or not. */
static void in_full(li_ctx *ctx, li_rand *rng)
{
    bench b;

    (void)rng;
    if (!bench_read(ctx, &b, HOOP))
        return;
    if (bench_values(ctx, &b, "A = 1; xi = 1; eta = 2; zeta = 3; theta = 1; psi = 0; phi = 0; xi' = 1; eta' = 2; zeta' = 3; theta' = 4; psi' = 5; phi' = 6;", DIGITS)) {
        li_check(ctx, b.s.assumed == 0 && !is_value(ctx, &b.x.residual[0], "0", 3), "taken as it is");
        li_check(ctx, is_value(ctx, &b.x.residual[0], "1 + 2*(6 + 5*cos(1))", DIGITS), "its residual");
    }
    bench_clear(ctx, &b);
}

static void fails(const char *source, const char *set, li_status status, const char *word)
{
    bench b;
    li_ctx *ctx = li_ctx_new();

    if (ctx == NULL)
        return;
    if (bench_read(ctx, &b, source)) {
        li_status found = bench_state(ctx, &b, set, DIGITS);
        bool said = strstr(li_ctx_message(ctx), word) != NULL;
        li_check(NULL, found == status && said, "%s: %s, %s", set, li_status_name(found), li_ctx_message(ctx));
    }
    li_ctx_free(ctx);
}

#define PENDULUM "system p\nparam l = 2, m\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\nconstraint rod: x^2 + y^2 = l^2\n"
#define LINE "system line\nparam l = 2\ncoord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint c: x + y = l*t + 1\n"

static void refusals(li_ctx *ctx, li_rand *rng)
{
    (void)ctx;
    (void)rng;
    fails(HOOP, "theta = 1;", LI_ABSENT, "A has no value");
    fails(HOOP, "A = 1; theta = 1; p = 1; theta' = 2;", LI_INPUT, "nearest consistent state: p = 1.5, theta' = 1.5");
    fails(HOOP, "A = 1; theta = 1; p = 1; q = 1; r = 2; u = 1;", LI_INPUT, "rolling.1");
    fails(HOOP, "A = 1; theta = 1; p = 1; q = 1; r = 2; u = 1;", LI_INPUT, "off by 5");
    fails(LINE, "x = 1; y = 3;", LI_INPUT, "nearest consistent state: x = -0.5, y = 1.5");
    fails(PENDULUM "start m = 1", "x = 3; y = 0;", LI_OK, "");
    fails(PENDULUM "start m = 1", "x = 3;", LI_INPUT, "positions");
    fails(LINE, "x = y; y = x;", LI_INPUT, "contains");
    fails(LINE, "c = 3;", LI_INPUT, "c is not a part of the state");
}

static void check_values(const char *source, const char *set, size_t n, const char *const *name, const char *const *value, size_t assumed)
{
    bench b;
    li_ctx *ctx = li_ctx_new();

    if (ctx == NULL)
        return;
    if (bench_read(ctx, &b, source) && bench_state(ctx, &b, set, DIGITS) == LI_OK) {
        for (size_t i = 0; i < n; i++) {
            li_ball x;
            li_ball_init(ctx, &x);
            li_expr e = value_of(&b, li_model_expression(ctx, &b.m, name[i], strlen(name[i]), NULL));
            li_check(ctx, li_ball_value(ctx, &x, e, 200, 400) == LI_OK && is_value(ctx, &x, value[i], DIGITS + 10), "%s: %s is not %s", set, name[i], value[i]);
            li_ball_clear(&x);
        }
        li_check(ctx, b.s.assumed == assumed, "%s: %zu assumed", set, b.s.assumed);
    } else {
        li_check(ctx, false, "%s", set);
    }
    li_ctx_free(ctx);
}

/* Which data win, what is solved for, what is free. */
static void order(li_ctx *ctx, li_rand *rng)
{
    static const char *const xyz[] = { "x", "y", "z", "x'", "y'" }, *const xy[] = { "x", "y", "x'", "y'" };
    static const char *const line[] = { "0", "1", "0", "0", "2" }, *const later[] = { "3", "4", "0", "0", "2" }, *const set[] = { "5", "-4", "7", "1", "1" };
    static const char *const hanging[] = { "1", "-sqrt(3)", "sqrt(3)", "1" }, *const polar[] = { "v", "al" }, *const speed[] = { "5", "atan(4/3)" };
    static const char *const start[] = { "theta'", "psi'" }, *const won[] = { "2", "0" };

    (void)ctx;
    (void)rng;
    check_values(LINE, "", 5, xyz, line, 4);                                         /* x, z, x', z' */
    check_values(LINE, "t = 3; x = 3;", 5, xyz, later, 3);
    check_values(LINE "start x = 4, z = 3\n", "x = 5; z = x + 2; x' = 1;", 5, xyz, set, 1);
    check_values(PENDULUM "start m = 1, x = 1, y ~ -1", "x' = sqrt(3);", 4, xy, hanging, 0);
    check_values("system s\ncoord x, y\nspeed v, al with x' = v*cos(al), y' = v*sin(al)\nkinetic x'^2 + y'^2\nstart v ~ 4, al ~ 1\n", "x' = 3; y' = 4;", 2, polar, speed, 2);
    check_values(HOOP "start theta' = 1, theta = 1, psi' = 0, A = 1\n", "p = 2;", 2, start, won, 6);
}

int main(void)
{
    li_test_run("hoop", hoop, 12);
    li_test_run("in full", in_full, 1);
    li_test_run("refusals", refusals, 1);
    li_test_run("order", order, 1);
    return li_test_done();
}
