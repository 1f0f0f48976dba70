"""The same pendulum on a cart with SymPy's LagrangesMethod: mass matrix and forcing, not simplified.

One line of JSON a size: seconds of processor time. usage: sympy_pendulum.py n [n ...]"""
import json
import sys
import time

import sympy as sm
from sympy.core.cache import clear_cache
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols


def derive(n):
    q = dynamicsymbols("q0:%d" % (n + 1))
    m = sm.symbols("m0:%d" % (n + 1))
    l = sm.symbols("l1:%d" % (n + 1))
    g = sm.Symbol("g")
    t = dynamicsymbols._t
    x, y = q[0], sm.S.Zero
    T, V = m[0] * x.diff(t) ** 2 / 2, 0
    for i in range(n):
        x = x + l[i] * sm.cos(q[i + 1])
        y = y + l[i] * sm.sin(q[i + 1])
        T += m[i + 1] * (x.diff(t) ** 2 + y.diff(t) ** 2) / 2
        V += m[i + 1] * g * y
    method = LagrangesMethod(T - V, list(q))
    method.form_lagranges_equations()
    return method.mass_matrix, method.forcing


for size in sys.argv[1:]:
    clear_cache()
    start = time.process_time()
    derive(int(size))
    spent = time.process_time() - start
    print(json.dumps({"n": int(size), "seconds": round(spent, 6), "version": sm.__version__}))
