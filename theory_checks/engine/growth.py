"""How much a worker may grow: what it has computed for a claim it keeps for the next ones of the package.

Where `psutil` is installed joblib takes 300 MB more than at first for a leak, and starts another process, which
compiles and computes all of that again.
"""

from __future__ import annotations

from joblib.externals.loky import process_executor

MOST = 1 << 30  # bytes; a quick run in one process was seen to take 0.75 of it, all in all


def may_grow() -> None:
    """Let this process grow so much before another one takes its place."""
    setattr(process_executor, "_MAX_MEMORY_LEAK_SIZE", MOST)  # noqa: B010 - a private name
