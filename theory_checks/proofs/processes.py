"""Processes of Coq, some at a time: none is left, and none begins, once the command that wants them is ended."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

_running: set[subprocess.Popen[str]] = set()
_beginning = threading.Lock()
_over = threading.Event()


class EndedError(Exception):
    """Nobody waits for an answer any more."""


@contextmanager
def threads(jobs: int) -> Generator[ThreadPoolExecutor]:
    """Yield threads that call `run`. Whoever leaves them early, by a signal for instance, leaves no work behind."""
    _over.clear()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield pool
        except BaseException:
            _end()
            raise


def run(command: Sequence[str], folder: Path, seconds: float) -> subprocess.CompletedProcess[str]:
    """Run a command, which is killed after so many seconds (`TimeoutExpired`)."""
    with _beginning:
        if _over.is_set():
            raise EndedError
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        _running.add(process)
    with process:
        try:
            out, err = process.communicate(timeout=seconds)
        finally:
            with _beginning:
                _running.discard(process)
            process.kill()
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def _end() -> None:
    with _beginning:
        _over.set()
        for process in _running:
            process.kill()
