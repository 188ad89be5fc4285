"""Lemma 16 with n outside the root, and Claim 15 of the first version: the dual loss without a root of n.

Divided by n, in units of sigma/(1 - gamma), the lemma allows 1.5957.... The left side is the loss of the policy that is
optimal for r + z, as in `policy_loss`, and can be made as large as about sqrt(2 ln(nm)).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tabular.gaussian import bandit_regret
from tabular.mdp.noised_rewards.bounds import cycle_policy_loss
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula
from theory_checks.papers.dpdqn.utility._bounds import SIMPLE_BOUND, at
from theory_checks.papers.dpdqn.utility._cases import Case, judged
from theory_checks.papers.dpdqn.utility._policy_losses import (
    LOSS,
    one_good_arm,
    paying_cycle_case,
    small_cases,
)

NEAR_ONE = 1 - Fraction(1, 10**6)
OUTSIDE_ROOT = formal_of(__file__, "dpdqn/lemma16", "n-outside-root").right
SOUND = {"Theorem U2 in place of the printed bound": {"bound": SIMPLE_BOUND}}


@claim("dpdqn-v1/claim15", sound=SOUND)
@claim("dpdqn/lemma16", reading="n-outside-root", sound=SOUND)
def dual_loss(_trial: Trial, *, bound: Formula = OUTSIDE_ROOT) -> Iterator[Finding]:
    """Compare the mean loss per state with a bound that has no root of n."""
    for case in [*small_cases(), *_flat_cases()]:
        yield judged(case, bound, LOSS)
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
    bound = f"{float(at(OUTSIDE_ROOT, 1, 1, NEAR_ONE).value):.6f}"
    return Table(
        title="Sizes at which the bound without the root fails",
        columns=["actions m", "states n", "n m", "reward for going on", "loss"],
        rows=rows,
        caption=(
            f"Loss per state in units of sigma/(1 - gamma); the lemma allows {bound}. For n m <= 11 the lemma is "
            f"proved."
        ),
    )
