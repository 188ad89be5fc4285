"""Smaller worlds: without a state, without an action, with certain moves, with simpler numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import numpy as np

from tabular.numbers.arrays import Array
from theory_checks.hunt.families import layout_of
from theory_checks.hunt.rationals import simpler, size
from theory_checks.hunt.worlds import ACTIONS, STATES, World, form_of, role_of

RANGES: Mapping[str, Callable[[Fraction], bool]] = {
    "discount": lambda x: 0 <= x < 1,
    "share": lambda x: 0 <= x <= 1,
    "positive": lambda x: x >= 0,
}
FEW, MOST = 8, 60  # simpler numbers that are tried for each, and for all that there are


def measure(world: World) -> tuple[int, int, int]:
    """Return states, actions, and the length of all numbers."""
    numbers = (x for array in world.parts.values() for x in array.reshape(-1).tolist())
    return world.n, world.m, sum(size(Fraction(x)) for x in numbers)


def smaller(world: World) -> Iterator[World]:
    """Yield worlds that are smaller in one place, the greatest steps first."""
    if world.n > 1:
        yield from (_without_state(world, s, to) for s in range(world.n) for to in range(world.n - 1))
    if world.m > 1:
        yield from (_without_action(world, a) for a in range(world.m))
    for key, (form, _) in layout_of(world).items():
        if form == "laws":
            yield from _simpler_laws(world, key)
        elif form == "choices":
            yield from (_with(world, key, (s,), 0) for s in np.flatnonzero(world.parts[key]).tolist())
        elif form == "count":
            yield from (_with(world, key, (), k) for k in range(1, world.parts[key].item()))
        else:
            yield from _simpler_numbers(world, key)


def _few(world: World) -> int:
    return max(FEW, MOST // sum(array.size for array in world.parts.values()))


def _simpler_numbers(world: World, key: str) -> Iterator[World]:
    array, inside = world.parts[key], RANGES.get(form_of(key), lambda _: True)
    for place in np.ndindex(array.shape):
        tried = [x for x in simpler(array.item(place)) if inside(x)]
        yield from (_with(world, key, place, x) for x in tried[: _few(world)])


def _simpler_laws(world: World, key: str) -> Iterator[World]:
    """Yield certain laws, and then laws of two outcomes with a simpler probability."""
    array = world.parts[key]
    for place in np.ndindex(array.shape[:-1]):
        row = array[place]
        if row.max() == 1:
            continue
        yield from (_with(world, key, place, _certain(len(row), to)) for to in range(len(row)))
        for first, second in ((i, j) for i in np.flatnonzero(row) for j in np.flatnonzero(row) if i < j):
            both = row[first] + row[second]
            for x in [y for y in simpler(row[first]) if 0 <= y <= both][: _few(world)]:
                other = row.copy()
                other[first], other[second] = x, both - x
                yield _with(world, key, place, other)


def _certain(n: int, to: int) -> Array:
    law = np.full(n, Fraction(0), dtype=object)
    law[to] = Fraction(1)
    return law


def _with(world: World, key: str, place: tuple[int, ...], value: object) -> World:
    array = world.parts[key].copy()
    array[place] = value
    return world.with_part(key, array)


def _without_state(world: World, state: int, to: int) -> World:
    """Leave out a state; what led there leads to another one."""
    parts: dict[str, Array] = {}
    for key, array in world.parts.items():
        kept = array
        for axis in STATES.get(role_of(key), ()):
            is_law = form_of(key) == "laws" and axis == kept.ndim - 1
            mass = np.take(kept, state, axis=axis)
            kept = np.delete(kept, state, axis=axis)
            if is_law:
                kept[..., to] = kept[..., to] + mass
        parts[key] = kept
    return World(world.n - 1, world.m, parts)


def _without_action(world: World, action: int) -> World:
    """Leave out an action; who took it takes the first one that is left."""
    parts: dict[str, Array] = {}
    for key, array in world.parts.items():
        kept = array
        for axis in ACTIONS.get(role_of(key), ()):
            mass = np.take(kept, action, axis=axis)
            kept = np.delete(kept, action, axis=axis)
            if form_of(key) == "laws" and axis == array.ndim - 1:
                kept[..., 0] = kept[..., 0] + mass
        if form_of(key) == "choices":
            kept = np.where(array == action, 0, array - (array > action))
        parts[key] = kept
    return World(world.n, world.m - 1, parts)
