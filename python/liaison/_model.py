"""A model, its answers, its field and its motions."""
import array
import collections
import ctypes
import decimal
import json
import numbers
import os
import re
import signal
import threading
import warnings

from . import _library
from ._library import COLUMNS, EVENTS, PARAMETERS, TIMES, VARIABLES, Handle, functions

try:
    import numpy
except ImportError:
    numpy = None


class LiaisonWarning(UserWarning):
    """What the program would say on standard error besides an answer."""


class Error(Exception):
    """What the library could not do. `line` and `column` (from 1) where the model or a setting is wrong, else None; `status` is the kind:
    'input', 'absent' (a value is missing), 'singular', 'domain', 'limit', 'budget', 'undecided', 'memory'."""

    def __init__(self, message, status="input", line=None, column=None):
        super().__init__(message)
        self.status, self.line, self.column = status, line, column

    def __reduce__(self):
        return Error, (str(self), self.status, self.line, self.column)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run, which ended after its present step: `motion` is what there is of it."""

    def __init__(self, motion=None):
        super().__init__("the run was interrupted")
        self.motion = motion


# ---- what goes in ----

def _written(value):
    """A value as the language writes it; floats exactly, with as few digits as give the same bits."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        raise TypeError("a number or a text is needed, not %r" % value)
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Rational):
        return "%d/%d" % (value.numerator, value.denominator)
    if isinstance(value, numbers.Real) or type(value).__module__.split(".")[0] == "numpy":
        return repr(float(value))
    return str(value).replace("**", "^")         # Decimal, SymPy


def _settings(positional, named):
    together = dict(positional or {})
    together.update(named)
    return {str(name): _written(value) for name, value in together.items()}


def _options(**given):
    """Options of the bridge: None and False are left out, True is the name alone, a list is given many times."""
    out = []
    for name, value in given.items():
        name = name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            out.append(name)
        elif isinstance(value, (list, tuple)):
            out += ["%s=%s" % (name, _written(each)) for each in value]
        else:
            out.append("%s=%s" % (name, _written(value)))
    return out


# ---- what comes out ----

def _fail(handle, status):
    words = handle.said.rstrip("\n")
    line, column = functions.line(handle.pointer) or None, functions.column(handle.pointer) or None
    raise Error(words, _library.STATUS[status], line, column)


def _heed(handle, status, partial=False, level=4):
    """A failure is an Error; what was said besides an answer is a warning."""
    if status != _library.OK and not (partial and status == _library.UNDECIDED and handle.text):
        _fail(handle, status)
    said = handle.said.rstrip("\n")
    if said:
        warnings.warn(said, LiaisonWarning, stacklevel=level)


_NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|-?inf|nan")


def _read_numbers(x, number):
    """Numbers of JSON answers are texts with all their digits."""
    if isinstance(x, str):
        return number(x) if _NUMBER.fullmatch(x) else x
    if isinstance(x, list):
        return [_read_numbers(each, number) for each in x]
    if isinstance(x, dict):
        return {name: _read_numbers(each, number) for name, each in x.items()}
    return x


def _floats(data, width):
    """Bytes of doubles as a table with rows of this width."""
    if numpy is not None:
        return numpy.frombuffer(data, dtype=float).reshape(-1, width).copy()
    flat = array.array("d", data).tolist()
    return [flat[i:i + width] for i in range(0, len(flat), width)]


class Answer(dict):
    """What `liaison ... --json` answers, as a dictionary (docs/language.md); str() is the text for people."""

    def __init__(self, content, model, what, options):
        super().__init__(content)
        self._ask = model._snapshot(), what, options

    def __str__(self):
        model, what, options = self._ask
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LiaisonWarning)
            return model._text(what, options + ["format=text"]).rstrip("\n")

    def __repr__(self):
        return "<liaison %s of %s: %s>" % (self._ask[1], self._ask[0].name, ", ".join(self))

    def __reduce__(self):
        return Answer, (dict(self), *self._ask)

    def latex(self, document=False):
        """The equations for a paper: environments align*; `document`: all that LaTeX needs."""
        model, what, options = self._ask
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LiaisonWarning)
            text = model._text(what, options + ["format=latex"])
        return text if document else _body(text)

    def __bool__(self):
        return True


