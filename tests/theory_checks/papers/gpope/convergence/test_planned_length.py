"""Planned lengths: the lower bound on what noise leaves, and the doubling behind the figure."""

from fractions import Fraction

import numpy as np
import pytest

from tabular.evaluation.second_moments import second_moments
from theory_checks.papers.gpope.common.one_state_loops import DISTINCT, loop_matrix
from theory_checks.papers.gpope.convergence._problems import problems
from theory_checks.papers.gpope.convergence.planned_length import _end, noise_floor, norm_bound


@pytest.mark.parametrize("problem", problems(), ids=lambda p: p.name)
def test_the_bound_on_the_norm_is_one(problem):
    assert np.linalg.norm(problem.Q.astype(float), 2) <= float(norm_bound(problem.Q))


@pytest.mark.parametrize("problem", problems(), ids=lambda p: p.name)
@pytest.mark.parametrize("steps", [1, 5, 60])
def test_noise_leaves_at_least_the_floor(problem, steps):
    beta = Fraction(1, 4)
    M, Q = np.eye(len(problem.Q)) - 0.25 * problem.Q.astype(float), problem.Q
    left = 0.25**2 * sum(np.sum(np.linalg.matrix_power(M, j) ** 2) for j in range(steps))

    assert left >= float(noise_floor(Q, beta, steps, Fraction(1))) > 0


@pytest.mark.parametrize("steps", [4, 64])
def test_doubling_gives_what_single_steps_give(steps):
    Q, k = loop_matrix(DISTINCT).astype(float), 0.5
    noise = 1e-4 * steps * np.eye(2)
    *_, last = second_moments(Q, [steps**-k] * steps, np.diag([100.0, 0.0]), noise)

    np.testing.assert_allclose(_end(Q, k, steps), np.trace(last), rtol=1e-10)


def test_the_error_at_the_end_grows_in_the_long_run_like_the_power_one_minus_k():
    Q = loop_matrix(DISTINCT).astype(float)
    for k in (0.25, 0.5, 0.75):
        ratio = _end(Q, k, 2**42) / _end(Q, k, 2**40)

        # beta still shrinks: at k = 1/4 the ratio is within 1e-2 of its limit
        np.testing.assert_allclose(ratio, 4 ** (1 - k), rtol=1e-2)
