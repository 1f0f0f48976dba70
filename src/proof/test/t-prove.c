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

#define HELD "system held\nparam m, g\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\npotential m*g*y\nconstraint c: x' = y multiplier N\n"
#define DRAG "system drag\ncoord x\nkinetic x'^2/2\nforce -x'*abs(x') on x'\n"
#define EXPONENTIAL "system exponential\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: exp(x) = exp(y)\n"
#define SPEEDS "system speeds\nparam m, J\ncoord x, phi\nspeed v, w with x' = 2*v, phi' = w\nkinetic m*x'^2/2 + J*w^2/2\nforce J on phi'\n"
#define MASSLESS "system rod\nparam m, l, g\nassume l > 0\ncoord x, y, theta\nkinetic m*(x'^2 + y'^2)/2\npotential m*g*y\n" \
    "constraint tie: x = l*sin(theta), y = -l*cos(theta) multiplier X, Y\n"

/* Relations whose states fall into several branches, and places that meet them. */
#define PLANE2 "system s\nparam m = 1, a, b, k, l, v0, g\nassume l > 0, k > 0\ncoord x, y\nkinetic (x'^2 + y'^2)/2\n"
#define SPACE "system s\nparam k, l, g\nassume l > 0, k > 0\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\n"
#define SCREW SPACE "constraint c: z' = y*x' multiplier L\n"
#define SADDLE SPACE "constraint c: z = y*x\n"
#define SLOPE SPACE "potential z*x\nconstraint c: x + y + z = 0\n"
#define GEAR PLANE2 "constraint c: a*x' = b*y'\n"
#define CIRCLE PLANE2 "potential g*y\nconstraint rod: x^2 + y^2 = l^2 multiplier S\n"
#define CONIC PLANE2 "constraint c: x^2 + x*y + y^2 = 1\n"
#define UNIT PLANE2 "constraint c: x'^2 + y'^2 = 1\n"
#define CRUISE PLANE2 "constraint c: x'^2 + y'^2 = v0^2\n"
#define WELL PLANE2 "potential log(x) + sqrt(y)\n"
#define RAILS PLANE2 "potential x + 2*y\nconstraint rails: x*y = 0 multiplier N\n"
#define HEAVY PLANE2 "potential y\nconstraint rails: x*y = 0 multiplier N\n"
#define EITHER PLANE2 "constraint c: x'*y' = 0\n"
#define GEARS SPACE "constraint c: (x' - k*y')*(x' + z') = 0\n"
#define DOORS SPACE "constraint c: y*(z - x) = 0\n"
#define SWITCH SPACE "constraint c: y*(x' - z') = 0\n"
#define BALL SPACE "potential g*z\nconstraint c: x^2 + y^2 + z^2 = l^2 multiplier N\n"
#define SIZE SPACE "potential z\nconstraint c: sqrt(x^2 + y^2 + z^2) = l multiplier N\n"
#define CHART "system s\nparam A\ncoord th, ph, ps\nquasi a = th', b = ph'*sin(th), c = ps' + ph'*cos(th)\nkinetic A*(a^2 + b^2)/2 + c^2/2\n"
#define STICKY "system s\nparam m, g, k\nassume k > 0\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\npotential m*g*y\n" \
    "constraint fl: y = 0 by 1 + k*N on y' multiplier N\n"
#define DOUBLE "system s\nparam l1, l2, m1, m2, g\nassume l1 > 0, l2 > 0, m1 > 0, m2 > 0\ncoord x1, y1, x2, y2\n" \
    "kinetic m1*(x1'^2 + y1'^2)/2 + m2*(x2'^2 + y2'^2)/2\npotential m1*g*y1 + m2*g*y2\n" \
    "constraint a: x1^2 + y1^2 = l1^2 multiplier A\nconstraint b: (x2 - x1)^2 + (y2 - y1)^2 = l2^2 multiplier B\n"
#define CRANK "system s\nparam r, l, m\nassume r > 0, l > r, m > 0\ncoord th, ph, x\nkinetic (th'^2 + ph'^2)/2 + m*x'^2/2\n" \
    "constraint a: r*sin(th) = l*sin(ph)\nconstraint b: x = r*cos(th) + l*cos(ph)\n"
#define FOUR "system s\nparam a, b, c, d, J\nassume a > 0, b > 0, c > 0, d > 0\ncoord p, q, r\nkinetic J*p'^2/2 + q'^2/2 + r'^2/2\n" \
    "constraint x: a*cos(p) + b*cos(q) = d + c*cos(r) multiplier X\nconstraint y: a*sin(p) + b*sin(q) = c*sin(r) multiplier Y\n"
