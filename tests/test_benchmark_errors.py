"""Errors of counters in the benchmarks: exact where they say so, with honest intervals where they are simulated."""

from fractions import Fraction

import numpy as np
import pytest

from tabular.noise.counters import BinaryCounters, HonakerCounters, KaryCounters, ToeplitzCounters
from tabular.noise.counters.designs import BinaryDesign, HonakerDesign, KaryDesign
from tests.benchmarks import counter_errors


def test_quantiles_of_simulated_errors_come_with_honest_intervals():
    """Uniform order statistics: the interval contains the true quantile in 99.9% of the runs."""
    rng, missed = np.random.default_rng(0), 0
    for _ in range(300):
        actual, reach = counter_errors.quantile(np.sort(rng.random(400)), 0.95)
        missed += abs(actual - 0.95) > 2 * reach

    assert missed <= 2


def test_computed_and_simulated_laws_agree():
    made = BinaryCounters.pure(2000, 2**10, 1, seed=3)
    computed, _, method = counter_errors.largest(made)
    worst = counter_errors.simulate(made)

    assert method.startswith("computed")
    for level, value in zip(counter_errors.LEVELS, computed, strict=True):
        actual, reach = counter_errors.quantile(worst, level)
        assert abs(actual - value) <= 2 * reach


def test_only_the_law_of_the_binary_mechanism_is_computed():
    made = HonakerCounters.pure(400, 64, 1, seed=1)
    measures = counter_errors.measures(made, counter_errors.largest(made))
    assert measures["Method"] == "400 runs"
    assert measures["50% quantile"] < measures["95% quantile"] < measures["99% quantile"]
    assert measures["±"].count("/") == 2


@pytest.mark.parametrize("steps", [1, 2, 13, 100])
@pytest.mark.parametrize(
    ("made", "design"),
    [
        (BinaryCounters, BinaryDesign),
        (HonakerCounters, HonakerDesign),
        (lambda *arguments: KaryCounters(*arguments, arity=5), lambda steps: KaryDesign(steps, 5)),
    ],
    ids=["binary", "Honaker", "5-ary"],
)
def test_the_variances_are_those_of_the_exact_rows_of_the_mechanism(made, design, steps):
    rows = [design(steps).combination(t) for t in range(1, steps + 1)]
    exact = [sum((factor**2 for factor in row.values()), Fraction(0)) for row in rows]
    np.testing.assert_allclose(counter_errors.squares(made(1, steps, 1.0)), np.array(exact, float), rtol=1e-14)


@pytest.mark.parametrize("steps", [1, 2, 100])
def test_the_variance_of_the_last_release_of_buffers_is_that_of_the_factor(steps):
    made = ToeplitzCounters(1, steps, 1.0)
    assert counter_errors.squares(made)[-1] == pytest.approx(made.factor.left_square(), rel=1e-12)
