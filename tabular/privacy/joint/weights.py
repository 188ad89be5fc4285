"""The weights that laws carry: rational numbers, balls, and events of Laplace noises; how they multiply and add up.

Along one run weights multiply: a rational or a ball is a conditional probability, ``Cells`` says which event of the
noises made the agent choose so. Over all runs with the same view they add up. At the end an event becomes its
probability. Balls and events do not mix: the noises of a law are either all kept as events or none.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from tabular.errors import InputError
from tabular.numbers.balls import ball, hull
from tabular.privacy.joint.exponential_sums import ExponentialSum
from tabular.privacy.joint.laplace_cells import Affine, Cell, cell_probability


@dataclass(frozen=True)
class Cells:
    """Disjoint cells of noises, each with a rational factor: ``parts`` = {(cell, factor)}."""

    parts: frozenset[tuple[Cell, Fraction]]

    def probability(self) -> ExponentialSum:
        """Return the sum of factor * probability of the cell."""
        terms = (pair for cell, q in self.parts for pair in (cell_probability(cell) * q).terms)
        return ExponentialSum.of(terms)


Weight = Fraction | arb | Cells
Mass = Fraction | arb | ExponentialSum


def when(*forms: Affine) -> Cells:
    """Return the event that all these forms in the noises are positive, as the weight of an outcome."""
    return Cells(frozenset({(frozenset(Affine.of(form) for form in forms), Fraction(1))}))


def times(first: Weight, second: Weight) -> Weight:
    """Return the weight of both: the product, or the intersection of the events."""
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return first * second
    if isinstance(first, Cells) or isinstance(second, Cells):
        parts: dict[Cell, Fraction] = defaultdict(Fraction)
        for cell, q in _cells(first).parts:
            for cell2, q2 in _cells(second).parts:
                parts[cell | cell2] += q * q2
        return Cells(frozenset(parts.items()))
    return _ball(first) * _ball(second)


def plus(first: Weight | None, second: Weight) -> Weight:
    """Return the weight of either, two disjoint ways; None is none yet."""
    if first is None:
        return second
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return first + second
    if isinstance(first, Cells) or isinstance(second, Cells):
        parts: dict[Cell, Fraction] = defaultdict(Fraction)
        for cell, q in (*_cells(first).parts, *_cells(second).parts):
            parts[cell] += q
        return Cells(frozenset(parts.items()))
    return _ball(first) + _ball(second)


def mass_of(weight: Weight) -> Mass:
    """Return the number that a weight is: that of an event is its probability."""
    return weight.probability() if isinstance(weight, Cells) else weight


def is_zero(mass: Mass) -> bool:
    """Tell whether a number is exactly 0; for exponential sums that is decided, too."""
    return mass.is_zero if isinstance(mass, ExponentialSum) else mass == 0


def mass_ball(mass: Mass, bits: int) -> arb:
    """Return a ball around a number, within the precision of the context."""
    if isinstance(mass, ExponentialSum):
        return mass.ball(bits)
    return _ball(mass)


def unit_hull(low: arb, high: arb) -> arb:
    """Return a ball around the part of [low, high] that lies in [0, 1]."""
    one, zero = ball(1), ball(0)
    inside = low.max(zero).min(one).union(high.max(zero).min(one))
    return inside if inside.is_finite() else hull(0, 1)


def _cells(weight: Weight) -> Cells:
    if isinstance(weight, arb):
        raise InputError("weights must be events or balls, got both in one law")
    return weight if isinstance(weight, Cells) else Cells(frozenset({(frozenset[Affine](), weight)}))


def _ball(value: Weight | Mass) -> arb:
    if not isinstance(value, (Fraction, arb)):
        raise InputError("weights must be events or balls, got both in one law")
    return ball(value)
