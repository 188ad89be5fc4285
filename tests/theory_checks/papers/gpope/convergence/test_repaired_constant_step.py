"""The corrected Theorem 2: random problems in floats, and the parts of the induction."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.evaluation.saddle import lyapunov_norm, saddle_matrix
from tabular.evaluation.second_moments import second_moments
from theory_checks.core.evidence import Outcome
from theory_checks.papers.gpope.convergence._problems import few_digits, problems
from theory_checks.papers.gpope.convergence._sampling import far_apart
from theory_checks.papers.gpope.convergence._theorems import term_two
from theory_checks.papers.gpope.convergence.repaired_constant_step import _sampled_run


@pytest.mark.parametrize("seed", range(8))
def test_random_problems_stay_below_the_corrected_bound(seed):
    rng = np.random.default_rng(seed)
    n = 1 + seed % 3
    half = rng.standard_normal((n, n))
    Q = saddle_matrix(rng.standard_normal((n, n)) + 2 * np.eye(n), half @ half.T + np.eye(n))
    norm = lyapunov_norm(Q)
    mu, L = float(norm.mu.low), float(norm.L.high)
    beta = rng.uniform(0.05, 0.95) * mu / L
    q, limit = 1 - beta * mu + beta**2 * L, beta * np.trace(norm.P) / (mu - beta * L)

    start = np.outer(*[rng.standard_normal(2 * n)] * 2)
    errors = [np.trace(norm.P @ m) for m in second_moments(Q, [beta] * 300, start, np.eye(2 * n))]

    for N, error in enumerate(errors):
        # 1e-9 is the rounding of 300 float steps and of the Lyapunov solver
        assert error <= (q**N * (errors[0] - limit) + limit) * (1 + 1e-9)


def test_the_problems_have_every_kind_of_eigenvalues():
    spectra = [np.linalg.eigvals(problem.Q.astype(float)) for problem in problems()]

    assert any(abs(z.imag).max() > 0.1 for z in spectra)
    assert any(abs(z.imag).max() == 0 and np.ptp(z.real) > 0.1 for z in spectra)
    assert all(z.real.min() > 0 for z in spectra)


@given(st.fractions(Fraction(1, 1000), 1000, max_denominator=10**6))
def test_rounding_down_loses_little_and_keeps_few_digits(x):
    found = few_digits(x)

    assert x * Fraction(63, 64) <= found <= x
    assert found.denominator & (found.denominator - 1) == 0


def test_term_two_is_where_the_recursion_stands_still():
    beta, lmin, v = Fraction(3), Fraction(1, 5), Fraction(7)
    center = term_two(beta, lmin, v)

    assert (1 - beta * lmin) ** 2 * center + beta**2 * v == center


def test_moments_of_different_draws_are_those_of_all_paths():
    run, beta = far_apart(), Fraction(1, 16)
    ends = [-run.data.optimum]
    for _ in range(3):
        pairs = list(zip(run.data.matrices, run.data.offsets, strict=True))
        ends = [xi - beta * (Q @ (xi + run.data.optimum) - g) for xi in ends for Q, g in pairs]
    mean = sum(np.outer(xi, xi) for xi in ends) / Fraction(len(ends))

    assert (run.moments([beta] * 3, Fraction(0))[-1] == mean).all()


def test_without_the_growth_of_the_draws_the_bound_is_broken():
    run, share = far_apart(), Fraction(9, 10)

    assert _sampled_run(run, share, Fraction(1)).outcome is Outcome.HOLDS
    assert _sampled_run(run, share, Fraction(0)).outcome is Outcome.FAILS
