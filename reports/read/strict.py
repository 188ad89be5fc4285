"""Parsed JSON as values of declared types. What is not as it must be is refused in one sentence, with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar, cast

import msgspec

from reports.read.names import DIGEST, EXACT, IDENTIFIER, SYMBOL, TAG

Wanted = TypeVar("Wanted")
MESSAGE = re.compile(r"(?P<fault>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
EXPECTED = re.compile(r"Expected `([^`]*)`(?: (.*?))?(?:, got `\w+`)?", re.DOTALL)
STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]|\[(\.\.\.)\]")
TYPES = {
    "str": "a text", "int": "an integer", "float": "a number", "bool": "true or false", "object": "an object",
    "array": "a list",
}  # fmt: skip
LIMITS = ((">= ", "of at least "), ("<= ", "of at most "))
PATTERNS = {
    f"matching regex {IDENTIFIER!r}": "an identifier of small letters, digits, dots, hyphens and single slashes",
    f"matching regex {DIGEST!r}": "a digest of letters and digits",
    f"matching regex {SYMBOL!r}": "a name of letters, digits and _",
    f"matching regex {EXACT!r}": "an exact number p or p/q",
    f"matching regex {TAG!r}": "a tag of a digit, a capital letter and two more of either",
}
LARGEST = "e+308"  # in the bound of a finite number


class InputError(ValueError):
    """An input that cannot become a site. The message is one sentence."""


def strict(data: Any, wanted: type[Wanted], place: str = "") -> Wanted:
    """Return data as a value of a type; `place` names the data in what is said of them."""
    try:
        return msgspec.convert(data, wanted)
    except msgspec.ValidationError as error:
        raise InputError(_sentence(str(error), data, place)) from error


def _sentence(message: str, data: Any, place: str) -> str:
    """Return the fault that the library found, in our words and with the value that it found it in."""
    match = MESSAGE.fullmatch(message)
    fault, path = (match["fault"], match["path"] or "") if match else (message, "")
    where = f"{place}{path}".lstrip(".")
    member = re.search(r"`(.*)`", fault, re.DOTALL)
    if fault.startswith("Object missing") and member:
        return f"{where or 'the file'} must have {member[1]!r}, got none"
    if fault.startswith("Object contains unknown") and member:
        return f"{where or 'the file'} must have no member that its schema lacks, got {member[1][:80]!r}"
    if " must " in fault and not fault.startswith(("Expected", "Invalid")):  # a rule of our own
        return f"{where}.{fault}".lstrip(".")
    return f"{where or 'the file'} must be {_rule(fault)}{_got(data, path)}"


def _rule(fault: str) -> str:
    expected = EXPECTED.fullmatch(fault)
    if expected is None:
        return "one of the words of its schema" if fault.startswith("Invalid") else "a finite number"
    types, limit = expected[1], expected[2] or ""
    if LARGEST in limit:
        return "a finite number"
    words = " or ".join(TYPES.get(name, name) for name in types.split(" | "))
    for sign, word in LIMITS:
        limit = re.sub(rf"^{sign}(.*?)(?:\.0)?$", rf"{word}\1", limit)
    return PATTERNS.get(limit, f"{words} {limit}".strip())


def _got(data: Any, path: str) -> str:
    """Return what stands at a place; the library does not name the keys of mappings."""
    for name, index, unknown in STEP.findall(path):
        if unknown:
            return ""
        data = data[int(index)] if index else data[name]
    shown = f"an object of {len(cast('Mapping[str, Any]', data))}" if isinstance(data, dict) else repr(data)
    return f", got {shown[:80]}"
