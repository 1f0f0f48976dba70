/* law.c - the laws of the forms in words and in LaTeX                                           [tzenoff 3-7]
 *
 * [.] means: the dependent velocities and accelerations replaced. Indices are left out in words where one can be meant only. */
#include <string.h>

#include "latex.h"
#include "law.h"

#define D(F, x) "\\frac{\\partial " F "}{\\partial " x "}"
#define DDT "\\frac{d}{dt} "

static const struct { const char *name, *text, *latex; } laws[] = {
    { "lagrange", "d/dt dT0/dq' - dT0/dq = Q + sum_h lambda_h l_h",
      DDT D("T_0", "\\rate{q}_r") " - " D("T_0", "q_r") " = Q_r + \\sum_h \\lambda_h l^h_r" },
    { "lagrange-speeds", "sum_r (d/dt dT0/dq'_r - dT0/dq_r) dq'_r/dv = F + sum_h lambda_h l_h",
      "\\sum_r \\Bigl( " DDT D("T_0", "\\rate{q}_r") " - " D("T_0", "q_r") " \\Bigr) " D("\\rate{q}_r", "v_\\alpha")
      " = F_\\alpha + \\sum_h \\lambda_h l^h_\\alpha" },
    { "multipliers", "d/dt dT0/dq' - dT0/dq = Q + sum_h lambda_h l_h,  d/dt a_h = 0",
      DDT D("T_0", "\\rate{q}_r") " - " D("T_0", "q_r") " = Q_r + \\sum_h \\lambda_h l^h_r, \\qquad " DDT "a_h = 0" },
    { "quasi", "d/dt dT0/dw - sum_r a_r dT0/dq_r + K = P0 + reactions,  K = sum_r a_r sum_m (d/dt dw_m/dq'_r - dw_m/dq_r) dT0/dw_m",
      DDT D("T_0", "\\omega_\\alpha") " - \\sum_r a_{r\\alpha} " D("T_0", "q_r") " + K_\\alpha = P^0_\\alpha + \\sum_h \\lambda_h \\sum_r a_{r\\alpha} l^h_r, \\qquad K_\\alpha = \\sum_r a_{r\\alpha} "
      "\\sum_\\mu \\Bigl( " DDT D("\\omega_\\mu", "\\rate{q}_r") " - " D("\\omega_\\mu", "q_r") " \\Bigr) " D("T_0", "\\omega_\\mu") },
    { "appell", "dS0/dq'' = Q", D("S_0", "\\rrate{q}_r") " = Q_r" },
    { "appell-quasi", "dS0/dw' = P0", D("S_0", "\\rate{\\omega}_\\alpha") " = P^0_\\alpha" },
    { "tzenoff", "d/dt [dT0/dq'] - [dT0/dq] + dS1/dq'' = Q",
      DDT "\\Bigl[ " D("T_0", "\\rate{q}_\\alpha") " \\Bigr] - \\Bigl[ " D("T_0", "q_\\alpha") " \\Bigr] + " D("S_1", "\\rrate{q}_\\alpha") " = Q_\\alpha" },
    { "appell-nh", "dS/dq'' = Q", D("S", "\\rrate{q}_\\alpha") " = Q_\\alpha" },
    { "tzenoff-T", "d/dt dT/dq' - dT/dq + dT1/dq - d/dt dT1/dq' + dS1/dq'' = Q",
      DDT D("T", "\\rate{q}_\\alpha") " - " D("T", "q_\\alpha") " + " D("T_1", "q_\\alpha") " - " DDT D("T_1", "\\rate{q}_\\alpha") " + "
      D("S_1", "\\rrate{q}_\\alpha") " = Q_\\alpha" },
    { "tzenoff-quasi", "d/dt [dT0/dw] - sum_r a_r [dT0/dq_r] + [K] + dS1/dw' = P",
      DDT "\\Bigl[ " D("T_0", "\\omega_\\alpha") " \\Bigr] - \\sum_r a_{r\\alpha} \\Bigl[ " D("T_0", "q_r") " \\Bigr] + [K_\\alpha] + "
      D("S_1", "\\rate{\\omega}_\\alpha") " = P_\\alpha" },
    { "appell-quasi-nh", "dS/dw' = P", D("S", "\\rate{\\omega}_\\alpha") " = P_\\alpha" },
    { "tzenoff-quasi-T", "d/dt dT/dw - sum_r a_r dT/dq_r + [K] + sum_r a_r dT1/dq_r - d/dt dT1/dw + dS1/dw' = P",
      DDT D("T", "\\omega_\\alpha") " - \\sum_r a_{r\\alpha} " D("T", "q_r") " + [K_\\alpha] + \\sum_r a_{r\\alpha} " D("T_1", "q_r") " - " DDT
      D("T_1", "\\omega_\\alpha") " + " D("S_1", "\\rate{\\omega}_\\alpha") " = P_\\alpha" },
    { "tzenoff-9", "d/dt dT/dq' - dT/dq + C = Q,  C = sum_i [dT0/dq'_(k+i)] (dphi_i/dq - d/dt c_i) - [dT0/dq_(k+i)] c_i",
      DDT D("T", "\\rate{q}_\\alpha") " - " D("T", "q_\\alpha") " + C_\\alpha = Q_\\alpha, \\qquad C_\\alpha = \\sum_i \\Bigl[ " D("T_0", "\\rate{q}_{k+i}")
      " \\Bigr] \\Bigl( " D("\\varphi_i", "q_\\alpha") " - " DDT "c_{\\alpha i} \\Bigr) - \\Bigl[ " D("T_0", "q_{k+i}") " \\Bigr] c_{\\alpha i}" },
    { "woronetz", "d/dt dT/dq' - dT/dq - sum_i c_i dT/dq_(k+i) - sum_i [dT0/dq'_(k+i)] (sum_j A_ij q'_j + A_i) = Q",
      DDT D("T", "\\rate{q}_\\alpha") " - " D("T", "q_\\alpha") " - \\sum_i c_{\\alpha i} " D("T", "q_{k+i}") " - \\sum_i \\Bigl[ "
      D("T_0", "\\rate{q}_{k+i}") " \\Bigr] \\Bigl( \\sum_j A^{(i)}_{\\alpha j} \\rate{q}_j + A^{(i)}_\\alpha \\Bigr) = Q_\\alpha" },
    { "canonical", "dp/dt + dK/dq + sum_i c_i dK/dq_(k+i) + Gamma = Q,  dq/dt = dK/dp",
      "\\rate{p}_\\alpha + " D("K", "q_\\alpha") " + \\sum_i c_{\\alpha i} " D("K", "q_{k+i}") " + \\Gamma_\\alpha = Q_\\alpha, \\qquad \\rate{q}_\\alpha = "
      D("K", "p_\\alpha") },
    { "canonical-H", "dp/dt + dH/dq + sum_i c_i dH/dq_(k+i) + Gamma = 0,  dq/dt = dH/dp",
      "\\rate{p}_\\alpha + " D("H", "q_\\alpha") " + \\sum_i c_{\\alpha i} " D("H", "q_{k+i}") " + \\Gamma_\\alpha = 0, \\qquad \\rate{q}_\\alpha = "
      D("H", "p_\\alpha") },
    { "hamilton-given", "p' = -dH/dq + Q + sum_h lambda_h l_h,  q' = dH/dp",
      "\\rate{p}_r = -" D("H", "q_r") " + Q_r + \\sum_h \\lambda_h l^h_r, \\qquad \\rate{q}_r = " D("H", "p_r") },
    { "kane", "sum_r (d/dt dT0/dq'_r - dT0/dq_r - Q_r) dq'_r/dw = 0",
      "\\sum_r \\Bigl( " DDT D("T_0", "\\rate{q}_r") " - " D("T_0", "q_r") " - Q_r \\Bigr) " D("\\rate{q}_r", "\\omega_\\alpha") " = 0" },
    { "gauss", "dZ/dw' = 0,  Z = 1/2 sum_rs M_rs (q''_r - g_r)(q''_s - g_s), g the accelerations of the free system",
      D("Z", "\\rate{\\omega}_\\alpha") " = 0, \\qquad Z = \\tfrac12 \\sum_{r,s} M_{rs} (\\rrate{q}_r - g_r) (\\rrate{q}_s - g_s)" },
    { "omega", "Omega = d(p_r w^r - h dt) + Q_r w^r/\\dt,  i(X)Omega = 0 for every X",
      "\\Omega = \\mathrm{d}(p_r \\omega^r - h\\,\\mathrm{d}t) + Q_r \\omega^r \\wedge \\mathrm{d}t, \\qquad i(X)\\Omega = 0" },
    { "omega-given", "i(E)(Omega + sum_h lambda_h pi^h/\\d(t)) = 0,  i(E)d(t) = 1",
      "i(E) \\Bigl( \\Omega + \\sum_h \\lambda_h \\pi^h \\wedge \\mathrm{d}t \\Bigr) = 0, \\qquad i(E)\\mathrm{d}t = 1" },
    { "omega-constrained", "Omega = d(p_r w^r - h dt) + Q_r w^r/\\dt,  i(X)(Omega + sum_h lambda_h pi^h/\\dt) = 0 for every X,  a = 0",
      "\\Omega = \\mathrm{d}(p_r \\omega^r - h\\,\\mathrm{d}t) + Q_r \\omega^r \\wedge \\mathrm{d}t, \\qquad i(X) \\Bigl( \\Omega + \\sum_h \\lambda_h \\pi^h \\wedge \\mathrm{d}t \\Bigr) = 0, \\qquad a^h = 0" },
    { "omega-r", "Omega_r = Omega + sum_h lambda_h pi^h/\\dt, the pi^h in the place of as many w, da^h = 0;  i(X)Omega_r = 0 for every X",
      "\\Omega_r = \\Omega + \\sum_h \\lambda_h \\pi^h \\wedge \\mathrm{d}t \\;\\Bigl|_{\\mathrm{d}a^h = 0}, \\qquad i(X)\\Omega_r = 0" },
    { "omega-s", "Omega_s = Omega where da^h = 0 and pi^h = P_u^h dt;  i(X)Omega_s = 0 for every X",
      "\\Omega_s = \\Omega \\;\\Bigl|_{\\mathrm{d}a^h = 0,\\; \\pi^h = P_u^h \\mathrm{d}t}, \\qquad i(X)\\Omega_s = 0" },
    { "(21)", "delta T0 + sum P0 delta p", "\\int \\Bigl( \\delta T_0 + \\sum_\\alpha P^0_\\alpha \\, \\delta p_\\alpha \\Bigr) dt = 0" },
    { "(23)", "delta T + sum P0 delta p + sum k_i delta(w_i - phi_i)",
      "\\int \\Bigl( \\delta T + \\sum_\\alpha P^0_\\alpha \\, \\delta p_\\alpha + \\sum_i k_i \\, \\delta(\\omega_{k+i} - \\varphi_i) \\Bigr) dt = 0" },
    { "(24)", "delta(T - T1 + T1^0) + sum P delta p",
      "\\int \\Bigl( \\delta(T - T_1 + T_1^0) + \\sum_\\alpha P_\\alpha \\, \\delta p_\\alpha \\Bigr) dt = 0" },
};

static size_t find(const char *law)
{
    size_t i = 0;
    while (i < sizeof laws / sizeof *laws && (law == NULL || strcmp(law, laws[i].name) != 0))
        i++;
    return i;
}

const char *li_law_text(const char *law)
{
    size_t i = find(law);
    return i < sizeof laws / sizeof *laws ? laws[i].text : NULL;
}

const char *li_law_latex(const char *law)
{
    size_t i = find(law);
    return i < sizeof laws / sizeof *laws ? laws[i].latex : NULL;
}

bool li_law_is_frozen(li_ctx *ctx, const li_equations *form)
{
    bool frozen = false;

    for (size_t i = 0; i < form->functions && !frozen; i++) {
        li_list list;
        if (li_list_init(ctx, &list, 1, &form->function[i].value, true) == LI_OK)
            for (size_t k = 0; k < list.len && !frozen; k++)
                frozen = li_is_frozen(list.e[k]);
        li_list_clear(ctx, &list);
    }
    return frozen;
}
