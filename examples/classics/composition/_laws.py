"""Pairs of laws on finitely many outcomes, and how far apart they are, as a checker can compute it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

import theory_checks as tc

Law = Sequence[Fraction]
Pair = tuple[Law, Law]
FACTS = [tc.fact("distribution", weights=name) for name in ("P", "Q")]


class Seen(NamedTuple):
    """A quantity as a formula of two laws, with the laws and the facts that make them laws."""

    formula: tc.Formula
    objects: Mapping[str, Any]
    facts: Sequence[Mapping[str, Any]]


def spent(pair: Pair, t: tc.Term) -> Seen:
    """Return the least delta with which the pair is (ln t, delta)-private in this order: the sum of (P - tQ)+."""
    outcomes = range(len(pair[0]))
    parts = [tc.formulas.maximum(tc.ref("P", i) - t * tc.ref("Q", i), 0) for i in outcomes]
    return Seen(tc.formulas.total(parts), _named(pair), FACTS)


def largest_ratio(pair: Pair) -> Seen:
    """Return the largest ratio of the two probabilities of an outcome."""
    worst = max(range(len(pair[0])), key=lambda i: pair[0][i] / pair[1][i])
    return Seen(tc.ref("P", worst) / tc.ref("Q", worst), _named(pair), FACTS)


def response(t: Fraction | int, leak: Fraction | int = 0) -> Pair:
    """Return randomised response with ratio t, which tells all with a small probability: the worst private pair."""
    truth, lie = (1 - leak) * Fraction(t, 1 + t), (1 - leak) / Fraction(1 + t)
    return [Fraction(leak), truth, lie, Fraction(0)], [Fraction(0), lie, truth, Fraction(leak)]


def together(*pairs: Pair) -> Pair:
    """Return the laws of independent releases, of which one sees all."""
    return reduce(lambda one, other: (_product(one[0], other[0]), _product(one[1], other[1])), pairs)


def _product(one: Law, other: Law) -> Law:
    return [x * y for x in one for y in other]


def _named(pair: Pair) -> Mapping[str, Any]:
    return {"P": list(pair[0]), "Q": list(pair[1])}
