"""The inner maximum by optimisation, pseudo-inverses and ranks by numpy."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize

from tabular.evaluation import Moments, chain_moments
from theory_checks.checker import checker
from theory_checks.papers.gpope.common.linear_evaluation import random_moments
from theory_checks.papers.gpope.estimation._projections import hessian, rank
from theory_checks.papers.gpope.estimation.independent_features import all_states_rank, visited_rank, zero_a
from theory_checks.papers.gpope.estimation.inverses import (
    complete,
    incomplete,
    rows_of_absorbing,
    with_absorbing,
    without_absorbing,
)
from theory_checks.papers.gpope.estimation.objective import (
    by_inverse,
    consistent_solution,
    minimiser,
    null_space,
    objective,
)


def exact(values):
    return np.array([Fraction(int(x)) for x in values], dtype=object)


@pytest.mark.parametrize("seed", range(4))
def test_the_inner_maximum_is_found_by_an_optimiser(seed):
    rng = np.random.default_rng(seed)
    A, C = random_moments(rng, 2)
    m, theta = Moments(A, exact(rng.integers(-5, 6, 2)), C), exact(rng.integers(-3, 4, 2))
    a, b, c, x = (part.astype(float) for part in (A, m.b, C, theta))
    found = minimize(lambda w: -(w @ (b - a @ x) - w @ c @ w / 2), np.zeros(2), tol=1e-12)

    assert -found.fun == pytest.approx(float(by_inverse(m, theta)) / 2, rel=1e-6, abs=1e-9)


def test_the_minimiser_of_a_singular_system_is_a_least_squares_solution():
    A, C = exact([1, 2, 2, 4]).reshape(2, 2), np.diag([1, 4]) * Fraction(1)
    m = Moments(A, exact([1, 1]), C)
    theta, w = minimiser(m)
    root = np.diag([1.0, 0.5])
    expected, *_ = np.linalg.lstsq(root @ A.astype(float), root @ np.ones(2), rcond=None)

    assert np.allclose(theta.astype(float), expected)
    assert not (A.T @ w).any()
    assert objective(m, theta, w) == by_inverse(m, theta) / 2


@pytest.mark.parametrize("seed", range(4))
def test_null_space_and_pseudo_inverse(seed):
    rng = np.random.default_rng(seed)
    root = rng.integers(-2, 3, (4, 2))
    S = exact((root @ root.T).reshape(-1)).reshape(4, 4)
    right = S @ exact([1, -1, 2, 0])

    assert null_space(S).shape[1] == 4 - np.linalg.matrix_rank(S.astype(float))
    assert not (S @ null_space(S)).any()
    assert np.allclose(
        consistent_solution(S, right).astype(float), np.linalg.pinv(S.astype(float)) @ right.astype(float)
    )


def test_chain_with_and_without_the_absorbing_state():
    assert rank(without_absorbing(4).moments("sum").C) == 4
    assert rank(with_absorbing(4).moments("sum").C) == 4
    assert with_absorbing(4).size == 5
    assert rank(rows_of_absorbing(4, 2).moments().C) == 5
    assert rank(rows_of_absorbing(4, 1).moments().C) == 4


def test_data_that_miss_a_state():
    assert [rank(data.moments.C) for data in (complete(3), incomplete(3))] == [3, 2]
    assert complete(3).moments.C.tolist() == [[2, 0, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_lemma_about_the_means_of_the_chain(n, lemma_value):
    C = with_absorbing(n).moments("sum").C

    assert [lemma_value("chain-visits", state=s, states=n + 1) for s in range(n + 1)] == pytest.approx(np.diag(C))
    assert not (C - np.diag(np.diag(C))).any()
    with pytest.raises(checker.Refused, match="one of the chain"):
        lemma_value("chain-visits", state=n + 1, states=n + 1)


@pytest.mark.parametrize("data", [complete(3), incomplete(3), complete(1)])
def test_the_lemma_about_a_trajectory(data, lemma_value):
    C, [walk] = data.moments.C, data.walks
    entries = [lemma_value("transitions-out", state=s, states=data.n, walk=list(walk)) for s in range(data.n)]

    assert entries == list(np.diag(C))
    with pytest.raises(checker.Refused, match="stay in the states"):
        lemma_value("transitions-out", state=0, states=data.n, walk=[*walk, data.n + 1])


def test_eigenvalues_of_the_chain_in_floats():
    m = chain_moments(39, Fraction(1, 2), Fraction(99, 100)).to_float()
    values = np.linalg.eigvalsh(m.A.T @ np.linalg.solve(m.C, m.A))

    assert np.linalg.cond(m.C) == pytest.approx(165.9, abs=0.05)
    assert values[0] == pytest.approx(1.395e-5, abs=5e-9)
    assert values[-1] == pytest.approx(0.08322, abs=5e-6)


def test_an_a_that_is_zero_with_c_one():
    moments = zero_a().moments()

    assert (moments.A[0, 0], moments.C[0, 0]) == (0, 1)
    assert rank(hessian(moments)) == 0
    assert (visited_rank(zero_a()), all_states_rank(zero_a())) == (1, 1)
