"""Numbers sign * sqrt(square) * pi^(halves/2): what a formula of rationals, roots and pi is, exactly.

Parts of a formula that are no such number are balls, and so is what is made of them: `value` keeps exact what it can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import mul

from flint import arb

from tabular.numbers import balls
from theory_checks.core.formula import Number, Operation, Symbol, Term, num, ref
from theory_checks.core.interpret import Values, enclose, exact


@dataclass(frozen=True)
class Surd:
    """The number sign * sqrt(square) * pi^(halves/2); zero has all three 0."""

    sign: int
    square: Fraction
    halves: int = 0

    @property
    def rational(self) -> Fraction | None:
        """The number, if it is a rational one."""
        root = None if self.halves else _root_of(self.square)
        return None if root is None else self.sign * root

    @property
    def ball(self) -> arb:
        """An enclosure of the number."""
        if self.rational is not None:
            return balls.ball(self.rational)
        power, square = arb.pi() ** abs(self.halves), balls.ball(self.square)
        return self.sign * (square / power if self.halves < 0 else square * power).sqrt()

    def __neg__(self) -> Surd:
        return replace(self, sign=-self.sign)

    def __mul__(self, other: Surd) -> Surd:
        sign = self.sign * other.sign
        return Surd(sign, self.square * other.square, self.halves + other.halves) if sign else ZERO

    def __truediv__(self, other: Surd) -> Surd:
        return self * replace(other, square=1 / other.square, halves=-other.halves)


Value = Surd | arb


def surd_of(x: Fraction | int) -> Surd:
    """Return a rational number."""
    return Surd((x > 0) - (x < 0), Fraction(x) ** 2)


ZERO, ONE = surd_of(0), surd_of(1)


def value(formula: Term, values: Values | None = None) -> Value:
    """Return what a formula is worth: a surd if its parts allow, otherwise a ball."""
    node, known = num(formula), values or {}
    if isinstance(node, Number):
        return surd_of(node.value)
    if isinstance(node, Symbol) and not isinstance(known.get(node.name), arb | list | None):
        return value(known[node.name], known)
    if not isinstance(node, Operation):
        return enclose(node, known)
    return _operation(node, [value(x, known) for x in node.args])


def surd(formula: Term, values: Values | None = None) -> Surd:
    """Return the surd that a formula is; one that is not known to be one is refused."""
    number = value(formula, values)
    if isinstance(number, arb):
        raise ValueError(f"a formula must be made of rationals, roots and pi to be exact, got {formula} = {number}")
    return number


def _operation(node: Operation, parts: Sequence[Value]) -> Value:
    if node.name in ("min", "max"):
        return _extreme(node, parts)
    if node.name in ("*", "/"):  # what is left as it is keeps its digits
        parts = [x for i, x in enumerate(parts) if isinstance(x, arb) or x != ONE or (i == 0 and node.name == "/")]
        if len(parts) < 2:
            return parts[0] if parts else ONE
    surds = [x for x in parts if isinstance(x, Surd)]
    number = _EXACT[node.name](surds) if node.name in _EXACT and len(surds) == len(parts) else None
    return _enclosed(node, parts) if number is None else number


def _enclosed(node: Operation, parts: Sequence[Value]) -> arb:
    names = {f"x{i}": _ball(x) for i, x in enumerate(parts)}
    return enclose(replace(node, args=tuple(map(ref, names))), names)


def _extreme(node: Operation, parts: Sequence[Value]) -> Value:
    """Return the least or the largest part itself where the balls tell which it is."""
    ahead: Callable[[arb, arb], bool] = arb.__lt__ if node.name == "min" else arb.__gt__
    for x in parts:
        if all(x is y or x == y or ahead(_ball(x), _ball(y)) for y in parts):
            return x
    return _enclosed(node, parts)


def _ball(x: Value) -> arb:
    return x if isinstance(x, arb) else x.ball


def _root_of(x: Fraction) -> Fraction | None:
    try:
        return exact(Operation("sqrt", (Number(x),)))
    except ValueError:
        return None


def _added(terms: Sequence[Surd]) -> Surd | None:
    """Return a sum of rational multiples of one surd."""
    unit = next((x for x in terms if x.sign), ZERO)
    shares = [(x / unit).rational for x in terms] if unit.sign else []
    known = [share for share in shares if share is not None]
    return unit * surd_of(sum(known)) if len(known) == len(shares) else None


def _power(parts: Sequence[Surd]) -> Surd | None:
    base, exponent = parts[0], parts[1].rational
    if exponent is None or exponent.denominator != 1:
        return None
    factors = [base] * abs(int(exponent))
    return ONE / reduce(mul, factors, ONE) if exponent < 0 else reduce(mul, factors, ONE)


def _root(parts: Sequence[Surd]) -> Surd | None:
    root = _root_of(parts[0].square)
    if root is None or parts[0].sign < 0 or parts[0].halves % 2:
        return None
    return Surd(parts[0].sign, root, parts[0].halves // 2)


_EXACT: Mapping[str, Callable[[Sequence[Surd]], Surd | None]] = {
    "pi": lambda _: Surd(1, Fraction(1), 2),
    "+": _added,
    "-": lambda x: _added([x[0], -x[1]]),
    "*": lambda x: reduce(mul, x),
    "/": lambda x: x[0] / x[1],
    "neg": lambda x: -x[0],
    "abs": lambda x: x[0] if x[0].sign >= 0 else -x[0],
    "pow": _power,
    "sqrt": _root,
    "log": lambda x: ZERO if x[0] == ONE else None,
}
