// simbody_chain.cpp - the hinge chain of chain.h by Simbody: one line of JSON a size, nanoseconds for realize(Acceleration) at a
// changed state (positions, velocities, dynamics and accelerations are all done again). usage: simbody_chain n [n ...]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "Simbody.h"

extern "C" {
#include "chain.h"
}

using namespace SimTK;

static double seconds()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// The largest difference from the chain by hand, relative to the largest acceleration.
static double error(int n, const State &s)
{
    std::vector<double> q(n), u(n), a(n);
    double most = 0, worst = 0;

    for (int i = 0; i < n; i++) {
        q[i] = s.getQ()[i];
        u[i] = s.getU()[i];
    }
    chain_by_hand(n, q.data(), u.data(), a.data());
    for (int i = 0; i < n; i++) {
        most = std::fmax(most, std::fabs(a[i]));
        worst = std::fmax(worst, std::fabs(a[i] - s.getUDot()[i]));
    }
    return worst / most;
}

static void measure(int n)
{
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -CHAIN_GRAVITY, 0));
    Vec3 centre(CHAIN_LENGTH / 2, 0, 0);
    Inertia central(CHAIN_INERTIA / 10, CHAIN_INERTIA, CHAIN_INERTIA);
    Body::Rigid link(MassProperties(CHAIN_MASS, centre, central.shiftFromMassCenter(centre, CHAIN_MASS)));
    MobilizedBody last = matter.Ground();

    for (int i = 0; i < n; i++)
        last = MobilizedBody::Pin(last, Transform(Vec3(i > 0 ? CHAIN_LENGTH : 0, 0, 0)), link, Transform());
    system.realizeTopology();
    State s = system.getDefaultState();
    system.realizeModel(s);
    for (int i = 0; i < n; i++) {
        s.updQ()[i] = 0.1 * std::sin(i + 1.0);
        s.updU()[i] = 0.1 * std::cos(i + 1.0);
    }
    system.realize(s, Stage::Acceleration);
    double wrong = error(n, s), best = INFINITY;
    long calls = 50000 / (n + 4) + 100;
    for (int round = 0; round < 7; round++) {
        double t0 = seconds();
        for (long k = 0; k < calls; k++) {
            s.updQ()[0] += 1e-9;
            system.realize(s, Stage::Acceleration);
        }
        best = std::fmin(best, (seconds() - t0) / double(calls));
    }
    int major, minor, build;
    SimTK_version_simbody(&major, &minor, &build);
    std::printf("{\"n\":%d,\"version\":\"%d.%d\",\"ns\":%.1f,\"error\":%.2g}\n", n, major, minor, 1e9 * best, wrong);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        measure(std::atoi(argv[i]));
    return 0;
}
