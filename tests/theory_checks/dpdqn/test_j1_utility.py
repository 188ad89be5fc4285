"""The private mathematics of one path against fresh ones: variances in closed form, means by simulation."""

from fractions import Fraction

import numpy as np
import pytest

from tabular.algorithms.private_value_iteration import bracketed, iterate, literal
from tabular.instances import dyadic_random
from theory_checks.cases import swap
from theory_checks.claim import Trial
from theory_checks.dpdqn.j1_repaired import fresh_paths, one_path
from theory_checks.dpdqn.j1_utility import (
    error_variances,
    fresh_path_floor,
    j1_bracketed,
    j1_literal,
    linear_parts,
    one_path_limit,
)
from theory_checks.evidence import Outcome
from theory_checks.exhibits import Figure

HALF = Fraction(1, 2)


def variance_by_unit_responses(mdp, rule, alpha, paths):
    """Sum the squared responses of Q in state 0 to a unit of noise in each state of each path."""
    total = 0
    for path in set(paths):
        for s in range(mdp.n_states):
            tables = [[[int(p == path and t == s) for t in range(mdp.n_states)]] for p in paths]
            *_, last = iterate(mdp, map(rule, tables), [[0] * mdp.n_states], alpha)
            total += last[0, 0] ** 2
    return total


@pytest.mark.parametrize("rule", [bracketed, literal])
@pytest.mark.parametrize("alpha", [Fraction(1), Fraction(1, 3)])
def test_variances_are_sums_of_squared_responses(rule, alpha):
    for seed in range(3):
        mdp = dyadic_random(3, 1, Fraction(3, 4), 3, seed).with_rewards([[0, 0, 0]])
        wanted = tuple(
            variance_by_unit_responses(mdp, rule, alpha, schedule(3)) for schedule in (one_path, fresh_paths)
        )

        assert error_variances(mdp, rule, alpha, 3) == wanted


def test_the_update_with_one_action_is_linear():
    A, B = linear_parts(swap(), bracketed, Fraction(1))

    assert A.tolist() == [[0, HALF], [HALF, 0]]
    assert B.tolist() == [[-1, HALF], [HALF, -1]]


@pytest.mark.parametrize("alpha", [0.05, 0.5, 1.0])
def test_after_many_iterations_the_variances_have_closed_forms(alpha):
    """Two states that follow each other: the sum and the difference of the noises decouple, with 1 -+ gamma P."""
    gamma = 0.5
    fast, slow = alpha * (1 + gamma), alpha * (1 - gamma)
    one, fresh = error_variances(swap().to_float(), bracketed, alpha, 3000)
    one_literal, fresh_literal = error_variances(swap().to_float(), literal, alpha, 3000)

    assert one == pytest.approx(1)
    assert fresh == pytest.approx((fast / (2 - fast) + slow / (2 - slow)) / 2)
    assert one_literal == pytest.approx(2 / (1 + gamma) ** 2)
    assert fresh_literal == pytest.approx(2 * alpha / ((1 + gamma) * (2 - fast)))


def test_with_the_literal_rule_the_order_changes_at_a_step_size_of_1_over_1_plus_gamma():
    for alpha, fresh_is_worse in ((0.6, False), (0.7, True)):
        one, fresh = error_variances(swap().to_float(), literal, alpha, 3000)

        assert (fresh > one) == fresh_is_worse


def simulated_errors(paths, runs, gamma=0.9, seed=0):
    """|v'| on one state with two actions and r = 0, with step size 1, by the definition of the update."""
    rng = np.random.default_rng(seed)
    noise = {path: rng.normal(size=(runs, 2)) for path in set(paths)}
    q = np.zeros((runs, 2))
    for path in paths:
        g = noise[path]
        q = gamma * (q + g).max(axis=1, keepdims=True) - g
    return np.abs(q.max(axis=1))


def test_the_simulated_errors_lie_where_the_bounds_say():
    one = simulated_errors(one_path(78), 20000)
    fresh = simulated_errors(fresh_paths(78), 20000)

    # five standard errors: a right value is missed with a probability below 1e-6 (and 0.9^78 < 3e-4 of g is left)
    assert one.mean() == pytest.approx(float(one_path_limit(2)), abs=5 * one.std() / 20000**0.5)
    assert fresh.mean() - 5 * fresh.std() / 20000**0.5 > float(fresh_path_floor(2, Fraction(9, 10)))


def test_the_mean_curve_of_fresh_paths_is_simulated_too():
    figure = next(x for x in j1_bracketed(Trial(claim_id="dpdqn/j1-worst-utility")) if isinstance(x, Figure))
    errors = simulated_errors(fresh_paths(60), 20000, seed=1)

    # after 60 iterations v' is positive in almost every run, so |v'| has the mean of v' up to five standard errors
    assert errors.mean() == pytest.approx(figure.series[1].y[-1], abs=5 * errors.std() / 20000**0.5)


@pytest.mark.parametrize(("claim", "failures"), [(j1_bracketed, 2), (j1_literal, 1)])
def test_every_failure_is_certified(claim, failures):
    evidence = [x for x in claim(Trial(claim_id="dpdqn/j1-worst-utility")) if hasattr(x, "outcome")]

    assert [item.outcome for item in evidence] == [Outcome.FAILS] * failures
    assert all(item.certificate.check()["accepted"] for item in evidence)
