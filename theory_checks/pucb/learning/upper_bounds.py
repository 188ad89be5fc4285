r"""The upper bounds of PUCB: statements with hidden constants and logarithms, tried with explicit ones.

With L = ln((2 S A H + S^2 A H)/beta') the sums of the printed bonuses give rates with these logarithms, tried here with
constant 1 for the regret and 18 for mistakes:

    regret     H^2 sqrt(S A T ln(T/beta')) + (S A H^3 + S^2 A H^3)/epsilon L ln(T)^(7/2)        with probability 1 -
    beta mistakes   18 (S A H^4/alpha^2 ln(T/beta') + S^2 A H^4/(epsilon alpha) L ln(T)^(5/2))       with probability
    1 - beta

A run violates a bound or not; if it does so with probability at most beta, many violations in independent runs are
improbable. A finite T decides nothing about a rate: it can only show how large a constant has to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf, log, sqrt

import numpy as np

from tabular.algorithms.episodic.baselines import Fixed, Uniform
from tabular.algorithms.episodic.learner import Learner
from tabular.algorithms.episodic.private_ucb_vi import PrivateUCBVI
from tabular.algorithms.episodic.pucb import PUCB, Sizes
from tabular.algorithms.episodic.ubev import UBEV
from tabular.episodic import EpisodicMDP
from tabular.instances.episodic import random_episodic
from theory_checks.claim import Finding, Trial, claim
from theory_checks.evidence import Evidence, statistical
from theory_checks.exhibits import Figure, Series, Table
from theory_checks.pucb.learning.lower_bounds import bad_arm_first
from theory_checks.statistics import FixedBinomialTest, detectable_effect

BETA = 0.1
MakeLearner = Callable[[Sizes, float], Learner]


def printed(sizes: Sizes, epsilon: float) -> Learner:
    """Return PUCB as printed."""
    return PUCB(sizes.states, sizes.actions, sizes.horizon, sizes.episodes, epsilon, "printed")


def never_learning(sizes: Sizes, epsilon: float) -> Learner:
    """Return the agent that takes action 0 for ever."""
    policy = np.zeros((sizes.horizon, sizes.states), np.int64)
    return Fixed(sizes.states, sizes.actions, sizes.horizon, sizes.episodes, policy)


def regret_bound(sizes: Sizes, epsilon: float) -> float:
    """Return the rate of the regret with constant 1 and the logarithms of the bonuses."""
    S, A, H, T = sizes.states, sizes.actions, sizes.horizon, sizes.episodes
    private = S * A * H**3 * (1 + S) / epsilon * log(sizes.counters / BETA) * log(T) ** 3.5
    return H**2 * sqrt(S * A * T * log(T / BETA)) + private


def mistakes_bound(sizes: Sizes, epsilon: float, alpha: float) -> float:
    """Return the rate of the mistakes with constant 18 and the logarithms of the bonuses."""
    S, A, H, T = sizes.states, sizes.actions, sizes.horizon, sizes.episodes
    private = S * S * A * H**4 / (epsilon * alpha) * log(sizes.counters / BETA) * log(T) ** 2.5
    return 18 * (S * A * H**4 / alpha**2 * log(T / BETA) + private)


def _settings(trial: Trial) -> list[tuple[str, EpisodicMDP, Sizes, float]]:
    """Return named MDPs with the number of episodes and epsilon; the two arms have the worse one first."""
    T, found = (50_000 if trial.full else 16_000), list[tuple[str, EpisodicMDP, Sizes, float]]()
    for gap, epsilon in ((0.5, 100.0), (0.125, 1000.0)):
        found.append((f"two arms, gap {gap}", bad_arm_first(gap), Sizes(1, 2, 1, T), epsilon))
    if trial.full:
        found.append(("random, $S = A = H = 2$", random_episodic(2, 2, 2, 1), Sizes(2, 2, 2, 100_000), 300.0))
    return found


@claim(
    "pucb/regret-upper",
    domain=r"PUCB as printed, $\beta' = \beta = 1/10$; two arms with the worse one first, and with the full profile a "
    r"random MDP; $T$ and $\varepsilon$ as listed, the bound with constant 1 and the logarithms of the bonuses",
    refuted_by=r"so many runs above the bound that they exceed it with probability above $\beta$",
    not_covered=r"the rate itself: no finite $T$ decides it. Where the bound exceeds $HT$ it says nothing: with these "
    r"logarithms for $T$ below 80964 at $\varepsilon = 1$ already with two arms. Later work doubts the leading term (a "
    r"factor $\sqrt S$), which is neither proved nor refuted here; sizes this small cannot show it",
    broken={"an agent that never learns": {"learner": never_learning}},
)
def regret_upper(trial: Trial, *, learner: MakeLearner = printed) -> Iterator[Finding]:
    """Count the runs above the bound."""
    runs = 20 if trial.full else 12
    for name, mdp, sizes, epsilon in _settings(trial):
        bound = regret_bound(sizes, epsilon)
        regrets = [learner(sizes, epsilon).run(mdp, seed).total_regret for seed in _seeds(trial, runs)]
        case = f"{name}, $T = {sizes.episodes}$, $\\varepsilon = {epsilon:g}$, {runs} runs"
        yield _tested(case, regrets, bound, "regret")
    if learner is printed:
        yield from _regret_figures(trial)


@claim(
    "pucb/pac-upper",
    domain=r"PUCB as printed, $\beta' = \beta = 1/10$, two arms with the worse one first, $T$ and $\varepsilon$ as "
    r"listed, $\alpha$ half the gap; the bound with constant 18 and the logarithms of the bonuses",
    refuted_by=r"so many runs with more mistakes than the bound that this has probability above $\beta$",
    not_covered=r"the rate itself: no finite $T$ decides it. The bound that is tried contains $\ln T$, because $T$ "
    r"enters the algorithm through $E_\varepsilon$; Definition 1 has no $T$ in the sample complexity, so $\widetilde "
    r"O$ must hide it. Privacy, of which the statement speaks too, is `pucb/jdp`",
    broken={"an agent that never learns": {"learner": never_learning}},
)
def pac_upper(trial: Trial, *, learner: MakeLearner = printed) -> Iterator[Finding]:
    """Count the runs with more mistakes than the bound."""
    runs, T, alpha = (20, 200_000, 0.25) if trial.full else (12, 16_000, 0.25)
    sizes = Sizes(1, 2, 1, T)
    for epsilon in (100.0, 1000.0):
        mistakes = [
            float(learner(sizes, epsilon).run(bad_arm_first(2 * alpha), seed).mistakes(alpha))
            for seed in _seeds(trial, runs)
        ]
        case = f"two arms, gap {2 * alpha}, $\\alpha = {alpha}$, $T = {T}$, $\\varepsilon = {epsilon:g}$, {runs} runs"
        yield _tested(case, mistakes, mistakes_bound(sizes, epsilon, alpha), "mistakes")
    if learner is printed:
        yield _end_of_forcing(trial)


def _seeds(trial: Trial, runs: int) -> list[int]:
    return [int(x) for x in trial.rng("runs").integers(0, 2**62, runs)]


def _tested(case: str, values: list[float], bound: float, what: str) -> Evidence:
    """Test that a run exceeds the bound with probability at most beta."""
    test = FixedBinomialTest(null=BETA)
    above = sum(value > bound for value in values)
    return statistical(
        case,
        refuted=bool(test.rejected(above, len(values))),
        error_probability=test.failure_probability,
        quantity=f"runs whose {what} is above the bound (allowed: one in ten)",
        left=f"{above} of {len(values)}",
        relation="<=",
        right="1/10 of them",
        power=detectable_effect(test, len(values)).sentence,
        tightness=float(f"{max(values) / bound:.6g}"),
        detail=f"largest {what} {max(values):.6g}, mean {float(np.mean(values)):.6g}, bound {bound:.6g}",
    )


LEARNERS: dict[str, MakeLearner] = {
    "PUCB as printed": printed,
    "PUCB repaired": lambda z, x: PUCB(z.states, z.actions, z.horizon, z.episodes, x, "repaired"),
    "PUCB practical": lambda z, x: PUCB(z.states, z.actions, z.horizon, z.episodes, x, "practical"),
    "Private-UCB-VI": lambda z, x: PrivateUCBVI(z.states, z.actions, z.horizon, z.episodes, x),
    "UBEV, not private": lambda z, x: UBEV(z.states, z.actions, z.horizon, z.episodes),
    "uniform actions": lambda z, x: Uniform(z.states, z.actions, z.horizon, z.episodes),
}


def _regret_figures(trial: Trial) -> Iterator[Figure]:
    """Draw regret against T and against 1/epsilon: mean and range over seeds."""
    full = trial.full
    mdp, shape, what = (
        (random_episodic(2, 2, 2, 1), (2, 2, 2), "a random MDP with $S = A = H = 2$")
        if full
        else (bad_arm_first(0.25), (1, 2, 1), "two arms with a gap of 1/4, the worse one first")
    )
    T, runs, epsilon = (50_000, 20, 100.0) if full else (4_000, 2, 100.0)
    seeds = _seeds(trial, runs)
    times = sorted({int(x) for x in np.geomspace(10, T, 30)})
    lines: list[Series] = []
    for label, make in LEARNERS.items():
        curves = [make(Sizes(*shape, T), epsilon).run(mdp, seed).regret[np.array(times) - 1] for seed in seeds]
        lines += _band(label, [float(t) for t in times], np.array(curves))
    caption = f"{what[0].upper()}{what[1:]}, {runs} runs each: mean and range."
    yield _figure("Regret against the number of episodes", "$T$", lines, f"{caption} $\\varepsilon = {epsilon:g}$.")
    budgets = [10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0] if full else [10.0, 100.0, 1000.0]
    lines = []
    for label in list(LEARNERS)[:4]:
        make = LEARNERS[label]
        found = [
            [make(Sizes(*shape, T), x).run(mdp, seed).total_regret for x in budgets]
            for seed in seeds[: 20 if full else 1]
        ]
        lines += _band(label, [1 / x for x in budgets], np.array(found))
    yield _figure("Regret against the privacy parameter", r"$1/\varepsilon$", lines, f"{caption} $T = {T}$.")


def _band(label: str, x: list[float], y: np.ndarray) -> list[Series]:
    """Return the mean of runs (rows) as a line, and their range as a band if there are several."""
    mean, low, high = ([float(f"{v:.6g}") for v in f(y, axis=0)] for f in (np.mean, np.min, np.max))
    line = Series(label=label, x=x, y=mean)
    return (
        [line] if len(y) == 1 else [line, Series(label=f"{label}, range", x=x, y=mean, kind="band", low=low, high=high)]
    )


def _figure(title: str, x_label: str, lines: list[Series], caption: str) -> Figure:
    return Figure(
        title=title, x_label=x_label, y_label="regret", x_scale="log", y_scale="log", series=lines, caption=caption
    )


def predicted_end(learner: PUCB, mean: float) -> float:
    """Return the visits at which estimate plus bonus of an arm with this mean falls below 1, without noise."""
    c, low, high = learner.constants, 0.0, 1e12
    while high - low > 1e-6 * high:
        n = (low + high) / 2
        bonus = c.spread[0] / sqrt(max(n - c.level[0], 1.0)) + (c.linear[0] + c.quadratic[0] / n) / n
        low, high = (n, high) if n < c.threshold[0] or mean + bonus >= 1 else (low, n)
    return high


def _end_of_forcing(trial: Trial) -> Table:
    T = 400_000 if trial.full else 8_000
    rows: list[list[str | int | float]] = []
    for mode in ("repaired", "practical"):
        for epsilon in (10.0, 30.0, 100.0, 1000.0):
            learner = PUCB(1, 2, 1, T, epsilon, mode)
            first_good = np.flatnonzero(learner.run(bad_arm_first(0.5), trial.seed).gaps == 0)
            measured = int(first_good[0]) if first_good.size else f"not within {T}"
            rows.append([mode, epsilon, round(predicted_end(learner, 0.5), 1), measured])
    return Table(
        title="When forced optimism ends",
        columns=["mode", r"$\varepsilon$", "visits predicted without noise", "visits in a run"],
        rows=rows,
        caption=f"Two arms, the worse one (mean 1/2, gap 1/2) first, $T = {T}$: how often it is played before the "
        f"other arm is tried at all.",
    )


@claim(
    "pucb/privacy-lower-order",
    reading="runs",
    domain=r"PUCB as printed with and without noise ($\varepsilon = \infty$), the same seeds; the largest regret over "
    r"gaps of two arms, the worse one first; $T$ and $\varepsilon$ as listed",
    refuted_by=r"runs in which the share of the regret that privacy adds falls less often than in nine of ten",
    not_covered=r"the limit. On one fixed MDP the non-private regret grows like $\ln T$ only and privacy costs at "
    r"least about $E_\varepsilon \propto \ln(T)^{5/2}$, so its share grows there; it falls for the worst MDP at each "
    r"$T$, which is what bounds like $\sqrt T$ are about",
    broken={"an agent that never learns": {"learner": never_learning}},
)
def privacy_share_of_runs(trial: Trial, *, learner: MakeLearner = printed) -> Iterator[Finding]:
    """Compare the share of the regret that is due to privacy at T and at 4 T, seed by seed."""
    runs, settings = (20, ((100.0, 8_000), (300.0, 4_000))) if trial.full else (10, ((300.0, 4_000),))
    for epsilon, T in settings:
        yield _fallen(learner, epsilon, T, _seeds(trial, runs), 6 if trial.full else 2)


def _fallen(learner: MakeLearner, epsilon: float, T: int, seeds: list[int], gaps: int) -> Evidence:
    """Test that the share falls in at least nine of ten runs."""
    test = FixedBinomialTest(null=0.9, alternative="less")
    shares = np.array([[_added(learner, t, epsilon, seed, gaps) for t in (T, 4 * T)] for seed in seeds])
    fallen = int((shares[:, 1] < shares[:, 0]).sum())
    early, late = shares.mean(axis=0).tolist()
    return statistical(
        f"two arms, {gaps} gaps, $\\varepsilon = {epsilon:g}$, $T = {T}$ and ${4 * T}$, {len(seeds)} seeds",
        refuted=bool(test.rejected(fallen, len(seeds))),
        error_probability=test.failure_probability,
        quantity="seeds for which the share of privacy falls (at least nine of ten)",
        left=f"{fallen} of {len(seeds)}",
        relation=">=",
        right="9/10 of them",
        power=detectable_effect(test, len(seeds)).sentence,
        detail=f"regret with privacy over regret without, minus 1, in the mean: {early:.4g}, then {late:.4g}",
    )


def _added(learner: MakeLearner, T: int, epsilon: float, seed: int, gaps: int) -> float:
    """Return the largest regret over gaps with privacy, over that without privacy, minus 1."""
    sizes = Sizes(1, 2, 1, T)
    mdps = [bad_arm_first(0.5 * 4.0 ** (-i / (gaps - 1))) for i in range(gaps)]
    worst = [max(learner(sizes, x).run(mdp, seed).total_regret for mdp in mdps) for x in (epsilon, inf)]
    return worst[0] / worst[1] - 1
