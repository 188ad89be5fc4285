"""Long compiled loops in stretches of a tenth of a second: progress is told in between, Ctrl-C ends after one."""

from __future__ import annotations

import time
from collections.abc import Callable

Progress = Callable[[int, int], object]
_STRETCH = 0.1  # seconds between two reports


def in_stretches(
    advance: Callable[[int], object], done: Callable[[], int], total: int, progress: Progress | None = None
) -> bool:
    """Call ``advance(k)`` (make k more steps) until ``done()`` is ``total``; return whether that was cut short.

    It is by Ctrl-C, and by an ``advance`` that makes fewer steps than it was asked for.
    """
    stretch = 1
    try:
        while (before := done()) < total:
            asked, began = min(stretch, total - before), time.monotonic()
            advance(asked)
            took = time.monotonic() - began
            stretch = max(1, min(4 * stretch, int(stretch * _STRETCH / max(took, 1e-9))))
            if progress is not None:
                progress(done(), total)
            if done() < before + asked:
                return True
    except KeyboardInterrupt:
        return True
    return False
