"""The shared library, and one handle of it (include/liaison/bridge.h)."""
import ctypes
import ctypes.util
import os
import sys
import threading

_HERE = os.path.dirname(os.path.abspath(__file__))
_NAMES = ["libliaison.dylib"] if sys.platform == "darwin" else ["libliaison.so", "libliaison.so.0"]


def _candidates():
    """Where it may be, the most particular place first."""
    given = os.environ.get("LIAISON_LIBRARY")
    if given:
        return [given] if not os.path.isdir(given) else [os.path.join(given, name) for name in _NAMES]
    places = [_HERE, os.path.join(_HERE, "..", "..", "build")]
    found = [os.path.join(place, name) for place in places for name in _NAMES]
    try:
        with open(os.path.join(_HERE, "library.txt"), encoding="utf-8") as file:       # written when it was installed
            found.append(os.path.join(_HERE, file.read().strip()))
    except OSError:
        pass
    found = [path for path in found if os.path.exists(path)]
    on_system = ctypes.util.find_library("liaison")
    return found + ([on_system] if on_system else [])


def _load():
    tried = _candidates()
    for path in tried:
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            reason = error
    if not tried:
        raise ImportError("libliaison is not found; LIAISON_LIBRARY may name the file (`make` leaves build/libliaison.so)")
    raise ImportError("libliaison: %s" % reason)


_strings = ctypes.POINTER(ctypes.c_char_p)
_doubles = ctypes.POINTER(ctypes.c_double)
TICK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_double, ctypes.c_double)

_FUNCTIONS = {
    "new": (ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]),
    "free": (None, [ctypes.c_void_p]),
    "set": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_size_t, _strings]),
    "text": (ctypes.c_char_p, [ctypes.c_void_p]),
    "said": (ctypes.c_char_p, [ctypes.c_void_p]),
    "line": (ctypes.c_int, [ctypes.c_void_p]),
    "column": (ctypes.c_int, [ctypes.c_void_p]),
    "version": (ctypes.c_char_p, []),
    "ask": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, _strings]),
    "begin": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_size_t, _strings]),
    "count": (ctypes.c_size_t, [ctypes.c_void_p, ctypes.c_int]),
    "name": (ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]),
    "numbers": (_doubles, [ctypes.c_void_p, ctypes.c_int]),
    "rates": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p]),
    "observe": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p]),
    "jacobian": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p]),
    "run": (ctypes.c_int, [ctypes.c_void_p, TICK, ctypes.c_void_p]),
    "rows": (ctypes.c_size_t, [ctypes.c_void_p, ctypes.POINTER(_doubles)]),
    "crossings": (ctypes.c_size_t, [ctypes.c_void_p, ctypes.POINTER(_doubles)]),
    "stop": (None, [ctypes.c_void_p]),
}


class _Functions:
    def __init__(self, library):
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, "li_bridge_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)


_shared = _load()
functions = _Functions(_shared)
_shared.li_thread_end.restype, _shared.li_thread_end.argtypes = None, []


class _ThreadEnd:
    """Lives in a thread, and dies with it: then what is kept for the thread below the library is given back."""

    _end = _shared.li_thread_end

    def __del__(self):
        self._end()


_thread = threading.local()

OK, INPUT, UNDECIDED, SINGULAR, MEMORY = 0, 3, 7, 5, 1
STATUS = ["ok", "memory", "domain", "input", "limit", "singular", "budget", "undecided", "absent", "file"]
VARIABLES, PARAMETERS, COLUMNS, EVENTS, TIMES = range(5)


def decode(text):
    return text.decode("utf-8", "replace") if text else ""


def _array(strings):
    encoded = [s.encode("utf-8") for s in strings]
    for s in encoded:
        if b"\0" in s:
            raise ValueError("a text with a zero byte")
    return len(encoded), (ctypes.c_char_p * (len(encoded) + 1))(*encoded)


class Handle:
    """A li_bridge. One thread at a time."""

    _free = functions.free

    def __init__(self, name, text):
        if not hasattr(_thread, "end") and threading.current_thread() is not threading.main_thread():
            _thread.end = _ThreadEnd()
        self.pointer = functions.new(name.encode("utf-8", "replace"), text, len(text))
        if not self.pointer:
            raise MemoryError("liaison: out of memory")

    def __del__(self):
        if getattr(self, "pointer", None):
            self._free(self.pointer)
            self.pointer = None

    def set(self, settings):
        return functions.set(self.pointer, *_array(settings))

    def ask(self, what, options):
        return functions.ask(self.pointer, what.encode("ascii"), *_array(options))

    def begin(self, options):
        return functions.begin(self.pointer, *_array(options))

    @property
    def text(self):
        return decode(functions.text(self.pointer))

    @property
    def said(self):
        return decode(functions.said(self.pointer))

    def names(self, which):
        return [decode(functions.name(self.pointer, which, i)) for i in range(functions.count(self.pointer, which))]

    def numbers(self, which):
        at = functions.numbers(self.pointer, which)
        return at[: functions.count(self.pointer, which)] if at else []

    def table(self, function, width):
        """Its numbers, in rows of that width: bytes, and how many rows"""
        first = _doubles()
        rows = function(self.pointer, ctypes.byref(first))
        return rows, ctypes.string_at(first, rows * width * 8) if rows else b""
