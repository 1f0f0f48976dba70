#!/usr/bin/env python3
"""One sign flipped in each form of the equations of motion: a test must notice every one.

    tests/mutation/run.py --compiler cc --library build/libliaison.a [--flags "..."]

A file of src/motion is compiled with the change and linked before the library, so that it takes the place of the
original; then the tests of the room are run, and one of them has to fail."""
import argparse
import os
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MUTATIONS = [  # file, what stands there, what is put in its place
    ("inertia.c", "li_expr_sub(ctx, li_motion_ddt(ctx, S, Tv[i]), Tq[i])", "li_expr_add(ctx, li_motion_ddt(ctx, S, Tv[i]), Tq[i])"),
    ("lagrange.c", "li_expr_add(ctx, S->F[i], li_motion_reaction(ctx, S, i))", "li_expr_sub(ctx, S->F[i], li_motion_reaction(ctx, S, i))"),
    ("quasi.c", "li_frame_project(f, Tq, a)), K[a] }", "li_frame_project(f, Tq, a)), li_expr_neg(ctx, K[a]) }"),
    ("quasi.c", "li_expr_neg(ctx, li_frame_project(f, Tq, a))", "li_frame_project(f, Tq, a)"),
    ("appell.c", "energy = li_frame_reduce(&f, li_frame_S0(&f))", "energy = li_expr_neg(ctx, li_frame_reduce(&f, li_frame_S0(&f)))"),
    ("functions.c", "sum = h[r]", "sum = li_expr_neg(ctx, h[r])"),
    ("functions.c", "li_expr_sub(ctx, li_motion_ddt(ctx, f->S, B[mu * n + r]), ", "li_expr_add(ctx, li_motion_ddt(ctx, f->S, B[mu * n + r]), "),
    ("functions.c", "li_expr_sub(ctx, li_frame_project(f, f->phi_q + i * n, a), li_frame_ddt(f, c))", "li_expr_add(ctx, li_frame_project(f, f->phi_q + i * n, a), li_frame_ddt(f, c))"),
    ("functions.c", "sum = li_expr_sub(ctx, sum, li_expr_mul(ctx, c, ", "sum = li_expr_add(ctx, sum, li_expr_mul(ctx, c, "),
    ("functions.c", "by_rate[a] = li_expr_add(", "by_rate[a] = li_expr_sub("),
    ("functions.c", "by_q[r] = li_expr_add(", "by_q[r] = li_expr_sub("),
    ("functions.c", "by_w[a] = li_expr_add(", "by_w[a] = li_expr_sub("),
    ("tzenoff.c", "li_expr_neg(ctx, li_frame_reduce(f, li_frame_project(f, Tq, a)))", "li_frame_reduce(f, li_frame_project(f, Tq, a))"),
    ("tzenoff.c", "li_frame_reduce(f, K[a]), S1w[a]", "li_expr_neg(ctx, li_frame_reduce(f, K[a])), S1w[a]"),
    ("tzenoff.c", "li_frame_reduce(f, K[a]), S1w[a]", "li_frame_reduce(f, K[a]), li_expr_neg(ctx, S1w[a])"),
    ("tzenoff-T.c", "li_expr_neg(ctx, li_frame_ddt(f, x.T1w[a]))", "li_frame_ddt(f, x.T1w[a])"),
    ("tzenoff-T.c", "li_frame_project(f, x.T1q, a), ", "li_expr_neg(ctx, li_frame_project(f, x.T1q, a)), "),
    ("tzenoff-T.c", "li_expr_neg(ctx, li_frame_project(f, x.Tq, a)), li_frame_reduce(f, x.K[a])", "li_expr_neg(ctx, li_frame_project(f, x.Tq, a)), li_expr_neg(ctx, li_frame_reduce(f, x.K[a]))"),
    ("complementary.c", "li_expr_add(ctx, left[a], li_frame_C(&f, a))", "li_expr_sub(ctx, left[a], li_frame_C(&f, a))"),
    ("frame.c", "sum = f->phi_t[i]", "sum = li_expr_neg(f->ctx, f->phi_t[i])"),
    ("dependence.c", "B[i] = li_expr_neg(ctx, B[i])", "B[i] = B[i]"),
    ("woronetz.c", "li_expr_sub(ctx, left[a], li_expr_mul(ctx, momentum", "li_expr_add(ctx, left[a], li_expr_mul(ctx, momentum"),
    ("curvature.c", "li_expr_sub(ctx, along_drift(f, c), ", "li_expr_add(ctx, along_drift(f, c), "),
    ("curvature.c", "li_expr_sub(ctx, li_frame_along(f, c, j), ", "li_expr_add(ctx, li_frame_along(f, c, j), "),
    ("gauss.c", "li_expr_add(ctx, left[a], li_expr_mul(ctx, E[r], ", "li_expr_sub(ctx, left[a], li_expr_mul(ctx, E[r], "),
    ("kane.c", "sum = li_expr_add(ctx, sum, li_expr_mul(ctx, E[r], beta[r * k + a]))", "sum = li_expr_sub(ctx, sum, li_expr_mul(ctx, E[r], beta[r * k + a]))"),
    ("kane.c", "*x = li_expr_add(ctx, *x, li_expr_mul(ctx, f->A", "*x = li_expr_sub(ctx, *x, li_expr_mul(ctx, f->A"),
    ("dependence.c", "f->d[a * p + i] = li_expr_diff(ctx, phi[i], f->w[a])", "f->d[a * p + i] = li_expr_neg(ctx, li_expr_diff(ctx, phi[i], f->w[a]))"),
    ("canonical.c", "li_expr_int(ctx, 0), li_frame_along(f, T, a))", "li_expr_int(ctx, 0), li_expr_neg(ctx, li_frame_along(f, T, a)))"),
    ("canonical.c", "(a + b) % 2 == 0 ? *out", "(a + b) % 2 == 1 ? *out"),
    ("canonical.c", "li_expr_sub(ctx, li_frame_along(f, f->phi[i], a), ", "li_expr_add(ctx, li_frame_along(f, f->phi[i], a), "),
    ("canonical.c", "m->K = li_expr_neg(ctx, li_expr_subst(", "m->K = (li_expr_subst("),
    ("canonical.c", "li_expr_add(ctx, m.K, S->V)", "li_expr_sub(ctx, m.K, S->V)"),
    ("hamilton.c", "li_expr_neg(ctx, li_frame_reduce(f, G[a * n + r]))", "li_frame_reduce(f, G[a * n + r])"),
    ("hamilton.c", "defect = li_expr_sub(ctx, defect, li_expr_mul(ctx, f->phi_q", "defect = li_expr_add(ctx, defect, li_expr_mul(ctx, f->phi_q"),
    ("hamilton.c", "li_expr_sub(ctx, vary(f, d, Tq, Tw, f->k), ", "li_expr_add(ctx, vary(f, d, Tq, Tw, f->k), "),
    ("frame.c", "li_expr_add(f->ctx, sum, li_expr_mul(f->ctx, f->d[alpha * f->p + i], f->P[f->k + i]))", "li_expr_sub(f->ctx, sum, li_expr_mul(f->ctx, f->d[alpha * f->p + i], f->P[f->k + i]))"),
]
TESTS = ["t-equivalence.c", "t-forms.c", "t-identities.c"]


