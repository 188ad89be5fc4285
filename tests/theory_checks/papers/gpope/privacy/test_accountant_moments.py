"""Theorem 4: exact moments of adaptive mechanisms and of the tail, by other routes."""

from fractions import Fraction
from itertools import product
from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.privacy.accountant_composition import (
    Adaptive,
    moment,
    named,
    one_sided,
    response,
    seeded,
    whole_moment,
    worst_step,
)
from theory_checks.papers.gpope.privacy.accountant_tail import PAIRS, Pair, exact_power, hockey_stick, law, markov, tail

weights = st.lists(st.integers(1, 9), min_size=3, max_size=3)


def test_moment_of_order_one_is_the_chi_square_sum():
    first, second = law(1, 2, 3), law(2, 2, 2)

    assert moment(first, second, 1) == sum(p * p / q for p, q in zip(first, second, strict=True))


def test_product_of_one_law_has_the_power_of_its_moment():
    mechanism = Adaptive("", 3, 2, lambda _: one_sided(Fraction(1, 3)))

    assert whole_moment(mechanism, 4) == moment(*one_sided(Fraction(1, 3)), 4) ** 3


def test_turned_data_sets_have_the_moment_of_the_exchanged_laws():
    mechanism = Adaptive("", 1, 2, lambda _: one_sided(Fraction(1, 2)))
    first, second = one_sided(Fraction(1, 2))

    assert whole_moment(mechanism, 2, turned=True) == moment(second, first, 2)


@given(weights, weights, weights, weights, st.integers(1, 3))
def test_two_adaptive_steps_never_exceed_the_sum(a, b, c, d, order):
    tables = {(): (law(*a), law(*b)), (0,): (law(*c), law(*d)), (1,): (law(*d), law(*c)), (2,): (law(*a), law(*d))}
    mechanism = Adaptive("", 2, 3, tables.__getitem__)
    most = worst_step(mechanism, 0, order) * worst_step(mechanism, 1, order)

    assert max(whole_moment(mechanism, order), whole_moment(mechanism, order, turned=True)) <= most


def test_seeded_mechanisms_are_laws_and_reproducible():
    trial = Trial(claim_id="x")
    one, other = seeded(trial, 0), seeded(trial, 0)

    for length in range(3):
        for history in one.histories(length):
            assert one.laws(history) == other.laws(history)
            assert all(sum(p) == 1 and min(p) > 0 for p in one.laws(history))


def test_names_are_unique():
    assert len({mechanism.name for mechanism in named()}) == len(named())


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_hockey_stick_is_the_best_event(pair):
    events = product((0, 1), repeat=len(pair.first))
    best = max(
        sum(k * (p - pair.factor * q) for k, p, q in zip(event, pair.first, pair.second, strict=True))
        for event in events
    )

    assert hockey_stick(pair) == best


@given(weights, weights, st.fractions(Fraction(11, 10), 5, max_denominator=10), st.integers(1, 8))
def test_tail_bound_holds(a, b, factor, order):
    pair = Pair("", law(*a), law(*b), factor)

    assert hockey_stick(pair) <= tail(pair) <= markov(pair, Fraction(order))


def test_markov_is_the_exponential_of_the_moment():
    pair = PAIRS[3]
    alpha = log(sum(p * (p / q) ** 2 for p, q in zip(map(float, pair.first), map(float, pair.second), strict=True)))

    assert float(markov(pair, Fraction(2))) == pytest.approx(exp(alpha - 2 * log(2)), rel=1e-14)


def test_negative_order_is_below_the_truth():
    assert markov(PAIRS[0], Fraction(-1, 2)) == Fraction(12, 17) < hockey_stick(PAIRS[0]) == Fraction(55, 68)


def test_powers_are_exact_or_refused():
    assert exact_power(Fraction(16, 9), Fraction(-1, 2)) == Fraction(3, 4)
    with pytest.raises(ValueError, match="rational power"):
        exact_power(Fraction(2), Fraction(1, 2))


def test_response_is_symmetric():
    first, second = response(Fraction(3, 4))

    assert first == second[::-1]
