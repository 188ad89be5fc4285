"""What a statistical procedure hands back: frozen values whose arrays are read-only.

`SequentialResult` holds the log-wealth of an e-process E_1, E_2, ... (E_0 = 1, a non-negative supermartingale under
the null hypothesis). Ville's inequality P(sup_t E_t >= 1/a) <= a makes every reading of it valid at any stopping time:
rejecting when the wealth has reached 1/a errs with probability at most a, and 1 / max_t E_t is a p-value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tabular.errors import must
from theory_checks.statistics.arguments import BoolArray, FloatArray, IntArray, frozen, number

Decision = Literal["REJECT", "CONTINUE"]

# Log-wealths are rounded downwards where errors add up (see each test). What is left, the last few operations and the
# logarithm of the failure probability, is below 2**-40 for wealths near any threshold that floats can express.
ROUNDING_MARGIN = 2.0**-40


@dataclass(frozen=True, eq=False)
class SequentialResult:
    """Log-wealth after 1, 2, ..., n samples (last axis; the axes before it are independent paths)."""

    log_wealth: FloatArray
    failure_probability: float

    def __post_init__(self) -> None:
        frozen(self.log_wealth)

    @property
    def wealth(self) -> FloatArray:
        """Return the e-values E_t; infinite where they exceed the largest float."""
        with np.errstate(over="ignore"):
            return np.exp(self.log_wealth)

    @property
    def log_p_value(self) -> FloatArray:
        """-max_t log E_t, rounded upwards, at most 0."""
        return np.minimum(0.0, ROUNDING_MARGIN - self.log_wealth.max(axis=-1))

    @property
    def p_value(self) -> FloatArray:
        """1 / max_t E_t, at most 1: valid whenever the sampling was stopped, and for whatever reason."""
        return np.exp(self.log_p_value)

    @property
    def rejected(self) -> BoolArray:
        """Tell whether the wealth has ever reached 1 / failure_probability, one truth value per path."""
        return self.log_wealth.max(axis=-1) >= log_threshold(self.failure_probability)

    @property
    def rejection_time(self) -> IntArray:
        """Return the first t (from 1) with E_t >= 1 / failure_probability; 0 where there is none."""
        reached = self.log_wealth >= log_threshold(self.failure_probability)
        return np.where(reached.any(axis=-1), reached.argmax(axis=-1) + 1, 0)

    @property
    def decision(self) -> Decision:
        """Return the decision on a single path."""
        if self.log_wealth.ndim != 1:
            raise must("decision", "be asked of a single path", f"log_wealth of shape {self.log_wealth.shape}")
        return "REJECT" if bool(self.rejected) else "CONTINUE"


@dataclass(frozen=True, eq=False)
class Interval:
    """`low <= truth <= high` with probability at least 1 - failure_probability, at each place separately."""

    low: FloatArray
    high: FloatArray
    failure_probability: float

    def __post_init__(self) -> None:
        frozen(self.low)
        frozen(self.high)

    def contains(self, value: float) -> BoolArray:
        """Tell whether `value` is inside, at each place; NaN is inside nothing and is refused."""
        if math.isnan(number("value", value)):
            raise must("value", "be a number", "nan")
        return (self.low <= value) & (value <= self.high)


def log_threshold(failure_probability: float) -> float:
    """Return the log-wealth at which a null hypothesis is rejected: log(1 / failure_probability), rounded upwards."""
    return ROUNDING_MARGIN - math.log(failure_probability)


def rounded_down(log_wealth: FloatArray, rounding: FloatArray) -> FloatArray:
    """Subtract what rounding may have added; what is no number then (infinity minus infinity) is an empty purse."""
    with np.errstate(invalid="ignore"):
        lower = log_wealth - rounding
    return np.where(np.isnan(lower), -np.inf, lower)
