"""How large the largest of several Laplace noises is."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc

MISS = tc.parse("1 - (1 - exp(-level))**k")


def exceeded(k: int, level: tc.Formula) -> tc.Formula:
    """Return the probability that one of k independent noises of scale 1 exceeds a level."""
    return tc.substitute(MISS, {"k": k, "level": level})


def of_more(k: int, level: tc.Formula) -> tc.Formula:
    """Return the same of a noise more for every two."""
    return exceeded(k + (k + 1) // 2, level)


def of_half_the_scale(k: int, level: tc.Formula) -> tc.Formula:
    """Return the same of noises that are half as large."""
    return exceeded(k, 2 * level)


CONTROLS = {
    "broken": {"half as many more": {"miss": of_more}},
    "sound": {"noises of half the scale": {"miss": of_half_the_scale}},
}


@tc.claim("classics/laplace-tails", "classics/laplace-tails/misquoted", **CONTROLS)
def laplace_tails(trial: tc.Trial, *, miss=exceeded) -> Iterator[tc.Finding]:
    """Compare the exact probability with what is allowed."""
    for k, beta in ((2, Fraction(1, 10)), (10, Fraction(1, 100)), (1000, Fraction(1, 1000))):
        level = tc.substitute(trial.formal.let["level"], {"k": k, "beta": beta})
        yield tc.decide(trial.formal, {"miss": miss(k, level), "k": k, "beta": beta})
