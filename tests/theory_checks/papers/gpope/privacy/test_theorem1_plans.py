"""Theorem 1: bounds of delta from below and from above, against composition and against each other."""

from dataclasses import replace
from fractions import Fraction
from math import ceil, exp, log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, norm

from tabular.numbers.balls import ball
from tabular.privacy.subsampled import Adjacency, delta_interval
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome, Region
from theory_checks.core.formal import formal_of
from theory_checks.papers.gpope.privacy import _planned_noise
from theory_checks.papers.gpope.privacy._planned_noise import (
    LARGE_EPSILON,
    SMALL_EPSILON,
    drawn_probability,
    from_above,
    from_below,
    plan,
    printed_sigma,
    proved_sigma,
    rounded_up,
    tried,
)
from theory_checks.papers.gpope.privacy.theorem1 import dependent_c2
from theory_checks.papers.gpope.privacy.theorem1_constants import CASES, printed_conditions
from theory_checks.papers.gpope.privacy.theorem1_region import ONE_PASS, drawn_and_seen, enough_steps
from theory_checks.papers.gpope.privacy.theorem1_repaired import ANYWHERE, below_what_is_needed

TRIAL = Trial(
    claim_id="gpope/thm1",
    reading="absolute-constants",
    formal=formal_of(_planned_noise.__file__, "gpope/thm1", "absolute-constants"),
)
MODERATE = [plan(10, 101, 1, "1e-5"), plan(30, 900, "1/2", "1e-3"), plan(5, 60, 2, "1/100")]


@pytest.mark.parametrize("case", MODERATE, ids=lambda case: case.name)
@pytest.mark.parametrize("share", ["1/3", "1/2", "1"])
def test_bounds_enclose_the_composed_delta(case, share):
    sigma = rounded_up(printed_sigma(case)) * Fraction(share)
    found = delta_interval(case.m, sigma, case.steps, case.epsilon, Adjacency.REPLACE)

    assert float(from_below(case, sigma)) <= found.upper
    assert float(from_above(case, sigma, ball(case.delta))) >= found.lower


def test_lower_bound_is_below_the_exact_probability_of_its_event():
    case = plan(10, 1000, 1, "1e-5")
    sigma = rounded_up(printed_sigma(replace(case, c2=Fraction(2))))
    scale = float(sigma) * sqrt(case.steps)
    mu = 2 * sqrt(case.steps) / (case.m * float(sigma))
    level = scale * (1 / mu + mu / 2)
    k = range(case.steps + 1)
    weights = binom.pmf(k, case.steps, 1 / case.m)
    hit = sum(w * norm.sf((level - 2 * i) / scale) for i, w in zip(k, weights, strict=True))
    exact = hit - 2.718281828459045 * norm.sf(level / scale)

    assert 0 < float(from_below(case, sigma)) <= exact


def test_lower_bound_is_withheld_where_the_tangent_does_not_prove_it():
    case = plan(10**6, 10**13, 1, "1/3", 1, 2)

    assert float(from_below(case, rounded_up(printed_sigma(case)))) == 0


@given(st.floats(1e-6, 1e9))
def test_rounding_goes_up_and_not_far(x):
    from flint import arb

    value = float(rounded_up(arb(x)))

    assert x <= value <= x * (1 + 1e-4)


def test_formulas_in_floats():
    case = plan(7, 20, "1/3", "1/100", 1, 3)
    L = log(100)

    assert float(printed_sigma(case)) == pytest.approx(3 * sqrt(20 * L) / (7 / 3))
    assert float(proved_sigma(case)) == pytest.approx(5 * sqrt((1 + 3 * L) * max(1, 20 * 3 / 49)))
    assert float(case.gain) == pytest.approx(L)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 200),
    st.integers(1, 5000),
    st.fractions(Fraction(1, 20), 30, max_denominator=20),
    st.sampled_from(["1/2", "9/10", "1e-2", "1e-6", "1e-12"]),
)
def test_repaired_theorem_holds_on_random_plans(m, steps, epsilon, delta):
    case = plan(m, steps, str(epsilon), delta)

    assert tried(TRIAL, case, proved_sigma).outcome is Outcome.HOLDS


