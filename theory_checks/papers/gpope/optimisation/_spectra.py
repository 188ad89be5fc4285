"""Enclosures of eigenvalues, certificates of them, and a slow chain."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import hull
from tabular.numbers.quadratic_forms import Bracket
from theory_checks.core.certificate import Certificate
from theory_checks.core.formula import Term, ref
from theory_checks.papers.gpope.common.linear_evaluation import Problem, Vector, spectrum_lemmas, two_states


def enclosure(bracket: Bracket) -> arb:
    """Return a ball that holds the number in a bracket."""
    return hull(Fraction(bracket.low), Fraction(bracket.high))


SLOW = two_states(Fraction(13, 14), Fraction(7, 10))  # all four eigenvalues are real


def spectrum_certificate(
    problem: Problem, says: str, items: Mapping[str, int], others: Mapping[str, Term] | None = None, **objects: Vector
) -> Certificate:
    """Certify a relation between numbers of Q, A and C, by their places in the lemma, and other values."""
    return Certificate(
        says=f"{problem.name}: {says}.",
        objects={**problem.objects(), **objects},
        given=spectrum_lemmas(items),
        values={**{name: ref(name) for name in items}, **(others or {})},
    )
