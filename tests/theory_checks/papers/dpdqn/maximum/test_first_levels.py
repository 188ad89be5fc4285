"""Means of the maximum on the first dyadic levels, by simulation and by other formulas."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import cosh, exp, pi, sqrt, tanh

import numpy as np
import pytest
from flint import arb

from tabular.noise.conditional import midpoint
from tabular.noise.covariance import ornstein_uhlenbeck_covariance
from tabular.noise.path_maximum import mean_pair, mean_triple
from theory_checks.core.interpret import approximate
from theory_checks.core.parsing import relations
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.maximum._levels import mean_of_grid
from theory_checks.papers.dpdqn.maximum.first_level import OF_DIFFERENCE, PRINTED, half_modulus, mean_of_ends
from theory_checks.papers.dpdqn.maximum.first_version_increment import printed_middle, repaired_bound

DRAWS = 200_000
FIVE = 5 / sqrt(DRAWS)  # five standard errors of a variable of deviation 1


def _maxima(beta: float, points: list[float]) -> float:
    rng = np.random.default_rng(11)
    K = ornstein_uhlenbeck_covariance(points, beta)
    return float(rng.multivariate_normal(np.zeros(len(points)), K, size=DRAWS).max(axis=1).mean())


@pytest.mark.parametrize("beta", [0.1, 1.0, 5.0])
def test_the_mean_of_the_ends(beta: float) -> None:
    assert float(mean_of_ends(arb(beta))) == pytest.approx(_maxima(beta, [0.0, 1.0]), abs=FIVE)
    values = {"beta": beta, "sigma": 1.0}
    assert approximate(half_modulus(OF_DIFFERENCE), values) == pytest.approx(sqrt((1 - exp(-beta)) / pi), rel=1e-12)
    assert approximate(half_modulus(PRINTED), values) == pytest.approx(sqrt((1 - exp(-2 * beta)) / (2 * pi)), rel=1e-12)


@pytest.mark.parametrize("beta", [0.1, 1.0, 5.0])
def test_the_printed_middle(beta: float) -> None:
    first = 2 * (_maxima(beta, [0.5]) - _maxima(beta, [0.0, 1.0]))
    second = 2 * (_maxima(beta, [0.25, 0.75]) - _maxima(beta, [0.0, 0.5, 1.0]))
    assert float(printed_middle(0, arb(beta))) == pytest.approx(first, abs=4 * FIVE)
    assert float(printed_middle(1, arb(beta))) == pytest.approx(second, abs=4 * FIVE)


@pytest.mark.parametrize("beta", [0.1, 1.0, 5.0, 40.0])
def test_the_repaired_bound_holds_on_further_levels(beta: float) -> None:
    means = [_maxima(beta, [i / 2**n for i in range(2**n + 1)]) for n in range(5)]
    for n, (before, after) in enumerate(pairwise(means)):
        assert after - before <= float(repaired_bound(n, arb(beta))) + 2 * FIVE


def test_the_weight_and_the_variance_of_a_midpoint() -> None:
    weight, deviation = midpoint(0.7)
    assert weight == pytest.approx(1 / (2 * cosh(0.7)), rel=1e-12)
    assert deviation**2 == pytest.approx(tanh(0.7), rel=1e-12)


@pytest.mark.parametrize("steps", [1, 3, 4])
def test_the_mean_over_a_grid_of_an_almost_straight_kernel(steps: int) -> None:
    beta = Fraction(1, 1000)
    simulated = _maxima(float(beta), [i / 4 for i in range(steps + 1)])
    assert float(mean_of_grid(steps, 4, beta).mid()) == pytest.approx(simulated, abs=FIVE)
    assert mean_of_grid(1, 1, beta).overlaps(mean_pair(arb(1) / 1000))
    assert mean_of_grid(2, 2, beta).overlaps(mean_triple(arb(1) / 1000))


@pytest.mark.parametrize("beta", [0.3, 3.0, 30.0])
def test_the_sharper_bound_of_an_increment(beta: float) -> None:
    bound = relations(load()["dpdqn-v1/lemma10-increment/repaired"].reading("printed").sharper[0])[0].right
    means = [_maxima(beta, [i / 2**n for i in range(2**n + 1)]) for n in range(5)]
    for n, (before, after) in enumerate(pairwise(means)):
        assert after - before <= approximate(bound, {"n": n, "beta": beta, "sigma": 1.0}) + 2 * FIVE
