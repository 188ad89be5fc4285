"""Worlds whose trajectories are recorded once: private estimators run on data sets of any size without new simulation.

A world holds P recorded trajectories. A data set of m < P trajectories is drawn from them independently, anew in each
trial; for m >= P it holds every one of them equally often. Then a uniformly drawn trajectory of the data set is one of
the P, so that a run needs no copies, only the noise that belongs to m. The MSPBE is taken with reference moments: those
of the P trajectories themselves where they are the population, else of an independent evaluation set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from tabular.algorithms.evaluation import GPOPE, Records
from tabular.algorithms.evaluation.dp_lsw import DPLSW
from tabular.algorithms.evaluation.lstd import solve_system
from tabular.algorithms.evaluation.paired_runs import End, paired_ends
from tabular.algorithms.evaluation.private_statistics import PrivateStatistics
from tabular.algorithms.evaluation.trials import trial_seed
from tabular.evaluation import Moments, Trajectories, mspbe, noise_error
from tabular.numbers.arrays import Array
from tabular.numbers.doubles import cholesky, independent, product, solve
from theory_checks.core.seeds import generator
from theory_checks.papers.gpope.experiments._noise import DELTA, Accounting, noise_multiplier


@dataclass(frozen=True, eq=False)
class World:
    """Recorded trajectories, prepared for the learners, and the reference moments of their MSPBE."""

    data: Trajectories
    records: Records
    reference: Moments

    @property
    def population(self) -> int:
        """The number P of recorded trajectories."""
        return self.records.n_trajectories

    def errors(self, thetas: Array) -> Array:
        """Return the MSPBE (b - A theta)'C^+(b - A theta) of each row; infinite for what is not finite."""
        rows = np.atleast_2d(thetas)
        finite: Any = np.isfinite(rows).all(axis=1)
        values = mspbe(self.reference, np.where(finite[:, None], rows, 0.0), pseudo_inverse=True)
        return np.where(finite, np.maximum(values, 0.0), np.inf)

    @cached_property
    def zero(self) -> float:
        """Return the MSPBE of theta = 0, which needs no data and reveals nothing."""
        return self.constant(0.0)

    def constant(self, value: float) -> float:
        """Return the MSPBE of the same value everywhere; the first feature must be the constant 1."""
        return float(self.errors(value * np.eye(self.records.size)[0])[0])

    @cached_property
    def longest(self) -> float:
        """Return the length of the longest gradient at theta = w = 0: that of a b_i."""
        return float(np.linalg.norm(self.records.packed.right, axis=1).max())

    @cached_property
    def root(self) -> Array:
        """Return a matrix R with R'R = A'C^+A: noise e in theta adds |R e|^2 to the MSPBE, but for a linear term."""
        kept = independent(self.reference.C)
        return solve(cholesky(self.reference.C[np.ix_(kept, kept)]), self.reference.A[kept])

    @cached_property
    def curvature(self) -> float:
        """Return what noise of variance 1 in each entry of theta adds to the mean MSPBE."""
        return float(noise_error(self.reference, pseudo_inverse=True))

    def chosen(self, m: int, seed: int) -> Array | None:
        """Return which trajectories a data set of m < P holds; None if it holds all of them equally often."""
        return None if m >= self.population else np.sort(generator(seed, "data").integers(self.population, size=m))

    def data_set(self, m: int, seed: int) -> Records:
        """Return records which stand for a data set of m trajectories."""
        indices = self.chosen(m, seed)
        return self.records if indices is None else _subset(self.records, indices)


def _subset(records: Records, indices: Array) -> Records:
    """Return the records of some trajectories, which are kept as matrices."""
    if records.storage != "matrices":
        raise ValueError(f"records must be kept as matrices, got {records.storage}")
    packed = records.packed
    offsets = np.arange(len(indices) + 1)
    part = packed._replace(joint=packed.joint[indices], right=packed.right[indices], offsets=offsets)
    return Records(part, records.longest)


