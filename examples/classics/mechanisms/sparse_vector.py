"""What it costs to say which query of many is the first above a threshold."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

import theory_checks as tc

RATIO = 16  # the exponential of the budget: its fourth roots are rational
THRESHOLD = Fraction(1, 4)  # the noise of the threshold falls by this in each step, for half of the budget
FAR = 80  # what lies further out is at most one part in 10^48

Queries = Sequence[int]


def at_least(x: int, falls: Fraction) -> Fraction:
    """Return the probability that a two-sided geometric noise is at least x."""
    return falls**x / (1 + falls) if x > 0 else 1 - falls ** (1 - x) / (1 + falls)


def first_above(queries: Queries, falls: Fraction) -> Fraction:
    """Return the probability, nearly, that of the queries the last one is the first above a threshold around 0."""
    *below, last = queries
    total = Fraction(0)
    for z in range(-FAR, FAR + 1):
        noise = THRESHOLD ** abs(z) * (1 - THRESHOLD) / (1 + THRESHOLD)
        total += noise * prod(1 - at_least(z - q, falls) for q in below) * at_least(z - last, falls)
    return total


REST = 2 * THRESHOLD**FAR
NONE, HALF, FULL = Fraction(0), Fraction(1, 4), Fraction(1, 2)
CONTROLS = {
    "broken": {"half of the scale on queries": {"noise": HALF}},
    "sound": {"noise on queries": {"noise": FULL}},
}


@tc.claim("classics/sparse-vector", setting={"noise": FULL}, broken=CONTROLS["broken"])
@tc.claim("classics/sparse-vector/misquoted", setting={"noise": NONE}, sound=CONTROLS["sound"])
def sparse_vector(trial: tc.Trial, *, noise=FULL) -> Iterator[tc.Finding]:
    """Raise all queries by 1 but the last, which falls by 1; what is left out counts against the statement."""
    for m in (2, 10, 40):
        likely = first_above([0] * (m - 1) + [1], noise) + REST * (noise > 0)
        other = first_above([1] * (m - 1) + [0], noise)
        values = {"first": likely, "second": other, "t": RATIO}
        yield tc.decide(trial.formal, values, case=f"{m} queries")
