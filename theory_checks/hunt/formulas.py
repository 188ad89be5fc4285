"""The hunt for a point at which a formula claim fails: many points at once in floats, each find decided exactly.

Stages: what the atlas knows, the coarse grid and the corners of the domain, random points, then points that are moved
towards less room. What remains is decided box by box (`boxes`), which can also prove the claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theory_checks.cards.plain import formula as plain
from theory_checks.core.binding import Binding
from theory_checks.core.decide import decide
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Relation
from theory_checks.core.notation import latex
from theory_checks.core.points import UNDECIDED, Point, spoken, truth
from theory_checks.core.seeds import generator
from theory_checks.hunt.boxes import box_of
from theory_checks.hunt.charts import MANY, Chart, Floats, charts, floats, searched
from theory_checks.hunt.chase import Chase, Tightest
from theory_checks.hunt.outcome import Prey
from theory_checks.hunt.rationals import NUMBERS, roundings, simpler, size

MOST_GRID, MOST_CORNERS = 20_000, 64
GRID = (0.0, 0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 0.98, 1.0)
PARENTS, STEPS = 12, (0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4, 1e-6)
BEST, SIGHTINGS = 4, 60  # points of a batch that are decided exactly, and how many in all are without success
DOUBT = 1e-6  # relative violation that is more than rounding
STRICT, WEAK = ("<", ">", "!="), 1e-14  # relative room below which floats see equality
MOST_SHRINKS, SIMPLE_TRIES, MOST_SIMPLE = 1500, 20, 20_000
RANDOM_SHARE = 0.4  # of the budget


@dataclass
class FormulaHunt:
    """One claim on trial: `found` is the smallest point so far at which it fails."""

    claimed: Formal
    name: str
    binding: Binding
    seed: int
    chase: Chase
    found: tuple[Point, int, Evidence] | None = None
    undefined: str = ""
    doubt: str = ""
    met: int = 0  # points inside of the domain
    parts: list[int] = field(default_factory=list[int])
    _left: int = SIGHTINGS
    _settled: bool = False  # whether the last point was decided

    def __post_init__(self) -> None:
        self.limited, self.parts = searched(self.claimed)

    def search(self, known: Iterable[Mapping[str, Fraction]]) -> None:
        """Go through all stages until something is found; Spent or Ctrl-C may end it."""
        covers = list(charts(self.limited))
        self.chase.at("atlas")
        for point in known:
            for chart in covers:
                if sorted(chart.names) == sorted(point) and self._confirmed(chart, dict(point), self.parts):
                    return self._shrink(chart)
        for chart in covers:
            if self._searched(chart, 1 / len(covers)):
                return self._shrink(chart)
        return None

    def _searched(self, chart: Chart, share: float) -> bool:
        if not chart.names:
            self.chase.at("the only point")
            self._look(chart, np.empty((1, 0)), 1)
            return self._confirmed(chart, {}, self.parts)
        stages = (("grid and corners", _grid(chart)), ("random points", self._random(chart, share)))
        best = np.empty((0, len(chart.names)))
        for stage, cubes in stages:
            self.chase.at(stage)
            for cube in cubes:
                best = self._look(chart, np.concatenate([best, cube]), len(cube))
                if self.found:
                    return True
        if not self.met and self._beyond_floats(chart):
            return True
        self.chase.at("moves towards less room")
        return self._climbed(chart, best, share)

    def _beyond_floats(self, chart: Chart) -> bool:
        """Decide corners of the box exactly where floats meet no point: whole numbers beyond 2^53 are one to them."""
        box = box_of(chart)
        corners = product(*map(dict.fromkeys, box.values())) if box else ()
        for corner in islice(corners, MOST_CORNERS):
            free = dict(zip(chart.names, corner, strict=True))
            with suppress(*UNDECIDED, OverflowError):
                self.met += all(truth(x, chart.point(free)) for x in self.claimed.domain.relations)
            if self._confirmed(chart, free, self.parts):
                return True
        return False

    def _random(self, chart: Chart, share: float) -> Iterator[Floats]:
        rng = generator(self.seed, "hunt", self.name, "random", *chart.names)
        for _ in range(_batches(self.chase.work * RANDOM_SHARE * share, chart)):
            cube = rng.random((chart.batch, len(chart.names)))
            ends = rng.random(cube.shape)
            yield np.where(ends < 0.08, 0.0, np.where(ends > 0.92, 1.0, cube))

    def _climbed(self, chart: Chart, best: Floats, share: float) -> bool:
        rng = generator(self.seed, "hunt", self.name, "moves", *chart.names)
        for _ in range(_batches(self.chase.work * (1 - RANDOM_SHARE) * share, chart) if len(best) else 0):
            parents = best[rng.integers(len(best), size=chart.batch)]
            moved = rng.random(parents.shape) < rng.choice([0.2, 0.5, 1.0], size=(chart.batch, 1))
            steps = rng.choice(STEPS, size=(chart.batch, 1)) * rng.standard_normal(parents.shape)
            best = self._look(chart, np.concatenate([best, np.clip(parents + moved * steps, 0, 1)]), chart.batch)
            if self.found:
                return True
        return False

    def _look(self, chart: Chart, cube: Floats, new: int) -> Floats:
        """Look at points of the cube, confirm what seems to fail, and return those with the least room."""
        values = chart.values(cube)
        inside = chart.inside(values, len(cube))
        self.met += int(inside.sum())
        gaps = np.full(len(cube), np.inf)
        for part in self.parts:
            gap, ratio = room(chart.claims[part], {**values, **self._placed(chart, values, len(cube))}, len(cube))
            gap[~inside] = np.inf
            self._note(chart, part, values, gap, ratio)
            self._sighted(chart, part, values, inside, gap)
            gaps = np.fmin(gaps, gap)
        self.chase.spend(new)
        order = np.argsort(gaps, kind="stable")[:PARENTS]
        return cube[order[np.isfinite(gaps[order])]]

    def _placed(self, chart: Chart, values: Mapping[str, Floats], count: int) -> dict[str, Floats]:
        return {name: floats(formula, values, count) for name, formula in chart.places.items()}

    def _note(self, chart: Chart, part: int, values: Mapping[str, Floats], gap: Floats, ratio: Floats) -> None:
        """Keep the tightest point; what lies within rounding of equality counts as equality."""
        if not len(gap):
            return
        i = int(np.nanargmin(np.where(np.isnan(gap), np.inf, gap)))
        least = max(float(gap[i]), 0.0)
        if least < self.chase.tightest.gap:
            told = ", ".join(f"{name} = {float(values[name][i]):.6g}" for name in chart.names)
            used = (
                float(ratio[i]) if np.isfinite(ratio[i]) and self.claimed.claims[part].sign not in ("=", "!=") else None
            )
            self.chase.saw(Tightest(least, min(used, 1.0) if used is not None else None, told or "the one point"))

    def _sighted(
        self, chart: Chart, part: int, values: Mapping[str, Floats], inside: NDArray[np.bool_], gap: Floats
    ) -> None:
        """Decide exactly where floats see a violation, an equality that is claimed to be none, or no value."""
        sign = self.claimed.claims[part].sign
        limit = WEAK if sign in STRICT else -WEAK
        suspects = [int(i) for i in np.argsort(gap, kind="stable")[:BEST] if gap[i] < limit]
        suspects += [int(i) for i in np.flatnonzero(inside & np.isnan(gap))[:1]]
        for i in suspects:
            if self.found or self._left == 0:
                return
            self._left -= 1
            for free in _rounded(chart, {name: float(values[name][i]) for name in chart.names}):
                if self._confirmed(chart, free, [part]):
                    return
            if gap[i] < -DOUBT and not (self._settled or self.doubt):
                self.doubt = f"it seems to fail near {_told({name: float(values[name][i]) for name in chart.names})}"

    def _confirmed(self, chart: Chart, free: Mapping[str, Fraction], parts: Sequence[int]) -> bool:
        """Keep a point if it lies in the domain, fails, and has a certificate that the checker accepts."""
        for part in parts:
            if item := self._decided(chart, free, part):
                self.found = ({name: free[name] for name in chart.names}, part, item)
                self.chase.caught()
                return True
        return False

    def _decided(self, chart: Chart, free: Mapping[str, Fraction], part: int) -> Evidence | None:
        """Return the evidence of a failure; what is decided in another way, or lies outside, is settled."""
        self._settled = False
        try:
            point = chart.point(free)
            inside = [truth(x, point) for x in self.claimed.domain.relations]
            if not all(inside):
                self._settled = False in inside or bool(truth(chart.claims[part], dict(free)))
                return None
            item = decide(self.claimed, self._complete(point), part=part)
            self._settled = item.outcome in (Outcome.HOLDS, Outcome.UNDEFINED)
        except (*UNDECIDED, OverflowError):
            return None
        if item.outcome is Outcome.UNDEFINED and not self.undefined:
            self.undefined = f"no value at {_told(point)}: {item.detail}"
        certificate = item.certificate.about(self.binding) if item.certificate else None
        if certificate and certificate.check()["accepted"]:
            return item
        if item.outcome is Outcome.FAILS and not self.found:  # with numbers that are too long for the checker
            self.doubt = self.doubt or f"it seems to fail near {_told(point)}"
        return None

    def _complete(self, point: Point) -> dict[str, Any]:
        """Add any value of what only other parts of the claim speak of."""
        others = set[str]().union(*map(spoken, self.claimed.claims)) - point.keys()
        return {**dict.fromkeys(sorted(others), Fraction(0)), **point}

    def _shrink(self, chart: Chart) -> None:
        """Make the numbers of what was found simpler, all at once and one after another, as long as it fails."""
        self.chase.at("shrinking")
        self._left = MOST_SHRINKS
        if chart.names:
            self._simplest(chart)
        shrinking = True
        while shrinking and self.found and self._left:
            free, part, _ = self.found
            shrinking = any(self._shorter(chart, free, name, part) for name in chart.names)

    def _simplest(self, chart: Chart) -> None:
        """Try the points of simple numbers that floats see failing, the simplest first."""
        points = _simple_points(chart)
        values = {name: np.array([float(point[name]) for point in points]) for name in chart.names}
        inside = chart.inside(values, len(points))
        values |= self._placed(chart, values, len(points))
        gaps = [room(chart.claims[part], values, len(points))[0] for part in self.parts]
        failing = np.fmin.reduce(gaps) < (WEAK if self._strict else -WEAK)
        for i in np.flatnonzero(inside & failing)[:SIMPLE_TRIES]:
            if self._confirmed(chart, points[i], self.parts):
                return

    @property
    def _strict(self) -> bool:
        return any(self.claimed.claims[part].sign in STRICT for part in self.parts)

    def _shorter(self, chart: Chart, free: Mapping[str, Any], name: str, part: int) -> bool:
        for value in simpler(free[name]):
            if not self._left or self.chase.late:
                return False
            other = {**free, name: value}
            self._left -= 1
            if item := self._decided(chart, other, part):
                self.found = (other, part, item)
                return True
        return False

    def prey(self) -> Prey | None:
        """Return what was found."""
        if self.found is None:
            return None
        free, _, item = self.found
        certificate = item.certificate.about(self.binding) if item.certificate else None
        values = dict(certificate.values) if certificate else {}
        compared = certificate.compared if certificate else f"{item.left} {item.relation} {item.right}"
        data = {name: str(value) for name, value in free.items()}
        return Prey(f"It fails at {_told(values)}.", compared, self._test(values), data, certificate)

    def _test(self, values: Mapping[str, Any]) -> str:
        said = ", ".join(repr(str(x)) for x in self.claimed.claims)
        limits = [
            *map(str, self.claimed.domain.relations),
            *(f"{name} integer" for name in self.claimed.domain.integers),
        ]
        given = ", ".join(f'"{name}": {_code(value)}' for name, value in values.items())
        part = f", part={self.found[1]}" if self.found and self.found[1] else ""
        return (
            "from fractions import Fraction\n\nimport theory_checks as tc\n\n\n"
            f"def test_it_fails():\n    claimed = tc.formula(\n        {said},\n        where={limits!r},\n    )\n"
            f"    values = {{{given}}}\n"
            f"    assert tc.decide(claimed, values{part}).outcome is tc.Outcome.FAILS"
        )


def room(claim: Relation, values: Mapping[str, Floats], count: int) -> tuple[Floats, Floats]:
    """Return the room of a claim relative to its sides, below 0 where it fails, and the ratio of its sides."""
    left, right = floats(claim.left, values, count), floats(claim.right, values, count)
    if claim.sign in (">", ">="):
        left, right = right, left
    with np.errstate(all="ignore"):
        difference, total = right - left, np.abs(left) + np.abs(right)
        gap = np.where(total > 0, difference / total, 0.0)
        ratio = np.where((left > 0) & (right > 0), left / right, np.nan)
    if claim.sign in ("=", "!="):
        gap = -np.abs(gap) if claim.sign == "=" else np.abs(gap)
    return np.where(np.isfinite(left) & np.isfinite(right), gap, np.nan), ratio


def _grid(chart: Chart) -> Iterator[Floats]:
    """Yield the points of the coarsest grids of the cube that are not too many."""
    dimensions = len(chart.names)
    ticks = next(
        (GRID[:: len(GRID) // k] for k in (11, 5, 3, 2) if len(GRID[:: len(GRID) // k]) ** dimensions <= MOST_GRID), ()
    )
    points = np.array([*product(ticks, repeat=dimensions)]).reshape(-1, dimensions)
    yield from (points[i : i + chart.batch] for i in range(0, len(points), chart.batch))


def _simple_points(chart: Chart) -> list[dict[str, Fraction]]:
    """Return the points whose numbers are simple, as many sizes of them as there is room for, the simplest first."""
    pools = [
        NUMBERS if name not in chart.integers else [x for x in NUMBERS if x.denominator == 1] for name in chart.names
    ]
    most = max(2, int((MOST_SIMPLE * chart.batch / MANY) ** (1 / len(pools))))
    rows = sorted(product(*(pool[:most] for pool in pools)), key=lambda row: sum(map(size, row)))
    return [dict(zip(chart.names, row, strict=True)) for row in rows]


def _batches(points: float, chart: Chart) -> int:
    return max(1, round(points / chart.batch))


def _rounded(chart: Chart, free: Mapping[str, float]) -> Iterator[dict[str, Fraction]]:
    """Yield the point with simple rationals, nearer and nearer; integers stay."""
    whole = {name: Fraction(round(free[name])) for name in chart.names if name in chart.integers}
    others = [name for name in chart.names if name not in whole]
    for numbers in zip(*(roundings(free[name]) for name in others), strict=True) if others else [()]:
        yield {**whole, **dict(zip(others, numbers, strict=True))}


def _told(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items()) or "the only point"


def _code(value: Any) -> str:
    x = Fraction(value) if isinstance(value, int | Fraction) else None
    if x is None:
        return repr(str(value))
    return str(x.numerator) if x.denominator == 1 else f"Fraction({x.numerator}, {x.denominator})"


def shown(claimed: Formal, parts: Sequence[int]) -> list[str]:
    """Return the relations that are hunted."""
    return [plain(latex(claimed.claims[i], claimed.names)) for i in parts]
