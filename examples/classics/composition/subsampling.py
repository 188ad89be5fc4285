"""What a mechanism tells if each record takes part with a small probability only."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc

from ._laws import Pair, largest_ratio, response


def drawn(t: int, q: Fraction) -> Pair:
    """Return the laws of a response to a sample, with the record in question in the data and without it."""
    with_it, without = (law[1:3] for law in response(t))
    return [q * x + (1 - q) * y for x, y in zip(with_it, without, strict=True)], without


def drawn_oftener(t: int, q: Fraction) -> Pair:
    """Return the same for a record that takes part a tenth more often."""
    return drawn(t, q * Fraction(11, 10))


def told_less(t: int, q: Fraction) -> Pair:
    """Return the same for a mechanism with a ratio near 1."""
    return drawn(1 + Fraction(1, 3 * t), q)


CONTROLS = {
    "broken": {"a tenth more often": {"laws": drawn_oftener}},
    "sound": {"a much smaller budget": {"laws": told_less}},
}


@tc.claim("classics/subsampling", "classics/subsampling/misquoted", **CONTROLS)
def subsampling(trial: tc.Trial, *, laws=drawn) -> Iterator[tc.Finding]:
    """Let the record change a randomised response, so that the ratio of two mixtures is as large as it can be."""
    for t, q in ((2, Fraction(1, 2)), (3, Fraction(1, 10)), (20, Fraction(1, 100)), (5, Fraction(9, 10))):
        formula, objects, facts = largest_ratio(laws(t, q))
        values = {"ratio": formula, "t": t, "q": q}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)
