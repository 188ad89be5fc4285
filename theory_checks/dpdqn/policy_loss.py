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
from tabular.instances import bandit, cycle_with_stay
from tabular.mdp import FiniteMDP
from tabular.reward_noise import cycle_policy_loss
from theory_checks.certificate import Certificate, Expression, fact, lemma, op, relation
from theory_checks.claim import Finding, Trial, claim
from theory_checks.dpdqn.policy_loss_repaired import Bound, simple_bound
from theory_checks.dpdqn.utility_bound import printed_bound
from theory_checks.exhibits import Figure, Series, Table
from theory_checks.sizes import Size, compare, counted, half_normal

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
    r"Largest losses: with $m = 1$ there is nothing to lose; for $nm \leq 11$ no loss exceeds $e_{nm} = "
    r"\mathbb{E}\max(Z_1, \dots, Z_{nm})$ (Theorem U2). "
)
CYCLE = (
    r"On the cycle, going on for ever is worth $g + W_s$ from state $s$, with $W_s$ a weighted mean of the noises of "
    r"going on whose mean over $s$ is $N(0, 1/n)$; as $\log\Phi$ is concave, some stay beats it with a probability "
    r"of at least $P(\max_{i \leq n(m-1)} Z_i > g + Z/\sqrt n)$, and then $\pi'$ stays in some state and loses at "
    r"least $\gamma^d g$ from $d$ steps before it, $d = 0, \dots, n-1$."
)


@claim(
    "dpdqn/lemma16",
    reading="n-under-root",
    domain=(
        r"finite MDPs with $n$ states and $m$ actions, all $\gamma < 1$; the named families on which a loss is "
        r"computed or enclosed"
    ),
    refuted_by=r"one MDP with exact numbers whose loss exceeds the bound, enclosed by balls",
    covers=COUNTED + CYCLE,
    not_covered=r"the pairs $(n, m)$ listed as open in the table",
    sound={"Theorem U2 in place of the printed bound": {"bound": simple_bound}},
)
@claim(
    "dpdqn/prop10-policy-value",
    domain=(
        r"finite MDPs with $n$ states and $m$ actions, all $\gamma < 1$; the named families on which a loss is "
        r"computed or enclosed"
    ),
    refuted_by=r"one MDP with exact numbers whose loss exceeds the bound, enclosed by balls",
    covers=COUNTED + CYCLE,
    not_covered=r"the pairs $(n, m)$ listed as open in the table",
    sound={"Theorem U2 in place of the printed bound": {"bound": simple_bound}},
)
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
    yield paying_cycle_case(7, 2, Fraction(9, 8), near, Fraction(1, 2))
    yield paying_cycle_case(5, 3, Fraction(5, 4), near, Fraction(1, 2))
    yield paying_cycle_case(4, 4, Fraction(13, 10), near, Fraction(1, 4))
    yield paying_cycle_case(3, 7, Fraction(13, 9), near, Fraction(1, 4))
    yield paying_cycle_case(2, 18, Fraction(5, 3), nearer, Fraction(1, 16))
    yield one_good_arm(272, Fraction(2236, 1000))


def _two_arms_everywhere(n: int) -> Case:
    """P = I, two actions, gap g: the loss per state is g Phi(-g/sqrt 2) = g (1 - erf(g/2))/2."""
    gap = Fraction(106, 100)
    loss = op("/", op("*", gap, op("-", 1, op("erf", gap / 2))), 2)

    def certificate(trial: Trial, printed: Expression) -> Certificate:
        return Certificate(
            claim=trial.claim_id,
            reading=trial.reading,
            says=(
                f"With {n} states that are never left and two actions, one of them better by {gap}, the loss exceeds "
                f"the bound."
            ),
            notes=[
                "sigma = 1, P = I; in each state the wrong action is taken when its noise is larger by more than the "
                "gap."
            ],
            conclusion=relation(loss, ">", printed),
        )

    detail = r"$P = \mathbb{I}$, gap $106/100$: the loss is $g\,\Phi(-g/\sqrt2)$ in every state"
    size = Size(bandit_regret(2, gap))
    return Case(f"n = {n}, m = 2: P = I with a gap", n, 2, ALL_DISCOUNTS, size, detail, certificate)


