"""Work that is spread over the cores: as forks of this process, which know all that it knows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import TimeoutError as NotYetError
from multiprocessing import active_children, get_context
from multiprocessing.pool import IMapIterator
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from reports.read.strict import InputError

Result = TypeVar("Result")
ENOUGH = 60  # pieces of work for which more processes pay
AT_ONCE = 4
SECONDS = 1.0  # after which the processes are looked at

_work: Callable[[int], Any]


def spread(work: Callable[[int], Result], count: int) -> Iterator[Result]:
    """Yield what the work returns for 0, 1, ...; what it raises first is raised here."""
    jobs = os.cpu_count() or 1
    if count < ENOUGH or jobs == 1 or not hasattr(os, "fork"):
        yield from map(work, range(count))
        return
    starts = range(0, count, AT_ONCE)
    with get_context("fork").Pool(jobs, _take, (work,)) as pool:
        workers = active_children()
        parts = pool.imap(_call, [range(start, min(start + AT_ONCE, count)) for start in starts])
        for _ in starts:
            yield from _next(parts, workers)


def _next(parts: IMapIterator[list[Result]], workers: Sequence[BaseProcess]) -> list[Result]:
    """Return what is finished next; the pool itself would wait for ever for what a killed process had begun."""
    while True:
        try:
            return parts.next(SECONDS)
        except NotYetError:
            if not all(worker.is_alive() for worker in workers):
                rule = "processes that build a site must survive their work"
                raise InputError(f"{rule}, got one that was killed (out of memory?)") from None


def _take(work: Callable[[int], Any]) -> None:
    global _work  # noqa: PLW0603  a fork has it already, while a queue could not carry it
    _work = work


def _call(numbers: range) -> list[Any]:
    return [_work(number) for number in numbers]
