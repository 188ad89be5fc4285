"""Runs too long to be simulated: their law against runs that can be, their data sets, and their privacy."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from tabular.algorithms.evaluation import GPOPE
from tabular.mdp.instances import recovery_chain_value
from tabular.numbers.arrays import Array
from tabular.privacy import delta_of
from theory_checks.core.seeds import generator
from theory_checks.papers.gpope.experiments._chain_data import DISCOUNT, STATES, chain_means, whole
from theory_checks.papers.gpope.experiments._chain_long_runs import FEW, MANY, ORDER, mspbes
from theory_checks.papers.gpope.experiments._chain_runs import DELTA, EPSILON, fixed_moments
from theory_checks.papers.gpope.experiments._long_runs import LongRuns


def test_means_are_those_of_the_chain():
    """A, b, C within five standard errors of the expectation of (2.2), returns of the values."""
    m = 100_000
    data, exact = chain_means(m, generator(1, "means")), fixed_moments("expectation")
    values = np.array([float(v) for v in recovery_chain_value(40, 0.5, DISCOUNT)])[:STATES]

    for ours, theirs in ((data.moments.A, exact.A), (data.moments.b, exact.b), (data.moments.C, exact.C)):
        assert np.abs(ours - theirs).max() < 5 * 0.25 / np.sqrt(m)
    assert data.visits.counts[-1] == data.n_trajectories == m
    assert np.abs(data.visits.mean - values)[5:].max() < 5 * 0.1 / np.sqrt(m / 8)


def test_means_vary_like_those_of_simulated_trajectories():
    ours = [chain_means(600, generator(2, "means", k)).moments for k in range(200)]
    theirs = [whole(600, k).records.moments() for k in range(200)]

    for name in "AC":
        spreads = [np.std([np.diag(getattr(x, name))[[5, 20, 38]] for x in some], axis=0) for some in (ours, theirs)]
        assert np.abs(spreads[0] / spreads[1] - 1).max() < 5 / np.sqrt(200)


def test_the_law_is_that_of_runs():
    """Of 150 runs of 20000 steps; single draws add little, as T^2/N is small against the noise."""
    runs, horizon, count = LongRuns(2000, EPSILON, 1.25, Fraction(1, 20), 20_000), 100.0, 150
    data = whole(runs.m, 5)
    learner = GPOPE(runs.clip, runs.sigma, horizon / runs.steps, runs.steps)
    ends = np.array([learner.run(data.records, k).theta for k in range(count)])

    centre, spread = runs.law(data.records.moments(), horizon)

    deviations = np.sqrt(np.diag(spread))
    assert (np.abs(ends.mean(axis=0) - centre) < 5 * np.sqrt((deviations**2 + 1e-4) / count)).all()
    drawn = generator(3, "draws").multivariate_normal(centre, spread, count)
    assert np.mean(mspbes(ends)) == pytest.approx(np.mean(mspbes(drawn)), rel=0.25)


@pytest.mark.parametrize("runs", [FEW, MANY])
def test_the_noise_is_private_with_the_limit_of_many_steps_below_the_bound(runs: LongRuns):
    """As N grows the steps become one Gaussian release with mu = 2 sqrt(N)/(m sigma)."""
    limit = delta_of(EPSILON, 2 * np.sqrt(runs.steps) / (runs.m * runs.sigma))

    assert limit < float(runs.delta(ORDER)) < DELTA
    assert float(replace(runs, constant=runs.constant * 9 / 10).delta(ORDER)) > DELTA


def paths() -> Iterator[Array]:
    """Yield rows in each state of all trajectories of at most six transitions, and of some longer ones."""
    for length in range(1, 7):
        for states in range(1, length + 1):
            for cuts in combinations(range(1, length), states - 1):
                yield np.append(np.zeros(STATES - states), np.diff([0, *cuts, length]))
    rng = generator(4, "paths")
    for start in rng.integers(STATES, size=100):
        yield np.append(np.zeros(start), rng.geometric(0.5, STATES - start))


def test_no_gradient_of_a_long_run_is_longer_than_the_clip():
    """On the way of the mean and on ways with noise, for every trajectory that is tried."""
    moments, horizon, parts = fixed_moments("expectation"), 1500.0, 60
    none = np.zeros((STATES, STATES))
    Q = np.block([[none, -moments.A.T], [moments.A, moments.C]])
    drift = np.append(np.zeros(STATES), moments.b)
    step, noise = horizon / 6000, MANY.clip * MANY.sigma * np.sqrt(horizon / MANY.steps)
    rng, x, longest = generator(5, "ways"), np.zeros((10, 2 * STATES)), 0.0
    rows = list(paths())
    for i in range(6000):
        if i % (6000 // parts) == 0 or i < 20:
            longest = max(longest, *(length(x, path) for path in rows))
        x = x - step * (x @ Q.T - drift) + noise * np.sqrt(step) * rng.normal(size=x.shape)

    assert 0.99 < longest < MANY.clip


def length(x: Array, rows: Array) -> float:
    """Return the longest gradient (4.1) of a trajectory with so many rows in each state, at several points."""
    theta, w, total, seen = x[:, :STATES], x[:, STATES:], rows.sum(), rows > 0
    A = (np.diag(rows - DISCOUNT * (rows - seen)) - DISCOUNT * np.diag(seen[:-1] * 1.0, 1)) / total
    dual = theta @ A.T + w * rows / total - np.append(np.zeros(STATES - 1), 1 / total)
    return float(np.sqrt(((w @ A) ** 2).sum(axis=1) + (dual**2).sum(axis=1)).max())
