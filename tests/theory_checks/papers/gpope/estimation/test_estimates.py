"""Means of estimates against simulation in floats and hand-made numbers."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tabular.evaluation import Table, importance_ratios, sample, trajectory_moments
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.gpope.estimation._off_policy_worlds import solution, two_by_two, two_or_three
from theory_checks.papers.gpope.estimation.estimates import (
    mean_of_estimates,
    never_paid,
    of_one_trajectory,
    of_the_means,
    seldom_paid,
    supported,
    wanted_moments,
)
from theory_checks.papers.gpope.estimation.normalisation import PRINTED, REPAIRED


def test_means_of_many_sampled_trajectories():
    world, count = two_by_two(3), 40_000
    pi, pi_b = world.pi.astype(float), world.pi_b.astype(float)
    data = sample(world.mdp.to_float(), pi_b, count, seed=1, start=0, max_length=3, absorbing=[])
    parts = trajectory_moments(data, importance_ratios(data, pi, pi_b), Table(np.eye(2)), 0.9)
    exact = world.moments().to_float()

    # Six standard errors: one entry of ten is farther off with probability 2e-9.
    for estimates, mean in zip(parts, (exact.A, exact.b, exact.C), strict=True):
        assert (abs(estimates.mean(axis=0) - mean) <= 6 * estimates.std(axis=0) / np.sqrt(count) + 1e-12).all()


def test_missing_actions_by_hand():
    assert mean_of_estimates(never_paid()).b.tolist() == [0]
    assert mean_of_estimates(never_paid()).A.tolist() == [[Fraction(1, 4)]]
    assert wanted_moments(never_paid()).A.tolist() == [[Fraction(1, 2)]]
    assert mean_of_estimates(seldom_paid()).b.tolist() == [Fraction(1, 2)]
    assert supported(never_paid()).tolist() == [[Fraction(1, 2), 0]]


def test_missing_actions_leave_a_solution_that_looks_sound():
    assert solution(mean_of_estimates(never_paid())).tolist() == [0]
    assert solution(wanted_moments(never_paid())).tolist() == [1]


@pytest.mark.parametrize("transitions", [2, 3, 50])
def test_weights_are_one_over_the_last_index_and_over_the_number_of_terms(transitions):
    indices = list(range(transitions))

    assert len(indices) / rational(PRINTED, {"tau": indices[-1]}) == sum(Fraction(1, indices[-1]) for _ in indices)
    assert rational(REPAIRED, {"tau": indices[-1]}) == sum(Fraction(1, len(indices)) for _ in indices)


def test_three_solutions_of_one_chain():
    world = two_or_three()
    first = [solution(world.moments("1/length", divisor))[0] for divisor in ("tau", "terms")]

    assert first == [Fraction(1, 6), Fraction(1, 5)]
    assert solution(world.moments("sum"))[0] == world.value()[0] == Fraction(1, 4)


def test_solution_of_one_trajectory_does_not_see_the_target():
    world = seldom_paid()
    other = replace(world, target=[[Fraction(1, 8), Fraction(7, 8)]])

    assert of_one_trajectory(world) == of_one_trajectory(other) == Fraction(1, 2)
    assert of_the_means(world) != of_the_means(other)
