"""The local atlas: a folder of JSON files, one for each claim, with the instances that hunts have found.

An instance is tried again for every claim that is about things of the same kind, under whatever name it was found. What
stands in the folder may be anybody's: a file that holds no instance is passed over.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from theory_checks.engine.files import read_bytes, write_text

FORMAT = "theory-checks/atlas/1"
MOST_BYTES = 1 << 20
NUMBER = re.compile("-?[0-9]{1,4000}(/[0-9]{1,4000})?")
FAULTS = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)  # of reading what is damaged
Instance = TypeVar("Instance")


def remember(folder: Path, claim: str, kind: str, instance: Mapping[str, Any]) -> Path:
    """Write an instance; the one that was found last for a claim is kept."""
    name = hashlib.sha256(f"{kind} {claim}".encode()).hexdigest()[:16]
    place = folder / f"{name}.json"
    content = {"format": FORMAT, "claim": claim, "kind": kind, "instance": instance}
    write_text(place, json.dumps(content, indent=1, sort_keys=True) + "\n", name="the place of an instance")
    return place


def recall(folder: Path | None, kind: str, read: Callable[[Any], Instance]) -> Iterator[Instance]:
    """Yield the instances of a kind, as they are read; what cannot be read is passed over."""
    for place in sorted(folder.glob("*.json")) if folder else ():
        content = _read(place)
        if isinstance(content, dict) and (content.get("format"), content.get("kind")) == (FORMAT, kind):
            with suppress(*FAULTS):
                yield read(content.get("instance"))


def number(text: Any) -> Fraction:
    """Return the number that a text is: p or p/q, of bounded length."""
    if not (isinstance(text, str) and NUMBER.fullmatch(text)):
        raise ValueError(text)
    return Fraction(text)


def point(instance: Any) -> dict[str, Fraction]:
    """Return the numbers of an instance by their names."""
    return {name: number(text) for name, text in instance.items()}


def _read(place: Path) -> Any:
    try:
        return json.loads(read_bytes(place, MOST_BYTES, name="an instance"))
    except (OSError, ValueError, RecursionError):
        return None
