"""The private mathematics of Claim 12: blocks in doubles, and controls that differ from them."""

from fractions import Fraction

import numpy as np
import pytest

from theory_checks.papers.dpdqn.common.kernel_matrices import computed_matrices, kernel_matrix
from theory_checks.papers.dpdqn.density.claim12 import doubled_decay, printed_matrices


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("beta", [0.05, 1.0, 8.0])
def test_blocks_agree_with_numpy(n, beta):
    q = Fraction(np.exp(-beta / (2 * n)))
    grid = np.arange(2 * n + 1)
    K = np.exp(-beta / (2 * n) * np.abs(grid[:, None] - grid[None, :]))
    K00, K10, K11 = K[::2, ::2], K[1::2, ::2], K[1::2, 1::2]
    explained = K10 @ np.linalg.solve(K00, K10.T)

    found = computed_matrices(n, q)

    assert found["K10 K00^-1 K10^T"].astype(float) == pytest.approx(explained, abs=1e-9)
    assert found["K11 - K10 K00^-1 K10^T"].astype(float) == pytest.approx(K11 - explained, abs=1e-9)
    assert found["inverse of K00"].astype(float) @ K00 == pytest.approx(np.eye(n + 1), abs=1e-9)


@pytest.mark.parametrize("n", [1, 3])
def test_the_printed_difference_is_the_hyperbolic_tangent(n):
    beta = 1.5
    printed = printed_matrices(n, Fraction(np.exp(-beta / (2 * n))))

    expected = np.tanh(beta / (2 * n)) * np.eye(n)
    assert printed["K11 - K10 K00^-1 K10^T"].astype(float) == pytest.approx(expected)


def test_the_control_differs_in_the_first_matrix():
    q = Fraction(1, 2)

    assert (doubled_decay(2, q)["K11"] != printed_matrices(2, q)["K11"]).any()
    assert (printed_matrices(2, q)["K11"] == kernel_matrix(q, range(1, 4, 2), range(1, 4, 2))).all()
