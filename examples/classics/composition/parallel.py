"""What releases about separate parts of the data cost together."""

from collections.abc import Iterator

import theory_checks as tc

from ._laws import Pair, largest_ratio, response, together


def moved(t: int) -> Pair:
    """Return the laws of two responses if a record is another one, which belongs to the other part."""
    one, other = (law[1:3] for law in response(t))
    return together((one, other), (other, one))


def added(t: int) -> Pair:
    """Return the laws of two responses if a record is added to one part."""
    one, other = (law[1:3] for law in response(t))
    return together((one, other), (one, one))


def thrice(t: int) -> Pair:
    """Return the laws if a record counts in three parts."""
    one, other = (law[1:3] for law in response(t))
    return together((one, other), (other, one), (one, other))


CONTROLS = {
    "broken": {"a record that counts in three parts": {"laws": thrice}},
    "sound": {"a record that is added": {"laws": added}},
}


@tc.claim("classics/parallel-composition", "classics/parallel-composition/misquoted", **CONTROLS)
def parallel_composition(trial: tc.Trial, *, laws=moved) -> Iterator[tc.Finding]:
    """Let a record leave one part and enter the other: both releases tell of it."""
    for t in (2, 3, 10):
        formula, objects, facts = largest_ratio(laws(t))
        yield tc.decide(trial.formal, {"ratio": formula, "t": t}, objects=objects, facts=facts)
