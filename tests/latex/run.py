#!/usr/bin/env python3
"""The LaTeX that the program writes goes through a real TeX: every example in all its forms, with primes and with dots, its
reactions, and a model with names and words that TeX might stumble over.

    tests/latex/run.py [--program build/liaison]

Without pdflatex nothing is tested, and that is said."""
import argparse
import concurrent.futures
import glob
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ODD = """system odd_name "100 % of \\\\ {braces}, $dollars$, #1 & ~ ^ _ < > é Ω ж 名"
param _x, m_1_2, Ω, mass, q_
coord θ, s12, long_name_3, ж
quasi w_θ = θ' + s12'*sin(long_name_3)
function f(x)
kinetic mass*(w_θ^2 + s12'^2 + ж'^2)/2 + f(θ)*long_name_3'^2
potential sqrt(m_1_2)*cos(θ)^2/(1 + _x^2)^(3/2) + int(f(θ), θ, 0)
constraint roll: s12' = Ω*long_name_3'
"""


def compiles(program, source, options, text=None):
    """None, or what went wrong; a computation past the budget writes nothing, and that is right."""
    r = subprocess.run([program, options[0], source, "--format", "latex", *options[1:]], input=text, capture_output=True, text=True, timeout=120)
    if not r.stdout and options[0] == "reactions" and r.returncode == 4:
        return None
    if not r.stdout:
        return "%s: exit %d: %s" % (options[0], r.returncode, r.stderr.strip())
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "x.tex"), "w", encoding="utf-8") as file:
            file.write(r.stdout)
        tex = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"], cwd=folder, capture_output=True, timeout=120)
        log = tex.stdout.decode("utf-8", "replace")
        if tex.returncode != 0 or not os.path.exists(os.path.join(folder, "x.pdf")):
            errors = [line for line in log.splitlines() if line.startswith(("!", "l."))]
            return "pdflatex: " + " / ".join(errors[:4] or log.splitlines()[-3:])
    return None


def main():
    arguments = argparse.ArgumentParser(description="Compiles the LaTeX of the examples.")
    arguments.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
    program = os.path.abspath(arguments.parse_args().program)
    if shutil.which("pdflatex") is None:
        print("pdflatex is not installed: nothing was tested")
        return 0
    ways = (["derive", "--form", "all"], ["derive", "--form", "all", "--dots"], ["reactions"])
    jobs = [(path, options, None) for path in sorted(glob.glob(os.path.join(ROOT, "examples", "*.lia"))) for options in ways]
    jobs += [("-", options, ODD) for options in ways]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        results = list(pool.map(lambda job: compiles(program, *job), jobs))
    wrong = ["%s %s: %s" % (os.path.basename(job[0]), " ".join(job[1]), result) for job, result in zip(jobs, results) if result]
    for line in wrong:
        print(line)
    print("%d documents, %d wrong" % (len(jobs), len(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
