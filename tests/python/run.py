#!/usr/bin/env python3
"""The Python module from outside: what it answers against the program, to the same bits; errors, threads, Ctrl-C, memory.

    tests/python/run.py [--program build/liaison] [--library build/libliaison.so] [unittest options]
"""
import argparse
import copy
import csv
import doctest
import gc
import io
import json
import math
import os
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
EXAMPLES = os.path.join(ROOT, "examples")
HOOP = os.path.join(EXAMPLES, "hoop.lia")

parser = argparse.ArgumentParser(add_help=False)
parser.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
parser.add_argument("--library")
arguments, rest = parser.parse_known_args()
if arguments.library:
    os.environ["LIAISON_LIBRARY"] = arguments.library
sys.path.insert(0, os.path.join(ROOT, "python"))

import liaison                                    # noqa: E402
from liaison import Model                         # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None
try:
    import sympy
except ImportError:
    sympy = None
try:
    from scipy.integrate import solve_ivp
except ImportError:
    solve_ivp = None

FREE = "param m = 2\ncoord x\nkinetic m*x'^2/2\nforce -x on x'\nstart x = 1\n"
START = dict(r=4, p=0.2, q=1)


def program(*args):
    done = subprocess.run([arguments.program, *args], capture_output=True, text=True, timeout=120)
    return done


def sets(settings):
    return [word for name, value in settings.items() for word in ("--set", "%s=%s" % (name, value))]


def plain(x):
    return x.tolist() if hasattr(x, "tolist") else list(x)


def examples():
    return sorted(os.path.join(EXAMPLES, name) for name in os.listdir(EXAMPLES) if name.endswith(".lia"))


class Answers(unittest.TestCase):
    """Every answer is the program's."""

    def same(self, answer, *args):
        self.assertEqual(json.loads(program(*args, "--json", "--quiet").stdout), dict(answer))

    @unittest.skipIf("LIAISON_SANITIZED" in os.environ, "slow there, and the rooms have their own tests")
    def test_examples(self):
        for path in examples():
            with self.subTest(path), warnings.catch_warnings():
                warnings.simplefilter("ignore", liaison.LiaisonWarning)
                theirs = program("derive", path, "--json", "--quiet")
                if theirs.returncode == 0:
                    self.assertEqual(json.loads(theirs.stdout), dict(Model(path).derive()))
                else:
                    self.assertRaises(liaison.Error, Model(path).derive)

    def test_texts(self):
        model = Model(HOOP)
        self.same(model.check(), "check", HOOP)
        self.assertEqual(str(model.check()) + "\n", program("check", HOOP).stdout)
        self.assertEqual(str(model.derive()) + "\n", program("derive", HOOP).stdout)

    def test_forms(self):
        model = Model(HOOP, C=2)
        forms = model.derive("all", dots=True)
        self.assertGreater(len(forms), 8)
        self.assertEqual([form["form"] for form in json.loads(program("derive", HOOP, "--form", "all", "--json", "--set", "C=2").stdout)["forms"]], [f.form for f in forms])
        for form in forms[:3]:
            self.assertEqual(form.latex(document=True), program("derive", HOOP, "--set", "C=2", "--form", form.form, "--dots", "--format", "latex").stdout)
        self.assertIn("\\begin{align*}", forms[0]._repr_latex_())
        self.assertNotIn("\\documentclass", forms[0].latex())

    def test_equations(self):
        equations = Model(HOOP).derive()
        self.assertEqual(equations.equations[2], ("(C + a^2)*r' - a^2*p*q", "0"))
        self.assertIn(("theta'", "p"), equations.relations)
        self.assertEqual(equations.unknowns, ["p", "q", "r"])
        self.assertIn("form X", repr(equations))

    def test_reactions_and_claims(self):
        model = Model(HOOP)
        self.same(model.reactions(), "reactions", HOOP)
        self.assertEqual(str(model.reactions()) + "\n", program("reactions", HOOP).stdout)
        self.same(model.prove(), "prove", HOOP)
        for claims, holds in ((["x'' = 0"], True), (["x'' = 0", "x'' = 1"], False), (["x'' = 0", "verdict impossible"], None), ([], True)):
            verdicts = Model.from_text("coord x\nkinetic x'^2/2\n" + "".join("claim %s\n" % claim for claim in claims)).prove()
            self.assertEqual((verdicts.holds, bool(verdicts)), (holds, holds is True), claims)
        chart = os.path.join(EXAMPLES, "axes.lia")
        self.same(Model(chart).forms(), "forms", chart)
        self.assertTrue(all(claim["holds"] for claim in model.prove()["claims"]))

    def test_eval(self):
        state = {"theta": 1.1, "psi'": "1/3", "r": 4}
        answer = Model(HOOP, a=1).eval(state)
        theirs = json.loads(program("eval", HOOP, "--json", "--set", "a=1", *sets(state)).stdout)
        self.assertEqual(float(theirs["acceleration"]["theta"]), answer["acceleration"]["theta"])
        self.assertEqual(float(theirs["multiplier"]["rolling.2"]), answer["multiplier"]["rolling.2"])
        self.assertEqual(theirs["status"], answer["status"])
        many = Model(HOOP, a=1).eval(state, digits=40)
        self.assertGreater(len(str(many["acceleration"]["theta"])), 38)
        self.assertAlmostEqual(float(many["energy"]), answer["energy"], places=12)

    def test_names_of_options(self):
        """A coordinate may be called as an option is."""
        model = Model.from_text("coord omega\nkinetic omega'^2/2\npotential omega^4/4\n")
        self.assertEqual(model.eval(omega=2)["acceleration"]["omega"], -8)
        self.assertIn("omega", model.eval(omega=True))

    def test_settings(self):
        from fractions import Fraction
        model = Model(HOOP, {"theta'": 0.5}, a=Fraction(1, 3))
        self.assertEqual(model.settings, {"theta'": "0.5", "a": "1/3"})
        self.assertEqual(model.eval()["state"]["theta'"], 0.5)
        self.assertIs(model.set(a=2, C="1/4"), model)
        self.assertEqual(model.parameters["a"], "2")
        self.assertEqual(model.coordinates, ["xi", "eta", "zeta", "theta", "psi", "phi"])
        self.assertIn("C + 4", str(Model(HOOP, a=2).derive()).replace("4 + C", "C + 4"))
        self.assertIn("hoop", repr(model))
        self.assertEqual(model.title, "A hoop rolling on a horizontal plane")
        self.assertRaises(TypeError, Model, HOOP, a=True)


