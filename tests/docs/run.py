#!/usr/bin/env python3
"""What README.md and docs/manual.md show is what the program prints, and the C program of the manual is the one in
examples/.

    tests/docs/run.py [--program build/liaison]"""
import argparse
import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def text(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def transcripts(page):
    """(command, output) of every `$ ...` in the blocks of a page."""
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S):
        for part in [] if language else re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield command, output.strip()


def printed(program, words):
    """What a command prints; None where the page invents its file."""
    if words[0].endswith("liaison") and os.path.exists(os.path.join(ROOT, words[2])):
        command = [program] + words[1:]
    elif words[0] == "head":
        command = words
    else:
        return None
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60).stdout


def timeless(output):
    """How long a proof took is not compared."""
    return re.sub(r"\(\d+\.\d+ s\)", "(... s)", output.strip())


def agrees(output, shown):
    """A line `...` stands for any lines."""
    pieces = re.split(r"^\.\.\.$\n?", timeless(shown) + "\n", flags=re.M)
    return re.fullmatch("(?:.*\\n)*".join(map(re.escape, pieces)), timeless(output) + "\n") is not None


def main():
    arguments = argparse.ArgumentParser(description="Compares the transcripts of the documents with the program.")
    arguments.add_argument("--program", default=os.path.join(ROOT, "build", "liaison"))
    program = os.path.abspath(arguments.parse_args().program)
    checked, wrong = 0, []
    for page in ("README.md", "docs/manual.md"):
        for command, shown in transcripts(text(page)):
            output = printed(program, shlex.split(command))
            if output is None:
                continue
            checked += 1
            if not agrees(output, shown):
                wrong.append("%s: $ %s\nprints\n%s" % (page, command, output))
    if text("examples", "equations.c").strip() not in text("docs", "manual.md"):
        wrong.append("docs/manual.md: not examples/equations.c")
    for w in wrong:
        print(w)
    print("%d transcripts, %d wrong" % (checked, len(wrong)))
    return 1 if wrong or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
