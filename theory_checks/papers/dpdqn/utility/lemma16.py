r"""Lemma 16 with n outside the root, and Claim 15 of the first version: the dual loss without a root of n.

    sum_i lambda*_i^T r_i - E sum_i lambda'_i^T r_i <= 2 sqrt(2) n sigma/(sqrt(pi) (1 - gamma)).

Divided by n and in units of sigma/(1 - gamma) the right side is 2 sqrt(2/pi) = 1.5957.... The left side is the loss of
the policy that is optimal for r + z, as in `policy_loss`, and can be made as large as about sqrt(2 ln(nm)).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tabular.gaussian import bandit_regret
from tabular.mdp.noised_rewards.bounds import cycle_policy_loss
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Table
from theory_checks.papers.dpdqn.utility._gain_bounds import Bound, simple_bound
from theory_checks.papers.dpdqn.utility._policy_losses import (
    Case,
    bound_expression,
    judged,
    one_good_arm,
    paying_cycle_case,
    small_cases,
)
from theory_checks.papers.dpdqn.utility._sizes import Size, half_normal

NEAR_ONE = 1 - Fraction(1, 10**6)


def lemma16_outside(_n: int, _m: int, _discount: Fraction) -> Size:
    """Return 2 sqrt(2/pi): Lemma 16 with n outside the root, divided by n."""
    return half_normal(4)


@claim("dpdqn-v1/claim15", sound={"Theorem U2 in place of the printed bound": {"bound": simple_bound}})
@claim(
    "dpdqn/lemma16",
    reading="n-outside-root",
    sound={"Theorem U2 in place of the printed bound": {"bound": simple_bound}},
)
def dual_loss(trial: Trial, *, bound: Bound = lemma16_outside) -> Iterator[Finding]:
    """Check (1/n) E e^T (v* - v^{pi'}) <= bound(n, m, gamma) without the root of n."""
    for case in [*small_cases(), *_flat_cases()]:
        yield judged(trial, case, bound, bound_expression(1))
    yield smallest_cycles()


def _flat_cases() -> Iterator[Case]:
    yield one_good_arm(272, Fraction(2236, 1000))
    yield paying_cycle_case(18, 5, Fraction(183, 100), NEAR_ONE)
    yield paying_cycle_case(63, 2, Fraction(179, 100), NEAR_ONE)


def smallest_cycles() -> Table:
    """Return for some m the smallest cycle whose limiting loss exceeds 2 sqrt(2/pi)."""
    rows = []
    for m, n, gap in (
        (2, 63, "179/100"),
        (3, 33, "9/5"),
        (5, 18, "183/100"),
        (9, 11, "189/100"),
        (25, 5, "197/100"),
        (100, 2, "211/100"),
    ):
        loss = cycle_policy_loss(n, m - 1, Fraction(gap), NEAR_ONE)
        rows.append([m, n, n * m, gap, f"{float(loss):.6f}"])
    rows.append([272, 1, 272, "2236/1000", f"{float(bandit_regret(272, Fraction(2236, 1000))):.6f}"])
    bound = f"{float(half_normal(4).value):.6f}"
    return Table(
        title="Sizes at which the bound without the root fails",
        columns=["actions m", "states n", "n m", "reward for going on", "loss"],
        rows=rows,
        caption=(
            f"Loss per state in units of sigma/(1 - gamma); the lemma allows {bound}. For n m <= 11 the lemma is "
            f"proved."
        ),
    )
