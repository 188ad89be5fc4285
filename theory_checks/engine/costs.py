"""How long readings are expected to take, so that the time left can be told; nothing else follows from it.

`costs.json` holds the readings that took at least half a second in a complete quick run, from its timings file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files

SMALL = 0.1  # seconds of a reading that nobody has timed


def expected_seconds(keys: Sequence[tuple[str, str]], measured: Mapping[str, float]) -> dict[tuple[str, str], float]:
    """Return the expected seconds of each reading: as measured here before, else as recorded, else small."""
    recorded = json.loads(files("theory_checks.engine").joinpath("costs.json").read_text("utf-8"))
    known = {**recorded, **measured}
    return {key: max(known.get("#".join(key), SMALL), SMALL) for key in keys}
