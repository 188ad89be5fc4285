"""Tests for tabular/algorithms/private_value_iteration.py.

The oracle for an update is the definition written out in loops over numbers; the oracle for a fixed point is the closed
form of a small MDP, or many updates.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals
from scipy import sparse

from tabular.algorithms.private_value_iteration import (
    bracketed,
    fixed_point,
    in_prediction,
    in_target,
    iterate,
    literal,
    literal_candidates,
    literal_fixed_points,
    optimal_action_values,
    outside,
    separate,
    update,
)
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, dense_random, dyadic_random, garnet, one_state_loop

HALF = Fraction(1, 2)
STAY_OR_SWAP = FiniteMDP([[[1, 0], [0, 1]], [[0, 1], [1, 0]]], [[0, 0], [0, 0]], HALF)
NO_FIXED_POINT = [[-1, 1], [0, 1]]


def table(rng, mdp):
    values = [Fraction(int(k), 8) for k in rng.integers(-16, 17, mdp.n_actions * mdp.n_states)]
    return np.array(values, dtype=object).reshape(mdp.n_actions, mdp.n_states)


def next_value(kind, gamma, q, g):
    """What the target adds to r for a next state with action values q and noise g."""
    best = q.index(max(q))
    return {
        "bracketed": gamma * max(x + y for x, y in zip(q, g, strict=True)),
        "literal": gamma * q[best] + g[best],
        "outside": max(gamma * x + y for x, y in zip(q, g, strict=True)),
    }[kind]


def updated_by_loops(mdp, kind, q, g_p, g_t, alpha):
    m, n = mdp.n_actions, mdp.n_states
    columns = [([q[a][t] for a in range(m)], [g_t[a][t] for a in range(m)]) for t in range(n)]
    ahead = [next_value(kind, mdp.discount, *column) for column in columns]
    result = [[None] * n for _ in range(m)]
    for a, s in product(range(m), range(n)):
        target = mdp.rewards[a, s] + sum(mdp.transitions[a][s, t] * ahead[t] for t in range(n))
        result[a][s] = q[a][s] + alpha * (target - q[a][s] - g_p[a][s])
    return np.array(result, dtype=object)


def cases():
    for seed in range(8):
        rng = np.random.default_rng(seed)
        mdp = dyadic_random(
            int(rng.integers(1, 4)), int(rng.integers(1, 4)), Fraction(int(rng.integers(0, 10)), 10), 3, seed
        )
        yield rng, mdp


RULES = {
    "bracketed": (bracketed, "bracketed", 1, 1),
    "literal": (literal, "literal", 1, 1),
    "outside": (outside, "outside", 1, 1),
    "in_target": (in_target, "bracketed", 0, 1),
    "in_prediction": (in_prediction, "bracketed", 1, 0),
}


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("alpha", [Fraction(1), Fraction(1, 3), Fraction(-1, 7)])
def test_an_update_is_its_definition(name, alpha):
    rule, kind, in_p, in_t = RULES[name]
    for rng, mdp in cases():
        q, g = table(rng, mdp), table(rng, mdp)

        assert (update(mdp, rule(g), q, alpha) == updated_by_loops(mdp, kind, q, in_p * g, in_t * g, alpha)).all()


def test_two_noise_tables_are_kept_apart():
    for rng, mdp in cases():
        q, g_p, g_t = (table(rng, mdp) for _ in range(3))

        assert (update(mdp, separate(g_p, g_t), q) == updated_by_loops(mdp, "bracketed", q, g_p, g_t, 1)).all()


@pytest.mark.parametrize("name", RULES)
def test_floats_sparse_and_exact_numbers_agree(name):
    rule = RULES[name][0]
    mdp = dyadic_random(5, 3, 0.875, 6, seed=3, exact=False)
    rng = np.random.default_rng(0)
    q, g = rng.integers(-8, 9, (2, 3, 5)) / 8  # few bits, so that no operation of an update is rounded
    exact = mdp.exact()
    in_rows = FiniteMDP(sparse.csr_array(mdp.stacked), mdp.rewards, mdp.discount)

    wanted = update(exact, rule(exact_table(g)), exact_table(q), HALF).astype(float)

    assert (update(mdp, rule(g), q, 0.5) == wanted).all()
    assert (update(in_rows, rule(g), q, 0.5) == wanted).all()


def exact_table(values):
    return np.array([[Fraction(x) for x in row] for row in values.tolist()], dtype=object)


@pytest.mark.parametrize("name", ["bracketed", "outside", "in_target", "in_prediction"])
def test_closed_forms_are_fixed_for_every_step_size(name):
    rule = RULES[name][0]
    for rng, mdp in cases():
        noisy = rule(table(rng, mdp))
        q = fixed_point(mdp, noisy)

        assert (update(mdp, noisy, q) == q).all()
        assert (update(mdp, noisy, q, Fraction(2, 9)) == q).all()


def test_the_fixed_points_in_terms_of_optimal_action_values():
    for rng, mdp in cases():
        g, h = table(rng, mdp), table(rng, mdp)

        def best(rewards, mdp=mdp):
            return optimal_action_values(mdp.with_rewards(rewards))

        r = mdp.rewards
        assert (fixed_point(mdp, bracketed(g)) == best(r) - g).all()
        assert (fixed_point(mdp, in_target(g)) == best(r + g) - g).all()
        assert (fixed_point(mdp, in_prediction(g)) == best(r - g)).all()
        assert (fixed_point(mdp, separate(g, h)) == best(r + h - g) - h).all()
        if mdp.discount > 0:
            scaled = g / mdp.discount
            assert (fixed_point(mdp, outside(g)) == best(r + (1 - mdp.discount) * scaled) - scaled).all()


def test_a_maximum_over_the_whole_sum_at_discount_0():
    mdp = bandit([3, 5], Fraction(0))

    assert fixed_point(mdp, outside([[1], [-2]])).tolist() == [[3 + 1 - 1], [5 + 1 + 2]]


def test_many_float_updates_reach_the_fixed_point():
    mdp = dense_random(6, 3, 0.9, seed=1)
    g = np.random.default_rng(2).normal(size=(3, 6))
    for rule in (bracketed(g), outside(g), in_target(g), in_prediction(g), separate(g, 2 * g)):
        *_, last = iterate(mdp, [rule] * 400, np.zeros((3, 6)))

        # after 400 updates the error is below 0.9^400 < 1e-18 of the start; what remains is rounding and solver tol
        assert np.abs(last - fixed_point(mdp, rule)).max() < 1e-6


def test_optimal_action_values_of_a_bandit():
    assert optimal_action_values(bandit([1, 4], HALF)).tolist() == [[1 + 4], [4 + 4]]


def test_iterate_yields_the_start_and_one_table_for_each_rule():
    mdp = one_state_loop(HALF)

    tables = list(iterate(mdp, [bracketed([[1]]), bracketed([[-1]])], [[0]]))

    # q + g -> 1 + (q + g)/2: 0 -> 1 + 1/2 - 1, then with g = -1: 1 + (1/2 - 1)/2 + 1
    assert [q[0, 0] for q in tables] == [0, HALF, Fraction(7, 4)]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), alpha=st.fractions(Fraction(1, 100), Fraction(4, 3), max_denominator=100))
def test_all_rules_with_a_closed_form_contract(seed, alpha):
    rng = np.random.default_rng(seed)
    mdp = dyadic_random(3, 2, HALF, 3, seed)
    g, q, other = (table(rng, mdp) for _ in range(3))
    factor = abs(1 - alpha) + alpha * mdp.discount
    for rule in (bracketed(g), outside(g), in_target(g), in_prediction(g)):
        after = np.abs(update(mdp, rule, q, alpha) - update(mdp, rule, other, alpha)).max()

        assert after <= factor * np.abs(q - other).max()


def test_a_literal_update_without_fixed_point():
    assert literal_fixed_points(STAY_OR_SWAP, NO_FIXED_POINT) == []
    for policy, q in literal_candidates(STAY_OR_SWAP, NO_FIXED_POINT):
        assert any(q[policy[s], s] < q[:, s].max() for s in range(2))


def test_its_iterates_return_to_where_they_were_and_never_stop():
    tables = list(iterate(STAY_OR_SWAP, [literal(NO_FIXED_POINT)] * 6, [[0, 0], [0, 0]]))

    assert (tables[2] == tables[4]).all()
    assert (tables[3] == tables[5]).all()
    assert (tables[2] != tables[3]).any()


@pytest.mark.parametrize(
    "noise", [[[0, 0], [0, 1]], [[0, 1], [1, 1]], [[1, 0], [0, 0]], [[1, 0], [0, 1]], NO_FIXED_POINT]
)
def test_literal_fixed_points_are_all_the_fixed_points(noise):
    actual = literal_fixed_points(STAY_OR_SWAP, noise)

    assert {tuple(q.reshape(-1)) for q in actual} == fixed_on_a_grid(noise)


def fixed_on_a_grid(g):
    """All fixed points of stay or swap, by trying every pair of values max q(., s) and every pair of maximisers.

    The values solve w = a + w/2 or w0 = a + w1/2, w1 = b + w0/2 with integers a and b of size at most 2, so they are
    multiples of 2/3 or 1/3 and at most 4.
    """
    values = [Fraction(k, 3) for k in range(-12, 13)]
    actual = set()
    for w, policy in product(product(values, repeat=2), product(range(2), repeat=2)):
        ahead = [w[s] / 2 + g[policy[s]][s] for s in range(2)]
        q = [[ahead[0] - g[0][0], ahead[1] - g[0][1]], [ahead[1] - g[1][0], ahead[0] - g[1][1]]]
        if all(q[policy[s]][s] == max(q[0][s], q[1][s]) == w[s] for s in range(2)):
            actual.add((*q[0], *q[1]))
    return actual


def test_some_literal_updates_have_two_fixed_points():
    counts = [len(literal_fixed_points(STAY_OR_SWAP, np.reshape(g, (2, 2)))) for g in product((0, 1), repeat=4)]

    assert min(counts) == 1
    assert max(counts) == 2


def test_with_one_action_the_literal_fixed_point_solves_a_linear_system():
    mdp = dyadic_random(3, 1, Fraction(3, 4), 4, seed=5)
    g = table(np.random.default_rng(1), mdp)
    (q,) = literal_fixed_points(mdp, g)

    P = mdp.transitions[0]
    assert (q[0] - mdp.discount * (P @ q[0]) == mdp.rewards[0] + P @ g[0] - g[0]).all()


def test_on_a_self_loop_the_noise_of_the_literal_rule_cancels():
    (q,) = literal_fixed_points(one_state_loop(HALF, Fraction(3)), [[Fraction(17, 5)]])

    assert q.tolist() == [[6]]


def test_with_one_state_the_literal_rule_prefers_the_best_reward_minus_noise():
    (q,) = literal_fixed_points(bandit([5, 4, 0], HALF), [[3], [1], [0]])

    # r - g = (2, 3, 0): arm 1 is the maximiser, w = 4/(1 - 1/2) = 8, q_a = r_a - g_a + 8/2 + 1
    assert q.reshape(-1).tolist() == [7, 8, 5]


def test_large_float_tables_need_no_loop_over_states():
    mdp = garnet(2000, 4, 3, 0.9, seed=1)
    g = np.random.default_rng(0).normal(size=(4, 2000))

    q = update(mdp, bracketed(g), np.zeros((4, 2000)))

    assert q.shape == (4, 2000)
    assert np.isfinite(q).all()


ZEROS = [[0, 0], [0, 0]]
test_bad_arguments_are_named = refusals(
    (STAY_OR_SWAP, [[1, 2, 3]], ZEROS, r"noise must have shape \(2, 2\), got \(1, 3\)"),
    (STAY_OR_SWAP, [1, 2], ZEROS, r"noise\[0\] must be a list or an array, got 1"),
    (STAY_OR_SWAP, [[1, 2], [3]], ZEROS, "noise must be rectangular"),
    (
        STAY_OR_SWAP,
        [["a", 1], [1, 1]],
        ZEROS,
        r"noise must hold integers, Fractions or floats, got the str 'a' at \[0, 0\]",
    ),
    (STAY_OR_SWAP, [[0.5, 0.5], [0.5, 0.5]], ZEROS, "noise must have exact numbers, got float numbers"),
    (STAY_OR_SWAP, NO_FIXED_POINT, [[0], [0]], r"q must have shape \(2, 2\), got \(2, 1\)"),
    (STAY_OR_SWAP, NO_FIXED_POINT, ZEROS, 0.5, "step_size must have exact numbers, got float numbers"),
    (
        STAY_OR_SWAP.to_float(),
        [[0.0, 0.0], [np.nan, 0.0]],
        np.zeros((2, 2)),
        "noise must be finite, got nan for action 1 in state 0",
    ),
    calling=lambda mdp, noise, *others: update(mdp, bracketed(noise), *others),
)


test_the_literal_rule_has_no_closed_form = refusals(
    (lambda: fixed_point(STAY_OR_SWAP, literal(NO_FIXED_POINT)), "rule must have the bracketed or the outside target"),
)
