"""The hinge chain of chain.h: right-hand sides at n = 2 .. 100, ours against MuJoCo, Simbody and a program written by hand.

bench/run takes the rows of results(). Alone: python3 bench/chain.py prints them. What is not installed is skipped, and that is said."""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.join(os.path.dirname(HERE), "build")
SIZES = [2, 5, 10, 20, 50, 100]
FORMS = {"relative": 20, "absolute": 50, "free": 100}            # the largest n of each: joint coordinates fill the mass matrix
TITLES = {"relative": "angles of the joints", "absolute": "angles of the links", "free": "free bodies"}
LINEAR_FROM = 20
AGREE = 1e-9
SIMBODY_INCLUDES = ["/usr/include/simbody", "/usr/local/include/simbody"]


def lines(command):
    r = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if r.returncode != 0:
        raise RuntimeError("%s: exit %d\n%s" % (command[0], r.returncode, r.stderr[-500:]))
    return [json.loads(line) for line in r.stdout.splitlines() if line.startswith("{")]


def compiled(folder, name, commands):
    """The program, where the compiler finds what it needs; else None."""
    program = os.path.join(folder, name)
    for command in commands:
        if subprocess.run([part.replace("OUT", program) for part in command], cwd=HERE, capture_output=True).returncode != 0:
            return None
    return program


def peers(folder):
    """The programs of the peers that are here, and notes on those that are not."""
    found, notes = {}, []
    hand = os.path.join(folder, "hand.o")
    if not shutil.which("gcc") or subprocess.run(["gcc", "-O2", "-c", "chain_hand.c", "-o", hand], cwd=HERE, capture_output=True).returncode != 0:
        return found, ["no gcc: the chain of MuJoCo and Simbody is skipped"]
    mujoco = compiled(folder, "mujoco_chain", [["gcc", "-O2", "mujoco_chain.c", hand, "-o", "OUT", "-lmujoco", "-lm"]])
    includes = ["-I" + path for path in SIMBODY_INCLUDES]
    simbody = compiled(folder, "simbody_chain", [["g++", "-O2", "simbody_chain.cpp", hand, "-o", "OUT"] + includes +
                                                 ["-lSimTKsimbody", "-lSimTKmath", "-lSimTKcommon", "-lm"]])
    for title, program, package in (("MuJoCo", mujoco, "libmujoco-dev"), ("Simbody", simbody, "libsimbody-dev")):
        if program:
            found[title] = program
        else:
            notes.append("%s is not installed (%s): skipped" % (title, package))
    return found, notes


def keep(best, key, line):
    if "ns" not in line:
        best.setdefault(key, line)
        return
    if line["error"] > AGREE:
        raise RuntimeError("%s: the accelerations differ by %g" % (key, line["error"]))
    if key not in best or line["ns"] < best[key]["ns"]:
        best[key] = line


def measure(rounds):
    """Best nanoseconds: of (form, way, n) ours, of (peer, n); the programs alternate."""
    best, notes = {}, []
    sizes = [str(n) for n in SIZES]
    with tempfile.TemporaryDirectory() as folder:
        programs, notes = peers(folder)
        ours = os.path.join(BUILD, "bench_chain")
        for _ in range(rounds):
            for form, most in FORMS.items():
                for line in lines([ours, form] + [n for n in sizes if int(n) <= most]):
                    keep(best, (form, line["way"], line["n"]), line)
            for line in lines([ours, "hand"] + sizes):
                keep(best, ("C by hand", line["n"]), line)
            for title, program in programs.items():
                for line in lines([program] + sizes):
                    keep(best, (title, line["n"]), line)
    for (title, n) in [key for key in best if len(key) == 2 and "refused" in best[key]]:
        notes.append("%s refuses the chain n=%d: %s" % (title, n, best.pop((title, n))["refused"][:60]))
    return best, notes


def exponent(points):
    """Of n in ns = c n^e, by least squares of the logarithms."""
    x, y = [math.log(n) for n, _ in points], [math.log(ns) for _, ns in points]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def version(title, line):
    number = line.get("version")
    if title == "MuJoCo":
        return "%s %d.%d.%d" % (title, number // 100, number // 10 % 10, number % 10)
    return "%s %s" % (title, number) if number else title


def row(name, value, unit, peer=None, peer_value=None):
    ratio = peer_value / value if peer_value is not None else None
    return {"name": name, "value": value, "unit": unit, "peer": peer, "peer_value": peer_value, "ratio": ratio}


def results(rounds=3):
    """Rows for bench/run, and notes: at each n the quickest form in each way against each peer; then every form; then growth."""
    best, notes = measure(rounds)
    out = []
    for way in ("interpreted", "native"):
        for n in SIZES:
            mine = {form: best[form, way, n]["ns"] for form in FORMS if (form, way, n) in best}
            if not mine:
                continue
            form = min(mine, key=mine.get)
            for title in ("MuJoCo", "Simbody", "C by hand"):
                line = best.get((title, n))
                name = "chain n=%d: quickest, %s (%s)" % (n, way, TITLES[form])
                out.append(row(name, 1e-9 * mine[form], "s", *((version(title, line), 1e-9 * line["ns"]) if line else (None, None))))
    for form in FORMS:
        for way in ("interpreted", "native"):
            for n in SIZES:
                if (form, way, n) in best:
                    line = best.get(("MuJoCo", n)) or best.get(("Simbody", n))
                    title = "MuJoCo" if ("MuJoCo", n) in best else "Simbody"
                    out.append(row("chain n=%d: %s, %s" % (n, TITLES[form], way), 1e-9 * best[form, way, n]["ns"], "s",
                                   *((version(title, line), 1e-9 * line["ns"]) if line else (None, None))))
    for n in SIZES:
        if ("free", "interpreted", n) in best:
            out.append(row("chain n=%d: free bodies, from text to program" % n, best["free", "interpreted", n]["setup"], "s"))
    large = [n for n in SIZES if n >= LINEAR_FROM]
    for key in (("free", "interpreted"), ("free", "native"), ("MuJoCo",), ("Simbody",), ("C by hand",)):
        points = [(n, best[key + (n,)]["ns"]) for n in large if key + (n,) in best]
        if len(points) >= 2:
            name = "free bodies, " + key[1] if key[0] == "free" else key[0]
            out.append(row("chain: exponent of n from %d to %d, %s" % (points[0][0], points[-1][0], name), exponent(points), "1"))
    return out, notes


def main():
    rows, notes = results(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
    for r in rows:
        ours = "%.3f" % r["value"] if r["unit"] == "1" else "%.4g ms" % (1e3 * r["value"]) if r["value"] >= 1e-5 else "%.1f ns" % (1e9 * r["value"])
        print("%-62s %12s %s" % (r["name"], ours, "" if not r["ratio"] else "%8.2f times %s" % (r["ratio"], r["peer"])))
    for note in notes:
        print(note)


if __name__ == "__main__":
    main()