def test_an_upper_bound_above_delta_refutes_nothing():
    case, rule = plan(2, 5, 1, "1/100"), lambda case: proved_sigma(case) * 2 / 5
    sigma = rounded_up(rule(case))

    assert delta_interval(case.m, sigma, case.steps, case.epsilon, Adjacency.REPLACE).upper < case.delta
    assert from_above(case, sigma, ball(case.delta)) > float(case.delta)
    assert tried(TRIAL, case, rule).outcome is Outcome.UNDECIDED


def test_half_of_the_proved_noise_is_refuted_from_below():
    case = ANYWHERE[-1]

    assert float(from_below(case, rounded_up(below_what_is_needed(case))) / float(case.delta)) > 1
    assert tried(TRIAL, case, below_what_is_needed).outcome is Outcome.FAILS
    assert tried(TRIAL, case, proved_sigma).outcome is Outcome.HOLDS


@pytest.mark.parametrize("case", SMALL_EPSILON, ids=lambda case: case.name)
def test_inside_meets_the_hypotheses(case):
    assert case.epsilon < case.c1 * case.steps / Fraction(case.m) ** 2
    assert float(case.epsilon) <= 3 * log(1 / case.delta)


@pytest.mark.parametrize("case", LARGE_EPSILON, ids=lambda case: case.name)
def test_outside_meets_the_hypotheses(case):
    assert case.epsilon < case.c1 * case.steps / Fraction(case.m) ** 2
    assert float(case.epsilon) > 3 * log(1 / case.delta)
    assert tried(TRIAL, case, printed_sigma, Region.OUTSIDE).outcome is Outcome.FAILS


def test_dependent_constant():
    m, steps = 3, 5
    least = -log(1 - (2 / 3) ** 5)
    wanted = sqrt(2) * m * (1 + sqrt(1 + steps / (m * m * least)))

    assert wanted <= float(dependent_c2(m, steps, Fraction(1))) <= wanted * 1.0001
    assert drawn_probability(plan(3, 5, 1, "1/2")) == 1 - Fraction(2, 3) ** 5


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_conditions_hold_exactly_in_the_interval(case):
    assert case.epsilon == case.c1 * case.steps / Fraction(case.m) ** 2
    square, gain = (case.c1 / case.c2) ** 2 * case.steps, float(case.gain)  # c_1^2 N/c_2^2 and L
    met = float(square) / case.m**2 / log(2) <= gain <= float(square) * exp(-case.c1)
    assert met == all(left <= right for _, left, right in printed_conditions(case))


@pytest.mark.parametrize("case", ONE_PASS, ids=lambda case: case.name)
def test_event_of_one_pass_is_below_the_exact_one(case):
    sigma = rounded_up(printed_sigma(case))
    q = 1 / case.m
    hit = 1 - (norm.cdf(-1 / float(sigma)) * q + norm.cdf(1 / float(sigma)) * (1 - q)) ** case.steps
    miss = 1 - norm.cdf(1 / float(sigma)) ** case.steps

    assert float(drawn_and_seen(case, sigma)) <= hit - 2.718281828459045 ** float(case.epsilon) * miss + 1e-9


def test_enough_steps_is_the_least_number():
    for m, epsilon, c1 in ((10, Fraction(1, 10), Fraction(1)), (7, Fraction(1, 3), Fraction(5))):
        steps = enough_steps(m, epsilon, c1)
        assert epsilon < c1 * steps / m**2
        assert epsilon >= c1 * (steps - 1) / m**2
        assert steps == ceil(epsilon * m**2 / c1) + (epsilon * m**2 % c1 == 0)
