"""What a bound on a Renyi divergence says about (epsilon, delta)."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc

from ._laws import Pair, spent


def rare(p: Fraction, x: int) -> Pair:
    """Return two laws that differ by the ratio x on an outcome of probability p, and little elsewhere."""
    return [p, 1 - p], [p / x, 1 - p / x]


def moment(pair: Pair, alpha: int) -> Fraction:
    """Return the exponential of alpha - 1 times the divergence of order alpha."""
    return sum((p**alpha / q ** (alpha - 1) for p, q in zip(*pair, strict=True)), Fraction(0))


def of_lower_order(pair: Pair, alpha: int) -> Fraction:
    """Return the moment of the order below, which is no bound on that of this order."""
    return moment(pair, alpha - 1) if alpha > 2 else Fraction(1)


def with_room(pair: Pair, alpha: int) -> Fraction:
    """Return ten times the moment, a bound with room."""
    return 10 * moment(pair, alpha)


OFTEN = (2, Fraction(9, 10), 16)
CONTROLS = {
    "broken": {"the moment of the order below": {"bound": of_lower_order}},
    "sound": {"a bound with room": {"bound": with_room}},
}


@tc.claim("classics/renyi-conversion", "classics/renyi-conversion/misquoted", **CONTROLS)
def renyi_conversion(trial: tc.Trial, *, bound=moment) -> Iterator[tc.Finding]:
    """Take an outcome on which the loss is the one at which the conversion is tight, and nothing else that counts."""
    for alpha, p, x in ((2, Fraction(1, 16), 1600), (3, Fraction(1, 100), 300), (5, Fraction(1, 10), 50), OFTEN):
        pair = rare(p, x)
        t = Fraction(x * (alpha - 1), alpha)
        formula, objects, facts = spent(pair, t)
        values = {"spent": formula, "moment": bound(pair, alpha), "alpha": alpha, "t": t}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)
