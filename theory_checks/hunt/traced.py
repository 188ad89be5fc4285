"""Exact numbers that remember how they were made, so that what a claim computes becomes a certificate.

The claim is run once more on its counterexample, with numbers that are a value and a formula of the certificate. The
value is a Fraction, or a ball where a logarithm, an exponential or a root was taken. Each comparison on the way is kept
as a fact, so that the run is the one that the certificate describes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite, isinf
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate
from theory_checks.core.formula import NEGATED, Formula, Relation, absolute, maximum, num, operation, ref
from theory_checks.hunt.followed import EXACT, Followed, apply_float

BITS = 256
_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq, "!=": operator.ne,
}  # fmt: skip
_JOINED: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip
Value = Fraction | arb


class UndecidedError(ArithmeticError):
    """Balls overlap: which number is larger is not known."""


@dataclass
class Trace:
    """What a certificate has to say of the numbers so far."""

    constants: dict[str, Any] = field(default_factory=dict[str, Any])
    objects: dict[str, Any] = field(default_factory=dict[str, Any])
    facts: dict[str, Any] = field(default_factory=dict[str, Any])  # by their texts: each once

    def named(self, letter: str, thing: Any) -> str:
        """Give an object the next name with this letter."""
        name = f"{letter}{sum(key[0] == letter for key in self.objects)}"
        self.objects[name] = thing
        return name

    def state(self, relation: Relation) -> None:
        """Keep a relation as a fact."""
        self.facts[str(relation)] = relation


class Traced(Followed):
    """A number with its formula; a constant like log 2 belongs to no trace, and gives way to floats.

    `closed` is the formula with all that is rational put in as a number: where two are alike, the numbers are equal.
    """

    def __init__(self, value: Value, formula: Formula, trace: Trace | None, closed: Formula | None = None) -> None:
        self.value, self.formula, self.trace = value, formula, trace
        self.closed = num(value) if isinstance(value, Fraction) else closed or formula

    def joined(self, name: str, other: Any, *, swapped: bool) -> Any:
        """Return the result of an operation with both formulas joined."""
        if isinstance(other, float) and self.trace is None:
            return _JOINED[name](*((other, self.nearest) if swapped else (self.nearest, other)))
        if not isinstance(other, (Traced, *EXACT)):
            return NotImplemented
        pair = self, other if isinstance(other, Traced) else Traced(*read(other), None)
        x, y = pair[::-1] if swapped else pair
        join = _JOINED[name]
        value = _valued(join, x.value, y.value)
        return Traced(value, join(x.formula, y.formula), self._trace_with(other), join(x.closed, y.closed))

    def applied(self, name: str) -> Any:
        """Return the value of a function, a ball unless it is neg or abs."""
        if name == "neg":
            return Traced(-self.value, -self.formula, self.trace, -self.closed)
        if name == "abs":
            return Traced(abs(self.value), absolute(self.formula), self.trace, absolute(self.closed))
        with ctx.workprec(BITS):
            value = getattr(ball(self.value), name)()
        if not value.is_finite():
            raise ValueError(f"{name} must have an argument in its domain, got {self}")
        return Traced(value, operation(name, self.formula), self.trace, operation(name, self.closed))

    def powered(self, exponent: int) -> Traced:
        """Return an integer power."""
        with ctx.workprec(BITS):
            return Traced(self.value**exponent, self.formula**exponent, self.trace, self.closed**exponent)

    def compared(self, sign: str, other: Any) -> bool:
        """Decide a comparison, and keep how it went as a fact."""
        if isinstance(other, float) and isinf(other):
            return _TESTS[sign](0.0, other)
        exactly = Fraction(other) if isinstance(other, float) and isfinite(other) else other  # as Python compares them
        value, formula = read(exactly)
        same = not _exact(self.value, value) and isinstance(other, Traced) and other.closed == self.closed
        true = sign in ("<=", ">=", "=") if same else _decided(sign, self.value, value)
        if (trace := self._trace_with(other)) and not same:
            trace.state(Relation(self.formula, sign if true else NEGATED[sign], formula))
        return true

    def largest(self, items: list[Any]) -> Any:
        """Return the largest of some numbers; which it is, is not asked, so that ties of balls do no harm."""
        if self.trace is None and any(isinstance(x, float) for x in items):
            return max(x.nearest if isinstance(x, Traced) else float(x) for x in items)
        values, formulas = zip(*map(read, items), strict=True)
        closed = [x.closed if isinstance(x, Traced) else formula for x, formula in zip(items, formulas, strict=True)]
        top = values[0]
        for value in values[1:]:
            with ctx.workprec(BITS):
                top = max(top, value) if _exact(top, value) else ball(top).max(ball(value))
        trace = next((x.trace for x in items if isinstance(x, Traced) and x.trace), None)
        return Traced(top, _maximum(formulas), trace, _maximum(closed))

    def _trace_with(self, other: Any) -> Trace | None:
        return self.trace or (other.trace if isinstance(other, Traced) else None)

    @property
    def nearest(self) -> float:
        """A float near the number."""
        return float(self.value) if isinstance(self.value, Fraction) else float(self.value.mid())

    @property
    def is_rational(self) -> bool:
        """Tell whether the number is known exactly."""
        return isinstance(self.value, Fraction)

    def __str__(self) -> str:
        return str(self.value) if isinstance(self.value, Fraction) else self.value.str(10, radius=False)


def _maximum(formulas: Sequence[Formula]) -> Formula:
    return formulas[0] if len(formulas) == 1 else maximum(*formulas)


def _exact(*values: Value) -> bool:
    return all(isinstance(x, Fraction) for x in values)


def ball(x: Value) -> arb:
    """Return a ball around a number."""
    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else x


def _valued(joined: Callable[[Any, Any], Any], a: Value, b: Value) -> Value:
    if _exact(a, b):
        return joined(a, b)
    with ctx.workprec(BITS):
        return joined(ball(a), ball(b))


def _decided(sign: str, a: Value, b: Value) -> bool:
    if _exact(a, b):
        return _TESTS[sign](a, b)
    with ctx.workprec(BITS):
        left, right = ball(a), ball(b)
        if _TESTS[sign](left, right):
            return True
        if _TESTS[NEGATED[sign]](left, right):
            return False
    raise UndecidedError(f"balls of {BITS} bits must decide a comparison, got {left} and {right}")


def read(x: Any) -> tuple[Value, Formula]:
    """Return value and formula of a number."""
    if isinstance(x, Traced):
        return x.value, x.formula
    if not isinstance(x, EXACT):
        raise TypeError(f"a number of a certificate must be an int or a Fraction, got {type(x).__name__} {x!r}")
    exact = Fraction(int(x)) if isinstance(x, np.integer) else Fraction(x)
    return exact, num(exact)


def traced(values: Array, trace: Trace, name: str = "") -> Array:
    """Return exact numbers as traced ones: entries of a list of the certificate, or plain numbers."""
    found = np.empty(values.shape, dtype=object)
    for place in np.ndindex(values.shape):
        exact = Fraction(values.item(place))
        found[place] = Traced(exact, ref(name, *place) if name else num(exact), trace)
    return found


def plain(values: Any) -> Array:
    """Return the rationals of traced numbers."""
    array = np.asarray(values, dtype=object)
    found = np.empty(array.shape, dtype=object)
    for place in np.ndindex(array.shape):
        found[place] = read(array[place])[0]
    return found


def function(name: str, x: Any) -> Any:
    """Return exp, log or sqrt: of a float as a float, of what is exact as an exact number with its formula."""
    if isinstance(x, Followed):
        return x.applied(name)
    return Traced(*read(x), None).applied(name) if isinstance(x, EXACT) else apply_float(name, x)


def certificate(comparison: tuple[Any, str, Any], trace: Trace, claim: str) -> Certificate:
    """Return the certificate that a comparison which a claim made is false."""
    left, sign, right = comparison
    (_, a), (_, b) = read(left), read(right)
    where = "on the MDP M0" if "M0" in trace.objects else "at these numbers"
    return Certificate(
        says=f"The claim {claim} fails {where}.",
        constants=trace.constants,
        objects=trace.objects,
        facts=list(trace.facts.values()),
        conclusion=Relation(a, NEGATED[sign], b),
        assumed=[f"that {claim} claims the opposite of the conclusion here: both sides are those of its own run"],
    )
