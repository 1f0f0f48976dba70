/* cvode.c - steps by the multistep methods of SUNDIALS: Adams with fixed-point iteration, BDF with Newton's
 *
 * CVODE keeps the polynomial through its past (Nordsieck's array), whose derivatives at the end of a step make the arc. A restart
 * forgets it and begins at order 1. SUNDIALS has its own context, a stepper each, and never prints: its words go to the stepper. */
#include <cvode/cvode.h>
#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "stepper.h"

enum { ADAMS_ORDER = 12, BDF_ORDER = 5, MOST_FAILURES = 40 };    /* the largest orders; attempts at one step */

static const double LEAST = 1e-15,             /* tolerance; CVODE wants it above the rounding */
                    CLOSE = 1e-13,             /* a limit so near that one step reaches it, relative to the time and to earlier steps */
                    SHORT = 1e-3;              /* a step to its limit, relative to earlier ones: the next would magnify its rounding */

typedef struct {
    SUNContext         sun;
    void              *cvode;
    N_Vector           y, derivative;
    SUNMatrix          matrix;
    SUNLinearSolver    newton;     /* BDF */
    SUNNonlinearSolver iteration;  /* Adams */
    double            *out;        /* of an engine */
    li_status          status;     /* of the last evaluation */
    bool               fresh;      /* without a past */
    double             direction;  /* of the last step */
    double             proposed;   /* the next step; another proposal comes from outside */
    long               failures;   /* since the last restart */
} multistep;

/* ---- what CVODE calls ---- */

static bool are_numbers(const double *x, size_t n)
{
    double zero = 0;

    for (size_t i = 0; i < n; i++)
        zero += 0 * x[i];
    return !isnan(zero);
}

/* 0, or 1: try a smaller step */
static int rates(realtype t, N_Vector y, N_Vector rate, void *self)
{
    li_stepper *s = self;
    multistep *M = s->own;

    M->status = li_engine_rates(s->engine, NV_DATA_S(y), t, M->out);
    if (M->status != LI_OK || !are_numbers(M->out, s->n))
        return 1;
    memcpy(NV_DATA_S(rate), M->out, s->n * sizeof *M->out);
    return 0;
}

static int jacobian(realtype t, N_Vector y, N_Vector rate, SUNMatrix J, void *self, N_Vector x1, N_Vector x2, N_Vector x3)
{
    li_stepper *s = self;
    multistep *M = s->own;
    const double *d = M->out + s->n + 1;

    (void)rate, (void)x1, (void)x2, (void)x3;
    if (li_engine_rates(s->jacobian, NV_DATA_S(y), t, M->out) != LI_OK || !are_numbers(d, s->n * s->n))
        return 1;
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < s->n; j++)
            SM_ELEMENT_D(J, i, j) = d[i * s->n + j];
    return 0;
}

static int weights(N_Vector y, N_Vector weight, void *self)
{
    li_stepper *s = self;
    double tol = fmax(s->tol, LEAST);

    for (size_t i = 0; i < s->n; i++)
        NV_DATA_S(weight)[i] = 1 / (tol * li_step_scale(NV_DATA_S(y)[i]));
    return 0;
}

/* Warnings (codes above 0) are not kept. */
static void keep_words(int code, const char *module, const char *function, char *words, void *self)
{
    li_stepper *s = self;

    (void)module, (void)function;
    if (code < 0)
        snprintf(s->words, sizeof s->words, "%s", words);
}

/* ---- setup ---- */

static bool take_vectors(li_stepper *s, multistep *M)
{
    size_t out = s->n + 1 + (s->engine->events > s->n * s->n ? s->engine->events : s->n * s->n);

    if (SUNContext_Create(NULL, &M->sun) != 0)
        return false;
    M->y = N_VNew_Serial((sunindextype)s->n, M->sun);
    M->derivative = N_VNew_Serial((sunindextype)s->n, M->sun);
    M->out = li_new(s->ctx, out, sizeof *M->out);
    if (M->y != NULL)
        N_VConst(0, M->y);
    return M->y != NULL && M->derivative != NULL && M->out != NULL;
}

static bool take_fixed_point(multistep *M)
{
    M->iteration = SUNNonlinSol_FixedPoint(M->y, 0, M->sun);
    return M->iteration != NULL && CVodeSetNonlinearSolver(M->cvode, M->iteration) == CV_SUCCESS;
}

