#!/usr/bin/env python3
"""Compares what the program answers with the gold numbers beside this file.

    tests/gold/run.py [--program build/liaison] [tzenoff] [gallissot-1-3] [contact]

A case is written as a model, `liaison eval` is run at every state with 30 digits, and every number must agree to
1e-20 relative to max(1, |x|). Where there are constraints, `liaison reactions` is run too, and the functions that it prints must
have the gold values of multipliers, coupling, drive and compatibility at the states (in doubles, to 1e-9). Exit status 1
if anything differs. Default set: tzenoff. The set contact is those systems of gallissot-1-3 in which solids touch, their
constraints written as contacts."""
import argparse
import concurrent.futures
import functools
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from decimal import Decimal, InvalidOperation, getcontext

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TOLERANCE = Decimal("1e-20")
DIGITS = "30"
getcontext().prec = 60


def language(expression, coords):
    """SymPy syntax to ours: ** is ^, q_d is q', q_dd is q''."""
    e = re.sub(r"\bAbs\b", "abs", expression.replace("**", "^"))
    for q in sorted(coords, key=len, reverse=True):
        e = re.sub(r"\b%s_dd\b" % re.escape(q), q + "''", e)
        e = re.sub(r"\b%s_d\b" % re.escape(q), q + "'", e)
    return e


def head(system):
    coords = system["coords"]
    lines = ["system " + system["name"]]
    lines += ["param %s = %s" % (name, language(value, coords)) for name, value in system.get("params", {}).items()]
    lines.append("coord " + ", ".join(coords))
    return lines


# ---- tzenoff: energies, forces, ideal constraints ----

def tzenoff_model(system):
    coords = system["coords"]
    lines = head(system)
    for quasi in system.get("quasi") or []:
        lines.append("quasi %s = %s" % (quasi["name"], language(quasi["def"], coords)))
    lines.append("kinetic " + language(system["T0"], coords))
    if system.get("V"):
        lines.append("potential " + language(system["V"], coords))
    for q, force in (system.get("Q") or {}).items():
        lines.append("force %s on %s'" % (language(force, coords), q))
    for i, relation in enumerate(system.get("constraints") or [], 1):
        if not isinstance(relation, str):
            relation = relation.get("expr", relation.get("a"))
        lines.append("constraint con%d: %s = 0" % (i, language(relation, coords)))
    return "\n".join(lines) + "\n"


REDUCED = {"momenta": "momentum", "momenta_dot": "momentum_rate", "complementary": "complementary", "H": "H"}


def tzenoff_cases(system):
    model = tzenoff_model(system)
    for state in system["states"]:
        given = dict(state["q"])
        given.update({q + "'": v for q, v in state["qd"].items()})
        want = {"acceleration": state["qdd"], "kinetic": state["T"]}
        if "V" in state:
            want["potential"] = state["V"]
        if "quasi_d" in state:
            want["quasi_acceleration"] = state["quasi_d"]
        multiplier = state.get("lambda")
        if isinstance(multiplier, list):
            multiplier = {"con%d" % (i + 1): v for i, v in enumerate(multiplier)}
        if multiplier is not None:
            want["multiplier"] = multiplier
        want.update({key: state[key] for key in ("K", "P0") if key in state})
        for key, name in REDUCED.items():
            if key in state.get("reduced", {}):
                want[name] = state["reduced"][key]
        options = ["--functions"]
        if system.get("dependent"):
            options.append("--dependent=" + ",".join(q + "'" for q in system["dependent"]))
        yield model, given, state.get("t", "0"), want, options


# ---- gallissot-1-3: directions of reactions, quasi-velocities and speeds ----

def velocities(system, lines):
    """Declares the velocity parameters; returns the velocities on which forces and directions are given."""
    coords, velocity = system["coords"], system["velocity"]
    if velocity["kind"] == "lagrangian":
        return [language(v, coords) for v in velocity["names"]]
    if velocity["kind"] == "quasi":
        for name, row in zip(velocity["names"], velocity["pfaff"]):
            terms = ["(%s)*%s'" % (language(x, coords), q) for x, q in zip(row, coords) if x != "0"]
            lines.append("quasi %s = %s" % (name, " + ".join(terms)))
        return velocity["names"]
    motion = velocity["map"]
    pairs = motion.items() if isinstance(motion, dict) else zip(coords, motion)
    lines.append("speed %s with %s" % (", ".join(velocity["names"]), ", ".join(
        "%s' = %s" % (re.sub("_d$", "", q), language(x, coords)) for q, x in pairs)))
    return [q + "'" for q in coords]