def one_good_arm(m: int, gap: Fraction) -> Case:
    """Return one state with one arm that is better than the others by the gap."""
    mdp = bandit([gap, *[Fraction(0)] * (m - 1)], Fraction(0))

    def certificate(trial: Trial, printed: Expression) -> Certificate:
        return Certificate(
            claim=trial.claim_id,
            reading=trial.reading,
            says=(
                f"With one state and {m} arms, one of them better by {gap}, the loss exceeds the bound (sigma = 1, "
                f"discount 0)."
            ),
            objects={"M": mdp},
            given=[lemma("loss", "bandit-policy-loss", mdp="M", sigma=1)],
            conclusion=relation("loss", ">", printed),
        )

    detail = f"one arm is better than {m - 1} others by {gap}"
    return Case(f"n = 1, m = {m}: one good arm", 1, m, Fraction(0), Size(bandit_regret(m, gap)), detail, certificate)


def paying_cycle_case(n: int, m: int, gap: Fraction, discount: Fraction, step: Fraction) -> Case:
    """Return the cycle that pays ``gap`` for going on; ``step`` is the width of the cells of its certificate."""

    def certificate(trial: Trial, printed: Expression) -> Certificate:
        return _cycle_certificate(
            trial, printed, paying_cycle(n, m, gap, discount) if n < 10 else None, (n, m, gap, discount, step)
        )

    detail = (
        rf"cycle, $m - 1$ ways to stay, reward {gap} for going on, $\gamma = {discount}$; a lower bound of the loss"
    )
    loss = Size(cycle_policy_loss(n, m - 1, gap, discount))
    return Case(f"n = {n}, m = {m}: cycle that pays for going on", n, m, discount, loss, detail, certificate)


def paying_cycle(n: int, m: int, gap: Fraction, discount: Fraction) -> FiniteMDP:
    """Return the cycle with m - 1 ways to stay, reward 0, and a reward ``gap`` for going on."""
    rewards = [[Fraction(0)] * n] * (m - 1) + [[gap] * n]
    return cycle_with_stay(n, discount, stays=m - 1).with_rewards(rewards)


def _cycle_certificate(
    trial: Trial, printed: Expression, mdp: FiniteMDP | None, numbers: tuple[int, int, Fraction, Fraction, Fraction]
) -> Certificate:
    n, m, gap, discount, step = numbers
    delay = op("/", op("-", 1, op("pow", "discount", n)), op("*", "n", op("-", 1, "discount")))
    best = gap / (1 - discount)
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=(
            f"On a cycle of {n} states with {counted(m - 1, 'way')} to stay and reward {gap} for going on, the loss "
            f"exceeds the bound."
        ),
        constants={"n": n, "discount": discount},
        objects={"M": mdp, "v": [best] * n} if mdp else {},
        facts=[fact("optimal-value", value="v", mdp="M", policy=[m - 1] * n)] if mdp else [],
        notes=[
            "sigma = 1; left is (1 - gamma) times a lower bound of the loss per state, gap * delay * probability.",
            "Probability that staying beats going on somewhere: at least P(max of n (m - 1) normals > gap + "
            "Z/sqrt(n)), by the concavity of log Phi; the sum bounds it from below, conditioning on Z in cells and "
            "taking the upper end of each.",
            "Delay: d steps before a state in which the policy stays, at least gamma^d gap is lost, d = 0, ..., n - 1.",
        ],
        conclusion=relation(op("*", gap, delay, _lower_sum(n, m, gap, step)), ">", printed),
    )


def _lower_sum(n: int, m: int, gap: Fraction, step: Fraction) -> Expression:
    """Return a lower sum of E [1 - Phi(gap + Z/sqrt n)^{n (m - 1)}] over the cells (-inf, -4], ..., (4 - step, 4]."""
    terms: list[Expression] = []
    points = [Fraction(-4) + k * step for k in range(int(8 / step) + 1)]
    previous: Expression | None = None
    for x in points:
        cdf = op("normal-cdf", x)
        mass = cdf if previous is None else op("-", cdf, previous)
        beaten = op("pow", op("normal-cdf", op("+", gap, op("/", x, op("sqrt", n)))), n * (m - 1))
        terms.append(op("*", mass, op("-", 1, beaten)))
        previous = cdf
    return op("+", *terms)


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
            "Smaller pairs that are not open are proved: the loss is at most E max of nm normals. Refuted at n means "
            "certified there."
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
