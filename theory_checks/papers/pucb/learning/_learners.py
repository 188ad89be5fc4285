"""The learners that are compared, their seeds, and counting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from tabular.algorithms.episodic.baselines import Fixed, Uniform
from tabular.algorithms.episodic.learner import Learner
from tabular.algorithms.episodic.private_ucb_vi import PrivateUCBVI
from tabular.algorithms.episodic.pucb import PUCB, Constants, Printed, Sizes
from tabular.algorithms.episodic.ubev import UBEV
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, statistical
from theory_checks.statistics import FixedBinomialTest, detectable_effect

BETA = 0.1
MakeLearner = Callable[[Sizes, float], Learner]


def printed(sizes: Sizes, epsilon: float) -> Learner:
    """Return PUCB as printed."""
    return PUCB(sizes.states, sizes.actions, sizes.horizon, sizes.episodes, epsilon, "printed")


def with_share(share: float) -> MakeLearner:
    """Return PUCB as printed with a share of epsilon: with more noise, and bonuses for it."""
    return lambda sizes, epsilon: printed(sizes, share * epsilon)


@dataclass(frozen=True)
class LargerBonus(Printed):
    """PUCB as printed, with eleven tenths of its bonus."""

    def constants(self, sizes: Sizes, epsilon: float, failure_probability: float) -> Constants:
        """Return the constants as printed, those of the bonus larger by a tenth."""
        printed = super().constants(sizes, epsilon, failure_probability)
        bonus = {name: tuple(1.1 * x for x in getattr(printed, name)) for name in ("spread", "linear", "quadratic")}
        return replace(printed, **bonus)


def with_larger_bonus(sizes: Sizes, epsilon: float) -> Learner:
    """Return PUCB as printed with eleven tenths of its bonus."""
    return PUCB(sizes.states, sizes.actions, sizes.horizon, sizes.episodes, epsilon, LargerBonus())


def first_step_only(sizes: Sizes, epsilon: float) -> Learner:
    """Return the agent that takes the last action in the first step, and action 0 in all others."""
    policy = np.zeros((sizes.horizon, sizes.states), np.int64)
    policy[0] = sizes.actions - 1
    return Fixed(sizes.states, sizes.actions, sizes.horizon, sizes.episodes, policy)


def never_learning(sizes: Sizes, epsilon: float) -> Learner:
    """Return the agent that takes action 0 for ever."""
    policy = np.zeros((sizes.horizon, sizes.states), np.int64)
    return Fixed(sizes.states, sizes.actions, sizes.horizon, sizes.episodes, policy)


NEAR_LEARNERS = {
    r"PUCB with $9\varepsilon/10$": {"learner": with_share(0.9)},
    "PUCB with a bonus larger by a tenth": {"learner": with_larger_bonus},
}
LEARNERS: dict[str, MakeLearner] = {
    "PUCB as printed": printed,
    "PUCB repaired": lambda z, x: PUCB(z.states, z.actions, z.horizon, z.episodes, x, "repaired"),
    "PUCB practical": lambda z, x: PUCB(z.states, z.actions, z.horizon, z.episodes, x, "practical"),
    "Private-UCB-VI": lambda z, x: PrivateUCBVI(z.states, z.actions, z.horizon, z.episodes, x),
    "UBEV, not private": lambda z, x: UBEV(z.states, z.actions, z.horizon, z.episodes),
    "uniform actions": lambda z, x: Uniform(z.states, z.actions, z.horizon, z.episodes),
}
PRIVATE = [label for label in LEARNERS if label not in ("UBEV, not private", "uniform actions")]


def seeds_of(trial: Trial, runs: int) -> list[int]:
    """Return the seeds of the runs of a trial."""
    return [int(x) for x in trial.rng("runs").integers(0, 2**62, runs)]


def count_above(case: str, values: list[float], bound: float, what: str) -> Evidence:
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


RUNS = 20
NO_PRIVACY = 1e12  # an epsilon for which the noise does not matter, and finite as a learner may ask for
