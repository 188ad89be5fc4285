"""Treating HIV (Adams et al. 2004; Ernst et al. 2006): which of two drugs to give for the next five days."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tabular.errors import must, show
from tabular.evaluation.continuous._kernels_environments import HIV, Simulator
from tabular.evaluation.continuous._kernels_hiv import derivative, flow
from tabular.evaluation.continuous.environment import Environment, Vector, number, row

UNHEALTHY = (163573.0, 5.0, 11945.0, 46.0, 63919.0, 24.0)
LOOSEST, TIGHTEST = 1e-3, 1e-11
_MOST, _MOST_DAYS = 1e9, 1e4


@dataclass(frozen=True)
class HivTreatment(Environment):
    """State log10 (T1, T2, T1*, T2*, V, E), actions 0 no drug, 1 e1 = .7, 2 e2 = .3, 3 both, each for five days.

    The reward is 1000 E - .1 V - 20000 e1^2 - 2000 e2^2 at the new state. A patient starts at ``counts``, by default
    the stable unhealthy state, each count times its own uniform number between the two ends of ``spread`` (equal: all
    patients are the same). No episode ends by itself; it is cut after 200 decisions. ``tol`` is the relative error that
    one step of the integrator may make.
    """

    spread: tuple[float, float] = (0.8, 1.2)
    counts: tuple[float, ...] = UNHEALTHY
    tol: float = 1e-8

    n_actions: ClassVar[int] = 4
    dimension: ClassVar[int] = 6
    max_length: ClassVar[int] = 200

    def __post_init__(self) -> None:
        spread, counts = row(self.spread), row(self.counts)
        if len(spread) != 2 or not 0 < spread[0] <= spread[1] < np.inf:
            raise must("spread", "be two rising positive factors", show(self.spread))
        if len(counts) != 6 or not ((counts > 0) & (counts <= _MOST)).all():
            raise must("counts", "be six positive numbers of at most 1e9", show(self.counts))
        _check_tol(self.tol)

    @property
    def low(self) -> Vector:
        """Return the lower ends of the domain of features (log10 counts); rare states outside are clipped to it."""
        return np.array([4.0, -1.0, -3.0, -3.0, -2.0, 0.0])

    @property
    def high(self) -> Vector:
        """Return the upper ends of the domain of features."""
        return np.array([6.0, 3.5, 5.5, 3.5, 6.5, 6.0])

    @property
    def simulator(self) -> Simulator:
        """Return what the kernels need to know."""
        return Simulator(HIV, np.array([*self.spread, self.tol, *self.counts]))


def change(counts: Any, e1: float, e2: float) -> Vector:
    """Return the derivative of the six counts, per day, under the efficacies e1 and e2 of the drugs."""
    out = np.empty(6)
    derivative(_counts(counts), *_efficacies(e1, e2), out)
    return out


def after(counts: Any, e1: float, e2: float, days: float, tol: float = 1e-8) -> Vector:
    """Return the six counts after some days under constant efficacies."""
    x = _counts(counts)
    if not 0 < number(days) <= _MOST_DAYS:
        raise must("days", "be positive and at most 1e4", show(days))
    _check_tol(tol)
    flow(x, *_efficacies(e1, e2), float(days), float(tol))
    return x


def _counts(counts: Any) -> Vector:
    x = row(counts)
    if x.shape != (6,) or not ((x >= 0) & (x <= _MOST)).all():
        raise must("counts", "be six numbers between 0 and 1e9", show(counts))
    return x


def _efficacies(e1: float, e2: float) -> tuple[float, float]:
    if not (0 <= number(e1) <= 1 and 0 <= number(e2) <= 1):
        raise must("e1 and e2", "be between 0 and 1", f"{show(e1)} and {show(e2)}")
    return float(e1), float(e2)


def _check_tol(tol: float) -> None:
    if not TIGHTEST <= number(tol) <= LOOSEST:
        raise must("tol", f"be between {TIGHTEST} and {LOOSEST}", show(tol))
