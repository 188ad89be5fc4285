"""The private mathematics of the steps in Lemma 8's proof: closed forms by simulation and quadrature."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from theory_checks.core.interpret import approximate, exact
from theory_checks.papers.dpdqn.maximum._levels import level_0_variances
from theory_checks.papers.dpdqn.maximum.steps_elementary import (
    NEGATED_SIDE,
    PRINTED_SIDE,
    balanced_law,
    normal_law,
    one_inside,
    skewed_law,
    tanh_step,
)
from theory_checks.papers.dpdqn.maximum.steps_mean import last_sign_equal, pair_mean, spread_points, triple_mean
from theory_checks.papers.dpdqn.maximum.steps_midpoint import (
    POSITIVE,
    WEIGHT,
    innovation_covariance,
    midpoint_step,
)
from theory_checks.papers.dpdqn.maximum.steps_variance import (
    max_variance,
    midpoint_variance,
    variance_level,
    variance_max,
)

DECAYS = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


@given(st.floats(-20, 20))
def test_both_sides_are_hyperbolic_tangents(y):
    assert approximate(NEGATED_SIDE, {"c": y, "x": 1.0}) == pytest.approx(math.tanh(y / 2), abs=1e-12)
    assert approximate(PRINTED_SIDE, {"c": 1.0, "x": y}) == pytest.approx(-math.tanh(y / 2), abs=1e-12)


@pytest.mark.parametrize("mean", [-1.0, 0.0, 2.0])
def test_the_normal_law_by_quadrature(mean):
    def expected(function):
        density = norm(mean, math.sqrt(2)).pdf
        return quad(lambda y: density(y) * function(y), mean - 15, mean + 20, points=[0.0], limit=200)[0]

    law = normal_law(arb(mean))

    assert float(law.larger.mid()) == pytest.approx(expected(lambda y: max(math.exp(y), 1)))
    assert float(law.exponential.mid()) == pytest.approx(expected(math.exp))
    assert float(law.positive.mid()) == pytest.approx(expected(lambda y: max(y, 0)))


@given(st.floats(0, 5))
def test_two_point_laws(mean):
    a = math.sqrt(mean**2 + 2)
    balanced, skewed = balanced_law(arb(mean)), skewed_law(arb(mean))

    assert float(balanced.exponential) == pytest.approx(math.cosh(a) + mean / a * math.sinh(a))
    assert float(skewed.exponential) == pytest.approx((math.exp(mean + 2) + 2 * math.exp(mean - 1)) / 3)
    assert balanced.exponential < arb(mean + 1).exp()
    assert float(skewed.larger) >= float(skewed.exponential) - 1e-9
    assert float(balanced.positive) == pytest.approx((mean + a) / 2)
    assert float(skewed.positive) == pytest.approx((mean + 2 + 2 * max(mean - 1, 0)) / 3)


@given(st.floats(-3, 3), st.floats(0.1, 3), st.floats(0.05, 0.95))
def test_the_balanced_law_has_the_largest_positive_part(mean, deviation, p):
    odds = math.sqrt((1 - p) / p)
    positive = p * max(mean + deviation * odds, 0) + (1 - p) * max(mean - deviation / odds, 0)

    assert positive <= (mean + math.hypot(mean, deviation)) / 2 + 1e-9


@given(DECAYS)
def test_innovations_by_hand_for_one_midpoint(q):
    own, old = innovation_covariance(0, q, exact(WEIGHT, {"q": q}))

    assert own.tolist() == [[(1 - q**2) / (1 + q**2)]]
    assert old.tolist() == [[0, 0]]


def test_innovations_with_another_weight_depend_on_the_old_points():
    own, old = innovation_covariance(1, Fraction(1, 2), Fraction(1, 2))

    assert own[0, 1] != 0
    assert old.any()


@given(st.fractions(-3, 3), st.fractions(-3, 3), DECAYS)
def test_the_corrected_midpoint_bound(left, right, q):
    relaxed = exact(POSITIVE, {"xi": 0, "left": left, "right": right})

    assert exact(WEIGHT, {"q": q}) * (left + right) <= relaxed


def test_closed_means_of_maxima():
    rng = np.random.default_rng(2)
    corr = np.array([[1, 0.5, 0.2], [0.5, 1, 0.4], [0.2, 0.4, 1]])
    sample = rng.multivariate_normal(np.zeros(3), corr, size=400_000)
    pair, triple = sample[:, :2].max(axis=1).mean(), sample.max(axis=1).mean()

    assert pair == pytest.approx(float(pair_mean(arb(1) / 2).mid()), abs=0.01)  # 6 standard errors
    assert triple == pytest.approx(float(triple_mean(arb(0.5), arb(0.2), arb(0.4)).mid()), abs=0.01)


def test_relaxed_values_far_apart_by_simulation():
    n, beta = 4, Fraction(30)
    values = spread_points(n, beta)
    q = math.exp(-float(beta) / 2 ** (n + 1))
    rng = np.random.default_rng(5)
    f = [rng.standard_normal(40_000)]
    for _ in range(2**n):
        f.append(q**2 * f[-1] + math.sqrt(1 - q**4) * rng.standard_normal(40_000))
    old = np.array(f)
    noise = math.sqrt((1 - q**2) / (1 + q**2)) * rng.standard_normal((2**n, 40_000))
    relaxed = (noise + (old[:-1] + old[1:]) / 2).max(axis=0).mean()

    assert float(values["relaxed"].mid()) <= relaxed + 0.02
    assert float(values["mu"].lower()) <= old.max(axis=0).mean() + 0.02
    assert float(values["mu"].upper()) >= old.max(axis=0).mean() - 0.02


@pytest.mark.parametrize("n", [1, 2, 3])
def test_variances_of_maxima_by_quadrature(n):
    def moment(k):
        return quad(lambda x: x**k * n * norm.pdf(x) * norm.cdf(x) ** (n - 1), -12, 12)[0]

    assert float(max_variance(n).mid()) == pytest.approx(moment(2) - moment(1) ** 2)


def test_variances_at_level_0_by_simulation():
    rng = np.random.default_rng(3)
    ends = rng.multivariate_normal([0, 0], [[1, math.exp(-0.5)], [math.exp(-0.5), 1]], size=400_000)

    assert 1 + ends.max(axis=1).var() == pytest.approx(float(level_0_variances(Fraction(1, 2)).mid()), abs=0.02)
    assert ends.max(axis=1).var() == pytest.approx(float(midpoint_variance(Fraction(1)).mid()), abs=0.02)


@pytest.mark.parametrize(
    ("check", "name", "reading", "failures"),
    [
        (tanh_step, "dpdqn/lemma8-tanh-step", "printed", 2),
        (one_inside, "dpdqn/lemma8-exp-max-step", "with-the-last-line", 6),
        (midpoint_step, "dpdqn/lemma8-midpoint-step", "printed", 1),
        (last_sign_equal, "dpdqn/lemma8-increment-mean", "last-sign-equal", 1),
        (variance_max, "dpdqn/lemma8-variance-max", "printed", 4),
        (variance_level, "dpdqn/lemma8-variance-level", "printed", 2),
    ],
)
def test_failures_carry_accepted_certificates(check, name, reading, failures, failing, answer):
    found = failing(check, name, reading)

    assert len(found) == failures
    assert all(answer(item.certificate, name, reading)["accepted"] for item in found)
