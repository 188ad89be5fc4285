"""Deep Q-learning with functional noise: what a step costs

A step asks the noise and the network for action values, moves, adds a gradient and, once in a batch of 64, updates the
parameters. Algorithm 1 with a new path in each batch (J = T/B) and a 1-16-16-2 network; every run has its own states,
actions, noise and parameters. Threads are those asked for, and the time is that of a clock.
"""

import time
from functools import partial

import numpy as np
import pytest

from tabular.dpdqn.options import BRACKETED
from tabular.dpdqn.training import train
from tests.benchmarks.contest import Contest, Contestant, Task
from tests.benchmarks.dqn_contestants import LEARNERS, NETWORK, Randomness, run

SEED, HORIZON = 5, 5_000
ALGORITHM = BRACKETED.but(noise_level=0.3, horizon=HORIZON)
BAR = 60.0 / (1000 * HORIZON)  # 1,000 runs in a minute on two cores
_AGREEMENT = 1e-6  # the loops sum in another order, over thousands of updates


def on_threads(threads, runs):
    return lambda: train(ALGORITHM, runs, SEED, jobs=threads).parameters


def loop(learner, _):
    random = Randomness(ALGORITHM, SEED, 0)
    return lambda: run(ALGORITHM, learner(ALGORITHM, NETWORK.initial(SEED)[0], NETWORK.widths), random)[None]


def finite(runs, parameters):
    return "" if len(parameters) == runs and np.isfinite(parameters).all() else "parameters that are not finite", {}


def agrees(_, parameters):
    """All get the same random numbers and must end with the same network."""
    apart = float(np.abs(parameters[0] - train(ALGORITHM, 1, SEED, jobs=1).parameters[0]).max())
    return "" if apart <= _AGREEMENT else "another network", {"Largest difference of a parameter": apart}


def runs(count):
    return Task(f"{count} runs", lambda: count, count * HORIZON, count)


THREADS = {1: "1 thread", 2: "2 threads"}
FULL = {"1000 runs": BAR}
CONTESTS = (
    Contest(
        "Populations",
        "step of a run",
        tuple(map(runs, (10, 100, 1000))),
        tuple(
            Contestant(name, partial(on_threads, n), True, bars=FULL if n == 2 else {}) for n, name in THREADS.items()
        ),
        finite,
    ),
    Contest(
        "One run, beside a plain loop",
        "step",
        (Task("one run", lambda: 1, HORIZON),),
        (
            Contestant("compiled", partial(on_threads, 1), True),
            *(
                Contestant(f"plain loop, {name}", partial(loop, learner), needs="torch" if "Torch" in name else None)
                for name, learner in LEARNERS.items()
            ),
        ),
        agrees,
    ),
)


@pytest.mark.benchmark(timer=time.perf_counter)  # the seconds of a clock, as some have two threads
def test_dqn(entry, benchmark):
    entry.run(benchmark)
