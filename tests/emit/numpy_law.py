"""Calls modules that `emit --lang python` wrote: a request a line, an answer a line, in JSON. For run.py."""
import importlib.util
import json
import sys

import numpy as np

modules = {}


def load(file):
    if file not in modules:
        spec = importlib.util.spec_from_file_location("law%d" % len(modules), file)
        modules[file] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(modules[file])
    return modules[file]


def answer(request):
    module = load(request["file"])
    what = request["what"]
    if what == "facts":
        return {"variables": module.variables, "names": module.names, "parameters": {k: float(v).hex() for k, v in module.parameters.items()},
                "start": [float(v).hex() for v in module.start]}
    t, y, p = request["t"], np.array(request["y"]), request.get("p")
    if what == "jacobian":
        return [module.jacobian(t, y).tolist(), module.jacobian_t(t, y).tolist()]
    f = module.rhs if what == "rates" else getattr(module, what)
    one = f(t, y, p)
    many = f(np.array([t, t]), np.stack([y, y], axis=1), p)
    if many.shape != (len(one), 2) or not np.allclose(many, one[:, None], rtol=1e-9, atol=1e-9, equal_nan=True):
        return "two states at once: %s instead of %s" % (many.tolist(), one.tolist())
    return one.tolist()


np.seterr(all="ignore")
for line in sys.stdin:
    try:
        result = answer(json.loads(line))
    except Exception as error:
        result = "%s: %s" % (type(error).__name__, error)
    print(json.dumps(result), flush=True)
