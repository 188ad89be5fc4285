r"""The quotient Q~ of Algorithm 3, in episode 1 and where its denominator n~ is small.

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


def from_threshold(n: Fraction, E: Fraction) -> bool:
    """Form the quotient where n~ >= 2 E, which may be 0."""
    return n >= 2 * E


def below_threshold(n: Fraction, E: Fraction) -> bool:
    """Form the quotient already a little below 2 E."""
    return n > 2 * E - HALF and n != 0


HALF = Fraction(1, 2)


@claim("pucb/q-estimate", sound={r"the cap where $\tilde n < 2E_\varepsilon$": {"uses": where_known}})
def q_estimate(trial: Trial, *, uses: Uses = always) -> Iterator[Finding]:
    """Plan episode 1: all releases are 0."""
    n, E = Fraction(0), Fraction(1)
    case = "episode 1, any state, action and step"
    if uses(n, E):
        yield undefined(
            case,
            quantity=r"$\tilde Q_1(s,a,h) = \frac{1}{\tilde n_1(s,a,h)}(\tilde r_1(s,a,h) + \sum_{s'} \ldots)$",
            detail=r"before the first user nothing is released; with the counts of no rounds, "
            r"$\tilde n_1 = \tilde r_1 = \tilde m_1 = 0$, the formula reads $0/0$, to which the else-branch adds $H$",
        )
    else:
        yield exact(case, 0, "==", 0, quantity="quotients with denominator 0", detail="none is formed")


@claim(
    "pucb/q-estimate/repaired",
    broken={
        "the quotient in every case": {"uses": always},
        r"$\tilde n \geq 2E$ alone": {"uses": from_threshold},
        r"$\tilde n > 2E - 1/2$": {"uses": below_threshold},
    },
    near=(r"$\tilde n \geq 2E$ alone", r"$\tilde n > 2E - 1/2$"),
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
