"""Families of worlds: named ones, small deterministic ones up to renaming, vertices, and random ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
from numpy.random import Generator

from tabular.numbers.arrays import Array
from theory_checks.hunt.worlds import DISCOUNT, WHOLE, Form, World, kind_of, layout
from theory_checks.kit.cases import named_cases

SIZES = ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1))  # states and actions of the exhaustive family
MOST_STATES, MOST_ACTIONS = 4, 3
LARGE, LARGEST = 0.1, 8  # how often there are more states, and how many at most
COMMON = (0.5, 0.9)
DISCOUNTS = (0.0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999)
EPSILONS = (0.0, 0.01, 0.1, 0.5, math.log(2), 1.0, math.log(3), 2.0, 3.0)
SIMPLE: Mapping[Form, tuple[float, ...]] = {
    "reals": (-1.0, 0.0, 0.0, 1.0),
    "discount": DISCOUNTS,
    "share": (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0),
    "positive": EPSILONS,
    "count": (1, 2, 3, 4, 8),
}
MOST_COUNT = 40
SIMPLE_SHARE = 0.5  # of the parts of many worlds that stand at vertices
DRAWS = 2  # of what is not the MDP itself, for each MDP


def named(parameters: tuple[str, ...], rng: Generator) -> Iterator[World]:
    """Yield the named MDPs of the kit, everything else at vertices."""
    for case in named_cases() if kind_of(parameters[0]) == "mdp" else ():
        mdp = case.mdp.to_float()
        for _ in range(DRAWS):
            world = vertex(parameters, mdp.n_states, mdp.n_actions, rng)
            own = {"transitions": mdp.transitions, "rewards": mdp.rewards}
            parts = {f"{parameters[0]}.{key}": np.array(x, dtype=float) for key, x in own.items()}
            yield World(world.n, world.m, {**world.parts, **parts, DISCOUNT: np.array(mdp.discount)})


def exhaustive(parameters: tuple[str, ...], rng: Generator) -> Iterator[World]:
    """Yield the deterministic MDPs of few states with rewards 0 and 1, one of each that renaming makes alike."""
    name = parameters[0]
    for n, m in SIZES if kind_of(name) == "mdp" else ():
        for targets in product(range(n), repeat=m * n):
            P = np.eye(n)[list(targets)].reshape(m, n, n)
            for values in product((0, 1), repeat=m * n):
                r = np.array(values, dtype=float).reshape(m, n)
                if not _is_first(np.array(targets).reshape(m, n), r):
                    continue
                for discount in COMMON:
                    parts = vertex(parameters, n, m, rng).parts
                    own = {f"{name}.transitions": P, f"{name}.rewards": r, DISCOUNT: np.array(discount)}
                    yield World(n, m, {**parts, **own})


def _is_first(targets: Array, rewards: Array) -> bool:
    """Tell whether no other names of the states and actions come first in the alphabet."""
    m, n = targets.shape
    own = (targets.tolist(), rewards.tolist())
    for states in permutations(range(n)):
        renamed = np.argsort(states)[targets][:, states]
        for actions in permutations(range(m)):
            order = list(actions)
            if (renamed[order].tolist(), rewards[:, states][order].tolist()) < own:
                return False
    return True


def vertices(parameters: tuple[str, ...], rng: Generator) -> Iterator[World]:
    """Yield deterministic worlds of up to four states whose numbers are -1, 0 and 1, without end."""
    while True:
        yield vertex(parameters, *_sizes(rng), rng)


def seeded(parameters: tuple[str, ...], rng: Generator) -> Iterator[World]:
    """Yield random worlds: few successors, normal rewards, discounts on all scales, without end."""
    while True:
        n, m = _sizes(rng)
        shapes = layout(parameters, n, m)
        yield World(n, m, {key: _random(form, shape, m, rng) for key, (form, shape) in shapes.items()})


def vertex(parameters: tuple[str, ...], n: int, m: int, rng: Generator) -> World:
    """Return a world at a vertex: laws are certain, numbers are -1, 0 or 1."""
    return World(n, m, {key: _vertex(form, shape, m, rng) for key, (form, shape) in layout(parameters, n, m).items()})


def _sizes(rng: Generator) -> tuple[int, int]:
    states = rng.integers(MOST_STATES + 1, LARGEST + 1) if rng.random() < LARGE else rng.integers(1, MOST_STATES + 1)
    return int(states), int(rng.integers(1, MOST_ACTIONS + 1))


def _vertex(form: Form, shape: tuple[int, ...], m: int, rng: Generator) -> Array:
    if form == "laws":
        return np.eye(shape[-1])[rng.integers(shape[-1], size=shape[:-1])]
    if form == "choices":
        return rng.integers(m, size=shape)
    return np.array(rng.choice(SIMPLE[form], size=shape))


def _random(form: Form, shape: tuple[int, ...], m: int, rng: Generator) -> Array:
    if form == "laws":
        weights = rng.exponential(size=shape) * (rng.random(shape) < 0.6)
        return normalised(weights + 1e-9)
    if form == "choices":
        return rng.integers(m, size=shape)
    if form == "discount":
        return np.array(rng.choice([rng.random(), 1 - 10 ** rng.uniform(-3, 0), 10 ** rng.uniform(-3, 0) * 0.999]))
    if form == "share":
        return np.array(rng.choice([rng.random(), 10 ** rng.uniform(-3, 0), 1 - 10 ** rng.uniform(-3, 0)]))
    if form == "positive":
        return np.array(10 ** rng.uniform(-3, 0.7))
    if form == "count":
        return rng.integers(1, MOST_COUNT + 1, size=shape)
    return rng.standard_normal(shape) * rng.choice([0.1, 1.0, 10.0])


def normalised(weights: Array) -> Array:
    """Return laws with these weights."""
    return weights / weights.sum(axis=-1, keepdims=True)


def rounded(world: World, denominator: int) -> World:
    """Return the exact world whose numbers are the nearest with at most this denominator; laws have it in common."""
    shapes = layout_of(world)
    return World(world.n, world.m, {key: _exact(x, shapes[key][0], denominator) for key, x in world.parts.items()})


def layout_of(world: World) -> Mapping[str, tuple[Form, tuple[int, ...]]]:
    """Return form and shape of the parts of a world."""
    names = dict.fromkeys(key.partition(".")[0] for key in world.parts if key != DISCOUNT)
    return layout(tuple(names), world.n, world.m)


def _exact(array: Array, form: Form, denominator: int) -> Array:
    if form in WHOLE:
        return array
    if form == "laws":
        return np.apply_along_axis(_common, -1, array.astype(object), denominator)
    found = np.empty(array.shape, dtype=object)
    for place in np.ndindex(array.shape):
        found[place] = Fraction(float(array[place])).limit_denominator(denominator)
    if form == "discount" and found.item() >= 1:
        found[()] = 1 - Fraction(1, denominator + 1)
    return found


def _common(row: Any, denominator: int) -> Any:
    """Return multiples of 1/denominator that sum to 1: whole parts, and the rest where most is missing."""
    scaled = [Fraction(x) * denominator for x in row]
    whole = [int(x) for x in scaled]
    short = sorted(range(len(row)), key=lambda i: whole[i] - scaled[i])
    for i in short[: max(0, denominator - sum(whole))]:
        whole[i] += 1
    result = np.empty(len(row), dtype=object)
    result[:] = [Fraction(x, denominator) for x in whole]
    return result


def drawn(parameters: tuple[str, ...], count: int, rng: Generator) -> tuple[int, int, dict[str, Array]]:
    """Return a size, and the parts of many worlds of this size: each entry at a vertex or random, integers shared."""
    n, m = _sizes(rng)
    parts: dict[str, Array] = {}
    for key, (form, shape) in layout(parameters, n, m).items():
        if form in WHOLE:
            parts[key] = _vertex(form, shape, m, rng)
            continue
        simple, other = (make(form, (count, *shape), m, rng) for make in (_vertex, _many))
        parts[key] = np.where(rng.random((count, *(1,) * len(shape))) < SIMPLE_SHARE, simple, other)
    return n, m, parts


def _many(form: Form, shape: tuple[int, ...], m: int, rng: Generator) -> Array:
    """Return the parts of many worlds, each on a scale of its own."""
    if form in ("laws", "reals"):
        return _random(form, shape, m, rng)
    near = 10 ** rng.uniform(-3, 0.7 if form == "positive" else 0, shape)
    if form == "positive":
        return near
    ends = np.where(rng.random(shape) < 0.5, 0.999 * near, 1 - 0.999 * near)
    return np.where(rng.random(shape) < 1 / 3, 0.999 * rng.random(shape), ends)
