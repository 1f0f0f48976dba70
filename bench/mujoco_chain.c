/* mujoco_chain.c - the hinge chain of chain.h by MuJoCo: one line of JSON a size, nanoseconds for mj_forward at a changed state
 *
 * No contacts, no limits: nothing but kinematics, inertias and forces. usage: mujoco_chain n [n ...] */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "chain.h"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static mjModel *chain(int n, char *why, int room)
{
    char name[] = "/tmp/mujoco-chain-XXXXXX.xml";
    int descriptor = mkstemps(name, 4);
    FILE *f = descriptor < 0 ? NULL : fdopen(descriptor, "w");

    if (f == NULL)
        return NULL;
    fprintf(f, "<mujoco><option timestep='1e-4' gravity='0 0 %.17g' integrator='Euler'>"
               "<flag contact='disable' constraint='disable'/></option><size nconmax='0' njmax='0'/><worldbody>", -CHAIN_GRAVITY);
    for (int i = 0; i < n; i++)
        fprintf(f, "<body pos='%.17g 0 0'><inertial pos='%.17g 0 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/><joint type='hinge' axis='0 -1 0'/>",
                i > 0 ? CHAIN_LENGTH : 0, CHAIN_LENGTH / 2, CHAIN_MASS, CHAIN_INERTIA / 10, CHAIN_INERTIA, CHAIN_INERTIA);
    for (int i = 0; i < n; i++)
        fprintf(f, "</body>");
    fprintf(f, "</worldbody></mujoco>");
    fclose(f);
    mjModel *m = mj_loadXML(name, NULL, why, room);
    unlink(name);
    return m;
}

/* The largest difference from the chain by hand, relative to the largest acceleration. */
static double error(int n, const mjData *d)
{
    double q[CHAIN_MOST], u[CHAIN_MOST], a[CHAIN_MOST], most = 0, worst = 0;

    for (int i = 0; i < n; i++) {
        q[i] = d->qpos[i];
        u[i] = d->qvel[i];
    }
    chain_by_hand(n, q, u, a);
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i]));
        worst = fmax(worst, fabs(a[i] - d->qacc[i]));
    }
    return worst / most;
}

static void measure(int n)
{
    char why[1000] = "";
    mjModel *m = chain(n, why, sizeof why);

    if (m == NULL) {
        for (char *c = why; *c != '\0'; c++)
            *c = *c == '"' || *c == '\\' || (unsigned char)*c < ' ' ? ' ' : *c;
        printf("{\"n\":%d,\"version\":%d,\"refused\":\"%s\"}\n", n, mj_version(), why);
        return;
    }
    mjData *d = mj_makeData(m);
    for (int i = 0; i < n; i++) {
        d->qpos[i] = 0.1 * sin(i + 1.0);
        d->qvel[i] = 0.1 * cos(i + 1.0);
    }
    mj_forward(m, d);
    double wrong = error(n, d), best = INFINITY;
    long calls = 100000 / (n + 4) + 100;
    for (int round = 0; round < 7; round++) {
        double t0 = seconds();
        for (long k = 0; k < calls; k++) {
            d->qpos[0] += 1e-9;
            mj_forward(m, d);
        }
        best = fmin(best, (seconds() - t0) / (double)calls);
    }
    printf("{\"n\":%d,\"version\":%d,\"ns\":%.1f,\"error\":%.2g}\n", n, mj_version(), 1e9 * best, wrong);
    mj_deleteData(d);
    mj_deleteModel(m);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        measure(atoi(argv[i]));
    return 0;
}
