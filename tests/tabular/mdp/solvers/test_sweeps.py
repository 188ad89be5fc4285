"""Tests for tabular/mdp/solvers/sweeps.py and the compiled loops behind it; the oracle is tabular/mdp/bellman.py."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from tabular.errors import InputError
from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import backup, evaluate_backup, q_values
from tabular.mdp.instances import dense_random, garnet, one_state_loop
from tabular.mdp.solvers.sweeps import sweeps_of


def both(mdp):
    blocks = [sparse.csr_array(block) for block in mdp.transitions]
    return mdp, FiniteMDP(blocks, mdp.rewards, mdp.discount)


@given(seed=st.integers(0, 10**6), n=st.integers(1, 30), m=st.integers(1, 5))
def test_backups_are_those_of_the_operator(seed, n, m):
    rng = np.random.default_rng(seed)
    v, old = rng.standard_normal(n), rng.integers(0, m, n)
    for mdp in both(dense_random(n, m, 0.9, seed)):
        out, policy = np.empty(n), old.astype(np.int32)
        low, high = sweeps_of(mdp).backup(v, out, policy)
        assert np.abs(out - backup(mdp, v)).max() <= 1e-14 * (1 + np.abs(v).max())
        assert (low, high) == ((out - v).min(), (out - v).max())
        assert np.abs(evaluate_backup(mdp, policy, v) - out).max() <= 1e-14 * (1 + np.abs(v).max())


def test_more_states_than_one_block_of_the_compiled_loop():
    mdp = garnet(3000, 3, 4, 0.9, 0)
    v = np.random.default_rng(0).standard_normal(3000)
    out, policy = np.empty(3000), np.zeros(3000, dtype=np.int32)
    low, high = sweeps_of(mdp).backup(v, out, policy)
    assert np.abs(out - backup(mdp, v)).max() <= 1e-14 * np.abs(v).max()
    assert (policy == q_values(mdp, v).argmax(axis=0)).all()
    assert (low, high) == ((out - v).min(), (out - v).max())


def test_an_action_is_kept_while_none_is_strictly_better():
    for mdp in both(FiniteMDP(np.ones((3, 1, 1)), [[1.0], [2.0], [2.0]], 0.5)):
        for old, new in [(0, 1), (1, 1), (2, 2)]:
            policy = np.array([old], dtype=np.int32)
            sweeps_of(mdp).backup(np.zeros(1), np.empty(1), policy)
            assert policy[0] == new


@given(seed=st.integers(0, 10**6), n=st.integers(1, 12), steps=st.integers(1, 6))
def test_evaluation_applies_the_operator_of_the_policy(seed, n, steps):
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, 3, (2, n))
    v = rng.standard_normal(n)
    for mdp in both(dense_random(n, 3, 0.9, seed)):
        rows = sweeps_of(mdp).policy_rows()
        rows.select(first.astype(np.int32))
        rows.select(second.astype(np.int32))  # only changed rows are copied
        x, out = v.copy(), np.empty(n)
        done, low, high = rows.evaluate(x, out, -1.0, 0.0, steps)
        expected = [v]
        for _ in range(steps):
            expected.append(evaluate_backup(mdp, second, expected[-1]))
        assert done == steps
        assert np.abs((out if done % 2 else x) - expected[-1]).max() <= 1e-13
        change = expected[-1] - expected[-2]
        assert [low, high] == pytest.approx([change.min(), change.max()], abs=1e-13)


def test_short_rows_in_the_room_of_long_ones():
    """Action 0 leads to one state and action 1 to three: what was there before must not be left behind."""
    stay, spread = np.eye(4), np.array([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]) / 3
    mdp = FiniteMDP([sparse.csr_array(stay), sparse.csr_array(spread)], np.arange(8.0).reshape(2, 4), 0.5)
    rows, v = sweeps_of(mdp).policy_rows(), np.array([1.0, -2.0, 3.0, 7.0])
    for policy in ([1, 1, 1, 1], [0, 1, 0, 0], [1, 0, 0, 1]):
        rows.select(np.array(policy, dtype=np.int32))
        out = np.empty(4)
        rows.evaluate(v, out, 0.0, 0.0, 1)
        assert np.abs(out - evaluate_backup(mdp, policy, v)).max() <= 1e-15


@pytest.mark.parametrize("most", [1, 2, 1000])
def test_an_evaluation_by_several_threads_is_that_by_one(most):
    mdp = garnet(25_000, 2, 4, 0.9, 3)
    found = []
    for jobs in (1, 2):
        rows, v, out = sweeps_of(mdp, jobs).policy_rows(), np.linspace(-1, 1, 25_000), np.empty(25_000)
        rows.select(np.arange(25_000, dtype=np.int32) % 2)
        found.append((rows.evaluate(v, out, 1e-6, 0.0, most), v.tobytes(), out.tobytes()))
    assert found[0] == found[1]


def test_evaluations_go_deeper_the_fewer_states_have_changed():
    mdp = garnet(1000, 3, 4, 0.9, 0)
    rows, policy, depths = sweeps_of(mdp).policy_rows(), np.zeros(1000, dtype=np.int32), []
    for changed in (1000, 100, 90, 1):  # 100, where 1000 have changed: 10 more, and so on; 1, where 90 have: none
        policy[:changed] = (policy[:changed] + 1) % 3
        rows.select(policy)
        depths.append(rows.depth)
    assert depths == [0.9, 0.4, 0.36, 1e-12]


def test_evaluation_stops_at_the_span_it_was_told():
    mdp = dense_random(10, 2, 0.9, 1)
    rows = sweeps_of(mdp).policy_rows()
    rows.select(np.zeros(10, dtype=np.int32))
    v, out = np.zeros(10), np.empty(10)
    done, low, high = rows.evaluate(v, out, 1e-3, 0.0, 1000)
    assert high - low <= 1e-3
    assert done < 30


def test_evaluation_stops_where_only_rounding_is_left():
    mdp = dense_random(10, 2, 0.9, 1)
    rows = sweeps_of(mdp).policy_rows()
    rows.select(np.zeros(10, dtype=np.int32))
    done, low, high = rows.evaluate(np.zeros(10), np.empty(10), 0.0, 1e-12, 100_000)
    assert high - low <= 1e-12
    assert done < 100


@given(seed=st.integers(0, 10**6), n=st.integers(1, 9), size=st.sampled_from([1.0, 1e8]))
def test_compensated_backups_are_within_a_few_roundings(seed, n, size):
    rng = np.random.default_rng(seed)
    v = size * rng.standard_normal(n)
    for mdp in both(dense_random(n, 2, 0.5, seed)):
        plain, policy = np.empty(n), np.zeros(n, dtype=np.int32)
        sweeps = sweeps_of(mdp)
        sweeps.backup(v, plain, policy)
        got = sweeps.compensated_backup(v, plain, size, policy)
        P = mdp.stacked.toarray() if mdp.is_sparse else mdp.stacked
        for s in range(n):
            exact = max(
                Fraction(mdp.rewards[a, s])
                + Fraction(0.5) * sum(Fraction(p) * Fraction(x) for p, x in zip(P[a * n + s], v, strict=True))
                for a in range(2)
            )
            assert abs(Fraction(got[s]) - exact) <= Fraction(8 * 2**-53 * (1 + np.abs(v).max()))


def test_compensated_backups_keep_what_plain_sums_drop():
    """1 + 512 * 2^-54: each of the small terms is below half a unit of 1 and vanishes in a plain sum."""
    n = 513
    row = np.full(n, 2.0**-10)
    row[0] = 0.5
    v = np.full(n, 2.0**-44)
    v[0] = 2.0
    for mdp in both(FiniteMDP(np.tile(row, (1, n, 1)), np.zeros((1, n)), 0.5)):
        out = sweeps_of(mdp).compensated_backup(v, np.full(n, 0.5), 1.0, np.zeros(n, dtype=np.int32))
        assert (out == 0.5 + 512 * 2.0**-55).all()


def test_only_actions_in_doubt_are_compensated():
    mdp = dense_random(6, 4, 0.9, 3)
    v, out, policy = np.arange(6.0), np.empty(6), np.zeros(6, dtype=np.int32)
    sweeps = sweeps_of(mdp)
    sweeps.backup(v, out, policy)
    chosen = policy.copy()
    assert np.abs(sweeps.compensated_backup(v, out, 1e-12, chosen) - out).max() <= 1e-14 * 6
    assert (chosen == policy).all()


def test_the_longest_row_and_the_largest_reward_are_known():
    dense = dense_random(7, 2, 0.9, 0).with_rewards(-3 * np.ones((2, 7)))
    assert sweeps_of(dense).longest_row == 7
    assert sweeps_of(dense).largest_reward == 3
    assert sweeps_of(garnet(80, 2, 5, 0.9, 0)).longest_row == 5


def test_rewards_without_a_finite_value_are_refused():
    with pytest.raises(InputError, match=r"max \|r\| / \(1 - discount\) must be at most 1e\+300, got "):
        sweeps_of(one_state_loop(0.99).with_rewards([[-1e299]]))
