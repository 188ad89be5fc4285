"""How much normal noise a budget needs, if it is large."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc

CURVE = tc.parse("Phi(1/(2*sigma) - epsilon*sigma) - exp(epsilon)*Phi(-1/(2*sigma) - epsilon*sigma)")


def needed(epsilon: Fraction, sigma: tc.Formula) -> tc.Formula:
    """Return the exact delta of normal noise of this deviation on a sum that a record changes by 1."""
    return tc.substitute(CURVE, {"epsilon": epsilon, "sigma": sigma})


def with_less_noise(epsilon: Fraction, sigma: tc.Formula) -> tc.Formula:
    """Return the delta of half of the deviation."""
    return needed(epsilon, sigma / 2)


def with_more_noise(epsilon: Fraction, sigma: tc.Formula) -> tc.Formula:
    """Return the delta of twice the deviation."""
    return needed(epsilon, 2 * sigma)


CONTROLS = {
    "broken": {"half of the noise": {"spent": with_less_noise}},
    "sound": {"twice the noise": {"spent": with_more_noise}},
}


@tc.claim("classics/gaussian-noise", "classics/gaussian-noise/misquoted", **CONTROLS)
def gaussian_noise(trial: tc.Trial, *, spent=needed) -> Iterator[tc.Finding]:
    """Take the deviation of the statement at small and at large budgets, and compute the exact curve by balls."""
    for epsilon in (Fraction(1, 2), Fraction(1), Fraction(4), Fraction(16)):
        for delta in (Fraction(1, 10), Fraction(1, 10**5)):
            values = {"epsilon": epsilon, "delta": delta}
            sigma = tc.substitute(trial.formal.let["sigma"], values)
            yield tc.decide(trial.formal, {"spent": spent(epsilon, sigma), **values})
