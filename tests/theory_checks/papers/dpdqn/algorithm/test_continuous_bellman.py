"""The private mathematics of uniqueness on [0, 1]: step functions as a finite MDP, and the unbounded solution."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.kit.cases import random_table
from theory_checks.papers.dpdqn.algorithm.continuous_bellman import (
    halving_mdp,
    nonunique_among_bounded,
    power_solution,
    right_side,
    undiscounted,
)


def step(values, s):
    """The step function with the given values at a state of [0, 1)."""
    return values[int(s * len(values))]


def test_the_mdp_of_step_functions_is_the_equation_on_the_interval():
    rng = np.random.default_rng(3)
    rewards, Q = random_table(rng, 2, 8), random_table(rng, 2, 8)
    moved = right_side(halving_mdp(3, Fraction(9, 10), rewards), Q)
    for k in range(200):
        s = Fraction(k, 200)
        for a, t in enumerate((s / 2, (s + 1) / 2)):
            assert step(moved[a], s) == step(rewards[a], s) + Fraction(9, 10) * max(step(Q[0], t), step(Q[1], t))


def test_the_right_side_without_discount_moves_a_constant_by_itself():
    mdp = halving_mdp(2, Fraction(1, 2), random_table(np.random.default_rng(0), 2, 4))
    Q = random_table(np.random.default_rng(1), 2, 4)

    assert (undiscounted(mdp, Q + 1) - undiscounted(mdp, Q) == 1).all()
    assert (right_side(mdp, Q + 1) - right_side(mdp, Q) == Fraction(1, 2)).all()


def test_the_second_solution_is_not_bounded():
    Q = power_solution(2)

    assert [Q(Fraction(1, 10**k)) for k in range(4)] == [1, 100, 10**4, 10**6]
    assert Q(Fraction(0)) == 0


def test_without_discount_the_same_check_passes():
    trial = Trial(claim_id="dpdqn/bellman-nonunique", reading="bounded-functions")

    assert {item.outcome for item in nonunique_among_bounded(trial, operator=undiscounted)} == {Outcome.HOLDS}


def test_every_failure_is_certified(failing, answer):
    about = "dpdqn/bellman-nonunique", "bounded-functions"
    failed = failing(nonunique_among_bounded, *about)

    assert failed
    for item in failed:
        certificate = item.certificate
        assert answer(certificate, *about)["accepted"]
        undiscounted_one = replace(certificate, values={**certificate.values, "gamma": 1})
        assert not answer(undiscounted_one, *about)["accepted"]
