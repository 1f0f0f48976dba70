#!/usr/bin/env python3
"""`liaison run` and `liaison map` from outside: files, summaries, events, being killed, bad input.

    tests/run/run.py [--program build/liaison] [NAME ...]
"""
import argparse
import csv
import io
import json
import math
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

OSCILLATOR = "system oscillator\nparam w = 1\ncoord x\nkinetic x'^2/2\npotential w^2*x^2/2\nstart x = 1, x' = 0\nclaim integral x'^2/2 + w^2*x^2/2\n"
CLOCK = "coord x\nkinetic x'^2/2\nstart x' = 1\n"                              # x = t
PENDULUM = "system pendulum\nparam g = 9.81, l = 1\ncoord theta\nkinetic l^2*theta'^2/2\npotential -g*l*cos(theta)\nstart theta = 1\n"
ROD = "param L = 1, g = 9.81\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential g*y\nconstraint rod: x^2 + y^2 = L^2 multiplier lambda\nstart x = -1, y = 0\n"


class Checker:
    def __init__(self, program, directory):
        self.program, self.directory = program, directory
        self.count, self.failures, self.where = 0, [], ""

    def check(self, ok, words):
        self.count += 1
        if not ok:
            self.failures.append("%s: %s" % (self.where, words))

    def near(self, got, want, tolerance, words):
        try:
            difference = abs(float(got) - want)
        except (TypeError, ValueError):
            difference = math.inf
        self.check(difference <= tolerance, "%s: %s, not %.17g" % (words, got, want))

    def path(self, name):
        return os.path.join(self.directory, name)

    def model(self, text, name="model.lia"):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def call(self, *arguments, **more):
        more.setdefault("timeout", 100)
        return subprocess.run([self.program, *arguments], capture_output=True, text=True, cwd=self.directory, **more)

    def expect(self, status, *arguments, words=(), **more):
        """The exit status, one line at least on standard error if it is not 0, with these words; no crash."""
        r = self.call(*arguments, **more)
        asked = " ".join(a.replace(self.directory + "/", "") for a in arguments)
        self.check(r.returncode == status, "%s: exit %d, not %d: %s" % (asked, r.returncode, status, r.stderr.strip()[-300:]))
        self.check("ERROR: " not in r.stderr and "runtime error" not in r.stderr, "%s: %s" % (asked, r.stderr[:500]))
        self.check(status == 0 or r.stderr.strip() != "" or "--json" not in arguments and r.stdout.strip() != "", "%s: nothing is said" % asked)
        for word in words:
            self.check(word in r.stdout + r.stderr, "%s: '%s' is not in: %s" % (asked, word, (r.stdout + r.stderr)[-300:].strip()))
        return r

    def summary(self, *arguments, status=0, **more):
        r = self.expect(status, *arguments, "--json", **more)
        try:
            return json.loads(r.stdout)
        except ValueError as error:
            self.check(False, "%s: %s" % (" ".join(arguments), error))
            return {"events": [], "state": {}}

    def rows(self, name):
        with open(self.path(name), newline="", encoding="utf-8") as file:
            table = list(csv.reader(file))
        return table[0], [[float(x) for x in row] for row in table[1:]]

    def nothing_left(self, *names):
        for name in names:
            for file in (name, name + ".part"):
                self.check(not os.path.exists(self.path(file)), "%s is there" % file)


def hoop(c):
    return os.path.join(ROOT, "examples", "hoop.lia")


# ---- what is written ----

def files(c):
    """The columns in their order; numbers that read back; the three formats have the same; what is printed is the last row."""
    s = c.summary("run", hoop(c), "--set", "r=4", "--until", "2", "--points", "21", "--out", "a.csv")
    head, rows = c.rows("a.csv")
    state = ["xi", "eta", "zeta", "theta", "psi", "phi"]
    c.check(head[:23] == ["t"] + state + [x + "'" for x in state] + list("uvwpqr") + ["rolling.1", "rolling.2", "rolling.3", "energy"], "columns: %s" % head)
    c.check(len(head) == 25 and "zeta" in head[23], "integrals: %s" % head[23:])
    c.check(len(rows) == 21 and s["rows"] == 21, "%d rows, said: %s" % (len(rows), s.get("rows")))
    for k, row in enumerate(rows):
        c.near(row[0], 2 * k / 20, 1e-15, "time of row %d" % k)
    last = dict(zip(head, rows[-1]))
    for name, value in list(s["state"].items()) + list(s["multiplier"].items()) + [("energy", s["energy"]), ("t", s["t"])]:
        c.check(float(value) == last[name], "%s: %s in the summary, %r in the last row" % (name, value, last[name]))
    with open(c.path("a.csv"), encoding="utf-8") as file:
        for word in [w for line in list(file)[1:] for w in line.strip().split(",")]:
            c.check(len(word.lstrip("-").split("e")[0].replace(".", "").lstrip("0")) <= 17, "more than 17 digits: " + word)
    c.expect(0, "run", hoop(c), "--set", "r=4", "--until", "2", "--points", "21", "--out", "a.json", "--quiet")
    with open(c.path("a.json"), encoding="utf-8") as file:
        a = json.load(file)
    c.check(a["columns"] == head and a["rows"] == rows, "CSV and JSON differ")
    c.check(a["system"] == "hoop" and "kinetic" in a["model"] and len(a["kinds"]) == len(head), "JSON: facts")
    r = c.expect(0, "run", hoop(c), "--set", "r=4", "--until", "2", "--points", "21", "--out", "-")
    with open(c.path("a.csv"), encoding="utf-8") as file:
        c.check(file.read() == r.stdout, "- and a file differ")
    c.expect(0, "run", hoop(c), "--set", "r=4", "--until", "2", "--points", "21", "--out", "a.h5", "--quiet")
    if shutil.which("h5dump") is None:
        print("  (h5dump is not here: HDF5 is only looked at from outside)")
        with open(c.path("a.h5"), "rb") as file:
            c.check(file.read(8) == b"\x89HDF\r\n\x1a\n", "no HDF5")
        return
    dump = subprocess.run(["h5dump", "-d", "/t", "-b", "LE", "-o", c.path("t.bin"), c.path("a.h5")], capture_output=True, text=True)
    with open(c.path("t.bin"), "rb") as file:
        c.check(struct.unpack("<21d", file.read()) == tuple(r[0] for r in rows), "times in HDF5: " + dump.stderr[:200])


