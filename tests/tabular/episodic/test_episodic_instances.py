"""Tests for tabular/episodic/instances.py."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.episodic import expected_return, gap, optimal
from tabular.episodic.instances import (
    combination_lock,
    random_episodic,
    riverswim,
    single_state_bandit,
)

GAPS = st.fractions(0, Fraction(1, 2), max_denominator=50)


@given(st.integers(1, 5), st.integers(1, 3), st.integers(1, 4), st.integers(1, 52), st.integers(0, 2**64))
def test_random_numbers_are_multiples_of_the_unit_and_the_same_in_floats(n, m, horizon, bits, seed):
    exact, rounded = (random_episodic(n, m, horizon, seed, bits, exact=exact) for exact in (True, False))

    assert exact.rewards.shape == (horizon, m, n)
    for one, other in ((exact.transitions, rounded.transitions), (exact.rewards, rounded.rewards)):
        assert all((x * 2**bits).denominator == 1 for x in one.reshape(-1))
        assert (one == other).all()


def test_seeds_decide():
    one, same, other = (random_episodic(3, 2, 2, seed) for seed in (1, 1, 2))

    assert np.array_equal(one.transitions, same.transitions)
    assert np.array_equal(one.start, same.start)
    assert not np.array_equal(one.transitions, other.transitions)


def test_riverswim_rows():
    mdp = riverswim(6, 20, exact=True)

    assert mdp.transitions[7, 1, 2].tolist() == [0, Fraction(1, 20), Fraction(3, 5), Fraction(7, 20), 0, 0]
    assert mdp.transitions[0, 1, 0].tolist() == [Fraction(2, 5), Fraction(3, 5), 0, 0, 0, 0]
    assert mdp.transitions[0, 1, 5].tolist() == [0, 0, 0, 0, Fraction(2, 5), Fraction(3, 5)]
    assert mdp.transitions[0, 0, 3].tolist() == [0, 0, 1, 0, 0, 0]
    assert (mdp.rewards[3, 0, 0], mdp.rewards[3, 1, 5], mdp.rewards[3].sum()) == (
        Fraction(1, 200),
        1,
        1 + Fraction(1, 200),
    )
    assert expected_return(mdp, np.zeros((20, 6), np.int64)) == Fraction(20, 200)
    assert (optimal(mdp).policy[0] == 1).all()


def test_riverswim_of_two_states():
    mdp = riverswim(2, 3, exact=True)

    assert mdp.transitions[0, 1].tolist() == [[Fraction(2, 5), Fraction(3, 5)], [Fraction(2, 5), Fraction(3, 5)]]


@given(st.integers(1, 6), st.integers(1, 3), st.integers(0, 100))
def test_a_lock_opens_for_one_sequence(horizon, m, seed):
    lock = combination_lock(horizon, m, seed, exact=True)
    everywhere = np.full((horizon, m, 2), Fraction(1, m), dtype=object)

    assert optimal(lock).expected_return == 1
    assert expected_return(lock, everywhere) == Fraction(1, m**horizon)
    keys = optimal(lock).policy[:, 0]
    for h in range(horizon if m > 1 else 0):
        wrong = optimal(lock).policy.copy()
        wrong[h, 0] = (keys[h] + 1) % m
        assert expected_return(lock, wrong) == 0


@given(st.integers(1, 5), GAPS)
def test_a_single_state_bandit_pays_half_and_the_gap(m, extra):
    mdp = single_state_bandit(m, extra, exact=True)

    assert (mdp.horizon, mdp.n_states, mdp.n_actions) == (1, 1, m)
    assert mdp.rewards[0, :, 0].tolist() == [Fraction(1, 2) + extra] + [Fraction(1, 2)] * (m - 1)
    assert gap(mdp, [[m - 1]]) == (extra if m > 1 else 0)


test_bad_sizes_are_refused_in_one_sentence = refusals(
    (lambda: random_episodic(0, 2, 2, 1), "n must be an integer of at least 1, got 0"),
    (lambda: random_episodic(2, 2.0, 2, 1), "m must be an integer of at least 1, got 2.0"),
    (lambda: random_episodic(2, 2, 0, 1), "horizon must be an integer of at least 1, got 0"),
    (lambda: random_episodic(2, 2, 2, -1), "seed must be an integer of at least 0, got -1"),
    (lambda: random_episodic(2, 2, 2, 1, bits=53), "bits must be at most 52, got 53"),
    (lambda: riverswim(1, 5), "n must be at least 2, got 1"),
    (lambda: riverswim(4, 0), "horizon must be an integer of at least 1, got 0"),
    (lambda: combination_lock(0), "horizon must be an integer of at least 1, got 0"),
    (lambda: single_state_bandit(2, 0.7), "gap must lie in [0, 1/2], got 0.7"),
    (lambda: single_state_bandit(2, -0.1), "gap must lie in [0, 1/2], got -0.1"),
    (lambda: single_state_bandit(2, float("nan")), "gap must lie in [0, 1/2], got nan"),
    (lambda: single_state_bandit(2, "0.1"), "gap must hold integers, Fractions or floats, got the str '0.1'"),
    (lambda: single_state_bandit(2, 0.1, exact=True), "gap must be a Fraction for an exact instance, got 0.1"),
    (lambda: single_state_bandit(0, 0.1), "m must be an integer of at least 1, got 0"),
    says="sentence",
)
