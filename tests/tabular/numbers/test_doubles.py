"""Linear algebra on doubles: numpy's answers up to rounding, and one order of sums, whatever the processor."""

import os
import subprocess
import sys
from fractions import Fraction
from math import inf, isnan, nan

import numpy as np
import pytest
from scipy.linalg import expm

from tabular.errors import InputError
from tabular.numbers.doubles import (
    cholesky,
    condition,
    exp,
    exponential,
    independent,
    log,
    norm,
    operator_norm,
    product,
    pseudo_inverse,
    solve,
)

SHAPES = [
    ((3, 4), (4, 5)),
    ((4,), (4, 5)),
    ((3, 4), (4,)),
    ((4,), (4,)),
    ((7, 3, 4), (7, 4, 5)),
    ((7, 3, 4), (4, 5)),
    ((2, 7, 3, 4), (7, 4, 5)),
    ((7, 3, 4), (4,)),
    ((4,), (7, 4, 5)),
    ((3, 0), (0, 2)),
]

# All that may differ between processors, where this one can pretend: BLAS, the compiler and numpy's loops.
OTHERS = [
    {"OPENBLAS_CORETYPE": "Prescott"},
    {"OPENBLAS_CORETYPE": "Haswell"},
    {"NUMBA_CPU_NAME": "generic"},
    {"NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL"},
]

DIGEST = """
import hashlib
import numpy as np
from tabular.numbers.doubles import cholesky, exp, log, norm, operator_norm, product, solve
x = 1.0 / np.sqrt(np.arange(1.0, 2501.0))
A = np.array([np.roll(x, 3 * i)[:50] for i in range(50)])
parts = product(A, A), solve(A + np.eye(50), x[:50]), norm(x), operator_norm(A[:, :7]), exp(20.0 * x), log(x)
parts += (cholesky(product(A, A.T)),)
print(hashlib.sha256(b"".join(np.asarray(part).tobytes() for part in parts)).hexdigest())
"""


@pytest.fixture
def rng():
    return np.random.default_rng(17)


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_products_are_those_of_numpy(rng, left, right):
    A, B = rng.normal(size=left), rng.normal(size=right)

    ours = product(A, B)

    assert np.shape(ours) == np.shape(A @ B)
    np.testing.assert_allclose(ours, A @ B, rtol=1e-13, atol=1e-13)


def test_every_sum_goes_from_its_first_term_to_its_last():
    terms = [1e16, 1.0, 1.0, -1e16, 1.0]  # another order gives 2 or 3

    assert product(terms, np.ones(5)) == 1.0
    assert product(np.array([terms] * 9), np.ones((5, 9))).tolist() == [[1.0] * 9] * 9


@pytest.mark.parametrize("width", [1, 8, 33])
def test_no_product_is_fused_with_a_sum(width):
    """(1 + u)^2 - (1 + 2u) is 0 with a rounded product, and u^2 with a fused one."""
    u = 2.0**-30
    left, right = np.array([[-1.0, 1.0 + u]]), np.array([[1.0 + 2.0 * u] * width, [1.0 + u] * width])

    assert product(left, right).tolist() == [[0.0] * width]
    two, four = np.pad(left, ((0, 1), (0, 2)), "wrap") * [1, 1, 0, 0], np.pad(right, ((0, 2), (0, 0)))
    assert product(two, four).tolist() == [[0.0] * width] * 2


def test_products_of_other_shapes_are_refused():
    with pytest.raises(InputError, match=r"A B must have as many columns in A as rows in B, got shapes \(2, 3\) and"):
        product(np.ones((2, 3)), np.ones((2, 3)))
    with pytest.raises(InputError, match="A B must have"):
        product(1.0, np.ones(1))


@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_solutions_are_those_of_exact_elimination(rng, n):
    from tabular.numbers.rational import solve_exact

    A, b = rng.integers(-9, 10, (n, n)) + 20 * np.eye(n, dtype=np.int64), rng.integers(-9, 10, (n, 2))
    exact = solve_exact(np.vectorize(Fraction, otypes=[object])(A), np.vectorize(Fraction, otypes=[object])(b))

    np.testing.assert_allclose(solve(A, b), exact.astype(float), rtol=0, atol=1e-12)
    np.testing.assert_allclose(solve(A, b[:, 0]), exact[:, 0].astype(float), rtol=0, atol=1e-12)


def test_a_pivot_of_zero_is_exchanged_and_the_arguments_stay():
    A, b = np.array([[0.0, 2.0], [4.0, 1.0]]), np.array([2.0, 5.0])

    assert solve(A, b).tolist() == [1.0, 1.0]
    assert A.tolist() == [[0.0, 2.0], [4.0, 1.0]]
    assert b.tolist() == [2.0, 5.0]


