"""No code of somebody else ends a command as if it had come to its end: `os._exit(0)` would be a status of success."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager

_LEAVE = os._exit


def _as_it_was() -> None:
    os._exit = _LEAVE


os.register_at_fork(after_in_child=_as_it_was)  # other processes end as they like


@contextmanager
def no_sudden_end() -> Generator[None]:
    """Have `os._exit` do in this process what `sys.exit` does, which is an error wherever code of others is run."""
    os._exit = sys.exit
    try:
        yield
    finally:
        _as_it_was()
