"""Tests for tabular/evaluation/continuous/hiv.py: the model written once more, integrated and solved by scipy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals
from scipy.integrate import solve_ivp
from scipy.optimize import root

from tabular.evaluation.continuous import HivTreatment
from tabular.evaluation.continuous.hiv import UNHEALTHY, after, change

DRUGS = [(0.0, 0.0), (0.7, 0.0), (0.0, 0.3), (0.7, 0.3)]
START = np.array(UNHEALTHY)
DISCOUNT = 0.98


def model(_, x, e1, e2):
    """Adams et al. (2004), as printed there."""
    T1, T2, T1s, T2s, V, E = x
    infected = T1s + T2s
    return [
        10000 - 0.01 * T1 - (1 - e1) * 8e-7 * V * T1,
        31.98 - 0.01 * T2 - (1 - 0.34 * e1) * 1e-4 * V * T2,
        (1 - e1) * 8e-7 * V * T1 - 0.7 * T1s - 1e-5 * E * T1s,
        (1 - 0.34 * e1) * 1e-4 * V * T2 - 0.7 * T2s - 1e-5 * E * T2s,
        (1 - e2) * 100 * 0.7 * infected - 13 * V - ((1 - e1) * 8e-7 * T1 + (1 - 0.34 * e1) * 1e-4 * T2) * V,
        1 + 0.3 * infected / (infected + 100) * E - 0.25 * infected / (infected + 500) * E - 0.1 * E,
    ]


def reference(x, drugs, days, method="LSODA", times=None):
    return solve_ivp(model, (0, days), x, method, times, args=drugs, rtol=1e-10, atol=1e-9).y


def equilibrium(near):
    """Newton on the logarithms, which keeps the counts positive."""

    def zero(y):
        return np.array(model(0, np.exp(y), 0, 0)) / np.exp(y)

    actual = root(zero, np.log(near), tol=1e-13)
    assert actual.success
    return np.exp(actual.x)


def growth(x):
    """The largest real part of the eigenvalues of the Jacobian, by central differences."""
    columns = []
    for i in range(6):
        h = 1e-5 * max(x[i], 1e-3)
        up, down = x.copy(), x.copy()
        up[i], down[i] = up[i] + h, down[i] - h
        columns.append((np.array(model(0, up, 0, 0)) - np.array(model(0, down, 0, 0))) / (2 * h))
    return np.linalg.eigvals(np.array(columns).T).real.max()


@given(
    st.lists(st.floats(0, 1e6), min_size=6, max_size=6),
    st.sampled_from(DRUGS),
)
def test_the_derivative_is_the_model(x, drugs):
    """Terms of each count cancel; so the tolerance is relative to the largest of them."""
    scale = 1e-13 * (1e4 + 1e2 * max(x) + 1e-4 * max(x) ** 2)

    assert np.allclose(change(x, *drugs), model(0, x, *drugs), rtol=1e-12, atol=scale)


@pytest.mark.parametrize("method", ["LSODA", "Radau"])
@pytest.mark.parametrize("drugs", DRUGS)
def test_five_days_agree_with_scipy(method, drugs):
    for x in (START, np.array([1e6, 3198, 1e-4, 1e-4, 1.0, 10.0]), np.array([8e5, 1e3, 1e3, 1e2, 1e4, 1e4])):
        theirs = reference(x, drugs, 5, method)[:, -1]
        # both accumulate the errors of some tens of steps at 1e-8 and 1e-10
        assert np.allclose(after(x, *drugs, 5, tol=1e-8), theirs, rtol=1e-6)


def test_the_error_follows_the_tolerance():
    theirs = reference(START, DRUGS[3], 5, "Radau")[:, -1]
    errors = [np.abs(after(START, *DRUGS[3], 5, tol=tol) / theirs - 1).max() for tol in (1e-3, 1e-5, 1e-7)]

    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 1e-6


@pytest.mark.parametrize("action", range(4))
def test_a_constant_treatment_of_200_decisions_agrees_with_scipy(action):
    """One integration of 1000 days on their side, 200 decisions on ours."""
    environment = HivTreatment(spread=(1, 1))
    states, returns = environment.starts(np.zeros((1, 6))), 0.0
    path = []
    for t in range(200):
        step = environment.step(states, [action])
        states, returns = step.next_states, returns + DISCOUNT**t * step.rewards[0]
        path.append(10 ** states[0])
    e1, e2 = DRUGS[action]
    theirs = reference(START, DRUGS[action], 1000, times=np.arange(5.0, 1001, 5)).T
    rewards = 1000 * theirs[:, 5] - 0.1 * theirs[:, 4] - 20000 * e1**2 - 2000 * e2**2

    # 200 decisions of about 30 steps, each within 1e-8; V falls fast and rises again under both drugs
    assert np.allclose(path, theirs, rtol=2e-5)
    assert np.isclose(returns, (DISCOUNT ** np.arange(200) * rewards).sum(), rtol=1e-6)


@pytest.mark.parametrize("near", [START, (967839, 621, 76, 6, 415, 353108)])
def test_stable_equilibria_stay(near):
    x = equilibrium(near)

    assert growth(x) < 0
    assert np.abs(change(x, 0, 0) / x).max() < 1e-9  # of terms of size 13 a day
    assert np.allclose(after(x, 0, 0, 1000), x, rtol=1e-6)


def test_the_start_is_the_rounded_unhealthy_equilibrium():
    assert np.rint(equilibrium(START)).tolist() == list(UNHEALTHY)


def test_health_without_virus_is_unstable_and_has_a_closed_form():
    """T1 relaxes to l1 / d1 at rate d1, E to lE / deltaE at rate deltaE."""
    healthy = np.array([1e6, 3198, 0, 0, 0, 10])
    x = after([5e5, 1000, 0, 0, 0, 50], 0, 0, 30)

    assert np.allclose(change(healthy, 0, 0), 0, atol=1e-9)
    assert growth(healthy) > 3
    assert np.allclose(x[:2], healthy[:2] + (np.array([5e5, 1000]) - healthy[:2]) * np.exp(-0.3), rtol=1e-7)
    assert np.isclose(x[5], 10 + 40 * np.exp(-3), rtol=1e-7)
    assert x[2:5].tolist() == [0, 0, 0]


def test_the_reward_is_that_of_the_new_state():
    step = HivTreatment().step(np.tile(np.log10(START), (4, 1)), np.arange(4))
    V, E = 10 ** step.next_states[:, 4], 10 ** step.next_states[:, 5]
    costs = [20000 * e1**2 + 2000 * e2**2 for e1, e2 in DRUGS]

    assert np.allclose(step.rewards, 1000 * E - 0.1 * V - costs, rtol=1e-9)
    assert not step.terminal.any()


def test_actions_give_the_drugs_in_their_order():
    step = HivTreatment().step(np.tile(np.log10(START), (4, 1)), np.arange(4))
    for action, drugs in enumerate(DRUGS):
        assert np.allclose(10 ** step.next_states[action], after(START, *drugs, 5), rtol=1e-6)


@given(st.integers(0, 2**32), st.lists(st.integers(0, 3), min_size=1, max_size=30))
@settings(max_examples=40)
def test_counts_stay_positive_and_cells_below_their_sources(seed, actions):
    """T1 + T1* and T2 + T2* die at a rate of at least .01 and are fed l1 and l2: they stay below start or l / d."""
    environment = HivTreatment()
    states = environment.starts(np.random.default_rng(seed).random((3, 6)))
    first = 10**states
    for action in actions:
        states = environment.step(states, np.full(3, action)).next_states
    x = 10**states

    assert (x > 0).all()
    assert np.isfinite(states).all()
    assert (x[:, 0] + x[:, 2] <= np.maximum(first[:, 0] + first[:, 2], 1e6) * (1 + 1e-6)).all()
    assert (x[:, 1] + x[:, 3] <= np.maximum(first[:, 1] + first[:, 3], 3198) * (1 + 1e-6)).all()
    assert (x[:, 5] >= np.minimum(first[:, 5], 1 / 0.35) * (1 - 1e-6)).all()  # E' >= 1 - (.25 + .1) E


def test_starts_are_the_unhealthy_state_times_the_factors():
    u = np.array([[0.0] * 6, [0.5] * 6, [0.25, 0.75, 0, 0.5, 0.125, 0.25]])
    factors = 0.8 + 0.4 * u

    assert np.allclose(10 ** HivTreatment().starts(u), START * factors, rtol=1e-12)
    assert np.allclose(10 ** HivTreatment(spread=(1, 1)).starts(u), START, rtol=1e-12)


def test_random_treatments_stay_in_the_domain_of_features_nearly_always():
    environment, rng = HivTreatment(), np.random.default_rng(5)
    states, inside = environment.starts(rng.random((50, 6))), []
    for _ in range(200):
        states = environment.step(states, rng.integers(0, 4, 50)).next_states
        inside.append(((states >= environment.low) & (states <= environment.high)).all(axis=1))

    assert np.mean(inside) > 0.999


test_bad_models_are_refused = refusals(
    (lambda: HivTreatment(spread=(0, 1)), "spread must be two rising positive factors, got (0, 1)"),
    (lambda: HivTreatment(spread=(1.2, 0.8)), "spread must be two rising positive factors"),
    (lambda: HivTreatment(spread=(1, float("nan"))), "spread must be two rising positive factors"),
    (lambda: HivTreatment(spread=1.2), "spread must be two rising positive factors"),
    (lambda: HivTreatment(counts=(1.0, 2.0)), "counts must be six positive numbers of at most 1e9"),
    (lambda: HivTreatment(counts=(1.0, 2.0, 3.0, 4.0, 5.0, 0.0)), "counts must be six positive numbers"),
    (lambda: HivTreatment(counts=(1.0, 2.0, 3.0, 4.0, 5.0, float("inf"))), "counts must be six positive numbers"),
    (lambda: HivTreatment(tol=0.1), "tol must be between 1e-11 and 0.001, got 0.1"),
    (lambda: HivTreatment(tol="small"), "tol must be between 1e-11 and 0.001, got 'small'"),
    (lambda: HivTreatment(tol=float("nan")), "tol must be between 1e-11 and 0.001"),
    says="start",
)


test_bad_input_is_refused = refusals(
    (lambda: after([1, 2, 3], 0, 0, 5), "counts must be six numbers between 0 and 1e9"),
    (lambda: change([1, 2, 3, 4, 5, -6], 0, 0), "counts must be six numbers between 0 and 1e9"),
    (lambda: change([1, 2, 3, 4, 5, "a"], 0, 0), "counts must be six numbers between 0 and 1e9"),
    (lambda: after(START, 0, 0, 0), "days must be positive and at most 1e4, got 0"),
    (lambda: after(START, 2, 0, 5), "e1 and e2 must be between 0 and 1, got 2 and 0"),
    (lambda: after(START, 0, 0, 5, tol=0), "tol must be between"),
    (lambda: HivTreatment().step([[300.0] * 6], [0]), "states must be within reach of the simulator"),
)


def test_the_tightest_tolerance_works():
    assert np.allclose(after(START, 0.7, 0.3, 5, tol=1e-11), reference(START, DRUGS[3], 5)[:, -1], rtol=1e-7)
