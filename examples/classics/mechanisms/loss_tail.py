"""How often the privacy loss exceeds epsilon, if a mechanism is (epsilon, delta)-private."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc

from ..common.laws import Pair, of_laws


def as_often_as_may_be(t: int, u: Fraction, delta: Fraction) -> Pair:
    """Return two laws whose ratio is u on one outcome, as likely as delta allows at the level ln t."""
    often = delta * u / (u - t)
    return [often, 1 - often], [often / u, 1 - often / u]


def oftener(t: int, u: Fraction, delta: Fraction) -> Pair:
    """Return laws that need a tenth more."""
    return as_often_as_may_be(t, u, delta * Fraction(11, 10))


def telling_all(t: int, u: Fraction, delta: Fraction) -> Pair:
    """Return laws of which one tells all with probability delta, and nothing else."""
    return [delta, 1 - delta, Fraction(0)], [Fraction(0), 1 - delta, delta]


CONTROLS = {
    "broken": {"a tenth more": {"laws": oftener}},
    "sound": {"all or nothing": {"laws": telling_all}},
}


@tc.claim("classics/loss-tail", "classics/loss-tail/misquoted", **CONTROLS)
def loss_tail(trial: tc.Trial, *, laws=as_often_as_may_be) -> Iterator[tc.Finding]:
    """Let the loss be a little above the budget, where it costs little to be there often."""
    cases = (
        (2, Fraction(3), Fraction(1, 10)),
        (2, Fraction(5, 2), Fraction(1, 100)),
        (3, Fraction(30), Fraction(1, 2)),
    )
    for t, u, delta in cases:
        formula, objects, facts = of_laws(laws(t, u, delta), tc.num(tc.ref("P", 0)))
        values = {"tail": formula, "t": t, "u": u, "delta": delta}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)
