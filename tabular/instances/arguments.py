"""Arguments that instances share: counts, and seeds of counter-based random numbers (the same on every machine)."""

from __future__ import annotations

from typing import Any

from numpy.random import Generator, Philox

from tabular.errors import must, show


def generator(seed: int) -> Generator:
    """Return the Philox generator of a seed, any integer of at least 0."""
    return Generator(Philox(count("seed", seed, 0)))


def count(name: str, value: Any, least: int = 1) -> int:
    """Return an integer argument of at least ``least``."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or value.__index__() < least:
        raise must(name, f"be an integer of at least {least}", show(value))
    return int(value.__index__())