SUMMARY = {"system": str, "t": str, "state": dict, "multiplier": dict, "energy": str, "method": str, "order": int, "native": bool, "tolerance": str, "steps": int,
           "rejected": int, "rhs_evaluations": int, "passed": int, "rows": int, "energy_drift": str, "integral_drift": dict, "residual": str,
           "start_residual": str, "events": list, "event_count": int, "stopped": str, "message": str}


def summary(c):
    """Keys and types; numbers read back; --every, its last row; without rows no file."""
    s = c.summary("run", hoop(c), "--set", "r=4")
    for key, kind in SUMMARY.items():
        c.check(isinstance(s.get(key), kind), "%s is %r" % (key, s.get(key)))
    c.check(set(s) == set(SUMMARY), "keys: %s" % (set(s) ^ set(SUMMARY)))
    c.check(s["t"] == "10" and s["stopped"] == "end" and s["method"] == "taylor" and float(s["tolerance"]) == 1e-12, "defaults: %s" % s)
    c.check(set(s["state"]) == set("xi eta zeta theta psi phi xi' eta' zeta' theta' psi' phi' u v w p q r".split()), "state: %s" % list(s["state"]))
    model = c.model(CLOCK)
    for every, until, times in [("0.3", "1", [0, 0.3, 0.6, 3 * 0.3, 1]), ("0.25", "1", [0, .25, .5, .75, 1]), ("7", "1", [0, 1]), ("1", "0", [0])]:
        c.summary("run", model, "--every", every, "--until", until, "--out", "e.csv")
        rows = c.rows("e.csv")[1]
        c.check([row[0] for row in rows] == times, "--every %s: %s" % (every, [row[0] for row in rows]))
        c.check(all(abs(row[1] - row[0]) < 1e-15 for row in rows), "x = t: %s" % rows)
    c.summary("run", model, "--set", "t=5", "--until", "6", "--points", "3", "--out", "e.csv")
    c.check([row[0] for row in c.rows("e.csv")[1]] == [5, 5.5, 6], "from t = 5")
    # times that contain parameters, and t = T
    pendulum = c.model(PENDULUM)
    for until, t in [("2*pi*sqrt(l/g)", 2 * math.pi / math.sqrt(9.81)), ("t = 3", 3.0), ("3 = t", 3.0), ("g*t = 9.81", 1.0)]:
        c.near(c.summary("run", pendulum, "--until", until).get("t"), t, 1e-15 * t * 2, "--until " + until)


def methods(c):
    """All methods come to the same end, the tolerance is kept, and machine code gives the interpreter's bits."""
    model = c.model(PENDULUM)
    want = c.summary("run", model, "--until", "5", "--tol", "1e-15")["state"]
    for method, off in [("taylor", 1e-12), ("rk", 1e-9), ("adams", 1e-6), ("bdf", 1e-5), ("auto", 1e-12)]:
        s = c.summary("run", model, "--until", "5", "--method", method)
        c.check(s["method"] == (method if method != "auto" else "taylor"), "%s: %s" % (method, s.get("method")))
        for x, value in want.items():
            c.near(s["state"][x], float(value), off, "%s: %s" % (method, x))
    c.check(c.summary("run", model, "--tol", "1e-4")["method"] == "rk", "auto, loose: not rk")
    errors = [abs(float(c.summary("run", model, "--until", "5", "--tol", tol, "--method", "rk")["state"]["theta"]) - float(want["theta"])) for tol in ("1e-3", "1e-6", "1e-9")]
    c.check(errors[0] > errors[1] > errors[2] and errors[2] < 1e-6, "errors do not follow --tol: %s" % errors)
    cache = dict(os.environ, XDG_CACHE_HOME=c.path("cache"))
    on = c.call("run", hoop(c), "--set", "r=4", "--native", "on", "--method", "rk", "--json", env=cache)
    if on.returncode == 4:
        print("  (no compiler here: %s)" % on.stderr.strip()[:100])
        return
    off = c.summary("run", hoop(c), "--set", "r=4", "--native", "off", "--method", "rk")
    on = json.loads(on.stdout)
    c.check(on["native"] is True and off["native"] is False and on["state"] == off["state"], "machine code gives other bits")
    on, off = (c.summary("run", hoop(c), "--set", "r=4", "--native", wish, env=cache) for wish in ("on", "off"))
    for x, value in off["state"].items():
        c.near(on["state"][x], float(value), 1e-13, "series as machine code: " + x)


# ---- events ----

