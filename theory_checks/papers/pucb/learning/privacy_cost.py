r"""What privacy adds to the regret of PUCB, as a share of what it loses without noise.

With R(epsilon) the largest regret over gaps of two arms, the worse one first, the share is R(epsilon)/R(infinity) - 1,
for the same seeds. "Lower order" says that it tends to 0 as T grows; runs can show that it falls. For a single gap it
grows: without noise the worse arm is played of the order of ln T times, with noise until its count is 2 E, of the order
of ln(T)^(5/2). A rate in S, A, H and T says nothing of a single gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf

import numpy as np

from tabular.algorithms.episodic.learner import Learner
from tabular.algorithms.episodic.pucb import Sizes
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, statistical
from theory_checks.core.exhibits import Figure
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.pucb.learning._bad_arms import bad_arm_first
from theory_checks.papers.pucb.learning._growth import growth_figure
from theory_checks.papers.pucb.learning._learners import LEARNERS, RUNS, MakeLearner, never_learning, printed, seeds_of
from theory_checks.statistics import FixedBinomialTest, detectable_effect

TEXTS = texts_of(__file__)

GAPS = {False: [0.5, 0.125], True: [0.5 * 4.0 ** (-i / 5) for i in range(6)]}


def with_growing_noise(sizes: Sizes, epsilon: float) -> Learner:
    """Return PUCB as printed with noise and bonuses that grow like T."""
    return printed(sizes, epsilon * 4000 / sizes.episodes)


def with_shrinking_noise(sizes: Sizes, epsilon: float) -> Learner:
    """Return PUCB as printed with noise and bonuses that fall like 1/T."""
    return printed(sizes, epsilon * sizes.episodes / 4000)


@claim(
    "pucb/privacy-lower-order",
    reading="one-mdp",
    sound={"PUCB with noise that falls like $1/T$": {"learner": with_shrinking_noise}},
)
def privacy_share_on_one_mdp(trial: Trial, *, learner: MakeLearner = printed) -> Iterator[Evidence]:
    """Compare the share of the regret that is due to privacy at T and at 4 T on one MDP, seed by seed."""
    for T in (4_000, 16_000) if trial.full else (4_000,):
        yield _fallen(learner, 100.0, T, seeds_of(trial, 2 * RUNS), [0.5])


@claim(
    "pucb/privacy-lower-order",
    reading="runs",
    broken={
        "an agent that never learns": {"learner": never_learning},
        "PUCB with noise that grows like $T$": {"learner": with_growing_noise},
    },
    near=("PUCB with noise that grows like $T$",),
)
def privacy_share_of_runs(trial: Trial, *, learner: MakeLearner = printed) -> Iterator[Finding]:
    """Compare the share of the regret that is due to privacy at T and at 4 T, seed by seed."""
    runs, settings = (20, ((100.0, 8_000), (300.0, 4_000))) if trial.full else (10, ((300.0, 4_000),))
    for epsilon, T in settings:
        yield _fallen(learner, epsilon, T, seeds_of(trial, runs), GAPS[trial.full])
    if learner is printed:
        yield _share_over_time(trial)


def _share_over_time(trial: Trial) -> Figure:
    """Draw the share against T for all modes."""
    times = (1000, 4000, 16_000, 64_000) if trial.full else (1000, 4000, 16_000)
    gaps, seeds = ([0.5**k for k in range(1, 6)] if trial.full else [0.5, 0.125, 0.03125]), seeds_of(trial, RUNS)
    shares = {
        mode: np.array([[_added(LEARNERS[mode], T, 100.0, seed, gaps) for T in times] for seed in seeds])
        for mode in ("PUCB as printed", "PUCB repaired", "PUCB practical")
    }
    caption = fill(TEXTS["share_over_time_caption"], len_gaps=len(gaps), runs=RUNS)
    return replace(growth_figure("What privacy adds", ("$T$", "share"), times, shares, caption), y_scale="linear")


def _fallen(learner: MakeLearner, epsilon: float, T: int, seeds: list[int], gaps: Sequence[float]) -> Evidence:
    """Test that the share falls in at least nine of ten runs."""
    test = FixedBinomialTest(null=0.9, alternative="less")
    shares = np.array([[_added(learner, t, epsilon, seed, gaps) for t in (T, 4 * T)] for seed in seeds])
    fallen = int((shares[:, 1] < shares[:, 0]).sum())
    early, late = shares.mean(axis=0).tolist()
    of_size = f"{len(gaps)} gaps from 1/2 to 1/8" if len(gaps) > 1 else "gap 1/2"
    case = f"two arms, {of_size}, $\\varepsilon = {epsilon:g}$, $T = {T}$ and ${4 * T}$"
    return statistical(
        f"{case}, {len(seeds)} seeds",
        refuted=bool(test.rejected(fallen, len(seeds))),
        error_probability=test.failure_probability,
        quantity="seeds for which the share of privacy falls (at least nine of ten)",
        left=f"{fallen} of {len(seeds)}",
        relation=">=",
        right="9/10 of them",
        power=detectable_effect(test, len(seeds)).sentence,
        detail=f"regret with privacy over regret without, minus 1, in the mean: {early:.4g}, then {late:.4g}",
    )


def _added(learner: MakeLearner, T: int, epsilon: float, seed: int, gaps: Sequence[float]) -> float:
    """Return the largest regret over gaps with privacy, over that without privacy, minus 1."""
    sizes = Sizes(1, 2, 1, T)
    mdps = [bad_arm_first(gap) for gap in gaps]
    worst = [max(learner(sizes, x).run(mdp, seed).total_regret for mdp in mdps) for x in (epsilon, inf)]
    return worst[0] / worst[1] - 1