def positive_multipliers(system):
    """Reactions that enter their own law: where all gold values are positive, only positive ones are meant."""
    laws = " ".join([e for _, e in system.get("defs", [])] + [x for c in system.get("constraints", []) for x in c["l"]])
    for constraint in system.get("constraints", []):
        name = constraint.get("multiplier")
        if not name or not re.search(r"\b%s\b" % re.escape(name), laws):
            continue
        values = [(p["expected"].get("multiplier") or {}).get(name) for p in system["points"]]
        if all(v is not None and not str(v).startswith("-") for v in values):
            yield name


def gallissot_model(system, relations):
    """`relations`: the statements for the constraints, of the system and the velocities on which directions are given."""
    coords = system["coords"]
    lines = head(system)
    on = velocities(system, lines)
    lines += ["let %s = %s" % (name, language(e, coords)) for name, e in system.get("defs", [])]
    lines.append("kinetic " + language(system["kinetic_energy"], coords))
    for v, force in zip(on, system["generalized_forces"]):
        if force != "0":
            lines.append("force %s on %s" % (language(force, coords), v))
    return "\n".join(lines + list(relations(system, on))) + "\n"


def directed_constraints(system, on):
    coords = system["coords"]
    for name in positive_multipliers(system):
        yield "assume %s > 0" % name
    for i, constraint in enumerate(system.get("constraints", []), 1):
        by = " and ".join("(%s) on %s" % (language(x, coords), v) for x, v in zip(constraint["l"], on) if x != "0")
        name = " multiplier " + constraint["multiplier"] if constraint.get("multiplier") else ""
        yield "constraint con%d: %s = 0 by %s%s" % (i, language(constraint["relation"], coords), by, name)


# Contacts of systems whose file gives directions of reactions only.
PLANES = ["normal zeta', sliding A1, A2, friction fA", "normal eta', sliding B1, B2, friction fB"]
CONTACTS = {
    "sphere_two_planes": PLANES,
    "sphere_two_planes_f_of_N": PLANES,
    "two_solids_contact_general": [
        "normal un, sliding U1*R112 + U2*R212 + U3*R312, U1*R122 + U2*R222 + U3*R322, friction f, "
        "rolling (w1*R112 + w2*R212 + w3*R312, w1*R122 + w2*R222 + w3*R322) delta, pivoting wn varpi"],
}


def contacts(system, on):
    coords = system["coords"]
    for i, constraint in enumerate(system["constraints"]):
        if system["name"] in CONTACTS:
            said = CONTACTS[system["name"]][i]
        else:
            c = constraint["contact"]
            said = "normal %s, sliding %s, friction %s" % tuple(language(x, coords) for x in (c["normal"], ", ".join(c["sliding"]), c["friction"]))
        yield "contact con%d: mode sliding, %s, multiplier %s" % (i + 1, said, constraint["multiplier"])


def contact_cases(system):
    """As gallissot_cases; a contact does not pull, so that where the reaction would be negative there is none."""
    for model, given, t, want, options in gallissot_cases(system, contacts):
        if any(str(v).startswith("-") for v in want.get("multiplier", {}).values()):
            want = {k: v for k, v in want.items() if k not in ("multiplier", "acceleration", "quasi_acceleration")}
            want["status"] = "impossible"
        yield model, given, t, want, options


def gallissot_cases(system, relations=directed_constraints):
    model = gallissot_model(system, relations)
    for point in system["points"]:
        given = dict(point["coords"])
        given.update({language(k, system["coords"]): v for k, v in point["velocities"].items()})
        expected = dict(point["expected"])
        if expected.get("status") == "degenerate" and "multiplier_roots" in expected:
            expected["quadratic"] = {"roots": expected["multiplier_roots"]}
        keys = ("status", "quadratic", "coupling", "drive", "compatibility", "multiplier", "acceleration", "quasi_acceleration")
        want = {k: expected[k] for k in keys if k in expected}
        if isinstance(want.get("quadratic"), dict):
            want["quadratic"] = {k: v for k, v in want["quadratic"].items() if k in ("c2", "c1", "c0", "roots")}
        if want.get("multiplier", "") is None:
            del want["multiplier"]
            want.pop("acceleration", None)
        if "E_coords" in expected:
            want["E"] = {language(k, system["coords"]): v for part in ("E_coords", "E_velocities") for k, v in expected[part].items()}
        names = [language(v, system["coords"]) for v in expected.get("E_velocities", {})]
        for i, e in enumerate(expected.get("e") or [], 1):
            want.setdefault("e", {})["con%d" % i] = dict(zip(names, e))
        for i, power in enumerate(expected.get("unit_power") or [], 1):
            want.setdefault("unit_power", {})["con%d" % i] = power
        options = ["--functions", "--quiet"]
        want_forms(system, expected, want, options)
        yield model, given, point.get("t", "0"), want, options


