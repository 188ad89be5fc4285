"""The law of increments and of maxima over many independent paths, for every sampler.

Seeds are fixed. Each test has a chance of at most 1e-9 to reject a right sampler, and a control which it rejects.
"""

import math
from functools import cache

import numpy as np
import pytest
from scipy import stats

from tabular.noise import OrnsteinUhlenbeck, OrnsteinUhlenbeckFunction, sample_path

ERROR = 1e-9
PATHS = 4000
BETA = 2.0
GRID = np.linspace(0.0, 1.0, 65)
STEPS = (2.0**-45, 1e-6, 0.01, 0.5)
STARTS = 0.25 + 0.03125 * np.arange(len(STEPS))
POINTS = np.concatenate([GRID, STARTS + STEPS])


def stateful(points):
    g = OrnsteinUhlenbeck(BETA, actions=PATHS, seed=1)
    return [g.many(points, a) for a in range(PATHS)]


def stateless(points):
    f = OrnsteinUhlenbeckFunction(2, BETA, actions=PATHS)
    return [f.many(points, a) for a in range(PATHS)]


def batch(points):
    return [sample_path(points, BETA, seed=3, action=a) for a in range(PATHS)]


SAMPLERS = {f.__name__: f for f in (stateful, stateless, batch)}


@cache
def values(name):
    """Return the values at POINTS, a row for each path; the points are asked for in random order."""
    order = np.random.default_rng(4).permutation(POINTS.size)
    rows = np.empty((PATHS, POINTS.size))
    rows[:, order] = SAMPLERS[name](POINTS[order])
    return rows


def at(name, x):
    return values(name)[:, np.flatnonzero(x == POINTS)[0]]


def rejects_normal(sample, variance):
    """Chi-square for the scale and Kolmogorov for the shape share the error."""
    z = sample / math.sqrt(variance)
    scale, n = np.sum(z**2), z.size
    wrong_scale = not stats.chi2.ppf(ERROR / 4, n) <= scale <= stats.chi2.isf(ERROR / 4, n)
    return wrong_scale or stats.kstest(z, "norm").pvalue < ERROR / 2


def rejects_chance(events, chance):
    """Decide by the exact binomial test."""
    return stats.binomtest(int(np.sum(events)), events.size, chance).pvalue < ERROR


@pytest.mark.parametrize("i", range(len(STEPS)))
@pytest.mark.parametrize("name", SAMPLERS)
def test_increments_are_normal_with_their_variance(name, i):
    h = STARTS[i] + STEPS[i] - STARTS[i]
    increments, variance = at(name, STARTS[i] + STEPS[i]) - at(name, STARTS[i]), -2 * math.expm1(-BETA * h)

    assert not rejects_normal(increments, variance)
    assert rejects_normal(1.2 * increments, variance)


@pytest.mark.parametrize("name", SAMPLERS)
def test_every_point_is_standard_normal(name):
    assert not any(rejects_normal(at(name, x), 1.0) for x in (0.0, 1.0, GRID[20]))


def below_two(u, distance):
    """Return P(max(g(x), g(y)) <= u): an integral over the first value; at 0 it is 1/4 + arcsin(rho)/(2 pi)."""
    return below(u, distance, 1)


def below(u, length, steps):
    """Return P(g <= u at 0, h, ..., steps h): the transfer operator of the chain, steps times, by Gauss's rule."""
    nodes, weights = np.polynomial.legendre.leggauss(400)
    x, w = (u - 9) / 2 + (u + 9) / 2 * nodes, (u + 9) / 2 * weights  # P(g < -9) is below 1e-18
    rho = math.exp(-BETA * length / steps)
    transfer = stats.norm.pdf(x[None, :], rho * x[:, None], math.sqrt(1 - rho**2)) * w
    ahead = np.ones(x.size)
    for _ in range(steps):
        ahead = transfer @ ahead
    return float(np.sum(w * stats.norm.pdf(x) * ahead))


@pytest.mark.parametrize("distance", [0.015625, 0.1, 1.0])
def test_the_reference_has_its_closed_form_for_two_points(distance):
    exact = 0.25 + math.asin(math.exp(-BETA * distance)) / (2 * math.pi)
    assert below_two(0.0, distance) == pytest.approx(exact, abs=1e-9)


def test_the_reference_agrees_with_the_bivariate_normal_law():
    rho = math.exp(-BETA * 0.5)
    both = stats.multivariate_normal(cov=[[1, rho], [rho, 1]])
    for u in (-0.7, 0.4, 2.0):
        assert below_two(u, 0.5) == pytest.approx(both.cdf([u, u]), abs=1e-7)


@pytest.mark.parametrize("u", [-0.5, 0.0, 1.0])
@pytest.mark.parametrize("name", SAMPLERS)
def test_the_maximum_of_two_points(name, u):
    largest = np.maximum(at(name, 0.0), at(name, 0.5))

    assert not rejects_chance(largest <= u, below_two(u, 0.5))
    assert rejects_chance(largest <= u + 0.25, below_two(u, 0.5))


@pytest.mark.parametrize("u", [0.0, 1.0, 2.0])
@pytest.mark.parametrize("name", SAMPLERS)
def test_the_maximum_over_a_grid(name, u):
    largest = values(name)[:, : GRID.size].max(axis=1)

    assert not rejects_chance(largest <= u, below(u, 1.0, GRID.size - 1))
    assert rejects_chance(largest <= u, below(u, 1.0, 8))  # as if only every eighth point had been looked at
