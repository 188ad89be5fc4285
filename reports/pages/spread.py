"""Work that is spread over the cores: as forks of this process, which know all that it knows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from typing import Any, TypeVar

Result = TypeVar("Result")
ENOUGH = 60  # pieces of work for which more processes pay
AT_ONCE = 4

_work: Callable[[int], Any]


def spread(work: Callable[[int], Result], count: int) -> Iterator[Result]:
    """Yield what the work returns for 0, 1, ...; what it raises first is raised here."""
    jobs = os.cpu_count() or 1
    if count < ENOUGH or jobs == 1 or not hasattr(os, "fork"):
        yield from map(work, range(count))
        return
    with get_context("fork").Pool(jobs, _take, (work,)) as pool:
        yield from pool.imap(_call, range(count), AT_ONCE)


def _take(work: Callable[[int], Any]) -> None:
    global _work  # noqa: PLW0603  a fork has it already, while a queue could not carry it
    _work = work


def _call(number: int) -> Any:
    return _work(number)
