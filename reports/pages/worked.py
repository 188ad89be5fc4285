"""One worked number for a statement: of its first counterexample or else of the case that comes nearest."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite
from typing import Any

from reports.draw.choices import read_process
from reports.math import expressions, lint
from reports.math.quantities import relation, short, spread
from reports.pages.certificates import members
from reports.read.model import Certificate, Evidence, Reading, Statement

PROMISED = {
    "<=": "at most", "<": "less than", ">=": "at least", ">": "more than", "=": "exactly", "==": "exactly",
    "!=": "anything but",
}  # fmt: skip
# Names of quantities that are words; others are shown as the formula has them.
WORDS = {
    "covariance", "divergence", "energy", "error", "excess", "failure", "gain", "loss", "mean", "mistakes", "moment",
    "norm", "probability", "regret", "shortfall", "steps", "tail", "variance",
}  # fmt: skip
MOST_VALUES, LONGEST_VALUE, LONGEST_NAME, MOST_DIGITS = 8, 12, 80, 12
NUMBER = re.compile(r"\[?(-?\d[\d.]*(?:e[+-]?\d+)?)(?:/(\d+))?(?: (?:\+/-|\(exact|to) .*|\]?)")
NARROW, CLOSE = 1e-12, 1e-4  # widths of balls that show as one number: around 0, and beside their middle
PARTS = ("states", "actions", "discount")


@dataclass(frozen=True)
class Worked:
    """A comparison in numbers: where, of what, both sides, and whether the statement survives it."""

    where: str
    what: str
    left: str
    relation: str
    right: str
    holds: bool

    @property
    def promise(self) -> str:
        """Return in words what the statement says of the right side."""
        return PROMISED.get(self.relation, self.relation)

    @property
    def sign(self) -> str:
        """Return the sign of the relation, struck out if it fails."""
        return relation(self.relation, "holds" if self.holds else "fails")


def worked(statement: Statement) -> Worked | None:
    """Return the number that a page shows first."""
    refuting = [(r, c) for r in statement.readings if r.role != "amendment" for c in r.certificates[:1]]
    found = (of_certificate(reading, certificate) for reading, certificate in refuting)
    return next(filter(None, found), None) or _nearest(statement)


def of_certificate(reading: Reading, certificate: Certificate) -> Worked | None:
    """Return what the checker compared, at the values of the certificate; None where that is not known."""
    data, compared = certificate.data, re.fullmatch(r"(.+) (<=|>=|!=|==|<|>|=) (.+)", certificate.compared)
    if compared is None:
        return None
    left, right = _told_apart(compared[1], compared[3])
    if "part" not in data:
        return Worked(_where(data), "", left, compared[2], right, holds=True)
    try:
        claim = data["statement"]["formal"][data["part"]]
        return Worked(_where(data, claim), _what(claim, reading, data), left, claim["relation"], right, holds=False)
    except (KeyError, TypeError, IndexError):
        return None


def _what(claim: Mapping[str, Any], reading: Reading, data: Mapping[str, Any]) -> str:
    """Return what the left side is: a word, or the formula of the statement."""
    word = claim["left"].get("ref", "") if isinstance(claim["left"], dict) else ""
    if word in WORDS:
        return str(word)
    formal = next(iter(reading.formal[data["part"] :]), "")
    left = re.split(r"\s(?:\\leq|\\geq|\\neq|<|>|=)\s", formal)[0]
    return f"${left}$" if 0 < len(left) <= LONGEST_NAME and not lint(left) else "left side"


def _where(data: Mapping[str, Any], claim: object = None) -> str:
    """Return the values of the symbols that are numbers: those of the claim, if not all; the Latin letters first."""
    values = {name: _value(x, data) for name, x in members(data.get("values")).items()}
    shown = [(name, value) for name, value in values.items() if value and len(value) <= LONGEST_VALUE]
    spoken = json.dumps([claim, members(data.get("statement")).get("quantities")])
    shown = sorted(shown, key=lambda pair: f'"{pair[0]}"' not in spoken)[:MOST_VALUES]
    ordered = sorted(shown, key=lambda pair: (pair[0].partition("_")[0] in expressions.GREEK, pair[0].lower()))
    return ", ".join(f"${formula}$" for formula in _equations(ordered))


def _equations(values: list[tuple[str, str]]) -> Iterator[str]:
    for name, value in values:
        try:
            yield f"{expressions.name(name)} = {value}"
        except expressions.UnknownExpressionError:
            continue


def _value(expression: Any, data: Mapping[str, Any]) -> str:
    """Return a number as it stands, or a part of a decision process; nothing for what a lemma gives."""
    if isinstance(expression, str):
        return str(Fraction(expression)) if re.fullmatch(r"-?\d+(/0*[1-9]\d*)?", expression) else ""
    name, _, part = str(members(expression).get("ref", "")).partition(".")
    process = read_process(members(data.get("objects")).get(name)) if part in PARTS else None
    return str(getattr(process, part)) if process else ""


def _told_apart(left: str, right: str) -> tuple[str, str]:
    """Return both numbers with as few digits as tell them apart, at least four."""
    one, other = number(left), number(right)
    if one is None or other is None:
        return spread(left), spread(right)
    digits = next((n for n in range(4, MOST_DIGITS) if short(one, n) != short(other, n)), 4)
    return short(one, digits), short(other, digits)


def number(text: str) -> float | None:
    """Return the number that a text is: a rational, a decimal, the middle of a ball, 0 for a narrow ball around it."""
    ends = [end for end in map(_decimal, text.split(" to ")) if end is not None]
    if len(ends) <= 1:
        return next(iter(ends), None)
    low, high = ends
    if low < 0 < high:
        return 0.0 if high - low < NARROW else None
    return (low + high) / 2 if abs(high - low) <= CLOSE * abs(high) else None


def _decimal(text: str) -> float | None:
    match = NUMBER.fullmatch(re.sub(r"\.\.\.", "", text))
    try:
        value = float(match[1]) / float(match[2] or 1) if match else inf
    except (ValueError, ZeroDivisionError):
        return None
    return value if isfinite(value) else None


def _nearest(statement: Statement) -> Worked | None:
    """Return the case whose sides are closest, of those that decide: a violation where there is one."""
    cases = [
        item
        for reading in statement.readings
        if reading.role != "amendment"
        for item in reading.evidence
        if item.right and number(item.left) is not None and number(item.right) is not None
    ]
    failing = [item for item in cases if item.outcome == "fails"]
    chosen = min(failing or cases, key=_distance, default=None)
    if chosen is None:
        return None
    left, right = _told_apart(chosen.left, chosen.right)
    return Worked(chosen.case, chosen.quantity, left, chosen.relation, right, holds=chosen.outcome == "holds")


def _distance(item: Evidence) -> float:
    ratio = abs(item.tightness or 0.0)
    return 1 - min(ratio, 1 / ratio) if ratio else 1.0
