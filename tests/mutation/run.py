#!/usr/bin/env python3
"""One sign flipped in each form of the equations of motion, or in each operator on exterior forms: a test must notice every one.

    tests/mutation/run.py [--room motion|form] --compiler cc --library build/libliaison.a [--flags "..."]

A file of the room is compiled with the change and linked before the library, so that it takes the place of the
original; then the tests of the room are run, and one of them has to fail."""
import argparse
import concurrent.futures
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
    ("gauss.c", "li_expr_mul(ctx, half, li_expr_add(ctx, E[r], ", "li_expr_mul(ctx, half, li_expr_sub(ctx, E[r], "),
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
    ("manifold.c", "O->h = li_expr_neg(ctx, O->T)", "O->h = O->T"),
    ("manifold.c", "B[(n + r) * m + 2 * n] = Q->b[r]", "B[(n + r) * m + 2 * n] = li_expr_neg(ctx, Q->b[r])"),
    ("manifold.c", "O->Q[s] = on_rates[n + s]", "O->Q[s] = li_expr_neg(ctx, on_rates[n + s])"),
    ("omega.c", "li_form_add_term(ctx, &O->pfaff, &dt, li_expr_neg(ctx, O->h))", "li_form_add_term(ctx, &O->pfaff, &dt, O->h)"),
    ("omega.c", "(uint32_t[]){ n + r, 2 * n }, O->Q[r]", "(uint32_t[]){ n + r, 2 * n }, li_expr_neg(ctx, O->Q[r])"),
    ("characteristic.c", "add_product(ctx, &b[j - n], li_expr_neg(ctx, W->f[k]), O->u[i - n])", "add_product(ctx, &b[j - n], W->f[k], O->u[i - n])"),
    ("characteristic.c", "drive[k] = li_expr_neg(ctx, li_field_apply(ctx, &X[0], O->a[k]))", "drive[k] = li_field_apply(ctx, &X[0], O->a[k])"),
    ("reduction.c", "li_expr_neg(ctx, rest[i / columns * m + i % columns - p])", "rest[i / columns * m + i % columns - p]"),
    ("reduction.c", "li_expr_neg(ctx, li_form_coefficient(ctx, &da[k], &a))", "li_form_coefficient(ctx, &da[k], &a)"),
    ("reduction.c", "li_expr_mul(ctx, x[h], R->unit_power[h])", "li_expr_neg(ctx, li_expr_mul(ctx, x[h], R->unit_power[h]))"),
    ("reduction.c", "li_expr_mul(ctx, O->S->lambda[h], O->l[h * n + r])", "li_expr_neg(ctx, li_expr_mul(ctx, O->S->lambda[h], O->l[h * n + r]))"),
    ("reduction.c", "R->O->S->lambda[R->reaction[h]])", "li_expr_neg(ctx, R->O->S->lambda[R->reaction[h]]))"),
    ("associated.c", "E[b] = li_expr_sub(ctx, E[b], ", "E[b] = li_expr_add(ctx, E[b], "),
    ("associated.c", "li_expr_neg(ctx, E[n + r]), reaction, simplify", "E[n + r], reaction, simplify"),
    ("associated.c", "lambda, li_expr_neg(ctx, rest), simplify", "lambda, rest, simplify"),
    ("associated.c", "rest[k] = affine ? li_expr_neg(ctx, rest[k]) : NULL", "rest[k] = affine ? rest[k] : NULL"),
]
TESTS = ["t-equivalence.c", "t-forms.c", "t-identities.c"]
OMEGA = {"manifold.c", "omega.c", "characteristic.c", "reduction.c", "associated.c"}
OMEGA_TESTS = ["t-omega.c", "t-reduction.c"]

GIVEN_MUTATIONS = [  # of systems given by H or by their 2-form
    ("inertia.c", "left[r] = li_expr_add(ctx, S->a[r], left[r])", "left[r] = li_expr_sub(ctx, S->a[r], left[r])"),
    ("inertia.c", "S->W[s * S->n + r], S->a[s]", "S->W[r * S->n + s], S->a[s]"),
    ("system.c", "l[k] = li_expr_add(ctx, l[k], x[k])", "l[k] = li_expr_sub(ctx, l[k], x[k])"),
    ("first-order.c", "S->F[r] = li_expr_neg(ctx, Omega->f[k])", "S->F[r] = Omega->f[k]"),
    ("characteristic.c", "S->W[i % n * n + i / n]", "S->W[i]"),
    ("omega.c", "{ s, n }, O->S->F[s]", "{ s, n }, li_expr_neg(ctx, O->S->F[s])"),
    ("manifold.c", "O->meaning[r] = S->phi[r];", "O->meaning[r] = S->v[r];"),
]
GIVEN_TESTS = ["../../proof/test/t-given.c"]

