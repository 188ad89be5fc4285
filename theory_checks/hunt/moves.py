"""Moves of the local search: one part of a world changes a little, or jumps to an end of its range."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.random import Generator

from tabular.numbers.arrays import Array
from theory_checks.hunt.families import EPSILONS, MOST_COUNT, layout_of, normalised, seeded, vertices
from theory_checks.hunt.worlds import Form, World, role_of

MOST_DISCOUNT = 1 - 1e-5
TWINS = (1.0, 0.1, 0.01)  # scales at which they differ
TOGETHER = 0.5  # how often parts that are the same move together
JUMP = 0.3  # how often a move goes to an end


def moved(world: World, scale: float, rng: Generator) -> World:
    """Return a neighbour of a world."""
    shapes = layout_of(world)
    keys = [key for key, (form, _) in shapes.items() if form != "choices" or world.m > 1]
    key = keys[int(rng.integers(len(keys)))]
    array = _moved(world.parts[key].copy(), shapes[key][0], world.m, scale, rng)
    with_twins = rng.random() < TOGETHER
    alike = twins_of(world, key) if with_twins else []
    for other in (key, *alike):
        world = world.with_part(other, array)
    return world


def twins_of(world: World, key: str) -> list[str]:
    """Return the other parts that mean the same as this one and have the same numbers."""
    own = world.parts[key]
    others = [other for other in world.parts if other != key and role_of(other) == role_of(key)]
    return [other for other in others if np.array_equal(world.parts[other], own)]


def twins(parameters: tuple[str, ...], rng: Generator) -> Iterator[World]:
    """Yield worlds in which what there are two of is the same but for one move, without end."""
    for simple, other in zip(vertices(parameters, rng), seeded(parameters, rng), strict=True):
        world = simple if rng.random() < 0.5 else other
        first: dict[str, Array] = {}
        parts = {key: first.setdefault(role_of(key), array) for key, array in world.parts.items()}
        parts |= {key: first[".rewards"] for key in parts if role_of(key) == "rewards" and ".rewards" in first}
        yield moved(World(world.n, world.m, parts), float(rng.choice(TWINS)), rng)


def _moved(array: Array, form: Form, m: int, scale: float, rng: Generator) -> Array:
    if form == "discount":
        return np.array(_discount(float(array), rng))
    if form == "laws":
        return _law(array, scale, rng)
    if form in ("share", "positive", "count"):
        return np.array(_number(array.item(), form, scale, rng))
    place = tuple(int(rng.integers(size)) for size in array.shape)
    if form == "choices":
        array[place] = rng.integers(m)
    elif rng.random() < JUMP:
        array[place] = rng.choice(
            [0.0, 1.0, -1.0, -array[place], 10 * array[place], float(rng.choice(array.reshape(-1)))]
        )
    else:
        array[place] += scale * rng.standard_normal() * max(1.0, abs(array[place]))
    return array


def _law(array: Array, scale: float, rng: Generator) -> Array:
    place = tuple(int(rng.integers(size)) for size in array.shape[:-1])
    row = array[place]
    target = np.eye(row.size)[int(rng.integers(row.size))]
    step = 1.0 if rng.random() < JUMP else scale * rng.random()
    array[place] = normalised((1 - step) * row + step * target)
    return array


def _number(x: float, form: Form, scale: float, rng: Generator) -> float:
    """Move a number in its range, or jump to an end of it."""
    if form == "count":
        return min(max(int(x) + int(rng.choice([-1, 1, int(x)])), 1), MOST_COUNT)
    if rng.random() < JUMP:
        return float(rng.choice((0.0, 0.5, 1.0, 1 - x) if form == "share" else EPSILONS))
    moved = x * np.exp(scale * rng.standard_normal()) if form == "positive" else x + scale * rng.standard_normal()
    return float(np.clip(moved, 0.0, 1.0 if form == "share" else np.inf))


def _discount(discount: float, rng: Generator) -> float:
    """Move towards 0 or 1, where claims about discounts have their ends."""
    factor = float(rng.choice([0.1, 0.5, 0.9]))
    if rng.random() < 0.5:
        return min(1 - (1 - discount) * factor, MOST_DISCOUNT)
    return 0.0 if rng.random() < 0.1 else discount * factor
