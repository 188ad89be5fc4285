r"""The value under r of the policy that is optimal for r + z: Proposition 10 as its proof uses it, and Lemma 16.

By Claim 17 the dual solution lambda' of the noised rewards is the occupancy of the policy pi' optimal for r + z, so

    sum_i lambda*_i^T r_i - sum_i lambda'_i^T r_i = e^T (v* - v^{pi'}) >= 0.

Divided by n and in units of sigma/(1 - gamma), Lemma 16 allows 2 sqrt(2/pi) (n outside the root) or
2 sqrt(2/pi)/sqrt(n) (n under the root), and Proposition 10 for the value of Claim 17 allows the latter too.

Counterexamples: one state whose good arm pays g more than the others; or a cycle that pays g for going on and 0 for
staying: going on has only the mean of n noises in its favour, staying the best of n (m - 1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.special import ndtr

from tabular.gaussian import bandit_regret, mean_max_normal
from tabular.instances import bandit, cycle_with_stay, identity_mdp
from tabular.mdp import FiniteMDP
from tabular.reward_noise import cycle_policy_loss
from theory_checks.core.certificate import Certificate, Expression, fact, lemma, op, relation
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.papers.dpdqn.utility._sizes import Size, compare, counted, half_normal
from theory_checks.papers.dpdqn.utility.policy_loss_repaired import Bound, simple_bound
from theory_checks.papers.dpdqn.utility.utility_bound import printed_bound

LOSS = r"$\frac1n\mathbb{E}\,\mathbf{e}^T(v^*-v^{\pi'})$ in units of $\sigma/(1-\gamma)$"
ALL_DISCOUNTS = Fraction(1, 2)  # the losses of one state, and of states that are never left, do not depend on gamma


@dataclass(frozen=True)
class Case:
    """A policy loss with n states and m actions: exact, a lower bound, or the largest of its kind."""

    name: str
    n: int
    m: int
    discount: Fraction
    loss: Size
    detail: str
    certificate: Callable[[Trial, Expression], Certificate] | None = None


COUNTED = (
    r"With $m = 1$ there is nothing to lose, and no loss exceeds $e_{nm} = \mathbb{E}\max(Z_1, \dots, Z_{nm})$ "
    r"(Theorem U2). "
)
CYCLE = (
    r"On the cycle, going on for ever is worth $g + W_s$ from state $s$, with $W_s$ a weighted mean of the noises of "
    r"going on whose mean over $s$ is $N(0, 1/n)$; as $\log\Phi$ is concave, some stay beats it with a probability "
    r"of at least $P(\max_{i \leq n(m-1)} Z_i > g + Z/\sqrt n)$, and then $\pi'$ stays in some state and loses at "
    r"least $\gamma^d g$ from $d$ steps before it, $d = 0, \dots, n-1$."
)
ROOT = (
    COUNTED
    + r"As $e_{11} < 2\sqrt{2/\pi}$ and $e_4 < 2\sqrt{2/\pi}/\sqrt2$, the bound holds for $n = 1$, $m \leq 11$ and for "
    r"$n = m = 2$. "
    + CYCLE
    + r" Each refuted size refutes the larger ones. More ways to stay, or more arms, only raise the probability. For "
    r"more states, add states all of whose actions lead, with equal rewards, to the state that loses most; each loses "
    r"$\gamma$ times that, so the mean stays at least $\gamma$ times the mean of the $n$ states, while the bound falls "
    r"to $\sqrt{n/(n+1)}$ of its size or less, which is less than $\gamma$ of it for $\gamma$ near 1."
)


@claim(
    "dpdqn/lemma16", reading="n-under-root", sound={"Theorem U2 in place of the printed bound": {"bound": simple_bound}}
)
@claim("dpdqn/prop10-policy-value", sound={"Theorem U2 in place of the printed bound": {"bound": simple_bound}})
def policy_value_loss(trial: Trial, *, bound: Bound = printed_bound) -> Iterator[Finding]:
    """Check (1/n) E e^T (v* - v^{pi'}) <= bound(n, m, gamma) with the root of n in the bound."""
    for case in [*small_cases(), *_root_cases()]:
        yield judged(trial, case, bound, bound_expression(case.n))
    yield smallest_failures()
    yield loss_against_states()


def judged(trial: Trial, case: Case, bound: Bound, printed: Expression) -> Finding:
    """Compare the loss of a case with a bound; ``printed`` is the printed bound as a certificate writes it."""
    make = case.certificate
    return compare(
        case.name,
        case.loss,
        "<=",
        bound(case.n, case.m, case.discount),
        quantity=LOSS,
        detail=case.detail,
        certificate=(lambda: make(trial, printed)) if make else None,
    )


def bound_expression(root: int) -> Expression:
    """Return 2 sqrt(2)/sqrt(root pi): the bound of Lemma 16 divided by n, times (1 - gamma)/sigma."""
    return op("/", op("*", 2, op("sqrt", 2)), op("sqrt", op("*", root, op("pi"))))


def small_cases() -> Iterator[Case]:
    """Yield the sizes for which no MDP loses more than the bound."""
    half = Fraction(1, 2)
    yield Case("n = 100, m = 1: nothing to choose", 100, 1, half, half_normal(0), "every policy is optimal")
    for n, m in ((1, 11), (2, 2)):
        largest = Size(mean_max_normal(n * m))
        yield Case(f"n = {n}, m = {m}: every MDP", n, m, half, largest, r"no loss exceeds $e_{nm}$ (Theorem U2)")


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

    def certificate(trial: Trial, printed: Expression) -> Certificate:
        mdp = identity_mdp(n, 2, ALL_DISCOUNTS).with_rewards([[gap] * n, [Fraction(0)] * n])
        says = f"{n} states that are never left, two actions, one of them better by {gap}: the loss exceeds the bound."
        return _certificate(trial, printed, says, mdp, "bandit-policy-loss")

    detail = r"$P = \mathbb{I}$, gap $106/100$: the loss is $g\,\Phi(-g/\sqrt2)$ in every state"
    size = Size(bandit_regret(2, gap))
    return Case(f"n = {n}, m = 2: P = I with a gap", n, 2, ALL_DISCOUNTS, size, detail, certificate)


def one_good_arm(m: int, gap: Fraction) -> Case:
    """Return one state with one arm that is better than the others by the gap."""

    def certificate(trial: Trial, printed: Expression) -> Certificate:
        mdp = bandit([gap, *[Fraction(0)] * (m - 1)], ALL_DISCOUNTS)
        says = f"One state and {m} arms, one of them better by {gap}: the loss exceeds the bound."
        return _certificate(trial, printed, says, mdp, "bandit-policy-loss")

    detail = f"one arm is better than {m - 1} others by {gap}; the loss in these units does not depend on the discount"
    size = Size(bandit_regret(m, gap))
    return Case(f"n = 1, m = {m}: one good arm", 1, m, ALL_DISCOUNTS, size, detail, certificate)


def paying_cycle_case(n: int, m: int, gap: Fraction, discount: Fraction) -> Case:
    """Return the cycle that pays ``gap`` for going on."""

    def certificate(trial: Trial, printed: Expression) -> Certificate:
        says = (
            f"On a cycle of {n} states with {counted(m - 1, 'way')} to stay and reward {gap} for going on, the loss "
            f"exceeds the bound."
        )
        return _certificate(trial, printed, says, paying_cycle(n, m, gap, discount), "paying-cycle-policy-loss")

    detail = (
        rf"cycle, $m - 1$ ways to stay, reward {gap} for going on, $\gamma = {discount}$; a lower bound of the loss"
    )
    loss = Size(cycle_policy_loss(n, m - 1, gap, discount))
    return Case(f"n = {n}, m = {m}: cycle that pays for going on", n, m, discount, loss, detail, certificate)


def paying_cycle(n: int, m: int, gap: Fraction, discount: Fraction) -> FiniteMDP:
    """Return the cycle with m - 1 ways to stay, reward 0, and a reward ``gap`` for going on."""
    rewards = [[Fraction(0)] * n] * (m - 1) + [[gap] * n]
    return cycle_with_stay(n, discount, stays=m - 1).with_rewards(rewards)


def _certificate(trial: Trial, printed: Expression, says: str, mdp: FiniteMDP, theorem: str) -> Certificate:
    """Conclude that the loss in M, by a lemma of the checker, exceeds the printed bound; one action is always best."""
    best = int(mdp.rewards[:, 0].argmax())
    value = mdp.rewards[best] / (1 - mdp.discount)
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=says,
        objects={"M": mdp, "v": value},
        facts=[fact("optimal-value", value="v", mdp="M", policy=[best] * mdp.n_states)],
        given=[lemma("loss", theorem, mdp="M", sigma=1)],
        notes=["sigma = 1; both sides are for the mean over the states."],
        conclusion=relation("loss", ">", op("/", printed, op("-", 1, "M.discount"))),
    )


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
        "printed bound": [printed_bound(n, 2, discount) for n, discount in zip(states, near, strict=True)],
        "Theorem U2, discount -> 1": [Size(mean_max_normal(2 * n)) for n in states],
        "cycle that pays for going on, discount -> 1": [
            Size(cycle_policy_loss(n, 1, _best_gap(n), discount)) for n, discount in zip(states, near, strict=True)
        ],
        "P = I with a gap, any discount": [Size(bandit_regret(2, Fraction(106, 100))) for _ in states],
    }
    return Figure(
        title="Loss of the policy against the number of states, two actions",
        x_label="number of states n",
        y_label="loss in units of sigma/(1 - gamma)",
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
    weights = np.exp(-(nodes**2) / 2) / np.exp(-(nodes**2) / 2).sum()
    losses = gaps * (1 - (ndtr(gaps[:, None] + nodes / np.sqrt(n)) ** n) @ weights)
    return Fraction(int(losses.argmax()) + 40, 80)