def events(c):
    """Against the closed forms x = cos t, x = t: all of them, with direction, to the last digits."""
    model = c.model(OSCILLATOR)
    s = c.summary("run", model, "--until", "20", "--event", "x", "--event", "x' = 1/2", "--event", "x - 1", "--event", "x = -1")
    got = {}
    for e in s["events"]:
        got.setdefault(e["name"], []).append((float(e["t"]), e["direction"]))
    zeros = [((k + 0.5) * math.pi, -1 if k % 2 == 0 else 1) for k in range(6)]
    c.check([d for _, d in got["x"]] == [d for _, d in zeros], "directions of x: %s" % got["x"])
    for (t, _), (want, _) in zip(got["x"], zeros):
        c.near(t, want, 2e-14, "x = 0")
    half = sorted([-math.asin(0.5) + 2 * math.pi * k for k in range(1, 4)] + [math.pi + math.asin(0.5) + 2 * math.pi * k for k in range(0, 3)])
    half = [t for t in half if t < 20]
    c.check(len(got["x' = 1/2"]) == len(half), "x' = 1/2: %s" % got["x' = 1/2"])
    for (t, _), want in zip(got["x' = 1/2"], half):
        c.near(t, want, 2e-14, "x' = 1/2")
    for name, times in (("x - 1", [2 * math.pi * k for k in (1, 2, 3)]), ("x = -1", [math.pi * k for k in (1, 3, 5)])):
        c.check([d for _, d in got.get(name, [])] == [0, 0, 0], "%s touches: %s" % (name, got.get(name)))
        for (t, _), want in zip(got.get(name, []), times):
            c.near(t, want, 1e-7, name + " touches")              # a double zero: half the digits
    c.check([float(e["t"]) for e in s["events"]] == sorted(float(e["t"]) for e in s["events"]), "events are not in order")
    c.check(s["event_count"] == len(s["events"]), "event_count")
    for e in s["events"]:
        c.near(e["state"]["x"], math.cos(float(e["t"])), 1e-13, "state at an event")
    clock = c.model(CLOCK)
    for method in ("taylor", "rk", "adams", "bdf"):
        gap = 1e-6 if method == "taylor" else 1e-4             # a double knows e to 1e-17: zeros 1e-9 apart are one that touches
        s = c.summary("run", clock, "--until", "1", "--method", method, "--event", "(x - 1/3)*(x - 1/3 - %g)" % gap)
        c.check([e["direction"] for e in s["events"]] == [-1, 1], "%s: two zeros %g apart: %s" % (method, gap, s["events"]))
        for e, want in zip(s["events"], (1 / 3, 1 / 3 + gap)):
            c.near(e["t"], want, gap / 1000, "%s: two zeros" % method)
        s = c.summary("run", clock, "--until", "1", "--method", method, "--event", "(x - 1/3)*(x - 1/3 - 1e-9)")
        c.check(len(s["events"]) in (1, 2), "%s: two zeros 1e-9 apart: %s" % (method, s["events"]))
        for e in s["events"]:
            c.near(e["t"], 1 / 3, 1e-7, "%s: two zeros 1e-9 apart" % method)
        # at the start it does not count, at the end it does
        s = c.summary("run", clock, "--until", "1", "--method", method, "--event", "x", "--event", "x - 1", "--event", "x*(x - 1)*(x - 1/2)")
        c.check([e["name"] for e in s["events"]].count("x") == 0, "%s: an event at the start" % method)
        if method in ("adams", "bdf"):
            continue                                             # whose x comes to 1 - 1e-16
        c.check([e["name"] for e in s["events"]].count("x - 1") == 1, "%s: an event at the end: %s" % (method, s["events"]))
        c.check([e["name"] for e in s["events"]].count("x*(x - 1)*(x - 1/2)") == 2, "%s: three zeros, one at each end" % method)
    # high frequencies: none of 1000 is missed, whatever the step
    for name, zero in (("sin(1000*t)", lambda k: k * math.pi / 1000), ("cos(700*x + t)", lambda k: (k - 0.5) * math.pi / 701)):
        s = c.summary("run", clock, "--until", "1", "--event", name)
        times = [float(e["t"]) for e in s["events"]]
        want = [zero(k) for k in range(1, 1000) if zero(k) < 1]
        c.check(len(times) == len(want), "%s: %d zeros, not %d" % (name, len(times), len(want)))
        for t, w in zip(times, want):
            c.near(t, w, 1e-14, name)
        c.check(all(e["direction"] == -s["events"][i - 1]["direction"] for i, e in enumerate(s["events"]) if i > 0), "%s: directions" % name)


def dense(c):
    """Random events of the oscillator against a dense sampling of the closed form: neither missed nor invented."""
    model, rng = c.model(OSCILLATOR), random.Random(5)
    for round in range(6):
        a, b, d, k = (round_to(rng.uniform(-2, 2)) for _ in range(4))
        w, text = rng.randint(2, 40), None
        text = "%r*x + %r*x'^2 + %r*sin(%d*t) - %r" % (a, b, d, w, k)

        def f(t):
            return a * math.cos(t) + b * math.sin(t)**2 + d * math.sin(w * t) - k

        N, until = 40000, 12.0
        sample = [f(until * i / N) for i in range(N + 1)]
        want = [until * (i + 0.5) / N for i in range(N) if sample[i] * sample[i + 1] < 0]
        for method in ("taylor", "rk"):
            s = c.summary("run", model, "--until", "12", "--method", method, "--event", text)
            got = [e for e in s["events"] if e["direction"] != 0]
            c.check(len(got) == len(want), "%s %s: %d zeros, not %d" % (method, text, len(got), len(want)))
            for e, t in zip(got, want):
                c.near(e["t"], t, until / N, text)
                c.check(abs(f(float(e["t"]))) < (1e-12 if method == "taylor" else 1e-7) * (1 + w), "%s %s: %g at t = %s" % (method, text, f(float(e["t"])), e["t"]))


