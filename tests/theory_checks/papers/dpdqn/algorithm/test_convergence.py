"""The private mathematics of convergence: fixed points of the literal update, and its cycle."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.algorithms.private_value_iteration import (
    bracketed,
    iterate,
    literal,
    literal_fixed_points,
    optimal_action_values,
)
from tabular.mdp.instances import bandit, dyadic_random
from theory_checks.core.claim import Trial
from theory_checks.core.exhibits import Figure, Table
from theory_checks.kit.cases import constant, random_table, stay_or_swap
from theory_checks.papers.dpdqn.algorithm.convergence import (
    NO_FIXED_POINT,
    RADIUS,
    allowed_change,
    convergence_literal,
    fixed_points,
    is_fixed,
    least_miss,
)


def test_the_example_has_no_literal_fixed_point_and_one_bracketed():
    mdp = stay_or_swap()

    assert len(fixed_points(mdp, literal(NO_FIXED_POINT))) == 0
    assert len(fixed_points(mdp, bracketed(NO_FIXED_POINT))) == 1


def test_only_a_table_that_an_update_leaves_alone_is_fixed():
    mdp, g = stay_or_swap(), NO_FIXED_POINT
    fixed = optimal_action_values(mdp) - g

    assert is_fixed(mdp, bracketed(g), fixed)
    assert not any(is_fixed(mdp, rule(g), constant(mdp, k)) for rule in (bracketed, literal) for k in range(-2, 3))
    assert not is_fixed(mdp, bracketed(g), fixed + 1)


@pytest.mark.parametrize("seed", range(8))
def test_the_confirmed_literal_fixed_points_are_all_of_them(seed):
    """Small integers make many ties, which every choice of a maximiser may decide its own way."""
    mdp = dyadic_random(3, 2, Fraction(1, 2), 2, seed)
    g = np.array([[Fraction(int(x)) for x in row] for row in np.random.default_rng(seed).integers(-1, 2, (2, 3))])
    found, wanted = (
        sorted(q.tolist() for q in tables) for tables in (fixed_points(mdp, literal(g)), literal_fixed_points(mdp, g))
    )

    assert found == wanted


def test_a_tie_may_be_decided_for_each_action():
    """Arms with r - g = 0: the fixed table of either maximiser is a tie, and is kept if the tie is decided for it."""
    mdp, g = bandit([0, 1], Fraction(1, 2)), np.array([[Fraction(0)], [Fraction(1)]])

    assert [q.tolist() for q in fixed_points(mdp, literal(g))] == [[[0], [0]], [[2], [2]]]


@given(st.lists(st.fractions(-RADIUS, RADIUS), min_size=4, max_size=4))
def test_no_noise_near_the_example_has_a_literal_fixed_point(shift):
    mdp = stay_or_swap()

    assert fixed_points(mdp, literal(NO_FIXED_POINT + np.array(shift, dtype=object).reshape(2, 2))) == []


def test_the_miss_of_a_rule_with_a_fixed_point_is_0_and_that_of_the_example_is_a_half():
    assert least_miss(stay_or_swap(), bracketed(NO_FIXED_POINT)) == 0
    assert least_miss(stay_or_swap(), literal(NO_FIXED_POINT)) == Fraction(1, 2)


@pytest.mark.parametrize("seed", range(6))
def test_the_miss_changes_by_no_more_than_is_allowed(seed):
    """Between two noise tables without fixed points, for the least over the choices is as Lipschitz as each of them."""
    mdp, rng = stay_or_swap(Fraction(seed + 1, 10)), np.random.default_rng(seed)
    shift = random_table(rng, 2, 2) / 100
    misses = [least_miss(mdp, literal(NO_FIXED_POINT + k * shift)) for k in (0, 1)]

    assert min(misses) > 0
    assert abs(misses[1] - misses[0]) <= allowed_change(mdp, np.abs(shift).max())


def test_small_steps_do_not_settle_either():
    """With alpha = 1/20 the last 1000 of 5000 float iterates keep moving by more than 1/100."""
    mdp = stay_or_swap().to_float()
    *_, q = iterate(mdp, [literal(NO_FIXED_POINT * 1.0)] * 4000, np.zeros((2, 2)), 0.05)
    late = np.array(list(iterate(mdp, [literal(NO_FIXED_POINT * 1.0)] * 1000, q, 0.05)))

    assert (late.max(axis=0) - late.min(axis=0)).max() > 0.01


def test_only_the_smallest_example_fails_with_its_surroundings_and_is_certified(failing, answer):
    failed = failing(convergence_literal, "dpdqn/convergence", "literal")

    assert len(failed) == 2
    for radius, accepted in ((RADIUS, True), (2 * RADIUS, False)):
        values = {"radius": radius}
        made = [replace(x.certificate, values={**x.certificate.values, **values}) for x in failed]
        assert {answer(x, "dpdqn/convergence", "literal")["accepted"] for x in made} == {accepted}


def test_the_figure_shows_a_cycle_of_length_two():
    findings = convergence_literal(Trial(claim_id="dpdqn/convergence", reading="literal"))
    figure = next(x for x in findings if isinstance(x, Figure))
    full_steps = figure.series[0].y

    assert full_steps[2:10:2] == [1.5] * 4
    assert full_steps[3:11:2] == [0.75] * 4


def test_the_census_counts_every_noise_table():
    findings = convergence_literal(Trial(claim_id="dpdqn/convergence", reading="literal"))
    census = next(x for x in findings if isinstance(x, Table))

    assert sum(row[1] for row in census.rows) == 3**4
    assert [row[0] for row in census.rows] == [0, 1, 2]
