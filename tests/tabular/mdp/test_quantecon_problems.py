"""QuantEcon's DiscreteDP in and out: the same numbers, and the optimum that QuantEcon itself finds."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
from refusals import refusals

from tabular import FiniteMDP, solve
from tabular.mdp.instances import dense_random, garnet, rational_random

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its import warns about its own dependencies
    from quantecon.markov import DiscreteDP

INF = float("inf")


@pytest.mark.parametrize("mdp", [dense_random(9, 3, 0.9, 1), garnet(30, 3, 2, 0.9, 1, sparse=True)])
def test_an_mdp_comes_back_bit_for_bit_and_its_optimum_is_that_of_quantecon(mdp):
    problem = mdp.to_quantecon()
    other = FiniteMDP.from_quantecon(problem)

    assert (problem.s_indices is None, other.is_sparse) == (not mdp.is_sparse, mdp.is_sparse)
    assert np.array_equal(*(x.stacked.toarray() if x.is_sparse else x.stacked for x in (other, mdp)))
    assert (other.rewards.tobytes(), other.discount) == (mdp.rewards.tobytes(), mdp.discount)
    found = problem.solve("policy_iteration")
    assert np.abs(found.v - solve(mdp, tol=1e-10).value).max() <= 1e-9


def forbidden():
    """Three states with one, two and three actions: the fourth number of each row is another row's business."""
    rng = np.random.default_rng(3)
    Q = rng.dirichlet(np.ones(3), (3, 3))
    R = rng.random((3, 3))
    R[0, 1:], R[1, 0] = -INF, -INF
    return R, Q


def test_forbidden_actions_repeat_the_first_that_is_allowed_and_change_no_value():
    R, Q = forbidden()
    problem = DiscreteDP(R, Q, 0.8)

    mdp = FiniteMDP.from_quantecon(problem, missing="repeat")

    assert np.abs(problem.solve("policy_iteration").v - solve(mdp, tol=1e-12).value).max() <= 1e-11
    assert mdp.rewards[:, 0].tolist() == [R[0, 0]] * 3
    assert mdp.rewards[:, 1].tolist() == [R[1, 1], R[1, 1], R[1, 2]]
    assert mdp.transitions[0, 1].tolist() == Q[1, 1].tolist()


def test_pairs_and_products_are_read_alike():
    R, Q = forbidden()
    product = DiscreteDP(R, Q, 0.8)

    one, other = (FiniteMDP.from_quantecon(p, missing="repeat") for p in (product, product.to_sa_pair_form()))

    assert np.array_equal(one.rewards, other.rewards)
    assert np.array_equal(one.stacked, other.stacked.toarray() if other.is_sparse else other.stacked)


test_what_quantecon_cannot_hold_or_an_mdp_cannot_be_is_refused = refusals(
    (
        lambda: rational_random(2, 2, Fraction(1, 2), 3, 1).to_quantecon(),
        "an MDP for QuantEcon must hold floats .to_float.. rounds., got exact numbers",
    ),
    (lambda: FiniteMDP.from_quantecon(3), "problem must be a DiscreteDP of QuantEcon, got 3"),
    (
        lambda: FiniteMDP.from_quantecon(DiscreteDP(*forbidden(), 0.8)),
        "every state must have edges for all 3 actions, got none for action 1 in state 0",
    ),
    (
        lambda: FiniteMDP.from_quantecon(DiscreteDP(*forbidden(), 0.8), missing="drop"),
        "missing must be 'refuse' or 'repeat', got 'drop'",
    ),
    (
        lambda: FiniteMDP.from_quantecon(DiscreteDP([[1.0]], [[[0.5]]], 0.8)),
        r"P\[0\] must have rows that sum to 1, got 0.5",
    ),
)
