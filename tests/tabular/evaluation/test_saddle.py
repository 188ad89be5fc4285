"""The saddle dynamics against closed forms for one feature, float linear algebra and direct simulation of norms."""

from fractions import Fraction
from functools import reduce

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.evaluation.saddle import (
    contracts,
    eigenvalues,
    identity_like,
    is_positive_stable,
    lyapunov,
    lyapunov_norm,
    saddle_matrix,
    spectral_radius,
    stein,
)

positive = st.integers(1, 12).map(lambda k: Fraction(k, 4))
entry = st.integers(-6, 6).map(lambda k: Fraction(k, 2))


def matrix(rows):
    return np.array([[Fraction(x) for x in row] for row in rows], dtype=object)


TWO_STATES = saddle_matrix(
    [[Fraction(3, 8), Fraction(-1, 8)], [Fraction(-1, 8), Fraction(3, 8)]], [[Fraction(1, 2), 0], [0, Fraction(1, 2)]]
)


def test_matrix_as_printed_and_with_longer_steps_of_w():
    assert saddle_matrix([[2]], [[3]]).tolist() == [[0, -2], [2, 3]]
    assert saddle_matrix([[2]], [[3]], 5).tolist() == [[0, -2], [10, 15]]
    assert saddle_matrix([[1, 2], [3, 4]], [[5, 6], [6, 7]]).tolist() == [
        [0, 0, -1, -3],
        [0, 0, -2, -4],
        [1, 2, 5, 6],
        [3, 4, 6, 7],
    ]
    assert saddle_matrix([[1.0]], [[2.0]]).dtype == np.float64


@given(positive, positive)
def test_lyapunov_of_one_feature_has_its_closed_form(a, c):
    """Q'P + PQ = I solved by hand: P = [[1/c + c/(2 a^2) ... ]], from the three scalar equations."""
    P = lyapunov(saddle_matrix([[a]], [[c]]))
    off = 1 / (2 * a)
    low = (1 + 2 * a * off) / (2 * c)

    assert P[0, 1] == P[1, 0] == off
    assert P[1, 1] == low
    assert P[0, 0] == low + c * off / a


@given(st.lists(st.lists(entry, min_size=4, max_size=4), min_size=4, max_size=4))
def test_exact_solution_solves_the_equation_and_agrees_with_floats(rows):
    Q = matrix(rows) + 20 * np.eye(4, dtype=np.int64)  # diagonally dominant, so positive stable
    P = lyapunov(Q)

    assert (identity_like(Q) == Q.T @ P + P @ Q).all()
    assert np.allclose(P.astype(float), lyapunov(Q.astype(float)), rtol=1e-11)  # LAPACK, condition about 2
    assert is_positive_stable(Q)
    assert not is_positive_stable(-Q)


@given(positive, positive, st.integers(0, 40), entry, entry)
def test_steps_contract_as_the_constants_say(a, c, k, x, y):
    Q = saddle_matrix([[a]], [[c]])
    norm, beta, v = lyapunov_norm(Q), Fraction(k, 40), np.array([x, y], dtype=object)
    after = v - beta * (Q @ v)

    assert norm.squared(after) <= norm.factor(beta) * norm.squared(v)
    assert norm.smallest.low * (v @ v) <= norm.squared(v)
    assert norm.mu.low * norm.squared(v) <= v @ v
    assert norm.factor(norm.largest_step) <= 1 - norm.largest_step * norm.mu.low / 2


def test_constants_are_those_of_lapack():
    norm = lyapunov_norm(TWO_STATES)
    root = np.linalg.cholesky(norm.P.astype(float)).T
    by_svd = np.linalg.norm(root @ TWO_STATES.astype(float) @ np.linalg.inv(root), 2) ** 2

    assert float(norm.mu.low) == pytest.approx(1 / np.linalg.eigvalsh(norm.P.astype(float))[-1], rel=1e-12)
    assert float(norm.L.high) == pytest.approx(by_svd, rel=1e-11)
    floats = lyapunov_norm(TWO_STATES.astype(float))
    assert floats.mu.low == pytest.approx(float(norm.mu.low), rel=1e-12)
    assert floats.L.low == pytest.approx(float(norm.L.low), rel=1e-12)


def test_stein_solution_is_the_sum_of_powers():
    M = matrix([[Fraction(1, 2), Fraction(1, 4)], [0, Fraction(1, 3)]])
    P, total, power = stein(M), np.zeros((2, 2)), np.eye(2)
    for _ in range(80):  # 2**-160 is far below rounding
        total, power = total + power.T @ power, power @ M.astype(float)

    assert np.allclose(P.astype(float), total, rtol=1e-13)
    assert np.allclose(stein(M.astype(float)), total, rtol=1e-13)


def test_eigenvalues_with_multiplicity_even_of_jordan_blocks():
    defective = eigenvalues(saddle_matrix([[1]], [[2]]))

    assert [z.real.unique_fmpz() for z in defective] == [1, 1]
    assert all(z.imag == 0 for z in defective)
    actual = [complex(z) for z in eigenvalues(TWO_STATES)]
    assert sum(abs(z - 0.25) < 1e-12 for z in actual) == 2
    assert sum(abs(z - 0.25 - 0.25j * 3**0.5) < 1e-12 for z in actual) == 1


@given(positive, positive, st.integers(1, 60))
def test_the_limit_separates_steps_that_contract(a, c, k):
    Q, beta = saddle_matrix([[a]], [[c]]), Fraction(k, 10)
    limit = reduce(arb.min, (2 * z.real / (z.real**2 + z.imag**2) for z in eigenvalues(Q)))
    gap = limit - arb(k) / 10
    if gap.contains(0):  # beta is the limit: a modulus of exactly 1, which floats do not decide
        assert not contracts(Q, beta)
    else:
        assert contracts(Q, beta) == bool(gap > 0) == contracts(Q.astype(float), float(beta))


def test_one_step_at_the_limit_does_not_contract():
    Q = saddle_matrix([[1]], [[1]])  # eigenvalues of modulus 1 and real part 1/2: the limit is 1

    assert not contracts(Q, Fraction(1))
    assert contracts(Q, Fraction(999, 1000))
    assert spectral_radius(identity_like(Q) - Q) == pytest.approx(1.0, rel=1e-14)


test_bad_input_gives_a_sentence = refusals(
    (lambda: saddle_matrix([[1, 2]], [[1, 0], [0, 1]]), "A and C must be n x d and n x n"),
    (lambda: saddle_matrix([[Fraction(1)]], [[0.5]]), "must be all exact or all floats"),
    (lambda: saddle_matrix([[1]], "C"), "C must be an array"),
    (lambda: lyapunov([[1, 2]]), "Q must be a square matrix"),
    (lambda: lyapunov([[0, 1], [-1, 0]]), "two eigenvalues that sum to 0"),
    (lambda: lyapunov([[1]], [[1, 0], [0, 1]]), "right must have shape"),
    (lambda: lyapunov([[1, 0], [0, 1]], [[1, 2], [3, 1]]), "right must be symmetric"),
    (lambda: stein([[1]]), "two eigenvalues with product 1"),
    (lambda: lyapunov_norm([[-1]]), "Q must have eigenvalues of positive real part only"),
    (lambda: lyapunov([[float("nan")]]), "Q must be finite"),
)