class Motions(unittest.TestCase):
    """Rows and rates to the last bit."""

    def table(self, path, settings, *options):
        done = program("run", path, *sets(settings), "--out", "-", *options)
        rows = list(csv.reader(io.StringIO(done.stdout)))
        return rows[0], [[float(x) for x in row] for row in rows[1:]]

    def test_run(self):
        for options, given in (
                (["--until", "20", "--points", "301"], dict(until=20, points=301)),
                (["--until", "3", "--every", "0.01", "--tol", "1e-9", "--method", "rk"], dict(until=3, every=0.01, tol=1e-9, method="rk")),
                (["--until", "20", "--section", "theta = 1"], dict(until=20, section="theta = 1")),
                (["--until", "theta = 1", "--every", "0.1"], dict(until="theta = 1", every=0.1))):
            with self.subTest(options):
                head, rows = self.table(HOOP, START, *options)
                motion = Model(HOOP, START).run(**given)
                self.assertEqual(head[1:], motion.columns)
                self.assertEqual(len(rows), len(motion))
                self.assertEqual([row[0] for row in rows], plain(motion.t))
                for i, name in enumerate(motion.columns):
                    self.assertEqual([row[i + 1] for row in rows], plain(motion[name]), name)
                self.assertEqual(plain(motion.y[3]), plain(motion["theta"]))

    def test_summary(self):
        motion = Model(HOOP, START).run(until=5, events="theta = 1")
        theirs = json.loads(program("run", HOOP, *sets(START), "--until", "5", "--event", "theta = 1", "--json").stdout)
        self.assertEqual(float(theirs["state"]["theta"]), motion.end["theta"])
        self.assertEqual(motion.stopped, "end")
        self.assertLess(motion.energy_drift, 1e-14)
        self.assertEqual([(e["name"], float(e["t"]), e["direction"]) for e in theirs["events"]], [(e.event, e.t, e.direction) for e in motion.events])
        self.assertEqual(float(theirs["events"][0]["state"]["psi"]), motion.events[0].state["psi"])
        self.assertRaises(KeyError, motion.__getitem__, "tehta")
        self.assertIn("theta", motion)
        self.assertIn("1001 rows", repr(motion))

    def test_event_alone(self):
        motion = Model(HOOP, START).run("theta = 1")
        self.assertEqual((len(motion), motion.stopped), (2, "event"))
        self.assertAlmostEqual(motion["theta"][-1], 1, places=14)
        self.assertRaisesRegex(liaison.Error, "last time", Model(HOOP, START).run, "theta = 1", points=5)

    def test_rates(self):
        """y' is what eval calls accelerations, at other states than the start too."""
        model = Model(HOOP, START)
        f = model.rhs()
        self.assertEqual(f.names, ["xi", "eta", "zeta", "theta", "psi", "phi", "p", "q", "r"])
        self.assertEqual(f.parameters, {"a": 0.5, "A": 0.125, "C": 0.25, "g": 9.81})
        y = plain(f.start)
        y[3], y[6] = 0.7, -0.3
        rates, at = plain(f(0.0, y)), model.eval(theta=0.7, p=-0.3, zeta=y[2])
        self.assertEqual(len(rates), 9)
        for name, rate in zip(f.names[6:], rates[6:]):
            self.assertTrue(math.isclose(at["quasi_acceleration"][name], rate, rel_tol=1e-14, abs_tol=1e-14), name)
        seen = dict(zip(f.columns, plain(f.observe(0.0, y))))
        self.assertTrue(math.isclose(at["multiplier"]["rolling.2"], seen["rolling.2"], rel_tol=1e-13))
        self.assertRaises(ValueError, f, 0.0, y[1:])
        self.assertEqual(len(f.jac(0.0, y)), 9)

    def test_every_example(self):
        for path in examples():
            with self.subTest(path), warnings.catch_warnings():
                warnings.simplefilter("ignore", liaison.LiaisonWarning)
                model = Model(path)
                try:
                    f = model.rhs()
                except liaison.Error:
                    self.assertNotEqual(program("run", path, "--until", "0").returncode, 0)
                    continue
                self.assertLessEqual(set(f.names), set(f.columns))
                motion = model.run(f.t0 + 0.01, points=3)
                self.assertTrue(math.isclose(motion.end[f.names[0]], plain(motion.y[0])[-1], rel_tol=1e-12, abs_tol=1e-12))
                self.assertEqual(len(f(f.t0, f.start)), len(f.names))

    def test_own_integrator(self):
        """The classical Runge-Kutta method over f agrees with the run."""
        f = Model.from_text(FREE).rhs()
        y, h = plain(f.start), 0.001
        step = lambda y, k, h: [a + h * b for a, b in zip(y, k)]
        for i in range(1000):
            k1 = f(0.0, y)
            k2 = f(0.0, step(y, k1, h / 2))
            k3 = f(0.0, step(y, k2, h / 2))
            k4 = f(0.0, step(y, k3, h))
            y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
        self.assertAlmostEqual(y[0], math.cos(math.sqrt(0.5)), places=12)
        self.assertAlmostEqual(y[0], Model.from_text(FREE).run(1).end["x"], places=12)

    def test_native(self):
        model = Model(HOOP, START)
        try:
            native = model.run(10, native="on")
        except liaison.Error as error:
            self.skipTest(str(error))
        self.assertTrue(native.summary["native"])
        self.assertLess(abs(native.end["theta"] - model.run(10, native="off").end["theta"]), 1e-9)

    @unittest.skipIf(solve_ivp is None, "SciPy is not installed")
    def test_scipy(self):
        model = Model(HOOP, START)
        f, motion = model.rhs(), model.run(10)
        for method, vectorized in (("DOP853", False), ("Radau", True)):
            jac = {"jac": f.jac} if method == "Radau" else {}
            theirs = solve_ivp(f, (0, 10), f.start, method=method, rtol=1e-10, atol=1e-10, vectorized=vectorized, **jac)
            self.assertLess(abs(theirs.y[:, -1] - motion.y[:, -1]).max(), 1e-6)

    def test_singular(self):
        """What ends before its time is said."""
        with self.assertWarnsRegex(liaison.LiaisonWarning, "singular|failed"):
            motion = Model.from_text("coord x\nkinetic x'^2/2\nforce 1/x^2 on x'\nforce -3/x^2 on x'\nstart x = 1\n").run(10)
        self.assertNotIn(motion.stopped, ("end", "event"))
        self.assertTrue(motion.message)
        self.assertLess(motion.end["t"], 10)


