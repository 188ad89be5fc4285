"""What an LP solver says about a pair of programs, whichever solver it was."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LpAnswer:
    """The value vector and the multipliers (m*n) that a solver found, its iterations, and how it says it ended."""

    value: Vector
    multipliers: Vector
    iterations: int
    status: str
    is_optimal: bool