def broken(c):
    """Events that have no value for a part of the motion, that have poles, or jump: neither missed nor invented."""
    model = c.model("system turn\ncoord x, c\nkinetic x'^2/2 + c'^2/2\npotential x^2/2\nstart x = 1, c' = 1\n")      # x = cos t, c = t
    want = {"log(c)": [1], "sqrt(c - 1) = 0.5": [1.25], "acos(c - 3) = 1": [3 + math.cos(1)], "asin(c/20) = 0.3": [20 * math.sin(0.3)],
            "tan(c)": [k * math.pi for k in (1, 2, 3, 4)], "1/(c - 1.5)": [], "atan2(x', x)": [2 * math.pi, 4 * math.pi],      # jumps at pi, 3 pi
            "atan2(x', x) = 4": [], "atan2(x', x) = -4": [], "sin(1/(c + 0.01))": sorted(1 / (k * math.pi) - 0.01 for k in range(1, 32))}
    asked = [word for name in want for word in ("--event", name)]
    for method in ("taylor", "rk", "adams", "bdf"):
        s = c.summary("run", model, "--until", "14", "--method", method, *asked)
        for name, times in want.items():
            got = [float(e["t"]) for e in s["events"] if e["name"] == name]
            c.check(len(got) == len(times), "%s: %s at %s" % (method, name, got))
            for t, w in zip(got, times):
                c.near(t, w, 1e-9, "%s: %s" % (method, name))
    # sliding that ends: the direction of the friction has no value here and there; the search among such values has its limit
    s = c.summary("run", os.path.join(ROOT, "examples", "billiard.lia"), "--set", "xi'=0.1", "--until", "3", status=4, timeout=10)
    c.near(s["t"], 0.2338052593, 1e-8, "the end of the sliding")


def round_to(x):
    return round(x, 3)


def ends(c):
    """--until with events: the first of several, together with a time; rows end there; sections."""
    model = c.model(OSCILLATOR)
    s = c.summary("run", model, "--until", "x = -1/2", "--until", "x' = -1/2", "--until", "100", "--every", "0.1", "--out", "u.csv")
    c.check(s["stopped"] == "event" and s["message"] == "x' = -1/2", "the first: %s" % s.get("message"))
    c.near(s["t"], math.pi / 6, 1e-15, "the end")
    c.near(c.rows("u.csv")[1][-1][0], math.pi / 6, 1e-15, "the last row")
    s = c.summary("run", model, "--until", "x = -1/2", "--until", "1")
    c.check(s["stopped"] == "end" and s["t"] == "1", "a time before the event: %s" % s)
    s = c.summary("run", model, "--until", "x", "--event", "x' = -1/2")
    c.check([e["name"] for e in s["events"]] == ["x' = -1/2", "x"], "events on the way: %s" % s["events"])
    s = c.summary("run", model, "--until", "50", "--section", "x", "--out", "p.csv")
    head, rows = c.rows("p.csv")
    c.check(len(rows) == 16 and s["rows"] == 16, "%d rows of a section" % len(rows))
    for k, row in enumerate(rows):
        c.near(row[0], (k + 0.5) * math.pi, 1e-13, "section")
        c.near(row[1], 0, 1e-14, "section: x")
    c.expect(2, "run", model, "--until", "x = 0", "--points", "7", words=["--every"])
    c.expect(2, "run", model, "--event", "w", words=["never changes"])
    c.expect(2, "run", model, "--until", "0 = 1", words=["never changes"])


# ---- proofs, curves ----

def certified(c):
    """15 proved digits of the hoop to t = 10 [issue 5], and ordinary numbers lie where they should."""
    given = [w for x in ("A=1/2", "C=1", "a=1", "g=9.81", "theta=1.2", "p=0.2", "q=1", "r=4") for w in ("--set", x)]
    s = c.summary("run", hoop(c), *given, "--until", "10", "--certify", "15")
    c.check(s.get("digits", 0) >= 15 and s.get("stopped") == "end", "%s digits: %s" % (s.get("digits"), s.get("message")))
    t = c.summary("run", hoop(c), *given, "--until", "10")
    for x in ("theta", "p", "q", "r", "xi", "eta"):
        c.near(t["state"][x], float(s["state"][x]), 5e-14, "%s against the proved one" % x)
    c.expect(2, "run", hoop(c), "--certify", "9", "--event", "theta")
    c.expect(2, "run", hoop(c), "--certify", "0")


def curves(c):
    """The circulation along a closed curve of starts is conserved."""
    s = c.summary("run", c.model(PENDULUM), "--curve", "theta = 1 + cos(s)/9", "--curve", "theta' = sin(s)/9", "--until", "5", "--points", "6")
    values = [float(i["circulation"] if "circulation" in i else i["value"]) for i in s.get("circulation", s.get("instants", []))]
    c.check(len(values) == 6, "instants: %s" % s)
    for value in values:
        c.near(value, -math.pi / 81, 1e-12, "circulation")       # of l^2 theta' d theta: minus the area of an ellipse
    c.expect(2, "run", c.model(PENDULUM), "--curve", "theta = sin(s)", "--members", "7", words=["even"])


# ---- what is kept ----

# Conservative examples, and periods: an event that happens once in each; None: no period.
KEPT = {"pendulum": "theta'", "pendulum-cartesian": "x", "hoop": "theta'", "hoop5": "theta'", "heavy": None, "euler": None, "double": None, "rod": None, "bar": None,
        "bar-cartesian": None, "kepler": None, "toda": None, "runge-lenz": None, "roll-torus": None, "roll-ellipsoid": None, "suslov": None, "slide-ball": None,
        "sleigh": None, "edge": None, "disc": None}


def kept(c):
    """Energy of conservative examples to 1e-12, the constraints to 1e-13."""
    for name in sorted(KEPT):
        model = os.path.join(ROOT, "examples", name + ".lia")
        s = c.summary("run", model, "--until", "200", *(["--event", KEPT[name]] if KEPT[name] else []))
        c.check(s["stopped"] == "end" and s["energy_drift"] is not None and float(s["energy_drift"]) < 1e-12, "%s: energy %s" % (name, s.get("energy_drift")))
        c.check(float(s["residual"]) < 1e-13, "%s: residual %s" % (name, s.get("residual")))
        c.check(KEPT[name] is None or s["event_count"] > 50, "%s: %s events" % (name, s.get("event_count")))