@dataclass(frozen=True)
class Setting:
    """How GPOPE is run: m trajectories, N steps, (epsilon, 1e-5), and whose noise.

    The "printed" noise is that of Theorem 1 with c2 = 2, "valid" noise is what replacement of one trajectory needs.
    """

    m: int
    steps: int
    epsilon: float
    accounting: Accounting = "valid"

    @property
    def sigma(self) -> float:
        """Return the noise multiplier."""
        return noise_multiplier(self.m, self.steps, self.epsilon, self.accounting)

    def shown(self) -> str:
        """Write the setting."""
        noise = "valid noise" if self.accounting == "valid" else "noise as printed ($c_2 = 2$)"
        return f"$m = {self.m}$, $N = {self.steps}$, $\\varepsilon = {self.epsilon:g}$, {noise}"


@dataclass(frozen=True)
class Steps:
    """Clip h and length: the step size is length/h, so that `length` is how far a clipped gradient moves."""

    clip: float
    length: float

    def times(self, factor: float) -> Steps:
        """Return the step size times a factor."""
        return replace(self, length=self.length * factor)

    @property
    def step_size(self) -> float:
        """Return the step size."""
        return self.length / self.clip


@dataclass(frozen=True)
class Grid:
    """What is tried on tuning data: all clips with all lengths; the least median error wins.

    Clips are multiples of the longest gradient at the start on these data. Each is tried `runs` times, and up to three
    times as often where the runs are short.
    """

    clips: Sequence[float]
    lengths: Sequence[float]
    runs: int


LENGTHS = tuple(10.0**k for k in (-4, -3, -2.5, -2, -1.5, -1, -0.5))
UNCLIPPED = Grid((1.5,), LENGTHS, 8)  # a clip as Section 6 assumes it: with the tuned step no gradient gets longer
SHORT_CLIP = Grid((0.04,), LENGTHS, 3)  # shortens every gradient at the start


@dataclass(frozen=True, eq=False)
class Runs:
    """The errors of independent trials, and in how many steps of them all the gradient was clipped."""

    errors: Array
    clipped: int


def names(seed: int, *parts: str | int) -> int:
    """Return a seed of its own for what is named."""
    return int(generator(seed, *parts).integers(2**62))


def gpope_errors(world: World, setting: Setting, steps: Steps, trials: int, seed: int) -> Array:
    """Return the MSPBE of the last iterate in independent trials, each with its own data set and noise."""
    return gpope_runs(world, setting, steps, trials, seed).errors


def gpope_runs(world: World, setting: Setting, steps: Steps, trials: int, seed: int) -> Runs:
    """Run Algorithm 1 in independent trials; what was computed before is not run again."""
    make_runs(world, [(setting, steps)], trials, seed)
    ends = _ENDS[world.records][setting, steps, seed][:trials]
    return Runs(world.errors(np.array([end.theta for end in ends])), sum(end.clipped for end in ends))


Plan = tuple[Setting, Steps]
_ENDS: WeakKeyDictionary[Records, dict[tuple[Setting, Steps, int], list[End]]] = WeakKeyDictionary()


def make_runs(world: World, plans: Sequence[Plan], trials: int, seed: int) -> None:
    """Make the runs of plans that are not yet known, those on the same data together."""
    known = _ENDS.setdefault(world.records, {})
    ends = {plan: known.setdefault((*plan, seed), []) for plan in plans}
    for k in range(trials):
        missing = [plan for plan, found in ends.items() if len(found) == k]
        if missing:
            for plan, end in _trial(world, missing, trial_seed(seed, k)).items():
                ends[plan].append(end)


def _trial(world: World, plans: Sequence[Plan], seed: int) -> dict[Plan, End]:
    ends = dict[Plan, End]()
    for m in {min(setting.m, world.population) for setting, _ in plans}:
        same = [plan for plan in plans if min(plan[0].m, world.population) == m]
        learners = [GPOPE(steps.clip, setting.sigma, steps.step_size, setting.steps) for setting, steps in same]
        ends |= zip(same, paired_ends(learners, world.data_set(m, seed), seed), strict=True)
    return ends


