"""GTD2 as a stochastic gradient method on the saddle point problem: GPOPE without clipping and without noise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tabular.algorithms.evaluation.gpope import GPOPE, GPOPERun, StepSize
from tabular.algorithms.evaluation.records import Records
from tabular.algorithms.stretches import Progress


@dataclass(frozen=True, eq=False)
class GTD2:
    """N steps theta += beta A_i'w, w += k beta (b_i - A_i theta - C_i w) on records drawn uniformly.

    A record is a trajectory, as in (2.3), or a single transition if the records were made of ``data.transitions()``;
    those lead to the moments of sums, whatever the lengths. The arguments are those of :class:`GPOPE`.
    """

    step_size: StepSize
    steps: int
    initial: Any = None
    ratio: float = 1.0
    projection: float | None = None
    average_after: int = 0

    def __post_init__(self) -> None:
        self.without_noise()

    def without_noise(self) -> GPOPE:
        """Return the same steps as GPOPE with clip inf and sigma 0."""
        return GPOPE(
            math.inf,
            0.0,
            self.step_size,
            self.steps,
            self.initial,
            self.ratio,
            self.projection,
            self.average_after,
            private=False,
        )

    def run(
        self, records: Records, seed: int | bytes | None = 0, trace_every: int = 0, progress: Progress | None = None
    ) -> GPOPERun:
        """Make the steps; see :meth:`GPOPE.run`."""
        return self.without_noise().run(records, seed, trace_every, progress)
