"""Paths against celerite2, which factorises the same covariance in its own way: likelihoods, factors, predictions."""

import bisect
import math

import celerite2
import numpy as np
import pytest

from tabular.noise import OrnsteinUhlenbeck, OrnsteinUhlenbeckFunction, sample_path
from tabular.noise.conditional import bridge, step

PLACES = [(0.3, 1.0), (5.0, 0.5), (80.0, 3.0)]  # (beta, sigma)


def random_points(n, seed=0):
    return np.random.default_rng(seed).random(n)


def peer(points, beta, sigma):
    gp = celerite2.GaussianProcess(celerite2.terms.RealTerm(a=sigma**2, c=beta))
    gp.compute(np.sort(points))
    return gp


def stateful(points, beta, sigma):
    return OrnsteinUhlenbeck(beta, sigma, seed=3).many(points)


def stateless(points, beta, sigma):
    return OrnsteinUhlenbeckFunction(3, beta, sigma).many(points)


def batch(points, beta, sigma):
    return sample_path(points, beta, sigma, seed=3)


def sequential_log_likelihood(line, values, beta, sigma):
    """Add the logarithms of the densities of each value given the one before."""
    total, last, before = 0.0, 0.0, -math.inf
    for x, value in zip(line, values / sigma, strict=True):
        weight, deviation = step(beta * (x - before)) if before > -math.inf else (0.0, 1.0)
        total -= ((value - weight * last) / deviation) ** 2 / 2 + math.log(sigma * deviation * math.sqrt(2 * math.pi))
        last, before = value, x
    return total


@pytest.mark.parametrize(("beta", "sigma"), PLACES)
@pytest.mark.parametrize("sampler", [stateful, stateless, batch])
def test_both_give_our_values_the_same_likelihood(sampler, beta, sigma):
    points = random_points(2000)
    order = np.argsort(points)
    line, values = points[order], sampler(points, beta, sigma)[order]
    ours = sequential_log_likelihood(line, values, beta, sigma)

    # the smallest of 2000 gaps is about 1e-7: its innovation has lost seven of sixteen digits
    assert peer(points, beta, sigma).log_likelihood(values) == pytest.approx(ours, rel=1e-9)


@pytest.mark.parametrize(("beta", "sigma"), PLACES)
def test_the_likelihood_of_another_law_differs(beta, sigma):
    """So the agreement above says something: a scale off by 5% loses about 2000 * 0.05^2 = 5 units."""
    points = random_points(2000)
    values = batch(points, beta, 1.05 * sigma)[np.argsort(points)]
    right = sequential_log_likelihood(np.sort(points), values, beta, 1.05 * sigma)

    assert peer(points, beta, sigma).log_likelihood(values) < right - 1


@pytest.mark.parametrize(("beta", "sigma"), PLACES)
def test_conditional_laws_are_the_peers_predictions(beta, sigma):
    known, asked = np.sort(random_points(40)), np.sort(np.concatenate([random_points(60, 1), [-0.5, 1.5]]))
    values = batch(known, beta, sigma)
    mean, variance = peer(known, beta, sigma).predict(values, t=asked, return_var=True)
    for i, x in enumerate(asked):
        place = bisect.bisect(known, x)
        if 0 < place < known.size:
            left, right, deviation = bridge(beta, x - known[place - 1], known[place] - x)
            ours = left * values[place - 1] + right * values[place]
        else:
            near = min(place, known.size - 1)
            weight, deviation = step(beta * abs(x - known[near]))
            ours = weight * values[near]
        assert mean[i] == pytest.approx(ours, abs=1e-10 * sigma)
        assert variance[i] == pytest.approx((sigma * deviation) ** 2, abs=1e-10 * sigma**2)
