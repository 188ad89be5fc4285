"""Tests for tabular/mdp/solvers/certify.py: the bound of every float method must hold, to the last digit."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rational_oracle import distance, optimal_value, value_of
from scipy import sparse

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import dense_random, dyadic_random
from tabular.mdp.solvers import METHODS, modified_policy_iteration, solve, value_iteration
from tabular.mdp.solvers.certify import Certifier
from tabular.mdp.solvers.solution import ToleranceError
from tabular.mdp.solvers.sweeps import sweeps_of

ITERATIVE = [m for m in METHODS if m not in ("exact", "auto") and not m.startswith("lp")]


def random_mdp(seed, n, m, gamma, scale, stored):
    """Rows from normalised exponentials: their sums miss 1 by rounding, which the bounds must allow for."""
    rng = np.random.default_rng(seed)
    P = rng.standard_exponential((m, n, n)) * (rng.random((m, n, n)) < 0.7) + 1e-9 * np.eye(n)
    P /= P.sum(axis=2, keepdims=True)
    rewards = scale * rng.integers(-4, 5, (m, n)) / 4  # few values: ties are frequent
    return FiniteMDP([sparse.csr_array(block) for block in P] if stored == "sparse" else P, rewards, gamma)


@settings(max_examples=300)
@given(
    seed=st.integers(0, 10**9),
    n=st.integers(1, 4),
    m=st.integers(1, 3),
    gamma=st.sampled_from([0.0, 0.3, 0.9, 0.99, 1 - 2**-10]),
    scale=st.sampled_from([1e-6, 1.0, 1e5]),
    stored=st.sampled_from(["dense", "sparse"]),
    method=st.sampled_from(ITERATIVE),
    digits=st.integers(1, 9),
)
@example(seed=0, n=3, m=2, gamma=0.99, scale=1.0, stored="dense", method="value-iteration", digits=12)
def test_the_error_bound_is_a_bound(seed, n, m, gamma, scale, stored, method, digits):
    mdp = random_mdp(seed, n, m, gamma, scale, stored)
    tol = 10.0**-digits * scale
    try:
        solution = solve(mdp, method, tol)
    except ToleranceError:
        # a few hundred roundings of values of size scale / (1 - gamma), amplified by 1 / (1 - gamma)
        assert tol < 500 * 2**-53 * scale / (1 - gamma) ** 2
        return
    v_star = optimal_value(mdp)
    bound = Fraction(solution.error_bound)
    assert bound <= tol
    assert distance(solution.value, v_star) <= bound
    assert distance(solution.value, value_of(mdp, solution.policy.tolist())) <= bound


@pytest.mark.parametrize("method", ["modified-policy-iteration", "policy-iteration", "value-iteration"])
def test_long_rows_need_and_get_compensated_sums(method):
    """With 500 terms, plain sums prove 5e-8 at best at this discount; the exact answer is an exact solution of P v."""
    mdp = dense_random(500, 2, 0.999, seed=4)
    solution = solve(mdp, method, tol=1e-8)
    assert solution.error_bound <= 1e-8
    gap = np.abs(solution.value - modified_policy_iteration(mdp, 4e-9).value).max()
    assert gap <= solution.error_bound + 4e-9


def test_compensated_and_plain_certificates_agree():
    mdp = dyadic_random(4, 3, 0.75, 10, seed=2, exact=False)
    sweeps = sweeps_of(mdp)
    v, out, policy = np.linspace(-1, 1, 4), np.empty(4), np.zeros(4, dtype=np.int32)
    actual = sweeps.backup(v, out, policy)
    plain = Certifier(sweeps, tol=100.0).certify(v, out.copy(), policy, actual)
    sharp = Certifier(sweeps, tol=1e-300).certify(v, out.copy(), policy, actual)
    v_star = optimal_value(mdp)
    assert distance(plain.value, v_star) <= Fraction(plain.error_bound)
    assert distance(sharp.value, v_star) <= Fraction(sharp.error_bound)
    assert sharp.error_bound <= plain.error_bound
    assert (sharp.policy == plain.policy).all()


def test_a_sweep_that_proves_too_little_is_not_an_answer():
    sweeps = sweeps_of(dense_random(3, 2, 0.9, 0))
    v, out, policy = np.zeros(3), np.empty(3), np.zeros(3, dtype=np.int32)
    certifier = Certifier(sweeps, tol=1e-8)
    assert certifier.check(v, out, policy, sweeps.backup(v, out, policy)) is None
    assert 1e-8 < certifier.best_bound < np.inf


def test_rounding_is_told_from_slowness():
    """A sweep repeated at the fixed point never improves: after a few checks the tolerance is called out of reach."""
    mdp = dense_random(3, 2, 0.9, 0)
    sweeps = sweeps_of(mdp)
    v = value_iteration(mdp, 1e-12).value.copy()
    out, policy = np.empty(3), np.zeros(3, dtype=np.int32)
    certifier = Certifier(sweeps, tol=1e-18)

    def check_often():
        for _ in range(50):
            certifier.check(v, out, policy, sweeps.backup(v, out, policy))

    with pytest.raises(ToleranceError, match="tol must be at least"):
        check_often()


def test_what_rounding_leaves_is_told_at_once():
    """A contraction by 1e-7 halves nothing within thousands of sweeps, and they would prove nothing more."""
    certifier = Certifier(sweeps_of(dense_random(3, 2, 1 - 1e-7, 0)), tol=1e-3, patience=10_000)
    v = value_iteration(certifier.sweeps.mdp).value.copy()
    out, policy = np.empty(3), np.zeros(3, dtype=np.int32)

    assert all(
        certifier.check(v, out, policy, certifier.sweeps.backup(v, out.copy(), policy)) is None for _ in range(3)
    )
    with pytest.raises(ToleranceError, match="tol must be at least"):
        certifier.check(v, out, policy, certifier.sweeps.backup(v, out, policy))


@pytest.mark.parametrize("method", [m for m in METHODS if m != "exact"])
@pytest.mark.parametrize("total", [1 + 2**-52, 1 - 2**-53])
def test_rows_that_miss_one_by_a_rounding_are_taken_literally(method, total):
    """v* = 1 / (1 - gamma total) is 2e-4 away from 1 / (1 - gamma) at this discount."""
    gamma = 1 - 2**-20
    mdp = FiniteMDP([[[total]]], [[1.0]], gamma)
    solution = solve(mdp, method, tol=1e-2)
    v_star = 1 / (1 - Fraction(gamma) * Fraction(total))
    assert abs(Fraction(solution.value[0]) - v_star) <= Fraction(solution.error_bound)


def test_without_room_below_one_nothing_is_proved():
    mdp = dense_random(3, 2, 1 - 2**-53, 0)
    with pytest.raises(ToleranceError, match="tol must be at least inf"):
        solve(mdp, "policy-iteration", tol=1e-8)
    with pytest.raises(ToleranceError, match="1 - discount must be more than the rounding of a row's sum, got"):
        solve(mdp, "policy-iteration")
