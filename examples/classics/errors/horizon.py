"""How many steps decide about a return, up to an absolute error."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

import theory_checks as tc

GAMMAS = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))


def still_to_come(gamma: Fraction, steps: int) -> Fraction:
    """Return the worth of rewards of 1 in all steps after these."""
    return gamma**steps / (1 - gamma)


def from_earlier_on(gamma: Fraction, steps: int) -> Fraction:
    """Return the worth of rewards of 1 if a tenth of the steps is left out."""
    return still_to_come(gamma, steps * 9 // 10)


def of_averages(gamma: Fraction, steps: int) -> Fraction:
    """Return the same for values that are averages, such that rewards of 1 are worth 1."""
    return (1 - gamma) * still_to_come(gamma, steps)


CONTROLS = {
    "broken": {"a tenth fewer steps": {"rest": from_earlier_on}},
    "sound": {"averages in place of sums": {"rest": of_averages}},
}


@tc.claim("classics/horizon", "classics/horizon/misquoted", **CONTROLS)
def horizon(trial: tc.Trial, *, rest=still_to_come) -> Iterator[tc.Finding]:
    """Take the least whole number of steps that the statement allows."""
    for gamma in GAMMAS:
        for epsilon in (Fraction(1, 10), Fraction(1, 1000)):
            values = {"gamma": gamma, "epsilon": epsilon}
            steps = ceil(tc.approximate(trial.formal.right_of("H"), values))
            yield tc.decide(trial.formal, {"rest": rest(gamma, steps), "H": steps, **values})
