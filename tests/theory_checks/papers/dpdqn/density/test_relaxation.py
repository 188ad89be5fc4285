"""The private mathematics of the end of Lemma 11's proof: the tridiagonal form and the region."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import brentq

from theory_checks.papers.dpdqn.density._log_ratios import bits_before
from theory_checks.papers.dpdqn.density.relaxation import (
    Case,
    alternating,
    diamond_log_bound,
    last_log_bound,
    last_step_log_bound,
    line_before_log,
    right_log_bound,
)

TWO = Fraction(2)


def printed_form(n, beta):
    """Return the matrix of the last display's bracket."""
    N = 2**n
    P = np.diag(np.full(N + 1, beta**2 / N)) + np.diag([0.5] + [0.0] * (N - 1) + [0.5])
    D = np.diff(np.eye(N + 1), axis=0)
    return P + N / (2 * beta) * D.T @ D


def inverse_kernel(n, beta):
    grid = np.arange(2**n + 1) / 2**n
    return np.linalg.inv(np.exp(-beta * np.abs(grid[:, None] - grid[None, :])))


@pytest.mark.parametrize(("n", "beta"), [(0, 0.3), (1, 1.0), (3, 2.0), (3, 40.0)])
def test_log_moments_and_bounds_agree_with_matrices(n, beta):
    g = tuple(np.random.default_rng(n).integers(-4, 5, 2**n + 1).tolist())
    case = Case(TWO, Fraction(beta), g)

    assert float(case.log_moment().mid()) == pytest.approx(np.dot(g, inverse_kernel(n, beta) @ g))
    assert float(last_log_bound(case).mid()) == pytest.approx(np.dot(g, printed_form(n, beta) @ g))


@pytest.mark.parametrize("n", range(5))
def test_the_last_display_holds_for_all_shifts_exactly_in_the_region(n):
    critical = brentq(lambda b: 1 / math.tanh(b / 2) - 2 / b - 2 * b**2, 0.05, 0.2)

    def gaps(beta):
        return np.linalg.eigvalsh(printed_form(n, beta) - inverse_kernel(n, beta))

    assert 0.08332 < critical < 0.08333
    assert gaps(0.5)[0] > 0
    assert gaps(0.999 * critical)[-1] < 1e-9
    assert n > 0 or gaps(1.001 * critical)[-1] > 0
    assert n > 0 or gaps(0.2)[0] < 0


def test_the_diamond_step_of_one_midpoint_by_hand():
    beta = Fraction(3)
    expected = 1 / math.tanh(3) - 1 / 6 + 2 / 3

    assert float(diamond_log_bound(Case(TWO, beta, (0, 2, 0))).mid()) == pytest.approx(4 * expected)


@pytest.mark.parametrize("beta", [Fraction(1), Fraction(5)])
def test_the_line_before_of_three_points_by_hand(beta):
    y, g = float(beta), (0, 1, 2, 3, 0)  # level 0 brings the 2, level 1 the 1 and the 3; edges have beta/2
    edge = 1 / (2 * math.sinh(y / 2))
    inner = 1 / math.tanh(y / 2) - edge
    expected = 10 * inner + 4 * (1 / math.tanh(y) + 1 / math.sinh(y) - edge) + 12 * edge

    assert float(line_before_log(Case(TWO, beta, g)).mid()) == pytest.approx(expected)


def test_bits_before_the_last_one():
    assert [bits_before(i, 3) for i in range(1, 8)] == [2, 1, 2, 0, 2, 1, 2]  # 001 010 011 100 101 110 111


def test_the_corrected_bound_tends_to_the_norm_of_the_hilbert_space():
    beta, g = TWO, alternating(0)
    chord = [tuple(2**n - 2 * i for i in range(2**n + 1)) for n in (0, 8)]  # 2^n times the chord from 1 to -1
    norm = 1 + (4 + 4 * (1 / 3)) / 4

    assert chord[0] == g
    assert float(right_log_bound(Case(TWO, beta, chord[1])).mid()) / 4**8 == pytest.approx(norm, rel=1e-4)


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("beta", [0.1, 1.2, 1.3, 4.0])
def test_the_factors_of_the_squares_differ_by_what_the_argument_says(n, beta):
    for place in range(1, 2**n):
        g = tuple(int(i == place) for i in range(2**n + 1))
        case, z = Case(Fraction(2), Fraction(beta), g), bits_before(place, n)
        excess = 1 / np.tanh(beta / 2**z) - 2**z / beta + 2 ** (n - 2) / beta - beta**2 / 2**n

        assert float(diamond_log_bound(case) - last_step_log_bound(case)) == pytest.approx(excess, rel=1e-9)


def test_many_levels_of_alternating_values_are_next_to_the_border():
    """Nine fifths in place of the two that is raised to the level are refuted from the seventh level on only."""

    def excess(n, base):
        N, beta = 2**n, 0.08332
        wider = printed_form(n, beta) + beta**2 * (base**-n - 1 / N) * np.eye(N + 1)
        return alternating(n) @ (wider - inverse_kernel(n, beta)) @ alternating(n)

    assert [excess(n, 1.8) > 0 for n in (3, 6, 7)] == [False, False, True]
    assert excess(7, 2) < 0
