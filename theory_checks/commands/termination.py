"""SIGTERM and SIGHUP end a command as an exception does: no worker, temporary folder or half a file is left."""

from __future__ import annotations

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from theory_checks.commands.interrupts import Impatience, Interrupts
from theory_checks.core.signals import TerminatedError

SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
RETURNED = 0.05  # seconds, after which a callback that has swallowed the exception is over
PATIENCE = 30.0  # seconds, after which what still waits for a lock is ended by the system


class _Termination:
    """Handles the signal: the first one is obeyed, and those that come while the command ends are not."""

    def __init__(self) -> None:
        self.status, self._obeyed, self.over = 0, False, False

    def __call__(self, number: int, _: object) -> None:
        if self._obeyed:
            return
        self.status, self._obeyed = self.status or 128 + number, True
        self._alarm(PATIENCE, signal.SIG_DFL)
        if not self.over:  # what is removed at the very end is removed whole
            raise TerminatedError(self.status)

    def lost(self, report: Any) -> None:
        """Take what Python cannot raise, for it came in a callback of a library: the signal comes once more."""
        if self.over and isinstance(report.exc_value, (KeyboardInterrupt, TerminatedError)):
            return  # the process ends by itself, and soon without a handler for an alarm
        if isinstance(report.exc_value, KeyboardInterrupt):
            self._alarm(RETURNED, _interrupt)
        elif isinstance(report.exc_value, TerminatedError):
            self._obeyed = False
            self._alarm(RETURNED, self)
        else:
            sys.__unraisablehook__(report)

    @staticmethod
    def _alarm(seconds: float, action: Any) -> None:
        signal.signal(signal.SIGALRM, action)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _interrupt(*_: object) -> None:
    handler = signal.getsignal(signal.SIGINT)
    if isinstance(handler, (Impatience, Interrupts)):
        handler.again()


@contextmanager
def termination() -> Generator[None]:
    """End by one of the signals with its own status, whatever else breaks meanwhile; `nohup` ignores one of them."""
    handler = _Termination()
    sys.unraisablehook = handler.lost
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)
    try:
        yield
    except (Exception, SystemExit):
        if not handler.status:
            raise
        sys.exit(handler.status)
    finally:
        handler.over = True
