"""A worker ends with the process that it works for, also with one that was killed and could end nobody."""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress
from functools import cache
from threading import Thread


@cache
def end_with(owner: int) -> None:
    """Have this process end with its owner, if it is another one: the process, and not the thread that started this.

    Where the system has no handles of processes, nothing is done.
    """
    if owner == os.getpid() or not hasattr(os, "pidfd_open"):
        return
    with suppress(OSError, RuntimeError):  # no handle or no thread is to be had: the worker ends later, when it is idle
        Thread(target=_wait, args=(_opened(owner),), daemon=True).start()


def _opened(owner: int) -> int:
    try:
        return os.pidfd_open(owner)
    except ProcessLookupError:
        _end()
        raise


def _wait(owner: int) -> None:
    ended = select.poll()
    ended.register(owner, select.POLLIN)
    ended.poll()
    _end()


def _end() -> None:
    """End at once, whatever a claim that is being computed has made of exits and signals."""
    os.kill(os.getpid(), signal.SIGKILL)