def basis_name(system, name):
    """dv, w_v, dt of the file: d(v'), d(q) or w(v), d(t) here."""
    if name == "dt":
        return "d(t)"
    form, v = name.startswith("w_"), re.sub("^(w_|d)", "", name)
    kind = system["velocity"]["kind"]
    if form and kind == "quasi":
        return "w(%s)" % v
    if kind == "quasi":
        return "d(%s)" % v
    return "d(%s)" % (re.sub("_d$", "", v) if form else language(v, system["coords"]))


def want_forms(system, expected, want, options):
    """Omega, and Omega_s by the forms and differentials that the file eliminates."""
    names = system["velocity"]["names"]
    if "omega" in expected:
        w = ["d(%s)" % q for q in system["coords"]] if system["velocity"]["kind"] == "nonlinear" else [basis_name(system, "w_" + v) for v in names]
        want["omega"] = {"basis": [basis_name(system, "d" + v) for v in names] + w + ["d(t)"], "matrix": expected["omega"]}
    if "omega_s" in expected:
        s = expected["omega_s"]
        order = ["w_" + v for v in names] + ["d" + v for v in names]
        gone = {key: [basis_name(system, x) for x in sorted(s[key], key=order.index)] for key in ("eliminated_forms", "eliminated_dv")}
        want["omega_s"] = dict(gone, basis=[basis_name(system, x) for x in s["basis"]], matrix=s["matrix"])
        for option, key in (("--eliminate=", "eliminated_forms"), ("--eliminate-rates=", "eliminated_dv")):
            options.append(option + ",".join(name[2:-1] for name in gone[key]))
    if "omega" in expected or "omega_s" in expected:
        options.append("--omega")


# ---- expressions of the program, in doubles ----

FUNCTIONS = {name: getattr(math, name) for name in "sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt pi".split()}
FUNCTIONS.update(abs=abs, sign=lambda x: math.copysign(1.0, x) if x else 0.0, cot=lambda x: 1 / math.tan(x))


def identifier(name):
    """A name of the language as one of Python: theta', rolling.1"""
    return "v_" + name.replace("'", "_prime").replace(".", "_dot_")


def number(expression, values):
    """The value of an expression in the language, `values` being those of its names."""
    names = re.compile(r"[^\W\d]\w*(?:\.\d+)?'*(?![\w'(])")
    text = names.sub(lambda m: m.group() if m.group() == "pi" else identifier(m.group()), expression.replace("^", "**"))
    return eval(text, {"__builtins__": {}}, {**FUNCTIONS, **{identifier(name): value for name, value in values.items()}})


def close(got, want, scale=1.0):
    return abs(got - want) <= 1e-9 * max(1.0, abs(want), scale)


def parameters(model):
    """The values of `param NAME = E, ...` lines, derived ones too."""
    values = {}
    for line in re.findall(r"^param ([^#\n]*)", model, re.M):
        for name, e in re.findall(r"([^\W\d]\w*) = ([^,#]*)", line):
            values[name] = number(e.strip(), values)
    return values


def printed_reactions(program, path):
    """The JSON of `liaison reactions`; None where it says that it is past its budget, and then what it says."""
    r = subprocess.run([program, "reactions", path, "--json", "--quiet"], capture_output=True, text=True, timeout=100)
    if r.returncode == 4 and not r.stdout:
        return None, r.stderr if "budget" not in r.stderr else ""
    try:
        return json.loads(r.stdout), ""
    except ValueError:
        return None, "reactions: exit %d: %s" % (r.returncode, r.stderr[-300:])


@functools.lru_cache(maxsize=None)
def reactions_of(program, model):
    """The same for the text of a model: one answer for all its states."""
    with tempfile.NamedTemporaryFile("w", suffix=".lia", encoding="utf-8") as file:
        file.write(model)
        file.flush()
        return printed_reactions(program, file.name)


def pairs(reactions, numbers):
    """(what, expression, value) of all functions that have a value at this state, `numbers` being an answer of eval"""
    for h, row in enumerate(reactions["coupling"]):
        for k, e in enumerate(row):
            yield "coupling[%d][%d]" % (h, k), e, numbers.get("coupling") and numbers["coupling"][h][k]
    for k, e in enumerate(reactions["drive"]):
        yield "drive[%d]" % k, e, numbers.get("drive") and numbers["drive"][k]
    if reactions["compatibility"] is not None:
        yield "compatibility", reactions["compatibility"], numbers.get("compatibility")
    multiplier = numbers.get("multiplier") or {}
    for name, e in (reactions["multiplier"] or {}).items():
        if e is not None:
            yield name, e, multiplier.get(name)
    for equation in reactions.get("equations", []):
        yield "the equation of a reaction", equation["lhs"], "0" if multiplier else None


