"""The cost of privacy on the family of the proofs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, expm1, log, prod

import pytest
from flint import ctx

from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.learning._commitment import Commit, long_run, total, trying, untried
from theory_checks.papers.pucb.learning.state_gap import (
    BITS,
    NOT_PRIVATE,
    PRIVATE_FLOOR,
    enough,
    private_and_untried,
)


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


@pytest.mark.parametrize("means", [(0, 1), (Fraction(1, 4), Fraction(3, 4)), (Fraction(1, 2), Fraction(9, 16))])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_who_tries_policies_and_commits_loses_at_most_the_bound(means, n) -> None:
    """Two arms are the policies: all draws and all rewards are gone through, and the worse arm wins ties."""
    best, T = max(means), 50
    gap = Fraction(0)
    for arms in product((0, 1), repeat=n):
        for rewards in product((0, 1), repeat=n):
            chance = prod(
                (means[a] if r else 1 - means[a] for a, r in zip(arms, rewards, strict=True)), start=Fraction(1)
            )
            votes = [sum(r for a, r in zip(arms, rewards, strict=True) if a == arm) for arm in (0, 1)]
            kept = 0 if votes[0] >= votes[1] else 1
            gap += chance / 2**n * (best - means[kept])
    tried = n * (best - sum(means, Fraction(0)) / 2)
    bound = enclose(NOT_PRIVATE, {"S": 1, "A": 2, "H": 1, "T": T, "n": n})

    assert gap <= 2 / n**0.5
    assert float(tried + (T - n) * gap) <= float(bound)


def test_without_enough_bits_a_small_epsilon_is_lost() -> None:
    S, A, H, epsilon = 4, 3, 2, Fraction(1, 3**64)
    run = {"S": S, "A": A, "H": H, "T": 8 * (S - 2) * 3**64, "epsilon": epsilon}
    with ctx.workprec(BITS):
        found = float(enclose(PRIVATE_FLOOR, run) * epsilon.numerator / epsilon.denominator)
    left = (A - 1) * float(epsilon) / -expm1(-float(epsilon)) * exp(-8)

    assert found == pytest.approx((S - 2) * (H - 1) * (log(A) - left), rel=1e-12)