def _body(document):
    """The last part of a document, its displayed mathematics only; the two commands that may occur in it are written out."""
    start = max(document.rfind("\\subsection*"), document.find("\\begin{document}"))
    blocks = re.findall(r"\\begin\{align\*\}.*?\\end\{align\*\}", document[start:], re.S)
    text = "\n".join(blocks)
    used = [line for line in re.findall(r"\\newcommand\{\\r?rate\}.*", document) if line[len("\\newcommand{"):line.index("}")] + "{" in text]
    return "".join(line + "\n" for line in used) + text


class Equations(Answer):
    """Equations of motion in one form."""

    def __reduce__(self):
        return Equations, (dict(self), *self._ask)

    @property
    def form(self):
        return self["form"]

    @property
    def title(self):
        return self["title"]

    @property
    def unknowns(self):
        return self["unknowns"]

    @property
    def equations(self):
        """(left, right) of each equation of motion, in the language"""
        return [(e["lhs"], e["rhs"]) for e in self.get("equations", [])]

    @property
    def relations(self):
        """(left, right) of what goes with them: velocities in the unknowns, constraints"""
        return [(e["lhs"], e["rhs"]) for e in self.get("relations", [])]

    def __repr__(self):
        return "<liaison equations of %s, %s: %d>" % (self._ask[0].name, self["title"], len(self.equations))

    def _repr_latex_(self):
        return self.latex()

    def sympy(self, relations=False):
        """The equations (and the relations) as sympy.Eq: parameters are symbols, coordinates, velocities and multipliers functions of t."""
        from . import _sympy
        scope = _sympy.Scope(self._ask[0])
        return [scope.equation(*e) for e in self.equations + (self.relations if relations else [])]


class Verdicts(Answer):
    """What is proved, false, or undecided. True in an `if` where every claim is proved."""

    def __reduce__(self):
        return Verdicts, (dict(self), *self._ask)

    @property
    def holds(self):
        """True: all claims are proved; False: one is false; None: none is false, and not all are decided"""
        each = [claim["holds"] for claim in self["claims"]]
        return False if False in each else None if None in each else True

    def __bool__(self):
        return self.holds is True


class _Handled:
    """Keeps a motion that has begun."""

    def __init__(self, model, options):
        self._model, self._options = model, options
        self._handle = model._open()
        _heed(self._handle, self._handle.begin(options), level=5)

    def _names(self, which):
        return self._handle.names(which)


class Field(_Handled):
    """f(t, y), the right-hand side y' of the motion, at any state: for scipy.integrate.solve_ivp and the like.

    names: of y_1 .. y_n; start: y at the state of the model and its settings; t0; parameters: those that occur, with values; columns:
    what observe(t, y) gives. jac(t, y): dy'_i/dy_j. Where the law has no value the numbers are nan. May be called from several threads."""

    def __init__(self, model, options):
        super().__init__(model, options)
        handle = self._handle
        self.names, self.columns = self._names(VARIABLES), self._names(COLUMNS)
        self.parameters = dict(zip(self._names(PARAMETERS), handle.numbers(PARAMETERS)))
        self.start = self._vector(handle.numbers(VARIABLES))
        self.t0 = handle.numbers(TIMES)[0]
        self._lock = threading.Lock()
        n = len(self.names)
        self._y = (ctypes.c_double * n)()
        self._rates, self._seen, self._partial = (ctypes.c_double * n)(), (ctypes.c_double * len(self.columns))(), None

    def __reduce__(self):
        return Field, (self._model, self._options)

    def __repr__(self):
        return "<liaison y' = f(t, y) of %s, y = %s>" % (self._model.name, " ".join(self.names))

    @staticmethod
    def _vector(x):
        return numpy.array(x, dtype=float) if numpy is not None else list(x)

    def _at(self, function, t, y, out):
        if len(y) != len(self.names):
            raise ValueError("y has %d numbers, not %d" % (len(self.names), len(y)))
        with self._lock:
            self._y[:] = y.tolist() if hasattr(y, "tolist") else y
            status = function(self._handle.pointer, t, self._y, out)
            if status != _library.OK:
                _fail(self._handle, status)
            return numpy.array(out) if numpy is not None else list(out)

    def __call__(self, t, y):
        if getattr(y, "ndim", 1) == 2:           # solve_ivp(vectorized=True)
            return numpy.stack([self(t, column) for column in y.T], axis=1)
        return self._at(functions.rates, t, y, self._rates)

    def observe(self, t, y):
        """Coordinates, velocities, multipliers, energy, ... at (t, y), in the order of `columns`"""
        return self._at(functions.observe, t, y, self._seen)

    def jac(self, t, y):
        """The matrix dy'_i/dy_j at (t, y); solve_ivp(..., jac=f.jac)"""
        n = len(self.names)
        with self._lock:
            if self._partial is None:
                self._partial = (ctypes.c_double * (n * n))()
        flat = self._at(functions.jacobian, t, y, self._partial)
        return flat.reshape(n, n) if numpy is not None else [flat[i:i + n] for i in range(0, n * n, n)]


