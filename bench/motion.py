"""Motions in time against integrators of others: what bench/run calls of bench/motion.c.

Runs of all ways alternate inside the program, which is run several times; the best of each counts. Errors are those at the end of the
motion against quadruple precision. Where both a time and an error are compared, ours is the run at the tolerance that is quickest among
those whose error is small enough: that is said beside it."""

TENTH = 0.1


def best_lines(rounds, lines, command):
    """The quickest line of every motion and way, and the setup lines."""
    ways, setup = {}, {}
    for _ in range(rounds):
        for line in lines(command):
            if "setup" in line:
                key = (line["motion"], line["setup"])
                setup[key] = min(line["seconds"], setup.get(key, line["seconds"]))
                continue
            key = (line["motion"], line["way"], line["tol"])
            if key not in ways or line["seconds"] < ways[key]["seconds"]:
                ways[key] = line
    return ways, setup


def quickest(ways, motion, way, error):
    """Our quickest run of this way whose error is at most `error`; None: there is none."""
    found = [line for (m, w, _), line in ways.items() if m == motion and w == way and line["error"] <= error]
    return min(found, key=lambda line: line["seconds"]) if found else None


def peer_name(line):
    return line["way"] + (", compiled by Debian without optimisation" if line["way"].startswith("CVODE") else "")


def results(ways, setup, entry):
    """Entries for one table: times, with the errors of both sides beside them."""
    out = []

    def put(motion, what, ours, theirs, peer):
        e = entry("%s: %s, tol %g" % (motion, what, ours["tol"]), ours["seconds"], "s", peer, theirs["seconds"] if theirs else None)
        e["error"] = ours["error"]
        e["peer_error"] = theirs["error"] if theirs else None
        out.append(e)

    for motion in dict.fromkeys(m for m, _, _ in ways):
        here = {(w, tol): line for (m, w, tol), line in ways.items() if m == motion}
        peers = [line for (w, _), line in here.items() if w.startswith(("GSL", "CVODE"))]
        for theirs in peers:
            for way, error, what in (("native", 1, "Taylor, native, smaller error"), ("interpreted", TENTH, "Taylor, interpreted, a tenth of the error")):
                ours = quickest(ways, motion, way, error * theirs["error"])
                if ours:
                    put(motion, what, ours, theirs, peer_name(theirs))
        for way in ("native", "interpreted"):
            for (w, tol), line in here.items():
                if w == way:
                    put(motion, "Taylor, %s" % way, line, None, None)
        rk = next((line for line in peers if line["way"].startswith("GSL")), None)
        for way in ("native lanes", "lanes", "one by one"):
            lines = [line for (w, _), line in here.items() if w == way]
            small = quickest(ways, motion, way, rk["error"]) if rk else None
            if small:
                theirs = here.get(("ensemble of rk8pd", rk["tol"]), rk)
                put(motion, "ensemble, a motion, %s, smaller error" % way, small, {**theirs, "error": rk["error"]}, rk["way"])
            for line in lines:
                put(motion, "ensemble, a motion, %s" % way, line, None, None)
    for (motion, what), seconds in setup.items():
        out.append(entry("%s: %s" % (motion, what), seconds, "s"))
    return out


def notes(ways):
    return [] if any(w.startswith("GSL") for _, w, _ in ways) else ["GSL is not installed (libgsl-dev): skipped"]
