"""Balls around formulas whose rational parts are computed exactly before anything is rounded."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball
from theory_checks.core.formula import Formula, Operation, Symbol, Term, log, num, ref
from theory_checks.core.interpret import enclose, exact

Value = Fraction | int | arb | Formula
Values = Mapping[str, Value]


def ball_of(formula: Term, values: Values) -> arb:
    """Return a ball around a formula, given rationals, balls and formulas for its symbols."""
    value = value_of(num(formula), values)
    return value if isinstance(value, arb) else ball(value)


def arguments(formula: Formula, name: str) -> tuple[Formula, ...]:
    """Return what an operation is applied to."""
    if not isinstance(formula, Operation) or formula.name != name:
        raise ValueError(f"a formula must be an operation {name}, got {formula}")
    return formula.args


def logarithm(formula: Formula) -> Formula:
    """Return x of the formula exp(x), where statements about exponentials are decided in rationals."""
    return formula.args[0] if isinstance(formula, Operation) and formula.name == "exp" else log(formula)


def value_of(node: Formula, values: Values) -> Fraction | arb:
    """Return the value of a formula, a rational unless something in it is not."""
    if isinstance(node, Symbol):
        thing = values[node.name]
        return (
            value_of(thing, values)
            if isinstance(thing, Formula)
            else thing
            if isinstance(thing, arb)
            else Fraction(thing)
        )
    if not isinstance(node, Operation):
        return exact(node)
    parts = [value_of(x, values) for x in node.args]
    rational = [x for x in parts if isinstance(x, Fraction)]
    balls = [x for x in parts if isinstance(x, arb)]
    if not balls:
        return _exact_or_ball(node.name, rational)
    if node.name in ("+", "*") and rational:
        return _ball(node.name, [exact(Operation(node.name, tuple(num(x) for x in rational))), *balls])
    return _ball(node.name, parts)


def _exact_or_ball(name: str, parts: list[Fraction]) -> Fraction | arb:
    try:
        return exact(Operation(name, tuple(num(x) for x in parts)))
    except ValueError:  # a root, a logarithm or an exponential that is not rational
        return _ball(name, parts)


def _ball(name: str, parts: list[Fraction] | list[arb] | list[Fraction | arb]) -> arb:
    names = [f"x{i}" for i in range(len(parts))]
    return enclose(Operation(name, tuple(ref(x) for x in names)), dict(zip(names, parts, strict=True)))
