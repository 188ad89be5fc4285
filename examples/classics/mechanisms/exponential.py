"""What the exponential mechanism costs."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc

from ..common.laws import Pair, largest_ratio
from ._weights import in_proportion


def one_against_many(s: int, n: int) -> Pair:
    """Return the choices among n things if a record raises the score of the first by 1 and lowers all others by 1."""
    return in_proportion([s, *[1] * (n - 1)]), in_proportion([1, *[s] * (n - 1)])


def of_twice_the_change(s: int, n: int) -> Pair:
    """Return the choices if it changes scores by 2."""
    return one_against_many(s * s, n)


def in_one_direction(s: int, n: int) -> Pair:
    """Return the choices if a record lowers scores and raises none."""
    return in_proportion([1] * n), in_proportion([1, *[Fraction(1, s)] * (n - 1)])


CONTROLS = {
    "broken": {"scores that change by 2": {"laws": of_twice_the_change}},
    "sound": {"scores that only fall": {"laws": in_one_direction}},
}


@tc.claim("classics/exponential-mechanism", "classics/exponential-mechanism/misquoted", **CONTROLS)
def exponential_mechanism(trial: tc.Trial, *, laws=one_against_many) -> Iterator[tc.Finding]:
    """Raise one score and lower many: the weight of the one rises by s, and the sum of all falls by nearly s."""
    for s, n in ((2, 3), (2, 1000), (5, 1000)):
        pair = laws(s, n)
        formula, objects, facts = largest_ratio((_lumped(pair[0]), _lumped(pair[1])))
        yield tc.decide(trial.formal, {"ratio": formula, "s": s}, objects=objects, facts=facts)


def _lumped(law: list[Fraction]) -> list[Fraction]:
    """Return the law of the first thing against the rest, whose probabilities have all the same ratio."""
    return [law[0], 1 - law[0]]
