"""The errors with one noise path and with fresh ones: unit responses, closed forms, and simulation."""

from fractions import Fraction
from math import pi, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.algorithms.private_value_iteration import bracketed, in_target, iterate, literal
from tabular.mdp.instances import dyadic_random
from theory_checks.kit.cases import swap
from theory_checks.papers.dpdqn.algorithm._noise_paths import TwoActions, error_variances, linear_parts, sign_of

HALF = Fraction(1, 2)
GAMMAS = st.fractions(0, Fraction(19, 20), max_denominator=20)
STEPS = st.fractions(-1, 1, max_denominator=20).filter(lambda step: step != 0)


def variance_by_unit_responses(mdp, rule, step, paths):
    """Sum the squared responses of Q in state 0 to a unit of noise in each state of each path."""
    total = 0
    for path in set(paths):
        for s in range(mdp.n_states):
            tables = [[[int(p == path and t == s) for t in range(mdp.n_states)]] for p in paths]
            *_, last = iterate(mdp, map(rule, tables), [[0] * mdp.n_states], step)
            total += last[0, 0] ** 2
    return total


@pytest.mark.parametrize("rule", [bracketed, literal])
@pytest.mark.parametrize("step", [Fraction(1), Fraction(1, 3), Fraction(-1, 3)])
def test_variances_are_sums_of_squared_responses(rule, step):
    for seed in range(3):
        mdp = dyadic_random(3, 1, Fraction(3, 4), 3, seed).with_rewards([[0, 0, 0]])
        wanted = tuple(variance_by_unit_responses(mdp, rule, step, paths) for paths in ([0, 0, 0], [0, 1, 2]))

        assert error_variances(mdp, rule, step, 3) == wanted


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


def simulated_errors(rule, gamma, step, tables, runs=40_000, seed=5):
    """|v'| after two iterations with these path numbers, on one state with two actions, by the definition."""
    rng = np.random.default_rng(seed)
    noise = {path: rng.normal(size=(runs, 2)) for path in set(tables)}
    q = np.zeros((runs, 2))
    for path in tables:
        g = noise[path]
        at_maximiser = g[np.arange(runs), q.argmax(axis=1)]
        target = gamma * (q + g).max(axis=1) if rule is bracketed else gamma * q.max(axis=1) + at_maximiser
        q = q + step * (target[:, None] - q - g)
    return np.abs(q.max(axis=1))


@pytest.mark.parametrize("rule", [bracketed, literal])
@pytest.mark.parametrize("step", [1, 0.25, -0.25, -1])
def test_the_means_are_those_of_a_simulation(rule, step):
    run = TwoActions(rule, Fraction(9, 10), Fraction(step))
    one, fresh = (simulated_errors(rule, 0.9, step, tables) for tables in ([0, 0], [0, 1]))
    enclosure = run.fresh_enclosure()

    # five standard errors: a right value is missed with a probability below 1e-6
    assert one.mean() == pytest.approx(float(run.one_path().ball()), abs=5 * one.std() / 200)
    assert float(enclosure.lower()) - 5 * fresh.std() / 200 < fresh.mean()
    assert fresh.mean() < float(enclosure.upper()) + 5 * fresh.std() / 200


@given(GAMMAS, STEPS)
def test_the_literal_means_have_closed_forms_and_fresh_paths_are_worse(gamma, step):
    run, c, ahead = TwoActions(literal, gamma, step), 1 - step, step * gamma

    assert float(run.one_path().ball()) == pytest.approx(abs(step) * (c + ahead) / sqrt(pi))
    assert float(run.fresh_paths().ball()) == pytest.approx(abs(step) * (sqrt(1 + c * c) + ahead) / sqrt(pi))
    assert run.slack() == 0
    assert run.one_path().ball() < run.fresh_paths().ball()


@given(GAMMAS, STEPS)
def test_the_bracketed_means_have_closed_forms(gamma, step):
    run, c, rho = TwoActions(bracketed, gamma, step), 1 - step, 1 - step * (1 - gamma)
    kappa = step * gamma * (rho + c) + abs(step) * (1 + c)
    mean = step * gamma * (rho + sqrt(1 + step**2)) + abs(step) * sqrt(1 + c * c)

    assert float(run.one_path().ball()) == pytest.approx(sqrt((kappa**2 + (1 - rho**2) ** 2) / pi))
    assert float(run.slack()) == pytest.approx(abs(1 - rho) * sqrt((rho**2 + 1) / pi))
    if step > 0:  # then P is never negative
        assert float(run.fresh_paths().ball()) == pytest.approx(mean / sqrt(pi))
    else:
        assert float(run.fresh_paths().ball()) > abs(mean) / sqrt(pi) * (1 - 1e-12)


def test_with_one_noise_for_both_actions_only_the_symmetric_part_is_left():
    """Noise in the target alone: v' = gamma max g_0 + max g_1 for alpha = 1, and max g = m + |x|."""
    run = TwoActions(in_target, HALF, Fraction(1))

    assert float(run.fresh_paths().ball()) == pytest.approx((0.25 + 0.5) / sqrt(pi))
    assert float(run.slack()) == pytest.approx(sqrt((0.25**2 + 0.5**2) / pi))


def test_the_sign_of_a_step_is_named():
    assert [sign_of(step) for step in (1, -1)] == ["minus sign", "printed plus sign"]
