"""Permanent short names of statements: four characters that are hard to confuse, such as `4FK7`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Mapping
from itertools import count

DIGITS = "23456789"  # 0 and 1 look like letters
LETTERS = "CDFHJKMNPQRTVWXY"  # none that looks like a digit or another one, and no vowel: a tag spells nothing
TAG = re.compile(f"[{DIGITS}][{LETTERS}][{DIGITS}{LETTERS}]{{2}}")


def free_tag(id_: str, taken: Container[str]) -> str:
    """Return the tag that a new statement gets: it follows from the id, and from what is taken."""
    candidates = (_tag(f"{id_}#{attempt}") for attempt in count())
    return next(tag for tag in candidates if tag not in taken)


def _tag(text: str) -> str:
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    tag = ""
    for alphabet in (DIGITS, LETTERS, DIGITS + LETTERS, DIGITS + LETTERS):
        number, place = divmod(number, len(alphabet))
        tag += alphabet[place]
    return tag


def fault(tags: Mapping[str, str]) -> str:
    """Return what is wrong with tags by id, in one sentence; nothing if each is a tag and stands once."""
    owners: dict[str, str] = {}
    for id_, tag in tags.items():
        if not TAG.fullmatch(tag):
            return f"a tag must be a digit, a letter and two more of {DIGITS}{LETTERS}, got {tag!r} for {id_}"
        if tag in owners:
            return f"a tag must name one statement, got {tag} for {owners[tag]} and {id_}"
        owners[tag] = id_
    return ""
