"""Tests for tabular/numbers/rational.py: both engines against each other and against the definition."""

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.errors import InputError
from tabular.numbers import rational
from tabular.numbers.rational import (
    clear_denominators,
    matmul_exact,
    multiply_integer,
    solve_exact,
    solve_integer,
    to_fractions,
)

BACKENDS = ["flint", "python"]
FRACTIONS = st.fractions(min_value=-5, max_value=5, max_denominator=12)


def matrix(rows):
    result = np.empty((len(rows), len(rows[0])), dtype=object)
    for i, row in enumerate(rows):
        result[i, :] = [Fraction(x) for x in row]
    return result


def matrices(rows, columns):
    row = st.lists(FRACTIONS, min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows).map(matrix)


def product(A, B):
    """The definition, entry by entry."""
    return [[sum(A[i, k] * B[k, j] for k in range(A.shape[1])) for j in range(B.shape[1])] for i in range(A.shape[0])]


def determinant(A):
    """Laplace's expansion."""
    if len(A) == 1:
        return A[0, 0]
    minors = (np.delete(A[1:], j, axis=1) for j in range(len(A)))
    return sum((-1) ** j * A[0, j] * determinant(minor) for j, minor in enumerate(minors))


@given(st.integers(1, 4).flatmap(lambda n: st.tuples(matrices(n, n), matrices(n, 2))))
def test_a_solution_solves_and_both_engines_agree(system):
    A, B = system
    if determinant(A) == 0:
        for backend in BACKENDS:
            with pytest.raises(InputError, match="A must be invertible, got a singular matrix"):
                solve_exact(A, B, backend)
        return

    solutions = [solve_exact(A, B, backend) for backend in BACKENDS]

    assert product(A, solutions[0]) == B.tolist()
    assert solutions[0].tolist() == solutions[1].tolist()


@given(matrices(3, 2), matrices(2, 4))
def test_the_product_is_the_definition(A, B):
    for backend in BACKENDS:
        assert matmul_exact(A, B, backend).tolist() == product(A, B)
        assert matmul_exact(A, B[:, 0], backend).tolist() == [row[0] for row in product(A, B)]


@given(matrices(2, 3))
def test_clearing_denominators_loses_nothing_and_is_least(A):
    rows, d = clear_denominators(A)

    assert to_fractions(rows, d).tolist() == A.tolist()
    assert all(isinstance(entry, int) for row in rows for entry in row)
    assert not any(all((e * k).denominator == 1 for e in A.reshape(-1)) for k in range(1, min(d, 200)))


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_integer_solution_has_a_positive_least_denominator(backend):
    assert solve_integer([[-2, 0], [0, 4]], [[2], [6]], backend) == ([[-2], [3]], 2)
    assert solve_integer([[0, 1], [1, 0]], [[3], [5]], backend) == ([[5], [3]], 1)
    assert solve_integer([[7]], [[0]], backend) == ([[0]], 1)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_hilbert_matrix_is_inverted_exactly(backend):
    """Its condition number is 1e13, its inverse is integer; float elimination would lose 13 digits."""
    n = 10
    hilbert = matrix([[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)])

    inverse = solve_exact(hilbert, matrix(np.eye(n, dtype=int).tolist()), backend)

    assert all(entry.denominator == 1 for entry in inverse.reshape(-1))
    assert inverse[0, 0] == n**2


@pytest.mark.parametrize("backend", BACKENDS)
def test_numbers_may_be_far_beyond_machine_integers(backend):
    big = 10**60

    assert solve_exact(matrix([[big, 1], [1, big]]), matrix([[1], [0]]), backend)[0, 0] == Fraction(big, big**2 - 1)
    assert multiply_integer([[big]], [[big]], backend) == [[big**2]]


def test_integer_arrays_are_exact_numbers_too():
    assert solve_exact(np.array([[2]]), np.array([3])).tolist() == [Fraction(3, 2)]


test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda: solve_exact(np.eye(2), np.array([1, 2])), "A must hold exact numbers, got dtype float64"),
    (lambda: solve_exact(np.eye(2, dtype=int), np.ones(2)), "b must hold exact numbers, got dtype float64"),
    (lambda: solve_exact(np.ones((2, 3), dtype=int), np.array([1, 2])), "must be a square system"),
    (
        lambda: solve_exact(np.eye(2, dtype=int), np.array([1, 2, 3])),
        "must be a square system, got 2 rows in A and 3 rows in b",
    ),
    (lambda: solve_exact(np.array([1, 2]), np.array([1, 2])), r"A must be a matrix with entries, got shape \(2,\)"),
    (lambda: solve_exact(np.zeros((0, 0), dtype=int), np.array([1])), "A must be a matrix with entries"),
    (
        lambda: matmul_exact(np.eye(2, dtype=int), np.array([1, 2, 3])),
        r"A B must have as many columns in A as rows in B, got shapes \(2, 2\) and \(3,\)",
    ),
)


def test_without_python_flint_integers_do(monkeypatch):
    monkeypatch.setattr(rational, "flint", None)

    assert rational.default_backend() == "python"
    assert solve_exact(matrix([[2, 1], [1, 3]]), matrix([[1], [0]])).tolist() == [[Fraction(3, 5)], [Fraction(-1, 5)]]
    assert matmul_exact(matrix([[2, 1]]), matrix([[1], [4]])).tolist() == [[6]]


def test_the_package_works_where_python_flint_is_not_installed():
    code = (
        "import sys; sys.modules['flint'] = None\n"
        "from fractions import Fraction\n"
        "from tabular.mdp.instances import chain\n"
        "from tabular.mdp.policies import policy_value\n"
        "print(*policy_value(chain(2, Fraction(1, 2)), [1, 1]))"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout == "1 2\n"


def test_with_python_flint_it_is_used():
    assert rational.default_backend() == "flint"
