"""What the engine refuses, in one sentence each."""

from __future__ import annotations


class EngineError(ValueError):
    """The engine that was named cannot be used, a file cannot be what it is to be, or a worker broke down."""
