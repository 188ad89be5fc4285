"""Families of worlds without MDPs: coarse grids of laws, and mechanisms that are known to attain bounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import product

import numpy as np
from numpy.random import Generator

from tabular.numbers.arrays import Array
from theory_checks.hunt.families import MOST_ACTIONS, MOST_STATES, SIMPLE, normalised, vertex
from theory_checks.hunt.worlds import Form, World, kind_of, layout

GRIDS = ((2, 1, 4), (2, 2, 4), (3, 2, 2), (2, 3, 3), (3, 3, 2))  # outcomes, inputs, and the denominator of the laws
MOST_POINTS = 3000  # of one grid; a larger one is drawn from
SPREADS = (math.log(1.5), math.log(2), math.log(3), 0.1, 1.0)
LEAKS = (0.0, 0.01, 0.1, 0.25)


def coarse(parameters: tuple[str, ...], rng: Generator) -> Iterator[World]:
    """Yield all worlds of coarse grids, or as many of them as there is time for."""
    for outcomes, inputs, denominator in GRIDS:
        shapes = layout(parameters, outcomes, inputs)
        choices = {key: _ticks(*shape, denominator) for key, shape in shapes.items()}
        for place in _places([len(x) for x in choices.values()], rng):
            parts = {key: x[i] for (key, x), i in zip(choices.items(), place, strict=True)}
            yield World(outcomes, inputs, parts)


def mechanisms(parameters: tuple[str, ...], rng: Generator) -> Iterator[World]:
    """Yield worlds whose mechanisms are private, and as bad as what is known to be that private can be, without end."""
    while any(kind_of(name) == "mechanism" for name in parameters):
        outcomes, inputs = int(rng.integers(2, MOST_STATES + 1)), int(rng.integers(2, MOST_ACTIONS + 2))
        world = vertex(parameters, outcomes, inputs, rng)
        own = {name: _mechanism(outcomes, inputs, rng) for name in parameters if kind_of(name) == "mechanism"}
        yield World(outcomes, inputs, {**world.parts, **own})


def _mechanism(outcomes: int, inputs: int, rng: Generator) -> Array:
    spread = float(rng.choice(SPREADS))
    laws = KNOWN[int(rng.integers(len(KNOWN)))](outcomes, inputs, spread, rng)
    leak = float(rng.choice(LEAKS))
    told = np.eye(outcomes)[rng.integers(outcomes, size=inputs)]  # what gives the input away, with that probability
    return (1 - leak) * laws + leak * told


def _geometric(outcomes: int, inputs: int, spread: float, _rng: Generator) -> Array:
    """Return the geometric mechanism, cut to its range: with two inputs and outcomes, randomised response."""
    distance = np.abs(np.arange(outcomes)[None, :] - np.arange(inputs)[:, None])
    return normalised(np.exp(-spread * distance))


def _choosing(outcomes: int, inputs: int, spread: float, _rng: Generator) -> Array:
    """Return randomised response among several answers."""
    same = np.arange(outcomes)[None, :] == np.arange(inputs)[:, None] % outcomes
    return normalised(np.where(same, math.exp(spread), 1.0))


def _near(outcomes: int, inputs: int, spread: float, rng: Generator) -> Array:
    """Return laws that differ by factors up to a spread."""
    base = rng.exponential(size=outcomes) + 1e-3
    return normalised(base * np.exp(spread * rng.choice([0.0, 0.5, 1.0], size=(inputs, outcomes))))


KNOWN: tuple[Callable[[int, int, float, Generator], Array], ...] = (_geometric, _choosing, _near)


def _ticks(form: Form, shape: tuple[int, ...], denominator: int) -> list[Array]:
    """Return the values of a part on the grid."""
    if form != "laws":
        numbers: Mapping[Form, tuple[float, ...]] = {**SIMPLE, "reals": (-1.0, 0.0, 1.0), "choices": (0,)}
        kind = np.int64 if form in ("count", "choices") else float
        return [np.array(x, dtype=kind).reshape(shape) for x in product(numbers[form], repeat=math.prod(shape))]
    laws = [row for row in product(range(denominator + 1), repeat=shape[-1]) if sum(row) == denominator]
    rows = product(laws, repeat=math.prod(shape[:-1]))
    return [np.array(x, dtype=float).reshape(shape) / denominator for x in rows]


def _places(sizes: list[int], rng: Generator) -> Iterator[tuple[int, ...]]:
    if math.prod(sizes) <= MOST_POINTS:
        yield from product(*map(range, sizes))
        return
    for _ in range(MOST_POINTS):
        yield tuple(int(rng.integers(size)) for size in sizes)