FORM_MUTATIONS = [  # and the test that notices
    ("terms.c", "sign = -sign;", "sign = +sign;", "t-interior.c"),
    ("terms.c", "sign > 0 ? f : li_expr_neg(ctx, f)", "f", "t-interior.c"),
    ("form.c", "add_sorted(ctx, w, row, sign > 0 ? f : li_expr_neg(ctx, f))", "add_sorted(ctx, w, row, f)", "t-algebra.c"),
    ("form.c", "sign > 0 ? w->f[k] : li_expr_neg(ctx, w->f[k])", "w->f[k]", "t-algebra.c"),
    ("algebra.c", "li_form_add_times(ctx, &sum, li_expr_int(ctx, f), w)", "li_form_add_times(ctx, &sum, li_expr_int(ctx, 1), w)", "t-algebra.c"),
    ("wedge.c", "li_expr_mul(ctx, v->f[i], w->f[j])", "li_expr_neg(ctx, li_expr_mul(ctx, v->f[i], w->f[j]))", "t-interior.c"),
    ("interior.c", "k % 2 == 0 ? fX", "k % 2 == 1 ? fX", "t-interior.c"),
    ("interior.c", "passed += left + j;", "passed += left;", "t-interior.c"),
    ("interior.c", "passed % 2 == 0 ? 1 : -1", "passed % 2 == 0 ? -1 : 1", "t-interior.c"),
    ("differential.c", "li_form_term(ctx, sum, df.f[k])", "li_form_term(ctx, sum, li_expr_neg(ctx, df.f[k]))", "t-differential.c"),
    ("differential.c", "k % 2 == 0 ? fC : li_expr_neg(ctx, fC)", "fC", "t-differential.c"),
    ("differential.c", "k % 2 == 0 ? fC : li_expr_neg(ctx, fC)", "k % 2 == 1 ? fC : li_expr_neg(ctx, fC)", "t-differential.c"),
    ("lie.c", "li_form_add(ctx, out, &left, &right)", "li_form_sub(ctx, out, &left, &right)", "t-operators.c"),
    ("lie.c", "li_form_sub(ctx, out, &left, &right)", "li_form_add(ctx, out, &left, &right)", "t-operators.c"),
    ("lie.c", "li_form_sub(ctx, out, &left, &right)", "li_form_sub(ctx, out, &right, &left)", "t-operators.c"),
    ("bracket.c", "li_expr_neg(ctx, li_derivation_apply(ctx, along_Y, X->comp[a]))", "li_derivation_apply(ctx, along_Y, X->comp[a])", "t-operators.c"),
    ("bracket.c", "li_expr_neg(ctx, on_two(ctx, &Z->on->dtheta[a], X, Y))", "on_two(ctx, &Z->on->dtheta[a], X, Y)", "t-operators.c"),
    ("basis.c", "li_expr_int(ctx, i / n == i % n)", "li_expr_int(ctx, -(i / n == i % n))", "t-coframe.c"),
    ("basis.c", "li_form_on(ctx, &dtheta, c, &dtheta);", "li_form_on(ctx, &dtheta, c, &dtheta); li_form_scale(ctx, &dtheta, li_expr_int(ctx, -1), &dtheta);", "t-coframe.c"),
    ("equations.c", "li_form_term(ctx, &sum, C[i * c->n + j])", "li_form_term(ctx, &sum, li_expr_neg(ctx, C[i * c->n + j]))", "t-coframe.c"),
    ("map.c", "li_form_wedge(ctx, &product[k + 1], &product[k], &theta[I[k]])", "li_form_wedge(ctx, &product[k + 1], &theta[I[k]], &product[k])", "t-map.c"),
    ("matrix.c", "W[b * n + a] = li_expr_neg(ctx, w->f[k])", "W[b * n + a] = w->f[k]", "t-rank.c"),
    ("matrix.c", "k % 2 == 0 ? f", "k % 2 == 1 ? f", "t-rank.c"),
    ("characteristic.c", "M[a * N + b] = li_expr_neg(ctx, W->f[k])", "M[a * N + b] = W->f[k]", "t-characteristic.c"),
    ("characteristic.c", "M[b * N + a] = W->f[k];\n        M[a * N + b]", "M[a * N + b] = W->f[k];\n        M[b * N + a]", "t-characteristic.c"),
    ("linear.c", "part[n++] = li_expr_neg(s->ctx, ", "part[n++] = (s->ctx, ", "t-linear.c"),
    ("print.c", "minus ? \" - \" : \" + \"", "minus ? \" + \" : \" - \"", "t-print.c"),
    ("print.c", "minus ? \"-\" : \"\"", "minus ? \"\" : \"-\"", "t-print.c"),
    ("field.c", "li_expr_int(ctx, i == j)", "li_expr_int(ctx, -(i == j))", "t-coframe.c"),
]
ROOMS = {  # its mutations with the tests that may notice, and what is linked with these tests
    "motion": ([m + (OMEGA_TESTS if m[0] in OMEGA else TESTS,) for m in MUTATIONS] + [m + (GIVEN_TESTS,) for m in GIVEN_MUTATIONS],
               ["motion/test/draw.c", "core/test/harness.c"]),
    "form": ([m[:3] + ([m[3]],) for m in FORM_MUTATIONS], ["form/test/draw.c", "exact/test/state.c", "core/test/harness.c"]),
}