def build(args, folder, extra, test):
    """Compiles one test with an object that replaces a file of the library; the program."""
    program = os.path.join(folder, test[:-2])
    here = os.path.join(ROOT, "src", "motion", "test")
    sources = [os.path.join(here, test), os.path.join(here, "draw.c"), os.path.join(ROOT, "src", "core", "test", "harness.c")]
    command = [args.compiler, "-std=c17", "-D_POSIX_C_SOURCE=200809L", "-O1", "-w", "-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "src")]
    subprocess.run(command + sources + extra + [args.library] + shlex.split(args.flags) + ["-o", program], check=True)
    return program


def notices(args, folder, name, text):
    changed = os.path.join(folder, name)
    with open(changed, "w", encoding="utf-8") as file:
        file.write(text)
    extra = [changed, "-I" + os.path.join(ROOT, "src", "motion")]
    return any(subprocess.run([build(args, folder, extra, test)], capture_output=True, timeout=120).returncode != 0 for test in TESTS)


def main():
    arguments = argparse.ArgumentParser(description="Flips signs in the forms; the tests must fail.")
    arguments.add_argument("--compiler", default="cc")
    arguments.add_argument("--library", required=True)
    arguments.add_argument("--flags", default="-ljansson -lcalcium -lflint-arb -lflint -lmpfr -lgmp -lm -lpthread")
    args = arguments.parse_args()
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        for name, old, new in MUTATIONS:
            with open(os.path.join(ROOT, "src", "motion", name), encoding="utf-8") as file:
                text = file.read()
            if text.count(old) != 1:
                missed.append("%s: %r stands there %d times" % (name, old, text.count(old)))
            elif not notices(args, folder, name, text.replace(old, new)):
                missed.append("%s: nobody notices %r" % (name, new))
    for line in missed:
        print(line)
    print("%d flipped signs, %d not noticed" % (len(MUTATIONS), len(missed)))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
