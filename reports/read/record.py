"""What all records of the results have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=0)]


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An object of the schema: no member that it does not name."""


def different(name: str, keys: Iterable[str]) -> set[str]:
    """Return the keys, no two of which may be the same."""
    counts = Counter(keys)
    key, count = counts.most_common(1)[0] if counts else ("", 0)
    if count > 1:
        raise ValueError(f"{name} must have different names, got {key!r} {count} times")
    return set(counts)