static bool take_newton(li_stepper *s, multistep *M)
{
    M->matrix = SUNDenseMatrix((sunindextype)s->n, (sunindextype)s->n, M->sun);
    M->newton = M->matrix == NULL ? NULL : SUNLinSol_Dense(M->y, M->matrix, M->sun);
    if (M->newton == NULL || CVodeSetLinearSolver(M->cvode, M->newton, M->matrix) != CVLS_SUCCESS)
        return false;
    return s->jacobian == NULL || CVodeSetJacFn(M->cvode, jacobian) == CVLS_SUCCESS;
}

static bool take_method(li_stepper *s, multistep *M, int method)
{
    M->cvode = CVodeCreate(method, M->sun);
    return M->cvode != NULL && CVodeSetErrHandlerFn(M->cvode, keep_words, s) == CV_SUCCESS && CVodeInit(M->cvode, rates, 0, M->y) == CV_SUCCESS
        && CVodeSetUserData(M->cvode, s) == CV_SUCCESS && CVodeWFtolerances(M->cvode, weights) == CV_SUCCESS
        && CVodeSetMaxErrTestFails(M->cvode, MOST_FAILURES) == CV_SUCCESS && CVodeSetMaxConvFails(M->cvode, MOST_FAILURES) == CV_SUCCESS
        && (method == CV_ADAMS ? take_fixed_point(M) : take_newton(s, M));
}

static li_status init(li_stepper *s, int method)
{
    multistep *M = s->own = li_new(s->ctx, 1, sizeof *M);

    if (M == NULL)
        return li_ctx_status(s->ctx);
    *M = (multistep){ .fresh = true };
    s->past = &M->proposed;
    s->pasts = 1;
    if (take_vectors(s, M) && take_method(s, M, method))
        return LI_OK;
    return li_fail(s->ctx, LI_MEMORY, "CVODE could not be set up: %s", s->words[0] != '\0' ? s->words : "no memory");
}

static li_status init_adams(li_stepper *s) { return init(s, CV_ADAMS); }
static li_status init_bdf(li_stepper *s) { return init(s, CV_BDF); }

static void clear(li_stepper *s)
{
    multistep *M = s->own;

    if (M == NULL)
        return;
    if (M->cvode != NULL)
        CVodeFree(&M->cvode);
    if (M->iteration != NULL)
        SUNNonlinSolFree(M->iteration);
    if (M->newton != NULL)
        SUNLinSolFree(M->newton);
    if (M->matrix != NULL)
        SUNMatDestroy(M->matrix);
    if (M->derivative != NULL)
        N_VDestroy(M->derivative);
    if (M->y != NULL)
        N_VDestroy(M->y);
    if (M->sun != NULL)
        SUNContext_Free(&M->sun);
    li_drop(s->ctx, M->out);
    li_drop(s->ctx, M);
}

static void restart(li_stepper *s)
{
    multistep *M = s->own;
    M->fresh = true;
}

/* ---- steps ---- */

static double within(double t) { return fmin(fmax(t, -DBL_MAX), DBL_MAX); }

/* Where CVODE is told to go: the first step is found from the distance. */
static double aim(const li_stepper *s, double limit) { return isfinite(limit) ? limit : s->t + copysign(li_step_scale(s->t), limit); }

/* So near that a step from a long past would be its rounding errors, magnified */
static bool is_close(const li_stepper *s, double left) { return fabs(left) <= CLOSE * fmax(fabs(s->t), s->longest); }

/* The past is forgotten. Its step belonged to its order: only a proposal from outside counts, and a limit that is close. */
static int begin(li_stepper *s, multistep *M, double limit)
{
    double left = li_step_left(s, limit), first = s->h > 0 && s->h != M->proposed ? s->h : 0;

    if (is_close(s, left))
        first = fabs(left);
    memcpy(NV_DATA_S(M->y), s->y, s->n * sizeof *s->y);
    int code = CVodeReInit(M->cvode, s->t, M->y);
    if (code == CV_SUCCESS)
        code = CVodeSetInitStep(M->cvode, first > 0 ? copysign(fmin(first, fabs(left)), left) : 0);
    M->fresh = code != CV_SUCCESS;
    M->failures = 0;
    return code;
}

