"""Theorem 3 on loops: closed forms, the moments written into certificates, and the corrected steps."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tabular.evaluation.saddle import lyapunov_norm
from tabular.evaluation.second_moments import second_moments
from theory_checks.papers.gpope.common.one_state_loops import (
    DEFECTIVE,
    SPREAD,
    loop_matrix,
    one_eigenvalue,
    squared_error,
)
from theory_checks.papers.gpope.convergence._problems import few_digits, problems
from theory_checks.papers.gpope.convergence._steps import shifted
from theory_checks.papers.gpope.convergence.diminishing_step import RUNS, WIDE, Run


@pytest.mark.parametrize("eta", [Fraction(11, 10), Fraction(2), Fraction(9)])
def test_one_step_on_the_defective_loop_has_a_closed_form_above_the_bound(eta):
    run = Run(DEFECTIVE, eta, 1)

    assert squared_error(run.moments(loop_matrix(DEFECTIVE))[-1]) == 1 + eta**2 > run.bound() == 1


def test_the_fast_direction_grows_while_the_steps_are_too_long():
    eta, N = Fraction(3, 2), 12
    Q, kappa = loop_matrix(WIDE), WIDE.largest / WIDE.smallest
    values, vectors = np.linalg.eig(Q.astype(float))
    fast = vectors[:, values.argmax()]

    sizes = [float(eta / (WIDE.smallest * i)) for i in range(1, N + 1)]
    *_, last = second_moments(Q.astype(float), sizes, np.outer(fast, fast), np.zeros((2, 2)))

    expected = np.prod([(1 - float(eta * kappa) / i) ** 2 for i in range(1, N + 1)])
    # 1e-6: the eigenvector is known to 1e-16 only, and its error grows as well
    np.testing.assert_allclose(np.trace(last), expected, rtol=1e-6)


def test_for_a_matrix_with_one_eigenvalue_the_bound_holds():
    for run in RUNS:
        assert squared_error(run.moments(one_eigenvalue(run.loop))[-1]) <= run.bound()


@pytest.mark.parametrize("run", [r for r in RUNS if squared_error(r.moments(loop_matrix(r.loop))[-1]) > r.bound()])
def test_the_certificates_of_the_failing_runs_are_accepted_for_these_steps_only(run, answer):
    certificate = run.certificate({"lmin": 8}, 1)

    assert answer(certificate, "gpope/thm3").startswith("accepted")
    longer = replace(certificate, values={**certificate.values, "eta": run.scale + 1})
    assert "scale of error must be that of the statement" in answer(longer, "gpope/thm3")
    assert "refused" in answer(run.certificate({"lmin": 8}, 0), "gpope/thm3")


def test_the_certificate_of_a_run_below_its_bound_is_refused(answer):
    run = Run(SPREAD, Fraction(11, 10), 1, start=0, noise=1)

    assert "the conclusion must be true" in answer(run.certificate({"lmin": 8}, 1), "gpope/thm3")


def test_the_shift_makes_every_step_small_enough():
    for problem in problems():
        norm = lyapunov_norm(problem.Q)
        schedule, mu = shifted(norm), few_digits(Fraction(norm.mu.low))

        assert schedule.sizes(1)[0] <= mu / (2 * norm.L.high)
        assert schedule.shift >= 2
