"""How much an audit may draw, and what may go wrong how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tabular.errors import must, show
from theory_checks.core.judge import REFUTATION_ERROR

_FEWEST = 20


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How many runs of each world for each of three samples: a search, a threshold, and the decision.

    ``confidence`` is that of the bound for epsilon. With ``looks`` > 1 the confirmation stops as soon as the claim is
    refuted, at one of so many equally spaced looks; the bound then pays for every look.
    """

    search: int = 2000
    threshold: int = 2000
    confirm: int = 4000
    looks: int = 1
    confidence: float = 0.95
    failure_probability: float = REFUTATION_ERROR
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("search", "threshold", "confirm"):
            _whole(name, getattr(self, name), _FEWEST)
        _whole("looks", self.looks, 1)
        _whole("seed", self.seed, 0)
        if self.looks > self.confirm:
            raise must("looks", f"be at most confirm, {self.confirm}", show(self.looks))
        _check_errors(self)


@dataclass(frozen=True, kw_only=True)
class Budget:
    """How long an audit goes on: for so many seconds, and so many runs of each world, at most.

    It draws round after round, each as large as all before it, and stops early when the claim is refuted, or when the
    runs that are left could not refute it by what has been seen. If ``seconds`` is None the clock is not asked, and the
    same seed gives the same audit. Without ``bits`` outputs are real numbers, as in a proof: what only the low bits of
    doubles betray is not looked at.
    """

    seconds: float | None = 10.0
    runs: int = 1 << 20
    bits: bool = True
    confidence: float = 0.95
    failure_probability: float = REFUTATION_ERROR
    seed: int = 0

    def __post_init__(self) -> None:
        seconds: Any = self.seconds
        if seconds is not None and not (isinstance(seconds, (int, float)) and seconds > 0):
            raise must("seconds", "be positive, or None", show(seconds))
        _whole("runs", self.runs, 2 * _FEWEST)
        _whole("seed", self.seed, 0)
        _check_errors(self)


def _check_errors(plan: Plan | Budget) -> None:
    for name in ("confidence", "failure_probability"):
        value = getattr(plan, name)
        if not isinstance(value, (int, float)) or not 0 < value < 1:
            raise must(name, "be strictly between 0 and 1", show(value))


def _whole(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise must(name, f"be an integer of at least {least}", show(value))
