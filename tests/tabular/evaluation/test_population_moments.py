"""Exact moments: occupancies against the sum over all paths, closed forms, and the values of policies."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from tabular import FiniteMDP, InputError
from tabular.evaluation import Table, Tabular, enumerated_moments, exact_moments, mspbe, saddle_point
from tabular.mdp.instances import dyadic_random
from tabular.mdp.instances.graphs import recovery_chain, recovery_chain_value
from tabular.mdp.policies import policy_value

TARGET = np.array([[Fraction(1, 3), Fraction(2, 3)], [Fraction(1), Fraction(0)], [Fraction(1, 2), Fraction(1, 2)]])
BEHAVIOUR = np.array([[Fraction(1, 2)] * 2, [Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
PHI = Table([[Fraction(1), Fraction(2)], [Fraction(0), Fraction(1)], [Fraction(3), Fraction(-1)]])


def same(one, other):
    return all((getattr(one, name) == getattr(other, name)).all() for name in "AbC")


@settings(max_examples=40)
@given(
    seed=st.integers(0, 1000),
    horizon=st.integers(2, 3),
    weighting=st.sampled_from(["1/length", "sum", "1/horizon"]),
    divisor=st.sampled_from(["terms", "tau"]),
    absorbing=st.sampled_from([None, [2]]),
)
def test_occupancies_and_enumeration_agree_exactly(seed, horizon, weighting, divisor, absorbing):
    mdp = dyadic_random(3, 2, Fraction(9, 10), 3, seed)
    ends_at_once = absorbing is not None and divisor == "tau" and weighting == "1/length"
    arguments = {"horizon": horizon, "weighting": weighting, "divisor": divisor, "absorbing": absorbing}
    if ends_at_once and (mdp.transitions[:, :2, 2] != 0).any():
        for route in (exact_moments, enumerated_moments):
            with pytest.raises(
                InputError, match='trajectories must have at least 2 transitions for divisor "tau", got 1'
            ):
                route(mdp, TARGET, BEHAVIOUR, PHI, **arguments)
        return

    assert same(
        exact_moments(mdp, TARGET, BEHAVIOUR, PHI, **arguments),
        enumerated_moments(mdp, TARGET, BEHAVIOUR, PHI, **arguments),
    )


def test_rewards_that_depend_on_the_next_state_agree_too():
    mdp = recovery_chain(4)
    R = np.full((1, 4, 4), Fraction(0))
    R[0, 2, 3] = Fraction(1)
    one = np.ones((4, 1), dtype=int)
    arguments = {"horizon": 6, "rewards": R}
    by_occupancy = exact_moments(mdp, one, one, Tabular(3), **arguments)

    assert same(by_occupancy, enumerated_moments(mdp, one, one, Tabular(3), **arguments))
    # The reward comes with the end, so it goes with short trajectories: its mean alone would be worth less.
    assert by_occupancy.b[2] > exact_moments(mdp, one, one, Tabular(3), horizon=6).b[2]


def test_with_a_fixed_horizon_the_moments_factor():
    """A = Phi' D (I - gamma P_pi) Phi, b = Phi' D r_pi, C = Phi' D Phi, D the mean occupancy under the behaviour."""
    mdp = dyadic_random(3, 2, Fraction(9, 10), 3, 5)
    m = exact_moments(mdp, TARGET, BEHAVIOUR, PHI, horizon=4, start=0)
    B, K = ((policy.T[:, :, None] * mdp.transitions).sum(axis=0) for policy in (BEHAVIOUR, TARGET))
    p, occupancy = np.array([Fraction(1), Fraction(0), Fraction(0)]), np.full(3, Fraction(0))
    for _ in range(4):
        occupancy, p = occupancy + p / 4, p @ B
    D, phi, identity = np.diag(occupancy), PHI.phi, np.eye(3, dtype=int).astype(object)

    assert (phi.T @ D @ (identity - mdp.discount * K) @ phi == m.A).all()
    assert (m.b == phi.T @ D @ (TARGET.T * mdp.rewards).sum(axis=0)).all()
    assert (phi.T @ D @ phi == m.C).all()


def test_a_tabular_fixed_point_is_the_value_of_the_target_policy():
    mdp = dyadic_random(3, 2, Fraction(9, 10), 3, 5)
    theta, w = saddle_point(exact_moments(mdp, TARGET, BEHAVIOUR, Tabular(3), horizon=3))

    assert (theta == policy_value(mdp, TARGET.T)).all()
    assert (w == 0).all()


def test_sums_have_the_right_fixed_point_whatever_the_lengths():
    mdp, one = recovery_chain(6), np.ones((6, 1), dtype=int)
    theta, _ = saddle_point(exact_moments(mdp, one, one, Tabular(5), weighting="sum"))

    assert theta.tolist() == recovery_chain_value(6)[:5]


def test_one_over_a_random_length_moves_the_fixed_point():
    """One transient state, stay 1/2, reward 1 at the end: the mean of 1/length is log 2, not 1/2."""
    mdp, one = recovery_chain(2, discount=Fraction(1, 2), exact=True).to_float(), np.ones((2, 1))
    R = np.zeros((1, 2, 2))
    R[0, 0, 1] = 1
    m = exact_moments(mdp, one, one, Tabular(1), rewards=R)
    log_2 = np.log(2.0)

    np.testing.assert_allclose([m.A[0, 0], m.b[0], m.C[0, 0]], [1 - (1 - log_2) / 2, log_2, 1], rtol=1e-15)
    assert saddle_point(m)[0][0] == pytest.approx(0.81877, abs=5e-6)  # the value is 2/3


