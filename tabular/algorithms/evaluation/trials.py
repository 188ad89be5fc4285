"""Many independent trials of an estimator, in parallel: the same list for every number of workers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from joblib import Parallel, delayed

from tabular.algorithms.stretches import Progress
from tabular.errors import must, show
from tabular.noise.keys import seed_bytes, source
from tabular.numbers.arguments import count

TRIALS = 132  # the use of a key: seeds of trials
_MOST_TRIALS = 1 << 32
Result = TypeVar("Result")


def trial_seed(seed: int | bytes | None, trial: int) -> int:
    """Return the seed of a trial, 128 bits that depend on the seed and the number of the trial alone."""
    number = count("trial", trial, 0)
    if number >= _MOST_TRIALS:
        raise must("trial", f"be less than {_MOST_TRIALS}", show(trial))
    words = source(seed_bytes(seed), number, TRIALS, "fast").key
    return int(words[0]) << 64 | int(words[1])


def run_trials(
    function: Callable[[int], Result],
    trials: int,
    seed: int | bytes | None = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> list[Result]:
    """Return ``function(trial_seed(seed, k))`` for k = 0, ..., trials - 1, computed in ``jobs`` processes (-1: all).

    The function and its results must be picklable if jobs is not 1. ``progress(done, trials)`` is called after
    each trial. Within ``joblib.parallel_config`` another backend, such as a cluster, takes the place of the processes.
    """
    total = count("trials", trials)
    if not callable(function):
        raise must("function", "be callable with the seed of a trial", show(function))
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0:
        raise must("jobs", "be a number of processes, or -1 for all", show(jobs))
    seeds = [trial_seed(seed, trial) for trial in range(total)]
    calls = (delayed(_numbered)(function, k, s) for k, s in enumerate(seeds))
    finished = Parallel(n_jobs=jobs, return_as="generator_unordered")(calls)
    results = dict[int, Result]()
    for number, result in cast("Any", finished):
        results[number] = result
        if progress is not None:
            progress(len(results), total)
    return [results[k] for k in range(total)]


def _numbered(function: Callable[[int], Result], number: int, seed: int) -> tuple[int, Result]:
    return number, function(seed)
