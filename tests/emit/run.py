#!/usr/bin/env python3
"""Source text from outside: every example in C, compiled and called, against the numbers of `eval`; Python and SymPy likewise.

    tests/emit/run.py [--program build/liaison] [--seed N] [--only NAME]

What is compared at states drawn at random: rates, multipliers, velocities, accelerations, energies with 25 digits of `eval`; the Jacobian
with differences; integrals with their rates. Compilers and Python modules that are not there are skipped, with a note.
"""
import argparse
import ctypes
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror"]

# Definitions for the functions that examples leave open; models whose reactions no formula gives.
FUNCTIONS = {
    "axes": ["L(t)=sin(t)", "M(t)=t/3", "N(t)=cos(2*t)"], "guided": ["x(t)=100+t", "z(t)=50+t^2/5"], "incline": ["mu(v)=0.2/(1+v^2)"],
    "roll": ["f(theta)=1/2+sin(theta)/3"], "space-axes": ["X(t)=t", "Y(t)=sin(t)", "Z(t)=t^2"], "throw": ["f(v)=v^2/50"],
    "torque": ["f1(t)=sin(t)", "f2(t)=t"], "track": ["rho(alpha)=2+alpha^2/3"],
}
IMPLICIT = {"friction": 4, "incline": 4}
GIVEN = {"guided": ["xi'=30"]}      # what makes the start a regular state
# The default form divides by what is 0 where these start; other forms for some, to see more of them.
FORMS = {"guided": ["multipliers"], "wire": ["multipliers"], "table": ["kane"], "hoop": [None, "lagrange", "canonical", "woronetz", "gauss"],
         "double": [None, "hamilton", "omega", "canonical"], "kepler": [None, "omega"]}
LONG = {"points"}                  # its Jacobian has 100 000 lines

failures = []
done = {"c": 0, "python": 0, "sympy": 0}         # models that were compared
count = 0
skipped = []


def check(ok, words):
    global count
    count += 1
    if not ok:
        failures.append(words)
    return ok


def run(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=300, **options)


def liaison(*arguments, **options):
    return run([PROGRAM, *arguments], **options)


def settings(name):
    return [word for text in FUNCTIONS.get(name, []) for word in ("--set", text)]


# ---- states ----

def evaluate(file, sets):
    got = liaison("eval", file, "--json", "--digits", "25", "--quiet", *[word for x in sets for word in ("--set", x)])
    if got.returncode != 0:
        return None
    values = json.loads(got.stdout)
    return values if values["status"] in ("compatible", "redundant") else None


def states(file, name, variables, rng):
    """The start, and a state near it: as much of it given at random as the constraints allow."""
    functions = FUNCTIONS.get(name, []) + GIVEN.get(name, [])
    first = evaluate(file, functions)
    if first is None:
        return []
    found = [first]
    for share in (1, 0.5, 0.25):
        some = [v for v in variables if rng.random() <= share]
        sets = ["%s=%.6f" % (v, float(first["state"][v]) + rng.uniform(-0.3, 0.3)) for v in some]
        second = evaluate(file, functions + ["t=%.4f" % rng.uniform(0, 0.5)] + sets)
        if second is not None:
            return found + [second]
    return found


def rate(values, name):
    """y' of a variable, as eval gives it"""
    if name + "'" in values["state"]:
        return values["state"][name + "'"]
    if name.endswith("'"):
        return values["acceleration"][name[:-1]]
    return values["quasi_acceleration"][name]


def velocity(values, name):
    return values["state"][name]


def acceleration(values, name):
    return values["acceleration"][name[:-2]] if name.endswith("''") else values["quasi_acceleration"][name[:-1]]


def residuals(values, names):
    """Those of position come first; then, if they are not eliminated, those of velocity, one for every relation."""
    positions = len(names) - len(values["residual"])
    positions = positions if positions > 0 else len(names)
    return [values["residual"][n] for n in names[:positions]] + [values["residual_rate"][n] for n in names[positions:]]


def is_consistent(values):
    return all(abs(float(x)) < 1e-15 for x in [*values["residual"].values(), *values["residual_rate"].values()])


def compare(where, names, got, expected, tolerance=1e-10):
    pairs = [(n, g, float(e)) for n, g, e in zip(names, got, expected) if e is not None]
    scale = max([1] + [abs(e) for _, _, e in pairs])
    for n, g, e in pairs:
        if not check(abs(g - e) <= tolerance * scale, "%s: %s = %.17g, eval has %.17g" % (where, n, g, e)):
            return


# ---- the law in a language: what all of them have ----

class Law:
    """variables, names of every group; call(group, t, y) -> list, or None where there is no value; jacobian(t, y) -> rows, column"""


def vary(y, i, h):
    return [x + h if k == i else x for k, x in enumerate(y)]


