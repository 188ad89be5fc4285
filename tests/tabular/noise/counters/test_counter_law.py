"""The law of the largest error: closed forms, exact arithmetic, an independent quadrature, simulation, the bounds."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals
from scipy import integrate
from scipy.stats import norm

from tabular.noise.counters import BinaryCounters, accuracy_bound, error_quantile, failure_probability
from tabular.noise.counters.law import checked_failure
from tabular.noise.counters.law_exact import probability_ball, probability_terms

LAWS = ["laplace", "gaussian"]


@given(st.floats(1e-3, 200))
def test_one_step_is_one_draw(x):
    assert failure_probability(1, x) == pytest.approx(math.exp(-x), rel=1e-13)
    assert failure_probability(1, min(x, 37), law="gaussian") == pytest.approx(2 * norm.sf(min(x, 37)), rel=1e-12)


@given(st.floats(1e-3, 200))
def test_two_steps_are_two_independent_draws(x):
    """Nodes 1 and 2 are the releases: P(max <= x) = (1 - exp(-x))**2."""
    p = math.exp(-x)
    assert failure_probability(2, x) == pytest.approx(p * (2 - p), rel=1e-13)


def test_three_steps_in_closed_form():
    """N = (a, b, b + c), so with e = exp(-x): P = (1 - e) int_{-x}^{x} exp(-|v|) / 2 (1 - e cosh v) dv."""
    x = Fraction(7, 3)
    with ctx.workprec(120):
        e = (-arb(7) / 3).exp()
        inner = (1 - e) - e / 2 * (arb(7) / 3 + (1 - e * e) / 2)
        closed = (1 - e) * inner

        assert probability_ball(3, x, 100).overlaps(closed)
    assert probability_terms(3, x)[0] == 1


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 6, 7, 8, 11, 15, 16])
@pytest.mark.parametrize("level", [Fraction(1, 50), Fraction(1), Fraction(37, 10), Fraction(12), Fraction(30)])
def test_the_recursion_agrees_with_exact_arithmetic(steps, level):
    with ctx.workprec(300):
        exact = float((1 - probability_ball(steps, level, 200)).mid())
    actual, error = checked_failure(steps, float(level))

    assert abs(actual - exact) <= error
    assert error <= 1e-12 * exact


def test_exact_terms_are_few_and_sum_to_zero_at_level_zero():
    """The terms cancel to 48 digits at level 1e-6, and the ball takes the precision that this needs."""
    terms = probability_terms(8, 1)
    assert terms[0] == 1
    assert len(terms) == 13
    assert all(e <= 0 for e in terms)
    small = probability_ball(8, Fraction(1, 10**6), 64)
    # eight densities of at most 1/2 over intervals of length 2e-6: below 1e-48, and near it
    assert 0.99e-48 < float(small) < 1e-48


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("steps", [3, 5, 7])
def test_the_recursion_agrees_with_adaptive_quadrature(law, steps):
    """Another route: nested adaptive integrals of the transition density, no recursion over blocks."""
    x = 2.3
    density = (lambda v: math.exp(-abs(v)) / 2) if law == "laplace" else norm.pdf
    inside = (
        (lambda u: 1 - math.exp(-x) * math.cosh(u))
        if law == "laplace"
        else lambda u: norm.cdf(x - u) - norm.cdf(-x - u)
    )

    def integral(h, u):
        return integrate.quad(lambda v: density(v - u) * h(v), -x, x, points=[u], epsabs=1e-11, epsrel=1e-11)[0]

    # t = 1 and t = 2 stand alone; 3 hangs on 2, 5 and 6 on 4, 7 on 6
    four = {
        3: lambda: inside(0) * integral(inside, 0),
        5: lambda: inside(0) * integral(inside, 0) * integral(inside, 0),
        7: lambda: inside(0) * integral(inside, 0) * integral(lambda v: inside(v) * integral(inside, v), 0),
    }
    assert 1 - failure_probability(steps, x, law=law) == pytest.approx(four[steps](), abs=1e-9)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("steps", "level"), [(20, 6.0), (1000, 12.0), (1000, 7.0)])
def test_the_law_agrees_with_simulation_of_the_streaming_mechanism(law, steps, level):
    """100 000 counters; five binomial deviations (two-sided 6e-7 for each of six cases)."""
    runs, worst = 100_000, np.zeros(100_000)
    counters = BinaryCounters(runs, steps, 1.0, law=law, seed=5)
    zeros = np.zeros((10, runs))
    for _ in range(0, steps, 10):
        np.maximum(worst, np.abs(counters.run(zeros)).max(axis=0), out=worst)
    p = failure_probability(steps, level, law=law)

    assert abs(np.mean(worst > level) - p) <= 5 * math.sqrt(p * (1 - p) / runs) + 1e-12


@pytest.mark.parametrize("steps", [2**10, 2**18, 2**36 - 1, 12345])
@pytest.mark.parametrize("law", LAWS)
def test_two_orders_of_quadrature_agree_to_rounding(steps, law):
    for level in (5.0, 20.0, 33.3):
        actual, error = checked_failure(steps, level, law=law)
        assert error <= 1e-11 * actual
        assert failure_probability(steps, level, law=law) == pytest.approx(actual, rel=1e-11)


def test_known_quantiles():
    """0.95-quantiles in units K**2 / epsilon grow like log**2 of the steps: 1.42 to 1.46 times."""
    for k in (4, 8, 12, 16, 20):
        terms = k + 1
        assert 1.40 <= error_quantile(2**k, 0.05, scale=terms) / terms**2 <= 1.46
    assert error_quantile(2**10, 0.05, scale=11) == pytest.approx(171.4, abs=0.05)
    assert error_quantile(2**18, 0.05, scale=19) == pytest.approx(514.4, abs=0.05)


@settings(deadline=None, max_examples=40)
@given(
    st.integers(1, 2**36 - 1),
    st.floats(1e-9, 1 - 1e-9),
    st.integers(1, 10**6),
    st.sampled_from(LAWS),
    st.floats(0.01, 100),
)
def test_quantiles_invert_the_law(steps, wanted, counters, law, scale):
    level = error_quantile(steps, wanted, counters=counters, law=law, scale=scale)
    actual = failure_probability(steps, level, counters=counters, law=law, scale=scale)

    # the quantile is exact to 1e-13 and the law moves by its density there, at most about exp(60) near 0; the logit
    assert math.log(actual) == pytest.approx(math.log(wanted), abs=1e-9) or abs(actual - wanted) < 1e-9


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 2**30), st.floats(1e-6, 0.999), st.sampled_from([1, 32, 4800]), st.sampled_from(LAWS))
def test_the_closed_form_is_an_upper_bound(steps, wanted, counters, law):
    bound = accuracy_bound(steps, wanted, counters=counters, law=law)

    assert failure_probability(steps, bound, counters=counters, law=law) <= wanted
    assert error_quantile(steps, wanted, counters=counters, law=law) <= bound


def test_the_golden_ratio_threshold_of_the_textbook_bound_at_two_steps():
    """At T = 2, scale 2 / epsilon: 4 / epsilon ln(1/b) log2(T)**2.5 is passed with probability <= b iff b <= 0.618."""
    golden = (math.sqrt(5) - 1) / 2
    for b, holds in ((golden - 1e-9, True), (golden + 1e-9, False), (0.1, True), (0.9, False)):
        assert (failure_probability(2, 4 * math.log(1 / b), scale=2.0) <= b) == holds


def test_more_counters_are_independent():
    one = failure_probability(100, 9.0)
    assert failure_probability(100, 9.0, counters=7) == pytest.approx(1 - (1 - one) ** 7, rel=1e-12)
    assert failure_probability(100, 18.0, scale=2.0) == failure_probability(100, 9.0)


def test_extreme_levels():
    assert failure_probability(1000, 1e-9) == 1.0
    assert failure_probability(1000, 1e9) == 0.0
    assert failure_probability(1000, 1e9, law="gaussian") == 0.0
    assert 0 < failure_probability(10**9, 700.0) < 1e-250


test_bad_input_gets_one_sentence = refusals(
    (lambda: failure_probability(0, 1.0), r"steps must be an integer from 1 to 68719476735, got 0"),
    (lambda: failure_probability(2.0, 1.0), r"steps must be an integer from 1 to 68719476735, got 2.0"),
    (lambda: failure_probability(2, 0.0), r"level must be positive and finite, got 0.0"),
    (lambda: failure_probability(2, float("nan")), r"level must be positive and finite, got nan"),
    (lambda: failure_probability(2, 1.0, scale=-1), r"scale must be positive and finite, got -1"),
    (lambda: failure_probability(2, 1.0, counters=0), r"counters must be an integer from 1 to \d+, got 0"),
    (lambda: failure_probability(2, 1.0, law="uniform"), r'law must be "laplace" or "gaussian", got \'uniform\''),
    (lambda: failure_probability(2, 1.0, law=[]), r'law must be "laplace" or "gaussian", got \[\]'),
    (lambda: error_quantile(2, 0.0), r"failure_probability must lie strictly between 0 and 1, got 0.0"),
    (lambda: error_quantile(2, 1), r"failure_probability must lie strictly between 0 and 1, got 1"),
    (lambda: accuracy_bound(2, "x"), r"failure_probability must be a real number, got 'x'"),
    (lambda: probability_terms(32, 1), r"steps must be an integer from 1 to 31, got 32"),
    (lambda: probability_terms(3, -1), r"level must be a finite number above 0, got -1"),
    (lambda: probability_ball(3, 1, 0), r"bits must be an integer from 2 to 65536, got 0"),
    says="whole pattern",
)
