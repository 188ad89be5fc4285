"""Runs of Algorithm 1 that differ in clip, noise, step or start: on the same data, with the same seed, made together.

With the same seed runs look at the same trajectories and draw the same normals, whatever else they do. Eight of them
make their steps side by side, for little more than the time of one, and each has the bits that it has alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from tabular.algorithms.evaluation._kernels_gpope import BLOCK, ROWS
from tabular.algorithms.evaluation._kernels_paired import Draws, Runs, Space, run_paired
from tabular.algorithms.evaluation.gpope import CHOICE, GPOPE, ZETA, initial_point
from tabular.algorithms.evaluation.records import Records
from tabular.noise.keys import bits_for, seed_bytes, source
from tabular.numbers._kernels_lanes import LANES
from tabular.numbers.arrays import frozen


@dataclass(frozen=True, eq=False)
class End:
    """Where a run ends: its last iterate, how many gradients were longer than the clip, whether numbers overflowed."""

    theta: Any
    clipped: int
    diverged: bool


def paired_ends(learners: Sequence[GPOPE], records: Records, seed: int) -> list[End]:
    """Return the end of the run of each learner on the same records, with the same seed."""
    together = [k for k, learner in enumerate(learners) if _fits(learner, records)]
    together.sort(key=lambda k: learners[k].steps, reverse=True)  # runs of about the same length side by side
    ends = dict[int, End]()
    for group in (together[k : k + LANES] for k in range(0, len(together), LANES)):
        ends |= zip(group, _Paired([learners[k] for k in group], records, seed).ends(), strict=True)
    return [ends[k] if k in ends else _alone(learner, records, seed) for k, learner in enumerate(learners)]


def _fits(learner: GPOPE, records: Records) -> bool:
    """Return whether runs of a learner can be made together with others."""
    plain = learner.projection is None and learner.bits is None and np.ndim(cast("Any", learner.step_size)) == 0
    return plain and not callable(learner.step_size) and records.packed.kind != ROWS


def _alone(learner: GPOPE, records: Records, seed: int) -> End:
    run = learner.run(records, seed)
    return End(run.theta, run.clipped, run.diverged)


class _Paired:
    """Eight runs on their way. A lane without a run, or whose run has ended, stays at 0."""

    def __init__(self, learners: Sequence[GPOPE], records: Records, seed: int) -> None:
        self.learners, self.packed = learners, records.packed
        self.draws = _draws(seed)
        size = LANES * (records.packed.width + 1)
        self.runs = Runs(*(np.zeros(size) for _ in range(4)), *(np.zeros(LANES) for _ in range(6)))
        self.runs.clip[:] = 1.0
        self.space = _space(2 * records.size * BLOCK)
        for lane, learner in enumerate(learners):
            self._begin(lane, learner, records.size)
        self.found = dict[int, End]()

    def ends(self) -> list[End]:
        """Make all steps, and return where they lead."""
        done = 0
        while len(self.found) < len(self.learners):
            goal = min(learner.steps for lane, learner in enumerate(self.learners) if lane not in self.found)
            done += run_paired(self.packed, self.draws, self.runs, self.space, done, goal - done)
            self._end(done)
        return [self.found[lane] for lane in range(len(self.learners))]

    def _begin(self, lane: int, learner: GPOPE, n: int) -> None:
        runs, step = self.runs, float(learner.step_sizes[0])
        for entries, start in zip((runs.theta, runs.w), initial_point(learner.initial, n), strict=True):
            entries[lane : LANES * n : LANES] = start
        runs.clip[lane], runs.noise[lane] = learner.clip, learner.clip * learner.sigma if learner.sigma > 0 else 0.0
        runs.step[lane], runs.step_w[lane] = step, step * learner.ratio

    def _end(self, done: int) -> None:
        """Keep the runs that have made all steps, or cannot make the next one."""
        for lane, learner in enumerate(self.learners):
            diverged = done < learner.steps and not self.runs.norm[lane] < np.inf
            if lane not in self.found and (done == learner.steps or diverged):
                theta = self.runs.theta[lane : LANES * self.packed.size : LANES]
                self.found[lane] = End(frozen(theta.copy()), int(self.runs.clipped[lane]), diverged)
                self._leave(lane)

    def _leave(self, lane: int) -> None:
        runs = self.runs
        for entries in (runs.theta, runs.w, runs.noise, runs.step, runs.step_w):
            entries[lane::LANES] = 0.0


def _draws(seed: int) -> Draws:
    key, bits = seed_bytes(seed), bits_for(seed, None)
    choice, zeta = (source(key, 0, use, bits) for use in (CHOICE, ZETA))
    return Draws(choice.key, choice.state, zeta.key, zeta.state, choice.secure)


def _space(size: int) -> Space:
    numbers = {"words": np.empty(size, np.uint64), "tails": np.empty(size, np.int64)}
    return Space(choice=np.empty(BLOCK, np.uint64), zeta=np.empty(size), near=np.empty(size), **numbers)