class Errors(unittest.TestCase):
    def test_places(self):
        with self.assertRaises(liaison.Error) as caught:
            Model.from_text("coord x, y\nkinetic x'^2/2 + yy'^2/2\n")
        self.assertEqual((caught.exception.line, caught.exception.column, caught.exception.status), (2, 18, "input"))
        self.assertRegex(str(caught.exception), r"\(text\):2:18: error: 'yy'' is not declared.*\n.*\n +\| +\^")

    def test_words(self):
        with tempfile.NamedTemporaryFile("w", suffix=".lia") as file:
            file.write("coord x\nkinetic x^2*y\n")
            file.flush()
            theirs = program("check", file.name).stderr
            with self.assertRaises(liaison.Error) as caught:
                Model(file.name)
        self.assertEqual(theirs, str(caught.exception) + "\n")

    def test_settings(self):
        model = Model(HOOP)
        for wrong in ({"tetha": 1}, {"theta": "1 +"}, {"theta": float("nan")}, {"rolling.1": 1}, {"": 1}, {"a": ""}):
            with self.subTest(wrong), self.assertRaises(liaison.Error) as caught:
                model.set(wrong)
            self.assertIsNone(caught.exception.line)
        self.assertEqual(model.settings, {})
        self.assertRaises(ValueError, model.set, {"a": "1\0"})

    def test_kinds(self):
        self.assertRaises(FileNotFoundError, Model, "/nowhere.lia")
        self.assertRaises(IsADirectoryError, Model, ROOT)
        with self.assertRaises(liaison.Error) as caught:
            Model.from_text("param m\ncoord x\nkinetic m*x'^2/2\n").rhs()
        self.assertEqual(caught.exception.status, "absent")
        self.assertIn("(set gives it)", str(caught.exception))
        for wrong in (dict(tol=0), dict(tol=2), dict(points=1), dict(every=-1), dict(method="eular"), dict(until=-1), dict(until="nan"), dict(native="perhaps"), dict(events="1 = 2")):
            with self.subTest(wrong), self.assertRaises(liaison.Error):
                Model(HOOP).run(**wrong)
        self.assertRaisesRegex(liaison.Error, "kane", Model(HOOP).derive, "kaen")
        error = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(error), error.status), (str(caught.exception), "absent"))

    def test_warnings(self):
        """What the program says besides an answer"""
        text = "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x' = 1\nconstraint d: 2*x' = 2\n"
        with tempfile.NamedTemporaryFile("w", suffix=".lia") as file:
            file.write(text)
            file.flush()
            said = program("check", file.name).stderr.strip()
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                Model(file.name).check()
        self.assertIn("warning: this is the same relation", said)
        self.assertEqual({said}, {str(w.message) for w in caught if w.category is liaison.LiaisonWarning})
        self.assertEqual({os.path.basename(w.filename) for w in caught}, {"run.py"})


