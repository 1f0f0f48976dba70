/* systems.c - models for the tests of this room */
#include <string.h>

#include "../../core/test/harness.h"
#include "systems.h"

static const char *const source[SYSTEMS] = {
    "system pendulum \"A pendulum & its length_1\"\nparam m, l, g\ncoord theta\nkinetic m*l^2*theta'^2/2\npotential -m*g*l*cos(theta)\n",
    "system hoop\nparam a, A, C, g\ncoord xi, eta, zeta, theta, psi, phi\n"
    "quasi u = xi'*cos(psi) + eta'*sin(psi), v = (-xi'*sin(psi) + eta'*cos(psi))*cos(theta) + zeta'*sin(theta),\n"
    "w = (xi'*sin(psi) - eta'*cos(psi))*sin(theta) + zeta'*cos(theta)\nquasi p = theta', q = psi'*sin(theta), r = phi' + psi'*cos(theta)\n"
    "kinetic (u^2 + v^2 + w^2)/2 + A*(p^2 + q^2)/2 + C*r^2/2\npotential g*zeta\nconstraint rolling: u = -a*r, v = 0, w = a*p\n",
    "param k = 1/2\ncoord q1, q2\nfunction f(x)\nkinetic q1'^2/2 + q2'^2/2\npotential k*f(q1)\nconstraint c: q1^2 + q2^2 = 1 multiplier N\n",
    "coord x, y, θ\nkinetic x'^2/2 + y'^2/2 + θ'^2/2\nforce t on x'\nconstraint e: x' = t*y'\nconstraint n: x'^2 + y'^2 = 1 by y' on x' and x' on y'\n",
    "coord x, y\nspeed v, alpha with x' = v*cos(alpha), y' = v*sin(alpha)\nkinetic x'^2/2 + y'^2/2\nconstraint fast: v = 2\n",
    "param a = 2, b = 2*a\ncoord x\nkinetic b*x'^2/2\n",
    "param m, f, g\ncoord x, y, θ\nkinetic m*(x'^2 + y'^2 + θ'^2)/2\npotential m*g*y\n"
    "contact tip: gap y, sliding x' + θ', friction f, rolling (θ') 1/9, restitution 1/2 newton, mode rolling\ncontact wall: normal x', sliding y', bilateral, multiplier N\n"
};

bool read_system(li_ctx *ctx, test_system *out, int i)
{
    bool read = li_model_read(ctx, &out->model, source[i], strlen(source[i])) == LI_OK &&
                li_motion_init(ctx, &out->motion, &out->model) == LI_OK;
    if (!read)
        li_check(ctx, false, "system %d: %s", i, li_diagnostic_count(ctx) > 0 ? li_diagnostic_at(ctx, 0)->message : li_ctx_message(ctx));
    return read;
}

bool reads_as(li_ctx *ctx, const li_model *m, const char *s, size_t len, li_expr e)
{
    return li_model_expression(ctx, m, s, len, NULL) == e;
}
