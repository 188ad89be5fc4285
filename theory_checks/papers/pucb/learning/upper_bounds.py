r"""The upper bound of the regret of PUCB: a statement with hidden constants and logarithms, tried with explicit ones.

For C counters the sums of the printed bonuses multiply the terms of the rate by sqrt(ln(T/beta')) and by
ln(C/beta') ln(T)^(7/2). The constant is hidden; 1 is tried, as the bound with larger ones exceeds H T for more episodes
still, and should hold with probability 1 - beta.

A run violates a bound or not; if it does so with probability at most beta, many violations in independent runs are
improbable. A finite T decides nothing about a rate: it can only show how large a constant has to be. Growth is measured
too: mean slopes of log regret against log T and log 1/epsilon over runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt

import numpy as np

from tabular.algorithms.episodic.pucb import Sizes
from tabular.episodic import EpisodicMDP
from tabular.episodic.instances import random_episodic
from tabular.numbers.arrays import Array, frozen
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, statistical
from theory_checks.core.exhibits import Table
from theory_checks.core.interpret import approximate
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.pucb.learning._bad_arms import bad_arm_first
from theory_checks.papers.pucb.learning._growth import exponent, growth_figure
from theory_checks.papers.pucb.learning._learners import (
    BETA,
    LEARNERS,
    NEAR_LEARNERS,
    NO_PRIVACY,
    PRIVATE,
    RUNS,
    MakeLearner,
    count_above,
    never_learning,
    printed,
    seeds_of,
    with_share,
)
from theory_checks.papers.pucb.learning._rates import UPPER
from theory_checks.statistics import BoundedMeanTest, detectable_effect

TEXTS = texts_of(__file__)


def regret_bound(sizes: Sizes, epsilon: float) -> float:
    """Return the rate of the regret with constant 1 and the logarithms of the bonuses."""
    T = sizes.episodes
    values = {"S": sizes.states, "A": sizes.actions, "H": sizes.horizon, "T": T, "epsilon": epsilon}
    dominant, private = (float(approximate(term, values)) for term in UPPER["regret"])
    return dominant * sqrt(log(T / BETA)) + private * log(sizes.counters / BETA) * log(T) ** 3.5


def _settings(trial: Trial) -> list[tuple[str, EpisodicMDP, Sizes, float]]:
    """Return named MDPs with the number of episodes and epsilon; with four arms the regret comes near the bound."""
    T, four = (50_000 if trial.full else 16_000), Sizes(1, 4, 1, 16_000)
    settings = [("four arms, gap 0.5, the best one last", bad_arm_first(0.5, 4), four, 50.0)]
    for gap, epsilon in ((0.5, 100.0), (0.125, 1000.0), (0.5, 10.0)):
        settings.append((f"two arms, gap {gap}", bad_arm_first(gap), Sizes(1, 2, 1, T), epsilon))
    if trial.full:
        settings.append(("random, $S = A = H = 2$", random_episodic(2, 2, 2, 1), Sizes(2, 2, 2, 100_000), 300.0))
    return settings


@claim(
    "pucb/regret-upper",
    reading="fixed-failure-probability",
    broken={
        "an agent that never learns": {"learner": never_learning},
        **NEAR_LEARNERS,
    },
    near=list(NEAR_LEARNERS),
)
def regret_upper(trial: Trial, *, learner: MakeLearner = printed) -> Iterator[Finding]:
    """Count the runs above the bound."""
    runs = 100 if trial.full else 60
    for name, mdp, sizes, epsilon in _settings(trial):
        bound = regret_bound(sizes, epsilon)
        regrets = [learner(sizes, epsilon).run(mdp, seed).total_regret for seed in seeds_of(trial, runs)]
        case = f"{name}, $T = {sizes.episodes}$, $\\varepsilon = {epsilon:g}$, {runs} runs"
        yield count_above(case, regrets, bound, "regret")
    if learner is printed:
        yield from _growth(GRIDS[trial.full], seeds_of(trial, RUNS))


WITH_LESS = {r"PUCB with $\varepsilon/2$": {"learner": with_share(0.5)}}


@claim(
    "pucb/regret-upper",
    reading="in-expectation",
    broken={"an agent that never learns": {"learner": never_learning}, **WITH_LESS},
    near=list(WITH_LESS),
)
def mean_regret(trial: Trial, *, learner: MakeLearner = printed) -> Iterator[Evidence]:
    """Test that the mean over runs is at most the bound; no regret is above the gap times T."""
    runs = 5 * RUNS
    for name, mdp, sizes, epsilon in _settings(trial)[:2]:
        bound, most = regret_bound(sizes, epsilon), never_learning(sizes, epsilon).run(mdp, 0).total_regret
        test = BoundedMeanTest(null=bound, bounds=(0.0, most), variance=(bound / 4) ** 2)
        regrets = np.array([learner(sizes, epsilon).run(mdp, seed).total_regret for seed in seeds_of(trial, runs)])
        yield statistical(
            f"{name}, $T = {sizes.episodes}$, $\\varepsilon = {epsilon:g}$, {runs} runs",
            refuted=bool(test.run(regrets).rejected),
            error_probability=test.failure_probability,
            quantity="mean regret over runs, and the bound",
            left=f"{regrets.mean():.6g}",
            relation="<=",
            right=f"{bound:.6g}",
            power=detectable_effect(test, runs).sentence,
            tightness=float(f"{regrets.mean() / bound:.6g}"),
        )


@dataclass(frozen=True)
class Grid:
    """Where growth is measured: an MDP with its sizes, numbers of episodes, and privacy parameters.

    ``epsilon`` goes with all numbers of episodes, the last one of ``times`` with all ``budgets``; ``gaps`` are of two
    arms, tried at every other number of episodes.
    """

    name: str
    mdp: EpisodicMDP
    shape: tuple[int, int, int]
    times: tuple[int, ...]
    epsilon: float
    budgets: tuple[float, ...]
    gaps: tuple[float, ...]


GRIDS = {
    False: Grid(
        "two arms with a gap of 1/4, the worse one first",
        bad_arm_first(0.25),
        (1, 2, 1),
        (500, 1000, 2000, 4000, 8000),
        100.0,
        (3.0, 10.0, 30.0, 100.0, 300.0, 1000.0),
        (0.5, 0.25, 0.125, 0.0625),
    ),
    True: Grid(
        "a random MDP with $S = A = H = 2$",
        random_episodic(2, 2, 2, 1),
        (2, 2, 2),
        (2000, 8000, 16_000, 32_000, 64_000),
        300.0,
        (3.0, 10.0, 30.0, 100.0, 300.0, 1000.0),
        (0.5, 0.25, 0.125, 0.0625, 0.03125),
    ),
}


def regrets(label: str, mdp: EpisodicMDP, sizes: Sizes, epsilon: float, seeds: list[int]) -> Array:
    """Return the regret of each run."""
    return _regrets(label, mdp, sizes, epsilon if label in PRIVATE else NO_PRIVACY, tuple(seeds))


@lru_cache(maxsize=256)
def _regrets(label: str, mdp: EpisodicMDP, sizes: Sizes, epsilon: float, seeds: tuple[int, ...]) -> Array:
    """Return the same, remembered: the grids of T, epsilon and gaps meet."""
    learner = LEARNERS[label](sizes, epsilon)
    return frozen(np.array([learner.run(mdp, seed).total_regret for seed in seeds]))


def over_budgets(label: str, mdp: EpisodicMDP, sizes: Sizes, budgets: tuple[float, ...], seeds: list[int]) -> Array:
    """Return the regret of each run (row) for each epsilon; learners without privacy run once."""
    if label in PRIVATE:
        return np.array([regrets(label, mdp, sizes, x, seeds) for x in budgets]).T
    return np.repeat(regrets(label, mdp, sizes, NO_PRIVACY, seeds)[:, None], len(budgets), axis=1)


def _growth(grid: Grid, seeds: list[int]) -> Iterator[Finding]:
    """Draw the regret against T, 1/epsilon and the gap, and tell the slopes."""
    last = Sizes(*grid.shape, grid.times[-1])
    times = {
        label: np.array([regrets(label, grid.mdp, Sizes(*grid.shape, T), grid.epsilon, seeds) for T in grid.times]).T
        for label in LEARNERS
    }
    budgets = {label: over_budgets(label, grid.mdp, last, grid.budgets, seeds) for label in LEARNERS}
    gaps = {label: _over_gaps(label, grid, seeds) for label in LEARNERS}
    about = f"Mean over {len(seeds)} runs with 95 percent intervals"
    what = f"{about}; {grid.name}"
    setting = f"$\\varepsilon = {grid.epsilon:g}$"
    yield growth_figure(
        "Regret against the number of episodes", ("$T$", "regret"), grid.times, times, f"{what}, {setting}."
    )
    yield growth_figure(
        "Regret against the privacy parameter",
        (r"$1/\varepsilon$", "regret"),
        [1 / x for x in grid.budgets],
        budgets,
        f"{what}, $T = {last.episodes}$.",
    )
    yield growth_figure(
        "Regret against the gap",
        ("gap", "regret"),
        grid.gaps,
        {label: y[:, -1] for label, y in gaps.items()},
        f"{about}; two arms, the worse one first, {setting}, $T = {grid.times[-1]}$.",
    )
    yield _exponents(grid, times, budgets, gaps, seeds)


def _over_gaps(label: str, grid: Grid, seeds: list[int]) -> Array:
    """Return the regret with two arms: runs, numbers of episodes, gaps."""
    losses = [
        [regrets(label, bad_arm_first(gap), Sizes(1, 2, 1, T), grid.epsilon, seeds) for gap in grid.gaps]
        for T in grid.times[::2]
    ]
    return np.array(losses).transpose(2, 0, 1)


def _exponents(
    grid: Grid, times: Mapping[str, Array], budgets: Mapping[str, Array], gaps: Mapping[str, Array], seeds: list[int]
) -> Table:
    """Tell the slopes over the grids."""
    rows: list[list[str]] = []
    for label in LEARNERS:
        row = [label, exponent(grid.times[-3:], times[label][:, -3:])]
        row.append(exponent(grid.times[::2], gaps[label].max(axis=2)))
        rows.append([*row, *(_added(label, grid, budgets[label], seeds) if label in PRIVATE else ("none", ""))])
    return Table(
        title="Exponents of growth",
        columns=["learner", "in $T$", "in $T$, worst gap", r"added by privacy, in $1/\varepsilon$", "there"],
        rows=rows,
        caption=fill(TEXTS["exponents_caption"], len_seeds=len(seeds)),
    )


def _added(label: str, grid: Grid, with_privacy: Array, seeds: list[int]) -> tuple[str, str]:
    """Return the exponent in 1/epsilon of what privacy adds, and the range in which it is measured."""
    sizes = Sizes(*grid.shape, grid.times[-1])
    added = with_privacy - regrets(label, grid.mdp, sizes, NO_PRIVACY, seeds)[:, None]
    most = never_learning(sizes, NO_PRIVACY).run(grid.mdp, 0).total_regret / 2
    used = np.flatnonzero((added > 0).all(axis=0) & (with_privacy.mean(axis=0) <= most))
    if used.size < 2:
        return "no range", ""
    inverse = [1 / grid.budgets[i] for i in used]
    return exponent(inverse, added[:, used]), f"$\\varepsilon = {1 / inverse[0]:g}$ to ${1 / inverse[-1]:g}$"
