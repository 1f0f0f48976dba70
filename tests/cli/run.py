#!/usr/bin/env python3
"""The program from outside: exit statuses, messages, what is printed.

    tests/cli/run.py [--program build/liaison]
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HOOP = os.path.join(ROOT, "examples", "hoop.lia")

PENDULUM = """system pendulum "A pendulum"
param m = 1, l = 2, g = 9.81, k = m*l
coord theta
function f(x)
kinetic m*l^2*theta'^2/2 + k*theta'^2/2
potential -m*g*l*cos(theta) + f(theta)
"""
FREE = "param m\ncoord x\nkinetic m*x'^2/2\n"
SLED = "coord x, y\nkinetic x'^2/2 + y'^2/2\nconstraint c: x' = 1\n"
INCOMPATIBLE = "coord x, y\nkinetic x'^2/2 + y'^2/2\nconstraint c: x' = t by y'\n"
SIMPLE = "coord x\nkinetic x'^2/2\n"
FRICTION = "coord x, y\nkinetic x'^2/2 + y'^2/2\nforce -9 on y'\nconstraint floor: y' = 0 by 1 on y' and -1/2*sign(x') on x'\n"
HAMILTONIAN = "param m, k\ncoord r, phi\nmomentum p of r, L of phi\nhamiltonian p^2/(2*m) + L^2/(2*m*r^2) - k/r\n"
FORM = "chart x, y, t\nomega d(x)/\\d(y)/(x*y) - d(x - log(x) + y - log(y))/\\d(t)\nconstraint c: x = y by x' + 2*y'\n"
CONTACT = """coord x, y
kinetic x'^2/2 + y'^2/2
force -9 on y'
contact tip: normal y', sliding x', friction 1/3, multiplier N
start x' = 1
claim N = 9
claim x'' = -3*sign(x')
"""
MASSLESS = "coord x, y\nkinetic x'^2/2\n"

failures = []
count = 0


def check(ok, words):
    global count
    count += 1
    if not ok:
        failures.append(words)


def parsed(text):
    try:
        return json.loads(text)
    except ValueError as error:
        check(False, "%s in %.300s" % (error, text))
        return collections.defaultdict(str)


class Program:
    def __init__(self, path, directory):
        self.path, self.directory = path, directory

    def model(self, text, name="model.lia"):
        path = os.path.join(self.directory, name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def run(self, *arguments, **more):
        more.setdefault("stdout", subprocess.PIPE)
        environment = dict(os.environ, **more.pop("env", {}))
        return subprocess.run([self.path, *arguments], stderr=subprocess.PIPE, timeout=120, env=environment, **more)

    def expect(self, status, arguments, out="", err="", **more):
        """Runs, and looks for the regular expressions `out` and `err`; returns what was printed."""
        r = self.run(*arguments, **more)
        stdout = (r.stdout or b"").decode("utf-8", "replace")
        stderr = r.stderr.decode("utf-8", "replace")
        words = "liaison %s\n  exit %d, want %d\n  out: %.300s\n  err: %.300s" % (" ".join(arguments), r.returncode, status, stdout, stderr)
        check(r.returncode == status, words)
        check(re.search(out, stdout, re.S) is not None, "no %r in the output of " % out + words)
        check(re.search(err, stderr, re.S) is not None, "no %r in the messages of " % err + words)
        if status in (2, 3):
            check(stdout == "" or out != "", "printed in spite of an error: " + words)
            check(stderr != "", "no message: " + words)
        return stdout


def commands(p):
    p.expect(0, ["--help"], "check.*derive.*eval")
    p.expect(0, ["help"], "check.*derive.*eval")
    p.expect(0, ["help", "derive"], "usage: liaison derive")
    p.expect(0, ["--version"], r"^liaison \d+\.\d+")
    for command in ("check", "derive", "reactions", "eval", "run", "map", "emit"):
        p.expect(0, [command, "--help"], "usage: liaison %s.*liaison %s .*--set" % (command, command))
        p.expect(2, [command], err="needs the name of a model")
    p.expect(2, [], err="--help")
    p.expect(2, ["--json", "derive"], err="the command comes first")
    p.expect(2, ["derve", HOOP], err="did you mean 'derive'")
    p.expect(2, ["frobnicate", HOOP], err="not a command")
    for later in "verdict integrals linearize".split():
        p.expect(2, [later, HOOP], err="liaison: '%s' is not in this version" % later)
        check(re.search(r"^  %s " % later, p.run("--help").stdout.decode(), re.M) is None, later + " is listed")


def options(p):
    p.expect(2, ["derive", HOOP, "--frm", "kane"], err="did you mean '--form'")
    p.expect(2, ["derive", HOOP, "--wibble"], err="has no option '--wibble'")
    p.expect(2, ["derive", HOOP, "-x"], err="has no option '-x'")
    p.expect(2, ["check", HOOP, "--form", "kane"], err="check has no option '--form'")
    p.expect(2, ["derive", HOOP, "--dependent", "u"], err="the constraints determine 3")
    p.expect(2, ["derive", HOOP, "--dependent", "u,v,q"], err="do not determine")
    p.expect(2, ["derive", HOOP, "--dependent", "u,v,zz"], err="'zz' is none")
    p.expect(0, ["derive", HOOP, "--dependent", "u,v,p"], r"unknowns w q r")
    p.expect(0, ["prove", HOOP], r"11 proved")
    p.expect(0, ["prove", HOOP, "--identities"], r"identity N5, 3: .*proved.*identity S2, 6: .*proved.*proved \(")
    p.expect(1, ["prove", "-"], r"integral x'.*FALSE.*0 proved, 1 false", input=b"system a\ncoord x\nkinetic x'^2/2\npotential x\nclaim integral x'\n")
    p.expect(2, ["derive", HOOP, "--form"], err="needs a value")
    p.expect(2, ["derive", HOOP, "--json=1"], err="takes no value")
    p.expect(2, ["derive", HOOP, "--form", "lagrage"], err="lagrange")
    p.expect(2, ["derive", HOOP, "--format", "jsn"], err="did you mean 'json'")
    for wrong in ("0", "10001", "-3", "x", "1e3", "", "99999999999999999999", "17 "):
        p.expect(2, ["eval", HOOP, "--digits", wrong], err="--digits takes a whole number from 1 to 10000")
    for wrong in ("0", "-1", "nan", "inf", "x", ""):
        p.expect(2, ["derive", HOOP, "--budget", wrong], err="--budget takes a number of seconds")
    p.expect(2, ["derive", HOOP, "--threads", "0"], err="--threads")
    p.expect(0, ["derive", HOOP, "--threads", "2", "--quiet", "--form=kane"], "^# Kane")
    p.expect(2, ["derive", HOOP, HOOP], err="one model at a time")
    p.expect(0, ["derive", "--", HOOP], "r'")
    p.expect(2, ["check", HOOP, "--format", "latex"], err="text or json")


def sources(p):
    p.expect(2, ["derive", "/nonexistent/x.lia"], err="No such file")
    p.expect(2, ["derive", p.directory], err="is a directory")
    p.expect(2, ["derive", p.model(b"#" * (17 << 20), "large.lia")], err="longer than 16 MB")
    p.expect(2, ["derive", p.model("")], err="no coordinates")
    p.expect(2, ["derive", p.model(b"coord \xff\nkinetic 0")], err="UTF-8")
    p.expect(2, ["derive", p.model("coord x\nkinetic m*x'^2\n")], err=r":2:9: error: 'm' is not declared.*kinetic m\*x'\^2\n *\| +\^")
    p.expect(2, ["derive", p.model("coord x\n")], err="kinetic")
    p.expect(0, ["derive", "-"], "x'' = 0", input=FREE.encode())
    p.expect(2, ["derive", "-"], err=r"\(standard input\)", input=b"coord x, x\nkinetic x'^2")


def settings(p):
    model = p.model(PENDULUM)
    p.expect(2, ["eval", model, "--set", "tehta=1"], err=r"--set:1:1: error: 'tehta' is not declared; did you mean 'theta'\?\n.*tehta=1\n.*\^\^\^\^\^")
    p.expect(2, ["eval", model, "--set", "theta=1+"], err=r"--set:1:\d+: error: expected")
    p.expect(2, ["eval", model, "--set", "theta"], err=r"--set:1:\d+: error: expected '='")
    p.expect(2, ["eval", model, "--set", "=1"], err=r"--set:1:1: error: expected a name")
    p.expect(2, ["eval", model, "--set", ""], err=r"--set:1:1: error: expected a name")
    p.expect(2, ["eval", model, "--set", "theta=1 2"], err=r"--set:1:9: error")
    p.expect(2, ["eval", model, "--set", "theta=nan"], err=r"--set:1:7: error: 'nan' is not declared")
    p.expect(2, ["eval", model, "--set", "theta=inf"], err=r"--set:1:7: error: 'inf' is not declared")
    p.expect(2, ["eval", model, "--set", "theta=theta'"], err=r"--set:1:7: error: .*theta'")
    p.expect(2, ["eval", model, "--set", "theta=1/0"], err=r"--set:1:9: error: division by zero")
    p.expect(2, ["eval", model, "--set", "theta=f(1)"], err="unknown function")
    p.expect(2, ["eval", model, "--set", "theta''=1"], err="follows from them")
    p.expect(2, ["eval", model, "--set", "g(x)=1"], err="'g' is not a function")
    p.expect(2, ["eval", model, "--set", "f(x)=y"], err="'y' is not declared")
    p.expect(2, ["eval", model, "--set", "f'(x)=x"], err="a function of one argument")
    p.expect(2, ["eval", model, "--set", "theta=sqrt(-1)"], err="--set:1:7: error")
    p.expect(2, ["derive", model, "--set", "theta=1"], err="no particular state")
    two = p.run("eval", model, "--set", "tehta=1", "--set", "theta=y").stderr.decode()
    check(two.count("error:") == 2, "both wrong settings are reported: " + two)


def derivation(p):
    model = p.model(PENDULUM)
    p.expect(0, ["derive", model], r"^# .*\n.*theta'' = .*f'\(theta\)")
    p.expect(0, ["derive", model, "--set", "f(x)=x^3/3"], r"theta\^2")
    p.expect(0, ["derive", model, "--set", "k=5", "--set", "f(y)=0", "--set", "k=3"], r"\(m\*l\^2 \+ 3\)\*theta''")
    out = p.expect(0, ["derive", model, "--values", "--set", "f(x)=0"], "theta''")
    check(re.search(r"\b[mlgk]\b", out) is None, "--values leaves no parameter: " + out)
    x = parsed(p.expect(0, ["derive", model, "--json"]))
    check(x["form"] == "lagrange" and x["unknowns"] == ["theta"] and len(x["equations"]) == 1 and set(x["equations"][0]) == {"lhs", "rhs"}, "derive --json")
    out = p.expect(0, ["derive", HOOP, "--json", "--form", "all"])
    x = parsed(out)
    check({"kane", "lagrange", "quasi"} <= {form["form"] for form in x["forms"]}, "derive --form all")
    check(out == p.run("derive", HOOP, "--json", "--form", "all").stdout.decode(), "the same twice")
    latex = p.expect(0, ["derive", HOOP, "--format", "latex", "--dots"], r"\\documentclass.*\\begin\{align\*\}.*\\dot\{.*\\end\{document\}\n$")
    check(latex.count("{") == latex.count("}"), "braces")
    p.expect(0, ["derive", HOOP, "--form", "II"], r"^# .*u'")
    p.expect(0, ["derive", HOOP, "--form", "hamilton"], r"# \(21\).*delta_p'.*# \(24\).*agree: proved\n\ndelta_u = -a\*delta_r")
    x = parsed(p.expect(0, ["derive", HOOP, "--form", "hamilton", "--json"]))
    check(set(x["functions"]) == {"(21)", "(23)", "(24)"} and "proved" in x["remark"], "derive --form hamilton --json: %r" % x)
    p.expect(2, ["derive", HOOP, "--form", "hamiltonian"], err="hamilton")
    p.expect(2, ["derive", HOOP, "--form", "lagrage"], err="did you mean 'lagrange'")
    p.expect(0, ["derive", HOOP, "--form", "vii"], "^# form VII")
    p.expect(0, ["derive", HOOP, "--form", "KANE"], "^# Kane")
    p.expect(2, ["derive", HOOP, "--form", ""], err="--form needs a value")
    p.expect(2, ["derive", HOOP, "--dependent", ""], err="--dependent needs a value")
    p.expect(2, ["derive", HOOP, "--form", "I", "--form", "II"], err="--form is given twice")
    p.expect(0, ["derive", HOOP, "--form", "II", "--dependent", "u,v,w"], "^# form II", "--dependent changes nothing")
    p.expect(0, ["derive", HOOP, "--form", "X", "--dependent", "u,v,w"], "^# form X", "^$")
    frozen = p.model("coord x, y\nkinetic x'^2/2 + (1 + y^2)*y'^2/2 + x'*y'\nconstraint c: y' = x*x'\n", "frozen.lia")
    p.expect(0, ["derive", frozen, "--form", "VII", "--format", "latex", "--dots"], r"\^\{\*\}\}.*asterisk is kept from differentiation")
    p.expect(0, ["derive", frozen, "--form", "VII"], r"frozen\(y\).*# frozen\(x\) has the value of x and is kept from differentiation")
    x = parsed(p.expect(0, ["derive", os.path.join(ROOT, "examples", "points.lia"), "--form", "all", "--json"], err="too long"))
    check({f["form"] for f in x["forms"]}.isdisjoint(f["form"] for f in x["omitted"]) and x["omitted"] and all(f["why"] for f in x["omitted"]), "omitted: %r" % x["omitted"])
    x = parsed(p.expect(0, ["derive", model, "--form", "all", "--json"], err="^$"))
    check({"lagrange", "appell", "canonical"} <= {f["form"] for f in x["forms"]} and not {"tzenoff", "appell-nh"} & {f["form"] for f in x["forms"]},
          "forms of a system without constraints: %r" % [f["form"] for f in x["forms"]])


def budgets(p):
    """Too little work allowed: less is said, nothing wrong is."""
    for seconds in ("1e-5", "1e-4", "1e-3"):
        p.expect(0, ["check", HOOP, "--budget", seconds], "6 coordinates", "^$")
    p.expect(0, ["derive", HOOP, "--form", "lagrange", "--budget", "1e-5"], "\n# not simplified[^\n]*\n$")
    p.expect(4, ["derive", HOOP, "--form", "quasi", "--budget", "1e-5"], "^$", "budget")


def checking(p):
    p.expect(0, ["check", HOOP], r"^hoop: A hoop.*6 coordinates, 3 constraints, 3 degrees of freedom.*independent: p q r.*energy is conserved.*sin\(theta\) = 0")
    x = parsed(p.expect(0, ["check", HOOP, "--json"]))
    check(x["degrees_of_freedom"] == 3 and x["independent"] == ["p", "q", "r"] and x["energy_conserved"] is True, "check --json")
    rolling = x["constraints"][0]
    check(rolling["rank"] == 3 and rolling["integrable_rank"] == 1 and rolling["holonomic_relations"] == ["zeta - a*sin(theta)"] and
          [r["integrable"] for r in rolling["relations"]] == [False] * 3 and rolling["reactions"][0]["natural_power_zero"] is True, "kinds: %r" % rolling)
    p.expect(0, ["check", os.path.join(ROOT, "examples", "golf.lia")], r"rolling.1 is a first integral already, identically")
    p.expect(0, ["check", os.path.join(ROOT, "examples", "car.lia")], r"together the constraints contain the holonomic relation 2\*c\*phi - a\*alpha1 \+ a\*alpha2 = const")
    p.expect(0, ["check", p.model(SERVO)], r"reaction along x', not along its own relation; it does work")
    massless = p.model(MASSLESS)
    p.expect(0, ["check", massless], "2 coordinates", r":2:9: warning: singular mass matrix")
    x = parsed(p.expect(0, ["check", massless, "--json", "--quiet"], err="^$"))
    check([(w["line"], w["column"]) for w in x["warnings"]] == [(2, 9)], "warnings: %r" % x)
    p.expect(4, ["eval", massless, "--quiet"], "singular chart.*kinetic", "singular chart")
    x = parsed(p.expect(0, ["check", p.model(PENDULUM), "--json", "--set", "f(x)=0"]))
    drag = p.model("param m, c\ncoord x\nspeed v with x' = 2*v\nkinetic m*x'^2/2\nforce -c*x' on x'\n")
    p.expect(0, ["check", drag], r"energy is not conserved: its rate is -4\*c\*v\^2\n")
    p.expect(0, ["check", drag, "--set", "c=0"], "energy is conserved\n")
    p.expect(0, ["check", p.model(SIMPLE.replace("kinetic", "constraint c: x = t\nkinetic"))], "(?!.*Lagrange's equation)energy is conserved")
    p.expect(0, ["check", p.model("coord x, y\nkinetic x'^2/2 + y'^2/2\nconstraint c: x' = 1, y' = 1, x' + y' = 3\n"), "--quiet"], "whether it is conserved was not decided")
    check(x["parameters_without_value"] == [] and x["relations"] == 0, "check --json of a pendulum")


def numbers(p):
    x = parsed(p.expect(0, ["eval", p.model(FREE), "--set", "m=1/3", "--set", "x'=3", "--json", "--digits", "40"]))
    check(x["kinetic"] == "1.5" and x["acceleration"] == {"x": "0"} and x["status"] == "compatible" and x["digits"] == 40, "eval --json: %r" % x)
    p.expect(2, ["eval", p.model(FREE)], err="m .*--set")
    p.expect(2, ["eval", p.model(PENDULUM)], err="f has no value.*--set")
    x = parsed(p.expect(0, ["eval", p.model(PENDULUM), "--set", "f(x)=x^2", "--set", "k=0", "--set", "theta=pi/2", "--json", "--digits", "30"]))
    check(x["kinetic"] == "0" and x["potential"].startswith("2.467401100272339654708622749"), "eval with a function: %r" % x)
    check("theta'" in x["assumed"], "assumed: %r" % x)
    p.expect(0, ["eval", p.model(SLED), "--set", "y'=2"], "compatible.*kinetic +=  2.5\n")
    x = parsed(p.expect(4, ["eval", p.model(INCOMPATIBLE), "--json", "--set", "x'=0"], err="incompatible"))
    check(x["acceleration"] is None and x["multiplier"] is None and x["status"] == "incompatible" and x["kinetic"] == "0", "eval --json: %r" % x)
    p.expect(4, ["eval", p.model(INCOMPATIBLE), "--set", "x'=0"], "incompatible.*kinetic", "incompatible")


TWICE = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential 10*z\nconstraint a: x' + y*z' = 0, 2*x' + 2*y*z' = 0\n"
SERVO = "param m\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\nconstraint s: y' = sin(x)*x' by x'\n"
THREE = SIMPLE.replace("x\n", "x, y\n").replace("x'^2/2", "(x'^2 + y'^2)/2") + "potential 3*y\nconstraint a: y' = 0 by y', by 2*y' multiplier mu, nu\n"


def reactions(p):
    """Multipliers as functions of the state: what is printed is a claim that can be proved."""
    out = p.expect(0, ["reactions", HOOP], r"rolling.1 = a\*C\*p\*q/\(C \+ a\^2\)\nrolling.2 = g\*sin\(theta\) - a\*p\^2 - a\*cot\(theta\)\*q\*r\n.*nowhere while A, C > 0\n$", "^$")
    with open(HOOP, encoding="utf-8") as file:
        text = re.sub(r"^claim.*\n", "", file.read(), flags=re.M)
    claims = ["claim " + line for line in out.splitlines() if line and line[0] != "#"]
    p.expect(0, ["prove", p.model(text + "\n".join(claims) + "\n", "claims.lia")], "%d proved" % len(claims))
    x = parsed(p.expect(0, ["reactions", HOOP, "--json"]))
    check(x["status"] == "compatible" and x["velocities"] == ["p", "q", "r"] and set(x["multiplier"]) == {"rolling.1", "rolling.2", "rolling.3"} and
          len(x["coupling"]) == len(x["drive"]) == 3 and x["vanishes_at"] == "nowhere" and x["while"] == ["A > 0", "C > 0"], "reactions --json: %r" % x)
    out = p.expect(0, ["reactions", HOOP, "--values"], "rolling.1 = ")
    check(re.search(r"\b[aACg]\b(?!\^k)", re.sub("^#.*", "", out, flags=re.M)) is None, "--values leaves no parameter: " + out)
    p.expect(0, ["reactions", HOOP, "--set", "C=4"], r"rolling.1 = 4\*a\*p\*q/\(a\^2 \+ 4\)\n")
    latex = p.expect(0, ["reactions", HOOP, "--format", "latex", "--dots"], r"\\documentclass.*\\dot\{.*lambda_.*\\end\{document\}\n$")
    check(latex.count("{") == latex.count("}"), "braces")
    p.expect(2, ["reactions", HOOP, "--set", "theta=1"], err="no particular state")
    p.expect(2, ["reactions", HOOP, "--form", "kane"], err="reactions has no option")
    p.expect(0, ["reactions", p.model(PENDULUM)], "^# pendulum has no constraints, and so no reactions\n$", "^$")
    x = parsed(p.expect(0, ["reactions", p.model(PENDULUM), "--json"]))
    check(x["multiplier"] == {} and x["coupling"] == [] and x["compatibility"] is None, "no constraints: %r" % x)
    x = parsed(p.expect(0, ["reactions", p.model(TWICE), "--json", "--quiet"]))
    check(x["status"] == "redundant" and x["multiplier"] is None and x["combinations"][0]["coefficients"] == {"a.1": "1", "a.2": "2"} and x["vanishes_at"] == "everywhere", "redundant: %r" % x)
    x = parsed(p.expect(0, ["reactions", p.model(THREE), "--json"]))
    check(x["status"] == "redundant" and x["combinations"] == [{"coefficients": {"mu": "1", "nu": "2"}, "value": "3"}] and x["compatibility"] is None, "more reactions: %r" % x)
    p.expect(0, ["reactions", p.model(SERVO)], r"it vanishes where sin\(x\) = 0, while|it vanishes where sin\(x\) = 0\n")
    x = parsed(p.expect(0, ["reactions", os.path.join(ROOT, "examples", "friction.lia"), "--json"]))
    check(x["multiplier"] is None and len(x["equations"]) == 1 and x["equations"][0]["rhs"] == "0" and "N^2" in x["equations"][0]["lhs"], "its own law: %r" % x)
    p.expect(4, ["reactions", p.model(INCOMPATIBLE)], "incompatible", "incompatible")
    p.expect(4, ["reactions", p.model(MASSLESS + "constraint c: y' = x'\n"), "--quiet"], "^$", "mass matrix is singular")
    p.expect(4, ["reactions", HOOP, "--budget", "1e-5"], "^$", "budget")


def powers(p):
    """Powers of reactions at a state: natural and real, zero or not; null where a reaction is not determined."""
    moving = p.model("coord x, y\nkinetic x'^2/2 + y'^2/2\nconstraint belt: x' = 2 + x\nforce x' on x'\n")
    x = parsed(p.expect(0, ["eval", moving, "--json", "--set", "x=1", "--set", "y'=0"]))
    check(x["multiplier"] == {"belt": "0"} and x["power"] == {"belt": {"natural": "0", "real": "0"}}, "no reaction, no power: %r" % x["power"])
    x = parsed(p.expect(0, ["eval", moving, "--json", "--set", "x=2", "--set", "y'=0"]))
    check(x["power"]["belt"] == {"natural": "0", "real": "0"}, "x'' = x' already: %r" % x["power"])
    pushed = p.model("coord x\nkinetic x'^2/2\nforce -5 on x'\nconstraint belt: x' = 2 + t multiplier N\n")
    x = parsed(p.expect(0, ["eval", pushed, "--json", "--set", "t=1"]))
    check(x["multiplier"] == {"N": "6"} and x["power"] == {"N": {"natural": "18", "real": "0"}}, "a belt: %r" % x["power"])
    p.expect(0, ["eval", pushed, "--set", "t=1"], "powers of the reactions\n  N, natural +=  18\n  N, real +=  0\n")
    out = p.expect(0, ["eval", HOOP, "--set", "r=4"])
    check("powers" not in out, "no power, no words: " + out)
    x = parsed(p.expect(0, ["eval", p.model(THREE), "--json"]))
    check(x["power"] == {"mu": {"natural": None, "real": None}, "nu": {"natural": None, "real": None}}, "not determined: %r" % x["power"])
    x = parsed(p.expect(4, ["eval", p.model(INCOMPATIBLE), "--json", "--set", "x'=0"], err="incompatible"))
    check(x["power"] is None, "incompatible: %r" % x["power"])


def functions(p):
    """What eval --functions adds; gold numbers for it are compared elsewhere."""
    x = parsed(p.expect(0, ["eval", HOOP, "--functions", "--json", "--set", "r=4"]))
    check(set(x["K"]) == set(x["P0"]) == set("uvwpqr") and set(x["momentum"]) == set(x["momentum_rate"]) == set(x["complementary"]) == {"theta", "psi", "phi"},
          "the keys of the functions: %r" % x)
    check(set(x["e"]) == {"rolling.1", "rolling.2", "rolling.3"} and x["E"]["phi"] == x["state"]["phi'"] and "H" in x, "the fields: %r" % x)
    check("E" not in parsed(p.expect(0, ["eval", HOOP, "--json"])), "no functions unless asked for")
    p.expect(0, ["eval", HOOP, "--functions", "--set", "r=4"], "momenta.*complementary terms.*field E.*field e\\(rolling.3\\)")
    x = parsed(p.expect(0, ["eval", HOOP, "--functions", "--json", "--dependent", "xi',psi',zeta'", "--set", "r=4"]))
    check(set(x["momentum"]) == {"eta", "theta", "phi"}, "--dependent: %r" % x["momentum"])
    friction = p.model(FRICTION)
    x = parsed(p.expect(0, ["eval", friction, "--functions", "--json", "--set", "x'=1"]))
    check(set(x["momentum"]) == {"x"} and "e" in x, "the direction of the reaction is nothing to momenta: %r" % x)
    p.expect(0, ["eval", p.model("coord x, y\nkinetic x'^2/2 + y'^2/2\nconstraint c: x*x' + y*y' = 0\n"), "--functions", "--set", "x=0", "--set", "y=1"], "dependent velocities|complementary")
    p.expect(2, ["eval", p.model("coord x, y\nkinetic x'^2/2 + y'^2/2\nconstraint c: y' = 0\nstart x' = 1\n"), "--set", "y'=5"], err="nearest consistent state: .*y' = 0\n")
    p.expect(2, ["eval", HOOP, "--functions", "--dependent", "m"], err="--dependent takes velocities")


def exterior(p):
    """Omega: charts, reduced forms, what is eliminated; its numbers are compared elsewhere."""
    x = parsed(p.expect(0, ["derive", HOOP, "--form", "omega", "--json"]))
    check(x["omega"]["basis"] == ["d(%s)" % v for v in "uvwpqr"] + ["w(%s)" % v for v in "uvwpqr"] + ["d(t)"] and x["omega"]["matrix"][3][9] == "A", "derive --form omega --json")
    check(set(x["exterior"]) == {"Omega", "pi(rolling.1)", "pi(rolling.2)", "pi(rolling.3)"}, "the forms: %r" % x["exterior"])
    x = parsed(p.expect(0, ["derive", HOOP, "--form", "omega", "--chart", "hamilton", "--json"]))
    check(x["omega"]["basis"][:2] == ["d(p_xi)", "d(p_eta)"] and x["omega"]["matrix"][0][6] == "1", "in momenta: %r" % x["omega"])
    p.expect(0, ["derive", HOOP, "--form", "omega-s"], r"\n# Omega_s = \(A \+ a\^2\)\*d\(p\)/\\w\(p\).*\n\(C \+ a\^2\)\*r' - a\^2\*p\*q = 0\n")
    p.expect(0, ["derive", HOOP, "--form", "omega-r"], r"rolling.1\*pi\(rolling.1\)/\\d\(t\).*\nrolling.1 = a\*\(p\*q - r'\)\n")
    p.expect(0, ["derive", HOOP, "--form", "omega-s", "--reduce", "rolling.2, rolling.3"], r"unknowns u p q r rolling.1 .*\+ rolling.1\*w\(u\)/\\d\(t\)")
    p.expect(0, ["derive", HOOP, "--form", "omega-s", "--eliminate", "r,v,p", "--eliminate-rates", "u,v,w"], r"Omega_s = .*w\(u\)")
    p.expect(2, ["derive", HOOP, "--form", "omega-s", "--eliminate", "p,q,r"], err="determinant of their columns is 0")
    p.expect(2, ["derive", HOOP, "--form", "omega-s", "--eliminate", "u"], err="1 form is named to go, but 3 constraints eliminate 3")
    p.expect(2, ["derive", HOOP, "--form", "omega-s", "--eliminate", "u,v,xi"], err="xi names no form w of the chart quasi; there are w\\(u\\)")
    p.expect(2, ["derive", HOOP, "--form", "omega-s", "--eliminate", "u,v,a"], err="--eliminate takes coordinates and velocities")
    p.expect(2, ["derive", HOOP, "--form", "omega-s", "--reduce", "roling"], err="no constraint 'roling'")
    p.expect(2, ["derive", HOOP, "--form", "omega", "--chart", "hamiltonian"], err="did you mean 'hamilton'")
    p.expect(2, ["derive", HOOP, "--form", "omega", "--chart", "speeds"], err="declares no speeds")
    p.expect(2, ["derive", HOOP, "--form", "kane", "--chart", "quasi"], err="--chart belongs to the forms omega")
    p.expect(2, ["derive", p.model(FREE), "--form", "omega-s"], err="has none \\(use omega\\)")
    x = parsed(p.expect(0, ["eval", HOOP, "--omega", "--set", "r=4", "--json"]))
    check(x["omega"]["matrix"][3][9] == "0.125" and x["omega_s"]["eliminated_forms"] == ["w(u)", "w(v)", "w(w)"] and len(x["omega_s"]["matrix"]) == 7 and "E" not in x,
          "eval --omega --json: %r" % x["omega_s"])
    x = parsed(p.expect(0, ["eval", HOOP, "--omega", "--set", "r=4", "--json", "--chart", "lagrange", "--eliminate", "phi,xi,theta"]))
    check(x["omega_s"]["eliminated_forms"] == ["d(xi)", "d(theta)", "d(phi)"], "eval --eliminate: %r" % x["omega_s"])
    p.expect(0, ["eval", HOOP, "--omega", "--set", "r=4"], r"form Omega\n +d\(u\)/\\w\(u\) += +1\n.*reduced form Omega_s, without w\(u\) w\(v\) w\(w\) d\(u\) d\(v\) d\(w\)")
    own = p.model(FRICTION.replace("-1/2*sign(x')", "-1/(4+N^2)*sign(x')").replace("on x'\n", "on x' multiplier N\n"), "own.lia")
    x = parsed(p.expect(0, ["eval", own, "--omega", "--json", "--set", "x'=1"], err="no omega_s: .*its own law"))
    check(x["omega_s"] is None and x["omega"]["matrix"][1][3] == "1", "no omega_s where a reaction enters its own law")


def proofs(p):
    """Claims, identities, two models; a state that refutes a claim is one that eval takes."""
    false = p.model(SLED + "claim x'' = 1\nclaim y'' = 0\n", "false.lia")
    p.expect(1, ["prove", false], "FALSE\n.*at .*paste: liaison eval .*1 proved, 1 false")
    claims = parsed(p.expect(1, ["prove", false, "--json"]))["claims"]
    check([c["holds"] for c in claims] == [False, True], "prove --json: %r" % claims)
    given = [word for name, value in claims[0]["counterexample"].items() for word in ("--set", "%s=%s" % (name, value))]
    p.expect(0, ["eval", false, *given], "accelerations")
    rod = p.model("system r\nparam l = 2\nassume l > 0\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint rod: x^2 + y^2 = l^2\n"
                  "claim abs(x) = x\nclaim y' = 1 at y = 1\nclaim abs(l - y) = l - y\nclaim 1 = 2\nclaim nonholonomic rod\n", "rod.lia")
    claims = parsed(p.expect(1, ["prove", rod, "--json"]))["claims"]
    check([c["holds"] for c in claims] == [False, False, True, False, False], "branches: %r" % claims)
    for claim, name, broken in ((claims[0], "x", lambda v: float(v) < 0), (claims[1], "y'", lambda v: float(v) != 1)):
        given = [word for key, value in claim["counterexample"].items() for word in ("--set", "%s=%s" % (key, value))]
        state = parsed(p.expect(0, ["eval", rod, "--json", *given]))["state"]
        check(broken(state[name]), "%s is refuted at %r" % (claim["claim"], state))
    check(not claims[3]["counterexample"] and claims[4]["why"] == "the relations are integrable", "no states: %r" % claims[3:])
    free = "system f\ncoord x\nkinetic x'^2/2\n"
    p.expect(2, ["prove", p.model(free + "claim intergal x'\n", "w1.lia")], err="w1.lia:4:7: error: 'intergal' is not a kind of claim; did you mean 'integral'")
    p.expect(2, ["prove", p.model(free + "claim holonomic d\n", "w2.lia")], err="w2.lia:4:17: error: 'd' is not a constraint")
    p.expect(2, ["prove", p.model(free + "claim equivalent kane, lagrnage\n", "w3.lia")], err="w3.lia:4:24: error: 'lagrnage' is not a form.*did you mean 'lagrange'")
    p.expect(2, ["prove", p.model(free + "claim equivalent kane, quasi\n", "w4.lia")], err="w4.lia:4:24: error: the form quasi.*needs quasi-velocities")
    p.expect(2, ["prove", p.model(free + "coord y\nconstraint c: x'^2 = y'^2\nclaim holonomic c\n", "w5.lia")], err="w5.lia:6:17: error: 'c' is not linear in the velocities")
    p.expect(0, ["prove", HOOP, "--identities"], "identity V1, 1.*identity energy.*identity E, 1: \\(X\\)", "^$")
    p.expect(0, ["prove", p.model(FRICTION), "--identities"], "0 proved", "the identities do not apply")
    p.expect(2, ["prove", p.model(SLED + "claim x'' = nonsense\n", "wrong.lia")], err="nonsense.*not declared")
    p.expect(2, ["prove", HOOP, "--format", "latex"], err="text or json")
    other = p.model(SLED, "other.lia")
    p.expect(0, ["prove", p.model(SLED), "--against", other], "same motions as .*other.lia +proved\n1 proved")
    heavy = p.model(SLED + "force 1 on y'\n", "heavy.lia")
    x = parsed(p.expect(1, ["prove", p.model(SLED), "--against", heavy, "--json"]))["claims"]
    check(len(x) == 1 and x[0]["holds"] is False and x[0]["why"] != "", "--against --json: %r" % x)
    p.expect(4, ["prove", p.model(SLED), "--against", HOOP], "undecided\n +names are matched")
    p.expect(2, ["prove", p.model(SLED), "--against", p.model("system s\ncoord x\nkinetic y'^2\n", "bad.lia")], err="bad.lia:3:9: error: 'y'")
    p.expect(2, ["prove", p.model(SLED), "--against", "missing.lia"], err="missing.lia")
    p.expect(2, ["prove", p.model(FREE), "--set", "m=0"], err="numbers given for parameters")
    p.expect(2, ["prove", p.model(SLED + "claim holonomic c, d\n")], err=":4:18: error: a claim says one thing")
    p.expect(2, ["prove", p.model(SLED + "claim x' = 1, y' = 0\n")], err=":4:13: error: a claim says one thing")
    p.expect(2, ["prove", p.model(SLED), "--against", other, "--against", heavy], err="--against is given twice")
    wrong = p.model(SLED + "claim x'' = nonsense\n", "wrong.lia")
    p.expect(2, ["prove", wrong, false, "missing.lia", other], "false.lia.*1 proved, 1 false", "nonsense.*missing.lia")


SHEET = "param m = 2, l = 1\nassume l > 0\ncoord x, y\nspeed v, a with x' = v*cos(a), y' = v*sin(a)\nkinetic m*(x'^2+y'^2)/2\nconstraint c: x^2 + y^2 = l^2\n"


def sheets(p):
    """v*(x*cos(a) + y*sin(a)) = 0: the sheet v = 0, where the speeds are no chart, is not the one that is meant."""
    out = p.expect(0, ["derive", p.model(SHEET), "--form", "omega-s"], r"\(x\^2 \+ y\^2\)\*v' = ")
    check(re.search(r"^v +=", out, re.M) is None, "omega-s on the sheet v = 0: " + out)


OPEN = "coord x, y\nkinetic x'^2/2 + y'^2/2\nforce -9 on y'\nconstraint c: x' = t*y' by x', by y' multiplier F, G\nstart y' = 1\n"


def underdetermined(p):
    """Two reactions for one relation: x'' = F and y'' = G - 9 with x'' - t*y'' = y', so F - t*(G - 9) = y' is all that is known."""
    x = parsed(p.expect(4, ["eval", p.model(OPEN), "--set", "t=2", "--json"], err="2 reactions for 1 relation: these do not determine the motion"))
    check(x["status"] == "redundant" and x["acceleration"] is None and x["multiplier"] == {"F": None, "G": None}, "underdetermined: %r" % x)
    check(x["combinations"] == [{"coefficients": {"F": "-0.5", "G": "1"}, "value": "8.5"}], "underdetermined: %r" % x.get("combinations"))


CHART = "chart x, y, t\nform W = x*d(y) /\\ d(t)\nfield X = y*D(x) - x*D(y)\n"


def contacts(p):
    model = p.model(CONTACT)
    for command in ("derive", "prove", "eval"):
        p.expect(2, [command, model], err="the contact 'tip' may open, slide or roll: say which with --set tip.mode=sliding")
    p.expect(0, ["check", model], "contact tip: unilateral, may open, slide or roll; left open here")
    p.expect(0, ["check", model, "--set", "tip.mode=sliding"], r"tip \(1 relation\).*contact tip: unilateral, sliding; normal velocity y'; friction 1/3 against x'; reaction N")
    contact = parsed(p.expect(0, ["check", model, "--json"]))["contacts"][0]
    check(contact["mode"] is None and contact["friction"] == "1/3" and contact["sliding"] == ["x'"] and contact["bilateral"] is False, "the contact in JSON: %s" % contact)
    p.expect(0, ["prove", model, "--set", "tip.mode=sliding"], "2 proved")
    p.expect(0, ["prove", model, "--set", "tip.mode=rolling"], "2 proved")
    p.expect(1, ["prove", model, "--set", "tip.mode=open"], "0 proved, 2 false")
    p.expect(0, ["prove", model, "--set", "tip.mode=open", "--set", "tip.mode=sliding"], "2 proved")
    p.expect(0, ["derive", model, "--set", "tip.mode=rolling", "--form", "lagrange"], "x'' = tip.t1")
    e = parsed(p.expect(0, ["eval", model, "--json", "--set", "tip.mode=sliding", "--set", "x'=-2"]))
    check(e["multiplier"] == {"N": "9"} and e["acceleration"]["x"] == "3", "sliding backwards: %s" % e)
    e = parsed(p.expect(0, ["eval", model, "--json", "--set", "tip.mode=rolling", "--set", "x'=0"]))
    check(e["multiplier"] == {"N": "9", "tip.t1": "0"}, "rolling: %s" % e)
    e = parsed(p.expect(4, ["eval", model, "--json", "--set", "tip.mode=sliding", "--set", "x'=0"], err="the sliding velocity of the contact 'tip' is 0 at this state: friction has no direction"))
    check(e["status"] == "undecided" and e["acceleration"] is None and "has no direction" in e["message"], "at rest: %s" % e)
    p.expect(4, ["eval", p.model(CONTACT.replace("-9", "9")), "--set", "tip.mode=sliding"], "impossible", "the only solution is N = -9, and the contact 'tip' can only press")
    p.expect(0, ["eval", p.model(CONTACT.replace("-9", "0")), "--set", "tip.mode=sliding"], "compatible", "the contact 'tip' does not press")
    p.expect(4, ["eval", p.model(CONTACT.replace("1/3", "2").replace("sliding x'", "sliding x' - y', bilateral"))], "possibility 1 of 2.*N *= +-9.*N *= +3", "indeterminate")
    model = p.model(CONTACT)
    p.expect(2, ["eval", model, "--set", "tip.mode=slidng"], err=r"--set:1:10: error: the mode of a contact is open, sliding or rolling; did you mean 'sliding'\?")
    p.expect(2, ["eval", model, "--set", "tip.mode=1"], err=r"--set:1:10: error: the mode of a contact is open, sliding or rolling\n")
    p.expect(2, ["eval", model, "--set", "tap.mode=open"], err=r"--set:1:1: error: 'tap' is not a contact of this model; did you mean 'tip'\?")
    p.expect(2, ["eval", model, "--set", "tip.mod=open"], err=r"--set:1:1: error: 'tip.mod' is not there")
    p.expect(2, ["eval", p.model(CONTACT.replace("sliding x', friction 1/3, ", "")), "--set", "tip.mode=rolling"], err=r"model.lia:4:9: error: rolling is sliding velocity 0")
    p.expect(0, ["prove", model, "--set", "tip.mode=sliding", "--against", model], "1 proved")


def calculator(p):
    p.expect(0, ["forms", "--help"], "usage: liaison forms")
    p.expect(0, ["forms", p.model(CHART)], r"^W = x\*d\(y\)/\\d\(t\)\nX = y\*D\(x\) - x\*D\(y\)$")
    p.expect(0, ["forms", p.model(CHART + "show d(W), closed(W), rank(W), X /\\ D(t), d(x)^2\n")],
             r"d\(W\) = d\(x\)/\\d\(y\)/\\d\(t\)\nclosed\(W\) = no\nrank\(W\) = 2\n.*D\(t\).*\nd\(x\)\^2 = d\(x\)\^2$")
    x = parsed(p.expect(0, ["forms", p.model(CHART + "show i(X) W, closed(d(W)), X, lie(X) d(x)^2\n"), "--json"]))["shown"]
    check([e["kind"] for e in x] == ["form", "truth", "field", "quadratic form"], "forms --json: %r" % x)
    check(x[0]["value"] == "-x^2*d(t)" and x[0]["degree"] == 1 and x[1]["value"] is True, "forms --json: %r" % x)
    p.expect(0, ["forms", p.model(CHART + "show i(X) (d(x) /\\ W), lie(X) W\n"), "--format", "latex"], r"\\theta\(X\)\\,W.*\\mathrm\{d\}t.*\\end\{document\}")
    p.expect(0, ["forms", HOOP], err="no statements form, field or show")
    p.expect(2, ["forms", p.model(CHART + "show i(X) x\n")], err=r"model.lia:4:11: error: i\(X\) acts on forms of degree 1 and more")
    p.expect(2, ["forms", p.model(CHART + "form U = V + d(y), V = d(x) + U\n")], err="in terms of")
    p.expect(2, ["forms", p.model(CHART + "coord q\nkinetic q'^2\n")], err="'chart' is for a file without")
    p.expect(2, ["forms", p.model("chart x, x, t, t\n")], err="'x' is declared twice.*'t' is in the chart already")
    p.expect(2, ["forms", p.model(CHART + "form = d(x)\n")], err="expected the name of the form")
    p.expect(2, ["derive", p.model(CHART)], err="'liaison forms' calculates on it")
    p.expect(2, ["forms", p.model(CHART + "let a = d(x)\n")], err=r"d\(...\) makes a form")


def given(p):
    """Systems given by H(q, p, t) and by their 2-form."""
    H = p.model(HAMILTONIAN, "given.lia")
    p.expect(0, ["check", H], "given by its Hamiltonian; momenta p L\n.*Hessian of H is regular.*energy is conserved.*absent[^\n]*: phi\n")
    x = parsed(p.expect(0, ["check", H, "--json"]))
    check(x["momenta"] == ["p", "L"] and x["regular"] is True and x["variables"] is None, "check --json: %r" % x)
    p.expect(0, ["derive", H], r"^# Hamilton's equations; unknowns p L and the coordinates\np' = L\^2/\(m\*r\^3\) - k/r\^2\nL' = 0\n\nr'   = p/m\nphi' = L/\(m\*r\^2\)\n$")
    check([f["form"] for f in parsed(p.expect(0, ["derive", H, "--form", "all", "--json"]))["forms"]] == ["canonical", "matrix", "omega"], "forms given by H")
    p.expect(0, ["derive", H, "--form", "omega", "--chart", "lagrange"], r"m\*r'' - m\*r\*phi'\^2 = -k/r\^2")
    p.expect(2, ["derive", H, "--form", "omega", "--chart", "quasi"], err="its charts are hamilton and lagrange")
    p.expect(2, ["derive", H, "--form", "kane"], err="is made from the kinetic energy, and this system is given by H")
    p.expect(0, ["derive", H, "--format", "latex"], r"H &= .*p' &= .*\\end\{document\}")
    for state in (["r'=0", "phi'=6/5"], ["p=0", "L=6/5"], ["r'=0", "L=6/5"]):
        sets = [part for value in ["m=1", "k=1", "r=1"] + state for part in ("--set", value)]
        x = parsed(p.expect(0, ["eval", H, "--json"] + sets))
        check(x["energy"] == x["H"] == "-0.28" and x["kinetic"] is None and x["potential"] is None, "eval --json: %r" % x)
        check(x["state"]["L"] == "1.2" and x["state"]["phi'"] == "1.2" and x["acceleration"]["r"] == x["quasi_acceleration"]["p"] == "0.44", "eval --json: %r" % x)
    p.expect(0, ["eval", H] + sets, "Hamilton's function\n  H +=  *-0.28\n$")
    p.expect(2, ["prove", p.model(HAMILTONIAN + "claim T0 = p\n")], err="there is no T0: this system is given by its Hamiltonian")
    p.expect(2, ["derive", p.model("coord x\nmomentum p of x\nhamiltonian x*p\nconstraint c: p = 1\n")], err="the Hessian of H is singular.*by F on V")
    p.expect(2, ["derive", p.model("param c\ncoord x\nmomentum p of x\nhamiltonian sqrt(c + p^2)\n"), "--form", "omega", "--chart", "lagrange"], err="not linear in them")
    p.expect(0, ["prove", H, "--against", p.model("param m, k\ncoord r, phi\nkinetic m*(r'^2 + r^2*phi'^2)/2\npotential -k/r\n", "energies.lia")], "proved")

    W = p.model(FORM, "form.lia")
    p.expect(0, ["check", W], r"rank 2 on a chart of 3 variables: first-order equations; the form is closed\n  2 variables besides t, 1 constraint, states of dimension 1")
    x = parsed(p.expect(0, ["check", W, "--json"]))
    check(x["variables"] == ["x", "y"] and x["coordinates"] == [] and x["closed"] is True and x["momenta"] is None, "check --json: %r" % x)
    p.expect(0, ["derive", W], r"^# characteristic equations of Omega; unknowns x y c\n.*\nx' = x - x\*y \+ 2\*c\*x\*y\ny' = x\*y - c\*x\*y - y\n\nx - y = 0\n$")
    check([f["form"] for f in parsed(p.expect(0, ["derive", W, "--form", "all", "--json"]))["forms"]] == ["matrix", "omega"], "forms of a form")
    p.expect(2, ["derive", W, "--form", "omega-s"], err="given by its 2-form; there are omega, matrix")
    p.expect(2, ["derive", W, "--chart", "hamilton", "--form", "omega"], err="in the chart of that form and no other")
    p.expect(0, ["derive", W, "--format", "latex"], r"Chart \$x\$, \$y\$, \$t\$.*\\end\{document\}")
    x = parsed(p.expect(0, ["eval", W, "--set", "x=2", "--json", "--functions", "--omega"]))
    check(x["state"] == {"t": "0", "x": "2", "y": "2"} and set(x["quasi_acceleration"]) == {"x", "y"} and x["acceleration"] == {} and x["energy"] is None, "eval --json: %r" % x)
    check(x["quasi_acceleration"]["x"] == x["quasi_acceleration"]["y"] and x["E"]["x"] == "-2" and x["omega"]["matrix"][0][1] == "0.25", "eval --json: %r" % x)
    p.expect(0, ["eval", W, "--set", "y=3"], "rates\n  x' .*multipliers\n  c ")
    p.expect(0, ["forms", p.model(FORM + "show E, da(c)\n")], r"^E = .*D\(t\)\nda\(c\) = d\(x\) - d\(y\)\n$")
    p.expect(2, ["forms", p.model(FORM + "show Omega_c\n")], err="there is no Omega_c: this system is given by its 2-form")
    for form, words in (("d(x)", "a 2-form; this is a Pfaff form"), ("x*y", "a 2-form; this is a function"), ("d(x)/\\d(z)", "'z' is not declared"), ("Omega", "a chart only")):
        p.expect(2, ["check", p.model("chart x, y, t\nomega %s\n" % form)], err=r"model.lia:2:\d+: error: .*" + words)
    p.expect(2, ["check", p.model("chart x, y, z, u, t\nomega d(x)/\\d(y)\n")], err=r":2:7: error: the form has no unique field E .* its rank is 2 on 5 variables")
    p.expect(2, ["check", p.model("chart x, y, z, u, t\nomega d(x)/\\d(y) + d(z)/\\d(t)\n")], err="no component along t")
    p.expect(0, ["prove", W, "--against", W], "proved")


def machine(p):
    model = p.model(SIMPLE)
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            p.expect(3, ["derive", model], err="could not be written", stdout=full)
            p.expect(3, ["--help"], err="could not be written", stdout=full)
    reader, writer = os.pipe()
    os.close(reader)
    p.expect(3, ["derive", model], err="could not be written", stdout=writer)
    os.close(writer)
    r = subprocess.run(["sh", "-c", '"$0" derive "$1" >&-', p.path, model], stderr=subprocess.PIPE, timeout=60)
    check(r.returncode == 3, "a closed standard output: exit %d" % r.returncode)
    chain = "coord " + ", ".join("q%d" % i for i in range(3000)) + "\nkinetic " + " + ".join("q%d'^2*cos(q%d)^2" % (i, i) for i in range(3000)) + "\n"
    p.expect(3, ["derive", p.model(chain, "chain.lia")], err="memory", env={"LIAISON_MEMORY": "1"})
    p.expect(0, ["derive", model], "x''", "LIAISON_MEMORY", env={"LIAISON_MEMORY": "many"})


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
    path = os.path.abspath(arguments.parse_args().program)
    with tempfile.TemporaryDirectory() as directory:
        p = Program(path, directory)
        for test in (commands, options, sources, settings, derivation, budgets, checking, numbers, reactions, powers, functions, exterior, sheets, underdetermined, proofs, contacts,
                     calculator, given, machine):
            test(p)
    for words in failures[:20]:
        print("FAILED: " + words)
    print("%d checks, %d failed" % (count, len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
