"""Evidence: what one check found on one case, decided by the numbers and by nobody's word.

An outcome is never written by hand. `exact` compares rationals, `ball` compares rigorous enclosures, `statistical`
reads a test whose error probability is stated, `undefined` says that a formula has no value. Numerical doubt is
`UNDECIDED`, whatever the claim would like.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb

if TYPE_CHECKING:
    from theory_checks.core.certificate import Certificate

Rational = Fraction | int


class Method(StrEnum):
    """How an outcome was reached, strongest first."""

    EXACT = "exact"
    BALL = "ball"
    STATISTICS = "statistics"
    SEARCH = "search"


class Outcome(StrEnum):
    """What a check says about the statement on its case."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"
    UNDEFINED = "undefined"


class Region(StrEnum):
    """Which part of the stated domain a case belongs to."""

    WHOLE = ""
    INSIDE = "inside"
    OUTSIDE = "outside"


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """One comparison on one case; `certificate` lets a stranger repeat a failure without this package."""

    case: str
    method: Method
    outcome: Outcome
    quantity: str = ""
    left: str = ""
    relation: str = ""
    right: str = ""
    tightness: float | None = None
    detail: str = ""
    region: Region = Region.WHOLE
    error_probability: float = 0.0
    power: str = ""
    certificate: Certificate | None = None


