"""While a mechanism runs, what it prints is only heard, and it cannot end the process."""

from __future__ import annotations

import io
import os
from collections.abc import Generator
from contextlib import contextmanager, redirect_stderr, redirect_stdout


class EndedError(BaseException):
    """What `os._exit` becomes."""


class Ear(io.TextIOBase):
    """A stream that keeps nothing of what is written but its length."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = 0

    def write(self, text: str) -> int:
        """Count the text."""
        self.heard += len(text)
        return len(text)


@contextmanager
def quiet(ear: Ear) -> Generator[None]:
    """Have all that Python code prints go to the ear, and `os._exit` raise an exception."""

    def stay(status: int) -> None:
        raise EndedError(f"status {status}")

    leave = os._exit
    os._exit = stay  # type: ignore[assignment]
    try:
        with redirect_stdout(ear), redirect_stderr(ear):
            yield
    finally:
        os._exit = leave
