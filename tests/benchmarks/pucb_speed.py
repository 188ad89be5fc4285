"""Episodes a second of PUCB, planning again after every episode, against S, A, H and T.

    python -m tests.benchmarks.pucb_speed [--rounds N] [--episodes T] [--out FILE]

One thread, processor time, the best of the rounds; a round is a whole run with gaps. Lazy planning gives the same run.
"""

import os

if __name__ == "__main__":
    for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ.setdefault(_variable, "1")

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tabular.algorithms.episodic.pucb import PUCB, Practical, Printed, Repaired
from tabular.instances.episodic import random_episodic

MODES = {
    "printed": Printed(),
    "printed, all fed": Printed(reward_feed="all"),
    "printed, random ties": Printed(ties="random"),
    "repaired": Repaired(),
    "practical": Practical(),
    "practical, Gaussian": Practical("gaussian", 1e-6),
}
SIZES = ((2, 2, 2), (5, 3, 5), (10, 4, 10))
GROWTH = ((20, 4, 10), (10, 8, 10), (10, 4, 20))  # twice as many states, actions, steps as the last of SIZES
BARS = {("printed", "eager", (2, 2, 2)): 1e6, ("printed", "eager", (10, 4, 10)): 7e3}
BARS |= {("repaired", "lazy", (10, 4, 10)): 3e5}
_WIDTH = 110


@dataclass
class Speed:
    """The speed of one mode at one size."""

    mode: str
    planning: str
    states: int
    actions: int
    horizon: int
    episodes: int
    epsilon: float
    counters: int
    episodes_a_second: float
    bar: float | None


def measure(mode, planning, sizes, episodes, epsilon, rounds):
    """Time whole runs; the first one, which compiles, is short and not counted."""
    mdp = random_episodic(*sizes, seed=0)
    PUCB(*sizes, 64, epsilon, MODES[mode], planning=planning).run(mdp)
    learner = PUCB(*sizes, episodes, epsilon, MODES[mode], planning=planning)
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        learner.run(mdp)
        best = min(best, time.process_time() - began)
    bar = BARS.get((mode, planning, sizes))
    return Speed(mode, planning, *sizes, episodes, epsilon, learner.sizes.counters, episodes / best, bar)


def cases(episodes):
    """Yield mode, planning, sizes, T and epsilon: sizes by mode, growth in each of S, A, H, then growth in T."""
    for sizes in SIZES:
        length = max(500, episodes // (sizes[0] * sizes[2] // 4))
        for mode in MODES:
            for planning in ("eager", "lazy"):
                yield mode, planning, sizes, length, 1.0
    for sizes in GROWTH:
        for mode, planning in (("printed", "eager"), ("repaired", "lazy")):
            yield mode, planning, sizes, max(500, episodes // 50), 1.0
    for factor in (1, 4, 16):
        yield "printed", "eager", SIZES[0], factor * episodes // 4, 1.0
        yield "repaired", "lazy", SIZES[0], factor * episodes // 4, 100.0  # the forced phase is soon over


def show(rows):
    """Print the table."""
    table = Table("mode", "planning", "S, A, H", "T", "epsilon", "counters", "episodes/s", "bar")
    for row in rows:
        sizes = f"{row.states}, {row.actions}, {row.horizon}"
        bar = "" if row.bar is None else f"{row.bar:.2g}"
        speed = f"{row.episodes_a_second:.3g}"
        table.add_row(row.mode, row.planning, sizes, str(row.episodes), str(row.epsilon), str(row.counters), speed, bar)
    Console(width=max(Console().width, _WIDTH)).print(table)


def main():
    """Measure all cases, print them and write them down if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--episodes", type=int, default=200_000)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    rows = [measure(*case, options.rounds) for case in cases(options.episodes)]
    show(rows)
    if options.out is not None:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
