"""Trials: the same list whatever the number of workers, each with its own seed."""

import numpy as np
from refusals import refusals

from tabular.algorithms.evaluation import GPOPE, Records, run_trials, trial_seed
from tabular.evaluation import Tabular, sample
from tabular.mdp.instances.graphs import recovery_chain


class Trial:
    """The last iterate of a short run; a value that can be sent to another process."""

    def __init__(self):
        data = sample(recovery_chain(6, exact=False), np.ones((6, 1)), 50)
        self.records = Records.of(data, None, Tabular(5), 0.99)

    def __call__(self, seed):
        return GPOPE(0.1, 1.0, 0.1, 100).run(self.records, seed).theta.tobytes()


def test_the_number_of_workers_does_not_matter():
    told = []
    alone = run_trials(Trial(), 6, seed=3)
    together = run_trials(Trial(), 6, seed=3, jobs=2, progress=lambda done, total: told.append((done, total)))

    assert alone == together
    assert len(set(alone)) == 6
    assert told == [(k, 6) for k in range(1, 7)]


def test_more_trials_begin_with_the_fewer():
    assert run_trials(Trial(), 4, seed=3)[:2] == run_trials(Trial(), 2, seed=3)
    assert run_trials(Trial(), 2, seed=4) != run_trials(Trial(), 2, seed=3)


def test_seeds_of_trials_differ():
    seeds = {trial_seed(seed, trial) for seed in range(20) for trial in range(50)}

    assert len(seeds) == 1000
    assert all(0 <= seed < 1 << 128 for seed in seeds)


test_broken_calls_get_one_sentence = refusals(
    (lambda: run_trials(str, 0), "trials must be an integer of at least 1, got 0"),
    (lambda: run_trials("f", 1), "function must be callable with the seed of a trial, got 'f'"),
    (lambda: run_trials(str, 1, jobs=0), "jobs must be a number of processes, or -1 for all, got 0"),
    (lambda: run_trials(str, 1, seed=-1), "seed must be 32 bytes or an integer"),
    (lambda: trial_seed(0, -1), "trial must be an integer of at least 0, got -1"),
    (lambda: trial_seed(0, 1 << 33), "trial must be less than"),
)
