"""Fixed points by independent routes: linear algebra in floats, simulation-free series, hand-made numbers."""

from dataclasses import replace
from fractions import Fraction
from math import comb, log

import numpy as np
import pytest

from tabular.evaluation import mspbe
from tabular.mdp.instances import recovery_chain, recovery_chain_value
from theory_checks.papers.gpope.estimation._off_policy_worlds import (
    early_or_late,
    random_world,
    solution,
    two_by_two,
    two_or_three,
)
from theory_checks.papers.gpope.estimation._projections import projected_error
from theory_checks.papers.gpope.estimation.fixed_point import (
    cut_as_end,
    own_data,
    printed_data,
    stay_or_go,
    without_ratios,
)
from theory_checks.papers.gpope.estimation.plain_sums import entered_only, features_of_visited, wanted
from theory_checks.papers.gpope.estimation.recovery_chain import (
    STATES,
    fixed_point,
    moves,
    relative_errors,
    summed,
    values,
)
from theory_checks.papers.gpope.estimation.recovery_chain import projected_error as chain_error


def test_early_or_late_by_hand():
    """Row 0 is 3/4 theta_0 = 1/4 gamma theta_1: the way through state 1 counts half."""
    assert solution(early_or_late().moments()).tolist() == [Fraction(1, 6), 1]
    assert early_or_late().value().tolist() == [Fraction(1, 4), 1, 0]
    assert solution(two_or_three().moments()).tolist() == [Fraction(1, 5), 1, 0]


def test_weights_of_the_target_by_hand():
    assert solution(printed_data(stay_or_go())).tolist() == [Fraction(1, 2)]
    assert solution(own_data(stay_or_go())).tolist() == [0]


@pytest.mark.parametrize("seed", range(3))
def test_projected_error_in_floats(seed):
    world = random_world(np.random.default_rng(seed), "", horizon=2, ending=False, size=1)
    phi, d = world.features.astype(float), (world.visits() / 2).astype(float)
    P = world.moves(world.pi).astype(float)
    r = (world.pi * world.mdp.rewards.T).sum(axis=1).astype(float)
    value = phi @ np.array([2.0])
    gap = r + float(world.mdp.discount) * P @ value - value
    root = np.sqrt(d)
    best, *_ = np.linalg.lstsq(root[:, None] * phi, root * gap, rcond=None)
    expected = float(np.sum(d * (phi @ best) ** 2))
    theta = np.array([Fraction(2)], dtype=object)

    assert float(projected_error(world, world.visits() / 2, theta)) == pytest.approx(expected)
    assert float(mspbe(world.moments(), theta)) == pytest.approx(expected)


def test_a_cut_taken_for_an_end_forgets_what_comes_after():
    """With one transition the estimate is then the mean reward, as if gamma were 0."""
    world = replace(two_by_two(1), start=[Fraction(1, 2)] * 2)
    rewards = (world.pi * world.mdp.rewards.T).sum(axis=1)

    assert (solution(cut_as_end(world)) == rewards).all()


def test_without_ratios_the_behaviour_is_evaluated():
    world = two_by_two(3)

    assert (solution(without_ratios(world)) == replace(world, target=world.behaviour).value()).all()


def test_the_repair_on_worlds_by_hand():
    for world in (early_or_late(), two_or_three()):
        theta = solution(world.moments("sum"))

        assert (theta == world.value()[: world.size]).all()
        assert (wanted(world).A == world.moments("sum").A).all()


def float_chain(n, discount):
    """Return theta for the weight 1/length from series over the lengths, in floats."""
    e = [sum(comb(k - 1, d - 1) / 2**k / k for k in range(d, 2000)) if d < 40 else 0 for d in range(1, n + 1)]
    D = np.cumsum([1 / (n - i) for i in range(n)])
    M = np.cumsum([e[n - i - 1] for i in range(n)])
    A = np.diag(D - discount * (D - M)) + np.diag(-discount * M[:-1], 1)
    b = np.zeros(n)
    b[-1] = M[-1]
    return np.linalg.solve(A, b)


@pytest.mark.parametrize("discount", [Fraction(99, 100), Fraction(1, 2)])
def test_chain_by_series(discount):
    exact = [float(x) for x in fixed_point(moves(STATES), discount)]

    assert np.allclose(exact, float_chain(STATES, float(discount)), rtol=1e-9)
    worst = max(float(x) for x in relative_errors(STATES, discount))
    v = [float(x) for x in values(STATES, discount)]
    assert worst == pytest.approx(max(x / y - 1 for x, y in zip(exact, v, strict=True)), rel=1e-9)


def test_one_state_moves_like_ln_two():
    [theta] = fixed_point(moves(1), Fraction(1, 2))

    assert float(theta) == pytest.approx(log(2) / (1 - (1 - log(2)) / 2), rel=1e-15)


@pytest.mark.parametrize("n", [1, 2, 7, STATES])
def test_the_lemma_of_certificates_is_the_last_row(n, lemma_value):
    gamma = Fraction(9, 10)
    claimed = lemma_value("inverse-length-fixed-point", states=n, gamma=gamma)

    assert claimed == pytest.approx(float(fixed_point(moves(n), gamma)[-1]), rel=1e-12)


@pytest.mark.parametrize("value", [0, 2, -3])
def test_a_state_that_is_never_left_is_taken_for_worthless(value):
    """theta* = r(0) = 0 whatever comes after: right only if nothing does."""
    world = entered_only(value)

    assert world.value().tolist() == [Fraction(value, 2), value]
    assert solution(world.moments("sum")).tolist() == [0]
    assert features_of_visited(world).tolist() == [0]


def test_a_feature_of_a_state_that_is_never_left_has_no_equation():
    world = replace(entered_only(2), phi=[[1, 0], [0, 1]])

    assert features_of_visited(world) is None
    assert world.moments("sum").A.tolist() == [[1, Fraction(-1, 2)], [0, 0]]


def test_plain_sums_are_exact_on_the_chain():
    discount = Fraction(9, 10)

    assert list(summed(STATES, discount)) == values(STATES, discount)
    assert values(STATES, discount) == recovery_chain_value(40, Fraction(1, 2), discount)[:STATES]


def test_error_of_the_chain_in_floats():
    discount = Fraction(9, 10)
    theta = np.append(float_chain(STATES, 0.9), 0.0)
    mdp = recovery_chain(40, 0.5, 0.9, exact=False)
    gap = (mdp.rewards[0] + 0.9 * mdp.transitions[0] @ theta - theta)[:STATES]
    D = np.cumsum([1 / (STATES - i) for i in range(STATES)]) / STATES

    assert float(chain_error(STATES, discount)) == pytest.approx(float(np.sum(D * gap**2)), rel=1e-6)
