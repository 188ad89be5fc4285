"""Randomised response: its exact divergence over all pairs of worlds, the largest p from both sides, and the limits."""

from fractions import Fraction
from itertools import combinations
from math import exp, floor, inf, log, nan

import pytest
from flint import ctx
from hypothesis import example, given, settings
from hypothesis import strategies as st
from refusals import refusals
from scipy.stats import norm

from tabular.numbers.balls import ball, ends
from tabular.privacy import PrivateResponse, RandomisedResponse, calibrate, fed_through, mu_of, randomised_response

GRID = 1 << 53
EPSILONS = st.one_of(st.just(0.0), st.floats(0, 1e-12), st.floats(0, 60), st.fractions(0, 3, max_denominator=100))
DELTAS = st.one_of(st.just(0.0), st.floats(0, 1e-3), st.floats(0, 1), st.fractions(0, 1, max_denominator=100))


def exponential(epsilon) -> tuple[Fraction, Fraction]:
    """Return rationals around e^epsilon, equal at 0."""
    if epsilon == 0:
        return Fraction(1), Fraction(1)
    with ctx.workprec(1400):  # 1 + 1e-300 is not 1
        low, high = ends("e", ball(Fraction(epsilon)).exp())
    return Fraction(low), Fraction(high)


def law(p: Fraction, k: int, true: int) -> list[Fraction]:
    return [p if i == true else (1 - p) / (k - 1) for i in range(k)]


def divergence(p: Fraction, k: int, factor: Fraction) -> Fraction:
    """Return the largest P(S) - factor P'(S) over all pairs of worlds and all events S."""
    return max(
        sum((max(Fraction(0), a - factor * b) for a, b in zip(law(p, k, i), law(p, k, j), strict=True)), Fraction(0))
        for i in range(k)
        for j in range(k)
    )


@given(EPSILONS, DELTAS, st.integers(2, 6))
@example(0.0, 0.0, 2)
@example(0.0, 0.0, 3)
@example(0.9, 1e-4, 2)
@example(0.45, 1e-4, 2)
@example(36.7, 0.0, 2)
@example(1e-300, 0.0, 2)
@settings(max_examples=80)
def test_no_pair_of_worlds_and_no_event_spends_more_and_the_next_p_would(epsilon, delta, k):
    actual = calibrate(epsilon, delta, randomised_response(k))
    p, (low, high) = actual.truth, exponential(epsilon)
    finer = Fraction(floor(p * GRID) + 1, GRID)

    assert divergence(p, k, low) <= delta
    assert p == 1 or divergence(finer, k, high) > delta
    assert p == Fraction(1, k) or (p * GRID).denominator == 1
    assert p >= Fraction(1, k)
    assert p + (k - 1) * actual.other == 1


@given(st.floats(1e-6, 30), st.floats(0, 0.5), st.integers(2, 50))
@settings(max_examples=50)
def test_it_is_the_closed_form(epsilon, delta, k):
    p = calibrate(epsilon, delta, randomised_response(k)).truth

    assert float(p) == pytest.approx((exp(epsilon) + (k - 1) * delta) / (exp(epsilon) + k - 1), rel=1e-13)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_sum_of_positive_parts_is_the_worst_of_all_events(k):
    p, factor = calibrate(0.7, 0.01, randomised_response(k)).truth, Fraction(3, 2)
    events = [s for size in range(k + 1) for s in combinations(range(k), size)]
    worst = max(
        sum((law(p, k, i)[x] - factor * law(p, k, j)[x] for x in s), Fraction(0))
        for s in events
        for i in range(k)
        for j in range(k)
    )

    assert worst == divergence(p, k, factor) == p - factor * (1 - p) / (k - 1) > 0


@pytest.mark.parametrize(("epsilon", "delta"), [(0.9, 1e-4), (0.45, 1e-4), (0, 0.25), (Fraction(1, 3), Fraction(1, 7))])
@pytest.mark.parametrize("k", [2, 3, 17])
def test_what_it_spends_is_the_divergence(epsilon, delta, k):
    actual = calibrate(epsilon, delta, randomised_response(k))
    low, high = ends("spent", actual.spent)

    assert divergence(actual.truth, k, exponential(epsilon)[1]) <= high
    assert low <= divergence(actual.truth, k, exponential(epsilon)[0])
    assert high <= delta
    assert low >= delta - Fraction(k + 10, GRID)


