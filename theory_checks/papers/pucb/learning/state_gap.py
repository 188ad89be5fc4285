r"""The cost of privacy on the family of MDPs of proved_lower_bounds grows linearly with the number of states.

m answers in a state exclude m actions at most: without privacy the mean of P(wrong) is at least 1 - (m + 1)/A, attained
by trying actions in random order, for every c. With privacy it is at least F(m) = (A - 1)/(A - 1 + rho^m) as well. So
from visit A on all of F is the cost of privacy, compared with the agent that is best on this family without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from theory_checks.papers.pucb.learning.proved_lower_bounds import (
    PROOF,
    Commit,
    Play,
    by_visits,
    floor,
    long_run,
    not_yet,
    total,
    trying,
    untried,
)
from theory_checks.papers.pucb.learning.rates import LOWER, UPPER, power

from tabular.privacy.arguments import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball, exact


def private_and_untried(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    """Return the mean of the larger one of the two lower bounds of P(wrong), by privacy and by lack of answers."""
    return by_visits(lambda m: max(floor(m, A, rho), untried(m, A)), share, T)


LOSSES: dict[str, Play] = {
    "what no private agent goes below": private_and_untried,
    "a private agent, committing after half of the episodes": Commit(Fraction(1, 2)),
}


@claim(
    "pucb/state-gap",
    domain=r"$\varepsilon$-JDP agents on the MDPs $M_c$ of the proof, every $\varepsilon > 0$, $S \geq 3$, $H \geq 2$, "
    r"$A \geq 2$, $T \geq \tau(S-2)$ for a constant $\tau$ that depends on $A$ and $\varepsilon$ only; the printed "
    "upper bounds as monomials",
    refuted_by=r"an $\varepsilon$-JDP agent whose regret exceeds that of the agent which is best without privacy on "
    r"these $M_c$ by less than linearly in $S$, on all $M_c$",
    covers=PROOF
    + r""" Moreover, $m$ answers exclude at most $m$ actions: along the one path on which all answers are bad the agent
plays $a^1, a^2, \dots$ whatever $c_i$ is, so the mean probability of a wrong action is at least $1 - (m+1)/A$ for every
agent, and trying actions in random order attains it for every $c$. So on the worst of these MDPs privacy costs, beyond
what that agent loses, at least $F(j)$ at each visit $j \geq A - 1$ (counted from 0) of each state.
With $\ell = \int_{A-1}^\infty F = \frac1\varepsilon\ln(1 + (A-1)e^{-\varepsilon(A-1)}) > 0$, $u = 1 - e^{-\varepsilon}$
and $M \sim \text{Bin}(T, 1/(S-2))$ visits, where $\mathbb{E}e^{-\varepsilon M} \leq e^{-Tu/(S-2)}$, that is at least
$R(S-2)(\ell - \frac{A-1}{u}e^{-Tu/(S-2)})$ in all: linear in $S$ as soon as $T/(S-2)$ is so large that the bracket is
at least $\ell/2$. The cases compute the cost for a private agent and for the larger bound of
`pucb/lower-regret/repaired`. The upper bounds have $S^2$ in their private terms: the gap is a factor $S$.""",
    not_covered="which of $S$ and $S^2$ is right, the open question of the paper; the difference between the best "
    "worst case over all MDPs with privacy and without, of which the proof says nothing: over all MDPs the best agent "
    r"without privacy loses far more than on this family, about $\sqrt{HSAT}$; the cost in numbers of episodes, of "
    "which `pucb/lower-pac/repaired` proves a lower bound linear in $S$ that does not subtract what learning costs",
    broken={"an agent that tries actions without privacy": {"losses": {"trying": trying}}},
)
def state_gap(trial: Trial, *, losses: dict[str, Play] | None = None) -> Iterator[Finding]:
    """Compare the cost of privacy with its linear bound, for more and more states and all sizes of epsilon."""
    states = (1, 2, 4, 8, 16) if trial.full else (1, 2, 4)
    for (name, loss), A, rho in product(
        (losses or LOSSES).items(), (2, 3), (Fraction(9, 4), Fraction(4), Fraction(25))
    ):
        for k in states:
            T = enough(k, A, rho)
            yield ball(
                f"{name}: $S = {k + 2}$, $A = {A}$, $H = 2$, $e^\\varepsilon = {rho}$, $T = {T}$",
                ball_of(total(loss, k, A, rho, T) - total(trying, k, A, rho, T)),
                ">=",
                k * long_run(A - 1, A, rho) / 2,
                quantity=r"regret beyond that of trying actions without privacy, and $(S-2)\ell/2$",
            )
    for name in UPPER:
        yield exact(
            f"private terms: {name}",
            power(UPPER[name][1], "S"),
            ">",
            power(LOWER[name][1], "S"),
            quantity="exponents of $S$ in the upper and in the lower bound",
        )


def enough(k: int, A: int, rho: Fraction) -> int:
    """Return T = k n with the least integer n for which (A - 1)/u exp(-n u) <= ell/2: n is tau, without k."""
    n, half = 1, long_run(A - 1, A, rho) / 2
    while not not_yet(1, A, rho, n) <= half:
        n += 1
    return n * k
