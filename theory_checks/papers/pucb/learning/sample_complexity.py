r"""The sample complexity of PUCB, and when its optimism ends.

For C counters the sums of the printed bonuses multiply the terms of the rate by ln(T/beta') and by L ln(T)^(5/2),
L = ln(C/beta'). The constant is hidden; 18 is tried, for S = H = 1: psi is about 2 * 3 E/n there, and a bonus below
alpha needs n of about 18 L ln(T)^(5/2)/(epsilon alpha). More mistakes would refute this constant only.

With two arms whose gap is above alpha a mistake is a play of the worse arm. Its optimism ends after n plays, n the
least number from 2 E on for which, without noise,

    mean + 2 sqrt(2 ln(T/beta')/max(n - E, 1)) + 2 (3 E/n + 2 E^2/n^2)  <  1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt
from typing import cast

import numpy as np

from tabular.algorithms.episodic.loop import Keep
from tabular.algorithms.episodic.pucb import PUCB, Sizes
from tabular.episodic import EpisodicMDP
from tabular.episodic.protocol import Transcript
from tabular.numbers.arrays import Array, frozen
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Table
from theory_checks.core.interpret import approximate
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.pucb.learning._bad_arms import bad_arm_first
from theory_checks.papers.pucb.learning._growth import exponent, growth_figure, mean_of_runs
from theory_checks.papers.pucb.learning._learners import (
    BETA,
    LEARNERS,
    NEAR_LEARNERS,
    NO_PRIVACY,
    PRIVATE,
    RUNS,
    MakeLearner,
    count_above,
    first_step_only,
    never_learning,
    printed,
    seeds_of,
)
from theory_checks.papers.pucb.learning._rates import UPPER

TEXTS = texts_of(__file__)
NEAR = {
    **NEAR_LEARNERS,
    "an agent that plays uniformly": {"learner": LEARNERS["uniform actions"]},
    "the best first step, the second one never learned": {"learner": first_step_only},
}


def mistakes_bound(sizes: Sizes, epsilon: float, alpha: float) -> float:
    """Return the rate of the mistakes with constant 18 and the logarithms of the bonuses."""
    T = sizes.episodes
    values = {"S": sizes.states, "A": sizes.actions, "H": sizes.horizon, "alpha": alpha, "epsilon": epsilon}
    dominant, private = (float(approximate(term, values)) for term in UPPER["sample complexity"])
    return 18 * (dominant * log(T / BETA) + private * log(sizes.counters / BETA) * log(T) ** 2.5)


@claim(
    "pucb/pac-upper",
    reading="fixed-failure-probability",
    broken={"an agent that never learns": {"learner": never_learning}, **NEAR},
    near=list(NEAR),
)
def pac_upper(trial: Trial, *, learner: MakeLearner = printed) -> Iterator[Finding]:
    """Count the runs with more mistakes than the bound."""
    runs, two = (200 if trial.full else 60), Sizes(1, 2, 1, 16_000)
    # Uniform actions lose half of the gap with two arms. With eight, seven of them bad, mistakes come near the bound.
    for sizes, alpha, epsilon in (
        (Sizes(1, 8, 1, 24_000), 0.4999, 45.0),
        (two, 0.2, 1000.0),
        (two, 0.25, 100.0),
        (Sizes(1, 2, 2, 40_000), 0.4999, 1e6),
    ):
        mdp = bad_arm_first(0.5, sizes.actions, sizes.horizon)
        mistakes = [float(learner(sizes, epsilon).run(mdp, seed).mistakes(alpha)) for seed in seeds_of(trial, runs)]
        case = f"$A = {sizes.actions}$, $H = {sizes.horizon}$, gap 0.5 in each step, $\\alpha = {alpha}$, "
        case += f"$T = {sizes.episodes}$, $\\varepsilon = {epsilon:g}$, {runs} runs"
        yield count_above(case, mistakes, mistakes_bound(sizes, epsilon, alpha), "mistakes")
    if learner is printed:
        seeds = seeds_of(trial, RUNS)
        yield from _growth(GRIDS[trial.full], seeds)
        yield _end_of_forcing(trial, seeds)


@dataclass(frozen=True)
class Grid:
    """Where mistakes are counted: numbers of episodes with ``alpha`` and ``epsilon``, the last one with the rest."""

    times: tuple[int, ...]
    alpha: float
    epsilon: float
    budgets: tuple[float, ...]
    alphas: tuple[float, ...]


GRIDS = {
    False: Grid((2000, 4000, 8000), 0.125, 100.0, (10.0, 30.0, 100.0, 300.0), (0.125, 0.0625, 0.03125)),
    True: Grid(
        (4000, 16_000, 64_000, 128_000),
        0.125,
        100.0,
        (3.0, 10.0, 30.0, 100.0, 300.0),
        (0.125, 0.0625, 0.03125, 0.015625),
    ),
}


def mistakes(label: str, alpha: float, T: int, epsilon: float, seeds: list[int]) -> Array:
    """Return the mistakes of each run with two arms; their gap is 4 alpha, so that uniform actions are mistakes."""
    return _mistakes(label, alpha, T, epsilon if label in PRIVATE else NO_PRIVACY, tuple(seeds))


@lru_cache(maxsize=256)
def _mistakes(label: str, alpha: float, T: int, epsilon: float, seeds: tuple[int, ...]) -> Array:
    """Return the same, remembered: the grids of T, epsilon and alpha meet."""
    learner, mdp = LEARNERS[label](Sizes(1, 2, 1, T), epsilon), bad_arm_first(4 * alpha)
    return frozen(np.array([float(learner.run(mdp, seed).mistakes(alpha)) for seed in seeds]))


def _over_budgets(label: str, grid: Grid, seeds: list[int]) -> Array:
    """Return the mistakes of each run (row) for each epsilon; learners without privacy run once."""
    T, known = grid.times[-1], len(grid.budgets) if label not in PRIVATE else 1
    budgets = grid.budgets if label in PRIVATE else (NO_PRIVACY,)
    return np.repeat(np.array([mistakes(label, grid.alpha, T, x, seeds) for x in budgets]).T, known, axis=1)


def _growth(grid: Grid, seeds: list[int]) -> Iterator[Finding]:
    """Draw the mistakes against T, 1/epsilon and 1/alpha, and tell the slopes."""
    T = grid.times[-1]
    times = {x: np.array([mistakes(x, grid.alpha, t, grid.epsilon, seeds) for t in grid.times]).T for x in LEARNERS}
    budgets = {x: _over_budgets(x, grid, seeds) for x in LEARNERS}
    alphas = {x: np.array([mistakes(x, a, T, grid.epsilon, seeds) for a in grid.alphas]).T for x in LEARNERS}
    alpha, epsilon = f"$\\alpha = {grid.alpha}$", f"$\\varepsilon = {grid.epsilon:g}$"
    yield _figure("the number of episodes", "$T$", grid.times, times, f"{alpha}, {epsilon}", seeds)
    inverse = [1 / x for x in grid.budgets]
    yield _figure("the privacy parameter", r"$1/\varepsilon$", inverse, budgets, f"{alpha}, $T = {T}$", seeds)
    inverse = [1 / x for x in grid.alphas]
    yield _figure("the accuracy", r"$1/\alpha$", inverse, alphas, f"{epsilon}, $T = {T}$", seeds)
    yield _exponents(grid, times, budgets, alphas)


def _figure(
    name: str, label: str, x: Sequence[float], runs: Mapping[str, Array], setting: str, seeds: list[int]
) -> Figure:
    caption = (
        f"Mean over {len(seeds)} runs with 95 percent intervals; two arms with a gap of $4\\alpha$, the worse one "
    )
    return growth_figure(f"Mistakes against {name}", (label, "mistakes"), x, runs, f"{caption}first, {setting}.")


def _exponents(
    grid: Grid, times: Mapping[str, Array], budgets: Mapping[str, Array], alphas: Mapping[str, Array]
) -> Table:
    """Tell the slopes over the grids, where the mistakes are at most half of the episodes."""
    T, rows = grid.times[-1], list[list[str]]()
    for label in LEARNERS:
        in_budget = _where_learning([1 / x for x in grid.budgets], budgets[label], T) if label in PRIVATE else "none"
        in_alpha = _where_learning([1 / x for x in grid.alphas], alphas[label], T)
        rows.append([label, exponent(grid.times, times[label]), in_alpha, in_budget])
    return Table(
        title="Exponents of growth",
        columns=["learner", "in $T$", r"in $1/\alpha$", r"in $1/\varepsilon$"],
        rows=rows,
        caption=TEXTS["exponents_caption"],
    )


def _where_learning(x: list[float], runs: Array, T: int) -> str:
    used = np.flatnonzero(runs.mean(axis=0) <= T / 2)
    return exponent([x[i] for i in used], runs[:, used]) if used.size > 1 else "no range"


def predicted_end(learner: PUCB, mean: float) -> float:
    """Return the visits at which estimate plus bonus of an arm with this mean falls below 1, without noise."""
    c, low, high = learner.constants, 0.0, 1e12
    while high - low > 1e-6 * high:
        n = (low + high) / 2
        bonus = c.spread[0] / sqrt(max(n - c.level[0], 1.0)) + (c.linear[0] + c.quadratic[0] / n) / n
        low, high = (n, high) if n < c.threshold[0] or mean + bonus >= 1 else (low, n)
    return high


def end_of_forcing(learner: PUCB, mdp: EpisodicMDP, seed: int) -> tuple[int, int] | None:
    """Return after how many episodes of a run, and plays of action 0, n~ is known and Q~+ is below its cap.

    ``learner`` must plan eagerly, so that all of its plan is there. None: not within the run.
    """
    transcript = cast(Transcript, learner.run(mdp, seed, keep=Keep(transcript=True)).transcript)
    agent, constants = learner.agent(seed), learner.constants
    played = transcript.states.astype(np.int64), transcript.actions.astype(np.int64), transcript.rewards
    for t, (states, actions, rewards) in enumerate(zip(*played, strict=True)):
        agent.learn(states, actions, rewards)
        below = agent.plan.q[0, 0, 0] < constants.cap[0]
        if below and agent.visits()[0, 0, 0] >= constants.threshold[0]:
            return t + 1, int(np.count_nonzero(transcript.actions[: t + 1, 0] == 0))
    return None


def _end_of_forcing(trial: Trial, seeds: list[int]) -> Table:
    T, budgets = (20_000, (10.0, 30.0, 100.0, 1000.0)) if trial.full else (4000, (100.0, 1000.0))
    rows: list[list[str | int | float]] = []
    for mode in ("printed", "repaired", "practical"):
        for epsilon in budgets:
            learner = PUCB(1, 2, 1, T, epsilon, mode, planning="eager")
            reached = [end_of_forcing(learner, bad_arm_first(0.5), seed) for seed in seeds]
            ends = np.array([end for end in reached if end is not None], float)
            shown = [_mean_end(ends[:, i]) for i in (1, 0)] if len(ends) > 1 else ["none", "none"]
            rows.append([mode, epsilon, round(predicted_end(learner, 0.5), 1), *shown, len(seeds) - len(ends)])
    return Table(
        title="When forced optimism ends",
        columns=["mode", r"$\varepsilon$", "plays predicted without noise", "plays", "episodes", "runs without an end"],
        rows=rows,
        caption=fill(TEXTS["end_of_forcing_caption"], t=T, len_seeds=len(seeds)),
    )


def _mean_end(values: Array) -> str:
    mean = mean_of_runs(values)
    return f"{mean.value:.0f} ({mean.low:.0f} to {mean.high:.0f})"
