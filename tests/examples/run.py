#!/usr/bin/env python3
"""Every file of examples/ through the program: check, prove, derive and eval must succeed without a word on standard error, the
functions of reactions must have eval's numbers for their values, and at the states of tests/gold/tzenoff.json the examples must give the gold numbers.

    tests/examples/run.py [--program build/liaison] [NAME ...]"""
import argparse
import concurrent.futures
import importlib.util
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
EXAMPLES = os.path.join(ROOT, "examples")

# What `eval` needs besides the file.
GIVEN = {
    "roll": ["f(theta)=2 + sin(theta)/3"],
    "axes": ["L(t)=sin(t)", "M(t)=1", "N(t)=t^2"],
    "guided": ["x(t)=100 + 20*t", "z(t)=50"],
    "incline": ["mu(v)=3/10/(1 + v^2)"],
    "space-axes": ["X(t)=1", "Y(t)=cos(t)", "Z(t)=-2"],
    "throw": ["f(v)=v^2/100"],
    "torque": ["f1(t)=sin(t)", "f2(t)=t^2/2"],
    "track": ["rho(alpha)=2 + alpha^2"],
}

# Nothing is left for equations without reactions to say.
STILL = {"table", "torque"}

# Where `eval` says something else than "compatible": (what is set, status, exit status).
STATUS = {
    "table": ([], "redundant", 0),
    "servo": (["alpha=pi/2"], "incompatible", 4),
}

# The examples that are systems of the gold file.
GOLD = {
    "resal_top": "top", "euler_free": "euler", "euler_heavy": "heavy",
    "revolution_on_rotating_plane_ellipsoid": "slide-ellipsoid", "revolution_on_rotating_plane_offset_ball": "slide-ball",
    "hoop_rolling_6": "hoop", "hoop_rolling_5": "hoop5",
    "revolution_rolling_ellipsoid": "roll-ellipsoid", "revolution_rolling_torus": "roll-torus",
    "revolution_rolling_offset_ball": "roll-ball",
    "vertical_disc": "disc", "criterion_one_parameter": "criterion", "generic_rheonomic_points": "points",
}


