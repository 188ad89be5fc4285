"""Ctrl-C: pressed twice it ends a command once; where work must be kept, it is put off until that is on disk."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager

CLEANING = 3.0  # seconds that a command has to remove what it leaves


class Impatience:
    """What Ctrl-C does: it raises KeyboardInterrupt, but not while the one before is being obeyed."""

    def __init__(self) -> None:
        self._last = -math.inf

    def __call__(self, *_: object) -> None:
        """Handle the signal."""
        if (now := time.monotonic()) - self._last >= CLEANING:
            self._last = now
            raise KeyboardInterrupt

    def again(self) -> None:
        """Raise what was lost on its way."""
        raise KeyboardInterrupt


class Interrupts:
    """What Ctrl-C does: it raises KeyboardInterrupt once, until it is put off; later it is only remembered."""

    def __init__(self) -> None:
        self.came = False
        self._raises, self._is_put_off = True, False

    def put_off(self) -> None:
        """Let Ctrl-C only be remembered from now on."""
        self._raises, self._is_put_off = False, True

    def __call__(self, *_: object) -> None:
        """Handle the signal."""
        raises, self._raises, self.came = self._raises, False, True
        if raises:
            raise KeyboardInterrupt

    def again(self) -> None:
        """Raise what was lost on its way, unless it is put off by now."""
        if not self._is_put_off:
            raise KeyboardInterrupt


@contextmanager
def one_interrupt() -> Generator[Interrupts]:
    """Handle Ctrl-C by `Interrupts`, where signals can be handled: in the main thread."""
    interrupts = Interrupts()
    if threading.current_thread() is not threading.main_thread():
        yield interrupts
        return
    before = signal.signal(signal.SIGINT, interrupts)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)
