/* t-prove.c - claims that are known to be true or false, among them the misprints of the papers  [tzenoff 11, 12] */
#include "../../liaison/test/models.h"
#include "liaison/proof.h"

#define HOOP "system hoop\nparam a, A, C, g\ncoord xi, eta, zeta, theta, psi, phi\n" \
    "quasi u = xi'*cos(psi) + eta'*sin(psi), v = (-xi'*sin(psi) + eta'*cos(psi))*cos(theta) + zeta'*sin(theta),\n" \
    "  w = (xi'*sin(psi) - eta'*cos(psi))*sin(theta) + zeta'*cos(theta), p = theta', q = psi'*sin(theta), r = phi' + psi'*cos(theta)\n" \
    "kinetic (u^2 + v^2 + w^2)/2 + A*(p^2 + q^2)/2 + C*r^2/2\npotential g*zeta\nconstraint rolling: u = -a*r, v = 0, w = a*p\n"
#define PLANE "system plane\nparam M, A, C, mu, g\ncoord xi, eta, theta, psi, phi\nfunction f(theta)\n" \
    "quasi w1 = xi' - mu*eta, w2 = eta' + mu*xi, w3 = theta', w4 = (psi' + mu)*sin(theta), w5 = (psi' + mu)*cos(theta) + phi'\n" \
    "kinetic (M*(w1^2 + w2^2) + (M*f'(theta)^2 + A)*w3^2 + A*w4^2 + C*w5^2)/2\npotential M*g*f(theta)\n"
#define ROD "system rod\nparam m, l, g\nassume l > 0\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\npotential m*g*y\nconstraint length: x^2 + y^2 = l^2 multiplier S\n"
#define TABLE "system table\nparam m, g, a\ncoord z, u\nkinetic m*(z'^2 + u'^2)/2\npotential m*g*z\n" \
    "constraint legs: z + a*u = 0, z - a*u = 0, z = 0 multiplier N1, N2, N3\n"
#define CONE "system cone\nparam m, k, g\ncoord x, y, z\nkinetic m*(x'^2 + y'^2 + z'^2)/2\npotential m*g*z\nconstraint cone: z'^2 = k^2*(x'^2 + y'^2)\n"
#define SLIDE "system slide\nparam m, g, k\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\npotential m*g*y\n" \
    "constraint floor: y' = 0 by 1 on y' and -(k*N)*sign(x') on x' multiplier N\n"

#define HILL "system hill\nparam m, g\nassume N > 0, m > 0\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\npotential m*g*y\nconstraint floor: y = x^3 multiplier N\n"

#define SPEEDS "system speeds\nparam m, J\ncoord x, phi\nspeed v, w with x' = 2*v, phi' = w\nkinetic m*x'^2/2 + J*w^2/2\nforce J on phi'\n"
#define MASSLESS "system rod\nparam m, l, g\nassume l > 0\ncoord x, y, theta\nkinetic m*(x'^2 + y'^2)/2\npotential m*g*y\n" \
    "constraint tie: x = l*sin(theta), y = -l*cos(theta) multiplier X, Y\n"