class Alone(unittest.TestCase):
    """Objects are only text; handles are freed."""

    def test_copies(self):
        model = Model(HOOP, START)
        again = pickle.loads(pickle.dumps(model))
        other = copy.deepcopy(model).set(r=1)
        self.assertEqual(str(again.derive()), str(model.derive()))
        self.assertEqual((other.settings["r"], model.settings["r"]), ("1", "4"))
        f = pickle.loads(pickle.dumps(model.rhs()))
        self.assertEqual(plain(f(0.0, f.start)), plain(model.rhs()(0.0, f.start)))
        motion = model.run(1)
        self.assertEqual(plain(pickle.loads(pickle.dumps(motion))["psi"]), plain(motion["psi"]))
        self.assertEqual(pickle.loads(pickle.dumps(model.derive())).equations, model.derive().equations)

    def test_threads(self):
        model, found, f = Model(HOOP, START), {}, Model(HOOP, START).rhs()
        y = plain(f.start)

        def work(i):
            other = Model.from_text(FREE, x=i + 1)
            found[i] = (model.run(5).end, str(model.derive()), other.run(2).end["x"] / (i + 1), [plain(f(0.0, y[:8] + [float(k)]))[8] for k in range(200)])
        threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(found), 6)
        for i in range(1, 6):
            self.assertEqual((found[i][0], found[i][1], found[i][3]), (found[0][0], found[0][1], found[0][3]))
            self.assertAlmostEqual(found[i][2], found[0][2], places=11)

    @unittest.skipIf("LIAISON_SANITIZED" in os.environ, "the sanitizers keep what is freed")
    def test_memory(self):
        def once():
            thread = threading.Thread(target=lambda: Model(HOOP, START).derive())
            thread.start()
            thread.join()
            model = Model(HOOP, START)
            model.derive(), model.eval(), model.rhs(), model.run(1, points=11)
            try:
                model.set(nothing=1)
            except liaison.Error:
                pass
        for _ in range(10):
            once()
        gc.collect()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(30):
            once()
        gc.collect()
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 1000, "KB more after 30 rounds")

    def test_limit(self):
        os.environ["LIAISON_MEMORY"] = "8"
        try:
            with self.assertRaises(liaison.Error) as caught:
                Model(HOOP, START).run(100, points=1000000)
            self.assertEqual(caught.exception.status, "memory")
        finally:
            del os.environ["LIAISON_MEMORY"]

    def test_hostile(self):
        """Nothing ends the process, in threads with their stacks either."""
        texts = ["coord x\nkinetic x'^2/2\npotential " + "(" * 100000 + "x" + ")" * 100000, "coord x\nkinetic x'^2/2\npotential 2^2^2^2^2^2*x",
                 "coord x\nkinetic x'^2/2\npotential " + "-" * 100000 + "x", "\0" * 100, "coord " + "x" * 1000000, b"\xff\xfe\x00", "", "system a \"" + "b" * 70000 + "\"\ncoord x\nkinetic x'^2/2"]

        def work():
            for text in texts:
                try:
                    model = Model.from_text(text)
                    model.derive(budget=0.1)
                    model.run(0.1)
                except liaison.Error:
                    pass
            done.append(True)
        done = []
        work()
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        self.assertEqual(done, [True, True])


