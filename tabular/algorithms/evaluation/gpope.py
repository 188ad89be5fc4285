"""Gradient perturbed off-policy evaluation (Algorithm 1) and, without its noise, GTD2.

    B_i(theta, w) = (-A_i'w, A_i theta + C_i w - b_i)                     i a trajectory drawn uniformly
    B-bar = B_i / max(1, ||B_i||_2 / h),     B-tilde = B-bar + h zeta,    zeta ~ N(0, sigma^2 I)
    (theta, w) <- (theta, w) - beta_i B-tilde

As printed, A_i, b_i, C_i are weighted by 1/tau and the last iterate is the estimate: that is ``Records.of(...,
weighting="1/length")`` and ``run.theta``. Weighting "sum", a ``projection`` onto a ball, a ``ratio`` of the steps of w
to those of theta, and the ``average`` iterates are the options beyond the print. All of them act before clipping or
after noise, so none changes what the noise protects.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from tabular.algorithms.evaluation._kernels_gpope import CLIPPED, DIVERGED, DONE, Settings, State, run_steps
from tabular.algorithms.evaluation.records import Records
from tabular.algorithms.evaluation.stretches import Progress, in_stretches
from tabular.arrays import Array, convert, frozen, read_numbers
from tabular.errors import must, show
from tabular.evaluation.moments import Moments, mspbe
from tabular.instances.arguments import count
from tabular.noise import checks
from tabular.noise.keys import Bits, seed_bytes, source

CHOICE, ZETA = 130, 131  # the uses of a key: which trajectory, and the noise
_MOST_STEPS = 1 << 40
_MOST_KEPT = 1 << 28  # numbers of a trace
StepSize = float | Sequence[float] | Callable[[int], float]


@dataclass(frozen=True, eq=False)
class GPOPERun:
    """What a run gives back: the iterate after the last step, the mean of the iterates, and the trace.

    The averages are over the iterates after the steps ``average_after`` + 1, ..., ``steps``. ``trace_theta[k]`` and
    ``trace_w[k]`` are the iterate after ``trace_steps[k]`` steps, beginning with 0. ``clipped`` counts the steps whose
    gradient was longer than the clip; unlike the iterates it is not protected by the noise. ``diverged`` says that
    numbers left the range of float64, where the run stops.
    """

    learner: GPOPE
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


@dataclass(frozen=True, eq=False)
class GPOPE:
    """Algorithm 1 with clip h, noise multiplier sigma, step sizes beta_i and N steps.

    ``step_size`` is a number, N numbers, or a function of i = 1, ..., N. ``initial`` is (theta_1, w_1), zeros if None.
    ``ratio`` k multiplies the steps of w by k. With a ``projection`` R the iterates stay in ||(theta, w)|| <= R.
    ``private=False`` allows sigma = 0, and then clip = inf: no privacy whatever. ``bits="chacha20"`` draws
    trajectories and noise from a cipher instead of a statistical hash (see :mod:`tabular.noise.keys`).
    """

    clip: float
    sigma: float
    step_size: StepSize
    steps: int
    initial: Any = None
    ratio: float = 1.0
    projection: float | None = None
    average_after: int = 0
    private: bool = True
    bits: Bits = "fast"

    def __post_init__(self) -> None:
        steps = count("steps", self.steps)
        if steps > _MOST_STEPS:
            raise must("steps", f"be at most {_MOST_STEPS}", show(steps))
        after = count("average_after", self.average_after, 0)
        if after >= steps:
            raise must("average_after", f"be less than the {steps} steps", show(after))
        checked = {
            "clip": _clip(self.clip, self.sigma, self.private),
            "sigma": _sigma(self.sigma, self.private),
            "steps": steps,
            "ratio": checks.positive("ratio", self.ratio),
            "projection": None if self.projection is None else checks.positive("projection", self.projection),
            "average_after": after,
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    @property
    def step_sizes(self) -> Array:
        """The step sizes beta_1, ..., beta_N."""
        return np.broadcast_to(_step_sizes(self.step_size, self.steps), (self.steps,))

    def run(
        self, records: Records, seed: int | bytes | None = 0, trace_every: int = 0, progress: Progress | None = None
    ) -> GPOPERun:
        """Make the N steps on the trajectories of the records; the same seed gives the same run.

        ``trace_every`` = k > 0 keeps the iterates after 0, k, 2 k, ... steps. ``progress(done, steps)`` is called about
        ten times a second. Ctrl-C ends the run and keeps the steps that were made.
        """
        if not isinstance(records, Records):
            raise must("records", "be Records", show(records))
        every = count("trace_every", trace_every, 0)
        state = self._state(records, every)
        settings = self._settings(seed, every)
        done = state.counts[DONE:CLIPPED]
        in_stretches(
            lambda stretch: run_steps(records.packed, settings, state, stretch),
            lambda: int(done[0]),
            self.steps,
            progress,
        )
        return self._result(records.size, state, every)

    def _settings(self, seed: int | bytes | None, every: int) -> Settings:
        key = seed_bytes(seed)
        choice, zeta = source(key, 0, CHOICE, self.bits), source(key, 0, ZETA, self.bits)
        return Settings(
            clip=self.clip,
            noise=self.clip * self.sigma if self.sigma > 0 else 0.0,
            step_ratio=self.ratio,
            projection=math.inf if self.projection is None else self.projection,
            average_after=self.average_after,
            trace_every=every,
            step_sizes=_step_sizes(self.step_size, self.steps),
            choice=choice.key,
            choice_state=choice.state,
            zeta=zeta.key,
            zeta_state=zeta.state,
            secure=choice.secure,
        )

    def _state(self, records: Records, every: int) -> State:
        n, width = records.size, records.packed.width + 1
        points = self.steps // every + 1 if every > 0 else 0
        if points * 2 * n > _MOST_KEPT:
            raise must("a trace", f"have at most {_MOST_KEPT} numbers", str(points * 2 * n))
        theta, w, g_theta, g_w, sum_theta, sum_w = (np.zeros(width) for _ in range(6))
        theta[:n], w[:n] = self._start(n)
        dots_theta, dots_w = np.empty(records.longest + 1), np.empty(records.longest + 1)
        trace = np.empty((points, 2, n))
        trace[:1, 0], trace[:1, 1] = theta[:n], w[:n]
        counts = np.zeros(3, np.int64)
        return State(theta, w, g_theta, g_w, sum_theta, sum_w, dots_theta, dots_w, trace, counts)

    def _start(self, n: int) -> tuple[Array, Array]:
        if self.initial is None:
            return np.zeros(n), np.zeros(n)
        if not isinstance(self.initial, (tuple, list)) or len(cast("list[Any]", self.initial)) != 2:
            raise must("initial", "be a pair (theta, w)", show(self.initial))
        parts = cast("list[Any]", self.initial)
        return _vector("initial theta", parts[0], n), _vector("initial w", parts[1], n)

    def _result(self, n: int, state: State, every: int) -> GPOPERun:
        done = int(state.counts[DONE])
        averaged = max(0, done - self.average_after)
        kept = done // every + 1 if every > 0 else 0
        means = (total[:n] / averaged if averaged else now[:n].copy() for total, now in _sums_and_iterates(state))
        average_theta, average_w = means
        return GPOPERun(
            learner=self,
            theta=frozen(state.theta[:n].copy()),
            w=frozen(state.w[:n].copy()),
            average_theta=frozen(average_theta),
            average_w=frozen(average_w),
            steps=done,
            clipped=int(state.counts[CLIPPED]),
            diverged=bool(state.counts[DIVERGED]),
            trace_steps=frozen(np.arange(kept) * every),
            trace_theta=frozen(state.trace[:kept, 0]),
            trace_w=frozen(state.trace[:kept, 1]),
        )


def _sums_and_iterates(state: State) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    return (state.sum_theta, state.theta), (state.sum_w, state.w)


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


def _step_sizes(value: StepSize, steps: int) -> Array:
    """Return beta_1, ..., beta_N, checked, or the one number that they all are."""
    if callable(value):
        sizes = np.array([checks.number("step_size", value(i)) for i in range(1, steps + 1)])
    elif isinstance(value, (np.ndarray, list, tuple)) and np.ndim(cast(Any, value)) > 0:
        sizes = convert(read_numbers("step_size", value, 1), "float")
        if sizes.size != steps:
            raise must("step_size", f"have one entry for each of {steps} steps", str(sizes.size))
    else:
        sizes = np.array([checks.number("step_size", value)])
    bad = np.flatnonzero(~((sizes > 0) & (sizes < np.inf)))
    if bad.size:
        raise must("step_size", "be positive and finite", show(float(sizes[bad[0]])), f"at step {bad[0] + 1}")
    return np.ascontiguousarray(sizes)


def _vector(name: str, value: object, n: int) -> Array:
    vector = convert(read_numbers(name, value, 1), "float")
    if vector.shape != (n,) or not np.isfinite(vector).all():
        raise must(name, f"be {n} finite numbers", show(value))
    return vector
