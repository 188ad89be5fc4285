r"""Lower bounds for epsilon-JDP agents that are proved: linear in S and H, with ln A in place of A.

They are linear in 1/alpha too, and inverse to epsilon in the regret, to e^epsilon - 1 in the sample complexity. Take
k = S - 2 states in which an episode starts, each of probability q/k (with probability 1 - q it starts in the bad
state). In state i the first action c_i leads to a state that pays 1 at each of the R = H - 1 other steps, any other
action to the bad state, which pays nothing. Let c be uniform on {1..A}^k. Of m earlier users who started in state i
only the answers depend on c_i, and the first action of a later user is seen by all of them but itself, so that JDP,
applied m times and both ways, gives for c, c' that differ in place i, with rho = e^epsilon,

    rho^-m P_c'(action b) <= P_c(action b) <= rho^m P_c'(action b),   hence
    mean of P(wrong) >= F(m) = (A - 1)/(A - 1 + rho^m).

Users need not come from one MDP. Let j = floor(m/2) of them answer for a, j for b, and the last one, if m is odd, for
either: from there it is j changes to all-a or to all-b, and 1 or a change of one user between the two, which gives

    mean of P(wrong) >= L(m) = rho^-j/2 (m even),   rho^-j/(1 + rho) (m odd).

With q = 1 and M ~ Bin(T, 1/k) visits to each state some c has at least the regret R k E sum_(j < M) max(F(j), L(j)).
F sums to more than ln A/epsilon over m = 0, 1, ..., which gives the second bound.

The agents of the cases are real ones. The one that commits is epsilon-JDP: its first n episodes are coins, then for
each state it draws one action with P proportional to rho^(votes/2), to keep it. A vote changes these probabilities by a
factor of at most sqrt(rho), and a user who is exchanged takes at most one vote away and adds at most one, in the same
state or in another.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, product

from flint import arb

from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.interpret import enclose
from theory_checks.core.texts import texts_of
from theory_checks.papers.pucb.learning._commitment import (
    Commit,
    Play,
    by_all,
    by_visits,
    floor,
    total,
    trying,
)

TEXTS = texts_of(__file__)


def uniform(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    """Return (A - 1)/A: the agent does not learn."""
    return [1 - Fraction(1, A)] * T


def the_bound(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    """Return the mean of max(F(m), L(m)): no agent, but what none goes below."""
    return by_visits(lambda m: floor(m, A, rho), share, T)


ROOTS = (Fraction(101, 100), Fraction(21, 20), Fraction(3, 2))  # of rho, above 1 as epsilon > 0
CASES = list(product((1, 2, 3), (2, 5), (root**2 for root in ROOTS)))
PRIVATE: dict[str, Play] = {
    "uniform actions": uniform,
    "committing after a quarter of the episodes": Commit(Fraction(1, 4)),
    "committing after half of the episodes": Commit(Fraction(1, 2)),
}


@claim(
    "pucb/lower-regret/repaired", broken={"trying actions one by one, without privacy": {"agents": {"trying": trying}}}
)
def lower_regret_repaired(trial: Trial, *, agents: dict[str, Play] | None = None) -> Iterator[Finding]:
    """Compare the exact mean regret of agents with the first bound, and this one with the second."""
    T = 40 if trial.full else 16
    for (name, agent), (k, A, rho) in product((agents or PRIVATE).items(), CASES):
        yield exact(
            f"{name}: $S = {k + 2}$, $A = {A}$, $e^\\varepsilon = {rho}$, $H = 2$, $T = {T}$",
            total(agent, k, A, rho, T),
            ">=",
            total(the_bound, k, A, rho, T),
            quantity="mean regret over all $A^k$ MDPs, and the bound",
        )
    sizes = [(k, A, rho, 2 * T) for k, A, rho in product((1, 3), (2, 5), (Fraction(3, 2), Fraction(20)))]
    for size in sizes + NEARLY_ATTAINED:
        yield from (_two_bounds(trial, *size, H) for H in (2, 3))
    yield _regret_figure()


# 1/epsilon is about 1000, and the term that is taken off about 10 for each state: the sum is that near to its integral.
NEARLY_ATTAINED = [(k, A, Fraction(1001, 1000), 4600 * k) for k, A in ((1, 2), (1, 5), (3, 2))]


def _two_bounds(trial: Trial, k: int, A: int, rho: Fraction, T: int, H: int) -> Evidence:
    return ball(
        f"the two bounds: $S = {k + 2}$, $A = {A}$, $e^\\varepsilon = {rho}$, $H = {H}$, $T = {T}$",
        (H - 1) * sum_over_visits(k, A, rho, T),
        ">=",
        enclose(trial.formal.right, {"S": k + 2, "A": A, "H": H, "T": T, "epsilon": ball_of(rho).log()}),
        quantity=r"$(H-1)\sum_{t<T}\mathbb{E}F(m)$, and "
        r"$(S-2)(H-1)(\frac{\ln A}{\varepsilon} - \frac{A-1}{u}e^{-Tu/(S-2)})$",
    )


def sum_over_visits(k: int, A: int, rho: Fraction, T: int) -> arb:
    """Return the sum of E F(m_t) over t < T, state by state: k E sum_(j < M) F(j) for M ~ Bin(T, 1/k) visits."""
    if k == 1:
        return sum((_f(j, A, rho) for j in range(T)), arb(0))
    weight, sums, mean = ball_of(Fraction(k - 1, k)) ** T, arb(0), arb(0)
    for j in range(T + 1):
        mean += weight * sums
        sums += _f(j, A, rho)
        weight *= arb(T - j) / ((j + 1) * (k - 1))
    return k * mean


def _f(j: int, A: int, rho: Fraction) -> arb:
    return (A - 1) / (A - 1 + ball_of(rho) ** j)


def _regret_figure() -> Figure:
    rho, T = Fraction(121, 100), 60
    x = list(range(1, T + 1))
    lines: list[Series] = []
    for k in (1, 2):
        share = Fraction(1, k)
        after = [Commit.after(2, rho, share, n) for n in range(T + 1)]
        losses = [min(Fraction(n, 2) + (t - n) * after[n] for n in range(t + 1)) for t in x]
        bounds = accumulate(the_bound(2, rho, share, T))
        for label, values in (("committing at the best time", losses), ("proved bound", bounds)):
            lines.append(Series(label=f"{label}, $S = {k + 2}$", x=x, y=[round(float(v), 9) for v in values]))
    return Figure(
        title="Regret that privacy makes unavoidable",
        x_label="$T$",
        y_label="regret",
        series=lines,
        caption=TEXTS["regret_figure_caption"],
    )


@claim("pucb/lower-pac/repaired", broken={"trying actions one by one, without privacy": {"agents": {"trying": trying}}})
def lower_pac_repaired(trial: Trial, *, agents: dict[str, Play] | None = None) -> Iterator[Finding]:
    """Bound the expected mistakes of agents from their exact E X, and compare with a third of tau."""
    tested = agents or {**PRIVATE, "the bound $F$ itself, no agent": _only_f}
    cases = product((1, 3), (4, 20), (Fraction(441, 400), Fraction(9, 4)), (Fraction(1), Fraction(1, 2)))
    for (name, agent), (k, A, rho, q) in product(tested.items(), [*cases, *NEAR_THE_BOUND]):
        N = int(float((k * ball_of(A - 1).log() / ball_of(q * (rho - 1))).lower())) + 1  # tau, rounded up
        if not trial.full and N > 60:  # long sums of fractions
            continue
        failures = agent(A, rho, q / k, N)
        case = f"{name}: $S = {k + 2}$, $A = {A}$, $e^\\varepsilon = {rho}$, $q = 4\\alpha/R = {q}$"
        for H in (2, 9):
            values = {"S": k + 2, "A": A, "H": H, "alpha": (H - 1) * q / 4, "epsilon": ball_of(rho).log(), "beta": 0}
            yield _pac_case(f"{case}, $H = {H}$", enclose(trial.formal.right, values), failures)


# Few actions and small epsilon, so that episodes of all sizes of X occur; tau far below 1.
NEAR_THE_BOUND = [(1, 3, Fraction(101, 100) ** 2, Fraction(1)), (1, 40, Fraction(25), Fraction(1))]


def _only_f(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    return by_visits(lambda m: by_all(m, A, rho), share, T)


def _pac_case(case: str, bound: arb, failures: list[Fraction]) -> Evidence:
    likely = sum((max(Fraction(0), (4 * f - 1) / 3) for f in failures), Fraction(0))
    return ball(
        case,
        ball_of(likely),
        ">=",
        bound,
        quantity=r"$\sum_{t \leq N} (4\,\mathbb{E}X_t - 1)/3$, at most the mean number of mistakes, and $\tau/3$",
    )