def test_a_stack_is_solved_matrix_by_matrix(rng):
    A, b = rng.normal(size=(6, 4, 4)), rng.normal(size=(6, 4, 3))

    assert np.array_equal(solve(A, b), np.stack([solve(A[i], b[i]) for i in range(6)]))


def test_what_has_no_solution_is_refused():
    with pytest.raises(InputError, match="A must be invertible, got a matrix with a pivot of 0"):
        solve(np.ones((2, 2)), np.ones(2))
    with pytest.raises(InputError, match=r"A x = b must be a square system, got shapes \(2, 2\) and \(3,\)"):
        solve(np.eye(2), np.ones(3))
    with pytest.raises(InputError, match="A x = b must be a square system"):
        solve(np.ones((2, 3)), np.ones(2))


def test_conditions_lie_between_that_of_the_operator_norm_and_n_times_it(rng):
    for n in (1, 3, 20):
        A = rng.normal(size=(n, n))
        assert np.linalg.cond(A) * (1 - 1e-9) <= condition(A) <= n * np.linalg.cond(A) * (1 + 1e-9)
    assert condition(np.ones((3, 3))) == inf
    assert condition(np.full((2, 2), nan)) == inf


def test_pseudo_inverses_are_those_of_numpy(rng):
    X = rng.normal(size=(12, 4))

    np.testing.assert_allclose(pseudo_inverse(X), np.linalg.pinv(X), rtol=0, atol=1e-13)


def test_independent_rows_determine_the_form_of_a_singular_matrix(rng):
    B = rng.normal(size=(6, 3))
    C, r = B @ B.T, B @ rng.normal(size=3)
    kept = independent(C)

    assert len(kept) == 3
    assert r[kept] @ solve(C[np.ix_(kept, kept)], r[kept]) == pytest.approx(r @ np.linalg.pinv(C) @ r, rel=1e-9)
    assert independent(np.diag([2.0, 0.0, 1e-9])) == [0, 2]
    assert independent(np.zeros((2, 2))) == []


@pytest.mark.parametrize("scale", [1.0, 1e-200, 1e200])
def test_operator_norms_are_largest_singular_values(rng, scale):
    for shape in ((9, 4), (4, 9), (5, 5)):
        X = scale * rng.normal(size=shape)
        assert operator_norm(X) == pytest.approx(np.linalg.svd(X, compute_uv=False)[0], rel=1e-13)
    assert operator_norm(scale * np.diag([1.0, 1.0 - 1e-9])) == pytest.approx(scale, rel=1e-15)
    assert operator_norm(np.zeros((2, 3))) == 0.0


@pytest.mark.parametrize("scale", [0.0, 1e-9, 0.3, 4.0])
def test_exponentials_of_matrices_are_those_of_scipy(rng, scale):
    X = scale * rng.normal(size=(7, 7))

    assert exponential(X) == pytest.approx(expm(X), rel=1e-11, abs=1e-12)
    assert exponential(np.diag([1.0, -2.0])) == pytest.approx(np.diag(np.exp([1.0, -2.0])), rel=1e-14)


def test_norms_are_roots_of_sums_of_squares():
    assert norm([3.0, 4.0]) == 5.0
    assert norm(np.full((2, 2), 2.0)) == 4.0


def test_powers_and_logarithms_keep_shapes_and_ends():
    x = np.array([[1.0, -1.0], [0.0, inf]])

    np.testing.assert_allclose(exp(x), np.exp(x), rtol=1e-15)
    np.testing.assert_allclose(log(exp(x)), x, rtol=1e-15)
    assert exp([1000.0, -1000.0]).tolist() == [inf, 0.0]
    assert log(0.0) == -inf
    assert isnan(log(-1.0))


@pytest.mark.parametrize("other", OTHERS, ids=lambda other: "=".join(*other.items()))
def test_another_processor_gives_the_same_bits(other):
    here, there = (
        subprocess.run(
            [sys.executable, "-c", DIGEST], env=dict(os.environ) | more, check=True, capture_output=True, text=True
        ).stdout
        for more in ({}, other)
    )

    assert here == there


@pytest.mark.parametrize(("size", "rank"), [(1, 1), (6, 6), (6, 2), (40, 40), (3, 0)])
def test_a_triangle_times_its_transpose_is_the_matrix(rng, size, rank):
    factor = rng.normal(size=(size, rank))
    lower = cholesky(factor @ factor.T)

    np.testing.assert_allclose(lower @ lower.T, factor @ factor.T, atol=1e-12)
    assert np.array_equal(lower, np.tril(lower))
    assert np.count_nonzero(lower.diagonal()) == rank


def test_the_triangle_is_that_of_lapack(rng):
    factor = rng.normal(size=(20, 20))

    np.testing.assert_allclose(cholesky(factor @ factor.T), np.linalg.cholesky(factor @ factor.T), rtol=1e-9, atol=1e-9)
