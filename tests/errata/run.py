#!/usr/bin/env python3
"""The misprints of the papers (docs/theory/tzenoff.md, section 12) as claims that `prove` must refute, each with a state that
`eval` takes; beside them the corrected formulas, which it must prove.

    tests/errata/run.py [--program build/liaison] [NAME ...]

In the models here the line `# misprint`, or `# misprint: ...`, stands just before a claim that is false; all others are true.
Of the table only what can be true or false is here. Not here:
- labels and numbering: BSMF after (6), before (11); MA (17)-(22);
- bars and letters, with no other reading: BSMF Γ for T̄0 in (6)-(9), (I), (V); (19) dS̄0/dq''; 5 bar on Q⁰; 6 "S_i and S_i";
  7 "t dt", Q^p, T_1^q; 8a K_0 and 4c K_7, which are names of nothing (K_r = 0 and K_5 = 0 are proved);
- an index that nothing binds: BSMF 3, first sum of δT0 over α; 5, Q̄⁰_i δq_r;
- an entry left out: BSMF 4a table of G (the whole table is proved);
- words: MA 1, finite constraints free of the time (forms.lia has them depending on it, and the formulas hold); MA end of 2;
- JM where the print is unreadable, (1), (2), (7)-(10), 5, (14), (20)-(22), 9: there is nothing to refute, what is right is proved;
- MA (14), (15): the table tells the index only; it is tried in the sums that define T1 and S1 (indices.lia)."""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DIGITS = 40


def run(program, command, name, *options):
    """(exit status, object printed, messages)"""
    path = os.path.join(HERE, name + ".lia")
    r = subprocess.run([program, command, path, "--json", *options], capture_output=True, text=True, timeout=120)
    try:
        return r.returncode, json.loads(r.stdout), r.stderr
    except ValueError:
        return r.returncode, {}, r.stderr or "no JSON: " + r.stdout[:200]


def misprints(wrong, name):
    """The lines of the claims that are marked."""
    with open(os.path.join(HERE, name + ".lia"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    marks = [i for i, line in enumerate(lines) if re.match(r"#\s*misprint\b", line)]
    for i in marks:
        if i + 1 == len(lines) or not lines[i + 1].startswith("claim "):
            wrong.append("%s.lia:%d: no claim after this line" % (name, i + 1))
    return {i + 2 for i in marks}


def try_state(program, name, claim):
    """The state that refutes a claim: eval takes it, and it satisfies the constraints."""
    where, state = "%s.lia:%d" % (name, claim["line"]), claim["counterexample"]
    if not state:
        return [where + ": no state that refutes it"]
    given = [word for item in state.items() for word in ("--set", "%s=%s" % item)]
    status, answer, messages = run(program, "eval", name, "--digits", str(DIGITS), *given)
    if status != 0 or answer.get("status") != "compatible":
        return ["%s: eval %s: exit %d, %s\n    %s" % (where, " ".join(given), status, answer.get("status"), messages[-400:].strip())]
    return ["%s: eval %s: off the constraint %s by %s" % (where, " ".join(given), k, v)
            for k, v in answer["residual"].items() if abs(float(v)) > 10.0 ** (10 - DIGITS)]


def try_model(program, name):
    """(misprints refuted, formulas proved, what is wrong)"""
    wrong = []
    false = misprints(wrong, name)
    status, answer, messages = run(program, "prove", name)
    claims = answer.get("claims", [])
    if status != (1 if false else 0) or messages:
        wrong.append("%s.lia: prove: exit %d %s" % (name, status, messages[-400:].strip()))
    for line in false - {c["line"] for c in claims}:
        wrong.append("%s.lia:%d: not decided" % (name, line))
    for c in claims:
        if c["holds"] is not (c["line"] not in false):
            want = "false" if c["line"] in false else "true"
            wrong.append("%s.lia:%d: holds is %s, not %s: %s" % (name, c["line"], json.dumps(c["holds"]), want, c["claim"]))
    refuted = [c for c in claims if c["holds"] is False]
    for c in refuted:
        wrong += try_state(program, name, c)
    proved = sum(c["holds"] is True for c in claims)
    if proved == 0:
        wrong.append("%s.lia: nothing is proved" % name)
    return len(refuted), proved, wrong


def main():
    arguments = argparse.ArgumentParser(description="Refutes the misprints, proves the corrected formulas.")
    arguments.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
    arguments.add_argument("name", nargs="*", help="names of models; all of them if none is given")
    options = arguments.parse_args()
    program = os.path.abspath(options.program)
    names = options.name or sorted(f[:-4] for f in os.listdir(HERE) if f.endswith(".lia"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda name: try_model(program, name), names))
    wrong = [w for result in results for w in result[2]]
    for w in wrong:
        print("  " + w)
    print("%d models, %d misprints refuted, %d formulas proved, %d wrong" %
          (len(names), sum(r[0] for r in results), sum(r[1] for r in results), len(wrong)))
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
