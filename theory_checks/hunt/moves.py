"""Moves of the local search: one part of a world changes a little, or jumps to an end of its range."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from tabular.numbers.arrays import Array
from theory_checks.hunt.families import EPSILONS, MOST_COUNT, layout_of, normalised
from theory_checks.hunt.worlds import Form, World

MOST_DISCOUNT = 1 - 1e-6
JUMP = 0.3  # how often a move goes to an end


def moved(world: World, scale: float, rng: Generator) -> World:
    """Return a neighbour of a world."""
    shapes = layout_of(world)
    keys = [key for key, (form, _) in shapes.items() if form != "choices" or world.m > 1]
    key = keys[int(rng.integers(len(keys)))]
    array = _moved(world.parts[key].copy(), shapes[key][0], world.m, scale, rng)
    return world.with_part(key, array)


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
