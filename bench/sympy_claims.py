"""SymPy's simplify on the differences of bench_claims: is it 0, and how long does that take.

One line of JSON a difference, read from standard input as lines of JSON with "n" and "difference"."""
import json
import re
import sys
import time

import sympy as sm
from sympy.core.cache import clear_cache

for line in sys.stdin:
    case = json.loads(line)
    text = re.sub(r"([A-Za-z_]\w*)('+)", lambda m: m.group(1) + "_" + "d" * len(m.group(2)), case["difference"]).replace("^", "**")
    names = set(re.findall(r"[A-Za-z_]\w*", text)) - {"sin", "cos", "tan", "cot", "sqrt", "exp", "log", "abs"}
    e = sm.sympify(text, locals={name: sm.Symbol(name) for name in names})
    clear_cache()
    start = time.process_time()
    result = sm.simplify(e)
    print(json.dumps({"n": case["n"], "seconds": round(time.process_time() - start, 6), "zero": result == 0, "version": sm.__version__}), flush=True)
