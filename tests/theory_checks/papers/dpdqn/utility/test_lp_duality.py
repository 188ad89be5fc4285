"""The private mathematics of the linear programs: slack, two false constraints, and every solver on a closed form."""

from fractions import Fraction

import numpy as np
import pytest

from tabular.mdp.instances import chain, dyadic_random
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.core.exhibits import Table
from theory_checks.papers.dpdqn.utility._occupancies import outflow
from theory_checks.papers.dpdqn.utility.lp_duality import (
    METHODS,
    lp_duality,
    outflow_undiscounted,
    outflow_untransposed,
    slack,
)

MDP = dyadic_random(3, 2, Fraction(3, 4), 3, seed=7)
LAM = np.array([[Fraction(1), Fraction(0), Fraction(2)], [Fraction(1, 2), Fraction(3), Fraction(0)]], dtype=object)


def by_matrices(discount, transposed):
    """sum_i (I - discount P_i^T) lambda_i, or without the transposition, by float matrices."""
    total = np.zeros(3)
    for P, x in zip(MDP.to_float().transitions, LAM.astype(float), strict=True):
        total += (np.eye(3) - discount * (P.T if transposed else P)) @ x
    return total


def test_the_constraint_and_its_two_false_versions():
    """Dyadic numbers of few bits: the float results are exact."""
    assert outflow(MDP, LAM).astype(float).tolist() == by_matrices(0.75, True).tolist()
    assert outflow_untransposed(MDP, LAM).astype(float).tolist() == by_matrices(0.75, False).tolist()
    assert outflow_undiscounted(MDP, LAM).astype(float).tolist() == by_matrices(1.0, True).tolist()


def test_the_slack_is_the_left_side_of_the_primal_constraint():
    v = np.array([Fraction(1), Fraction(-2), Fraction(1, 2)], dtype=object)
    for a in range(2):
        wanted = (np.eye(3) - 0.75 * MDP.to_float().transitions[a]) @ v.astype(float) - MDP.to_float().rewards[a]

        assert slack(MDP, v)[a].astype(float).tolist() == wanted.tolist()


@pytest.mark.parametrize("name", METHODS)
def test_every_solver_certifies_its_error_on_a_chain(name):
    discount, success = Fraction(7, 8), Fraction(3, 4)
    ratio = discount * success / (1 - discount * (1 - success))
    exact = [ratio ** (4 - s) / (1 - discount) for s in range(5)]

    solution = METHODS[name](chain(5, 0.875, 0.25))

    error = max(abs(Fraction(x) - y) for x, y in zip(solution.value.tolist(), exact, strict=True))
    assert error <= Fraction(solution.error_bound) <= Fraction(1, 10**8)


def test_the_solvers_are_listed_with_their_errors():
    findings = list(lp_duality(Trial(claim_id="dpdqn/lp-duality")))
    table = next(x for x in findings if isinstance(x, Table))

    assert [row[0] for row in table.rows] == list(METHODS)
    small = "< 1e-10"  # the noise of floats is not shown
    pairs = [[1e-10 if cell == small else float(cell) for cell in row[1:]] for row in table.rows]
    assert all(error <= 2 * certified for error, certified in pairs)  # both are rounded to one digit
    assert all(cell == small or float(cell) >= 1e-10 for row in table.rows for cell in row[1:])
    assert {x.outcome for x in findings if hasattr(x, "outcome")} == {Outcome.HOLDS}
