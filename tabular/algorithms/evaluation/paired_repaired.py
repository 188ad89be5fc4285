"""Runs of the repaired learner that differ in the step or the clip, made together: each has the bits that it has alone.

A pass over the data gives the gradients at eight points, where it would take most of its time for one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tabular.algorithms.evaluation._kernels_gpope import ROWS
from tabular.algorithms.evaluation._kernels_paired import Runs
from tabular.algorithms.evaluation._kernels_paired_sums import sum_paired_gradients
from tabular.algorithms.evaluation.records import Records
from tabular.algorithms.evaluation.repaired_gpope import RepairedGPOPE, RepairedRun, Walk
from tabular.numbers._kernels_lanes import LANES
from tabular.numbers.arrays import Array


def paired_repaired_runs(learners: Sequence[RepairedGPOPE], records: Records, seed: int) -> list[RepairedRun]:
    """Return the run of each learner on the same records, with the same seed."""
    groups = [learners[k : k + LANES] for k in range(0, len(learners), LANES)]
    return [run for group in groups for run in _runs(group, records, seed)]


def _runs(learners: Sequence[RepairedGPOPE], records: Records, seed: int) -> list[RepairedRun]:
    if len(learners) == 1 or records.packed.kind == ROWS or not _alike(learners):
        return [learner.run(records, seed) for learner in learners]
    walks = [Walk(learner, records, seed, 0) for learner in learners]
    gradients = _Gradients(walks, records)
    while any(walk.going for walk in walks):
        gradients.advance()
    return [walk.result() for walk in walks]


def _alike(learners: Sequence[RepairedGPOPE]) -> bool:
    """Return whether all steps take all trajectories, and measure their gradients in the same way."""
    first = learners[0]
    same = (one.level is first.level and one.dual_scale == first.dual_scale for one in learners)
    return all(same) and all(one.batch is None for one in learners)


class _Gradients:
    """The sums of clipped gradients where eight walks are. A lane without a walk, or whose walk has ended, is at 0."""

    def __init__(self, walks: Sequence[Walk], records: Records) -> None:
        self.walks, self.packed = walks, records.packed
        size = LANES * (records.packed.width + 1)
        self.runs = Runs(*(np.zeros(size) for _ in range(4)), *(np.ones(LANES) for _ in range(6)))
        self.runs.clip[: len(walks)] = [walk.learner.clip for walk in walks]
        self.totals = np.zeros(size), np.zeros(size)

    def advance(self) -> None:
        """Make one step of every walk; where numbers overflow, only end the walks that they belong to."""
        for lane, walk in enumerate(self.walks):
            theta, w = walk.place() if walk.going else (0.0, 0.0)
            self._lane(self.runs.theta, lane)[:], self._lane(self.runs.w, lane)[:] = theta, w
        first = self.walks[0]
        done = sum_paired_gradients(self.packed, self.runs, first.metric, first.learner.dual_scale, *self.totals)
        for lane, walk in enumerate(self.walks):
            if walk.going and done:
                theta, w = (self._lane(total, lane).copy() for total in self.totals)
                walk.move(theta, w, int(self.runs.clipped[lane]))
            elif walk.going and not self.runs.norm[lane] < np.inf:
                walk.lose()

    def _lane(self, entries: Array, lane: int) -> Array:
        return entries[lane : LANES * self.packed.size : LANES]
