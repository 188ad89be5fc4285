"""Pieces of work in processes of their own, each forked by the thread that asks for them.

A process that a thread forks while another one prints waits for ever for the lock of the stream: no other thread forks.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar, cast

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def each(work: Callable[[Piece], Result], pieces: Sequence[Piece], jobs: int) -> Iterator[tuple[Piece, Result | None]]:
    """Yield what the work returns for each piece, as they are finished; nothing if its process was ended."""
    left, running = list(reversed(pieces)), dict[Connection, tuple[BaseProcess, Piece]]()
    try:
        while left or running:
            while left and len(running) < jobs:
                piece = left.pop()
                here, process = _forked(work, piece)
                running[here] = process, piece
            here = cast(Connection, wait(list(running))[0])
            result = _received(here)
            process, piece = running.pop(here)
            process.join()
            yield piece, result
    finally:
        for process, _ in running.values():
            process.terminate()
            process.join()


def _forked(work: Callable[[Piece], Result], piece: Piece) -> tuple[Connection, BaseProcess]:
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(work, piece, there))
    process.start()
    there.close()
    return here, process


def _send(work: Callable[[Piece], Result], piece: Piece, there: Connection) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # at once, while the process that asks ends with care
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends this one
    there.send(work(piece))


def _received(here: Connection) -> Any:
    with here:
        try:
            return here.recv()
        except EOFError:
            return None