def gold_module():
    spec = importlib.util.spec_from_file_location("gold", os.path.join(ROOT, "tests", "gold", "run.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def settings(values):
    return [word for value in values for word in ("--set", value)]


# Seconds of exact algebra, where the answer is "not decided" anyway.
BUDGET = {"andrews": "1"}


def run(program, command, name, *options):
    path = os.path.join(EXAMPLES, name + ".lia")
    if name in BUDGET and command in ("check", "reactions"):
        options += ("--budget", BUDGET[name])
    return subprocess.run([program, command, path, *options], capture_output=True, text=True, timeout=120)


def text_of(name):
    with open(os.path.join(EXAMPLES, name + ".lia"), encoding="utf-8") as file:
        return file.read()


def succeeds(wrong, name, r, status=0):
    """The exit status is the expected one; then output is there and, if all is well, nothing else is said."""
    if r.returncode != status or not r.stdout or (status == 0 and re.sub(r".* is too long to be printed with the others\n", "", r.stderr)):
        wrong.append("%s: %s: exit %d, not %d%s" % (name, " ".join(r.args[1:2] + r.args[3:]), r.returncode, status,
                                                  "\n    " + r.stderr[-400:].strip() if r.stderr else ""))
        return False
    return True


def object_of(wrong, name, r, status=0):
    if not succeeds(wrong, name, r, status):
        return {}
    try:
        return json.loads(r.stdout)
    except ValueError as error:
        wrong.append("%s: %s: not JSON: %s" % (name, r.args[1], error))
        return {}


def has_status(wrong, name, answer, status):
    if answer and answer.get("status") != status:
        wrong.append("%s: eval: status %s, not %s" % (name, answer.get("status"), status))


# The reactions of these are past the budget of exact algebra: exit status 4; of PARTLY coupling and drive are printed all the same.
PARTLY = {"andrews", "four-bar"}
LONG = {"points"} | PARTLY


def try_reactions(gold, program, name, given):
    """Their functions at the start, against eval."""
    wrong = []
    path = os.path.join(EXAMPLES, name + ".lia")
    if name in LONG:
        r = run(program, "reactions", name)
        return [] if r.returncode == 4 and bool(r.stdout) == (name in PARTLY) and "budget" in r.stderr else [name + ": reactions: exit %d" % r.returncode]
    succeeds(wrong, name, run(program, "reactions", name))
    functions, reason = gold.printed_reactions(program, path)
    if functions is None:
        return wrong + [name + ": " + reason]
    numbers = object_of(wrong, name, run(program, "eval", name, "--json", *given))
    with open(path, encoding="utf-8") as file:
        values = gold.state_values(file.read(), numbers)
    if not GIVEN.get(name):                         # unknown functions have no value here
        different, _ = gold.wrong_reactions(functions, numbers, values)
        wrong += [name + ": " + w for w in different]
    return wrong


def try_commands(program, gold, name):
    """check, prove every claim, derive in every form and eval at the start."""
    wrong, given = [], settings(GIVEN.get(name, []))
    succeeds(wrong, name, run(program, "check", name))
    object_of(wrong, name, run(program, "check", name, "--json"))
    succeeds(wrong, name, run(program, "prove", name))
    succeeds(wrong, name, run(program, "derive", name, "--form", "all"))
    if re.search(r"^show ", text_of(name), re.M):
        succeeds(wrong, name, run(program, "forms", name))
        object_of(wrong, name, run(program, "forms", name, "--json"))
    derived = object_of(wrong, name, run(program, "derive", name, "--json"))
    if derived and not derived.get("equations") and name not in STILL:
        wrong.append("%s: derive: no equations" % name)
    succeeds(wrong, name, run(program, "eval", name, *given))
    set_values, status, code = STATUS.get(name, ([], "compatible", 0))
    if set_values:                                  # the special state is not the start
        has_status(wrong, name, object_of(wrong, name, run(program, "eval", name, "--json", *given)), "compatible")
    answer = object_of(wrong, name, run(program, "eval", name, "--json", *given, *settings(set_values)), code)
    has_status(wrong, name, answer, status)
    return wrong + try_reactions(gold, program, name, given)


def try_gold(program, gold, name, case):
    """One state of the gold file; its multipliers, con1 con2 ..., are the example's in order."""
    _, state, t, want, options = case
    given = ["%s=%s" % item for item in state.items()] + (["t=" + t] if t not in ("0", "0.0", None) else ["t=0"])
    wrong = []
    got = object_of(wrong, name, run(program, "eval", name, "--json", "--digits", gold.DIGITS, *options, *settings(given)))
    if "multiplier" in want and got:
        got["multiplier"] = {"con%d" % (i + 1): v for i, v in enumerate(got.get("multiplier", {}).values())}
    if got:
        gold.compare(want, got, name, wrong)
    return wrong


def gold_cases(gold, names):
    with open(os.path.join(ROOT, "tests", "gold", "tzenoff.json"), encoding="utf-8") as file:
        systems = json.load(file)["systems"]
    missing = [s["name"] for s in systems if s["name"] not in GOLD]
    cases = [(GOLD[s["name"]], case) for s in systems if s["name"] in GOLD for case in gold.tzenoff_cases(s)]
    return [c for c in cases if c[0] in names], ["no example for " + name for name in missing]


def main():
    arguments = argparse.ArgumentParser(description="Runs the examples through the program.")
    arguments.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
    arguments.add_argument("name", nargs="*", help="names of examples; all of them if none is given")
    options = arguments.parse_args()
    names = options.name or sorted(f[:-4] for f in os.listdir(EXAMPLES) if f.endswith(".lia"))
    gold = gold_module()
    cases, wrong = gold_cases(gold, names)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(try_commands, options.program, gold, name) for name in names]
        jobs += [pool.submit(try_gold, options.program, gold, name, case) for name, case in cases]
        wrong += [w for job in jobs for w in job.result()]
    for w in wrong:
        print("  " + w)
    print("%d examples, %d gold states, %d wrong" % (len(names), len(cases), len(wrong)))
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
