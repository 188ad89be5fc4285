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
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import exp, ref
from theory_checks.core.interpret import enclose
from theory_checks.core.texts import texts_of
from theory_checks.papers.pucb.common.parts import replaced
from theory_checks.papers.pucb.learning._commitment import (
    Commit,
    Play,
    by_all,
    by_visits,
    floor,
    total,
    trying,
)
from theory_checks.papers.pucb.learning._rates import rate

TEXTS = texts_of(__file__)

# The second bound of the regret, and the number of episodes in that of the sample complexity, with
# names for 1 - e^-epsilon and e^epsilon - 1, which are known exactly.
_PRIVATE_PART = formal_of(__file__, "pucb/lower-regret/repaired").right
IN_THE_LONG_RUN = replaced(_PRIVATE_PART, 1 - exp(-ref("epsilon")), "u")
TAU = replaced(rate("pucb/lower-pac/repaired"), exp("epsilon") - 1, "v")


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
    for sizes in product((1, 3), (2, 5), (Fraction(3, 2), Fraction(20))):
        yield _two_bounds(*sizes, 2 * T)
    yield _regret_figure()


def _two_bounds(k: int, A: int, rho: Fraction, T: int) -> Evidence:
    return ball(
        f"the two bounds: $S = {k + 2}$, $A = {A}$, $e^\\varepsilon = {rho}$, $H = 2$, $T = {T}$",
        ball_of(sum(by_visits(lambda m: by_all(m, A, rho), Fraction(1, k), T), Fraction(0))),
        ">=",
        enclose(IN_THE_LONG_RUN, {"S": k + 2, "A": A, "H": 2, "T": T, "epsilon": ball_of(rho).log(), "u": 1 - 1 / rho}),
        quantity=r"$\sum_{t<T}\mathbb{E}F(m)$, and $(S-2)(\frac{\ln A}{\varepsilon} - \frac{A-1}{u}e^{-Tu/(S-2)})$",
    )


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
    for (name, agent), (k, A, rho, q) in product(tested.items(), list(cases)):
        tau = enclose(TAU, {"S": k + 2, "A": A, "H": 2, "alpha": q / 4, "v": rho - 1})
        N = int(float(tau.lower())) + 1
        if not trial.full and N > 60:  # long sums of fractions
            continue
        case = f"{name}: $S = {k + 2}$, $A = {A}$, $e^\\varepsilon = {rho}$, $q = 4\\alpha/R = {q}$"
        yield _pac_case(case, tau, agent(A, rho, q / k, N))


def _only_f(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    return by_visits(lambda m: by_all(m, A, rho), share, T)


def _pac_case(case: str, tau: arb, failures: list[Fraction]) -> Evidence:
    likely = sum((max(Fraction(0), (4 * f - 1) / 3) for f in failures), Fraction(0))
    return ball(
        case,
        ball_of(likely),
        ">=",
        tau / 3,
        quantity=r"$\sum_{t \leq N} (4\,\mathbb{E}X_t - 1)/3$, at most the mean number of mistakes, and $\tau/3$",
    )