static const struct { const char *model, *claim; li_truth holds; } cases[] = {
    { SPEEDS, "phi'' = 1", LI_YES },
    { SPEEDS, "phi'' = w'", LI_YES },
    { SPEEDS, "x'' = v'", LI_YES },
    { MASSLESS, "theta'' = -g/l*sin(theta)", LI_YES },
    { MASSLESS, "X = m*x''", LI_YES },
    { MASSLESS, "Y = m*y''", LI_NO },
    { MASSLESS, "equivalent lagrange, multipliers", LI_YES },
    { HOOP, "(A + a^2)*p' - q*(A*q*cot(theta) - C*r) + a^2*q*r = -g*a*cos(theta)", LI_YES },
    { HOOP, "(A + a)*p' - q*(A*q*cot(theta) - C*r) + a^2*q*r = -g*a*cos(theta)", LI_NO },
    { HOOP, "A*q' + p*(A*q*cot(theta) - C*r) = 0", LI_YES },
    { HOOP, "T = ((A + a^2)*p^2 + A*q^2 + (C + a^2)*r^2)/2", LI_YES },
    { HOOP, "T = ((A + a)*p^2 + A*q^2 + (C + a^2)*r^2)/2", LI_NO },
    { HOOP, "rolling.2 = g*sin(theta) - a*p^2 - a*cot(theta)*q*r", LI_YES },
    { HOOP, "rolling.2 = g*sin(theta) - a*p^2 + a*cot(theta)*q*r", LI_NO },
    { HOOP, "integral (A + a^2)*p^2 + A*q^2 + (C + a^2)*r^2 + 2*g*zeta", LI_YES },
    { HOOP, "integral r", LI_NO },
    { HOOP, "r' = 0 at q = 0", LI_YES },
    { HOOP, "r' = 0 at theta = pi/2", LI_NO },
    { HOOP, "nonholonomic rolling", LI_YES },
    { HOOP, "holonomic rolling", LI_NO },
    { HOOP, "compatible", LI_YES },
    { HOOP, "compatibility = (A + a^2)*(C + a^2)/(A*C)", LI_YES },
    { HOOP, "coupling(rolling.1, rolling.1) = 1 + a^2/C", LI_YES },
    { HOOP, "drive(rolling.2) = p*w - q*u*cot(theta) - g*sin(theta)", LI_YES },
    { HOOP, "equivalent tzenoff-quasi-T, appell-quasi-nh, tzenoff-quasi, kane, gauss", LI_YES },
    { HOOP, "equivalent canonical, woronetz", LI_YES },
    { HOOP, "p_theta = (A + a^2)*p", LI_YES },
    { PLANE, "equivalent canonical, lagrange", LI_YES },
    { PLANE, "w2' + mu*w1 = 0", LI_YES },
    { PLANE, "w2' - mu*w2 = 0", LI_NO },
    { PLANE, "(M*f'(theta)^2 + A)*w3' + M*f'(theta)*f''(theta)*w3^2 - A*w4^2*cot(theta) + C*w4*w5 = -M*g*f'(theta)", LI_YES },
    { PLANE, "integral w1*cos(mu*t) - w2*sin(mu*t)", LI_YES },
    { PLANE, "integral w1*cos(mu*t) + w2*sin(mu*t)", LI_NO },
    { PLANE, "equivalent lagrange, quasi, appell, appell-quasi", LI_YES },
    { ROD, "S = m*(g*y - x'^2 - y'^2)/(2*l^2)", LI_YES },
    { ROD, "S = m*(g*y + x'^2 + y'^2)/(2*l^2)", LI_NO },
    { ROD, "x*x' + y*y' = 0", LI_YES },
    { ROD, "holonomic length", LI_YES },
    { TABLE, "N1 + N2 + N3 = m*g", LI_YES },
    { TABLE, "N1 = N2", LI_YES },
    { TABLE, "N1 = N3", LI_NO },
    { CONE, "z'' = -k^2*g/(1 + k^2)", LI_YES },
    { CONE, "z'' = -k*g/(1 + k^2)", LI_NO },
    { CONE, "x'*y'' = y'*x''", LI_YES },
    { SLIDE, "m*x'' = -k*N^2*sign(x')", LI_YES },
    { HILL, "abs(N) = N", LI_YES },
    { HILL, "abs(N) = -N", LI_NO },
    { SLIDE, "m*y'' = N - m*g", LI_YES },
};

static void known(li_ctx *unused, li_rand *rng)
{
    (void)unused;
    (void)rng;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        li_ctx *ctx = li_ctx_new();
        li_solution X;
        li_court court;
        li_proof p;
        char source[4000];
        bench b;

        snprintf(source, sizeof source, "%sclaim %s\n", cases[i].model, cases[i].claim);
        if (ctx != NULL && bench_read(ctx, &b, source)) {
            bool heard = li_court_init(ctx, &court, &b.S, &X) == LI_OK && li_claim_prove(ctx, &p, &court, &b.m.claim[0]) == LI_OK;
            li_check(ctx, heard, "%s: %s", cases[i].claim, li_ctx_message(ctx));
            li_check(ctx, !heard || p.holds == cases[i].holds, "%s: %d, %s", cases[i].claim, (int)p.holds, p.why);
        }
        li_ctx_free(ctx);
    }
}

int main(void)
{
    li_test_run("known claims", known, 1);
    return li_test_done();
}
