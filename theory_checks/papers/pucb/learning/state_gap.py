r"""The cost of privacy on the family of MDPs of proved_lower_bounds grows linearly with the number of states.

m answers in a state exclude m actions at most: without privacy the mean of P(wrong) is at least 1 - (m + 1)/A, attained
by trying actions in random order, for every c. With privacy it is at least F(m) = (A - 1)/(A - 1 + rho^m) as well. So
from visit A on all of F is the cost of privacy, compared with the agent that is best on this family without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball, exact
from theory_checks.papers.pucb.learning._commitment import (
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
from theory_checks.papers.pucb.learning._rates import LOWER, UPPER, power


def private_and_untried(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    """Return the mean of the larger one of the two lower bounds of P(wrong), by privacy and by lack of answers."""
    return by_visits(lambda m: max(floor(m, A, rho), untried(m, A)), share, T)


LOSSES: dict[str, Play] = {
    "what no private agent goes below": private_and_untried,
    "a private agent, committing after half of the episodes": Commit(Fraction(1, 2)),
}


def twice_the_budget(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    """Return the larger lower bound for 2 epsilon in place of epsilon."""
    return private_and_untried(A, rho**2, share, T)


@claim(
    "pucb/state-gap",
    broken={
        "an agent that tries actions without privacy": {"losses": {"trying": trying}},
        r"what no $2\varepsilon$-private agent goes below": {"losses": {"twice the budget": twice_the_budget}},
    },
    near=(r"what no $2\varepsilon$-private agent goes below",),
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
