/* motion.h - a model in motion: its functions and the forms of its equations
 *
 * The state is (t, q, v): v_1 .. v_n are the velocity parameters of the chart, q'_r = phi_r(t, q, v). Where the
 * model declares no speeds v_r = q'_r. Relations are kept at the level of velocities, a_h(t, q, v) = 0
 * (a holonomic one is differentiated once, its position relation kept beside it), and reaction h acts
 * with the generalized force lambda_h l^h on v. All of it are expressions of the model's context; there is nothing
 * to clear.                                                        (theory: tzenoff 1-5, gallissot 5-9) */
#ifndef LIAISON_MOTION_H
#define LIAISON_MOTION_H

#include "liaison/form.h"
#include "liaison/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The velocity parameters in which Omega is written: q', momenta p_NAME, quasi-velocities, speeds, or the variables of the chart
 * of a system that is given by its form. OWN: those of the model. */
typedef enum { LI_CHART_OWN, LI_CHART_LAGRANGE, LI_CHART_HAMILTON, LI_CHART_QUASI, LI_CHART_SPEEDS, LI_CHART_FORM } li_omega_chart;

/* How Omega is written, and what reduced forms eliminate; what is 0 chooses itself. */
typedef struct {
    li_omega_chart chart;
    size_t   forms, rates;
    const li_expr *form, *rate;    /* coordinates or velocity parameters: whose w^I go, whose dv^J go */
    size_t   constraints;
    const char *const *constraint; /* names or labels: only these are used, the others keep their multipliers */
    size_t   known;                /* a state x_i = value_i at which what is chosen has to do */
    const li_expr *x, *value;
} li_reducing;

typedef struct {
    const li_model *model;
    size_t   n;                    /* velocity parameters */
    size_t   coords;               /* coordinates: n of them, none where the system is given by its 2-form */
    li_expr *q, *v, *a;            /* q_r, v_r, v'_r */
    li_expr *phi;                  /* q'_r in the chart */
    bool     speeds;               /* some phi_r is not v_r */
    li_expr  t, T, V;              /* T0 in the chart */
    li_expr *W;                    /* given by its 2-form sum_(s<r) W[s*n+r] dv^s ^ dv^r + F_r dv^r ^ dt: no coordinates, T = V = 0. Else NULL */
    li_expr  H;                    /* given by H(t, q, p): v is p, phi dH/dp, T = V = 0; F and l are on q', not on v. Else NULL */
    li_expr *F;                    /* applied forces on v, those of V included; may contain multipliers */
    size_t   p, r;                 /* relations, reactions */
    li_expr *relation;             /* a_h(t, q, v) */
    li_expr *position;             /* holonomic: the relation at position level; else NULL */
    const char **label;            /* of the relations */
    li_expr *lambda;               /* multipliers */
    const char **multiplier;       /* their names in results */
    li_expr *l;                    /* r by n: direction of each reaction on v */
    bool    *ideal;                /* reaction h is ideal */
    li_derivation *ddt;            /* t -> 1, q -> phi, v -> a */
    size_t   chosen;               /* velocities that forms take as dependent ones; 0: they choose themselves */
    const li_expr *dependent;
    li_reducing reducing;
} li_motion;

/* LI_INPUT where the model has no motion (no kinetic energy ...). */
li_status li_motion_init(li_ctx *ctx, li_motion *S, const li_model *m);
/* The same for a model that is given by its 2-form, here calculated. LI_INPUT where there is no unique E with i(E)Omega = 0,
 * i(E)dt = 1. */
li_status li_motion_init_form(li_ctx *ctx, li_motion *S, const li_model *m, const li_form *Omega);
/* d/dt along any motion: a function of (t, q, v, v') */
li_expr   li_motion_ddt(li_ctx *ctx, const li_motion *S, li_expr e);
/* E_alpha = sum_r (d/dt dT0/dq'_r - dT0/dq_r) dphi_r/dv_alpha - F_alpha, the reactions left out   [tzenoff 3 (I)];
 * given by H: E_r = p'_r + dH/dq_r - F_r, whatever the Hessian of H                                [gallissot 3.1];
 * given by its form: E_r = sum_s W(dv^s, dv^r) v'_s - W(dv^r, dt) */
