/* peers.c - GSL's rk8pd and CVODE's Adams, straight to the end */
#include "peers.h"

#ifdef BENCH_GSL
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_version.h>
#define GSL_NAME "GSL " GSL_VERSION " rk8pd"
#else
#define GSL_NAME "GSL rk8pd"
#endif
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

typedef struct { right_side *f; long calls; } call;

#ifdef BENCH_GSL
static int gsl_rates(double t, const double *y, double *f, void *self)
{
    call *c = self;
    (void)t;
    c->calls++;
    c->f(y, f);
    return GSL_SUCCESS;
}

static bool gsl_go(right_side *f, size_t n, double *y, double until, double tol, long *calls)
{
    call c = { f, 0 };
    gsl_odeiv2_system system = { gsl_rates, NULL, n, &c };
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, until * 1e-5, tol, tol);
    double t = 0;
    int status = gsl_odeiv2_driver_apply(driver, &t, until, y);

    gsl_odeiv2_driver_free(driver);
    *calls = c.calls;
    return status == GSL_SUCCESS;
}
#endif

static int cvode_rates(realtype t, N_Vector y, N_Vector f, void *self)
{
    call *c = self;
    (void)t;
    c->calls++;
    c->f(N_VGetArrayPointer(y), N_VGetArrayPointer(f));
    return 0;
}

static bool cvode_go(right_side *f, size_t n, double *y, double until, double tol, long *calls)
{
    call c = { f, 0 };
    SUNContext context = NULL;
    realtype t = 0;

    if (SUNContext_Create(NULL, &context) != 0)
        return false;
    N_Vector v = N_VMake_Serial((sunindextype)n, y, context);
    void *cvode = CVodeCreate(CV_ADAMS, context);
    SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(v, 0, context);
    bool ok = CVodeInit(cvode, cvode_rates, 0, v) == CV_SUCCESS && CVodeSetUserData(cvode, &c) == CV_SUCCESS &&
              CVodeSStolerances(cvode, tol, tol) == CV_SUCCESS && CVodeSetMaxNumSteps(cvode, 100000000) == CV_SUCCESS &&
              CVodeSetNonlinearSolver(cvode, solver) == CV_SUCCESS && CVodeSetStopTime(cvode, until) == CV_SUCCESS &&
              CVode(cvode, until, v, &t, CV_NORMAL) >= 0;
    CVodeFree(&cvode);
    SUNNonlinSolFree(solver);
    N_VDestroy(v);
    SUNContext_Free(&context);
    *calls = c.calls;
    return ok;
}

const peer peers[PEERS] = {
#ifdef BENCH_GSL
    { GSL_NAME, gsl_go },
#else
    { GSL_NAME, NULL },
#endif
    { "CVODE " SUNDIALS_VERSION " Adams", cvode_go },
};