class Stopping(unittest.TestCase):
    ENDLESS = dict(until="theta = 10")

    def test_interrupt(self):
        threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()
        start = time.monotonic()
        with self.assertRaises(liaison.Interrupted) as caught:
            Model(HOOP, START).run(**self.ENDLESS)
        self.assertLess(time.monotonic() - start, 5)
        self.assertIsInstance(caught.exception, KeyboardInterrupt)
        self.assertEqual(caught.exception.motion.stopped, "interrupted")
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)
        self.assertEqual(Model(HOOP, START).run(1).stopped, "end")

    def test_own_handler(self):
        heard = []
        before = signal.signal(signal.SIGINT, lambda *_: heard.append(True))
        try:
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            with self.assertWarns(liaison.LiaisonWarning):
                motion = Model(HOOP, START).run(**self.ENDLESS)
        finally:
            signal.signal(signal.SIGINT, before)
        self.assertEqual((heard, motion.stopped), ([True], "interrupted"))

    def test_progress(self):
        seen = []
        Model(HOOP, START).run(1500, points=2, progress=lambda t, fraction: seen.append((t, fraction)))
        self.assertTrue(seen and all(0 <= fraction <= 1 for t, fraction in seen))

        def refuse(t, fraction):
            raise ZeroDivisionError("enough")
        self.assertRaises(ZeroDivisionError, Model(HOOP, START).run, progress=refuse, **self.ENDLESS)