li_status li_motion_inertia(li_ctx *ctx, const li_motion *S, li_expr *E);
/* E = M v' + h: M (n by n) and h, from E */
li_status li_motion_matrix(li_ctx *ctx, const li_motion *S, const li_expr *E, li_expr *M, li_expr *h);

/* ---- quasi-velocities ---- */
/* w_alpha = sum_r B[alpha][r] q'_r + b_alpha, alpha = 1..n: the declared ones, completed by the first
 * independent coordinate velocities; and the inverse q'_r = sum_alpha A[r][alpha] w_alpha + a_r. [tzenoff 1] */
typedef struct {
    size_t   n, declared;
    li_expr *w, *rate;             /* symbols w_alpha and w'_alpha (q'_r and q''_r for the completion) */
    li_expr *B, *b, *A, *c;        /* c_r is the a_r of the theory */
} li_quasi;

li_status li_quasi_init(li_ctx *ctx, li_quasi *Q, const li_motion *S);

/* ---- dynamics ----
 *     M w' + h = sum_h lambda_h l^h,      d/dt a_k = sum_j A_kj w'_j + rest_k
 * in the velocities w_1 .. w_n of the chart or, `quasi`, in the completed quasi-velocities: functions of (t, q, w), h and l of
 * multipliers too where reactions enter their own law.                                        [gallissot 3, 9] */
typedef struct {
    size_t   n, p, r;
    bool     quasi;
    li_expr *w, *rate;             /* w_j and w'_j */
    li_expr *velocity;             /* q'_r in w */
    li_expr *relation;             /* a_k in w */
    li_expr *M, *h, *l;            /* n by n, n, r by n */
    li_expr *A, *rest;             /* p by n, p */
    li_derivation *ddt;            /* t -> 1, q -> q', w -> w' */
} li_dynamics;

li_status li_motion_dynamics(li_ctx *ctx, li_dynamics *D, const li_motion *S, bool quasi);
/* -h_i + sum_h lambda_h l^h_i */
li_expr   li_dynamics_force(li_ctx *ctx, const li_dynamics *D, const li_motion *S, size_t i);

/* ---- equations ---- */
typedef struct { li_expr left, right; } li_equation;
typedef struct { const char *name; li_expr value; } li_named;
typedef struct { const char *name; const li_form *w; } li_named_form;      /* w lives in the context */

typedef struct {
    const char  *form, *title;     /* "kane", "Kane's equations, ..." */
    const char  *law;              /* the name by which emit knows the law that it states; NULL: not to be said */
    size_t       unknowns;
    li_expr     *unknown;
    size_t       momenta;          /* canonical, omega in the chart hamilton: symbols, those of their derivatives, and what they are in q' */
    li_expr     *momentum, *rate, *meaning;
    size_t       len;              /* dynamical equations */
    li_equation *eq;
    size_t       relations;        /* what completes them: constraints, then q' in the unknowns */
    li_equation *relation;
    size_t       functions;        /* the functions from which it was made, if it was simplified */
    li_named    *function;
    size_t       forms;            /* omega, omega-r, omega-s: the form first, then what it is made of */
    li_named_form *exterior;
    bool         whole;            /* the unknowns are all of the state: there are no coordinates beside them */
    bool         integrals;        /* form hamilton: the functions are integrands, whose integrals over t vanish */
    const char  *remark;           /* what was found about them; NULL: nothing */
    size_t       rows;             /* form matrix: M a = forcing (rows by rows), else 0 */
    li_expr     *M, *forcing;
    bool         simplified;       /* false: past the budget, printed as derived */
    const char  *omitted;          /* why it is not written out, of a form among all; NULL: it is */
    size_t       done;             /* equations written so far, for progress */
} li_equations;

