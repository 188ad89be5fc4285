"""Reference values, as the file says that `theory-checks tables` writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from reports.read.load import read_json
from reports.read.model import Count, Record
from reports.read.strict import strict

Side = Literal["below", "above", "within", "equal", "no number", "no answer"]


class Peer(Record, frozen=True):
    """What another library returns, and where that lies."""

    name: str
    returns: str
    side: Side
    off: float | None


class Row(Record, frozen=True):
    """A value between two decimals, with the digits that they prove."""

    id: str
    parameters: dict[str, str]
    shown: str
    low: str
    high: str
    digits: Count
    command: str
    peers: Sequence[Peer]
    exact: str = ""

    @property
    def named(self) -> str:
        """What the value is a function of."""
        return ", ".join(f"{name} = {value}" for name, value in self.parameters.items())


class Table(Record, frozen=True):
    """Values of one kind."""

    id: str
    title: str
    says: str
    rows: Sequence[Row]


class Tables(Record, frozen=True):
    """All tables, and the versions of what made them."""

    schema: Literal["theory-checks/tables/1"]
    versions: dict[str, str]
    tables: Sequence[Table]

    @property
    def size(self) -> int:
        """The number of values."""
        return sum(len(table.rows) for table in self.tables)


def load_tables(path: Path) -> Tables:
    """Return the tables in a file."""
    return strict(read_json(path), Tables, path.name)
