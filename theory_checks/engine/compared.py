"""A failure and its certificate compare the same numbers.

A check may find a failure by other numbers than those of the printed formula: in other units, or before a step that its
certificate does not need. The record then shows what the checker has compared, and says beside it what the check did.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from theory_checks.checker.checker import NEGATED
from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Method, Outcome, tightness

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
CONTRARY = {sign if sign != "=" else "==": other if other != "=" else "==" for sign, other in NEGATED.items()}
LONGEST = 10**4  # digits: a longer text agrees with itself alone

Ends = tuple[Fraction, Fraction]
LEAST = Fraction(1, 10**300)  # what is smaller may be shown as 0
POSSIBLE: Mapping[str, Callable[[Ends, Ends], bool]] = {
    "<": lambda a, b: a[0] < b[1],
    "<=": lambda a, b: a[0] <= b[1],
    ">": lambda a, b: a[1] > b[0],
    ">=": lambda a, b: a[1] >= b[0],
    "==": lambda a, b: a[0] <= b[1] and b[0] <= a[1],
    "!=": lambda a, b: not a[0] == a[1] == b[0] == b[1],
}


class Sides(NamedTuple):
    """A comparison: two numbers as texts, and the relation between them."""

    left: str
    relation: str
    right: str


def sides(compared: str) -> Sides:
    """Return what a statement says, from the comparison by which the checker contradicts it."""
    left, sign, right = re.split(r" (<=|>=|!=|<|>|=) ", compared)
    return Sides(left, CONTRARY[sign if sign != "=" else "=="], right)


def agree(one: Sides, other: Sides) -> bool:
    """Tell whether two comparisons are the same, with the sides changed perhaps: numbers that overlap may be equal."""
    mirrored = Sides(other.right, MIRRORED.get(other.relation, other.relation), other.left)
    return any(
        one.relation == x.relation and _overlap(one.left, x.left) and _overlap(one.right, x.right)
        for x in (other, mirrored)
    )


def shown(item: Evidence, certificate: Certificate, formulas: Sequence[str]) -> Evidence:
    """Return a failure of a statement with the numbers that its certificate compares."""
    own, checked = Sides(item.left, item.relation, item.right), sides(certificate.compared)
    if agree(own, checked):
        return item
    ends = ends_of(checked.left), ends_of(checked.right)
    exactly = all(x and x[0] == x[1] for x in ends)
    told = f"{item.quantity}: {' '.join(own)}" if item.quantity else " ".join(own)
    return replace(
        item,
        **checked._asdict(),
        method=Method.EXACT if exactly else Method.BALL,
        quantity=certificate.says if certificate.conclusion is not None else f"${formulas[certificate.part]}$",
        tightness=_tightness(ends, checked.relation),
        detail="; ".join(filter(None, (f"the check compares {told}", item.detail))),
    )


def contradicts(item: Mapping[str, Any]) -> bool:
    """Tell whether evidence in exact numbers or enclosures has an outcome that its numbers exclude."""
    left, right, relation = ends_of(item["left"]), ends_of(item["right"]), item["relation"]
    if item["method"] not in (Method.EXACT, Method.BALL) or left is None or right is None or relation not in POSSIBLE:
        return False
    said = {Outcome.HOLDS: relation, Outcome.FAILS: CONTRARY[relation]}.get(item["outcome"])
    return said is not None and not POSSIBLE[said](left, right)


def same(record: Mapping[str, Any]) -> bool:
    """Tell whether each failure of a record with a certificate shows the comparison of that certificate."""
    compared = {x["digest"]: sides(x["compared"]) for x in record["certificates"]}
    return all(
        agree(Sides(x["left"], x["relation"], x["right"]), compared[x["certificate"]])
        for x in record["evidence"]
        if x["certificate"] is not None
    )


def ends_of(text: str) -> Ends | None:
    """Return between which rationals the number of a text is; nothing of what is none, or has too many digits."""
    if len(text) > LONGEST:
        return None
    if ball := re.fullmatch(r"\[(\S*) ?\+/- (\S+)\]", text):
        middle, radius = _rational(ball[1] or "0"), _rational(ball[2])
        return None if middle is None or radius is None else (middle - radius, middle + radius)
    parts = [_part(part) for part in text.split(" to ")]
    known = [end for part in parts if part for end in part]
    return (min(known), max(known)) if all(parts) else None


def _part(text: str) -> Ends | None:
    """Return the ends of a number whose last digits are cut off, or left out; or of one that is exact."""
    short, long, _ = text.partition(" (exact value in ")
    value = _rational(short.replace("...", ""))
    if value is None or not (long or "..." in short):
        return None if value is None else (value, value)
    decimals, _, exponent = short.partition(".")[2].replace("...", "").partition("e")
    unit = abs(value) / 10**14 + LEAST if long else Fraction(10) ** (int(exponent or 0) - len(decimals))
    return value - unit, value + unit


def _rational(text: str) -> Fraction | None:
    match = re.fullmatch(r"-?[0-9]+(?:/0*[1-9][0-9]*|(?:\.[0-9]+)?(?:e([-+]?[0-9]{1,4}))?)", text)
    return Fraction(text) if match else None


def _overlap(one: str, other: str) -> bool:
    a, b = ends_of(one), ends_of(other)
    return one == other or (a is not None and b is not None and a[0] <= b[1] and b[0] <= a[1])


def _tightness(ends: Iterable[Ends | None], relation: str) -> float | None:
    left, right = ((x[0] + x[1]) / 2 if x else None for x in ends)
    return None if left is None or right is None else tightness(left, relation, right)
