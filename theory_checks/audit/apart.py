"""Work in a process of its own: whoever ends that one has ended no command, and given no verdict."""

from __future__ import annotations

import multiprocessing
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from tabular.errors import InputError, must

T = TypeVar("T")
HAS_FORK = sys.platform != "win32"


@dataclass(frozen=True)
class Work(Generic[T]):
    """Work that goes on in another process."""

    name: str
    process: BaseProcess
    answers: Connection

    def answer(self) -> T:
        """Return what it returns."""
        try:
            answer, mistake = self.answers.recv()
        except EOFError:
            self.process.join()
            raise must(self.name, "not end the process", f"status {self.process.exitcode}") from None
        except BaseException:  # a signal: nobody waits for what is not wanted any more
            self.end()
            raise
        finally:
            self.process.join(1)
            self.end()
        if mistake:
            raise InputError(mistake)
        return answer

    def end(self) -> None:
        """End the process if it has not ended."""
        self.process.terminate()


def begun(work: Callable[[], T], name: str) -> Work[T]:
    """Begin work in a process of its own, where there are forks."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(work, there))
    with warnings.catch_warnings():  # the child runs the work and nothing else, so other threads do not matter
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    there.close()
    return Work(name, process, here)


def apart(work: Callable[[], T], name: str) -> T:
    """Return what the work returns in a process of its own, where there is one to be had."""
    return begun(work, name).answer() if HAS_FORK else work()


def _send(work: Callable[[], Any], there: Connection) -> None:
    try:
        there.send((work(), ""))
    except InputError as error:
        there.send((None, str(error)))
    except KeyboardInterrupt:
        sys.exit(130)
