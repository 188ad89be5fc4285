r"""Figures 2(b), 3 and 6 on large data: mountain car in private runs too long to be simulated.

The data hold each of the recorded trajectories equally often, so that the mean gradient is known, and with it the law
of the last iterate (`_long_runs`). With little noise the best run is long; a tenth of its step is a tenth of its
length, and ten times its step is more noise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball as ball_of
from tabular.numbers.doubles import operator_norm, product
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.papers.gpope.experiments._car import off_policy, on_policy, trials
from theory_checks.papers.gpope.experiments._estimator_trials import MOST, near_the_best, smaller
from theory_checks.papers.gpope.experiments._long_runs import SLACK, LongRuns
from theory_checks.papers.gpope.experiments._noise import DELTA
from theory_checks.papers.gpope.experiments._trajectory_worlds import World

MakeWorld = Callable[[int, str], World]
HORIZONS = tuple(10.0 ** (k / 2) for k in range(14))  # T = beta N
OFF = (0.1, 1.0, 10.0)
ORDER = 16  # of the moment that proves privacy


class Scale(NamedTuple):
    """How many trajectories there are, and how many times the longest gradient at the start the clip is."""

    m: int
    clips: float

    def runs(self, world: World) -> LongRuns:
        """Return runs with noise that is private."""
        return LongRuns(self.m, 1.0, self.clips * world.longest, Fraction(5, 2), 10**22)


ON_POLICY, BOTH = Scale(10**6, 1.5), Scale(10**7, 8.0)  # gradients off-policy grow on the way


@claim(
    "gpope/fig2b-step-range",
    reading="within-a-factor-of-two-large-data",
    sound={"the tuned step three times": {"steps": (1.0, 1.0, 1.0)}},
)
def within_a_factor_on_large_data(trial: Trial, *, steps: tuple[float, ...] = OFF) -> Iterator[Finding]:
    """Test that a step off by ten costs no more than a factor of two on one of the two sides."""
    runs = ON_POLICY.runs(on_policy(trial.seed, "evaluation"))
    yield _private(runs)
    low, centre, high = (_errors(trial, on_policy, ON_POLICY, factor) for factor in steps)
    yield near_the_best(runs.name, low[0], centre[1], high[0], share=MOST - SLACK)


@claim(
    "gpope/fig3-off-policy",
    reading="values-on-large-data",
    sound={"on-policy runs, twice": {"other": on_policy}},
)
def similar_values_on_large_data(trial: Trial, *, other: MakeWorld = off_policy) -> Iterator[Finding]:
    """Test that the MSPBE off-policy is at most twice that on-policy, and the other way round."""
    yield _private(BOTH.runs(on_policy(trial.seed, "evaluation")))
    on, off = (_errors(trial, make, BOTH, task=task) for make, task in ((on_policy, "on"), (other, "off")))
    for case, make, ours, theirs in (("off-policy", other, off, on), ("on-policy", on_policy, on, off)):
        name = BOTH.runs(make(trial.seed, "evaluation")).name
        quantity = f"trials in which the {case} MSPBE is at most twice the other one"
        yield smaller(f"{name}, {case}", ours[0], theirs[1], factor=0.5, share=MOST - SLACK, quantity=quantity)


def _private(runs: LongRuns) -> Evidence:
    case, what = f"{runs.name}: the noise is private", r"a bound of $\delta(1)$ of all steps, and $\delta$"
    return ball(case, runs.delta(ORDER), "<=", ball_of(Fraction(DELTA)), quantity=what)


def tuned_horizon(world: World, scale: Scale) -> float:
    """Return the T with the smallest mean error."""
    runs = scale.runs(world)

    def error(horizon: float) -> float:
        centre, spread = runs.law(world.reference, horizon)
        return float(world.errors(centre)[0] + np.trace(product(product(world.root, spread), world.root.T)))

    return min(HORIZONS, key=error)


def _errors(trial: Trial, make: MakeWorld, scale: Scale, factor: float = 1.0, task: str = "") -> tuple[Array, Array]:
    """Return what the errors of runs with a multiple of the tuned step are at least and at most."""
    world, horizon = make(trial.seed, "evaluation"), factor * tuned_horizon(make(trial.seed, "tuning"), scale)
    runs, rng = scale.runs(world), trial.rng("long runs", task, f"{factor:.3g}")
    thetas = runs.ends(world.reference, horizon, trials(trial), rng)
    roots, off = np.sqrt(world.errors(thetas)), runs.off(operator_norm(world.root), horizon)
    return np.maximum(roots - off, 0) ** 2, (roots + off) ** 2