def compiler(args):
    return [args.compiler, "-std=c17", "-D_POSIX_C_SOURCE=200809L", "-O1", "-w",
            "-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "src"), "-I" + os.path.join(ROOT, "src", args.room)]


def compiled(args, folder, source):
    """The object of a source file."""
    target = os.path.join(folder, os.path.basename(source)[:-2] + ".o")
    subprocess.run(compiler(args) + ["-c", source, "-o", target], check=True)
    return target


def notices(args, objects, name, text, tests):
    """Does one of the tests fail?"""
    with tempfile.TemporaryDirectory() as folder:
        changed = os.path.join(folder, name)
        with open(changed, "w", encoding="utf-8") as file:
            file.write(text)
        mutant, program = compiled(args, folder, changed), os.path.join(folder, "test")
        for test in tests:
            parts = [objects[os.path.basename(test)]] + [objects[os.path.basename(shared)] for shared in ROOMS[args.room][1]] + [mutant, args.library]
            subprocess.run(compiler(args) + parts + shlex.split(args.flags) + ["-o", program], check=True)
            if subprocess.run([program], capture_output=True, timeout=120).returncode != 0:
                return True
    return False


def judge(args, objects, mutation):
    """What there is to say against the tests; None: they noticed."""
    name, old, new, tests = mutation
    with open(os.path.join(ROOT, "src", args.room, name), encoding="utf-8") as file:
        text = file.read()
    if text.count(old) != 1:
        return "%s: %r stands there %d times" % (name, old, text.count(old))
    return None if notices(args, objects, name, text.replace(old, new), tests) else "%s: nobody notices %r" % (name, new)


def main():
    arguments = argparse.ArgumentParser(description="Flips signs in the forms; the tests must fail.")
    arguments.add_argument("--room", default="motion", choices=sorted(ROOMS))
    arguments.add_argument("--compiler", default="cc")
    arguments.add_argument("--library", required=True)
    arguments.add_argument("--flags", default="-ljansson -lcalcium -lflint-arb -lflint -lmpfr -lgmp -lm -lpthread")
    args = arguments.parse_args()
    mutations, shared = ROOMS[args.room]
    tests = sorted({test for mutation in mutations for test in mutation[3]})
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sources = [os.path.join(ROOT, "src", args.room, "test", test) for test in tests] + [os.path.join(ROOT, "src", file) for file in shared]
        objects = {os.path.basename(source): compiled(args, folder, source) for source in sources}
        missed = [words for words in pool.map(lambda mutation: judge(args, objects, mutation), mutations) if words is not None]
    for line in missed:
        print(line)
    print("%d flipped signs, %d not noticed" % (len(mutations), len(missed)))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
