"""Expressions of the language as SymPy's, read by the language's own grammar: nothing is evaluated as Python."""
import re

import sympy

_TOKEN = re.compile(r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)|(?P<name>[^\W\d]\w*(?:\.\w+)*'*)|(?P<sign>[-+*/^(),]))")

_KNOWN = {
    "abs": sympy.Abs, "sign": sympy.sign, "min": sympy.Min, "max": sympy.Max,
    **{name: getattr(sympy, name) for name in "sin cos tan cot sec csc asin acos atan atan2 sinh cosh tanh exp log sqrt".split()},
}
_LETTERS = {"lambda": "lamda"}                   # as SymPy writes it


class Scope:
    """What names mean: t, the parameters, and functions of t"""

    def __init__(self, model):
        self.t = sympy.Symbol("t")
        self.parameters = {name: sympy.Symbol(name) for name in model.parameters}
        self.unknown = set(model.functions)

    def equation(self, left, right):
        return sympy.Eq(self.read(left), self.read(right), evaluate=False)

    def read(self, text):
        return _Reader(self, text).all()

    def name(self, name):
        base, primes = name.rstrip("'"), name.count("'")
        if base in self.parameters:
            return self.parameters[base]
        if base == "t":
            return self.t
        if base == "pi":
            return sympy.pi
        e = sympy.Function(_LETTERS.get(base, base))(self.t)
        return e.diff(self.t, primes) if primes else e

    def call(self, name, arguments):
        base, primes = name.rstrip("'"), name.count("'")
        if base in self.unknown:
            function, (u,) = sympy.Function(base), arguments
            if not primes:
                return function(u)
            x = sympy.Dummy("x")
            return sympy.Subs(function(x).diff(x, primes), x, u).doit()
        if name == "int":
            e, x, *rest = arguments
            y = sympy.Dummy(str(x))                # the antiderivative from x0, or with no constant
            return sympy.Integral(e.subs(x, y), (y, rest[0], x)) if rest else sympy.Integral(e, x)
        if name not in _KNOWN:
            raise ValueError("'%s' has no meaning in SymPy here" % name)
        return _KNOWN[name](*arguments)


class _Reader:
    """sum: product +- ...; product: factor */ ...; factor: -factor | power; power: atom ^ factor"""

    def __init__(self, scope, text):
        self.scope, self.tokens, at = scope, [], 0
        while text[at:].strip():
            match = _TOKEN.match(text, at)
            if match is None:
                raise ValueError("%r is not an expression" % text)
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            at = match.end()
        self.tokens.append(("end", ""))
        self.i = 0

    def accept(self, *signs):
        kind, text = self.tokens[self.i]
        if kind == "sign" and text in signs:
            self.i += 1
            return text
        return None

    def expect(self, sign):
        if not self.accept(sign):
            raise ValueError("'%s' is expected" % sign)

    def all(self):
        e = self.sum()
        if self.tokens[self.i][0] != "end":
            raise ValueError("an operator is expected before %r" % self.tokens[self.i][1])
        return e

    def sum(self):
        e = self.product()
        while True:
            sign = self.accept("+", "-")
            if sign is None:
                return e
            right = self.product()
            e = e + right if sign == "+" else e - right

    def product(self):
        e = self.factor()
        while True:
            sign = self.accept("*", "/")
            if sign is None:
                return e
            right = self.factor()
            e = e * right if sign == "*" else e / right

    def factor(self):
        if self.accept("-"):
            return -self.factor()
        e = self.atom()
        return e ** self.factor() if self.accept("^") else e

    def atom(self):
        kind, text = self.tokens[self.i]
        if self.accept("("):
            e = self.sum()
            self.expect(")")
            return e
        self.i += 1
        if kind == "number":
            return sympy.Rational(text)
        if kind != "name":
            raise ValueError("a number or a name is expected")
        if not self.accept("("):
            return self.scope.name(text)
        arguments = [self.sum()]
        while self.accept(","):
            arguments.append(self.sum())
        self.expect(")")
        return self.scope.call(text, arguments)
