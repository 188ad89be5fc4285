"""The variance of a count that is released again and again, by the binary mechanism."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc


def blocks(t: int) -> int:
    """Return of how many dyadic blocks the first t steps are made."""
    return t.bit_count()


def steps_of_one(t: int) -> int:
    """Return the number of blocks if each is a single step."""
    return t


def one_block(t: int) -> int:
    """Return the number of blocks where t is a power of 2."""
    return blocks(1 << t.bit_length() - 1)


def variance(count: int, levels: int, epsilon: Fraction) -> Fraction:
    """Return the variance of the sum of so many Laplace noises, each of which may spend a share of the budget."""
    return count * 2 * (levels / epsilon) ** 2


CONTROLS = {
    "broken": {"blocks of one step": {"summed": steps_of_one}},
    "sound": {"powers of two": {"summed": one_block}},
}


@tc.claim("classics/binary-mechanism", "classics/binary-mechanism/misquoted", **CONTROLS)
def binary_mechanism(trial: tc.Trial, *, summed=blocks) -> Iterator[tc.Finding]:
    """Count up to all steps below a power of two: the last one is in as many blocks as there are levels."""
    for levels, epsilon in ((2, Fraction(1)), (5, Fraction(1, 2)), (10, Fraction(3))):
        for t in (1, (1 << levels) - 1):
            noise = variance(summed(t), levels, epsilon)
            values = {"variance": noise, "K": levels, "epsilon": epsilon}
            yield tc.decide(trial.formal, values, case=f"$K = {levels}$, $t = {t}$, $\\varepsilon = {epsilon}$")
