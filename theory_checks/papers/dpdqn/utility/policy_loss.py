r"""The value under r of the policy that is optimal for r + z: Proposition 10 as its proof uses it, and Lemma 16.

By Claim 17 the dual solution lambda' of the noised rewards is the occupancy of the policy pi' optimal for r + z, so

    sum_i lambda*_i^T r_i - sum_i lambda'_i^T r_i = e^T (v* - v^{pi'}) >= 0.

Lemma 16 with n under the root, divided by n, allows what Proposition 10 allows, here for the value of Claim 17.

Counterexamples: one state whose good arm pays g more than the others; or a cycle that pays g for going on and 0 for
staying: going on has only the mean of n noises in its favour, staying the best of n (m - 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from scipy.special import ndtr

from tabular.gaussian import bandit_regret, mean_max_normal
from tabular.mdp.instances import identity_mdp
from tabular.mdp.noised_rewards.bounds import cycle_policy_loss
from tabular.numbers.doubles import exp, product
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula
from theory_checks.papers.dpdqn.utility._bounds import PRINTED, SIMPLE_BOUND, at
from theory_checks.papers.dpdqn.utility._cases import Case, judged
from theory_checks.papers.dpdqn.utility._policy_losses import (
    ALL_DISCOUNTS,
    LOSS,
    losing,
    one_good_arm,
    paying_cycle_case,
    small_cases,
)
from theory_checks.papers.dpdqn.utility._sizes import Size

UNDER_ROOT = formal_of(__file__, "dpdqn/lemma16", "n-under-root").right
SOUND = {"Theorem U2 in place of the printed bound": {"bound": SIMPLE_BOUND}}


@claim("dpdqn/lemma16", reading="n-under-root", setting={"bound": UNDER_ROOT}, sound=SOUND)
@claim("dpdqn/prop10-policy-value", sound=SOUND)
def policy_value_loss(_trial: Trial, *, bound: Formula = PRINTED) -> Iterator[Finding]:
    """Compare the mean loss per state with a bound that has the root of n."""
    for case in [*small_cases(), *_root_cases()]:
        yield judged(case, bound, LOSS)
    yield smallest_failures()
    yield loss_against_states()


def _root_cases() -> Iterator[Case]:
    yield _two_arms_everywhere(44)
    yield _two_arms_everywhere(45)
    near, nearer = Fraction(999, 1000), Fraction(9999, 10000)
    yield paying_cycle_case(7, 2, Fraction(9, 8), near)
    yield paying_cycle_case(5, 3, Fraction(5, 4), near)
    yield paying_cycle_case(4, 4, Fraction(13, 10), near)
    yield paying_cycle_case(3, 7, Fraction(13, 9), near)
    yield paying_cycle_case(2, 18, Fraction(5, 3), nearer)
    yield one_good_arm(272, Fraction(2236, 1000))


def _two_arms_everywhere(n: int) -> Case:
    """P = I, two actions, gap g: the loss per state is g Phi(-g/sqrt 2) = g (1 - erf(g/2))/2."""
    gap = Fraction(106, 100)
    mdp = identity_mdp(n, 2, ALL_DISCOUNTS).with_rewards([[gap] * n, [Fraction(0)] * n])
    says = f"{n} states that are never left, two actions, one of them better by {gap}: the loss exceeds the bound."
    detail = r"$P = \mathbb{I}$, gap $106/100$: the loss is $g\,\Phi(-g/\sqrt2)$ in every state"
    loss = Size(bandit_regret(2, gap))
    return Case(f"n = {n}, m = 2: P = I with a gap", n, 2, ALL_DISCOUNTS, loss, detail, losing(mdp, says))


def smallest_failures() -> Table:
    """Return what is known of the smallest number of states at which the bound with the root fails."""
    rows = [
        ["1", "never", "no loss", "none"],
        ["2", "7", "cycle", "3 to 6"],
        ["3", "5", "cycle", "2 to 4"],
        ["4 to 6", "4", "cycle", "2, 3"],
        ["7 to 17", "3", "cycle", "2; and 1 from m = 12 on"],
        ["18 to 271", "2", "cycle", "1"],
        ["272 and more", "1", "one good arm", "none"],
    ]
    return Table(
        title="The smallest number of states at which the bound is refuted",
        columns=["actions m", "refuted from n", "by", "open"],
        rows=rows,
        caption=(
            "Smaller pairs that are not open are proved: the loss is at most E max of nm normals. The certificates "
            "are at the smallest m of each row; with them all larger n and m are refuted."
        ),
    )


def loss_against_states() -> Figure:
    """Return the loss per state against n for two actions, with the bounds."""
    states = [2**k for k in range(1, 11)]
    near = [1 - Fraction(1, 1000 * n) for n in states]
    lines = {
        "printed bound": [at(PRINTED, n, 2, discount) for n, discount in zip(states, near, strict=True)],
        "Theorem U2": [Size(mean_max_normal(2 * n)) for n in states],
        "cycle that pays for going on": [
            Size(cycle_policy_loss(n, 1, _best_gap(n), discount)) for n, discount in zip(states, near, strict=True)
        ],
        "P = I with a gap": [Size(bandit_regret(2, Fraction(106, 100))) for _ in states],
    }
    return Figure(
        title=r"Loss of the policy against the number of states, two actions, the limit $\gamma \to 1$",
        x_label="number of states $n$",
        y_label=r"loss in units of $\sigma/(1 - \gamma)$",
        x_scale="log",
        y_scale="log",
        series=[
            Series(label=label, x=[float(n) for n in states], y=[float(size.value) for size in sizes])
            for label, sizes in lines.items()
        ],
        caption="The printed bound with the root of n; without the root it is the value of this bound at n = 1, 1.596.",
    )


def _best_gap(n: int) -> Fraction:
    """Return a gap that nearly maximises gap P(max of n normals > gap + Z/sqrt(n)): float search on a grid."""
    gaps, nodes = np.arange(40, 340) / 80, np.linspace(-4, 4, 81)
    weights = exp(-(nodes**2) / 2) / exp(-(nodes**2) / 2).sum()
    losses = gaps * (1 - product(ndtr(gaps[:, None] + nodes / np.sqrt(n)) ** n, weights))
    return Fraction(int(losses.argmax()) + 40, 80)
