"""A cluster of local processes that does the work, or breaks down on it."""

import os

import dask
import pytest
from distributed import LocalCluster
from joblib import Parallel, delayed

from theory_checks.engine.cluster import cluster
from theory_checks.engine.errors import EngineError


@pytest.fixture
def local():
    """One worker of one thread, on whose first death a piece of work is given up."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as started,
    ):
        yield started


def shared(address, *work):
    with cluster(address):
        return sorted(Parallel(return_as="generator_unordered")(work))


def test_a_cluster_of_one_worker_does_the_work(local):
    assert shared(local.scheduler_address, *[delayed(os.getpid)()] * 3) == [local.workers[0].pid] * 3


def test_work_that_kills_its_workers_is_one_sentence(local):
    with pytest.raises(EngineError, match=r"a worker of the cluster must survive its claim.* is kept: repeat"):
        shared(local.scheduler_address, delayed(abs)(-1), delayed(os._exit)(1))


def test_an_exception_of_the_work_is_that_exception(local):
    with pytest.raises(ZeroDivisionError):
        shared(local.scheduler_address, delayed(divmod)(1, 0))
