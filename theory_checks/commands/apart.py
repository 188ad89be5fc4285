"""Work in a process of its own: whoever ends that one has ended no command, and given no verdict."""

from __future__ import annotations

import multiprocessing
import sys
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from tabular.errors import InputError, must

T = TypeVar("T")
HAS_FORK = sys.platform != "win32"


def apart(work: Callable[[], T], name: str) -> T:
    """Return what the work returns in a process of its own, where there is one to be had."""
    if not HAS_FORK:
        return work()
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(work, there))
    with warnings.catch_warnings():  # the child runs the work and nothing else, so other threads do not matter
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    there.close()
    try:
        answer, mistake = here.recv()
    except EOFError:
        process.join()
        raise must(name, "not end the process", f"status {process.exitcode}") from None
    finally:
        if process.is_alive():
            process.join(1)
            process.terminate()
    if mistake:
        raise InputError(mistake)
    return answer


def _send(work: Callable[[], Any], there: Connection) -> None:
    try:
        there.send((work(), ""))
    except InputError as error:
        there.send((None, str(error)))
    except KeyboardInterrupt:
        sys.exit(130)
