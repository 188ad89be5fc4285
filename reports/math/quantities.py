"""Numbers as readers expect them: few digits, true minus signs, powers of ten."""

from __future__ import annotations

import math
import re

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
RELATIONS = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}
FAILING = {"<=": "≰", ">=": "≱", "<": "≮", ">": "≯", "==": "≠", "=": "≠", "!=": "="}
POWER = re.compile(r"(?<=\d)(?:\.\.\.)?e\+?(-?\d+)")
LONG_RATIONAL = re.compile(r"-?\d+/\d+")


def short(value: float, digits: int = 4) -> str:
    """Return a number with few significant digits: 1.25, 3.1 × 10⁻⁷, 0."""
    value = float(f"{value:.{digits - 1}e}")
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if -4 <= exponent < 6:
        text = f"{value:.{max(0, digits - 1 - exponent)}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return text.replace("-", "−")
    mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    factor = "" if mantissa == "1" else "−" if mantissa == "-1" else mantissa.replace("-", "−") + " × "
    return f"{factor}10{str(int(power)).translate(SUPERSCRIPTS)}"


def power_of_ten(value: float) -> str:
    """Return a power of ten as one: 10⁻³."""
    return f"10{str(round(math.log10(value))).translate(SUPERSCRIPTS)}"


def spread(text: str) -> str:
    """Return a number that a program wrote with its power of ten as one: 1.98e1547 is 1.98 × 10¹⁵⁴⁷."""
    return POWER.sub(lambda match: f" × 10{match[1].translate(SUPERSCRIPTS)}", text)


def seconds(value: float) -> str:
    """Return a time: 1.2 s, 340 ms, 12 µs."""
    for factor, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= factor:
            return f"{short(value / factor, 3)} {unit}"
    return f"{short(value * 1e6, 3)} µs"


def decimal(text: str) -> str:
    """Return the decimal value of a rational 'p/q' that is too long to read at a glance, otherwise nothing."""
    if not LONG_RATIONAL.fullmatch(text) or len(text) < 6:
        return ""
    top, bottom = text.split("/")
    if int(bottom) == 0 or len(text) > 4000:
        return ""
    try:
        return short(int(top) / int(bottom), 6)
    except OverflowError:
        return ""


def relation(sign: str, outcome: str = "holds") -> str:
    """Return a relation as it is printed; one that fails is struck out, so that no page claims it."""
    return FAILING.get(sign, sign) if outcome == "fails" else RELATIONS.get(sign, sign)


def cell(value: str | bool | float | None) -> str:
    """Return a cell of a table as text, numbers with at most twelve digits."""
    if isinstance(value, str):
        return value
    return {True: "yes", False: "no", None: "–"}[value] if isinstance(value, bool | None) else f"{value:.12g}"
