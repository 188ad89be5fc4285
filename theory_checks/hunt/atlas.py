"""The local atlas: a folder of JSON files, one for each claim, with the instances that hunts have found.

An instance is tried again for every claim that is about things of the same kind, under whatever name it was found.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FORMAT = "theory-checks/atlas/1"
MOST_BYTES = 1 << 20


def remember(folder: Path, claim: str, kind: str, instance: Mapping[str, Any]) -> Path:
    """Write an instance; the one that was found last for a claim is kept."""
    name = hashlib.sha256(f"{kind} {claim}".encode()).hexdigest()[:16]
    place = folder / f"{name}.json"
    folder.mkdir(parents=True, exist_ok=True)
    content = {"format": FORMAT, "claim": claim, "kind": kind, "instance": instance}
    place.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return place


def recall(folder: Path | None, kind: str) -> Iterator[Mapping[str, Any]]:
    """Yield the instances of a kind; a file that is none of the atlas is passed over."""
    for place in sorted(folder.glob("*.json")) if folder else ():
        content = _read(place)
        if isinstance(content, dict) and (content.get("format"), content.get("kind")) == (FORMAT, kind):
            yield content["instance"]


def _read(place: Path) -> Any:
    try:
        return json.loads(place.read_bytes()) if place.stat().st_size <= MOST_BYTES else None
    except (OSError, ValueError):
        return None