def check_jacobian(where, law, t, y):
    rows, column = law.jacobian(t, y)
    n, h = len(y), 1e-5
    for j in range(n + 1):
        ahead, behind = [law.call("rates", t + (h if j == n else 0) * s, vary(y, j, h * s)) for s in (1, -1)]
        if ahead is None or behind is None:
            return
        for i in range(n):
            slope = (ahead[i] - behind[i]) / (2 * h)
            got = column[i] if j == n else rows[i][j]
            scale = 1 + abs(slope) + 1e-5 * (abs(ahead[i]) + abs(behind[i])) / h * 1e-3
            if not check(abs(got - slope) <= 1e-5 * scale, "%s: slope %d of %d is %.12g, differences give %.12g" % (where, j, i, got, slope)):
                return


def check_integrals(where, law, t, y):
    """d/dt of what the model claims to be constant, by differences along the rates"""
    rates, h = law.call("rates", t, y), 1e-5
    ahead, behind = [law.call("integrals", t + s * h, [x + s * h * r for x, r in zip(y, rates)]) for s in (1, -1)]
    for name, a, b in zip(law.names["integrals"], ahead, behind):
        check(abs(a - b) / (2 * h) <= 1e-5 * (1 + abs(a)), "%s: %s changes at the rate %.3g" % (where, name, (a - b) / (2 * h)))


def check_law(where, law, found, long):
    names = law.names
    for k, values in enumerate(found):
        here = "%s, state %d" % (where, k)
        t, y = float(values["state"]["t"]), [float(values["state"][v]) for v in law.variables]
        rates = law.call("rates", t, y)
        if not check(rates is not None, here + ": no rates"):
            return
        compare(here, law.variables, rates, [rate(values, v) for v in law.variables])
        if names.get("multipliers"):
            compare(here, names["multipliers"], law.call("multipliers", t, y), [values["multiplier"][m] for m in names["multipliers"]])
        compare(here, names["velocities"], law.call("velocities", t, y), [velocity(values, v) for v in names["velocities"]])
        compare(here, names["accelerations"], law.call("accelerations", t, y), [acceleration(values, v) for v in names["accelerations"]])
        if names.get("energies"):
            compare(here, names["energies"], law.call("energies", t, y), [values[e] for e in names["energies"]])
        if names.get("residuals"):
            compare(here, names["residuals"], law.call("residuals", t, y), residuals(values, names["residuals"]))
        if names.get("integrals") and is_consistent(values):
            check_integrals(here, law, t, y)
        if k == len(found) - 1 and not long:
            check_jacobian(here, law, t, y)


# ---- C ----

class LawInC(Law):
    GROUPS = {"rates": "rhs", "multipliers": "multipliers", "velocities": "velocities", "accelerations": "accelerations", "energies": "energies",
              "integrals": "integrals", "residuals": "residuals"}

    def __init__(self, library, text, names):
        self.lib = ctypes.CDLL(library)
        self.name = re.search(r"int (\w+)_rhs\(", text).group(1)
        self.names = names
        self.variables = self.strings("state_name")
        self.parameters = self.strings("parameter_name")
        self.sizes = {k: int(v) for k, v in re.findall(r"%s_(\w+) = (\d+)" % re.escape(self.name.upper()), text)}

    def strings(self, what):
        table = (ctypes.c_char_p * 10000).in_dll(self.lib, "%s_%s" % (self.name, what))
        found = []
        while table[len(found)] is not None:
            found.append(table[len(found)].decode())
        return found

    def doubles(self, what, n):
        return list((ctypes.c_double * n).in_dll(self.lib, "%s_%s" % (self.name, what)))

    def call(self, group, t, y, parameter=None):
        size = len(self.variables) if group == "rates" else len(self.names[group])
        out = (ctypes.c_double * (size + 1))()
        p = None if parameter is None else (ctypes.c_double * len(parameter))(*parameter)
        f = getattr(self.lib, "%s_%s" % (self.name, self.GROUPS[group]))
        bad = f(ctypes.c_double(t), (ctypes.c_double * len(y))(*y), out, p)
        return None if bad else list(out)[:size]

    def jacobian(self, t, y):
        n = len(y)
        rows, column = (ctypes.c_double * (n * n))(), (ctypes.c_double * n)()
        if getattr(self.lib, self.name + "_jacobian")(ctypes.c_double(t), (ctypes.c_double * n)(*y), rows, column, None):
            return None
        return [list(rows)[i * n:(i + 1) * n] for i in range(n)], list(column)


# ---- Python and SymPy ----