#define SPRING "system s\ncoord x\nkinetic x'^2/2\npotential x^2/2\n"
#define BOWL "system s\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential y\nconstraint c: y = x^2 multiplier N\n"
#define TWINS "system s\ncoord x, y, z, w\nkinetic (x'^2 + y'^2 + z'^2 + w'^2)/2\nconstraint c: y*x' = z'\nconstraint d: y*w' = z'\n"
#define DRIVEN "system s\nparam w0\ncoord th, x\nkinetic (th'^2 + x'^2)/2\nconstraint c: th = w0*t\n"
#define STRIP "system s\ncoord x, z\nassume 1 - z^2 > 0\nkinetic (x'^2 + z'^2)/2\n"
#define WEDGE "system s\ncoord x, y\nassume x - y > 0, y > 0\nkinetic (x'^2 + y'^2)/2\n"
#define LEFT "system s\ncoord x\nassume 1/10 - x > 0\nkinetic x'^2/2\n"

static const struct { const char *model, *claim; li_truth holds; } cases[] = {
    { PLANE2 "constraint c: x' = y*y'\n", "equivalent lagrange, matrix, multipliers, kane", LI_YES },
    { SCREW, "L = 0 at z' = 0", LI_NO },
    { SCREW, "x' = 0 at z' = 0", LI_NO },
    { SCREW, "x'*y = 0 at z' = 0", LI_YES },
    { SADDLE, "x = 0 at z = 0", LI_NO },
    { SADDLE, "y = 0 at z = 0", LI_NO },
    { SADDLE, "x*y = 0 at z = 0", LI_YES },
    { SLOPE, "x'' = 0 at z = 0, x = 0", LI_YES },
    { SLOPE, "y = x at z = 0, x = 0", LI_YES },
    { SLOPE, "y = x at z = 0", LI_NO },
    { GEAR, "y' = 0 at a = 0", LI_YES },                  /* parameters are general: b is not 0 */
    { GEAR, "y' = 0 at a = 0, b = 0", LI_NO },
    { GEAR, "x' = 0 at a = 0", LI_NO },
    { CIRCLE, "abs(l - y) = l - y", LI_YES },
    { CIRCLE, "sqrt((l - y)^2) = l - y", LI_YES },
    { CIRCLE, "abs(y) = y", LI_NO },
    { CIRCLE, "abs(l - y) = y - l", LI_NO },
    { CIRCLE, "S = 0 at y = 0", LI_NO },
    { CIRCLE, "S = -y'^2/(2*l^2) at y = 0", LI_YES },
    { CIRCLE, "x = l at x = l", LI_YES },
    { CIRCLE, "y = 0 at x = l", LI_YES },
    { CIRCLE, "y = 1 at x = l", LI_NO },
    { CIRCLE, "nonholonomic rod", LI_NO },
    { CONIC, "2*x*x' + x*y' + y*x' + 2*y*y' = 0", LI_YES },
    { CONIC, "integral x'^2 + y'^2", LI_YES },
    { CONIC, "x = y", LI_NO },
    { UNIT, "abs(1 - y') = 1 - y'", LI_YES },
    { UNIT, "abs(y') = y'", LI_NO },
    { CRUISE, "sqrt(v0^2 - y'^2) = x'", LI_NO },
    { CRUISE, "sqrt(v0^2 - y'^2) = abs(x')", LI_YES },
    { WELL, "abs(y) = y", LI_YES },
    { WELL, "abs(x) = x", LI_YES },
    { WELL, "x = 1", LI_NO },
    { RAILS, "x'' = 0", LI_NO },
    { RAILS, "y'' = -2", LI_NO },
    { RAILS, "x'*y' = 0", LI_YES },
    { RAILS, "x''*y'' = 0", LI_YES },
    { HEAVY, "x = 0", LI_NO },
    { HEAVY, "N = 0", LI_NO },
    { EITHER, "x' = 0", LI_NO },
    { EITHER, "x'*y' = 0", LI_YES },
    { GEARS, "x' = -z'", LI_NO },
    { GEARS, "(x' - k*y')*(x'' + z'') = 0", LI_YES },
    { DOORS, "z = x", LI_NO },
    { DOORS, "z' = x'", LI_NO },
    { DOORS, "y'*(z' - x') = 0", LI_YES },
    { SWITCH, "y'*(x' - z') = 0", LI_YES },
    { BALL, "x' + y*y' + z*z' = 0 at x = 1", LI_YES },
    { BALL, "N = (g*z - x'^2 - y'^2 - z'^2)/(2*l^2) at x = 1", LI_YES },
    { BALL, "z = 0 at x = 1", LI_NO },
    { BALL, "z = 0 at N = 0", LI_NO },
    { BALL, "g*z = x'^2 + y'^2 + z'^2 at N = 0", LI_YES },
    { SIZE, "x*x' + y*y' + z*z' = 0", LI_YES },
    { SIZE, "N = (z - x'^2 - y'^2 - z'^2)/l", LI_YES },
    { SIZE, "z = 0", LI_NO },
    { CHART, "b = 0", LI_NO },
    { CHART, "ph' = 0", LI_NO },
    { STICKY, "N = m*g", LI_NO },
    { STICKY, "N + k*N^2 = m*g", LI_YES },
    { DOUBLE, "integral m1*(x1'^2 + y1'^2)/2 + m2*(x2'^2 + y2'^2)/2 + m1*g*y1 + m2*g*y2", LI_YES },
    { DOUBLE, "m2*x2'' = 2*B*(x2 - x1)", LI_YES },
    { DOUBLE, "m2*x2'' = 2*A*(x2 - x1)", LI_NO },
    { DOUBLE, "compatible", LI_YES },
    { CRANK, "r*cos(th)*th' = l*cos(ph)*ph'", LI_YES },
    { CRANK, "integral (th'^2 + ph'^2)/2 + m*x'^2/2", LI_YES },
    { CRANK, "ph = th", LI_NO },
    { FOUR, "a*sin(p - q)*p' = c*sin(r - q)*r'", LI_YES },
    { FOUR, "a*sin(p - q)*p' = c*sin(r - p)*r'", LI_NO },
    { FOUR, "J*p'' = -a*X*sin(p) + a*Y*cos(p)", LI_YES },
    { SPRING, "ddt(x'') = -x'", LI_YES },
    { SPRING, "ddt(ddt(x'')) = x", LI_YES },
    { SPRING, "ddt(ddt(x'')) = -x", LI_NO },
    { SPRING, "ddt(ddt(ddt(x''))) = x'", LI_YES },
    { TWINS, "x' = w'", LI_UNKNOWN },                     /* fails where y = 0, a singular position: eval knows no motion there */
    { TWINS, "y*x' = y*w'", LI_YES },
    { SPRING, "integral x'' + x", LI_YES },
    { SPRING, "integral x''", LI_NO },
    { BOWL, "ddt(N) = 0", LI_NO },
    { BOWL, "integral N*(1 + 4*x^2) - 1 - 2*x'^2", LI_YES },
    { BOWL, "ddt(N) = 0 at x = 0", LI_YES },
    { DRIVEN, "incompatible at th = pi/2", LI_NO },
    { DRIVEN, "th' = w0 at th = pi/2", LI_YES },
    { STRIP, "abs(1 - z^2) = 1 - z^2", LI_YES },
    { STRIP, "abs(z^2 - 1) = 1 - z^2", LI_YES },
    { STRIP, "abs(1 - z) = 1 - z", LI_YES },
    { STRIP, "abs(z) = z", LI_NO },
    { WEDGE, "abs(x) = x", LI_YES },
    { WEDGE, "abs(x + y) = x + y", LI_YES },
    { WEDGE, "abs(x - 2*y) = x - 2*y", LI_NO },
    { LEFT, "abs(1 - x) = 1 - x", LI_YES },
    { LEFT, "abs(x) = x", LI_NO },
    { SPRING, "1 = 2", LI_NO },
    /* an invariant is a form on the states that the constraints admit */
    { HELD, "invariant (x' - y)*d(y)", LI_YES }, { HELD, "invariant relative (x' - y)*d(y)", LI_YES }, { HELD, "invariant relative y*d(x)", LI_NO },
    { ROD, "invariant relative m*x'*d(x) + m*y'*d(y) - (m*(x'^2 + y'^2)/2 + m*g*y)*d(t)", LI_YES },
    { ROD, "invariant relative m*x'*d(x) + m*y'*d(y) - (m*(x'^2 + y'^2)/2 - m*g*y)*d(t)", LI_NO },
    { HELD, "closed(Omega)", LI_YES }, { HELD, "closed(x*d(x'))", LI_NO },
    { HELD, "i(motion) d(x') = x''", LI_YES }, { HELD, "i(motion) d(x') = y''", LI_NO }, { HELD, "motion = E + N*e(N)", LI_YES }, { HELD, "motion = E - N*e(N)", LI_NO },
    { SPEEDS, "i(motion) d(w) = w'", LI_YES },
    { HELD, "rank(Omega_r) = rank(Omega_s)", LI_YES },
    { DRAG, "integral log(x') + x", LI_YES }, { DRAG, "integral log(x') + 2*x", LI_NO },        /* where log(x') is real */
    { EXPONENTIAL, "x - y = 0", LI_UNKNOWN },        /* true, but the relation is not solved: at no price refuted */
    { EXPONENTIAL, "exp(x) = exp(y)", LI_UNKNOWN },
    { EXPONENTIAL, "x = 3", LI_NO },
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
        li_court court = { 0 };
        li_proof p;
        char source[4000];
        bench b;

        snprintf(source, sizeof source, "%sclaim %s\n", cases[i].model, cases[i].claim);
        if (ctx != NULL && bench_read(ctx, &b, source)) {
            bool heard = li_court_init(ctx, &court, &b.S, &X) == LI_OK && li_claim_prove(ctx, &p, &court, &b.m.claim[0]) == LI_OK;
            li_check(ctx, heard, "%s: %s", cases[i].claim, li_ctx_message(ctx));
            li_check(ctx, !heard || p.holds == cases[i].holds, "%s: %d, %s", cases[i].claim, (int)p.holds, p.why);
        }
        li_court_clear(&court);
        li_ctx_free(ctx);
    }
}

int main(void)
{
    li_test_run("known claims", known, 1);
    return li_test_done();
}