Crossing = collections.namedtuple("Crossing", "event t direction state")
Crossing.__doc__ = "An event that was met: its text, the time, +1 rising, -1 falling, 0 touching, and the columns there."


class Motion:
    """A motion: rows in time, and how it went.

    t: the times; y: the variables, y[i] along the time (as SciPy has it), their names in `names`; motion["theta"]: any of `columns`, among
    them velocities, multipliers, energy. events: Crossings. stopped: 'end', 'event', 'singular', 'incompatible', 'undetermined', 'failed', 'interrupted',
    with `message`. end: the columns at the end, with 't'. energy_drift (None where energy is not conserved), residual, steps, method;
    summary: all that `liaison run --json` tells."""

    def __init__(self, names, columns, rows, events, end, summary):
        self.names, self.columns, self.events, self.end, self.summary = names, columns, events, end, summary
        self._rows, self._place = rows, {name: i + 1 for i, name in reversed(list(enumerate(columns)))}
        self.t = self["t"]
        self.y = [self[name] for name in names]
        if numpy is not None:
            self.y = numpy.array(self.y)
        for name in ("stopped", "message", "energy_drift", "residual", "steps", "method"):
            setattr(self, name, summary[name])

    def __getitem__(self, name):
        if name == "t" and "t" not in self._place:
            i = 0
        elif name in self._place:
            i = self._place[name]
        else:
            raise KeyError("%r is not a column; there are t, %s" % (name, ", ".join(self.columns)))
        return self._rows[:, i].copy() if numpy is not None else [row[i] for row in self._rows]

    def __contains__(self, name):
        return name == "t" or name in self._place

    def __len__(self):
        return len(self._rows)

    def __reduce__(self):
        return Motion, (self.names, self.columns, self._rows, self.events, self.end, self.summary)

    def __repr__(self):
        return "<liaison motion to t = %.10g, %s: %d rows, %d steps (%s)>" % (self.end["t"], self.stopped, len(self), self.steps, self.method)


class _Listener:
    """Hears, during a run, of Ctrl-C and of the user's own progress function; both end the run by stopping it, never by an exception
    in the middle of the library."""

    def __init__(self, handle, progress):
        self.handle, self.progress, self.pending, self.error = handle, progress, None, None
        self.tick = _library.TICK(self._tick)

    def _tick(self, _, t, fraction):
        try:
            if self.progress is not None and self.error is None:
                self.progress(t, fraction)
        except BaseException as error:
            self.error = error
            functions.stop(self.handle.pointer)

    def _signalled(self, number, frame):
        self.pending = number, frame
        functions.stop(self.handle.pointer)

    def __enter__(self):
        self.before = None
        if threading.current_thread() is threading.main_thread():
            before = signal.getsignal(signal.SIGINT)
            if callable(before):
                self.before = before
                signal.signal(signal.SIGINT, self._signalled)
        return self

    def __exit__(self, *_):
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
        self.tick = self.handle = None           # each refers to this object: what is large goes at once

    def raise_pending(self, motion):
        if self.error is not None:
            raise self.error
        if self.pending is None:
            return
        if self.before is signal.default_int_handler:
            raise Interrupted(motion)
        self.before(*self.pending)


