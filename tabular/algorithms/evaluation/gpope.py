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

from tabular.algorithms.evaluation._kernels_gpope import (
    CLIPPED,
    DIVERGED,
    DONE,
    Settings,
    State,
    choices,
    run_steps,
)
from tabular.algorithms.evaluation.records import Records
from tabular.algorithms.evaluation.saddle_method import SaddleMethod, SaddleRun
from tabular.errors import must, show
from tabular.noise import checks
from tabular.noise._kernels_words import stream_words
from tabular.noise.keys import Bits, bits_for, seed_bytes, source
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, convert, frozen, read_numbers

CHOICE, ZETA = 130, 131  # the uses of a key: which trajectory, and the noise
_MOST_STEPS = 1 << 40
_MOST_KEPT = 1 << 28  # numbers of a trace
StepSize = float | Sequence[float] | Callable[[int], float]


@dataclass(frozen=True, eq=False)
class GPOPERun(SaddleRun):
    """What a run of Algorithm 1 gives back."""

    learner: GPOPE


@dataclass(frozen=True, eq=False)
class GPOPE(SaddleMethod[GPOPERun]):
    """Algorithm 1 with clip h, noise multiplier sigma, step sizes beta_i and N steps.

    ``step_size`` is a number, N numbers, or a function of i = 1, ..., N. ``initial`` is (theta_1, w_1), zeros if None.
    ``ratio`` k multiplies the steps of w by k. With a ``projection`` R the iterates stay in ||(theta, w)|| <= R.
    ``private=False`` allows sigma = 0, and then clip = inf: no privacy whatever. ``bits`` says where trajectories and
    noise come from: unless it is given, from a cipher for a key, and from a hash for an integer seed
    (:mod:`tabular.noise.keys`).
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
    bits: Bits | None = None

    def __post_init__(self) -> None:
        for name, value in self._checked(_MOST_STEPS).items():
            object.__setattr__(self, name, value)

    @property
    def step_sizes(self) -> Array:
        """The step sizes beta_1, ..., beta_N."""
        return np.broadcast_to(_step_sizes(self.step_size, self.steps), (self.steps,))

    def chosen(self, n_trajectories: int, seed: int | bytes) -> Array:
        """Return which of n trajectories the N steps of a run with this seed look at; they need no others."""
        draws = source(seed_bytes(seed), 0, CHOICE, bits_for(seed, self.bits))
        words, indices = np.empty(self.steps, np.uint64), np.empty(self.steps, np.int64)
        stream_words(draws.key, draws.state, draws.secure, 0, self.steps, words)
        choices(words, count("n_trajectories", n_trajectories), indices)
        return indices

    def _walk(self, records: Records, seed: int | bytes | None, every: int) -> _Walk:
        return _Walk(self, records, seed, every)


class _Walk:
    """The iterates of one run, in compiled loops."""

    def __init__(self, learner: GPOPE, records: Records, seed: int | bytes | None, every: int) -> None:
        self.learner, self.packed, self.every = learner, records.packed, every
        self.state = _state(learner, records, every)
        self.settings = _settings(learner, seed, every)

    @property
    def done(self) -> int:
        return int(self.state.counts[DONE])

    def advance(self, steps: int) -> None:
        run_steps(self.packed, self.settings, self.state, steps)

    def result(self) -> GPOPERun:
        n, state, every, done = self.packed.size, self.state, self.every, self.done
        averaged = max(0, done - self.learner.average_after)
        kept = done // every + 1 if every > 0 else 0
        pairs = (state.sum_theta, state.theta), (state.sum_w, state.w)
        average_theta, average_w = (total[:n] / averaged if averaged else now[:n].copy() for total, now in pairs)
        return GPOPERun(
            learner=self.learner,
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


def _settings(learner: GPOPE, seed: int | bytes | None, every: int) -> Settings:
    key, bits = seed_bytes(seed), bits_for(seed, learner.bits)
    choice, zeta = source(key, 0, CHOICE, bits), source(key, 0, ZETA, bits)
    return Settings(
        clip=learner.clip,
        noise=learner.clip * learner.sigma if learner.sigma > 0 else 0.0,
        step_ratio=learner.ratio,
        projection=math.inf if learner.projection is None else learner.projection,
        average_after=learner.average_after,
        trace_every=every,
        step_sizes=_step_sizes(learner.step_size, learner.steps),
        choice=choice.key,
        choice_state=choice.state,
        zeta=zeta.key,
        zeta_state=zeta.state,
        secure=choice.secure,
    )


def _state(learner: GPOPE, records: Records, every: int) -> State:
    n, width = records.size, records.packed.width + 1
    points = learner.steps // every + 1 if every > 0 else 0
    if points * 2 * n > _MOST_KEPT:
        raise must("a trace", f"have at most {_MOST_KEPT} numbers", str(points * 2 * n))
    theta, w, g_theta, g_w, sum_theta, sum_w = (np.zeros(width) for _ in range(6))
    theta[:n], w[:n] = initial_point(learner.initial, n)
    dots_theta, dots_w = np.empty(records.longest + 1), np.empty(records.longest + 1)
    trace = np.empty((points, 2, n))
    trace[:1, 0], trace[:1, 1] = theta[:n], w[:n]
    counts = np.zeros(3, np.int64)
    return State(theta, w, g_theta, g_w, sum_theta, sum_w, dots_theta, dots_w, trace, counts)


def initial_point(initial: Any, n: int) -> tuple[Array, Array]:
    """Return (theta_1, w_1), checked."""
    if initial is None:
        return np.zeros(n), np.zeros(n)
    if not isinstance(initial, (tuple, list)) or len(cast("list[Any]", initial)) != 2:
        raise must("initial", "be a pair (theta, w)", show(initial))
    parts = cast("list[Any]", initial)
    return _vector("initial theta", parts[0], n), _vector("initial w", parts[1], n)


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
