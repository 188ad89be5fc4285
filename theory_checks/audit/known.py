"""Mechanisms whose privacy is known: right ones, and wrong ones with a known violation. They validate the audit.

Each is a function (world, rng, count). `known` says what is claimed of it, and what epsilon its delta truly needs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabular.privacy import epsilon_of

Draw = Callable[[int, np.random.Generator, int], Any]


@dataclass(frozen=True)
class Known:
    """A mechanism with the claim that is made of it, and ``truth``, the least epsilon that is true with this delta."""

    name: str
    draw: Draw
    epsilon: float
    delta: float
    truth: float
    says: str

    @property
    def holds(self) -> bool:
        """Return whether the claim is true."""
        return self.truth <= self.epsilon


def gaussian(mu: float) -> Draw:
    """Return N(mu * world, 1)."""
    return lambda world, rng, count: rng.normal(mu * world, 1.0, count)


def laplace(scale: float) -> Draw:
    """Return a count of 0 or 1 plus Laplace noise: 1/scale-private."""
    return lambda world, rng, count: world + rng.laplace(0.0, scale, count)


def randomised_response(truth: float) -> Draw:
    """Return the bit of the world with probability ``truth``, otherwise the other: log(truth / (1 - truth))-private."""
    return lambda world, rng, count: np.where(rng.random(count) < truth, world, 1 - world)


def subsampled_gaussian(q: float, sigma: float) -> Draw:
    """Return normal noise, around 1 with probability q in world 1."""
    return lambda world, rng, count: world * (rng.random(count) < q) + rng.normal(0.0, sigma, count)


def sparse_vector(epsilon: float, *, noisy_queries: bool, stops: bool = True, queries: int = 10) -> Draw:
    """Return the answers of the sparse vector technique: is a query of sensitivity 1 above 0, until the first that is.

    In world 0 the first half of the queries is 0 and the others are 1, in world 1 the other way round. With
    ``noisy_queries`` it is the right one: threshold noise 2/epsilon, query noise 4/epsilon. Without, only the threshold
    has noise; without ``stops`` it goes on after the first positive answer at no further cost: both are known errors.
    """

    def draw(world: int, rng: np.random.Generator, count: int) -> list[str]:
        values = np.where(np.arange(queries) < queries // 2, world, 1 - world)
        threshold = rng.laplace(0.0, 2 / epsilon, (count, 1))
        noise = rng.laplace(0.0, 4 / epsilon, (count, queries)) if noisy_queries else 0.0
        above = values + noise + np.zeros((count, queries)) >= threshold
        return [_answers(row, stops) for row in above]

    return draw


def _answers(row: Any, stops: bool) -> str:
    text = "".join("+" if x else "-" for x in row)
    return text[: text.index("+") + 1] if stops and "+" in text else text


def known() -> list[Known]:
    """Return the collection: each right mechanism stands beside a wrong claim about one like it."""
    three, spent = math.log(3), 0.12693674  # delta(1) of mu = 1 is 0.126936737...
    return [
        Known("gaussian", gaussian(1.0), 1.0, spent, epsilon_of(spent, 1.0), "mu = 1 is (1, 0.12694)-private"),
        Known("gaussian, half the noise", gaussian(2.0), 1.0, spent, epsilon_of(spent, 2.0), "delta(1) = 0.50986"),
        Known("laplace", laplace(1.0), 1.0, 0.0, 1.0, "scale 1 is 1-private"),
        Known("laplace, half the noise", laplace(0.5), 1.0, 0.0, 2.0, "scale 1/2 is 2-private and no better"),
        Known("randomised response", randomised_response(0.75), three, 0.0, three, "truth 3/4 is log 3-private"),
        Known(
            "randomised response, too true",
            randomised_response(0.85),
            three,
            0.0,
            math.log(17 / 3),
            "17/20 is log(17/3)-private and no better",
        ),
        Known("subsampled gaussian", subsampled_gaussian(0.1, 1.0), 0.5, 0.0025, 0.45770654, "q = 1/10, sigma = 1"),
        Known(
            "subsampled gaussian, all of it",
            subsampled_gaussian(1.0, 1.0),
            0.5,
            0.0025,
            epsilon_of(0.0025, 1.0),
            "q forgotten",
        ),
        *_sparse_vectors(),
    ]


def _sparse_vectors() -> list[Known]:
    return [
        Known(
            "sparse vector",
            sparse_vector(1.0, noisy_queries=True),
            1.0,
            0.0,
            0.89981469,
            "the version with a proof; these queries spend less than it allows",
        ),
        Known(
            "sparse vector without query noise",
            sparse_vector(1.0, noisy_queries=False),
            1.0,
            0.0,
            math.inf,
            "only the threshold is noisy: some answers happen in one world alone",
        ),
        Known(
            "sparse vector without a stop",
            sparse_vector(1.0, noisy_queries=False, stops=False),
            1.0,
            0.0,
            math.inf,
            "no noise on the queries, and no stop",
        ),
    ]