class Model:
    """A mechanical system from its file, with settings: Model("hoop.lia", a=1, A="1/2"), or Model("hoop.lia", {"theta'": 0.2}) for names
    with primes, functions ({"f(x)": "sin(x)"}) and modes of contacts ({"tip.mode": "rolling"}). A value is a number or a text in the
    language. Parameters that are set become numbers in equations; a state is where eval, rhs and run begin.

    An object is only text: it may be copied, pickled, and used in several threads at once."""

    def __init__(self, path, settings=None, /, **named):
        with open(path, "rb") as file:
            self._begin(os.fspath(path), file.read(), settings, named)

    @classmethod
    def from_text(cls, text, settings=None, /, **named):
        """The same from a text."""
        model = cls.__new__(cls)
        model._begin("(text)", text.encode("utf-8") if isinstance(text, str) else bytes(text), settings, named)
        return model

    def _begin(self, file, source, settings, named):
        self.file, self._source, self._set = file if isinstance(file, str) else os.fsdecode(file), source, {}
        self._replace(_settings(settings, named))

    def _replace(self, settings):
        handle = Handle(self.file, self._source)
        _heed(handle, handle.set(["%s=%s" % pair for pair in settings.items()]), level=5)
        status = handle.ask("names", ["quiet"])
        _heed(handle, status)
        self._names = [tuple(line.split(" ", 2)) for line in handle.text.splitlines()]
        self._set = settings

    def set(self, settings=None, /, **named):
        """More settings, for all that is asked from now on; the same name again replaces it. The model itself."""
        together = dict(self._set)
        together.update(_settings(settings, named))
        self._replace(together)
        return self

    def _snapshot(self):
        same = Model.__new__(Model)
        same.file, same._source, same._set, same._names = self.file, self._source, dict(self._set), self._names
        return same

    def _open(self, more=None):
        handle = Handle(self.file, self._source)
        settings = dict(self._set)
        settings.update(more or {})
        status = handle.set(["%s=%s" % pair for pair in settings.items()])
        if status != _library.OK:
            _fail(handle, status)
        return handle

    # ---- names ----

    def _of_kind(self, *kinds):
        return [line[1] for line in self._names if line[0] in kinds and len(line) > 1]

    @property
    def name(self):
        return next((name for name in self._of_kind("system") if name), "") or os.path.basename(self.file)

    @property
    def title(self):
        return next((" ".join(line[1:]) for line in self._names if line[0] == "title"), "")

    @property
    def text(self):
        """The model as it was written"""
        return self._source.decode("utf-8", "replace")

    @property
    def settings(self):
        return dict(self._set)

    @property
    def coordinates(self):
        return self._of_kind("coordinate")

    @property
    def quasi_velocities(self):
        return self._of_kind("quasi", "speed")

    @property
    def functions(self):
        return self._of_kind("function")

    @property
    def parameters(self):
        """Names, and values as texts in the language, None where there is none"""
        values = {line[1]: line[2] if len(line) > 2 else None for line in self._names if line[0] == "parameter"}
        values.update({name: value for name, value in self._set.items() if name in values})
        return values

    def __repr__(self):
        return "<liaison model %s%s%s>" % (self.name, ": " if self.title else "", self.title)

    # ---- answers ----

    def _text(self, what, options, more=None):
        handle = self._open(more)
        _heed(handle, handle.ask(what, options), partial=True, level=5)
        return handle.text

    def _answer(self, what, options, more=None):
        return json.loads(self._text(what, options + ["format=json"], more))

    def derive(self, form=None, *, dots=None, values=None, dependent=None, budget=None, chart=None, eliminate=None, eliminate_rates=None, reduce=None):
        """The equations of motion as Equations; `form`: kane, tzenoff-quasi-T, ..., the default one for this system, or "all", a list."""
        options = _options(form=form, dots=dots, values=values, dependent=dependent, budget=budget, chart=chart, eliminate=eliminate,
                           eliminate_rates=eliminate_rates, reduce=reduce)
        found = self._answer("derive", options)
        if form != "all":
            return Equations(found, self, "derive", options)
        rest = [option for option in options if not option.startswith("form=")]
        return [Equations(each, self, "derive", rest + ["form=" + each["form"]]) for each in found.get("forms", [found]) if "omitted" not in each]

    def check(self, *, budget=None):
        """What the model is: degrees of freedom, kinds of constraints, compatibility, what is conserved."""
        options = _options(budget=budget)
        return Answer(self._answer("check", options), self, "check", options)

    def reactions(self, *, dependent=None, budget=None):
        """The multipliers as functions of the state, and where the constraints are compatible."""
        options = _options(dependent=dependent, budget=budget)
        return Answer(self._answer("reactions", options), self, "reactions", options)

    def prove(self, *, identities=None, budget=None):
        """The Verdicts on the claims of the model: a list of dictionaries under "claims"; `holds`, whether all are proved."""
        options = _options(identities=identities, budget=budget)
        return Verdicts(self._answer("prove", options), self, "prove", options)

    def forms(self):
        """The calculator with exterior forms: what the statements form, field and show of the model define."""
        return Answer(self._answer("forms", []), self, "forms", [])

    def eval(self, state=None, /, *, digits=17, functions=None, omega=None, **named):
        """Accelerations, multipliers, energies at a state: eval(theta=1.2, r=4). Numbers are floats, with more than 17 digits Decimals."""
        for name, flag in (("functions", functions), ("omega", omega)):
            if flag is not None and not isinstance(flag, bool):
                named[name] = flag                 # then it is a name of the model
        more = _settings(state, named)
        options = _options(digits=digits, functions=functions is True, omega=omega is True)
        found = self._answer("eval", options, more)
        at = self._snapshot()
        at._set.update(more)
        return Answer(_read_numbers(found, float if digits <= 17 else decimal.Decimal), at, "eval", options)

    # ---- motions ----

    def rhs(self, *, dependent=None):
        """The right-hand side y' = f(t, y) as a Field, which is callable."""
        return Field(self._snapshot(), _options(dependent=dependent))

    def run(self, until=None, *, tol=None, method=None, events=(), section=None, points=None, every=None, native=None, dependent=None, progress=None):
        """The motion from the state of the model. until: a time, an event that ends it ("theta = 0"), or a list of both; events: more of
        them, which are kept; section: rows only where this happens; points, every: rows at even times (1001 unless said); method: taylor, rk,
        adams, bdf; native: "on", "off"; progress: a function of t and the fraction that is done. Ctrl-C ends it with Interrupted."""
        if isinstance(events, str):
            events = [events]
        options = _options(until=until, tol=tol, method=method, event=list(events), section=section, points=points, every=every, native=native,
                           dependent=dependent)
        handle = self._open()
        _heed(handle, handle.begin(options))
        with _Listener(handle, progress) as listener:
            status = functions.run(handle.pointer, listener.tick, None)
        motion = _motion(handle, status)
        listener.raise_pending(motion)
        if motion.stopped not in ("end", "event"):
            warnings.warn("%s: %s: %s" % (self.file, motion.stopped, motion.message), LiaisonWarning, stacklevel=2)
        return motion


def _motion(handle, status):
    _heed(handle, status)
    columns = handle.names(COLUMNS)
    _, data = handle.table(functions.rows, 1 + len(columns))
    rows = _floats(data, 1 + len(columns))
    end = dict(zip(columns, handle.numbers(COLUMNS)))
    end.setdefault("t", handle.numbers(TIMES)[1])
    _, data = handle.table(functions.crossings, 3 + len(columns))
    names = handle.names(EVENTS)
    events = [Crossing(names[int(x[0])], float(x[2]), int(x[1]), dict(zip(columns, map(float, x[3:])))) for x in _floats(data, 3 + len(columns))]
    summary = _read_numbers({**json.loads(handle.text), "system": None}, float)
    return Motion(handle.names(VARIABLES), columns, rows, events, end, summary)
