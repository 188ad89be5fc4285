"""What several releases of the same data cost together: both budgets add up."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc

from ._laws import Pair, response, spent, together


def repeated(t: int, delta: Fraction, k: int) -> Pair:
    """Return k independent releases of the worst pair."""
    return together(*[response(t, delta)] * k)


def once_more(t: int, delta: Fraction, k: int) -> Pair:
    """Return one release more."""
    return repeated(t, delta, k + 1)


def with_one_leak(t: int, delta: Fraction, k: int) -> Pair:
    """Return k releases of which only one may tell all."""
    return together(response(t, delta), *[response(t)] * (k - 1))


CONTROLS = {
    "broken": {"one release more": {"releases": once_more}},
    "sound": {"all but one release without a delta": {"releases": with_one_leak}},
}


@tc.claim("classics/basic-composition", "classics/basic-composition/misquoted", **CONTROLS)
def basic_composition(trial: tc.Trial, *, releases=repeated) -> Iterator[tc.Finding]:
    """Compose the worst pair with itself: one of k releases tells all with almost k times the probability."""
    for t, delta, k in ((2, Fraction(1, 1000), 2), (2, Fraction(1, 100), 3), (3, Fraction(1, 10), 1)):
        formula, objects, facts = spent(releases(t, delta, k), t**k)
        values = {"spent": formula, "delta": delta, "k": k}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)
