"""An existing Dask cluster as the back-end of joblib, whose own one waits for ever for what its workers die of."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from distributed import Client, KilledWorker  # an optional extra
from joblib import parallel_config
from joblib._dask import DaskDistributedBackend

from theory_checks.engine.errors import EngineError


class Cluster(DaskDistributedBackend):
    """The back-end of joblib that hears of failures, too, and has one worker do its work like many."""

    def submit(self, func: Any, callback: Callable[[Any], object] | None = None) -> Any:
        """Have a worker do the work; what it fails with is told as its result, and raised by whoever waits for it."""

        def told(done: Future[Any]) -> None:
            error = done.exception()
            if callback and error:
                callback(error)

        future = super().submit(func, callback)
        future.add_done_callback(told)
        return future

    def effective_n_jobs(self, n_jobs: int) -> int:
        """Return how much is done at a time; for one joblib would do it in this process."""
        return max(2, super().effective_n_jobs(n_jobs))


@contextmanager
def cluster(address: str) -> Generator[None]:
    """Share the work among the workers of this scheduler; what it breaks down on is one sentence."""
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise EngineError(f"engine dask must reach its scheduler, got no answer at {address}") from error
    with client, parallel_config(backend=Cluster(client=client)):
        try:
            yield
        except KilledWorker as error:
            raise EngineError(
                "a worker of the cluster must survive its claim, got one that ended each worker that took it"
                " (out of memory?); what was finished is kept: repeat the command with more memory a worker"
            ) from error
