"""Runs that are made together have the bits that they have alone, whatever the others do."""

import math
from dataclasses import replace

import numpy as np
import pytest
from evaluation_worlds import STORAGES, random_data, records_of

from tabular.algorithms.evaluation import GPOPE
from tabular.algorithms.evaluation.level import Level
from tabular.algorithms.evaluation.paired_repaired import paired_repaired_runs
from tabular.algorithms.evaluation.paired_runs import paired_ends
from tabular.algorithms.evaluation.repaired_gpope import RepairedGPOPE

LEARNERS = [
    GPOPE(0.3, 1.0, 0.1, 50),
    GPOPE(0.3, 1.0, 0.1, 53),
    GPOPE(2.0, 0.2, 0.05, 50, ratio=3.0),
    GPOPE(math.inf, 0, 0.1, 30, private=False),
    GPOPE(math.inf, 0, 1e200, 40, private=False),  # numbers overflow
    GPOPE(0.3, 1.0, lambda i: 0.1 / i, 20),  # the next three are made alone
    GPOPE(0.3, 1.0, 0.1, 20, projection=0.2),
    GPOPE(0.3, 1.0, 0.1, 20, bits="chacha20"),
    *(GPOPE(0.3 * k, 1.0 / k, 0.01 * k, 7 * k) for k in range(1, 8)),
]
REPAIRED = RepairedGPOPE(0.8, 2.0, 0.1, 6, ratio=2.0, dual_scale=0.7)


@pytest.mark.parametrize("storage", STORAGES)
def test_ends_are_those_of_single_runs(storage):
    rows = records_of(*random_data(12), storage)
    start = np.arange(1.0, rows.size + 1), np.full(rows.size, 0.5)
    learners = [*LEARNERS, replace(LEARNERS[0], initial=start)]
    ends, runs = paired_ends(learners, rows, 5), [learner.run(rows, 5) for learner in learners]

    assert [end.theta.tobytes() for end in ends] == [run.theta.tobytes() for run in runs]
    assert [end.clipped for end in ends] == [run.clipped for run in runs]
    assert [end.diverged for end in ends] == [run.diverged for run in runs]
    assert [k for k, end in enumerate(ends) if end.diverged] == [4]
    assert 0 < ends[0].clipped < 50


def test_a_key_is_a_seed_as_well():
    rows, key = records_of(*random_data(12), "pairs"), bytes(range(32))

    assert paired_ends(LEARNERS[:2], rows, key)[0].theta.tobytes() == LEARNERS[0].run(rows, key).theta.tobytes()


def test_no_runs_have_no_ends():
    assert paired_ends([], records_of(*random_data(12), "pairs"), 5) == []


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("level", [False, True])
def test_repaired_runs_are_those_of_single_ones(storage, level):
    rows = records_of(*random_data(12), storage)
    base = replace(REPAIRED, level=Level(np.arange(1.0, rows.size + 1), 5.0) if level else None, average_after=2)
    lost = replace(base, clip=math.inf, sigma=0.0, private=False, step_size=1e200)  # numbers overflow
    learners = [replace(base, step_size=0.01 * k, steps=3 + k % 4) for k in range(1, 10)]
    learners = [*learners[:2], lost, replace(base, clip=0.1), replace(base, projection=0.05), *learners[2:]]
    together, alone = paired_repaired_runs(learners, rows, 4), [learner.run(rows, 4) for learner in learners]

    for name in ("theta", "w", "average_theta", "average_w"):
        assert [getattr(run, name).tobytes() for run in together] == [getattr(run, name).tobytes() for run in alone]
    for name in ("steps", "clipped", "diverged"):
        assert [getattr(run, name) for run in together] == [getattr(run, name) for run in alone]
    assert [k for k, run in enumerate(together) if run.diverged] == [2]


def test_repaired_runs_with_batches_or_other_metrics_are_made_alone():
    rows = records_of(*random_data(12), "pairs")
    batches = [replace(REPAIRED, batch=5, step_size=size) for size in (0.1, 0.2)]
    metrics = [replace(REPAIRED, dual_scale=scale) for scale in (0.7, 0.8)]

    for learners in (batches, metrics):
        thetas = [run.theta.tolist() for run in paired_repaired_runs(learners, rows, 4)]
        assert thetas == [learner.run(rows, 4).theta.tolist() for learner in learners]