def test_floats_follow_fractions():
    mdp = dyadic_random(3, 2, Fraction(9, 10), 3, 7)
    exact = exact_moments(mdp, TARGET, BEHAVIOUR, PHI, horizon=5, absorbing=[2])
    floats = exact_moments(mdp.to_float(), TARGET.astype(float), BEHAVIOUR.astype(float), PHI, horizon=5, absorbing=[2])

    for name in "AbC":
        np.testing.assert_allclose(getattr(floats, name), getattr(exact, name).astype(float), rtol=0, atol=1e-15)


def test_long_horizons_come_near_the_moments_without_one():
    mdp, one = recovery_chain(4, exact=False), np.ones((4, 1))
    whole, cut = (exact_moments(mdp, one, one, Tabular(3), horizon=T) for T in (None, 200))

    for name in "AbC":
        np.testing.assert_allclose(getattr(whole, name), getattr(cut, name), rtol=0, atol=1e-15)


def test_sparse_and_dense_agree():
    from scipy.sparse import csr_array

    mdp, one = recovery_chain(4, exact=False), np.ones((4, 1))
    sparse = FiniteMDP([csr_array(mdp.transitions[0])], mdp.rewards, mdp.discount)
    for weighting in ("sum", "1/length"):
        a, b = (exact_moments(world, one, one, Tabular(3), weighting=weighting) for world in (mdp, sparse))
        assert same(a, b)


def test_the_value_has_no_error_unless_the_weight_depends_on_the_length():
    mdp, one = recovery_chain(5), np.ones((5, 1), dtype=int)
    value = recovery_chain_value(5)[:4]

    assert mspbe(exact_moments(mdp, one, one, Tabular(4), weighting="sum"), value) == 0
    assert mspbe(exact_moments(mdp, one, one, Tabular(4), horizon=9, weighting="1/horizon"), value) == 0
    assert mspbe(exact_moments(mdp, one, one, Tabular(4), horizon=9), value) != 0


ONE = np.ones((3, 1), dtype=int)
THREE_WAYS = FiniteMDP(np.full((1, 3, 3), Fraction(1, 3)), [[Fraction(1)] * 3], Fraction(1, 2))


test_broken_calls_get_one_sentence = refusals(
    (lambda m: exact_moments(m, ONE, ONE, Tabular(2)), 'horizon must be given for exact "1/length" moments'),
    (
        lambda m: exact_moments(m, ONE, ONE, Tabular(2), weighting="1/horizon"),
        'horizon must be given for weighting "1/horizon"',
    ),
    (
        lambda m: exact_moments(m, ONE, ONE, Tabular(2), weighting="mean"),
        'weighting must be "1/length", "sum", "1/horizon", got \'mean\'',
    ),
    (lambda m: exact_moments(m, ONE, ONE, Tabular(2), divisor="t"), 'divisor must be "terms", "tau"'),
    (
        lambda m: exact_moments(m, ONE, ONE, Tabular(2), horizon=0),
        "horizon must be an integer of at least 1, got 0",
    ),
    (
        lambda m: exact_moments(m, ONE, ONE, Tabular(2), horizon=1, divisor="tau"),
        'trajectories must have at least 2 transitions for divisor "tau"',
    ),
    (
        lambda m: exact_moments(m, ONE, ONE, Tabular(2), horizon=1, divisor="tau", weighting="1/horizon"),
        "trajectories must have at least 2 transitions",
    ),
    (
        lambda m: exact_moments(m, ONE, ONE, Tabular(3), weighting="sum", absorbing=[]),
        "horizon must be given where a trajectory may never end",
    ),
    (
        lambda m: exact_moments(m, ONE, ONE, Tabular(1), weighting="sum"),
        "states of the features must lie between 0 and 0",
    ),
    (
        lambda m: exact_moments(m, ONE, [[0.5]] * 3, Tabular(2), weighting="sum"),
        "behaviour must have exact numbers",
    ),
    (lambda m: exact_moments(m, ONE, ONE[:2], Tabular(2), weighting="sum"), r"behaviour must have shape \(3, 1\)"),
    (
        lambda _: enumerated_moments(THREE_WAYS, ONE, ONE, Tabular(3), horizon=30, absorbing=[]),
        "horizon must leave at most 1000000 trajectories",
    ),
    calling=lambda call: call(recovery_chain(3)),
)


def test_the_support_counts_only_where_the_behaviour_gets_to():
    P = [
        [
            [Fraction(0), Fraction(1), Fraction(0)],
            [Fraction(0), Fraction(1), Fraction(0)],
            [Fraction(0), Fraction(0), Fraction(1)],
        ]
    ] * 2
    mdp = FiniteMDP(P, [[Fraction(1)] * 3] * 2, Fraction(1, 2))
    only_0 = np.array([[Fraction(1), Fraction(0)]] * 3)
    elsewhere = np.array([[Fraction(1), Fraction(0)], [Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]])

    assert exact_moments(mdp, elsewhere, only_0, PHI, horizon=2, start=0).is_exact
    with pytest.raises(
        InputError,
        match="behaviour must take every action that target takes, got probability 0 for action 1 in state 2",
    ):
        exact_moments(mdp, elsewhere, only_0, PHI, horizon=2, start=2)
