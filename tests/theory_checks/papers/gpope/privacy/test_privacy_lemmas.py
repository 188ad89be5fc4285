"""Lemmas of the checker on which this room rests, against quadrature, enumeration and simulation."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import exp, log, sqrt

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binom, norm

from tabular.privacy.normal_mixtures import mixture_log_moment_ball, mixture_of
from theory_checks.core.domain import holds
from theory_checks.core.interpret import enclose
from theory_checks.core.lemmas import hypotheses_of, of_lemma


def worth(theorem, **parameters):
    return float(enclose(of_lemma(theorem), {name: Fraction(x) for name, x in parameters.items()}))


@pytest.mark.parametrize(("steps", "batch", "distance", "sigma"), [(1, 1, 2, 1), (3, 2, "1/2", 2), (2, 5, 1, "1/2")])
def test_log_moments_of_draws_are_integrals(steps, batch, distance, sigma):
    q, mu, order = batch / 5, float(Fraction(distance)) / float(Fraction(sigma)), 3

    def integrand(x):
        return norm.pdf(x) * (1 - q + q * exp(mu * x - mu * mu / 2)) ** (order + 1)

    value = steps * log(quad(integrand, -12, 40, limit=400, epsabs=0)[0])
    numbers = {"order": order, "m": 5, "steps": steps, "batch": batch, "distance": distance, "sigma": sigma}
    assert worth("subsampled-log-moment", **numbers) == pytest.approx(value, rel=1e-8)


@pytest.mark.parametrize(("order", "distance", "variance"), [("3/2", 1, "1/2"), (4, 3, 2), (1, 2, 3)])
def test_the_divergence_of_normal_laws_is_an_integral(order, distance, variance):
    scale, a = sqrt(Fraction(variance)), float(Fraction(order))

    def integrand(x):
        p, ratio = norm.pdf(x, distance, scale), norm.logpdf(x, distance, scale) - norm.logpdf(x, 0, scale)
        return p * ratio if a == 1 else p * exp((a - 1) * ratio)

    value = quad(integrand, -40, 60, limit=400, points=[0, distance])[0]
    found = worth("gaussian-renyi-divergence", order=order, square=distance**2, variance=variance)
    assert found == pytest.approx(value if a == 1 else log(value) / (a - 1), rel=1e-7)


@pytest.mark.parametrize(("m", "batch", "sigma"), [(3, 1, 1), (3, 2, "1/2"), (4, 3, 1), (3, 3, 1)])
def test_no_numbers_have_a_larger_first_log_moment_than_opposite_ones(m, batch, sigma):
    grid = [Fraction(k, 2) for k in range(-2, 3)]

    def law(data):
        return mixture_of([sum(draw) / batch for draw in combinations(data, batch)], Fraction(sigma))

    moments = [
        float(mixture_log_moment_ball(law((*others, a)), law((*others, b)), 1, 40))
        for others in combinations_with_replacement(grid, m - 1)
        for a in grid
        for b in grid
        if a != b
    ]
    assert max(moments) == pytest.approx(worth("first-log-moment-of-clipped-numbers", m=m, batch=batch, sigma=sigma))


def released(m, steps, sigma, epsilon):
    """Return what the two events of the lemmas reach: a positive release, and a large sum."""
    k, scale = np.arange(steps + 1), sigma * sqrt(steps)
    weights = binom.pmf(k, steps, 1 / m)
    none = (weights * norm.cdf(-1 / sigma) ** k * norm.cdf(1 / sigma) ** (steps - k)).sum()
    seen = (1 - none) - exp(epsilon) * (1 - norm.cdf(1 / sigma) ** steps)
    mu = 2 * sqrt(steps) / (m * sigma)
    level = epsilon / mu + mu / 2
    summed = (weights * norm.sf(level - 2 * k / scale)).sum() - exp(epsilon) * norm.sf(level)
    return {"seen-record-delta": seen, "summed-releases-delta": summed}


@pytest.mark.parametrize(
    ("theorem", "m", "steps", "sigma", "epsilon"),
    [
        ("seen-record-delta", 1, 4, "1/2", 1),
        ("seen-record-delta", 5, 20, "1/4", 2),
        ("seen-record-delta", 40, 400, "1/5", "1/2"),
        ("summed-releases-delta", 1, 4, "1/2", 1),
        ("summed-releases-delta", 10, 1000, 13, 1),
        ("summed-releases-delta", 2, 4, 3, 1),
    ],
)
def test_events_reach_at_least_the_delta_of_the_lemma(theorem, m, steps, sigma, epsilon):
    numbers = {"m": m, "steps": steps, "sigma": Fraction(sigma), "epsilon": Fraction(epsilon)}
    reached = released(m, steps, float(numbers["sigma"]), float(numbers["epsilon"]))[theorem]

    assert all(holds(x, numbers) for x in hypotheses_of(theorem))
    assert 0.3 * reached <= worth(theorem, **numbers) <= reached + 1e-12


def test_for_one_record_the_sum_reaches_the_gaussian_delta():
    numbers = {"m": 1, "steps": 9, "sigma": Fraction(2), "epsilon": Fraction(1)}

    assert all(holds(x, numbers) for x in hypotheses_of("summed-releases-delta"))
    exact = released(1, 9, 2.0, 1.0)["summed-releases-delta"]
    assert 0 <= exact - worth("summed-releases-delta", **numbers) < exact / 200
    others = numbers | {"m": 4, "sigma": Fraction(1, 10)}
    assert not all(holds(x, others) for x in hypotheses_of("summed-releases-delta"))
