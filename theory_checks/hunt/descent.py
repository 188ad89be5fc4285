"""Steps towards less room: linear programs over the slopes of a claim, within the polytopes that worlds live in.

Where a claim is linear in some parts (rewards and values, one law), a program without a step length goes to a vertex of
the polytope and of the active set. Elsewhere steps have a length, and change all parts at once, the discount too, in
units of its distances from 0 and 1. A claim that cannot be run on slopes has them by differences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linprog

from tabular.numbers.arrays import Array
from theory_checks.hunt.asking import NOISE, ClaimFunction, Comparison, asked, scale_of
from theory_checks.hunt.families import layout_of, normalised
from theory_checks.hunt.moves import MOST_DISCOUNT, twins_of
from theory_checks.hunt.slopes import Path, Slope, read, sloped
from theory_checks.hunt.worlds import WHOLE, World

LENGTHS = (0.3, 0.1, 0.03, 0.01, 0.001)
SHARES = (1.0, 0.5, 0.9, 0.99)  # of a step that are tried
STEP = 1e-6  # of differences
MOST_KEPT = 400  # rows of a program
FAR = 1.0  # how far numbers go without a step length, relative to the largest of them
Room = Callable[[World], float]


@dataclass(frozen=True)
class Descent:
    """The room of a claim at a world: how it changes with the parts `keys`, and what keeps it linear."""

    world: World
    keys: list[str]
    slope: Array
    path: Path

    def steps(self) -> Iterator[list[World]]:
        """Yield where programs lead, and places on the way; what is the same in two parts first stays the same."""
        lengths = LENGTHS if self.path.bent else (None,)
        ties = _ties(self.world, self.keys)
        for tied in [ties, ties[:0]] if len(ties) else [ties]:
            for length in lengths:
                yield self._to(length, tied, active=True)
                if length:
                    yield self._to(length, tied, active=False)

    def _to(self, length: float | None, tied: Array, *, active: bool) -> list[World]:
        bounds = [pair for key in self.keys for pair in _bounds(self.world, key, length)]
        kept = [(x, row) for x, row in self.path.kept if row.any()][:MOST_KEPT] if active else []
        sums = np.concatenate([_sums(self.world, self.keys), tied])
        found: Any = linprog(
            self.slope,
            A_ub=-np.array([row for _, row in kept]) if kept else None,
            b_ub=np.array([x for x, _ in kept]) if kept else None,
            A_eq=sums if len(sums) else None,
            b_eq=np.zeros(len(sums)) if len(sums) else None,
            bounds=bounds,
            method="highs",
        )
        shares = SHARES if found.status == 0 else ()
        return [_moved(self.world, self.keys, share * found.x) for share in shares]


def blocks(world: World) -> list[list[str]]:
    """Return groups of parts in which claims are often linear: all numbers at once, and each table of laws."""
    forms = {key: form for key, (form, _) in layout_of(world).items()}
    numbers = [key for key, form in forms.items() if form == "reals"]
    return [x for x in [numbers, *([key] for key, form in forms.items() if form == "laws")] if x]


def smooth(world: World) -> list[str]:
    """Return all parts that can change a little."""
    return [key for key, (form, _) in layout_of(world).items() if form not in WHOLE]


def followed(function: ClaimFunction, parameters: tuple[str, ...], world: World, keys: list[str]) -> Descent | None:
    """Run a claim on slopes; None where its hypotheses fail, or where nothing changes."""
    arguments, path = sloped(world, parameters, keys)
    comparison = asked(function, arguments)
    sides = [x for x in comparison[::2] if isinstance(x, Slope)] if comparison else []
    if comparison is None or not sides:
        return None
    gap = _gap(comparison, sides[0], scale_of(world))
    usable = np.isfinite(gap.slope).all() and gap.slope.any()
    return Descent(world, keys, gap.slope, path) if usable else None


def differences(room: Room, world: World, keys: list[str]) -> Descent | None:
    """Return the same by differences: nothing is known of what keeps it linear."""
    base = room(world)
    width = sum(world.parts[key].size for key in keys)
    slope = np.array([(room(_moved(world, keys, STEP * row)) - base) / STEP for row in np.eye(width)])
    usable = np.isfinite(base) and np.isfinite(slope).all() and slope.any()
    return Descent(world, keys, slope, Path(bent=True)) if usable else None


def _gap(comparison: Comparison, like: Slope, scale: float) -> Slope:
    """Return the room relative to both sides."""
    left, sign, right = read(comparison[0], like), comparison[1], read(comparison[2], like)
    if sign in (">", ">="):
        left, right = right, left
    total = abs(left.value) + abs(right.value) + NOISE * scale
    gap = (right.value - left.value) / total
    growth = np.sign(left.value) * left.slope + np.sign(right.value) * right.slope
    slope = (right.slope - left.slope - gap * growth) / total
    turned = {"==": -np.sign(gap), "!=": np.sign(gap)}.get(sign, 1.0)
    return Slope(turned * gap if turned else gap, turned * slope, like.path)


def _bounds(world: World, key: str, length: float | None) -> Iterator[tuple[float, float]]:
    """Yield how far each entry of a part may go down and up."""
    form, array = layout_of(world)[key][0], world.parts[key].reshape(-1)
    largest = FAR * max(1.0, float(np.abs(array).max()))
    for x in array.tolist():
        low, high, unit = {
            "laws": (0.0, 1.0, 1.0),
            "share": (0.0, 1.0, 1.0),
            "reals": (-largest, largest, max(1.0, abs(x))),
            "positive": (0.0, max(2 * x, 1.0), max(x, 0.1)),
            "discount": (0.0, MOST_DISCOUNT, 0.0),
        }[form]
        down, up = (x, 1 - x) if form == "discount" else (unit, unit)
        reach = np.inf if length is None else length
        if form == "reals" and length is not None:
            low, high = -np.inf, np.inf
        yield max(low - x, -reach * down) if down else 0.0, max(0.0, min(high - x, reach * up))


def _sums(world: World, keys: list[str]) -> Array:
    """Return the rows that say that each law keeps its sum."""
    width = sum(world.parts[key].size for key in keys)
    rows: list[Array] = []
    start = 0
    for key in keys:
        form, shape = layout_of(world)[key]
        size = world.parts[key].size
        if form == "laws":
            for i in range(start, start + size, shape[-1]):
                row = np.zeros(width)
                row[i : i + shape[-1]] = 1
                rows.append(row)
        start += size
    return np.array(rows).reshape(-1, width)


def _ties(world: World, keys: list[str]) -> Array:
    """Return the rows that say that parts which are the same stay the same."""
    sizes = [world.parts[key].size for key in keys]
    starts = dict(zip(keys, [0, *np.cumsum(sizes)[:-1].tolist()], strict=True))
    rows: list[Array] = []
    for key in keys:
        for twin in [x for x in twins_of(world, key) if x in starts and starts[x] > starts[key]]:
            row = np.zeros((world.parts[key].size, sum(sizes)))
            row[:, starts[key] : starts[key] + len(row)] = np.eye(len(row))
            row[:, starts[twin] : starts[twin] + len(row)] = -np.eye(len(row))
            rows.append(row)
    return np.concatenate([np.zeros((0, sum(sizes))), *rows])


def _moved(world: World, keys: list[str], step: Array) -> World:
    start = 0
    for key in keys:
        array = world.parts[key]
        moved = array + step[start : start + array.size].reshape(array.shape)
        start += array.size
        form = layout_of(world)[key][0]
        world = world.with_part(key, normalised(np.clip(moved, 0, None)) if form == "laws" else np.asarray(moved))
    return world
