"""The words that statements can be found by, as the file says that the search of the pages is made of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from reports.read.load import read_json
from reports.read.model import Count, Name, Record
from reports.read.strict import strict

Place = Annotated[int, Meta(ge=0, le=25)]  # a letter in the packed index


class Findable(Record, frozen=True):
    """A statement with the place of each of its words: in the label, the id, the summary, the paper, elsewhere."""

    id: Name
    weight: Count
    repairs: Sequence[Name]
    words: dict[str, Place]

    def __post_init__(self) -> None:
        if several := [word for word in self.words if len(word.split()) != 1]:
            raise ValueError(f"words must be single words, got {several[0][:80]!r}")


class Words(Record, frozen=True):
    """What is the same word, what tells nothing, what a word counts by its place, and the statements."""

    short: dict[str, str]
    stop: Sequence[str]
    values: Sequence[Count]
    entries: Sequence[Findable]


def load_words(path: Path) -> Words:
    """Return the words in a file."""
    return strict(read_json(path), Words, path.name)