/* y(t) = sum_k z_k (s - 1 + past)^k,  z_k = y^(k)(t_n) (h/2)^k/k!,  h the length of the arc, t_n + past h/2 its end */
static bool write_arc(li_stepper *s, multistep *M)
{
    size_t degree = s->arc.degree;
    double half = (s->arc.to - s->arc.from) / 2, now = 0, z[ADAMS_ORDER + 1];
    int order = 0;

    if (CVodeGetCurrentTime(M->cvode, &now) != CV_SUCCESS || CVodeGetLastOrder(M->cvode, &order) != CV_SUCCESS)
        return false;
    double past = (s->arc.to - now) / half - 1;
    z[0] = 1;
    for (int k = 1; k <= order; k++)
        z[k] = z[k - 1] * half / k;
    memset(s->arc.c, 0, s->n * (degree + 1) * sizeof *s->arc.c);
    for (int k = order; k >= 0; k--) {
        if (CVodeGetDky(M->cvode, now, k, M->derivative) != CV_SUCCESS)
            return false;
        for (size_t i = 0; i < s->n; i++) {
            double *c = s->arc.c + i * (degree + 1);
            for (int m = order - k; m > 0; m--)
                c[m] = c[m - 1] + past * c[m];
            c[0] = past * c[0] + z[k] * NV_DATA_S(M->derivative)[i];
        }
    }
    s->arc.centre = s->arc.from;
    s->arc.centre_low = 0;
    s->arc.h = half;
    li_twofold_add(&s->arc.centre, &s->arc.centre_low, half);
    return true;
}

/* CVODE gave up. What it says about its step is in the words. */
static li_stepped without_step(li_stepper *s, multistep *M, int code)
{
    double h = 0;

    M->fresh = true;
    if (code == CV_FIRST_RHSFUNC_ERR)
        return li_step_nowhere(s, M->status);
    bool shrank = code == CV_ERR_FAILURE || code == CV_CONV_FAILURE || code == CV_REPTD_RHSFUNC_ERR || code == CV_UNREC_RHSFUNC_ERR;
    if (shrank && CVodeGetCurrentStep(M->cvode, &h) == CV_SUCCESS && li_step_too_small(s, h))
        return li_step_underrun(s, h);
    char words[sizeof s->words];
    memcpy(words, s->words, sizeof words);
    return li_step_without(s, LI_STEP_FAILED, "t = %.10g: CVODE gave up: %.150s", s->t, words);
}

static void count_failures(li_stepper *s, multistep *M)
{
    long errors = 0, solves = 0;

    CVodeGetNumErrTestFails(M->cvode, &errors);
    CVodeGetNumStepSolveFails(M->cvode, &solves);
    s->rejected += (size_t)(errors + solves - M->failures);
    M->failures = errors + solves;
}

static li_stepped step(li_stepper *s, double limit)
{
    multistep *M = s->own;
    double left = li_step_left(s, limit), t = s->t;
    bool begins = M->fresh || left * M->direction < 0 || is_close(s, left);
    int code = begins ? begin(s, M, limit) : CV_SUCCESS;

    if (code == CV_SUCCESS)
        code = CVodeSetStopTime(M->cvode, within(limit));
    if (code == CV_SUCCESS)
        code = CVode(M->cvode, aim(s, limit), M->y, &t, CV_ONE_STEP);
    count_failures(s, M);
    if (code < 0)
        return without_step(s, M, code);
    double h = t - s->t;
    bool shrank = !begins || M->failures > 0;      /* else CVODE began carefully */
    if (t != limit && shrank && li_step_too_small(s, h)) {
        M->fresh = true;
        return li_step_underrun(s, h);
    }
    s->arc.from = s->t;
    s->arc.to = t;
    if (!write_arc(s, M))
        return without_step(s, M, CV_BAD_DKY);
    memcpy(s->y, NV_DATA_S(M->y), s->n * sizeof *s->y);
    memset(s->y_low, 0, s->n * sizeof *s->y_low);
    s->t = t;
    s->t_low = 0;
    M->direction = copysign(1, left);
    M->fresh = t == limit && fabs(h) < fmax(SHORT * s->longest, CLOSE * fabs(t));
    CVodeGetCurrentStep(M->cvode, &h);
    s->h = M->proposed = fabs(h);
    return LI_STEPPED;
}

const li_method li_method_adams = { .name = "adams", .keeps_past = true, .degree = ADAMS_ORDER, .init = init_adams, .clear = clear,
                                    .restart = restart, .step = step };
const li_method li_method_bdf = { .name = "bdf", .keeps_past = true, .degree = BDF_ORDER, .init = init_bdf, .clear = clear,
                                  .restart = restart, .step = step };
