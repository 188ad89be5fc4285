"""Sizes: non-negative numbers that can meet exactly although they are not rational.

Expected absolute values of Gaussians are multiples of sqrt(2/pi). A size is an enclosure of a number x and, where it
is known, the rational number (pi/2) x^2: two sizes that both have it are compared exactly, so that a bound which is
attained is decided, and not left open because two balls touch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb

from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Outcome, ball, exact, undefined
from theory_checks.core.formula import Formula, Term, pi, sqrt
from theory_checks.core.interpret import Values
from theory_checks.papers.dpdqn.common.surds import value


@dataclass(frozen=True)
class Size:
    """A number x >= 0: an enclosure, and (pi/2) x^2 if that is a known rational number."""

    value: arb
    square: Fraction | None = None

    @property
    def exact(self) -> Formula | arb:
        """The number as a formula if it is known exactly, otherwise its enclosure."""
        return self.value if self.square is None else sqrt(2 * self.square / pi)


def counted(number: int, noun: str) -> str:
    """Write a number of things, for the sentences of certificates."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def size(formula: Term, values: Values | None = None) -> Size:
    """Return what a formula is worth; its square is known if it is a multiple of sqrt(2/pi), or 0."""
    try:
        number = value(formula, values)
    except ZeroDivisionError:
        return Size(arb("nan"))
    if isinstance(number, arb):
        return Size(number)
    return Size(number.ball, number.square / 2 if number.halves == -1 or not number.sign else None)


def compare(
    case: str,
    left: Size,
    relation: str,
    right: Size,
    *,
    quantity: str,
    detail: str = "",
    certificate: Certificate | None = None,
) -> Evidence:
    """Compare two sizes, exactly if both squares are known; a failure carries the certificate."""
    if not (left.value.is_finite() and right.value.is_finite()):
        return undefined(case, quantity=quantity, detail="a division by 0, or the root of a negative number")
    if left.square is not None and right.square is not None:
        squared = f"{quantity}; both sides squared, times pi/2"
        compared = exact(case, left.square, relation, right.square, quantity=squared, detail=detail)
    else:
        compared = ball(case, left.value, relation, right.value, quantity=quantity, detail=detail)
    return replace(compared, certificate=certificate) if compared.outcome is Outcome.FAILS else compared
