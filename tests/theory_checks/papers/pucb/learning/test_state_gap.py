"""The cost of privacy on the family of the proofs."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import pytest

from theory_checks.papers.pucb.learning._commitment import Commit, long_run, total, trying, untried
from theory_checks.papers.pucb.learning.state_gap import enough, private_and_untried


@pytest.mark.parametrize(("A", "rho"), [(2, Fraction(3, 2)), (3, Fraction(5)), (4, Fraction(2)), (2, Fraction(50))])
def test_the_cost_of_privacy_is_linear_in_the_number_of_states(A, rho):
    ell, epsilon = float(long_run(A - 1, A, rho)), log(rho)
    assert ell == pytest.approx(log(1 + (A - 1) * exp(-epsilon * (A - 1))) / epsilon, rel=1e-12)
    for k in (1, 2, 3):
        T = enough(k, A, rho)
        assert k * enough(1, A, rho) == T
        cost = total(private_and_untried, k, A, rho, T) - total(trying, k, A, rho, T)
        assert float(cost) >= k * ell / 2


def test_a_private_agent_pays_at_least_the_bound() -> None:
    for T in (3, 8, 20):
        agent = total(Commit(Fraction(1, 2)), 2, 3, Fraction(4), T)
        assert agent >= total(private_and_untried, 2, 3, Fraction(4), T)


def test_untried_actions() -> None:
    assert [untried(m, 3) for m in range(4)] == [Fraction(2, 3), Fraction(1, 3), 0, 0]
