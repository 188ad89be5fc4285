"""The printed rates beside what their notation hides, and exponents of their terms."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Number, Operation, ref

Bounds = Mapping[str, tuple[Formula, Formula]]  # dominant and private term


def parts(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas of which an operation is made."""
    return formula.args if isinstance(formula, Operation) else ()


def rate(id_: str) -> Formula:
    """Return the rate that a statement prints, without its hidden factors."""
    return formal_of(__file__, id_).let["rate"]


def terms(id_: str) -> tuple[Formula, Formula]:
    """Return the term of a rate without epsilon and that with it."""
    dominant, private = parts(rate(id_))
    return dominant, private


UPPER: Bounds = {"sample complexity": terms("pucb/pac-upper"), "regret": terms("pucb/regret-upper")}
LOWER: Bounds = {"sample complexity": terms("pucb/lower-pac"), "regret": terms("pucb/lower-regret")}


def power(term: Formula, name: str) -> Fraction:
    """Return the exponent of a quantity, such as S or 1/alpha, as the term grows with it."""
    return -_power(term, name.removeprefix("1/")) if name.startswith("1/") else _power(term, name)


def _power(term: Formula, name: str) -> Fraction:
    powers = [_power(x, name) for x in parts(term)]
    match term:
        case Operation("*"):
            return sum(powers, Fraction(0))
        case Operation("/"):
            return powers[0] - powers[1]
        case Operation("+"):
            return max(powers)
        case Operation("sqrt"):
            return powers[0] / 2
        case Operation("pow", (_, Number(exponent))):
            return powers[0] * exponent
        case _:
            return Fraction(term == ref(name))