/* Each by its own definition. `simplify`: write for people (exact work under the context's budget). */
li_status li_motion_lagrange   (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (I), with multipliers */
li_status li_motion_quasi      (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (II), with multipliers */
li_status li_motion_multipliers(li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (I) and d/dt of the constraints */
li_status li_motion_kane       (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* reactions projected away */
li_status li_motion_mass       (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* matrix and forcing */
li_status li_motion_appell          (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (III) */
li_status li_motion_appell_quasi    (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (IV) */
li_status li_motion_tzenoff         (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (V) */
li_status li_motion_appell_nh       (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (VI) */
li_status li_motion_tzenoff_T       (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (VII) */
li_status li_motion_tzenoff_quasi   (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (VIII) */
li_status li_motion_appell_quasi_nh (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (IX) */
li_status li_motion_tzenoff_quasi_T (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* (X) */
li_status li_motion_tzenoff_9       (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* no S */
li_status li_motion_woronetz        (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);
li_status li_motion_canonical       (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* in momenta */
li_status li_motion_gauss           (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* least constraint */
li_status li_motion_hamilton        (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* the integrands of the principle */
li_status li_motion_omega           (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* characteristic equations of Omega + sum lambda_h pi^h ^ dt */
li_status li_motion_omega_r         (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* of Omega_r, ... */
li_status li_motion_omega_s         (li_ctx *ctx, li_equations *out, const li_motion *S, bool simplify);   /* ... of Omega_s */
/* By name or roman numeral ("kane", "II"); NULL: the default for this system. LI_INPUT names the forms there are. */
li_status li_motion_form       (li_ctx *ctx, li_equations *out, const li_motion *S, const char *form, bool simplify);
/* What the equations cost to read (li_exact_cost), all together. */
size_t    li_equations_cost    (li_ctx *ctx, const li_equations *eq);
/* The names of the forms one after another; NULL past the last. */
const char *li_motion_form_name(size_t i);
/* Does form i say something of its own of this system? Those of constrained systems repeat the others where there are no constraints. */
bool        li_motion_form_suits(const li_motion *S, size_t i);

/* ---- Omega ----
 * On the state manifold, with velocity parameters v^s and n Pfaff forms w^r that make a basis with dv^s and dt,
 *
 *     Omega_c = d(p_r w^r - h dt),    Omega_d = Q_r w^r ^ dt,    Omega = Omega_c + Omega_d          [gallissot 3]
 *
 *     chart       v^s                            w^r           p_r                       h
 *     lagrange    q'_r                           dq_r          dT/dq'_r                  p_r q'_r - T
 *     hamilton    p_NAME                         dq_r          p_NAME                    K
 *     quasi       quasi-velocities, completed    w(v), dq_r    dT/dv^r                   p_r v^r - T
 *     speeds      the speeds                     dq_r          dT/dq'_r at q' = phi      p_r phi_r - T
 *
 * u^r is w^r/dt on the motions. The half of the characteristic equations says that; the other half is the dynamics. The
 * forms are on the coframe `on`, in the order dv^1 .. dv^n, w^1 .. w^n, dt; the struct must stay where it is. */
typedef struct {
    const li_motion *S;
    li_omega_chart chart;          /* never OWN */
    size_t    n, p, r;
    size_t    w, dt;               /* places of the first w^r and of dt; given by its form: w^r = dv^r */
    li_expr  *v, *rate;            /* v^s, and the symbol of its derivative by t */
    li_expr  *u;
    li_expr  *in_chart;            /* what the velocities v of S are in the chart */
    li_expr  *meaning;             /* what v^s is in the velocities of S */
    li_expr  *velocity;            /* q'_r */
    li_expr   T, h, *momentum, *Q; /* p_r; Q_r on the w^r */
    li_expr  *l, *a;               /* r by n: the reactions on the w^r; p: the relations */
    li_coframe state, basis;       /* the chart d(v), d(q), d(t), and with quasi-velocities d(v), w(v), d(t) */
    const li_coframe *on;
    li_form   pfaff, Omega_c, Omega_d, Omega;
} li_omega;

li_status li_omega_init (li_ctx *ctx, li_omega *O, const li_motion *S);      /* the chart is that of S->reducing */
void      li_omega_clear(li_ctx *ctx, li_omega *O);
const char *li_omega_chart_name(li_omega_chart chart);                       /* "lagrange" */
li_expr   li_omega_in_chart(li_ctx *ctx, const li_omega *O, li_expr e);      /* e(t, q, v), v of S ... */
li_expr   li_omega_meaning (li_ctx *ctx, const li_omega *O, li_expr e);      /* ... and back */
li_truth  li_omega_is_closed(li_ctx *ctx, const li_omega *O);                /* dOmega = dOmega_d = 0 */

/* E: i(E)Omega = 0, i(E)dt = 1; M a = b for its components a along the dv^s (M[r][s] = W(dv^s, w^r); n by n)  [gallissot 5] */
li_status li_omega_system(li_ctx *ctx, const li_omega *O, li_expr *M, li_expr *b);
/* LI_SINGULAR if there is none; past the budget LI_BUDGET (returned, not kept) */
li_status li_omega_E(li_ctx *ctx, li_field *E, const li_omega *O);
li_status li_omega_implicit_E(li_ctx *ctx, li_field *E, const li_omega *O);  /* its a are the symbols `rate` */

/* pi^h = l^h_r w^r, P_u^h = l^h_r u^r, da^k, and e^h: i(e)Omega = pi - P_u dt, i(e)dt = 0               [gallissot 6] */
li_status li_omega_pi(li_ctx *ctx, li_form *pi, const li_omega *O, size_t h);
li_expr   li_omega_unit_power(li_ctx *ctx, const li_omega *O, size_t h);
li_status li_omega_da(li_ctx *ctx, li_form *da, const li_omega *O, size_t k);
li_status li_omega_e(li_ctx *ctx, li_field *e, const li_omega *O, size_t h);
/* X = E + sum lambda_h e^h with i(X)da^k = 0; lambda (r of them, or NULL). LI_SINGULAR: not compatible          [gallissot 9] */
li_status li_omega_motion(li_ctx *ctx, li_field *X, li_expr *lambda, const li_omega *O);

/* Omega_r: w^I = L_I^-1 (pi - L_rest w_rest), dv^J = -A_J^-1 (A_rest dv_rest + a_w w + a_t dt) put into Omega, and
 * sum lambda_h pi^h ^ dt added; Omega_s: the same with pi^h = P_u^h dt. Constraints that are not used leave their
 * lambda_h pi^h ^ dt. The basis is dv_rest, w_rest, pi (Omega_r only), dt; it is formal, no function has a
 * differential on it: li_reduction_on_state, then d.                                                [gallissot 10] */
typedef struct {
    const li_omega *O;
    bool      keeps_pi;            /* Omega_r */
    size_t    p;                   /* constraints that are used, */
    size_t   *reaction, *relation; /* their numbers */
    size_t   *I, *J;               /* ascending */
    size_t   *dv, *w;              /* the n - p others */
    li_expr  *unit_power;          /* P_u of each */
    li_expr  *rate;                /* theta^a/dt on the motions: v' of the rest, u of the rest, P_u, 1 */
    li_coframe basis;
    li_map    phi;
    li_form   Omega;
} li_reduction;

/* What is to be eliminated is said by S->reducing. LI_INPUT with words where it does not apply. */
li_status li_reduction_init (li_ctx *ctx, li_reduction *R, const li_omega *O, bool keeps_pi);
void      li_reduction_clear(li_ctx *ctx, li_reduction *R);
li_status li_reduction_on_state(li_ctx *ctx, li_form *out, const li_reduction *R);      /* its Omega on O->on */

/* ---- the motion solved ----
 * The states that the relations admit are a variety, which may have several components and on each several sheets of a root: it
 * is a list of branches. On a branch every velocity, acceleration and multiplier, and the coordinates that holonomic relations
 * determine, are functions of an independent state: from_i = to_i. `fact`: >= 0 at all its real states, the radicands; `pivot`:
 * not 0 at most of them, for it was divided by; `unused`: a relation could not be used, so that what fails may still hold on the motions; `why`: its accelerations are not known. */
enum { LI_MOST_BRANCHES = 16 };
typedef struct {
    size_t   len;
    li_expr *from, *to;
    size_t   facts, pivots;
    li_expr *fact, *pivot;
    bool     unused;
    bool     massless;             /* the mass matrix is singular everywhere, yet the constraints leave one motion */
    size_t   unknowns;             /* past the budget: accelerations and multipliers stay symbols z with K z = b */
    li_expr *K, *b, *z;
    const char *why;               /* NULL: they are */
} li_branch;

typedef struct {
    size_t    len;
    li_branch *branch;
    bool      partial;             /* there are more branches than were followed */
} li_solution;

li_status li_solution_init (li_ctx *ctx, li_solution *X, const li_motion *S);
/* The same at a place: the states at which n expressions vanish too. `moving`: the accelerations are wanted. */
li_status li_solution_at   (li_ctx *ctx, li_solution *X, const li_motion *S, size_t n, const li_expr *place, bool moving);
/* The branch with its accelerations and multipliers not written out: the symbols z with K z = b */
li_status li_solution_system(li_ctx *ctx, li_branch *out, const li_branch *b, const li_motion *S);
li_expr   li_solution_apply(li_ctx *ctx, const li_branch *b, li_expr e);

/* d/dt of an expression that may contain accelerations and multipliers: their rates are symbols x''', N'. Does e contain any; and
 * e with them, and all else, in the independent state of a branch. */
li_expr   li_motion_rate     (li_ctx *ctx, const li_motion *S, li_expr e);
bool      li_motion_has_rates(li_ctx *ctx, const li_motion *S, li_expr e);
li_expr   li_solution_rates  (li_ctx *ctx, const li_branch *b, const li_motion *S, li_expr e);
/* Is e = 0 on every branch? UNKNOWN also where it is not 0 but some relation was not used */
li_truth  li_solution_vanishes(li_ctx *ctx, const li_solution *X, li_expr e);

/* ---- written for people ----
 * What relations determine, each used for the quantity that it gives most simply: from_i = to_i; a root has a `sign`. */
enum { LI_READING_SIGNS = 4 };
typedef struct {
    size_t   len;
    li_expr *from, *to;
    size_t   signs;
    li_expr  sign[LI_READING_SIGNS];
    bool     unused;               /* a relation was not used */
} li_reading;

li_expr   li_reading_apply(li_ctx *ctx, const li_reading *X, li_expr e);
/* Dependent velocities of D, and coordinates that a relation gives with a number in front; and what is left as x^2 = ..., which
 * shortens what contains x. */
li_status li_reading_init   (li_ctx *ctx, li_reading *X, const li_motion *S, const li_dynamics *D);
li_status li_reading_squares(li_ctx *ctx, li_reading *Y, const li_motion *S, const li_dynamics *D, const li_reading *X);
li_expr   li_reading_shorten(li_ctx *ctx, const li_reading *Y, li_expr e);

/* Are `count` relations from number `first` on, alone, integrable (Frobenius)? LI_NO: `defect` would vanish if they were. */
li_truth  li_motion_holonomic(li_ctx *ctx, const li_motion *S, size_t first, size_t count, li_expr *defect);

/* The power of reaction h for lambda_h = 1, a function of (t, q, v): `natural`, at constant t in the declared velocities
 * (quasi-velocities where there are any), and `real`, with the dt part of its Pfaff form.       [gallissot 3, 6, 7] */
li_status li_motion_power(li_ctx *ctx, const li_motion *S, size_t h, li_expr *natural, li_expr *real);

/* ---- what of the constraints is a relation of position ----
 * The derived system of a Pfaff system are its combinations whose differentials vanish modulo the system. The last of the
 * derived systems of `count` relations (those of them that are linear in the velocities) is their integrable part. */
typedef struct {
    bool     linear, known;        /* all relations are linear in the velocities; rank and dimension are known */
    size_t   rank, dimension;      /* of the relations, and of their integrable part */
    size_t   integrals;            /* F(t, q) with dF in the integrable part: as many as were found in closed form */
    li_expr *integral;
} li_flag;

li_status li_motion_flag(li_ctx *ctx, li_flag *out, const li_motion *S, size_t first, size_t count);

/* ---- the functions of the theory ----
 * T0 T T1 S0 S S1 H in the declared velocity parameters; of a quasi-velocity p, or of a coordinate whose velocity completes the
 * quasi-velocities: K_p, P0_p (its force, constraints ignored), P_p (the reduced force); of a coordinate theta whose velocity is
 * independent: p_theta (the momentum dT/dq'), C_theta (the complementary term), Q_theta (the reduced force); each also as
 * system.NAME. They do not depend on the reactions. In speeds: T0, and without constraints T, H, p_theta, Q_theta. NULL: no such
 * function. T1 and S1 contain *frozen* symbols, which are kept from
 * differentiation and take their values by thawing.                                          [tzenoff 2.3] */
li_expr   li_motion_function(li_ctx *ctx, const li_motion *S, const char *name);
li_expr   li_motion_frozen  (li_ctx *ctx, li_expr x);                      /* frozen(x), x a symbol */
li_expr   li_motion_thaw    (li_ctx *ctx, const li_motion *S, li_expr e);

/* For eval: the unit powers; K_p, P0_p of the quasi-velocities, completed; momentum, its rate and complementary term of every
 * coordinate whose velocity is independent; H. `e` is an expression of (t, q, v, v', lambda). Where some do not exist `why` says
 * so, else it is "". */
typedef struct { const char *group, *name; li_expr e; } li_quantity;        /* group NULL: of a matrix */

/* W of a 2-form: W[i][j], i < j, is the quantity entry[i*n + j]; SIZE_MAX: 0. Reduced forms: what was eliminated. */
typedef struct {
    const char  *name;             /* "omega", "omega_s" */
    size_t       n;                /* 0: there is none, and `why` says why */
    const char **basis;
    size_t      *entry;
    bool         reduced;
    size_t       p;
    const char **form, **rate;     /* names of the w^I and dv^J */
    const char  *why;
} li_quantity_matrix;

typedef struct {
    size_t       len;
    li_quantity *at;
    const char  *why;
    bool         functions;        /* those of li_motion_quantities are there */
    size_t       matrices;
    li_quantity_matrix matrix[2];
} li_quantities;                   /* 0: none */

li_status li_motion_quantities(li_ctx *ctx, li_quantities *out, const li_motion *S);
/* Omega and, with constraints, Omega_s, added to what is there. */
li_status li_omega_quantities(li_ctx *ctx, li_quantities *out, const li_motion *S);

/* ---- identities of the theory ---- S1-S3, N1-N10, V1, energy, H = h of docs/theory: expressions that vanish */
typedef struct { const char *name, *words; size_t index; li_expr e; } li_identity;
li_status li_motion_identities(li_ctx *ctx, size_t *count, li_identity **out, const li_motion *S);

/* ---- what the system is ---- */
typedef struct {
    li_truth time;                 /* does anything depend on t */
    li_truth energy;               /* T0 + V, or H, is conserved: by the theorem [tzenoff 9.1], or by its rate on the motions */
    li_expr  energy_rate;          /* of NO: its rate on the motions, in the independent state; else NULL */
    size_t   absent;               /* coordinates (or variables of the chart) on which energies, forces and constraints do not depend */
    li_expr *coordinate;
    li_truth closed;               /* given by its form: dOmega = 0 */
    li_truth regular;              /* given by H: det d2H/dpdp is not 0 identically */
    li_expr  singular;             /* the determinant of the quasi-velocities; 1 without any */
} li_portrait;

/* Lagrange's equation for one parameter: of each coordinate whose velocity is independent, whether it holds with the
 * reduced T (C = 0 identically), and in Chaplygin's case the curl condition, which is only sufficient.   [tzenoff 9.3]
 * Empty where no constraint is one of velocities alone, or they are not ideal and linear. */
typedef struct {
    size_t    len;
    li_expr  *coordinate;
    li_truth *lagrange, *curl;
    bool      chaplygin;
} li_criterion;

li_status li_motion_criterion(li_ctx *ctx, li_criterion *out, const li_motion *S);
li_status li_motion_portrait(li_ctx *ctx, li_portrait *out, const li_motion *S);
/* The energy of the portrait alone: much less work where there are many coordinates. */
li_truth  li_motion_keeps_energy(li_ctx *ctx, const li_motion *S);

#ifdef __cplusplus
}
#endif
#endif
