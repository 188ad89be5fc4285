"""What a mechanism tells of several people at once."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc

from ._laws import Pair, spent


def shares(t: Fraction | int, delta: Fraction, k: int) -> list[Fraction]:
    """Return the probabilities of one answer on a chain of neighbours, each as large as its neighbour allows."""
    chain = [Fraction(0)]
    for _ in range(k):
        chain.append(t * chain[-1] + delta)
    return chain


def ends(t: Fraction | int, delta: Fraction, k: int) -> Pair:
    """Return the laws of the answer at both ends of the chain."""
    first, *_, last = shares(t, delta, k)
    return [last, 1 - last], [first, 1 - first]


def one_more(t: Fraction | int, delta: Fraction, k: int) -> Pair:
    """Return the ends of a chain with one neighbour more."""
    return ends(t, delta, k + 1)


def without_growth(t: Fraction | int, delta: Fraction, k: int) -> Pair:
    """Return the ends of a chain along which the probability rises by the same each time."""
    return [k * delta, 1 - k * delta], [Fraction(0), Fraction(1)]


CONTROLS = {
    "broken": {"a group with one more": {"laws": one_more}},
    "sound": {"equal steps": {"laws": without_growth}},
}


@tc.claim("classics/group-privacy", "classics/group-privacy/misquoted", **CONTROLS)
def group_privacy(trial: tc.Trial, *, laws=ends) -> Iterator[tc.Finding]:
    """Let every neighbour on a chain use all that it is allowed."""
    for t, delta, k in (
        (2, Fraction(1, 100), 2),
        (2, Fraction(1, 1000), 5),
        (5, Fraction(1, 10), 2),
        (Fraction(3, 2), Fraction(1, 200), 3),
    ):
        formula, objects, facts = spent(laws(t, delta, k), t**k)
        values = {"spent": formula, "t": t, "delta": delta, "k": k}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)
