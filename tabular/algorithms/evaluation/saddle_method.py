"""What Algorithm 1 of GPOPE and its repair share: their arguments, one way to run them, and what a run gives back."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from tabular.algorithms.evaluation.records import Records
from tabular.algorithms.stretches import Progress, in_stretches
from tabular.errors import must, show
from tabular.evaluation.moments import Moments, mspbe
from tabular.noise import checks
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array


@dataclass(frozen=True, eq=False)
class SaddleRun:
    """What a run gives back: the iterate after the last step, the mean of the iterates, and the trace.

    The averages are over the iterates after the steps ``average_after`` + 1, ..., ``steps``. ``trace_theta[k]`` and
    ``trace_w[k]`` are the iterate after ``trace_steps[k]`` steps, beginning with 0. ``clipped`` counts the gradients
    that were longer than the clip; unlike the iterates it is not protected by the noise. ``diverged`` says that
    numbers left the range of float64, where the run stops.
    """

    learner: SaddleMethod[Any]
    theta: Any
    w: Any
    average_theta: Any
    average_w: Any
    steps: int
    clipped: int
    diverged: bool
    trace_steps: Any
    trace_theta: Any
    trace_w: Any

    @property
    def planned(self) -> int:
        """The number N of steps that were to be made."""
        return self.learner.steps

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the run before its last step."""
        return self.steps < self.planned and not self.diverged

    def mspbe(self, moments: Moments) -> Array:
        """Return the MSPBE of every theta of the trace."""
        return mspbe(moments, self.trace_theta)


Run = TypeVar("Run", bound=SaddleRun)
Result = TypeVar("Result", bound=SaddleRun, covariant=True)


class Walk(Protocol[Result]):
    """The iterates of one run."""

    @property
    def done(self) -> int:
        """The number of steps made."""
        ...

    def advance(self, steps: int) -> None:
        """Make so many more steps, or fewer if numbers leave the range of float64."""
        ...

    def result(self) -> Result:
        """Return what the steps made so far lead to."""
        ...


class SaddleMethod(ABC, Generic[Run]):
    """N noisy primal-dual steps with clip h and noise multiplier sigma."""

    clip: float
    sigma: float
    steps: int
    ratio: float
    projection: float | None
    average_after: int
    private: bool

    def run(
        self, records: Records, seed: int | bytes | None = 0, trace_every: int = 0, progress: Progress | None = None
    ) -> Run:
        """Make the N steps on the trajectories of the records; the same seed gives the same run.

        ``trace_every`` = k > 0 keeps the iterates after 0, k, 2 k, ... steps. ``progress(done, steps)`` is called about
        ten times a second. Ctrl-C ends the run and keeps the steps that were made.
        """
        if not isinstance(records, Records):
            raise must("records", "be Records", show(records))
        walk = self._walk(records, seed, count("trace_every", trace_every, 0))
        in_stretches(walk.advance, lambda: walk.done, self.steps, progress)
        return walk.result()

    @abstractmethod
    def _walk(self, records: Records, seed: int | bytes | None, every: int) -> Walk[Run]:
        """Return the iterates before the first step."""

    def _checked(self, most_steps: int) -> dict[str, Any]:
        """Return the arguments that all such methods have, checked."""
        steps, after = count("steps", self.steps), count("average_after", self.average_after, 0)
        if steps > most_steps:
            raise must("steps", f"be at most {most_steps}", show(steps))
        if after >= steps:
            raise must("average_after", f"be less than the {steps} steps", show(after))
        return {
            "clip": _clip(self.clip, self.sigma, self.private),
            "sigma": _sigma(self.sigma, self.private),
            "steps": steps,
            "ratio": checks.positive("ratio", self.ratio),
            "projection": None if self.projection is None else checks.positive("projection", self.projection),
            "average_after": after,
        }


def _sigma(value: object, private: bool) -> float:
    sigma = checks.number("sigma", value)
    if private and not 0.0 < sigma < math.inf:
        raise must("sigma", "be positive and finite (or 0 with private=False)", show(value))
    if not 0.0 <= sigma < math.inf:
        raise must("sigma", "be finite and at least 0", show(value))
    return sigma


def _clip(value: object, sigma: object, private: bool) -> float:
    clip = checks.number("clip", value)
    if not clip > 0.0:
        raise must("clip", "be positive", show(value))
    if clip == math.inf and private:
        raise must("clip", "be finite (or inf with private=False)", show(value))
    if clip == math.inf and checks.number("sigma", sigma) > 0.0:
        raise must("clip", "be finite where sigma > 0, for the noise is clip * sigma", show(value))
    return clip
