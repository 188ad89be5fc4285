"""Worlds of off-policy data: two routes to the same moments, and the lemmas of certificates about them."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tabular.mdp.instances import recovery_chain
from theory_checks.checker import checker
from theory_checks.papers.gpope.estimation._off_policy_worlds import (
    HALF,
    compare,
    early_or_late,
    exact_rows,
    random_world,
    solution,
    two_by_two,
    two_or_three,
)
from theory_checks.papers.gpope.estimation.estimates import never_paid, of_one_trajectory, seldom_paid
from theory_checks.papers.gpope.estimation.fixed_point import stay_or_go


def equal(left, right):
    return all(x == y for x, _, y in compare(left, right).values())


def random(seed, **options):
    return random_world(np.random.default_rng(seed), "random", **options)


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


ONE_FEATURE = [stay_or_go(), two_by_two(1, [[1], [3]]), two_by_two(2, [[1], [3]]), never_paid()]
ONE_FEATURE += [random(seed, horizon=1 + seed % 2, ending=False, size=1) for seed in range(4)]


@pytest.mark.parametrize("world", ONE_FEATURE)
@pytest.mark.parametrize("own", [False, True])
def test_lemmas_about_data_of_one_feature(world, own, lemma_value):
    data = world.on_policy() if own else world
    lists = {"initial": data.start, "behaviour": data.pi_b.T, "policy": data.pi.T, "feature": data.features[:, 0]}
    given = {"mdp": data.mdp, "length": data.horizon, **lists}
    supported = replace(data, behaviour=(data.pi_b + data.pi) / 2)

    if (data.pi_b[data.pi > 0] > 0).all():
        assert lemma_value("mean-matrix-estimate", **given) == pytest.approx(float(data.moments("sum").A[0, 0]))
        assert lemma_value("mean-reward-estimate", **given) == pytest.approx(float(data.moments("sum").b[0]))
        assert lemma_value("mean-reward-of-visits", **given) == pytest.approx(float(data.bellman(data.visits()).b[0]))
    else:
        assert lemma_value("mean-reward-estimate", **given) == 0
        assert lemma_value("mean-reward-of-visits", **given) == float(supported.moments("sum").b[0])


def test_a_lemma_about_data_looks_at_its_hypotheses(lemma_value):
    world = stay_or_go()
    lists = {"initial": world.start, "behaviour": world.pi_b.T, "policy": world.pi.T, "feature": world.features[:, 0]}
    tiny, ones = Fraction(1, 10**7), [[1, 1], [1, 1]]
    rare = [[1 - tiny] * 2, [tiny] * 2]
    for change in ({"length": 3}, {"initial": [1, 1]}, {"policy": ones}, {"behaviour": rare}, {"feature": [1]}):
        with pytest.raises(checker.Refused):
            lemma_value("mean-matrix-estimate", **{"mdp": world.mdp, "length": 2, **lists, **change})


@pytest.mark.parametrize(("world", "cut"), [(early_or_late(), 0), (two_or_three(), 0), (two_or_three(), 1)])
def test_the_lemma_about_whole_trajectories(world, cut, lemma_value):
    theta = [*solution(world.moments("1/length", "tau" if cut else "terms")), 0]
    given = {"mdp": world.mdp, "initial": world.start, "cut": cut}
    found = [lemma_value("trajectory-solution", state=s, solution=theta, **given) for s in range(len(theta))]

    assert found == pytest.approx([float(x) for x in theta])
    for wrong in ([theta[0] + Fraction(1, 10**6), *theta[1:]], [*theta[:-1], 1]):
        with pytest.raises(checker.Refused, match="solution must"):
            lemma_value("trajectory-solution", state=0, solution=wrong, **given)


def test_whole_trajectories_have_at_most_three_transitions_and_more_than_are_cut(lemma_value):
    world = early_or_late()
    for change in ({"cut": 1}, {"mdp": recovery_chain(3, HALF, HALF)}):
        given = {"mdp": world.mdp, "initial": world.start, "cut": 0, "solution": [0, 0, 0], **change}
        with pytest.raises(checker.Refused, match="at most three transitions"):
            lemma_value("trajectory-solution", state=0, **given)


def test_the_lemma_about_one_transition_and_that_about_values(lemma_value):
    world = seldom_paid()
    expected = float(of_one_trajectory(world))
    assert lemma_value("one-transition-solution", mdp=world.mdp, behaviour=world.pi_b.T) == pytest.approx(expected)
    for other in (world, two_by_two(1)):
        value, policy = other.value(), other.pi.T
        entry = lemma_value("policy-value-entry", mdp=other.mdp, policy=policy, value=value, state=0)
        assert entry == pytest.approx(float(value[0]))
        with pytest.raises(checker.Refused, match="that of the policy"):
            lemma_value("policy-value-entry", mdp=other.mdp, policy=policy, value=value + 1, state=0)
    with pytest.raises(checker.Refused, match="one state"):
        lemma_value("one-transition-solution", mdp=two_by_two(1).mdp, behaviour=two_by_two(1).pi_b.T)


def test_exact_rows_are_new_fractions():
    given = [[1, HALF], [0, 2]]
    rows = exact_rows(given)
    rows[0, 0] = Fraction(5)

    assert given[0][0] == 1
    assert all(isinstance(x, Fraction) for x in rows.reshape(-1))


def test_an_endless_world_cannot_be_enumerated():
    with pytest.raises(ValueError, match="horizon must be given"):
        random(1, horizon=None, ending=True).enumerated()
