"""The private mathematics of Lemma 14 and Claims 15 and 17: the dual constraint, policies on allowed actions, ties."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tabular.mdp.instances import dyadic_random
from tabular.mdp.policies import occupancy
from theory_checks.kit.cases import stay_or_swap
from theory_checks.papers.dpdqn.utility._occupancies import outflow, random_policy
from theory_checks.papers.dpdqn.utility.lemma14 import (
    heaviest_state,
    largest_first,
    largest_last,
    rounded_policy,
    smallest,
    total_weight,
)


def outflow_by_loops(mdp, lam):
    n, m = mdp.n_states, mdp.n_actions
    return [
        sum(lam[i, k] for i in range(m))
        - mdp.discount * sum(mdp.transitions[i][s, k] * lam[i, s] for i in range(m) for s in range(n))
        for k in range(n)
    ]


@given(st.integers(0, 10**6))
def test_the_outflow_is_the_left_side_of_the_dual_constraint(seed):
    mdp = dyadic_random(3, 2, Fraction(3, 4), 3, seed)
    lam = np.array([[Fraction(int(x), 4) for x in row] for row in np.random.default_rng(seed).integers(0, 9, (2, 3))])

    assert outflow(mdp, lam).tolist() == outflow_by_loops(mdp, lam)


@given(st.integers(0, 10**6))
def test_random_policies_are_distributions_on_the_allowed_actions(seed):
    rng = np.random.default_rng(seed)
    allowed = rng.integers(0, 2, (4, 5)) > 0
    allowed[0] |= ~allowed.any(axis=0)
    policy = random_policy(rng, allowed)

    assert (policy.sum(axis=0) == 1).all()
    assert (policy >= 0).all()
    assert not policy[~allowed].any()


def test_some_random_policies_mix():
    policy = random_policy(np.random.default_rng(0), np.ones((2, 20), dtype=np.bool_))

    assert ((policy > 0) & (policy < 1)).any()


def test_ties_are_decided_at_either_end():
    xi = np.array([[2, 1], [2, 3], [0, 3]])

    assert largest_first(xi).tolist() == [0, 1]
    assert largest_last(xi).tolist() == [1, 2]
    assert smallest(xi).tolist() == [2, 0]


def test_an_even_mixture_of_everything_is_optimal_where_nothing_is_rewarded():
    mdp = stay_or_swap()
    xi = occupancy(mdp, np.full((2, 2), Fraction(1, 2), dtype=object))

    assert outflow(mdp, xi).tolist() == [1, 1]
    assert total_weight(xi) == 2 / (1 - mdp.discount)
    assert heaviest_state(xi) == 2
    assert rounded_policy(xi).tolist() == [0, 0]
