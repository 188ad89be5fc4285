"""Long private runs in mountain car: what their noise proves, and that no gradient is longer than the clip."""

from math import sqrt
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from tabular.numbers.arrays import Array
from tabular.privacy import delta_of
from theory_checks.core.seeds import generator
from theory_checks.papers.gpope.experiments._car import off_policy, on_policy
from theory_checks.papers.gpope.experiments._long_runs import LongRuns
from theory_checks.papers.gpope.experiments._noise import DELTA
from theory_checks.papers.gpope.experiments._trajectory_worlds import World
from theory_checks.papers.gpope.experiments.mountain_car_long_runs import (
    BOTH,
    ON_POLICY,
    ORDER,
    MakeWorld,
    Scale,
    tuned_horizon,
)

WORLD = on_policy(0, "evaluation")
SIZE = WORLD.records.size
PARTS, DOUBLINGS = 200, 16


@pytest.mark.parametrize("scale", [ON_POLICY, BOTH])
def test_the_noise_is_private_with_the_limit_of_many_steps_below_the_bound(scale: Scale):
    runs = scale.runs(WORLD)
    limit = delta_of(1.0, 2 * sqrt(runs.steps) / (runs.m * runs.sigma))

    assert limit < float(runs.delta(ORDER)) < DELTA


def test_the_root_measures_the_error():
    theta = generator(1, "theta").normal(size=SIZE)
    centre = np.linalg.lstsq(WORLD.reference.A, WORLD.reference.b)[0]

    assert np.sum((WORLD.root @ theta) ** 2) == pytest.approx(WORLD.errors(centre + theta)[0], rel=1e-6)
    assert np.sum(WORLD.root**2) == pytest.approx(WORLD.curvature)


TASKS = [*((on_policy, ON_POLICY, x) for x in (0.1, 1.0, 10.0)), (on_policy, BOTH, 1.0), (off_policy, BOTH, 1.0)]


@pytest.mark.parametrize(("make", "scale", "factor"), TASKS)
def test_no_gradient_on_the_way_is_longer_than_the_clip(make: MakeWorld, scale: Scale, factor: float):
    """At points of a run with noise, from one to the next by the exact law, and before the first by small steps."""
    world, horizon = make(0, "evaluation"), factor * tuned_horizon(make(0, "tuning"), scale)
    runs = scale.runs(world)
    kept, drift, spread = transition(world, runs, horizon)
    root = np.linalg.cholesky(spread + 1e-18 * np.eye(2 * SIZE))
    rng, x, longest = generator(2, "way", str(factor)), np.zeros(2 * SIZE), early(world)

    for _ in range(PARTS):
        x = drift + kept @ x + root @ rng.normal(size=2 * SIZE)
        longest = max(longest, gradient(world, x))

    assert 0.9 * world.longest < longest < runs.clip


def saddle(world: World) -> tuple[Array, Array]:
    A, C = world.reference.A, world.reference.C
    return np.block([[np.zeros((SIZE, SIZE)), -A.T], [A, C]]), np.append(np.zeros(SIZE), world.reference.b)


def transition(world: World, runs: LongRuns, horizon: float) -> tuple[Array, Array, Array]:
    """Return the matrix, the drift and the covariance of a part of the run."""
    Q, g = saddle(world)
    part = horizon / PARTS / 2**DOUBLINGS
    variance = (runs.clip * runs.sigma) ** 2 * horizon / runs.steps
    kept: Any = expm(-part * Q)
    drift, spread = part * g, part * variance * np.eye(2 * SIZE)
    for _ in range(DOUBLINGS):
        drift, spread, kept = drift + kept @ drift, spread + kept @ spread @ kept.T, kept @ kept
    return kept, drift, spread


def early(world: World) -> float:
    Q, g = saddle(world)
    x, longest = np.zeros(2 * SIZE), world.longest
    for _ in range(3000):
        x = x - 0.02 * (Q @ x - g)
        longest = max(longest, gradient(world, x))
    return longest


def gradient(world: World, x: Array) -> float:
    """Return the longest gradient (4.1) of the recorded trajectories."""
    packed, theta, w = world.records.packed, x[:SIZE], x[SIZE:]
    A, C = packed.joint[:, :, :SIZE], packed.joint[:, :, packed.joint.shape[2] // 2 :][:, :, :SIZE]
    dual, primal = A @ theta + C @ w - packed.right, np.swapaxes(A, 1, 2) @ w
    return float(np.sqrt((dual**2).sum(axis=1) + (primal**2).sum(axis=1)).max())
