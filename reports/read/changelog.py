"""Why verdicts changed, as the changelog says: its lines name a statement, the old verdict, the new one, the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reports.read.files import read_file
from reports.read.strict import InputError

# Such as "- `paper/lemma1` [a reading]: VERIFIED -> REFUTED. The reason."
LINE = re.compile(r"- (?P<ids>`[^:]*`)(?: \[(?P<reading>[^\]]+)\])?: (?P<old>\w+) -> (?P<new>\w+)\. (?P<reason>.+)")
MOST_BYTES = 2**22


@dataclass(frozen=True)
class Change:
    """A change of the verdict on a statement, or on one reading of it, and why."""

    id: str
    reading: str
    old: str
    new: str
    reason: str


def load_changes(path: Path) -> list[Change]:
    """Return the changes that a changelog tells, in its order; a line may speak of several statements."""
    try:
        text = read_file(path, "the changelog", MOST_BYTES).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the changelog {path} must be a readable text, got {error}") from error
    return [change for line in text.splitlines() for change in _changes(line)]


def _changes(line: str) -> Iterator[Change]:
    if match := LINE.fullmatch(line):
        for id_ in re.findall(r"`([^`]+)`", match["ids"]):
            yield Change(id_, match["reading"] or "", match["old"], match["new"], match["reason"])