_RELATIONS: Mapping[str, Callable[[Rational, Rational], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def exact(
    case: str,
    left: Rational,
    relation: str,
    right: Rational,
    *,
    quantity: str = "",
    detail: str = "",
    region: Region = Region.WHOLE,
    certificate: Certificate | None = None,
) -> Evidence:
    """Compare two rationals: the statement says `left relation right` on this case; a certificate is for a failure."""
    for name, value in (("left", left), ("right", right)):
        if isinstance(value, bool) or not isinstance(value, Fraction | int):
            raise TypeError(f"{name} must be an int or a Fraction, got {value!r} at exact case {case!r}")
    holds = _relation(relation)(left, right)
    return Evidence(
        case=case,
        method=Method.EXACT,
        outcome=Outcome.HOLDS if holds else Outcome.FAILS,
        quantity=quantity,
        left=show_rational(left),
        relation=relation,
        right=show_rational(right),
        tightness=tightness(float(left), relation, float(right)),
        detail=detail,
        region=region,
        certificate=None if holds else certificate,
    )


def exact_all(
    case: str,
    pairs: Mapping[str, tuple[Rational, str, Rational]],
    *,
    quantity: str = "",
    detail: str = "",
    region: Region = Region.WHOLE,
    certificate: Certificate | None = None,
) -> Evidence:
    """Compare many rationals of one case; the first comparison that fails is the one that is shown."""
    failing = [(key, *pair) for key, pair in pairs.items() if not _relation(pair[1])(pair[0], pair[2])]
    if not pairs:
        raise ValueError(f"pairs must hold at least one comparison, got none at exact case {case!r}")
    if failing:
        key, left, relation, right = failing[0]
        return exact(
            case,
            left,
            relation,
            right,
            quantity=key,
            detail=f"{len(failing)} of {len(pairs)} comparisons fail",
            region=region,
            certificate=certificate,
        )
    return Evidence(
        case=case,
        method=Method.EXACT,
        outcome=Outcome.HOLDS,
        quantity=quantity,
        relation="all",
        left=f"{len(pairs)} exact comparisons",
        detail=detail,
        region=region,
    )


def ball(
    case: str,
    left: arb,
    relation: str,
    right: arb,
    *,
    quantity: str = "",
    detail: str = "",
    region: Region = Region.WHOLE,
    certificate: Certificate | None = None,
) -> Evidence:
    """Compare two enclosures; balls that overlap or are not finite decide nothing; a certificate is for a failure."""
    outcome = _ball_outcome(arb(left), relation, arb(right))
    return Evidence(
        case=case,
        method=Method.BALL,
        outcome=outcome,
        quantity=quantity,
        left=show_ball(arb(left)),
        relation=relation,
        right=show_ball(arb(right)),
        tightness=tightness(float(arb(left)), relation, float(arb(right))),
        detail=detail,
        region=region,
        certificate=certificate if outcome is Outcome.FAILS else None,
    )


def statistical(
    case: str,
    *,
    refuted: bool,
    error_probability: float,
    quantity: str,
    left: str,
    relation: str,
    right: str,
    power: str,
    tightness: float | None = None,
    detail: str = "",
    region: Region = Region.WHOLE,
) -> Evidence:
    """Record a test that wrongly refutes a true statement with at most `error_probability`."""
    if not 0 < error_probability < 1:
        raise ValueError(f"error_probability must lie in (0, 1), got {error_probability} at case {case!r}")
    return Evidence(
        case=case,
        method=Method.STATISTICS,
        outcome=Outcome.FAILS if refuted else Outcome.HOLDS,
        quantity=quantity,
        left=left,
        relation=relation,
        right=right,
        tightness=tightness,
        detail=detail,
        region=region,
        error_probability=error_probability,
        power=power,
    )


def searched(
    case: str, *, violation: bool, quantity: str, left: float, relation: str, right: float, detail: str = ""
) -> Evidence:
    """Record a float search: it can raise doubt, it can never decide."""
    finite = left - left == 0.0 and right - right == 0.0
    outcome = Outcome.UNDECIDED if violation or not finite else Outcome.HOLDS
    return Evidence(
        case=case,
        method=Method.SEARCH,
        outcome=outcome,
        quantity=quantity,
        left=f"{left:.9g}",
        relation=relation,
        right=f"{right:.9g}",
        tightness=tightness(left, relation, right),
        detail=detail,
    )


def undefined(case: str, *, quantity: str, detail: str) -> Evidence:
    """Record that the printed text gives no value on this case, and why."""
    return Evidence(case=case, method=Method.EXACT, outcome=Outcome.UNDEFINED, quantity=quantity, detail=detail)


def show_rational(value: Rational) -> str:
    """Write a rational exactly, with a decimal beside it when the fraction is long."""
    fraction = Fraction(value)
    text = str(fraction)
    return text if len(text) <= 24 else f"{_decimal(fraction)} (exact value in {len(text)} digits)"


def show_ball(value: arb) -> str:
    """Write an enclosure with the digits that it guarantees."""
    return str(value.str(15, radius=True)) if value.is_finite() else "not finite"


def _decimal(value: Fraction) -> str:
    return f"{float(value):.15g}"


def _relation(name: str) -> Callable[[Rational, Rational], bool]:
    if name not in _RELATIONS:
        raise ValueError(f"relation must be one of {', '.join(_RELATIONS)}, got {name!r}")
    return _RELATIONS[name]


def _ball_outcome(left: arb, relation: str, right: arb) -> Outcome:
    """Decide only what every pair of points in the two balls agrees on."""
    _relation(relation)
    if not (left.is_finite() and right.is_finite()):
        return Outcome.UNDECIDED
    below, above = bool(left < right), bool(left > right)
    certain = {
        "<": (below, bool(left >= right)),
        "<=": (bool(left <= right), above),
        ">": (above, bool(left <= right)),
        ">=": (bool(left >= right), below),
        "==": (False, below or above),
        "!=": (below or above, False),
    }
    holds, fails = certain[relation]
    return Outcome.HOLDS if holds else Outcome.FAILS if fails else Outcome.UNDECIDED


def tightness(left: Rational | float, relation: str, right: Rational | float) -> float | None:
    """Return how much of the allowed room is used: 1 means that the bound is attained, above 1 that it is broken."""
    if relation in ("<", "<="):
        small, large = left, right
    elif relation in (">", ">="):
        small, large = right, left
    else:
        return None
    if not (small > 0 and large > 0 and small - small == 0.0 and large - large == 0.0):
        return None
    return float(f"{float(small / large):.9g}")
