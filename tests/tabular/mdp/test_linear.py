"""Tests for tabular/mdp/linear.py."""

import numpy as np
import pytest
from scipy import sparse

from tabular.errors import InputError
from tabular.mdp import linear
from tabular.mdp.linear import solve_discounted


def cycle(n):
    return sparse.csr_array((np.ones(n), (np.arange(n), (np.arange(n) + 1) % n)), shape=(n, n))


def scattered(n, seed):
    """Five random successors each, as in a Garnet: sparse factorisations fill in, iterations converge at once."""
    rng = np.random.default_rng(seed)
    weights = rng.random((n, 5))
    rows, columns = np.repeat(np.arange(n), 5), rng.integers(0, n, 5 * n)
    return sparse.csr_array(((weights / weights.sum(1, keepdims=True)).ravel(), (rows, columns)), shape=(n, n))


@pytest.mark.parametrize("n", [40, 4000])
@pytest.mark.parametrize("discount", [0.0, 0.9, 0.999])
@pytest.mark.parametrize("transposed", [False, True])
def test_a_cycle_has_a_closed_form(n, discount, transposed):
    """On a cycle with b = e_0 the solution is gamma^k / (1 - gamma^n), k steps before 0 (after it, transposed)."""
    P, b = cycle(n), np.zeros(n)
    b[0] = 1.0
    steps = np.arange(n) if transposed else (-np.arange(n)) % n

    x = solve_discounted(P.T if transposed else P, b, discount)

    expected = discount ** steps.astype(float) / (1 - discount**n)
    # the accepted residual, 100 roundings of the largest entries, amplified by at most 1 / (1 - gamma)
    assert np.allclose(x, expected, rtol=0, atol=2.0**-46 * expected.max() / (1 - discount))


@pytest.mark.parametrize("n", [30, 3000])
def test_sparse_and_dense_solutions_agree(n):
    P, b = scattered(n, n), np.linspace(-1, 1, n)

    x = solve_discounted(P, b, 0.99)

    assert np.allclose(x, np.linalg.solve(np.eye(n) - 0.99 * P.toarray(), b), rtol=0, atol=1e-11)


def test_where_the_iteration_fails_a_factorisation_takes_over(monkeypatch):
    """A deterministic cycle of many states: news travels one state for each step of the iteration."""
    calls = []
    factorise = linear._factorise
    monkeypatch.setattr(linear, "_factorise", lambda A, b: calls.append(1) or factorise(A, b))
    P, b = cycle(30_000), np.zeros(30_000)
    b[0] = 1.0

    x = solve_discounted(P, b, 0.99999)

    assert calls == [1]
    assert np.abs(b - (x - 0.99999 * (P @ x))).max() <= 2.0**-46 * np.abs(x).max()


def test_an_iteration_that_breaks_down_is_not_believed(monkeypatch):
    monkeypatch.setattr(linear, "bicgstab", lambda A, b, **options: (np.full(b.size, np.nan), 0))

    x = solve_discounted(cycle(2000), np.ones(2000), 0.5)

    assert np.allclose(x, 2.0, rtol=2.0**-50)


def test_a_singular_system_is_refused():
    """A row that sums to 1 + 2**-52 at a discount next to 1 makes 1 - gamma p vanish in float64."""
    discount = 1 - 2.0**-53

    with pytest.raises(InputError, match=r"discount must leave .* solvable in float64, got a matrix that is singular"):
        solve_discounted(np.array([[1 / discount]]), np.array([1.0]), discount)


def test_a_factorisation_without_a_small_residual_is_refused(monkeypatch):
    monkeypatch.setattr(linear, "_is_rounding", lambda remainder, x, b: False)

    with pytest.raises(InputError, match=r"discount must leave .* solvable in float64, got a residual above rounding"):
        solve_discounted(cycle(2000), np.ones(2000), 0.5)