class Servant:
    """A Python that has a module, with one of the scripts beside this one; None where there is none."""

    @staticmethod
    def hire(module, script):
        for python in (sys.executable, "/usr/bin/python3", "python3"):
            found = shutil.which(python)
            if found and run([found, "-c", "import " + module]).returncode == 0:
                return Servant(found, script)
        skipped.append("no Python here has %s" % module)
        return None

    def __init__(self, python, script):
        self.process = subprocess.Popen([python, os.path.join(HERE, script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def dismiss(self):
        self.process.stdin.close()
        self.process.wait()


class LawInPython(Law):
    def __init__(self, servant, file, where):
        self.servant, self.file, self.where = servant, file, where
        self.facts = servant.ask(file=file, what="facts")
        if check(isinstance(self.facts, dict), "%s: %s" % (where, self.facts)):
            self.names = self.facts["names"]
            self.variables = self.facts["variables"]

    def call(self, group, t, y, parameter=None):
        got = self.servant.ask(file=self.file, what=group, t=t, y=y, p=parameter)
        ok = check(isinstance(got, list), "%s: %s: %s" % (self.where, group, got))
        return got if ok and all(math.isfinite(x) for x in got) else None

    def jacobian(self, t, y):
        got = self.servant.ask(file=self.file, what="jacobian", t=t, y=y)
        check(isinstance(got, list), "%s: jacobian: %s" % (self.where, got))
        return got if isinstance(got, list) else None


def emit(file, name, folder, language, ending, *options):
    source = os.path.join(folder, name + ending)
    got = liaison("emit", file, "--lang", language, "-o", source, "--quiet", *options, *settings(name))
    return source if check(got.returncode == 0, "%s: emit --lang %s: %d %s" % (name, language, got.returncode, got.stderr)) else None


def test_python(file, name, folder, found, servants):
    source = emit(file, name, folder, "python", ".py", *(["--no-jacobian"] if name in LONG else []))
    if source is None or servants["numpy"] is None:
        return
    law = LawInPython(servants["numpy"], source, name + ".py")
    if isinstance(law.facts, dict):
        check_law(name + ".py", law, found, name in LONG)
        done["python"] += 1


def test_sympy(file, name, folder, found, servants, form):
    source = emit(file, name, folder, "sympy", "_sympy.py", *(["--form", form] if form else []))
    found = [values for values in found if is_consistent(values)]
    if source is None or servants["sympy"] is None or not found:
        return
    small = len(found[0]["state"]) < 8 and found[-1]["status"] == "compatible"
    for words in servants["sympy"].ask(file=source, values=found[-1], solve=small):
        check(False, "%s.sympy%s: %s" % (name, " --form " + form if form else "", words))
    done["sympy"] += 1


def compile_c(where, source, library, compiler="gcc", flags=("-O0",)):
    got = run([compiler, *WARNINGS, *flags, "-shared", "-fPIC", "-o", library, source, "-lm"])
    return check(got.returncode == 0, "%s: %s does not compile it cleanly: %.600s" % (where, compiler, got.stderr))


def names_of(file, name):
    """The names of the groups, from the JSON description"""
    got = liaison("emit", file, "--lang", "json", "--quiet", *settings(name))
    if not check(got.returncode == 0, "%s: emit --lang json: %s" % (name, got.stderr)):
        return None
    return {group: x["names"] for group, x in json.loads(got.stdout)["program"]["groups"].items() if "names" in x}


def test_example(name, folder, rng, servants):
    file = os.path.join(ROOT, "examples", name + ".lia")
    source, library = os.path.join(folder, name + ".c"), os.path.join(folder, name + ".so")
    options = ["--no-jacobian"] if name in LONG else []
    got = liaison("emit", file, "--lang", "c", "-o", source, "--quiet", *options, *settings(name))
    if name in IMPLICIT:
        check(got.returncode == IMPLICIT[name] and "enters its own law" in got.stderr and not os.path.exists(source), "%s: %d %s" % (name, got.returncode, got.stderr))
        return
    if not check(got.returncode == 0, "%s: emit: %d %s" % (name, got.returncode, got.stderr)):
        return
    if not compile_c(name, source, library):
        return
    names = names_of(file, name)
    if names is None:
        return
    law = LawInC(library, open(source, encoding="utf-8").read(), names)
    check(law.variables == names["rates"], "%s: the variables %s are not those of JSON" % (name, law.variables))
    found = states(file, name, law.variables, rng)
    check(found != [], "%s: no state" % name)
    check_law(name + ".c", law, found, name in LONG)
    done["c"] += 1
    if rng.random() < 0.2 and shutil.which("clang"):
        compile_c(name, source, library + ".clang", "clang", ("-O0",))
    if name not in LONG:
        test_python(file, name, folder, found, servants)
        for form in FORMS.get(name, [None]):
            test_sympy(file, name, folder, found, servants, form)


def test_examples(folder, rng, only, servants):
    for file in sorted(os.listdir(os.path.join(ROOT, "examples"))):
        name, ending = os.path.splitext(file)
        if ending == ".lia" and (only is None or name == only) and is_system(os.path.join(ROOT, "examples", file)):
            test_example(name, folder, rng, servants)


def is_system(file):
    text = open(file, encoding="utf-8").read()
    return re.search(r"^\s*(coord|omega)\b", text, re.M) is not None


def main():
    global PROGRAM
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    PROGRAM = arguments.program
    rng = random.Random(arguments.seed)

    servants = {"numpy": Servant.hire("numpy", "numpy_law.py"), "sympy": Servant.hire("sympy", "sympy_law.py")}
    with tempfile.TemporaryDirectory() as folder:
        test_examples(folder, rng, arguments.only, servants)
    for servant in servants.values():
        if servant is not None:
            servant.dismiss()
    for words in failures[:40]:
        print("FAILED", words)
    for words in skipped:
        print("skipped:", words)
    print("%d checks, %d failed; models in C %d, Python %d, SymPy %d" % (count, len(failures), done["c"], done["python"], done["sympy"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
