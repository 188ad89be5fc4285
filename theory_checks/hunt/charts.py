"""A domain as the image of a cube: each name is drawn at its limits, near them, or anywhere between.

Equations are solved first. A limit `name <= formula` bounds what the name is drawn from once the names of the formula
have been drawn; what no limit can be read off from so is left to be tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theory_checks.core.formal import Formal
from theory_checks.core.formula import MEANS, Formula, Operation, Relation, Sum, Symbol
from theory_checks.core.interpret import approximate, symbols
from theory_checks.core.points import UNDECIDED, is_definition, names_of, spoken, worth
from theory_checks.hunt.equations import placed, solutions

Floats = NDArray[np.float64]
Point = dict[str, Any]
MOST_WHOLE, MOST_COUNT = 10**9, 300  # integers are drawn up to here; exponents and numbers of terms up to there
MANY, FEW = 2000, 20
STEEP = 3  # how strongly the ends of a range are preferred


@dataclass(frozen=True)
class Limits:
    """What a name is at least and at most, as formulas of names that are drawn before it."""

    low: tuple[Formula, ...] = ()
    high: tuple[Formula, ...] = ()


@dataclass(frozen=True)
class Chart:
    """Names in the order in which they are drawn, what equations put in the place of others, and what is left."""

    claims: tuple[Relation, ...]
    integers: tuple[str, ...]
    names: tuple[str, ...]
    places: Mapping[str, Formula]
    relations: tuple[Relation, ...]
    limits: Mapping[str, Limits]

    @cached_property
    def most(self) -> int:
        """The largest integer that is drawn."""
        counts = set[str]().union(*map(_counts, self._formulas))
        return MOST_COUNT if counts & {*self.integers} else MOST_WHOLE

    @cached_property
    def batch(self) -> int:
        """How many points are looked at together: few where each must be looked at alone."""
        return FEW if any(map(_alone, self._formulas)) else MANY

    @property
    def _formulas(self) -> list[Formula]:
        sides = [side for x in (*self.claims, *self.relations) for side in (x.left, x.right)]
        return [*sides, *self.places.values()]

    def values(self, cube: Floats) -> dict[str, Floats]:
        """Return the values of the names at points of the cube, one row each."""
        found: dict[str, Floats] = {}
        for name, u in zip(self.names, cube.T, strict=True):
            low, high = self._ends(name, found, len(cube))
            found[name] = self._whole(u, low, high) if name in self.integers else _between(u, low, high)
        return found

    def inside(self, values: Mapping[str, Floats], count: int) -> NDArray[np.bool_]:
        """Tell which points satisfy all relations, as far as floats can tell."""
        found = np.ones(count, dtype=bool)
        for x in self.relations:
            left, right = floats(x.left, values, count), floats(x.right, values, count)
            with np.errstate(invalid="ignore"):
                found &= {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}.get(
                    x.sign, (left != right) if x.sign == "!=" else np.isclose(left, right, rtol=1e-12, atol=0)
                )
        for name in {*self.integers} & self.places.keys():
            whole = floats(self.places[name], values, count)
            with np.errstate(invalid="ignore"):
                found &= np.abs(whole - np.round(whole)) < 1e-9 * np.maximum(1, np.abs(whole))
        return found

    def point(self, free: Mapping[str, Fraction]) -> Point:
        """Return the values of all names, those that equations determine among them."""
        return {**free, **{name: worth(formula, dict(free)) for name, formula in self.places.items()}}

    def _ends(self, name: str, values: Mapping[str, Floats], count: int) -> tuple[Floats, Floats]:
        limits = self.limits[name]
        low, high = np.full(count, -np.inf), np.full(count, np.inf)
        for formula in limits.low:
            low = np.fmax(low, floats(formula, values, count))
        for formula in limits.high:
            high = np.fmin(high, floats(formula, values, count))
        return low, np.fmax(low, high)

    def _whole(self, u: Floats, low: Floats, high: Floats) -> Floats:
        low, high = np.maximum(np.ceil(low), -self.most), np.minimum(np.floor(high), self.most)
        return np.clip(np.round(_between(u, low, np.where(high >= self.most, np.inf, high))), low, np.fmax(low, high))


def searched(claimed: Formal) -> tuple[Formal, list[int]]:
    """Return the claim with its definitions as limits, and the numbers of the relations that are hunted.

    A relation `name == formula` beside others says what the name stands for, unless the domain says so already. What
    speaks of names without limits is about other things than numbers.
    """
    fixed = {str(x.left) for x in claimed.domain.relations if is_definition(x)}
    own = (
        [x for x in claimed.claims if is_definition(x) and str(x.left) not in fixed] if len(claimed.claims) > 1 else []
    )
    limits = replace(claimed.domain, relations=(*claimed.domain.relations, *own))
    parts = [i for i, x in enumerate(claimed.claims) if x not in own and spoken(x) <= limits.symbols]
    return replace(claimed, domain=limits), parts


def charts(claimed: Formal) -> Iterator[Chart]:
    """Yield the charts of the domain: one, or one for each solution of its equations."""
    names, integers = names_of(claimed) & claimed.domain.symbols, claimed.domain.integers
    for places, rest in solutions(claimed.domain.relations, names - {*integers}):
        free = names - places.keys()
        order = _order(sorted(free), rest)
        limits = {name: _limits(name, set(order[:i]), rest) for i, name in enumerate(order)}
        claims = tuple(placed(x, places) for x in claimed.claims)
        yield Chart(claims, integers, tuple(order), places, tuple(rest), limits)


def floats(formula: Formula, values: Mapping[str, Any], count: int) -> Floats:
    """Return the value of a formula at many points, NaN where it has none."""
    try:
        with np.errstate(all="ignore"):
            return np.broadcast_to(np.asarray(approximate(formula, values), dtype=np.float64), count)
    except UNDECIDED:
        return np.array([_float(formula, {name: x[i] for name, x in values.items()}) for i in range(count)])


def _float(formula: Formula, values: Mapping[str, float]) -> float:
    """Return the value at one point, where integers may number the terms of a sum."""
    plain = {name: int(x) if float(x).is_integer() else float(x) for name, x in values.items()}
    try:
        with np.errstate(all="ignore"):
            return float(approximate(formula, plain))
    except UNDECIDED:
        return float("nan")


def _between(u: Floats, low: Floats, high: Floats) -> Floats:
    """Map [0, 1] onto a range, steeply, so that what is near an end is near it on all scales."""
    with np.errstate(all="ignore"):
        odds = (u / (1 - u)) ** STEEP
        both = low + (high - low) * (odds / (1 + odds))
        up = low + np.maximum(1, np.abs(low)) * odds
        down = high - np.maximum(1, np.abs(high)) / odds
        centred = np.sign(u - 0.5) * (np.abs(2 * u - 1) / (1 - np.abs(2 * u - 1))) ** STEEP
    has_low, has_high = np.isfinite(low), np.isfinite(high)
    ended = np.where(has_low, up, np.where(has_high, down, centred))
    found = np.where(has_low & has_high, np.where(u >= 1, high, both), ended)
    return np.nan_to_num(found, nan=0.0, posinf=1e30, neginf=-1e30)


def _order(names: Sequence[str], relations: Sequence[Relation]) -> list[str]:
    """Return the names so that as many limits as possible speak of names that come before."""
    left, order = list(names), list[str]()
    while left:
        waits = {name: sum(bool(symbols(x) & {*left} - {name}) for x in _bounds(name, relations)) for name in left}
        order.append(min(left, key=lambda name: (waits[name], name)))
        left.remove(order[-1])
    return order


def _bounds(name: str, relations: Sequence[Relation]) -> list[Formula]:
    limits = _limits(name, None, relations)
    return [*limits.low, *limits.high]


def _limits(name: str, known: set[str] | None, relations: Sequence[Relation]) -> Limits:
    """Return the limits of a name that speak of known names alone."""
    low, high = list[Formula](), list[Formula]()
    for relation in relations:
        for x in (relation, relation.swapped):
            other = symbols(x.right)
            if x.left == Symbol(name) and name not in other and (known is None or other <= known):
                low += [x.right] if x.sign in (">", ">=") else []
                high += [x.right] if x.sign in ("<", "<=") else []
    return Limits(tuple(low), tuple(high))


def _counts(formula: Formula) -> set[str]:
    """Return the names that stand in exponents and in the ends of sums."""
    if isinstance(formula, Sum):
        return symbols(formula.low) | symbols(formula.high) | _counts(formula.body)
    if not isinstance(formula, Operation):
        return set()
    own = symbols(formula.args[1]) if formula.name == "pow" else set[str]()
    return own.union(*map(_counts, formula.args))


def _alone(formula: Formula) -> bool:
    """Tell whether a formula has no value for arrays: its sums may have as many terms as a symbol says."""
    if isinstance(formula, Operation):
        return formula.name in MEANS or any(map(_alone, formula.args))
    return isinstance(formula, Sum)
