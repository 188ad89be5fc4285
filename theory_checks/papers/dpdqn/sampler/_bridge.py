"""The law of a path between two neighbours: places, weights, and samplers that use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from tabular.noise.exact import exponential_kernel, predict
from theory_checks.core.certificate import lemma
from theory_checks.core.claim import Trial
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Operation, Term, num
from theory_checks.papers.dpdqn.common.comparisons import Number
from theory_checks.papers.dpdqn.common.rational_first import value_of

Place = tuple[int, int, int]  # s-, s, s+
PLACES = ("s_minus", "s", "s_plus")
HALF = Fraction(1, 2)
BASES = (HALF, Fraction(2, 3), Fraction(9, 10), Fraction(1, 10))
# q, which stands for exp(-1), and beta: the unit of length is free, and so q is exp(-beta) for beta = 1
SCALES = {
    **{(q, 1): rf"$e^{{-\beta}} = {q}$" for q in BASES},
    (HALF, 2): r"$\beta = 2$, lengths in units $h$ with $e^{-h} = 1/2$",
}


Weights = tuple[Formula, Formula]  # of g(s-) and g(s+)


def _weights(id_: str) -> Weights:
    claims = formal_of(__file__, id_)
    return claims.defined["w_minus"], claims.defined["w_plus"]


WEIGHTS_AS_PRINTED, RIGHT_WEIGHTS = _weights("dpdqn/eq2-mean"), _weights("dpdqn/eq2-mean/repaired")
FACTOR_AS_PRINTED = formal_of(__file__, "dpdqn/eq2-variance", "identity").right
RIGHT_FACTOR = formal_of(__file__, "dpdqn/eq2-variance/repaired").right


def at_place(formula: Formula, q: Fraction, place: Place, beta: int = 1) -> Fraction:
    """Return the value of a formula of Equation (2), with q for exp(-1)."""
    return rational(formula, q, {"beta": beta, **dict(zip(PLACES, place, strict=True))})


def rational(formula: Formula, q: Fraction, values: Mapping[str, Any]) -> Fraction:
    """Return the value of a formula whose exponents are integers, with q for exp(-1)."""
    value = number(formula, q, values)
    if not isinstance(value, Fraction):
        raise TypeError(f"the exponents must be integers, got {formula} at {values}")
    return value


def number(formula: Formula, q: Fraction, values: Mapping[str, Any]) -> Number:
    """Return the value of a formula with q for exp(-1), a ball unless it is rational."""
    return value_of(_powers(formula, 1 / q), {"beta": 1, **values})


def _powers(formula: Formula, base: Fraction) -> Formula:
    if not isinstance(formula, Operation):
        return formula
    args = tuple(_powers(x, base) for x in formula.args)
    return num(base) ** args[0] if formula.name == "exp" else replace(formula, args=args)


def equation_of(q: Fraction, place: Place) -> str:
    """Name a case of Equation (2)."""
    return rf"$e^{{-\beta}} = {q}$, $(s^-, s, s^+) = {place}$"


def place_values(place: Place) -> dict[str, Term]:
    """Return the values of beta, a constant of the certificate, and of s_minus, s and s_plus."""
    return {"beta": "beta", **dict(zip(PLACES, place, strict=True))}


def variance_at(name: str, place: Place) -> dict[str, Any]:
    """Return the lemma on the variance given both neighbours."""
    left, point, right = place
    return lemma(name, "conditional-variance", beta="beta", left=left, point=point, right=right)


def lists(trial: Trial) -> Iterator[tuple[Place, Sequence[int]]]:
    """Yield every (s-, s, s+) in 0 .. longest, between no, one or two further points on either side."""
    longest = 9 if trial.full else 5
    for place in combinations(range(longest + 1), 3):
        for outer in ((), (-2,), (longest + 3,), (-4, -1, longest + 1, longest + 4)):
            yield place, sorted((*outer, place[0], place[2]))


def true_factor(q: Fraction, place: Place) -> Fraction:
    """Return the conditional variance of a unit path given both neighbours."""
    return predict(exponential_kernel(q), [place[0], place[2]], place[1]).variance
