"""What was noticed of a mechanism: why finding nothing would mean little, and what else its owner should know."""

from __future__ import annotations

import numpy as np

from theory_checks.audit.memory import numbers_of, remembered
from theory_checks.audit.outcome import BLIND
from theory_checks.audit.runs import Runs, Sample
from theory_checks.audit.scores import Score

_BITS = (
    "what tells the worlds apart are low bits, which real numbers do not have: noise in doubles that is added to a "
    "value reaches other doubles for another value; release whole numbers, or round to a grid that the noise covers"
)


def memory_of(runs: Runs, score: Score, samples: list[Sample]) -> str:
    """Return what shows that the mechanism keeps state; nothing if nothing does."""
    if not runs.still_repeats():
        return "the random numbers of the first runs give other outputs later"
    coins = [sample.coins for sample in samples if sample.coins is not None]
    if not coins:
        return ""
    outputs = [x for sample in samples for x in sample.zero], [x for sample in samples for x in sample.one]
    statistics = [(score(outputs[0]), score(outputs[1])), *numbers_of(outputs)]
    found = (remembered(values, np.concatenate(coins)) for values in statistics)
    how = next((how for how in found if how), "")
    return f"outputs {how}" if how else ""


def doubts_of(runs: Runs, memory: str, *, blind: bool) -> tuple[str, ...]:
    """Return why an audit that finds nothing is not to be believed."""
    found: list[str] = []
    if blind:
        found.append(BLIND)
    if runs.closed:
        found.append(f"outputs hold what cannot be looked into: {', '.join(sorted(runs.closed))}")
    if memory:
        found.append(f"the mechanism keeps state between runs: {memory}")
    return tuple(found)


def notes_of(runs: Runs, *, in_bits: bool) -> tuple[str, ...]:
    """Return what is no reason to doubt, but to look: failures, prints, random numbers of its own, and bits."""
    found = [_BITS] if in_bits else []
    found += [
        f"raises {kind} in {_often(runs, kind)}: counted as an outcome"
        for kind in sorted(runs.failures[0] | runs.failures[1])
    ]
    if any(runs.prints):
        worlds = " and ".join(f"world {world}" for world in (0, 1) if runs.prints[world])
        found.append(f"prints in {worlds}: not counted, as an adversary sees what is returned")
    if not runs.repeats:
        found.append(
            "the same random numbers give other outputs: it has random numbers of its own, or keeps state; its runs "
            "were drawn one by one, in the world that a coin said, and another audit will draw others"
        )
    return tuple(found)


def _often(runs: Runs, kind: str) -> str:
    return " and ".join(
        f"{runs.failures[world][kind]} of {runs.drawn[world]} runs of world {world}" for world in (0, 1)
    )
