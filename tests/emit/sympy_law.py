"""Checks modules that `emit --lang sympy` wrote against values of `eval`: a request a line, a list of complaints a line. For run.py."""
import json
import sys

import sympy as sp


def word(name):
    stem = name.rstrip("'")
    return stem.replace(".", "_") + ("", "_dot", "_ddot")[len(name) - len(stem)]


class Numbers(dict):
    """Values of the symbols of a module, by the names of the model"""

    def __init__(self, module, values):
        self.module = module
        for name, value in values["state"].items():
            self.give(name, value)
        for name, value in values["acceleration"].items():
            self.give(name + "''", value)
        for name, value in values["quasi_acceleration"].items():
            self.give(name + "'", value)
        for name, value in values["multiplier"].items():
            self.give(name, value)

    def give(self, name, value):
        for symbol in (self.module.get(word(name) + "_"), self.module.get(word(name))):
            if isinstance(symbol, sp.Symbol) and value is not None:
                self[symbol] = sp.Float(value, 25)
                break


def small(x, scale=1):
    x = sp.N(x, 20)
    return x.is_number and abs(x) <= sp.Float("1e-12") * (1 + abs(scale))


def complaints(request):
    module = {}
    exec(compile(open(request["file"], encoding="utf-8").read(), request["file"], "exec"), module)
    found, values = [], request["values"]
    numbers = {**module["values"], **Numbers(module, values)}

    def put(e):
        return sp.N(sp.sympify(e).subs(numbers), 20)

    for i, eq in enumerate(module["equations"] + module["completing"]):
        if eq in (sp.true, True):
            continue
        momenta = {m: put(e) for m, e in module["momenta"].items()}
        left, right = [put(side.subs(module["functions"]).subs(momenta)) for side in (eq.lhs, eq.rhs)]
        if any(str(x).startswith("p_") for x in (left - right).free_symbols):        # the rate of a momentum, which eval does not have
            continue
        if sp.sympify(left - right).has(sp.nan, sp.zoo):         # the velocities that were chosen do not determine the others there
            continue
        if not small(left - right, left):
            found.append("equation %d: %s = %s" % (i, left, right))
    n, r = module["mass_matrix"].rows, module["reaction_matrix"].cols
    rates, reactions = [sp.Matrix([put(x) for x in module[k]]) if len(module[k]) else sp.zeros(0, 1) for k in ("rates", "multipliers")]
    if values["status"] == "compatible":
        law = module["mass_matrix"] * rates - module["forcing"]
        law -= module["reaction_matrix"] * reactions if r else sp.zeros(n, 1)
        for x in law:
            if not small(put(x), 100):
                found.append("the law: %s" % put(x))
    if module["constraint_matrix"].rows:
        for x in module["constraint_matrix"] * rates + module["constraint_rest"]:
            if not small(put(x), 100):
                found.append("constraint: %s" % put(x))
    for q, x in zip(module["coordinates"], module["coordinate_rates"]):
        velocity = values["state"].get(str(q) + "'")
        if velocity is not None and not small(put(x) - sp.Float(velocity, 25)):
            found.append("%s' = %s" % (q, put(x)))
    for name in ("kinetic", "potential", "energy"):
        if name in module and values[name] is not None and not small(put(module[name]) - sp.Float(values[name], 25), 100):
            found.append("%s = %s" % (name, put(module[name])))
    if request["solve"]:
        got, _ = module["solve"]()
        for x, y in zip(got, rates):
            if not small(put(x) - y, y):
                found.append("solve: %s instead of %s" % (put(x), y))
    sp.Matrix([sp.sympify(module["energy"]).subs(module["in_time"])] if "energy" in module else [])
    return found


sys.setrecursionlimit(20000)           # SymPy calls itself for each level of an expression
for line in sys.stdin:
    try:
        result = complaints(json.loads(line))
    except Exception as error:
        result = ["%s: %s" % (type(error).__name__, error)]
    print(json.dumps(result), flush=True)