class Manual(unittest.TestCase):
    def test_transcript(self):
        """The session of docs/manual.md is true."""
        with open(os.path.join(ROOT, "docs", "manual.md"), encoding="utf-8") as file:
            block = file.read().split("## From Python")[1].split("```python\n")[1].split("```")[0]
        here = os.getcwd()
        os.chdir(ROOT)
        try:
            test = doctest.DocTestParser().get_doctest(block, {}, "manual.md", "docs/manual.md", 0)
            out = io.StringIO()
            runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
            runner.run(test, out=out.write)
        finally:
            os.chdir(here)
        self.assertGreater(runner.tries, 10)
        self.assertEqual(runner.failures, 0, out.getvalue())


@unittest.skipIf(sympy is None, "SymPy is not installed")
class Sympy(unittest.TestCase):
    def test_hoop(self):
        equations = Model(HOOP).derive().sympy()
        t = sympy.Symbol("t")
        a, C = sympy.symbols("a C")
        p, q, r = (sympy.Function(name)(t) for name in "pqr")
        self.assertEqual(sympy.simplify(equations[2].lhs - ((C + a**2) * r.diff(t) - a**2 * p * q)), 0)

    def test_numbers(self):
        """The printed equations, solved by SymPy for the derivatives, are the right-hand side."""
        model = Model(HOOP, START)
        f, t = model.rhs(), sympy.Symbol("t")
        names = {sympy.Function(name)(t): sympy.Symbol(name) for name in f.names}
        solved = sympy.solve(model.derive().sympy(relations=True), [x.diff(t) for x in names], dict=True)[0]
        letters = list(names.values()) + [sympy.Symbol(name) for name in f.parameters]
        theirs = sympy.lambdify(letters, [solved[x.diff(t)].subs(names) for x in names], "math")
        for k in range(5):
            y = [x + 0.1 * k for x in plain(f.start)]
            for a, b in zip(theirs(*y, *f.parameters.values()), plain(f(0.0, y))):
                self.assertTrue(math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12))

    def test_pendulum(self):
        """Lagrange's equation, as SymPy itself derives it"""
        from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols
        m, l, g = sympy.symbols("m l g")
        theta = dynamicsymbols("theta")
        theirs = LagrangesMethod(m * l**2 * theta.diff()**2 / 2 + m * g * l * sympy.cos(theta), [theta]).form_lagranges_equations()[0]
        ours = Model.from_text("param m, l, g\ncoord theta\nkinetic m*l^2*theta'^2/2\npotential -m*g*l*cos(theta)\n").derive("lagrange").sympy()[0]
        ratio = sympy.simplify((ours.lhs - ours.rhs) / theirs)
        self.assertFalse(ratio.has(theta))

    def test_examples(self):
        """All that is printed can be read."""
        for path in examples():
            with self.subTest(path), warnings.catch_warnings():
                warnings.simplefilter("ignore", liaison.LiaisonWarning)
                try:
                    equations = Model(path).derive()
                except liaison.Error:
                    continue
                self.assertEqual(len(equations.sympy(relations=True)), len(equations.equations) + len(equations.relations))

    def test_grammar(self):
        from liaison._sympy import Scope
        scope = Scope(Model.from_text("param a, b\nfunction f(s)\n" + FREE.split("\n", 1)[1].replace("m*", "")))
        a, b = sympy.symbols("a b")
        x = sympy.Function("x")(scope.t)
        s = sympy.Symbol("s")
        f = sympy.Function("f")
        for text, e in (("-a^2^b", -a**(2**b)), ("a^-b", a**-b), ("a - b - 1", a - b - 1), ("a/b/2", a / b / 2), ("2*-a", -2 * a), ("0.1*x''", x.diff(scope.t, 2) / 10),
                        ("atan2(a, b)", sympy.atan2(a, b)), ("f'(x)", f(x).diff(x)), ("f(2*x)", f(2 * x)), ("abs(pi - t)", abs(sympy.pi - scope.t))):
            self.assertEqual(scope.read(text), e, text)
        for text in ("__import__('os')", "a b", "a +", "(a", "a..b", "lambda: 0", "f(x", "1e", "@"):
            self.assertRaises(Exception, scope.read, text)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]] + rest)
