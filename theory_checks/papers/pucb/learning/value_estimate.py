r"""The quotient Q~ = (r~ + sum_s' V~(s') m~(s')) / n~ of Algorithm 3, in episode 1 and where n~ is small.

Every counter starts at 0 and releases noise only after its first step, so that all releases before episode 1 are 0 and
Q~ = 0/0. The repaired planner forms the quotient only where n~ >= 2 E and n~ > 0, and takes the cap H - h + 1
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact, exact_all, undefined

Uses = Callable[[Fraction, Fraction], bool]


def always(n: Fraction, E: Fraction) -> bool:
    """Form the quotient whatever n~ is."""
    return True


def where_known(n: Fraction, E: Fraction) -> bool:
    """Form the quotient where n~ >= 2 E and n~ > 0."""
    return n > 0 and n >= 2 * E


@claim(
    "pucb/q-estimate",
    domain=r"episode 1, every $S$, $A$, $H$, $T$, $\varepsilon$; counters that have released nothing are 0",
    refuted_by=r"a state, action and step in which the formula has no value",
    not_covered=r"counters that release noise before any data: then $\tilde n \neq 0$ with probability 1, and the "
    r"quotient has a value without a mean. With counts that start at 0 and never fall, the monotone ones of Appendix "
    r"A.3, $\tilde n = 0$ occurs in later episodes too, as long as all noisy counts were negative",
    sound={r"the cap where $\tilde n < 2E_\varepsilon$": {"uses": where_known}},
)
def q_estimate(trial: Trial, *, uses: Uses = always) -> Iterator[Finding]:
    """Plan episode 1: all releases are 0."""
    n, E = Fraction(0), Fraction(1)
    case = "episode 1, any state, action and step"
    if uses(n, E):
        yield undefined(
            case,
            quantity=r"$\tilde Q_1(s,a,h) = \frac{1}{\tilde n_1(s,a,h)}(\tilde r_1(s,a,h) + \sum_{s'} \ldots)$",
            detail=r"before the first user every release is 0, so that $\tilde n_1 = \tilde r_1 = \tilde m_1 = 0$ and "
            r"the formula reads $0/0$; the else-branch adds $H$ to it",
        )
    else:
        yield exact(case, 0, "==", 0, quantity="quotients with denominator 0", detail="none is formed")


@claim(
    "pucb/q-estimate/repaired",
    domain=r"all releases $\tilde n$ and levels $E \geq 0$; where $\tilde n \leq 0$ or $\tilde n < 2E$ no quotient is "
    r"formed and $\tilde Q^+ := H - h + 1$",
    refuted_by=r"a quotient with a denominator that is not positive, or without bound",
    covers=r"""
A quotient is formed only if $\tilde n > 0$ and $\tilde n \geq 2E$, so its denominator is positive by rule; episode 1
has $\tilde n = 0$ and takes the cap. If all errors are at most $E$ and $0 \leq \tilde V \leq H$, then
$\hat n \geq \tilde n - E \geq \tilde n/2$, the quotient is $\hat Q + (\tilde Q - \hat Q)$ with $\hat Q \in [0, H+1]$
and $|\tilde Q - \hat Q| \leq (2 + H + SH)E/\tilde n \leq (2 + H + SH)/2$: it is bounded. The cases list the smallest
denominators over releases on both sides of the rule.""",
    broken={"the quotient in every case": {"uses": always}},
)
def q_estimate_repaired(trial: Trial, *, uses: Uses = where_known) -> Iterator[Finding]:
    """Look at the denominators that occur, around 0 and around 2 E."""
    levels = [Fraction(0), Fraction(1, 100), Fraction(1), Fraction(130)]
    steps = [Fraction(k, 4) for k in range(-8, 9)]
    used = {f"n~ = {n}, E = {E}": n for E, d in product(levels, steps) for n in (d, 2 * E + d) if uses(n, E)}
    yield exact_all(
        r"$E \in \{0, 1/100, 1, 130\}$, $\tilde n$ within 2 of $0$ and of $2E$",
        {name: (n, ">", Fraction(0)) for name, n in used.items()},
        quantity="denominators of the quotients that are formed",
    )
    yield exact(r"episode 1", int(uses(Fraction(0), Fraction(0))), "==", 0, quantity="quotients that are formed")
