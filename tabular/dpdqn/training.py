"""Training: many independent runs of one reading of Algorithm 1, each with its own randomness and rewards.

Run i of a seed depends on (seed, i) and on its own reward alone: neither on how many runs there are nor on the threads
that share them. `Training` can be stopped between any two stretches of steps, saved, loaded and continued, to the same
bits; `train` does all steps at once.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn._kernels_training import Memory, Paths, Space, advance
from tabular.dpdqn.environment import MIDDLE, IntervalWalk, reward_knots
from tabular.dpdqn.memory import (
    new_memory,
    new_paths,
    new_space,
    numbers_of,
    part,
    paths_of,
    rule_of,
    run_key,
    side_by_side,
    stacked,
)
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import Algorithm1, bounded
from tabular.errors import must, show
from tabular.noise.keys import Bits
from tabular.numbers._kernels_lanes import LANES
from tabular.numbers.arguments import count
from tabular.numbers.arrays import frozen

Array = NDArray[np.float64]
Progress = Callable[[int, int], object]
_STRETCH = 10_000  # samples that are looked at between two looks at the clock
_MOST_RUNS, _MOST_JOBS = 100_000, 256
_MOST_NUMBERS = 10**9  # that a training keeps: 8 GB


class Training:
    """Runs of one reading, on their way.

    ``rewards`` are values (actions, k) at equispaced points of [0, 1], or (runs, actions, k) for a reward function of
    its own in each run; ``initial`` are parameters (runs, n) or (1, n), drawn from the seed unless given.
    """

    def __init__(
        self,
        options: Algorithm1,
        runs: int = 1,
        seed: int = 0,
        *,
        network: MLP | None = None,
        environment: IntervalWalk | None = None,
        rewards: Any = MIDDLE,
        initial: Any = None,
        bits: Bits = "fast",
    ) -> None:
        self.bits: Bits = bits
        self.options, self.runs, self.seed = options, bounded("runs", runs, 1, _MOST_RUNS), count("seed", seed, 0)
        self.network, self.environment = network or MLP(), environment or IntervalWalk()
        if self.network.widths[0] != 1:
            raise must("widths", "begin with 1, the dimension of the interval walk", show(self.network.widths))
        self.rewards = _for_each_run("rewards", rewards, self.runs, self.network.n_actions)
        self._check_size()
        self.rule = rule_of(options, self.environment)
        start = self.network.initial(self.seed, self.runs) if initial is None else self.network.checked(initial)
        if len(start) not in (1, self.runs):
            raise must("initial", f"have 1 or {self.runs} rows", str(len(start)))
        starts = np.broadcast_to(start, (self.runs, self.network.n_parameters))
        self._keys = [run_key(self.seed, i) for i in range(self.runs)]
        self.memories: list[Memory] = [
            new_memory(options, self.environment, start, key) for start, key in zip(starts, self._keys, strict=True)
        ]
        self.paths: dict[int, Paths] = {}

    @property
    def parameters(self) -> Array:
        """Return the parameters (runs, n) so far."""
        return np.stack([memory.theta for memory in self.memories])

    @property
    def returns(self) -> Array:
        """Return the sum of rewards (runs, episodes) of each episode; NaN where it is not over."""
        return np.stack([memory.returns for memory in self.memories])

    @property
    def steps(self) -> NDArray[np.int64]:
        """Return how many steps each run has taken."""
        return np.array([memory.clock[0] for memory in self.memories])

    @property
    def finished(self) -> bool:
        """Return whether every run has taken all steps."""
        return bool((self.steps >= self.options.steps).all())

    def advance(
        self,
        until: int | None = None,
        *,
        jobs: int | None = None,
        keep_paths: bool = False,
        progress: Progress | None = None,
        seconds: float = math.inf,
    ) -> Training:
        """Take the steps of every run up to ``until`` (all of them unless given); return this training.

        After so many seconds, or Ctrl-C, every run stops after its present stretch, and may be continued to the same
        bits. Finished runs forget their noise unless ``keep_paths``.
        """
        goal = self.options.steps if until is None else min(count("until", until, 0), self.options.steps)
        workers = os.cpu_count() or 1 if jobs is None else bounded("jobs", jobs, 1, _MOST_JOBS)
        left = [i for i in range(self.runs) if self.memories[i].clock[0] < goal]
        done = self.runs - len(left)
        halt, end = threading.Event(), time.monotonic() + seconds
        with ThreadPoolExecutor(workers) as pool:
            try:
                work = partial(self._run, goal=goal, keep=keep_paths, halt=halt, end=end, spare=[])
                for some in pool.map(work, self._groups(left)):
                    for _ in (i for i in some if self.memories[i].clock[0] >= goal):
                        done += 1
                        if progress:
                            progress(done, self.runs)
            finally:
                halt.set()
        return self

    def path(self, run: int, action: int, which: int = 0) -> Array:
        """Return the array (2, n) of points and noise values that a run holds of one path: its latest one."""
        if run not in self.paths:
            return np.empty((2, 0))
        paths = self.paths[run]
        blocks, counts = paths.directory[which, action][:, : paths.head[which, action, 0]]
        parts = [paths.blocks[which, action, b, :, :n] for b, n in zip(blocks, counts, strict=True)]
        return np.concatenate(parts, axis=1) * np.array([[1.0], [paths.numbers[1]]]) if parts else np.empty((2, 0))

    def _check_size(self) -> None:
        """Refuse what no memory would hold, before anything is made."""
        kept, paths = numbers_of(self.options, self.environment, self.network)
        total = self.runs * kept + self.rewards.size + min(self.runs, LANES) * (kept + paths)
        if total > _MOST_NUMBERS:
            of = f"{self.runs} runs, horizon {self.options.horizon}, replay {self.options.replay}"
            raise must("the training", f"keep at most {_MOST_NUMBERS} numbers", f"{total} for {of}")

    def _groups(self, left: list[int]) -> list[list[int]]:
        """Return runs that have taken equally many steps side by side, as many as there are lanes."""
        by_steps: dict[int, list[int]] = {}
        for i in left:
            by_steps.setdefault(int(self.memories[i].clock[0]), []).append(i)
        return [group[k : k + LANES] for group in by_steps.values() for k in range(0, len(group), LANES)]

    def _run(
        self, some: list[int], goal: int, keep: bool, halt: threading.Event, spare: list[Space], end: float = math.inf
    ) -> list[int]:
        """Advance runs side by side, unless told to halt; the loops are compiled and let other threads work."""
        if halt.is_set():
            return some
        memories, keys = [self.memories[i] for i in some], np.array([self._keys[i] for i in some])
        paths, together = self._paths_of(some), side_by_side(memories)
        space = spare.pop() if spare else new_space(self.network, paths.head.shape[1])
        own = space._replace(rewards=self.rewards[some])
        while together.clock[0] < goal and not halt.is_set():
            until = min(int(together.clock[0]) + self._stretch(), goal)
            advance(self.rule, own, together, paths, keys, until)
            if time.monotonic() > end:  # however short the time is, a stretch is taken
                halt.set()
        spare.append(space)
        part(together, memories)
        for r, i in enumerate(some):
            self.paths[i] = paths_of(paths, r)
            if together.clock[0] >= self.options.steps and not keep:
                del self.paths[i]
        return some

    def _paths_of(self, some: list[int]) -> Paths:
        """Return the stores of the noise paths of runs, new ones where they have none."""
        new = partial(new_paths, self.options, self.environment, self.network.n_actions, self.seed, bits=self.bits)
        if not any(i in self.paths for i in some):
            return new(some)
        return stacked([self.paths[i] if i in self.paths else paths_of(new([i]), 0) for i in some])

    def _stretch(self) -> int:
        """Return how many steps are taken between two looks at the clock; each may draw a whole batch."""
        rule = self.rule
        return max(1, _STRETCH * rule.update_every // rule.batch_size) if rule.replay else _STRETCH


def train(options: Algorithm1, runs: int = 1, seed: int = 0, *, jobs: int | None = None, **arguments: Any) -> Training:
    """Do all steps of all runs; see `Training` and `Training.advance` for the arguments."""
    how = {name: arguments.pop(name) for name in ("keep_paths", "progress") if name in arguments}
    return Training(options, runs, seed, **arguments).advance(jobs=jobs, **how)


def _for_each_run(name: str, values: Any, runs: int, actions: int) -> Array:
    tables = np.asarray(values, dtype=np.float64)
    if tables.ndim == 3 and len(tables) != runs:
        raise must(name, f"have {runs} tables, one for each run", str(len(tables)))
    if actions != 2:
        raise must("widths", "end with 2, the actions of the interval walk", str(actions))
    if tables.ndim == 3:  # read-only like a broadcast table: for any other the compiler would make another copy
        return frozen(np.stack([reward_knots(table) for table in tables]))
    return np.broadcast_to(reward_knots(tables), (runs, *tables.shape))
