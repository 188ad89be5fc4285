"""How long readings are expected to take: tells the time left, and what to begin with. No result depends on it.

`costs.json` holds the readings that took at least half a second in a complete quick run, from its timings file.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.resources import files

SMALL = 0.1  # seconds of a reading that nobody has timed


def expected_seconds(keys: Sequence[tuple[str, str]], measured: Mapping[str, float]) -> dict[tuple[str, str], float]:
    """Return the expected seconds of each reading: as measured here before, else as recorded, else small."""
    recorded = json.loads(files("theory_checks.engine").joinpath("costs.json").read_text("utf-8"))
    known = {**recorded, **measured}
    return {key: max(known.get("#".join(key), SMALL), SMALL) for key in keys}


def long_first(keys: Sequence[tuple[str, str]], packages: Sequence[str]) -> list[int]:
    """Return the numbers of readings in the order in which their packages take longest, for two reasons.

    At the end there is something short left for each process; and where the processes begin the same long package at
    about the same time, they compile the same kernels at the same time.
    """
    seconds, total = expected_seconds(keys, {}), defaultdict[str, float](float)
    for key, package in zip(keys, packages, strict=True):
        total[package] += seconds[key]
    return sorted(range(len(keys)), key=lambda number: -total[packages[number]])