def wrong_reactions(reactions, numbers, values):
    """What of the functions differs from eval's numbers; how many were compared."""
    wrong, count = [], 0
    for what, e, want in pairs(reactions, numbers):
        if want is None:
            continue
        try:
            got = number(e, values)
        except ZeroDivisionError:
            continue                      # a velocity was solved for by what vanishes just here
        count += 1
        if not close(got, float(want), max([1.0] + [abs(x) for x in values.values()])):
            wrong.append("reactions: %s: want %s, got %r" % (what, want[:20], got))
    return wrong, count


def state_values(model, numbers):
    values = parameters(model)
    values.update({name: float(x) for name, x in numbers["state"].items()})
    values.update({name: float(x) for name, x in (numbers.get("multiplier") or {}).items() if x is not None})
    return values


# ---- running and comparing ----

def answer(program, model, given, t, options):
    """The JSON of `liaison eval`, or None and the reason."""
    with tempfile.NamedTemporaryFile("w", suffix=".lia", encoding="utf-8") as file:
        file.write(model)
        file.flush()
        command = [program, "eval", file.name, "--json", "--digits", DIGITS, *options]
        for name, value in given.items():
            command += ["--set", "%s=%s" % (name, value)]
        if t not in ("0", "0.0", None):
            command += ["--set", "t=%s" % t]
        try:
            r = subprocess.run(command, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return None, "timeout"
    try:
        return json.loads(r.stdout), ""
    except ValueError:
        return None, "exit %d: %s" % (r.returncode, (r.stderr or r.stdout)[-300:])


def same(want, got):
    try:
        a, b = Decimal(str(want)), Decimal(str(got))
    except InvalidOperation:
        return str(want) == str(got)
    return abs(a - b) <= TOLERANCE * max(Decimal(1), abs(a), abs(b))


def compare(want, got, path, wrong):
    """Every leaf of `want` against the same place in `got`; returns their number, appends what differs."""
    if isinstance(want, dict):
        return sum(compare(v, got.get(k) if isinstance(got, dict) else None, path + "." + k, wrong) for k, v in want.items())
    if isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            wrong.append(path + ": another number of entries")
            return 1
        return sum(compare(v, g, "%s[%d]" % (path, i), wrong) for i, (v, g) in enumerate(zip(want, got)))
    if got is None and want is not None:
        wrong.append(path + " is missing")
    elif not same(want, got):
        wrong.append("%s: want %.24s, got %.24s" % (path, want, got))
    return 1


def run_case(program, reactions, tag, case):
    model, given, t, want, options = case
    wrong = []
    got, reason = answer(program, model, given, t, options)
    if got is None:
        return 1, [tag + ": " + reason]
    count = compare(want, got, tag, wrong)
    if reactions and got.get("coupling"):
        functions, reason = reactions_of(program, model)
        if functions is not None:
            different, compared = wrong_reactions(functions, {**got, **want}, state_values(model, got))
            wrong += [tag + ": " + w for w in different]
            count += compared
        elif reason:
            wrong.append(tag + ": " + reason)
    return count, wrong


def touches(system):
    return system["name"] in CONTACTS or any("contact" in c for c in system.get("constraints", []))


# The file of each set, the systems of it that belong to the set, and their cases
CASES = {
    "tzenoff": ("tzenoff", lambda s: "T0" in s, tzenoff_cases),
    "gallissot-1-3": ("gallissot-1-3", lambda s: "kinetic_energy" in s, gallissot_cases),
    "contact": ("gallissot-1-3", touches, contact_cases),
}


def run(program, name, reactions):
    source, belongs, cases_of = CASES[name]
    with open(os.path.join(HERE, source + ".json"), encoding="utf-8") as file:
        systems = [s for s in json.load(file)["systems"] if belongs(s)]
    cases = [("%s#%d" % (s["name"], i), case) for s in systems for i, case in enumerate(cases_of(s))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda c: run_case(program, reactions, *c), cases))
    wrong = [w for _, ws in results for w in ws]
    for w in wrong[:40]:
        print("  " + w)
    if len(wrong) > 40:
        print("  and %d more" % (len(wrong) - 40))
    values = sum(n for n, _ in results)
    print("%s: %d systems, %d states, %d values, %d wrong" % (name, len(systems), len(cases), values, len(wrong)))
    return not wrong and values > 0


def main():
    arguments = argparse.ArgumentParser(description="Compares the program's answers with the gold numbers.")
    arguments.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
    arguments.add_argument("--numbers", action="store_true", help="only numbers, not the functions that `liaison reactions` prints")
    arguments.add_argument("set", nargs="*", help="one of " + ", ".join(CASES))
    options = arguments.parse_args()
    unknown = [name for name in options.set if name not in CASES]
    if unknown:
        arguments.error("no such set: " + " ".join(unknown))
    return 0 if all([run(options.program, name, not options.numbers) for name in options.set or ["tzenoff"]]) else 1


if __name__ == "__main__":
    sys.exit(main())