def test_known_values():
    """e^log 3/(e^log 3 + 1) is 3/4, and the double below log 3 gives the multiple below or next to it."""
    assert float(calibrate(log(3), 0, randomised_response(2)).truth) == pytest.approx(0.75, abs=2**-52)
    assert calibrate(0, Fraction(1, 2), randomised_response(2)).truth == Fraction(3, 4)
    assert calibrate(0, Fraction(1, 4), randomised_response(5)).truth == Fraction(2 * GRID // 5, GRID)
    assert float(calibrate(0.9, 1e-4, randomised_response(2)).truth) == pytest.approx(0.7109784, abs=1e-7)


def test_nothing_may_be_told_at_zero():
    for k in (2, 3, 5, 1 << 60):
        actual = calibrate(0, 0, randomised_response(k))
        assert actual.truth == actual.other == Fraction(1, k)
        assert actual.spent == 0


@pytest.mark.parametrize("epsilon", [45, 700.0, 1e308, 10**400])
def test_a_huge_epsilon_does_not_make_the_answer_certain(epsilon):
    actual = calibrate(epsilon, 0, randomised_response(3))

    assert actual.truth == 1 - Fraction(1, GRID)
    assert actual.spent == 0


def test_only_an_infinite_epsilon_or_delta_1_does():
    assert calibrate(inf, 0, randomised_response(2)).truth == 1
    assert calibrate(inf, 0, randomised_response(2)).spent == 0
    assert calibrate(0, 1, randomised_response(4)).truth == 1
    assert calibrate(0, 1, randomised_response(4)).spent == 1


def test_more_epsilon_and_more_delta_never_tell_less():
    grid = [0, 1e-300, 1e-9, 0.1, 1, 5, 40]

    for values in (
        [calibrate(e, 1e-6, randomised_response(3)).truth for e in grid],
        [calibrate(0.5, d / 40, randomised_response(3)).truth for d in grid],
    ):
        assert values == sorted(values)


def test_of_two_answers_it_finds_the_right_one_more_often_than_any_gaussian_mechanism():
    """The best test between N(0, 1) and N(mu, 1) is right with probability Phi(mu/2)."""
    for epsilon, delta in ((0.9, 1e-4), (0.45, 1e-4), (5.0, 1e-6)):
        assert calibrate(epsilon, delta, randomised_response(2)).truth > norm.cdf(mu_of(epsilon, delta) / 2)
    assert norm.cdf(mu_of(0.9, 1e-4) / 2) == pytest.approx(0.557, abs=5e-4)


def test_each_mechanism_gets_its_own_answer():
    response, mechanism = calibrate(1, 1e-6, randomised_response(2)), randomised_response(2)

    assert isinstance(response, PrivateResponse)
    assert response.mechanism == mechanism == RandomisedResponse(2)
    assert calibrate(1, 1e-6, fed_through([1], 3)).sigma > 0


test_broken_input_is_refused_in_one_sentence = refusals(
    (lambda: randomised_response(1), "candidates must be an integer of at least 2, got 1"),
    (lambda: randomised_response(0), "candidates must be an integer of at least 2, got 0"),
    (lambda: randomised_response(2.0), "candidates must be an integer of at least 2, got 2.0"),
    (lambda: RandomisedResponse(True), "candidates must be an integer of at least 2, got True"),
    (lambda: calibrate(-1, 0, randomised_response(2)), "epsilon must be a number of at least 0, got -1"),
    (lambda: calibrate(nan, 0, randomised_response(2)), "epsilon must be a number of at least 0, got nan"),
    (lambda: calibrate("1", 0, randomised_response(2)), "epsilon must be a number of at least 0, got '1'"),
    (lambda: calibrate(1, 1.5, randomised_response(2)), "delta must be a number between 0 and 1, got 1.5"),
    (lambda: calibrate(1, nan, randomised_response(2)), "delta must be a number between 0 and 1, got nan"),
    (lambda: calibrate(1, 0, 2), "mechanism must be a Mechanism, .* randomised_response, got 2"),
)
