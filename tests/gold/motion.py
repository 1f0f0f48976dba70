#!/usr/bin/env python3
"""Motions against trajectories from elsewhere: the IFToMM library and Andrews' squeezer (tests/gold/iftomm.json), quadratures of
Gallissot's problems (tests/gold/gallissot-4-6.json), and closed forms.

    tests/gold/motion.py [--program build/liaison] [NAME ...]
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def gold(name):
    with open(os.path.join(HERE, name + ".json"), encoding="utf-8") as file:
        return json.load(file)


IFTOMM = gold("iftomm")


class Checker:
    def __init__(self, program, directory):
        self.program, self.directory = program, directory
        self.count, self.failures = 0, []

    def check(self, ok, words):
        self.count += 1
        if not ok:
            self.failures.append(words)

    def near(self, got, want, tolerance, words):
        got, want = float(got), float(want)
        self.check(abs(got - want) <= tolerance, "%s: %.17g, not %.17g: %.2e > %.0e" % (words, got, want, abs(got - want), tolerance))

    def model(self, name, text):
        path = os.path.join(self.directory, name + ".lia")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def call(self, command, model, *options, status=0):
        r = subprocess.run([self.program, command, model, "--json", *options], capture_output=True, text=True, timeout=300)
        self.check(r.returncode == status, "%s: exit %d, not %d: %s" % (" ".join(r.args[1:]), r.returncode, status, r.stderr[-300:]))
        try:
            return json.loads(r.stdout)
        except ValueError:
            return {}

    def run(self, model, until, *options, every=None):
        """The summary, and the rows: {time, rounded: {column: number}}."""
        out = os.path.join(self.directory, "rows.csv")
        rows = ["--out", out, "--every", str(every)] if every is not None else []
        summary = self.call("run", model, "--until", str(until), *rows, *options)
        if not rows or not os.path.exists(out):
            return summary, {}
        with open(out, encoding="utf-8") as file:
            head = file.readline().strip().split(",")
            table = [dict(zip(head, map(float, line.split(",")))) for line in file]
        os.remove(out)
        return summary, {round(row["t"], 9): row for row in table}

    def keeps(self, summary, name, energy=1e-12, residual=1e-13):
        self.check(summary.get("stopped") == "end", "%s: stopped: %s %s" % (name, summary.get("stopped"), summary.get("message")))
        self.check(float(summary.get("energy_drift") or "inf") < energy, "%s: energy drift %s" % (name, summary.get("energy_drift")))
        self.check(float(summary.get("residual", "inf")) < residual, "%s: residual %s" % (name, summary.get("residual")))


def example(name):
    return os.path.join(ROOT, "examples", name + ".lia")


# ---- the library of IFToMM ----

PENDULUM = """system pendulum "A01, by its angle"
coord phi
kinetic phi'^2/2
potential 9.81*sin(phi)
start phi = pi, phi' = 0
"""


def pendulum(c):
    """A01, by the angle and by the rod in Cartesian coordinates; all methods."""
    A01 = IFTOMM["A01_simple_pendulum"]
    models = [c.model("angle", PENDULUM), example("pendulum-cartesian")]
    for model, options, tolerance in [(models[0], [], 2e-14), (models[1], [], 2e-14), (models[0], ["--native", "off", "--method", "rk"], 1e-11),
                                      (models[1], ["--method", "rk"], 1e-11), (models[0], ["--method", "adams"], 1e-7), (models[0], ["--method", "bdf"], 1e-6)]:
        summary, rows = c.run(model, 10, *options, every=1)
        name = "A01 %s %s" % (os.path.basename(model), " ".join(options))
        c.keeps(summary, name, energy=1e-12 if tolerance < 1e-9 else 1e-7)
        for t, (x, y) in A01["P1_at_t"].items():
            row = rows[float(t)]
            got = (math.cos(row["phi"]), math.sin(row["phi"])) if "phi" in row else (row["x"], row["y"])
            c.near(got[0], x, tolerance, "%s x(%s)" % (name, t))
            c.near(got[1], y, tolerance, "%s y(%s)" % (name, t))
    # the period: the second time that the bar comes to rest on the right, and on the left
    summary, _ = c.run(models[0], 10, "--event", "phi'")
    period = float(A01["period"])
    for k, event in enumerate(summary["events"]):
        c.near(event["t"], (k + 1) * period / 2, 1e-13, "A01: rest %d" % (k + 1))
    c.check(len(summary["events"]) == 8, "A01: %d rests, not 8" % len(summary["events"]))


def four_bars(N):
    """A02 in Cartesian coordinates of the upper pins: 2N+2 of them, 2N+1 rods."""
    pins = range(N + 1)
    lines = ["param m = 1, L = 1, g = 9.81", "coord " + ", ".join("x%d, y%d" % (i, i) for i in pins)]
    lines += ["kinetic m*(x%d'^2 + y%d'^2)/6" % (i, i) for i in pins]
    lines += ["kinetic m*(x{0}'^2 + x{0}'*x{1}' + x{1}'^2 + y{0}'^2 + y{0}'*y{1}' + y{1}'^2)/6".format(i, i + 1) for i in range(N)]
    lines += ["potential m*g*y%d/2" % i for i in pins] + ["potential m*g*(y%d + y%d)/2" % (i, i + 1) for i in range(N)]
    lines.append("constraint rods: " + ", ".join(["(x%d - %d)^2 + y%d^2 = L^2" % (i, i, i) for i in pins]
                                                 + ["(x{1} - x{0})^2 + (y{1} - y{0})^2 = L^2".format(i, i + 1) for i in range(N)]))
    lines.append("start " + ", ".join("x%d = %d, y%d = 1" % (i, i, i) for i in pins) + ", x0' = 1")
    return "\n".join(lines) + "\n"


def four_bar(c):
    """A02: through its singular configurations."""
    A02 = IFTOMM["A02_N_four_bar"]
    models = [("N=2", example("four-bar")), ("N=2", c.model("two", four_bars(2))), ("N=40", c.model("forty", four_bars(40)))]
    for N, model in models:
        summary, rows = c.run(model, 10, every=1)
        c.keeps(summary, "A02 " + N)
        c.check(summary.get("passed", 0) > 0, "A02 %s: the singular configurations were not noticed" % N)
        for t, want in A02[N].items():
            row = rows[float(t)]
            for name, value in zip(["x0", "y0", "x0'", "y0'"], want["B0"] + want.get("v", [])):
                c.near(row[name], value, 2e-11, "A02 %s %s(%s)" % (N, name, t))


def andrews(c):
    """A03: the digits of the test set to its tolerances, those that were computed again to theirs."""
    A03 = IFTOMM["A03_andrews_squeezer"]
    names, model = A03["coordinates"], example("andrews")
    start = c.call("eval", model, "--digits", "30")
    for i, (x, a) in enumerate(zip(names, A03["initial_acc"])):
        c.near(start["acceleration"][x], a, 1e-8, "A03 %s''(0)" % x)
        c.near(start["state"][x], A03["initial_q"][i], 1e-15, "A03 %s(0)" % x)
    for i, value in enumerate(A03["initial_lambda"]):
        c.near(start["multiplier"]["loop.%d" % (i + 1)], -float(value), 1e-10, "A03 lambda%d(0)" % (i + 1))
    want, again, within = A03["published"], A03["recomputed_t_0.03"], A03["tolerance_rel"]
    for options, times in [([], 1), (["--method", "rk"], 1), (["--method", "adams"], 1000), (["--method", "bdf"], 10000)]:
        summary, _ = c.run(model, 0.03, *options)
        name = "A03 " + " ".join(options)
        c.keeps(summary, name, energy=1e-12 * times, residual=1e-13 * times)
        c.check(summary["passed"] == 0, "%s: %d singular configurations, where there is none" % (name, summary["passed"]))
        for i, x in enumerate(names):
            q, v = summary["state"][x], summary["state"][x + "'"]
            c.near(q, again["q"][i], 2e-13 * times * max(1, abs(float(q))), "%s %s" % (name, x))
            c.near(v, again["qdot"][i], 5e-13 * times * 1424, "%s %s'" % (name, x))
            if times == 1:
                c.near(q, want["q"][i], within["q"] * abs(float(want["q"][i])), "%s %s" % (name, x))
                c.near(v, want["qdot"][i], within["qdot"] * abs(float(want["qdot"][i])), "%s %s'" % (name, x))
        for i, value in enumerate(want["lambda"] if times == 1 else []):
            c.near(summary["multiplier"]["loop.%d" % (i + 1)], -float(value), within["acc_and_lambda"] * abs(float(value)), "%s lambda%d" % (name, i + 1))
        if times == 1:
            last = ["%s=%s" % item for item in summary["state"].items() if not item[0].endswith("'")] + ["beta'=" + summary["state"]["beta'"]]
            accelerations = c.call("eval", model, *[word for x in last for word in ("--set", x)])["acceleration"]
            for i, x in enumerate(names):
                c.near(accelerations[x], want["acc"][i], within["acc_and_lambda"] * abs(float(want["acc"][i])), "%s %s''" % (name, x))


def bricard_model(dropped):
    """A04: rod k has the triad d (along it), a, b (the axes of its hinges at the beginning and the end); a of a rod is b of the one before."""
    rod = [(1, 0, 0), (0, -1, 0), (0, 0, 1), (-1, 0, 0), (0, 1, 0)]
    axis = [(0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0)]

    def dot(u, v):
        return sum(x * y for x, y in zip(u, v))

    def cross(u, v):
        return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])

    lines = ["param m = 1, L = 1, w = 0.1, g = 9.81", "coord theta1, theta2, theta3, theta4, theta5", "let J = m*(L^2 + w^2)/12", "let I = m*w^2/6"]
    for k in range(1, 6):
        d, a, b = rod[k - 1], axis[k - 1], axis[k]

        def before(v, i, c):                            # v at rest, as the rod before has turned it
            if k == 1:
                return str(v[i])
            return "(%d*d%d%s + %d*a%d%s)" % (dot(v, rod[k - 2]), k - 1, c, dot(v, axis[k - 2]), k - 1, c)

        for i, c in enumerate("xyz"):
            for letter, v in (("d", d), ("b", b)):
                lines.append("let %s%d%s = %s*cos(theta%d) + %s*sin(theta%d)" % (letter, k, c, before(v, i, c), k, before(cross(a, v), i, c), k))
            lines.append("let a%d%s = %s" % (k, c, a[i] if k == 1 else "b%d%s" % (k - 1, c)))
            lines.append("let P%d%s = %sL*d%d%s" % (k, c, "" if k == 1 else "P%d%s + " % (k - 1, c), k, c))
            lines.append("let G%d%s = P%d%s - L*d%d%s/2" % (k, c, k, c, k, c))

        def square(letter):
            return "(" + " + ".join("ddt(%s%d%s)^2" % (letter, k, c) for c in "xyz") + ")"

        lines.append("kinetic m*%s/2 + J*%s/2 + I*(%s + %s - %s)/4" % tuple(map(square, "Gdabd")))
        lines.append("potential m*g*G%dy" % k)
    closing = ["P5x = 0", "P5y = 0", "P5z = L", "b5y = 0", "b5z = 0"]
    lines.append("constraint closing: " + ", ".join(r for i, r in enumerate(closing) if i != dropped))
    lines.append("start theta1 = 0, theta2 = 0, theta3 = 0, theta4 = 0, theta5 = 0")
    return "\n".join(lines) + "\n"


def bricard(c):
    """A04 has no digits: one degree of freedom, energy kept, the same with all closing relations, of which one follows from the others,
    and with one left out."""
    ends = []
    for dropped in (None, 0, 3, 4):
        model = c.model("bricard", bricard_model(dropped))
        what = c.call("eval", model)
        c.check(what["status"] == ("redundant" if dropped is None else "compatible"), "A04: %s" % what["status"])
        summary, _ = c.run(model, 10)
        c.keeps(summary, "A04 without %s" % dropped)
        ends.append([float(summary["state"]["theta%d" % k]) for k in range(1, 6)])
    for end in ends[1:]:
        for k in range(5):
            c.near(end[k], ends[0][k], 1e-12, "A04 theta%d" % (k + 1))


# ---- the quadratures of Gallissot's problems ----

QUADRATURES = {f["family"]: f["cases"] for f in gold("gallissot-4-6")["quadratures"]}

FRICTION = """param tani, f, g
coord x, y
let cosi = 1/sqrt(1 + tani^2)
let v = sqrt(x'^2 + y'^2)
kinetic v^2/2
force g*tani*cosi on x'
force -f*g*cosi*x'/v on x'
force -f*g*cosi*y'/v on y'
"""
CHARGED = """coord rho, alpha, z
kinetic (rho'^2 + rho^2*alpha'^2 + z'^2)/2
force -3/10*rho - 4/5*rho*z' on rho'
force 4/5*rho*rho' on z'
start rho = 1, rho' = 0.5, alpha = 0, alpha' = 1.1, z = 0, z' = -0.4
"""
PLANAR = """param M, k2, %sg = 9.81
coord xi, alpha, eta
let h = 1 - 3/10*cos(alpha)
kinetic M*(xi'^2 + eta'^2 + k2*alpha'^2)/2
potential M*g*eta
contact floor: normal eta' - 3/10*sin(alpha)*alpha', sliding xi' + h*alpha', mode %s, multiplier N
"""


def settings(pairs):
    return [word for name, value in pairs for word in ("--set", "%s=%s" % (name, value))]


def rows_near(c, name, rows, values, columns, tolerance):
    for want in values:
        row = rows.get(float(want["t"]))
        c.check(row is not None, "%s: no row at t = %s" % (name, want["t"]))
        for key, got in columns.items() if row is not None else []:
            if key in want:
                c.near(got(row), want[key], tolerance, "%s %s(%s)" % (name, key, want["t"]))


def friction(c):
    """A point sliding on an inclined plane with friction; where it stops the model does not know how it goes on, and the program says so."""
    model = c.model("friction", FRICTION)
    for case in QUADRATURES["friction_incline"]:
        p, name = case["parameters"], "friction: " + case["case"]
        given = settings([("g", p["g"]), ("tani", p["tan_i"]), ("f", p["f"]), ("x'", "%s*cos(%s)" % (p["v0"], p["alpha0"])),
                          ("y'", "%s*sin(%s)" % (p["v0"], p["alpha0"])), ("x", "0"), ("y", "0")])
        summary, rows = c.run(model, case["values"][-1]["t"], *given, every=0.1)
        c.check(summary.get("stopped") == "end", "%s: %s" % (name, summary.get("message")))
        rows_near(c, name, rows, case["values"], {"x": lambda r: r["x"], "y": lambda r: r["y"], "v": lambda r: math.hypot(r["x'"], r["y'"]),
                                                  "alpha": lambda r: math.atan2(r["y'"], r["x'"])}, 1e-12)
        if case["stop_time"] is not None:
            summary = c.call("run", model, "--until", "2", *given, status=4)
            c.check(summary["stopped"] in ("singular", "undetermined"), "%s: %s" % (name, summary["stopped"]))
            c.near(summary["t"], case["stop_time"], 1e-6, name + ": it stops")


def charged(c):
    """A charged particle in an azimuthal field; the period of its radius."""
    case = QUADRATURES["charged"][0]
    model = c.model("charged", CHARGED)
    summary, rows = c.run(model, 4, "--event", "rho'", every=0.5)
    rows_near(c, "charged", rows, case["values"], {"p": lambda r: r["rho'"], "r": lambda r: r["z'"], "rho": lambda r: r["rho"], "alpha": lambda r: r["alpha"],
                                                   "z": lambda r: r["z"], "q": lambda r: r["rho"]**2 * r["alpha'"]}, 2e-14)
    turns = summary["events"]
    c.check([e["direction"] for e in turns] == [-1, 1], "charged: turns %s" % [e["direction"] for e in turns])
    c.near(turns[0]["state"]["rho"], case["rho_max"], 1e-14, "charged: largest radius")
    c.near(turns[1]["state"]["rho"], case["rho_min"], 1e-14, "charged: least radius")
    c.near(2 * (float(turns[1]["t"]) - float(turns[0]["t"])), case["radial_period"], 1e-13, "charged: period")


def planar(c):
    """A convex body on a line: smooth, sliding with friction, rolling, with resistance to rolling."""
    for case in QUADRATURES["planar"]:
        p, start, name = case["parameters"], case["initial"], "planar: " + case["case"]
        rolls, used, law = "C rolling" in case["case"], [], ""
        if not rolls and float(p["f"]) > 0:
            used, law = ["f"], ", friction f"
        if float(p["delta"]) > 0:
            used, law = used + ["delta"], law + ", rolling (alpha') delta"
        model = c.model("planar", PLANAR % ("".join(x + ", " for x in used), ("rolling" if rolls else "sliding") + law))
        given = [(x, p[x]) for x in ["M", "k2"] + used] + [("xi", start["xi"]), ("alpha", start["alpha"]), ("alpha'", start["alpha_dot"])]
        given += [("eta", "1 - 3/10*cos(%s)" % start["alpha"])] + ([] if rolls else [("xi'", start["xi_dot"])])
        times = [want["t"] for want in case["values"]]
        summary, rows = c.run(model, times[-1], *settings(given), every=0.05 if "0.05" in times else 0.1)
        c.check(summary.get("stopped") == "end", "%s: %s" % (name, summary.get("message")))
        rows_near(c, name, rows, case["values"], {"xi": lambda r: r["xi"], "alpha": lambda r: r["alpha"], "alpha_dot": lambda r: r["alpha'"],
                                                  "xi_dot": lambda r: r["xi'"], "N": lambda r: r["N"]}, 2e-12)


GROOVE = """param a2, c2, C
coord theta, psi, phi, rho, alpha
let r = phi' + psi'*cos(theta)
kinetic (rho'^2 + rho^2*alpha'^2)/2 + a2*(theta'^2 + psi'^2*sin(theta)^2)/2 + c2*r^2/2
constraint groove: alpha' = psi'
constraint rolling: rho*alpha' + cos(theta)*sin(theta)*psi' = sin(theta)*r, rho = C - theta
claim compatible
"""


def groove(c):
    """A ball that rolls, its rod in a groove that turns: a Chaplygin system."""
    case = QUADRATURES["groove"][0]
    model, p, start = c.model("groove", GROOVE), case["parameters"], case["initial"]
    given = [(x, p[x]) for x in ("a2", "c2", "C")] + [(x.replace("_dot", "'"), value) for x, value in start.items()] + [("phi", "0"), ("alpha", "0")]
    summary, rows = c.run(model, 2, *settings(given), every=0.5)
    c.keeps(summary, "groove")
    rows_near(c, "groove", rows, case["values"], {"theta": lambda r: r["theta"], "theta_dot": lambda r: r["theta'"], "psi": lambda r: r["psi"],
                                                  "psi_dot": lambda r: r["psi'"]}, 1e-14)


CASES = [pendulum, four_bar, andrews, bricard, friction, charged, planar, groove]


def main():
    arguments = argparse.ArgumentParser(description="Motions against trajectories from elsewhere.")
    arguments.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
    arguments.add_argument("name", nargs="*", help=" ".join(case.__name__ for case in CASES))
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        c = Checker(options.program, directory)
        for case in CASES:
            if not options.name or case.__name__ in options.name:
                case(c)
    for words in c.failures:
        print("  " + words)
    print("%d numbers, %d wrong" % (c.count, len(c.failures)))
    return 1 if c.failures or c.count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