# ---- being killed ----

def killed(c):
    """SIGKILL at random moments: --resume ends with the bits of a run that nobody disturbed."""
    model, rng = c.model(ROD), random.Random(7)
    for name, options in (("k.csv", ["--until", "9000", "--every", "0.5"]), ("k.json", ["--until", "2500", "--every", "1", "--method", "rk"]),
                          ("k.h5", ["--until", "9000", "--every", "1"]), ("s.csv", ["--until", "9000", "--section", "x", "--native", "off"])):
        command = [c.program, "run", model, *options, "--json", "--out"]
        began = time.time()
        whole = c.call(*command[1:], "whole-" + name)
        length = time.time() - began
        c.check(whole.returncode == 0, "%s: %s" % (name, whole.stderr[-200:]))
        for attempt in range(30):
            before = ["--resume", "state"] if os.path.exists(c.path("state")) else ["--checkpoint", "state"]
            run = subprocess.Popen([*command, name, *before], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=c.directory)
            try:
                out, err = run.communicate(timeout=length * rng.uniform(0.3, 0.9) if attempt < 3 else 100)
                break
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGKILL)
                run.communicate()
                c.check(not os.path.exists(c.path(name)), "%s is there after SIGKILL" % name)
        c.check(run.returncode == 0, "%s: exit %d: %s" % (name, run.returncode, err[-300:]))
        if run.returncode != 0 or whole.returncode != 0:
            continue
        c.check(out == whole.stdout, "%s: another summary than in one go" % name)
        with open(c.path("whole-" + name), "rb") as a, open(c.path(name), "rb") as b:
            c.check(a.read() == b.read(), "%s: other bits than in one go" % name)
        again = c.call("run", model, *options, "--json", "--out", name, "--resume", "state")
        c.check(again.returncode == 0 and again.stdout == whole.stdout, "%s: resumed after its end: %s" % (name, again.stderr[-200:]))
        if name.endswith(".csv"):
            os.rename(c.path(name), c.path(name + ".part"))   # killed after its end, before the file had its name
            again = c.call("run", model, *options, "--json", "--out", name, "--resume", "state")
            c.check(again.returncode == 0 and again.stdout == whole.stdout, "%s: resumed before it had its name: %s" % (name, again.stderr[-200:]))
            with open(c.path("whole-" + name), "rb") as a, open(c.path(name), "rb") as b:
                c.check(a.read() == b.read(), "%s: other bits, named late" % name)
        with open(c.path("state"), "rb") as file:
            state = file.read()
        for what, data in (("cut", state[:len(state) // 2]), ("empty", b""), ("changed", state[:-40] + bytes([state[-40] ^ 1]) + state[-39:]), ("else", b"liaison\n")):
            with open(c.path("bad"), "wb") as file:
                file.write(data)
            c.expect(2, "run", model, *options, "--out", "bad-" + name, "--resume", "bad")
        c.expect(2, "run", model, *options, "--tol", "1e-11", "--out", name, "--resume", "state", words=["other options"])
        c.expect(2, "run", c.model(PENDULUM, "other.lia"), *options, "--out", name, "--resume", "state")
        os.remove(c.path("state"))


def ended(c):
    """A run that ended by an event is resumed: nothing is added."""
    model = c.model(ROD)
    command = ["run", model, "--until", "x", "--every", "0.01", "--out", "n.csv", "--json"]
    first = c.expect(0, *command, "--checkpoint", "n.state")
    rows = c.rows("n.csv")[1]
    for part in (False, True):
        if part:
            os.rename(c.path("n.csv"), c.path("n.csv.part"))
        again = c.expect(0, *command, "--resume", "n.state")
        c.check(again.stdout == first.stdout and c.rows("n.csv")[1] == rows, "resumed after an event: other rows or words")
        c.nothing_left("n.csv.part")


def interrupted(c):
    """Ctrl-C: what was computed is kept; within a step too."""
    model = c.model(PENDULUM)
    for options in (["--until", "1e9", "--every", "1"], ["--until", "5", "--points", "1000000000"]):
        run = subprocess.Popen([c.program, "run", model, *options, "--out", "i.csv", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=c.directory)
        while run.poll() is None and not (os.path.exists(c.path("i.csv.part")) and os.path.getsize(c.path("i.csv.part")) > 200000):
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        s = json.loads(out)
        c.check(run.returncode == 4 and s["stopped"] == "interrupted", "exit %d: %s" % (run.returncode, s.get("stopped")))
        head, rows = c.rows("i.csv")
        c.check(len(rows) == s["rows"] and rows[-1][0] == float(s["t"]), "%d rows to t = %s; said: %s, %s" % (len(rows), rows[-1][0], s["rows"], s["t"]))
        c.check(rows[-1][1] == float(s["state"]["theta"]), "the last row and the summary differ")
        c.nothing_left("i.csv.part")
        os.remove(c.path("i.csv"))


# ---- files that cannot be written ----

def small_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))


def full(c):
    """A disk that is full, directories that are none: status 3, no file under the name, none beside it."""
    model = c.model(PENDULUM)
    for name in ("f.csv", "f.json", "f.h5"):
        c.expect(3, "run", model, "--points", "20000", "--out", name, preexec_fn=small_files, words=["f."])
        c.nothing_left(name)
        c.expect(3, "map", model, "--over", "theta=0:1:3000", "--until", "0.1", "--out", name, preexec_fn=small_files)
        c.nothing_left(name)
    with open("/dev/full", "w") as sink:
        r = subprocess.run([c.program, "run", model, "--out", "-"], stdout=sink, stderr=subprocess.PIPE, text=True, timeout=60)
        c.check(r.returncode == 3 and "No space" in r.stderr, "/dev/full: %d %s" % (r.returncode, r.stderr))
    c.expect(3, "run", model, "--out", "nowhere/f.csv", words=["No such file"])
    os.mkdir(c.path("directory.csv"))
    c.expect(3, "run", model, "--out", "directory.csv", words=["directory"])
    c.expect(3, "run", model, "--checkpoint", "nowhere/state", words=["checkpoint"])
    for name in ("f", "f.txt", ".csv", "csv"):
        c.expect(2, "run", model, "--out", name, words=[".csv"])
        c.nothing_left(name)
    if os.geteuid() != 0:
        os.mkdir(c.path("closed"), 0o500)
        c.expect(3, "run", model, "--out", "closed/f.csv", words=["Permission"])
    with open(c.path("old.csv"), "w", encoding="utf-8") as file:
        file.write("old\n")
    c.expect(3, "run", model, "--points", "20000", "--out", "old.csv", preexec_fn=small_files)
    with open(c.path("old.csv"), encoding="utf-8") as file:
        c.check(file.read() == "old\n", "what was there is gone")


def closed(c):
    """A standard stream that is closed: no file gets its number. A checkpoint is a file of its own, whatever stands in its place."""
    model = c.model(PENDULUM)
    c.expect(0, "run", model, "--out", "open.csv", "--quiet")
    for fd in (1, 2):
        r = subprocess.run(["sh", "-c", 'exec "$@" %d>&-' % fd, "sh", c.program, "run", model, "--out", "shut.csv"], capture_output=True, text=True, cwd=c.directory, timeout=60)
        c.check(r.returncode == (3 if fd == 1 else 0), "descriptor %d closed: exit %d %s" % (fd, r.returncode, r.stderr))
        if fd == 1:
            c.nothing_left("shut.csv")
        else:
            with open(c.path("open.csv"), "rb") as a, open(c.path("shut.csv"), "rb") as b:
                c.check(a.read() == b.read(), "what is said stands in the file")
    other = c.model(CLOCK, "other.lia")
    os.symlink(other, c.path("s.part"))
    os.mkfifo(c.path("pipe"))
    for command in (["run", model], ["map", model, "--over", "theta=0:1:2", "--until", "1", "--out", "s.csv"]):
        c.expect(3, *command, "--checkpoint", "s", words=["s.part"])
        c.expect(3, *command, "--checkpoint", "pipe", words=["pipe"])
        c.expect(2, *command, "--checkpoint", model, words=["is the model"])
    with open(other, encoding="utf-8") as file:
        c.check(file.read() == CLOCK, "a checkpoint was written through a link")
    with open(model, encoding="utf-8") as file:
        c.check(file.read() == PENDULUM, "a checkpoint took the place of the model")
    c.expect(2, "run", model, "--out", "x.csv", "--checkpoint", "x.csv", words=["same file"])
    c.expect(2, "emit", model, "--lang", "c", "-o", model, words=["is the model"])


def damaged(c):
    """A checkpoint that is damaged leaves the rows where they are."""
    model = c.model(PENDULUM)
    command = ["run", model, "--until", "1e6", "--every", "1", "--out", "d.csv"]
    run = subprocess.Popen([c.program, *command, "--checkpoint", "d.state"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=c.directory)
    while run.poll() is None and not os.path.exists(c.path("d.state")):
        time.sleep(0.02)
    run.kill()
    run.communicate()
    with open(c.path("d.state"), "rb") as file:
        state = file.read()
    with open(c.path("d.state"), "wb") as file:
        file.write(state[:-9] + bytes([state[-9] ^ 1]) + state[-8:])
    c.expect(2, *command, "--resume", "d.state", words=["damaged"])
    c.check(os.path.exists(c.path("d.csv.part")), "the rows are gone")


# ---- wrong input ----

def wrong(c):
    """Numbers and names that mean nothing: status 2, and the words that help."""
    model = c.model(PENDULUM)
    for option, values in {"--tol": ["0", "-1", "nan", "inf", "abc", "", "1", "1e-400"], "--every": ["0", "-1", "nan", "inf", "1e-300", "1e-12", "x"],
                           "--points": ["0", "1", "-3", "1.5", "1e3", "99999999999"], "--until": ["-1", "nan", "inf", "1/0", "sqrt(-1)", "1e400", "1 2", "", "t = -1", "nosuch"],
                           "--event": ["1", "nosuch", "sin(", "theta = 1 = 2", "g", ""], "--method": ["newton", ""], "--native": ["maybe"], "--threads": ["0", "-1"],
                           "--set": ["theta=nan", "theta=1/0", "theta=inf", "theta=sqrt(-1)", "nosuch=1", "theta", "=1", "g=log(0)"],
                           "--members": ["0", "3"], "--certify": ["0", "-4"], "--section": ["2", "nosuch"]}.items():
        for value in values:
            c.expect(2, "run", model, option, value, timeout=20)
    c.expect(2, "run", model, "--format", "latex", words=["latex"])
    c.expect(2, "run", model, "--until", "3", "--until", "t = 4", words=["two times"])
    c.expect(2, "run", model, "--event", "theta = 1 + nosuch", words=["--event:1:13: "])
    for more in (["--out", "c.csv"], ["--event", "theta"], ["--section", "theta"], ["--checkpoint", "c"], ["--certify", "5"]):
        c.expect(2, "run", model, "--curve", "theta = sin(s)", *more, words=["--curve"])
    c.nothing_left("c", "c.csv")
    c.expect(2, "run", model, "--members", "8", words=["--curve"])
    c.expect(2, "run", "nosuch.lia", words=["No such file"])
    c.expect(2, "run", model, "--tolerance", "1", words=["--tol"])
    c.expect(2, "run", model, "--over", "theta=0:1:2")
    c.expect(2, "run", c.model("param m\ncoord x\nkinetic m*x'^2/2\nstart x' = 1\n"), words=["m"])


# ---- motions that do not go on ----

def stops(c):
    """Why, at which state; exact times where they are known. Never numbers that mean nothing."""
    def ends_with(text, *options, stopped, t=None, within=1e-6, words=(), method="taylor"):
        s = c.summary("run", c.model(text), "--method", method, *options, status=4)
        c.check(s.get("stopped") in stopped, "%s: %s %s at t = %s" % (text.split("\n")[0], s.get("stopped"), s.get("message"), s.get("t")))
        if t is not None:
            c.near(s.get("t"), t, within, "%s %s" % (method, text.split("\n")[0]))
        for word in words:
            c.check(word in s.get("message", ""), "%s: '%s' is not in '%s'" % (text.split("\n")[0], word, s.get("message")))
        c.check(all(math.isfinite(float(x)) for x in s["state"].values()), "%s: %s" % (text.split("\n")[0], s["state"]))
        return s

    for method in ("taylor", "rk", "adams"):
        off = {"taylor": 1e-9, "rk": 1e-5, "adams": 1e-5}[method]
        ends_with("# x'' = 6 x^2, x = 1/(1 - t)^2\ncoord x\nkinetic x'^2/2\nforce 6*x^2 on x'\nstart x = 1, x' = 2\n", stopped=("singular", "failed"), t=1, within=off * 1000, method=method)
        ends_with("# a fall into the centre, t = pi/(2 sqrt 2)\ncoord r\nkinetic r'^2/2\npotential -1/r\nstart r = 1, r' = 0\n", stopped=("singular", "failed"), t=math.pi / math.sqrt(8), within=1e-3,
                  method=method)
    ends_with("# a chart that ends, x = u^3 = 1 - t\ncoord u\nkinetic 9*u^4*u'^2/2\nstart u = 1, u' = -1/3\n", stopped=("singular",), t=1, within=1e-6)
    ends_with("# incompatible where x = t + t^2/4 = 1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x' = 1 + t/2 by (1 - x) on x' and 1 on y' multiplier k\nstart x = 0\n",
              stopped=("incompatible", "singular"), t=2 * (math.sqrt(2) - 1), within=1e-3)
    ends_with("# friction stops it at t = 2\ncoord x\nkinetic x'^2/2\nforce -sign(x')/2 on x'\nstart x' = 1\n", stopped=("undetermined",), t=2, within=1e-12)
    ends_with("# a contact: sliding ends at t = 1/3\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nforce -9 on y'\ncontact tip: normal y', sliding x', friction 1/3, mode sliding, multiplier N\nstart x' = 1\n",
              stopped=("undetermined", "singular"), t=1 / 3, within=1e-6)
    s = ends_with("# it leaves its track\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential 9.81*y\nconstraint circle: (x^2 + y^2 - 1)/2 = 0 multiplier N\nassume N > 0\nstart x = 0, y = 1, x' = 1/100\n",
                  stopped=("undetermined",))
    c.near(s["state"].get("y"), (1e-4 + 2 * 9.81) / (3 * 9.81), 1e-12, "where it leaves its track")
    for given in (["theta=0"], ["C=0"], ["theta=1e400"]):
        c.expect(4, "run", hoop(c), *[w for x in given for w in ("--set", x)])
    c.expect(4, "run", hoop(c), "--set", "r=1e200")
    # these go on
    for text, options, t, x in [("# sign(x) is passed\ncoord x\nkinetic x'^2/2\nforce -sign(x) on x'\nstart x = 1\n", [], "4*sqrt(2)", 1.0),
                                ("# stiff\ncoord x\nkinetic x'^2/2\nforce -1e6*(x' + sin(t)) - 1e6*cos(t) on x'\nstart x = 1, x' = 0\n".replace(" - 1e6*cos(t)", " - cos(t)"),
                                 ["--method", "bdf", "--tol", "1e-9"], "pi", -1.0),
                                ("# forced by the clock\ncoord x\nkinetic x'^2/2\nforce -x + sin(t) on x'\nstart x = 0, x' = -1/2\n", [], "2*pi", -math.pi),
                                ("# a given function\ncoord x\nfunction f(x)\nkinetic x'^2/2\npotential f(x)\nstart x = 1\n", ["--set", "f(x)=x^2/2"], "2*pi", 1.0),
                                ("# by H\ncoord x\nmomentum p of x\nhamiltonian (p^2 + x^2)/2\nstart x = 1\n", [], "2*pi", 1.0),
                                ("# by its 2-form\nchart x, y, t\nomega d(y)/\\d(x) - d((x^2 + y^2)/2)/\\d(t)\nstart x = 1, y = 0\n", [], "2*pi", 1.0),
                                ("# speeds\ncoord x, y\nspeed v, w with x' = v*cos(w), y' = v*sin(w)\nkinetic v^2/2\nstart v = 1, w = 0\n", [], "3", 3.0),
                                ("# a servo constraint\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nforce -1 on x'\nconstraint s: x' = t by y' + x'\nstart x = 0\n", [], "2", 2.0),
                                ("# max(0, x): a half-linear spring\ncoord x\nkinetic x'^2/2\nforce -4*max(x, 0) - min(x, 0) on x'\nstart x = 1\n", [], "3*pi/2", 1.0)]:
        s = c.summary("run", c.model(text), "--until", t, *options)
        c.check(s.get("stopped") == "end", "%s: %s" % (text.split("\n")[0], s.get("message")))
        c.near(s["state"].get("x"), x, 1e-11 if "bdf" not in options else 1e-6, text.split("\n")[0])
    # through the pole of Euler's angles, with no rotation about the axis: the equations hold on both sides
    s = c.summary("run", c.model("coord theta, psi, phi\nquasi p = theta', q = psi'*sin(theta), r = phi' + psi'*cos(theta)\nkinetic (p^2 + q^2 + r^2)/2\nstart theta = 1, p = -1\n"))
    c.check(s["stopped"] == "singular" and float(s["t"]) <= 1 or s["state"]["theta"] == "-9", "a pole: %s at %s" % (s["stopped"], s["t"]))


# ---- map ----

def maps(c):
    """Grids and files of starts; the rows are those of single runs, whatever --threads; resumable."""
    model = c.model(PENDULUM)
    grid = ["--over", "theta=0:2:5", "--over", "l=1:2:3", "--until", "3"]
    tables = []
    for threads in ("1", "2", "7"):
        c.summary("map", model, *grid, "--threads", threads, "--out", "m.csv")
        with open(c.path("m.csv"), encoding="utf-8") as file:
            tables.append(file.read())
    c.check(tables[0] == tables[1] == tables[2], "--threads changes numbers")
    rows = list(csv.DictReader(io.StringIO(tables[0])))
    c.check(len(rows) == 15 and [r["member"] for r in rows] == [str(i) for i in range(15)], "rows: %s" % [r.get("member") for r in rows])
    c.check([(float(r["over.theta"]), float(r["over.l"])) for r in rows] == [(i / 2, 1 + k / 2) for i in range(5) for k in range(3)], "the last changes first")
    for row in rows[::4]:
        s = c.summary("run", model, "--set", "theta=" + row["over.theta"], "--set", "l=" + row["over.l"], "--until", "3")
        for x, value in s["state"].items():
            c.near(row[x], float(value), 1e-12, "map and run: %s at %s" % (x, row["member"]))
        c.check(row["ending"] == "end", "ending: %s" % row["ending"])
    with open(c.path("starts.csv"), "w", encoding="utf-8") as file:
        file.write("theta,theta',g\r\n1,0,9.81\n\n0.5, -1 ,1.6e0\n")
    s = c.summary("map", model, "--starts", "starts.csv", "--until", "theta = 0", "--event", "theta'")
    c.check(s["members"] == 2 and [r["over"]["theta'"] for r in s["results"]] == ["0", "-1"], "starts: %s" % str(s)[:300])
    for text, words in [("", "empty"), ("theta\n", "no rows"), ("theta\nabc\n", "number"), ("theta\n1,2\n", "more numbers"), ("theta,g\n1\n", "missing"), ("theta\nnan\n", "number"),
                        ("nosuch\n1\n", "nosuch"), ("theta,theta\n1,2\n", "twice"), (",theta\n1,2\n", "missing"), ("theta\n\x00\n", ""), ("theta\n1e999\n", "number"), ("\"theta\n1\n", "")]:
        with open(c.path("bad.csv"), "w", encoding="utf-8") as file:
            file.write(text)
        if text != "\"theta\n1\n":
            c.expect(2, "map", model, "--starts", "bad.csv", words=[words])
    c.expect(2, "map", model, "--starts", "nosuch.csv")
    c.expect(2, "map", model)
    for over in ("theta", "theta=1", "theta=1:2", "theta=1:2:0", "theta=1:2:-1", "theta=1:2:x", "theta=1:2:1e3", "theta=1/0:2:3", "nosuch=1:2:3", "theta=1:2:99999999999999999999", "=1:2:3"):
        c.expect(2, "map", model, "--over", over, timeout=20)
    c.expect(2, "map", model, "--over", "theta=0:1:3", "--over", "theta=0:1:3", words=["twice"])
    c.expect(2, "map", model, "--over", "l=1:2:3", "--until", "sqrt(l)", words=["varied"])
    # singular members are rows that say so
    c.summary("map", hoop(c), "--over", "theta=0:1:3", "--until", "1", "--out", "h.csv")
    with open(c.path("h.csv"), newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    c.check(rows[0]["ending"] in ("no start", "singular") and rows[1]["ending"] == "end" == rows[2]["ending"], "endings: %s" % [r["ending"] for r in rows])
    c.check(rows[0]["theta'"] == "nan", "no start, but %s" % rows[0]["theta'"])
    s = c.summary("map", model, "--over", "t=0:2:3", "--until", "1")
    c.check([r["stopped"] for r in s["results"]] == ["end", "end", "no start"], "a start behind the last time: %s" % str(s)[:300])
    # killed, and gone on with
    many = ["--over", "theta=0:3:3001", "--until", "40", "--threads", "2"]
    began = time.time()
    c.summary("map", model, *many, "--out", "w.csv")
    length = time.time() - began
    for attempt in range(20):
        before = ["--resume", "ms"] if os.path.exists(c.path("ms")) else ["--checkpoint", "ms"]
        run = subprocess.Popen([c.program, "map", model, *many, "--out", "v.csv", *before], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=c.directory)
        try:
            out, err = run.communicate(timeout=length * 0.6 if attempt < 2 else 100)
            break
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGKILL)
            run.communicate()
    c.check(run.returncode == 0, "map resumed: %d %s" % (run.returncode, err[-200:]))
    with open(c.path("w.csv"), "rb") as a, open(c.path("v.csv"), "rb") as b:
        c.check(a.read() == b.read(), "a map that was killed has other rows")


CASES = [files, summary, methods, events, dense, broken, ends, certified, curves, kept, killed, ended, interrupted, full, closed, damaged, wrong, stops, maps]


def main():
    arguments = argparse.ArgumentParser(description="liaison run and map from outside.")
    arguments.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
    arguments.add_argument("name", nargs="*", help=" ".join(case.__name__ for case in CASES))
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        c = Checker(os.path.abspath(options.program), directory)
        for case in CASES:
            if not options.name or case.__name__ in options.name:
                c.where = case.__name__
                case(c)
    for words in c.failures:
        print("  " + words)
    print("%d checks, %d failed" % (c.count, len(c.failures)))
    return 1 if c.failures or c.count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
