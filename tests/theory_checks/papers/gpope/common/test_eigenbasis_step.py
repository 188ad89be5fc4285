"""The norm of the eigenbasis against singular values in floats."""

from fractions import Fraction

import numpy as np
import pytest

from theory_checks.core.claim import Trial
from theory_checks.core.interpret import exact
from theory_checks.engine.papers import load
from theory_checks.papers.gpope.common.eigenbases import diagonal_matrices, of_chain
from theory_checks.papers.gpope.common.linear_evaluation import one_state
from theory_checks.papers.gpope.common.one_state_loops import Loop, loop_matrix

BOUND = load()["gpope/thm2"].reading("printed").claims.right  # of Theorem 2
CASES = list(diagonal_matrices(Trial(claim_id="gpope/lemma2", reading="eigenbasis")))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_columns_are_eigenvectors_and_the_weights_their_norm(case):
    for z, vector in zip(case.values, case.vectors.T, strict=True):
        assert (case.Q @ vector == z * vector).all()

    assert (case.vectors.T @ case.weights @ case.vectors == np.eye(len(case.Q), dtype=int)).all()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_norm_of_a_step_is_one_minus_beta_lmin_and_the_spectral_norm_is_above_one(case):
    V, Q = case.vectors.astype(float), case.Q.astype(float)
    for share in (0.01, 0.4, 1.0):
        beta = share / float(case.largest)
        M = np.eye(len(Q)) - beta * Q

        # 1e-9: the condition of V is below 1e4
        assert np.linalg.norm(np.linalg.solve(V, M @ V), 2) == pytest.approx(1 - beta * float(case.smallest), abs=1e-9)
        assert np.linalg.norm(M, 2) > 1


def test_some_matrices_have_an_a_that_is_not_symmetric():
    blocks = [case.Q[len(case.Q) // 2 :, : len(case.Q) // 2] for case in CASES]

    assert any((A != A.T).any() for A in blocks)


def test_the_bound_is_that_of_theorem_2_and_single_runs_obey_it():
    """Loops with real eigenvalues, 50 steps without noise from (1, 0)."""
    for discount in (Fraction(3, 5), Fraction(7, 10), Fraction(43, 50)):
        case, x = of_chain(one_state(discount)), np.array([Fraction(1), Fraction(0)])
        beta, start = 1 / case.largest, x @ case.weights @ x
        assert (loop_matrix(Loop(discount)) == case.Q).all()
        for N in range(1, 51):
            x = x - beta * (case.Q @ x)
            values = {"beta": beta, "lmin": case.smallest, "N": N, "start": start, "C0": 0}
            assert x @ case.weights @ x <= exact(BOUND, values)


def test_without_an_eigenbasis_there_is_no_norm():
    vectors = of_chain(one_state(Fraction(1, 2))).vectors

    assert vectors[0, 0] * vectors[1, 1] == vectors[0, 1] * vectors[1, 0]
