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
FORMS = {"guided": ["multipliers"], "wire": ["multipliers"], "table": ["kane"], "andrews": ["multipliers"], "hoop": [None, "lagrange", "canonical", "woronetz", "gauss"],
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
    """Of a holonomic relation that of its position, and with a prime that of its velocity."""
    return [values["residual_rate"][n[:-1]] if n.endswith("'") else values["residual"][n] for n in names]


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
    got = liaison("emit", file, "--lang", "json", "--quiet", "--no-jacobian", *settings(name))
    if not check(got.returncode == 0, "%s: emit --lang json: %s" % (name, got.stderr)):
        return None
    return {group: x["names"] for group, x in json.loads(got.stdout)["program"]["groups"].items() if "names" in x}


def test_example(name, folder, rng, servants, only):
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
    if rng.random() < 0.1 and shutil.which("clang"):
        compile_c(name, source, library + ".clang", "clang", ("-O0",))
    if name not in LONG:
        test_python(file, name, folder, found, servants)
        if len(FORMS.get(name, [])) > 1 or only or rng.random() < 0.15:           # SymPy takes its time
            for form in FORMS.get(name, [None]):
                test_sympy(file, name, folder, found, servants, form)


def test_examples(folder, rng, only, servants):
    for file in sorted(os.listdir(os.path.join(ROOT, "examples"))):
        name, ending = os.path.splitext(file)
        if ending == ".lia" and (only is None or name == only) and is_system(os.path.join(ROOT, "examples", file)):
            test_example(name, folder, rng, servants, only is not None)


# ---- other things ----

def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def law_in_c(folder, file, *options, flags=("-O1",), compiler="gcc"):
    """The law of a file, compiled; its names from JSON"""
    source, library = file + ".c", "%s.%d.so" % (file, random.randrange(10**9))
    got = liaison("emit", file, "--lang", "c", "-o", source, *options)
    if not check(got.returncode == 0, "%s: %s" % (file, got.stderr)) or not compile_c(file, source, library, compiler, flags):
        return None
    described = json.loads(liaison("emit", file, "--lang", "json", *[x for x in options if x not in ("--lanes", "--taylor", "16")]).stdout)
    law = LawInC(library, open(source, encoding="utf-8").read(), {g: x["names"] for g, x in described["program"]["groups"].items() if "names" in x})
    law.described = described
    return law


NUMBERS = """system numbers "Numbers"
param a = 0.1, b = 1/3, c = pi, d = 12345678901234567890.123, e = 1e-310, f = 2.2250738585072011e-308, h = sqrt(2), free
coord x, y, z
kinetic (x'^2 + y'^2 + z'^2)/2
force 0.1 on x'
force 1/3 on y'
force pi on z'
start x = 0.7, y = 1e22, x' = -2/3
"""


def test_bits(folder, servants):
    """Constants and defaults are the nearest doubles."""
    expected = [0.1, 1 / 3, math.pi, 12345678901234567890.123, 1e-310, 2.2250738585072011e-308, math.sqrt(2), math.nan]
    start = [0.7, 1e22, 0.0, -2 / 3, 0.0, 0.0]
    file = write(folder, "numbers.lia", NUMBERS)
    law = law_in_c(folder, file, "--set", "free=1")
    if law is not None:
        got = law.doubles("parameter_default", 8)
        check([x.hex() for x in got[:7]] == [x.hex() for x in expected[:7]] and got[7] == 1, "defaults: %s" % got)
        check([x.hex() for x in law.doubles("start", 6)] == [x.hex() for x in start], "start: %s" % law.doubles("start", 6))
        check([x.hex() for x in law.call("rates", 0, start)[3:]] == [x.hex() for x in (0.1, 1 / 3, math.pi)], "rates: %s" % law.call("rates", 0, start))
    law = law_in_c(folder, write(folder, "nothing.lia", NUMBERS))
    if law is not None:
        check(math.isnan(law.doubles("parameter_default", 8)[7]), "a parameter without a value has a default")
    python = file + ".py"
    check(liaison("emit", file, "--lang", "python", "-o", python).returncode == 0, "numbers in Python")
    if servants["numpy"] is not None:
        facts = servants["numpy"].ask(file=python, what="facts")
        check([float.fromhex(facts["parameters"][k]) for k in "abcdefh"] == expected[:7] and facts["parameters"]["free"] == "nan", "defaults: %s" % facts)
        rates = servants["numpy"].ask(file=python, what="rates", t=0, y=start)
        check(rates[3:] == [0.1, 1 / 3, math.pi], "rates: %s" % rates)


HOSTILE = """system for "*/ int evil; /* ??/ \\ %s %n \\"
param int = 0.1, lambda = 1/3, np = 2, sp = 3, rhs = 4, parameters = 5
coord x, x_dot, θ, 名, y, p, coordinates, names
quasi M = x' + y', q = θ'
kinetic (x'^2 + x_dot'^2 + θ'^2 + 名'^2 + y'^2 + p'^2 + coordinates'^2 + names'^2)/2
force int*lambda*np*sp*rhs*parameters on x'
constraint def: θ' = y' multiplier class
constraint pass: 名 = p multiplier 值
claim integral θ - y
"""


def test_hostile(folder, servants):
    """Keywords, letters of other scripts, words that would end a comment"""
    file = write(folder, "hostile.lia", HOSTILE)
    for language, ending in (("c", "c"), ("python", "py"), ("sympy", "sympy"), ("json", "json"), ("latex", "tex")):
        got = liaison("emit", file, "--lang", language, "-o", "%s.%s" % (file, ending))
        check(got.returncode == 0, "hostile names, %s: %s" % (language, got.stderr))
    law = law_in_c(folder, file, flags=("-O0", "-trigraphs"))
    if law is not None:
        rates = law.call("rates", 0, [0.0] * len(law.variables))
        check(rates is not None and law.name == "for" and "名" in law.variables, "hostile names: %s" % rates)
        got = dict(zip(law.names["accelerations"], law.call("accelerations", 0, [0.0] * len(law.variables))))
        check(abs(got["x''"] - 4) < 1e-14, "x'' = %s" % got["x''"])
    if servants["numpy"] is not None:
        facts = servants["numpy"].ask(file=file + ".py", what="facts")
        check(isinstance(facts, dict) and facts["variables"][3] == "名", "hostile names in Python: %s" % facts)
    if servants["sympy"] is not None:
        values = {"state": {}, "acceleration": {}, "quasi_acceleration": {}, "multiplier": {}, "status": "incompatible", "kinetic": None, "potential": None,
                  "energy": None}
        got = servants["sympy"].ask(file=file + ".sympy", values=values, solve=False)
        check(not any("Error" in x for x in got), "hostile names in SymPy: %s" % got)


def test_parameters(folder):
    """Parameters are inputs: of one that has no value, and in place of the model's values."""
    hoop = os.path.join(ROOT, "examples", "hoop.lia")
    file = write(folder, "free.lia", "param m, k = 2\ncoord x\nkinetic m*x'^2/2\npotential k*x^2/2\n")
    law = law_in_c(folder, file)
    if law is not None:
        check(law.call("rates", 0, [1.0, 0.5]) is None, "a rate without the value of a parameter")
        check(law.call("rates", 0, [1.0, 0.5], [4.0, 3.0]) == [0.5, -0.75], "rates of given parameters")
        check(law.call("rates", 0, [1.0, 0.5], [0.0, 3.0]) is None, "a mass 0 has no acceleration, and nobody says so")
    text = open(hoop, encoding="utf-8").read().replace("a = 0.5, A = 0.125", "a, A")
    law = law_in_c(folder, write(folder, "hoop3.lia", text))
    if law is not None:                # zeta = a*sin(1.2) is not known, the rest of the start is
        start = dict(zip(law.variables, law.doubles("start", 9)))
        check(math.isnan(start.pop("zeta")) and start.pop("theta") == 1.2 and set(start.values()) == {0.0}, "a start with a gap: %s" % start)
    shutil.copy(hoop, os.path.join(folder, "hoop2.lia"))
    law = law_in_c(folder, os.path.join(folder, "hoop2.lia"), "--set", "a=0.7", "--set", "r=4")
    if law is not None:
        values = evaluate(hoop, ["a=0.7", "A=0.3", "C=0.4", "g=9", "theta=1.1", "p=0.2", "q=1", "r=4"])
        y = [float(values["state"][v]) for v in law.variables]
        compare("hoop with other parameters", law.variables, law.call("rates", 0, y, [0.7, 0.3, 0.4, 9]), [rate(values, v) for v in law.variables])
        check(law.doubles("parameter_default", 1) == [0.7] and law.doubles("start", 9)[8] == 4, "--set is not a default")


def test_series(folder):
    """Steps by Taylor series lead where `run` comes; eight lanes are eight states."""
    file = os.path.join(folder, "spin.lia")
    shutil.copy(os.path.join(ROOT, "examples", "hoop.lia"), file)
    law = law_in_c(folder, file, "--taylor", "16", "--lanes", "--set", "r=4", "--set", "q=1")
    if law is None:
        return
    n, order = len(law.variables), law.sizes["ORDER"]
    y, t = (ctypes.c_double * n)(*law.doubles("start", n)), ctypes.c_double(0)
    series = (ctypes.c_double * law.sizes["SERIES"])()
    work = (ctypes.c_double * ctypes.c_size_t.in_dll(law.lib, law.name.upper() + "_WORK").value)()
    step, steps = getattr(law.lib, law.name + "_step"), 0
    while t.value < 2 and steps < 1000:
        if step(ctypes.byref(t), y, ctypes.c_double(2), ctypes.c_double(1e-14), series, work, None):
            break
        steps += 1
    got = json.loads(liaison("run", file, "--json", "--until", "2", "--tol", "1e-14", "--set", "r=4", "--set", "q=1").stdout)
    compare("Taylor steps (%d)" % steps, law.variables, list(y), [got["state"][v] for v in law.variables], 1e-11)
    check(3 < steps < 200 and order == 16, "%d steps" % steps)

    rng = random.Random(5)
    many = [[x + rng.uniform(-0.2, 0.2) for x in law.doubles("start", n)] for _ in range(8)]
    t8, y8, out = (ctypes.c_double * 8)(*range(8)), (ctypes.c_double * (8 * n))(), (ctypes.c_double * (8 * n))()
    for lane, one in enumerate(many):
        for i, x in enumerate(one):
            y8[8 * i + lane] = x
    check(getattr(law.lib, law.name + "_rhs_lanes")(t8, y8, out, None) == 0, "lanes")
    for lane, one in enumerate(many):
        compare("lane %d" % lane, law.variables, [out[8 * i + lane] for i in range(n)], law.call("rates", lane, one), 1e-12)


    for name in ("galilei", "table", "kepler"):            # series without a product, without a motion, of a Hamiltonian
        file = os.path.join(folder, "series-%s.lia" % name)
        shutil.copy(os.path.join(ROOT, "examples", name + ".lia"), file)
        law_in_c(folder, file, "--taylor", "16", "--lanes", flags=("-O0",))


CPLUSPLUS = r"""
#include <cstdio>
#define HOOP_DECLARATIONS
#include "hoop.c"
int main() { double y[HOOP_STATES], f[HOOP_STATES]; for (int i = 0; i < HOOP_STATES; i++) y[i] = hoop_start[i];
             y[hoop_y_r] = 4; int bad = hoop_rhs(0, y, f, nullptr); std::printf("%d %.17g\n", bad, f[hoop_y_phi]); }
"""


def test_cplusplus(folder):
    """The file as C++, and its declarations in C++."""
    if not shutil.which("g++"):
        skipped.append("no g++")
        return
    here = os.path.join(folder, "cpp")
    os.mkdir(here)
    liaison("emit", os.path.join(ROOT, "examples", "hoop.lia"), "--lang", "c", "--taylor", "10", "-o", os.path.join(here, "hoop.c"))
    flags = ["-std=c++17", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-pedantic", "-Werror"]
    got = run(["g++", *flags, "-x", "c++", "-c", "hoop.c", "-o", "as-c++.o"], cwd=here)
    check(got.returncode == 0, "as C++: %.500s" % got.stderr)
    write(here, "main.cpp", CPLUSPLUS)
    for compiler in (["gcc", *WARNINGS, "-c", "hoop.c", "-o", "hoop.o"], ["g++", *flags, "main.cpp", "hoop.o", "-lm", "-o", "main"], ["./main"]):
        got = run(compiler, cwd=here)
        check(got.returncode == 0, "%s: %.500s" % (compiler, got.stderr))
    check(got.stdout == "0 4\n", "from C++: %s" % got.stdout)


def test_manual(folder):
    """The program of docs/manual.md, if GSL is there: the energy of the rod after a second is that at the start."""
    manual = open(os.path.join(ROOT, "docs", "manual.md"), encoding="utf-8").read()
    program = re.search(r"```c\n(#include <stdio.h>\n#include <gsl/.*?)```", manual, re.S)
    if not check(program is not None, "docs/manual.md has no program for GSL"):
        return
    here = os.path.join(folder, "manual")
    os.mkdir(here)
    write(here, "main.c", program.group(1))
    check(liaison("emit", os.path.join(ROOT, "examples", "rod.lia"), "--lang", "c", "-o", os.path.join(here, "rod.c")).returncode == 0, "rod.c")
    if run(["gcc", "-E", "main.c"], cwd=here).returncode != 0:
        skipped.append("no GSL")
        return
    got = run(["gcc", "-Wall", "-Wextra", "-Werror", "main.c", "rod.c", "-lgsl", "-lgslcblas", "-lm", "-o", "main"], cwd=here)
    if check(got.returncode == 0, "the program of the manual: %.500s" % got.stderr):
        first = float(evaluate(os.path.join(ROOT, "examples", "rod.lia"), ["m=2"])["energy"])
        got = run(["./main"], cwd=here)
        check(got.returncode == 0 and abs(float(got.stdout) - first) < 1e-9, "the program of the manual: %s instead of %s" % (got.stdout, first))


FUNCTIONS_OF_ONE = {"neg": lambda a: -a, "inv": lambda a: 1 / a, "tanh": math.tanh, "exp": math.exp, "log": math.log, "asin": math.asin,
                    "acos": math.acos, "atan": math.atan, "abs": abs, "sign": lambda a: (a > 0) - (a < 0)}


def follow(program, parameters, variables):
    """A generator for another language in small: the program of --lang json, followed as program.h says."""
    r = [float(eval(c.replace("/", ".0/") if "/" in c else c)) for c in program["constants"]] + parameters + variables
    r += [0.0] * (program["registers"] - len(r))
    for i in program["instructions"]:
        x, op, out = [r[k] for k in i["in"]], i["op"], i["out"]
        if op == "solve":
            n = i["size"]
            if "rows" in i:
                x = full(n, i["rows"], i["columns"], x)
            r[out:out + n] = gauss([x[k * n:k * n + n] + [x[n * n + k]] for k in range(n)])
        elif op == "sincos":
            r[out:out + 2] = [math.sin(x[0]), math.cos(x[0])]
        elif op == "root":
            r[out] = x[0] ** (1 / i["degree"])
        else:
            r[out] = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "fma": lambda a, b, c: c + a * b,
                      "fnma": lambda a, b, c: c - a * b, "pi": lambda: math.pi, "atan2": math.atan2, "min": min, "max": max, **FUNCTIONS_OF_ONE}[op](*x)
    return [r[k] for k in program["outputs"]]


def full(n, rows, columns, x):
    A = [0.0] * (n * n)
    for i, j, a in zip(rows, columns, x):
        A[i * n + j] = A[j * n + i] = a
    return A + x[len(rows):]


def gauss(rows):
    n = len(rows)
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[p] = rows[p], rows[k]
        for i in range(n):
            if i != k:
                f = rows[i][k] / rows[k][k]
                rows[i] = [a - f * b for a, b in zip(rows[i], rows[k])]
    return [rows[k][n] / rows[k][k] for k in range(n)]


def test_json(rng):
    """The program of the JSON description can be followed by who has read the documentation alone."""
    for name in ("hoop", "double", "rod", "servo", "kepler", "lorenz", "billiard", "four-bar"):
        file = os.path.join(ROOT, "examples", name + ".lia")
        described = json.loads(liaison("emit", file, "--lang", "json", "--no-jacobian", "--quiet").stdout)
        values = states(file, name, described["variables"], rng)[-1]
        program = described["program"]
        y = [float(values["state"][v]) for v in described["variables"]]
        out = follow(program, [float(p["number"]) for p in described["parameters"]], y + [float(values["state"]["t"])])
        for group, expected in (("rates", lambda v: rate(values, v)), ("multipliers", lambda m: values["multiplier"][m]),
                                ("accelerations", lambda a: acceleration(values, a)), ("energies", lambda e: values[e])):
            g = program["groups"][group]
            compare("%s.json" % name, g["names"], out[g["first"]:g["first"] + g["count"]], [expected(n) for n in g["names"]])


def test_deep(folder, servants):
    """Functions of functions, deeper than Python reads brackets"""
    file = write(folder, "deep.lia", "coord x\nkinetic x'^2/2\npotential %sx%s/1000\nstart x = 1/3\n" % ("sin(2*" * 110, ")" * 110))
    law = law_in_c(folder, file)
    found = [evaluate(file, [])]
    if law is not None and check(found[0] is not None, "the deep one has no state"):
        check_law("deep.c", law, found, False)
        test_python(file, "deep", folder, found, servants)
        test_sympy(file, "deep", folder, found, servants, "matrix")


    deeper = write(folder, "deeper.lia", "coord x\nkinetic x'^2/2\nstart x = %s1%s\n" % ("sin(2*" * 300, ")" * 300))
    text = liaison("emit", deeper, "--lang", "sympy").stdout
    try:
        compile(text, "deeper", "exec")
        check("sin" in text, "no SymPy text of 300 levels")
    except (SyntaxError, MemoryError, RecursionError) as error:
        check(False, "Python cannot read 300 levels: %s" % error)


def limited():
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


def test_files(folder):
    """A file appears whole or not at all; what is wrong is said."""
    hoop = os.path.join(ROOT, "examples", "hoop.lia")
    path = os.path.join(folder, "kept.c")
    write(folder, "kept.c", "what was there")
    got = run([PROGRAM, "emit", hoop, "--lang", "c", "-o", path], preexec_fn=limited)
    check(got.returncode == 3 and "cannot write" in got.stderr and open(path).read() == "what was there" and not os.path.exists(path + ".part"),
          "a full disk: %d %s" % (got.returncode, got.stderr))
    with open(os.path.join(folder, "stdout"), "w") as out:
        got = subprocess.run([PROGRAM, "emit", hoop, "--lang", "c"], stdout=out, stderr=subprocess.PIPE, text=True, preexec_fn=limited)
    check(got.returncode == 3 and "could not be written" in got.stderr, "a full standard output: %d %s" % (got.returncode, got.stderr))
    for words, code, message in (
            (["-o", os.path.join(folder, "nowhere", "hoop.c"), "--lang", "c"], 3, "cannot write"), (["-o", folder, "--lang", "c"], 3, "cannot write"),
            ([], 2, "--lang"), (["--lang", "fortran"], 2, "not 'fortran'"), (["--lang", "pyton"], 2, "did you mean 'python'"),
            (["--lang", "c", "--form", "X"], 2, "--form says nothing"), (["--lang", "python", "--taylor", "8"], 2, "--taylor says nothing"),
            (["--lang", "c", "--taylor", "1"], 2, "--taylor takes"), (["--lang", "sympy", "--form", "nonsense"], 2, "nonsense"),
            (["--lang", "c", "--dependent", "u"], 2, "--dependent says nothing"), (["--lang", "c", "--json"], 2, "--format"),
            (["--lang", "c", "--set", "b=1"], 2, "b"), (["--lang", "c", "--until", "3"], 2, "no option")):
        got = liaison("emit", hoop, *words)
        check(got.returncode == code and message in got.stderr and got.stdout == "", "%s: %d %s" % (words, got.returncode, got.stderr))
    got = liaison("emit", write(folder, "open.lia", "coord x\nfunction f(x)\nkinetic x'^2/2\npotential f(x)\n"), "--lang", "c")
    check(got.returncode == 2 and "f" in got.stderr and "--set" in got.stderr, "an open function: %d %s" % (got.returncode, got.stderr))
    got = liaison("emit", os.path.join(folder, "open.lia"), "--lang", "json")
    check(got.returncode == 0 and json.loads(got.stdout)["program"] is None and "f" in json.loads(got.stdout)["why"], "JSON of an open function: %s" % got.stderr)
    check(liaison("emit", os.path.join(folder, "open.lia"), "--lang", "sympy").returncode == 0, "SymPy of an open function")
    got = liaison("emit", write(folder, "clash.lia", "coord x\nkinetic x'^2/2\nconstraint c: x^2 = -1\n"), "--lang", "c")
    check(got.returncode == 0 and "no start is written" in got.stderr and "NAN" in got.stdout, "no start: %d %s" % (got.returncode, got.stderr))
    first, second = [liaison("emit", hoop, "--lang", "c").stdout for _ in range(2)]
    check(first == second and first != "", "two emissions differ")
    check(liaison("emit", hoop, "--lang", "latex").stdout == liaison("derive", hoop, "--format", "latex").stdout, "LaTeX is not that of derive")


# A model with an integral, min, max, abs, sign, roots and functions, and time in it.
EVERYTHING = """system everything "All functions"
param k = 0.3
coord x, y, z
function f(s) = int(exp(-s^2)*cos(k*s), s, 0)
kinetic (2 + sin(x))*x'^2/2 + y'^2 + x'*y'*cos(y)/3 + z'^2*(1 + x^2)/2
potential f(x) + cosh(y/3) + sqrt(1 + z^2)
force abs(x - y)*sign(z - 1/4) + min(x, y)*max(y, z) - (1 + x^2)^(1/3) on x'
force tanh(x) + log(2 + y^2) + asin(sin(x)/2) + acos(cos(y)/2) + atan(z) + sinh(x/4) + atan2(y, 1 + x^2) on y'
constraint moving: z' = t*x' + sin(t)*y' + exp(-t)
start x = 0.4, y = -0.3, z = 0.5, x' = 0.2, y' = 1, t = 0.6
"""


def test_everything(folder, rng, servants):
    file = write(folder, "everything.lia", EVERYTHING)
    law = law_in_c(folder, file)
    if law is None:
        return
    found = states(file, "everything", law.variables, rng)
    check(len(found) == 2, "states of everything")
    check_law("everything.c", law, found, False)
    test_python(file, "everything", folder, found, servants)
    test_sympy(file, "everything", folder, found[:1], servants, "multipliers")


def is_system(file):
    text = open(file, encoding="utf-8").read()
    return re.search(r"^\s*(coord|omega)\b", text, re.M) is not None


def main():
    global PROGRAM
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="the name of an example; - for none")
    arguments = parser.parse_args()
    PROGRAM = arguments.program
    rng = random.Random(arguments.seed)

    servants = {"numpy": Servant.hire("numpy", "numpy_law.py"), "sympy": Servant.hire("sympy", "sympy_law.py")}
    with tempfile.TemporaryDirectory() as folder:
        if arguments.only in (None, "-"):
            test_bits(folder, servants)
            test_hostile(folder, servants)
            test_parameters(folder)
            test_series(folder)
            test_cplusplus(folder)
            test_manual(folder)
            test_json(rng)
            test_files(folder)
            test_deep(folder, servants)
            test_everything(folder, rng, servants)
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
