"""The loops of Theorem 2: eigenvalues, exact moments and the bound, against closed forms."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from theory_checks.papers.gpope.common.one_state_loops import (
    DEFECTIVE,
    DISTINCT,
    SPREAD,
    loop_matrix,
    one_eigenvalue,
    squared_error,
)
from theory_checks.papers.gpope.convergence.constant_step import Run, both_eigenvalues


@pytest.mark.parametrize("loop", [DISTINCT, SPREAD])
def test_the_eigenvalues_are_those_of_numpy(loop):
    found = np.sort(np.linalg.eigvals(loop_matrix(loop).astype(float)).real)

    np.testing.assert_allclose(found, [float(loop.smallest), float(loop.largest)], rtol=1e-12)


def test_at_discount_one_half_the_one_eigenvalue_has_one_eigenvector():
    Q = loop_matrix(DEFECTIVE)
    shifted = Q - np.diag([DEFECTIVE.smallest] * 2)

    assert DEFECTIVE.smallest == DEFECTIVE.largest == Fraction(1, 2)
    assert (shifted != 0).any()
    assert (shifted @ shifted == 0).all()


@pytest.mark.parametrize("steps", [1, 2, 7, 30])
@pytest.mark.parametrize("beta", [Fraction(1, 10), Fraction(1), Fraction(19, 10)])
def test_the_defective_loop_exceeds_the_bound_by_a_closed_form(steps, beta):
    run = Run(DEFECTIVE, beta, steps)
    t = steps * beta / (1 - beta / 2)

    assert squared_error(run.moments(loop_matrix(DEFECTIVE))[-1]) == run.bound() * (1 + t + t**2 / 2)


def test_with_distinct_eigenvalues_every_step_of_lemma_2_exceeds_the_bound_by_a_closed_form():
    for beta in (Fraction(1, 100), Fraction(1, 2), Fraction(1), Fraction(5, 4)):
        for steps in (1, 2, 9):
            run, x = Run(DISTINCT, beta, steps), ((1 - beta * 4 / 5) / (1 - beta / 5)) ** steps

            ratio = squared_error(run.moments(loop_matrix(DISTINCT))[-1]) / run.bound()

            assert ratio == (20 - 16 * x + 5 * x**2) / 9 > 1


@pytest.mark.parametrize("noise", [0, 1])
def test_the_bound_is_an_equality_for_a_matrix_with_one_eigenvalue(noise):
    run = Run(DISTINCT, Fraction(3), 6, start=2, noise=noise)

    assert squared_error(run.moments(one_eigenvalue(DISTINCT))[-1]) == run.bound()


def test_the_bound_holds_for_a_symmetric_matrix_exactly_up_to_two_over_the_sum_of_the_eigenvalues():
    for beta, holds in ((Fraction(2), True), (Fraction(201, 100), False)):
        run = Run(DISTINCT, beta, 3, start=0, noise=1)
        fast = np.diag([Fraction(0), Fraction(1)])
        M = np.diag([Fraction(1)] * 2) - beta * both_eigenvalues(DISTINCT)
        without_noise = np.trace(M @ fast @ M.T)

        assert (without_noise <= (1 - beta * DISTINCT.smallest) ** 2) == holds
        assert run.bound() > 0


def changed(certificate, **values):
    return replace(certificate, values={**certificate.values, **values})


LEMMA_2 = {"lmin": 8, "lmax": 9}


def test_a_certificate_of_a_run_is_about_this_run_only(answer):
    certificate = Run(DEFECTIVE, Fraction(1), 2, start=0, noise=1).certificate(LEMMA_2, 0)

    assert answer(certificate, "gpope/thm2", "steps-of-lemma2").startswith("accepted")
    assert "exactly the symbols" in answer(certificate, "gpope/thm2", "printed")
    for values, rule in (
        ({"N": 3}, "the values must satisfy the domain"),  # c N/m^2 is in C_0
        ({"beta": Fraction(3), "C0": 0}, "the values must satisfy the domain"),
        ({"G2": 1, "C0": 3}, "the values must satisfy the domain"),
        ({"start": 1}, "start of error must be that of the statement"),
        ({"m": 2, "C0": Fraction(2, 3)}, "variance of error must be that of the statement"),
        ({"lmin": Fraction(1, 4), "C0": Fraction(32, 7)}, "lmin must be what a lemma gives"),
        ({"error": 10**6}, "error must be what a lemma gives"),
    ):
        assert rule in answer(changed(certificate, **values), "gpope/thm2", "steps-of-lemma2"), values


def test_a_run_with_longer_steps_than_the_hypothesis_allows_is_refused(answer):
    certificate = Run(DISTINCT, Fraction(4), 1).certificate(LEMMA_2, 0)

    assert "must satisfy the domain" in answer(certificate, "gpope/thm2", "steps-of-lemma2")
