"""Worlds of off-policy data: two routes to the same moments, and expressions that the checker agrees with."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from theory_checks.core.certificate import Certificate
from theory_checks.core.formula import equals, num, ref, total
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.estimation._off_policy_worlds import (
    HALF,
    compare,
    early_or_late,
    exact_rows,
    has_choices,
    random_world,
    solution,
    solved,
    system,
    two_by_two,
    two_or_three,
    world_facts,
    world_objects,
)


def equal(left, right):
    return all(x == y for x, _, y in compare(left, right).values())


def random(seed, **options):
    return random_world(np.random.default_rng(seed), "random", **options)


def accepted(world, theta, weighting="1/length"):
    A, b = system(world, weighting)
    rows = [total([x * num(y) for x, y in zip(row, theta, strict=True)]) for row in A]
    return Certificate(
        says="theta solves the system.",
        objects=world_objects(world),
        facts=[*world_facts(world), *(equals(row, right) for row, right in zip(rows, b, strict=True))],
        conclusion=equals(ref("v", 0), world.value()[0]),
        assumed=["nothing"],
    ).check()["accepted"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ending", [True, False])
def test_occupancies_and_enumeration_agree(seed, ending):
    world = random(seed, horizon=3, ending=ending)

    for weighting in ("1/length", "sum", "1/horizon"):
        assert equal(world.moments(weighting), world.enumerated(weighting))


@pytest.mark.parametrize("world", [two_by_two(3), early_or_late(), random(5, horizon=3, ending=True)])
def test_paths_are_all_trajectories(world):
    total, rows = Fraction(0), [Fraction(0)] * world.mdp.n_states
    for path in world.paths():
        probability = Fraction(world.start[path.rows[0][0]])
        for s, a, t in path.rows:
            probability *= Fraction(world.behaviour[s][a]) * world.mdp.transitions[a, s, t]
        total += probability
        for s, _, _ in path.rows:
            rows[s] += probability

    assert total == 1
    assert rows == list(world.visits())


def test_visits_until_absorption_are_a_limit():
    endless = random(2, horizon=None, ending=True)
    cut = replace(endless, horizon=80)

    # Every transition ends the trajectory with probability 1/2 at least.
    assert np.allclose(endless.visits().astype(float), cut.visits().astype(float), atol=2.0**-60)


@pytest.mark.parametrize("world", [two_by_two(2), early_or_late(), two_or_three(), two_by_two(2).on_policy()])
def test_the_checker_agrees_with_the_solution(world):
    theta = solution(world.moments())

    assert accepted(world, theta)
    assert not accepted(world, theta + Fraction(1, 10**6))


def test_weights_of_the_system():
    world = early_or_late()

    assert accepted(world, solution(world.moments("sum")), "sum")
    assert not accepted(world, solution(world.moments("sum")))


@pytest.mark.parametrize("world", [early_or_late(), two_or_three(), two_by_two(2, [[1], [3]])])
def test_a_triangular_system_is_solved_row_by_row(world):
    theta = solved(*system(world))
    certificate = Certificate(
        says="The expressions are the solution.",
        objects=world_objects(world),
        facts=[*world_facts(world), *(equals(x, y) for x, y in zip(theta, solution(world.moments()), strict=True))],
        conclusion=equals(ref("v", 0), world.value()[0]),
        assumed=["nothing"],
    )

    assert certificate.check()["accepted"]


def test_expressions_without_references_are_numbers():
    world = two_by_two(1)
    A, b = system(world, "sum")

    assert (len(A), len(b)) == (2, 2)
    assert A[1][0] == num(0)  # state 1 is not visited
    assert float(enclose(A[1][0])) == 0


def test_choices_matter_for_several_actions_only():
    assert has_choices(two_by_two())
    assert not has_choices(early_or_late())


def test_exact_rows_are_new_fractions():
    given = [[1, HALF], [0, 2]]
    rows = exact_rows(given)
    rows[0, 0] = Fraction(5)

    assert given[0][0] == 1
    assert all(isinstance(x, Fraction) for x in rows.reshape(-1))


def test_an_endless_world_cannot_be_enumerated():
    with pytest.raises(ValueError, match="horizon must be given"):
        random(1, horizon=None, ending=True).enumerated()