@lru_cache(maxsize=256)
def tuned(world: World, setting: Setting, grid: Grid, seed: int) -> Steps:
    """Return the clip and the step size with the smallest median error on a world of tuning data."""
    candidates = [Steps(clip * world.longest, length) for clip in grid.clips for length in grid.lengths]
    runs = grid.runs * max(1, min(3, 5000 // setting.steps))
    make_runs(world, [(setting, steps) for steps in candidates], runs, seed)
    medians = [float(np.median(gpope_errors(world, setting, steps, runs, seed))) for steps in candidates]
    return candidates[int(np.argmin(medians))]


def tuned_plans(
    public: World, asked: Mapping[Grid, Sequence[Setting]], seed: int, factor: float = 1.0
) -> dict[tuple[Grid, Setting], Plan]:
    """Return a plan for each setting of each grid: its steps, tuned on a world of tuning data, times a factor."""
    return {
        (grid, setting): (setting, tuned(public, setting, grid, seed).times(factor))
        for grid, settings in asked.items()
        for setting in settings
    }


def least_squares(world: World, m: int, trials: int, seed: int) -> Array:
    """Return the MSPBE of LSTD, without privacy, on data sets of m trajectories drawn independently."""
    packed = world.records.packed
    left = packed.joint[:, :, : world.records.size].reshape(world.population, -1)
    thetas: list[Any] = []
    for k in range(trials):
        drawn = generator(trial_seed(seed, k), "data").multinomial(m, np.full(world.population, 1 / world.population))
        A = product(drawn, left).reshape(world.records.size, -1) / m
        thetas.append(solve_system(A, product(drawn, packed.right) / m, 0.0).theta)
    return world.errors(np.array(thetas))


def statistics_errors(world: World, learner: PrivateStatistics, m: int, trials: int, seed: int) -> Array:
    """Return the MSPBE of releases of private statistics on m >= P trajectories."""
    release, scale = learner.run(world.records, seed), learner.noise_scale(m)
    ridge = world.records.size * scale**2 if learner.ridge is None else learner.ridge
    return world.errors(replace(release, scale=scale, ridge=ridge).again(trials, seed))


@dataclass(frozen=True, eq=False)
class Cells:
    """A public partition of a box into equal cells, which makes finitely many states of continuous ones."""

    low: Array
    high: Array
    sides: int

    def of(self, states: Array) -> Array:
        """Return the number of the cell of each state."""
        scaled = np.floor((states - self.low) / (self.high - self.low) * self.sides)
        places = np.clip(scaled, 0, self.sides - 1).astype(np.int64)
        return places @ self.sides ** np.arange(places.shape[1])

    def centres(self) -> Array:
        """Return the centres of all cells, in the order of their numbers."""
        axes = [(np.arange(self.sides) + 0.5) / self.sides] * len(self.low)
        grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(axes))[:, ::-1]
        return self.low + grid * (self.high - self.low)

    def discrete(self, data: Trajectories) -> Trajectories:
        """Return the trajectories of the cells."""
        states, following = self.of(data.states), self.of(data.next_states)
        return Trajectories(states, data.actions, data.rewards, following, data.terminal, data.offsets)


@dataclass(frozen=True)
class OutputPerturbation:
    """What DP-LSW does on a data set: estimate without noise, deviation s of the noise, and counts of first visits."""

    noiseless: Any
    scale: float
    counts: Any

    def mean_error(self, world: World) -> float:
        """Return the exact mean MSPBE over the noise: that without noise, plus s^2 tr(A'C^+A)."""
        return float(world.errors(self.noiseless)[0]) + self.scale**2 * world.curvature

    def errors(self, world: World, trials: int, seed: int) -> Array:
        """Return the MSPBE of independent releases."""
        noise = generator(seed, "output noise").normal(size=(trials, len(self.noiseless)))
        return world.errors(self.noiseless + self.scale * noise)


def output_perturbation(
    world: World, cells: Cells, features: Callable[[Array], Array], discount: float, setting: Setting
) -> OutputPerturbation:
    """Return DP-LSW on the cells, for m trajectories of which each recorded one is m/P (m < P: the first m)."""
    phi = features(cells.centres())
    mechanism = DPLSW(phi, discount, setting.epsilon, DELTA, rewards=(-1.0, 0.0))
    m = min(setting.m, world.population)
    release = mechanism.run(cells.discrete(world.data.subset(range(m))), 0)
    counts = np.floor(np.asarray(release.counts) * (setting.m / m))
    scale = mechanism.setting.alpha * mechanism.smooth_sensitivity(counts)
    return OutputPerturbation(release.noiseless, scale, counts)
