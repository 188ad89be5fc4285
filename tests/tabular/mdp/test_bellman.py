"""Tests for tabular/mdp/bellman.py: the operators against their definition, on all kinds of numbers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import sparse

from tabular import FiniteMDP, InputError
from tabular.mdp.bellman import backup, evaluate_backup, greedy, greedy_actions, q_values, residual
from tabular.mdp.instances import cycle_with_stay, dyadic_random, identity_mdp

HALF = Fraction(1, 2)
MDPS = st.builds(
    dyadic_random,
    st.integers(1, 5),
    st.integers(1, 4),
    st.fractions(0, Fraction(99, 100)),
    st.just(5),
    st.integers(0, 10**6),
)


def values(mdp, seed, scale=8):
    numbers = np.random.default_rng(seed).integers(-scale, scale + 1, mdp.n_states)
    return [Fraction(int(k), 4) for k in numbers]


def q_by_definition(mdp, v):
    P, r, states = mdp.transitions, mdp.rewards, range(mdp.n_states)
    return [
        [r[a, s] + mdp.discount * sum(P[a, s, t] * v[t] for t in states) for s in states] for a in range(mdp.n_actions)
    ]


@given(MDPS, st.integers(0, 10**6))
def test_the_exact_operators_are_their_definitions(mdp, seed):
    v = values(mdp, seed)
    q = q_by_definition(mdp, v)

    assert q_values(mdp, v).tolist() == q
    assert backup(mdp, v).tolist() == [max(column) for column in zip(*q, strict=True)]
    assert residual(mdp, v) == max(abs(max(c) - v[s]) for s, c in enumerate(zip(*q, strict=True)))
    assert isinstance(residual(mdp, v), Fraction)


@given(MDPS, st.integers(0, 10**6))
def test_floats_and_sparse_matrices_agree_with_fractions(mdp, seed):
    """All numbers are at most 8 + 1 and sums have at most 6 terms, each rounded a few times: 1e-14 is generous."""
    v = values(mdp, seed)
    floats = mdp.to_float()
    blocks = FiniteMDP([sparse.csr_array(P) for P in floats.transitions], floats.rewards, floats.discount)
    exact = q_values(mdp, v).astype(float)
    v_float = np.array(v, dtype=float)

    for other in (floats, blocks):
        assert np.allclose(q_values(other, v_float), exact, rtol=0, atol=1e-14)
        assert abs(residual(other, v_float) - float(residual(mdp, v))) <= 2e-14
        assert isinstance(residual(other, v_float), float)


@given(MDPS, st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_operator_is_a_monotone_contraction(mdp, seed_v, seed_w):
    v, w = np.array(values(mdp, seed_v)), np.array(values(mdp, seed_w))
    Tv, Tw = backup(mdp, v), backup(mdp, w)

    assert abs(Tv - Tw).max() <= mdp.discount * abs(v - w).max()
    assert (backup(mdp, np.maximum(v, w)) >= np.maximum(Tv, Tw)).all()


@given(MDPS, st.integers(0, 10**6), st.sampled_from(["first", "last"]))
def test_a_greedy_policy_attains_the_maximum(mdp, seed, ties):
    v = values(mdp, seed)

    assert evaluate_backup(mdp, greedy(mdp, v, ties), v).tolist() == backup(mdp, v).tolist()


@given(MDPS, st.integers(0, 10**6))
def test_a_stochastic_policy_averages_the_deterministic_ones(mdp, seed):
    v, m, n = values(mdp, seed), mdp.n_actions, mdp.n_states
    uniform = np.full((m, n), Fraction(1, m), dtype=object)

    average = sum(evaluate_backup(mdp, [a] * n, v) for a in range(m)) / m

    assert evaluate_backup(mdp, uniform, v).tolist() == average.tolist()


@pytest.mark.parametrize(
    ("ties", "policy"),
    [("first", [0, 0, 1]), ("last", [2, 0, 2]), (lambda s, actions: actions[-1] if s else actions[1], [1, 0, 2])],
)
def test_ties_are_broken_as_told(ties, policy):
    q = np.array([[5, 9, 1], [5, 2, 4], [5, 3, 4]])

    for numbers in (q, q.astype(float), q.astype(object)):
        assert greedy_actions(numbers, ties).tolist() == policy


def test_a_tie_rule_sees_the_state_and_all_its_maximisers():
    seen = {}

    def rule(state, actions):
        seen[state] = actions.tolist()
        return actions[0]

    greedy(identity_mdp(2, 3, HALF), [0, 1], rule)

    assert seen == {0: [0, 1, 2], 1: [0, 1, 2]}


test_a_tie_rule_must_be_one = refusals(
    ("middle", "ties must be 'first', 'last' or a function, got 'middle'"),
    (None, "ties must be 'first', 'last' or a function, got None"),
    (lambda s, actions: 7, r"ties must choose among the maximisers \[0, 1\], got 7 in state 0"),
    (lambda s, actions: None, r"ties must choose among the maximisers \[0, 1\], got None in state 0"),
    calling=lambda ties: greedy(cycle_with_stay(2, 0.5), [0.0, 0.0], ties),
)


def test_exact_ties_are_found_where_floats_would_lose_them():
    """1/3 + 1/3 + 1/3 against 1: equal as rationals. A float MDP compares its floats, without tolerance."""
    third = Fraction(1, 3)
    mdp = FiniteMDP(
        [[[third] * 3, [1, 0, 0], [1, 0, 0]], [[0, 1, 0], [1, 0, 0], [1, 0, 0]]], [[0, 0, 0], [0, 0, 0]], HALF
    )

    assert greedy(mdp, [1, 1, 1], "last").tolist() == [1, 1, 1]
    assert greedy(mdp, [1, 1, Fraction(1) - Fraction(1, 10**40)], "first").tolist() == [1, 0, 0]


def test_the_residual_of_a_fixed_point_is_zero():
    mdp = cycle_with_stay(4, HALF).with_rewards([[1, 1, 1, 1], [1, 1, 1, 1]])

    assert residual(mdp, [2, 2, 2, 2]) == 0


def test_a_value_of_the_wrong_size_is_refused():
    with pytest.raises(InputError, match=r"v must have shape \(4,\), got \(3,\)"):
        backup(cycle_with_stay(4, 0.5), [0.0] * 3)
