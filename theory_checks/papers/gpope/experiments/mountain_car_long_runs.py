r"""Figures 2(b) and 6 on large data: on-policy mountain car in private runs too long to be simulated.

The data hold each of the recorded trajectories equally often, so that the mean gradient is known, and with it the law
of the last iterate (`_long_runs`). With little noise the best run is long; a tenth of its step is a tenth of its
length, and ten times its step is more noise.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.papers.gpope.experiments._car import on_policy, trials
from theory_checks.papers.gpope.experiments._estimator_trials import MOST, near_the_best
from theory_checks.papers.gpope.experiments._long_runs import SLACK, LongRuns
from theory_checks.papers.gpope.experiments._noise import DELTA
from theory_checks.papers.gpope.experiments._trajectory_worlds import World

HORIZONS = tuple(10.0 ** (k / 2) for k in range(14))  # T = beta N
OFF = (0.1, 1.0, 10.0)
ORDER = 16  # of the moment that proves privacy


def long_runs(world: World) -> LongRuns:
    """Return runs with a clip of 3/2 of the longest gradient at the start, on a million trajectories."""
    return LongRuns(1_000_000, 1.0, 1.5 * world.longest, Fraction(5, 2), 10**22)


@claim(
    "gpope/fig2b-step-range",
    reading="within-a-factor-of-two-large-data",
    sound={"the tuned step three times": {"steps": (1.0, 1.0, 1.0)}},
)
def within_a_factor_on_large_data(trial: Trial, *, steps: tuple[float, ...] = OFF) -> Iterator[Finding]:
    """Test that a step off by ten costs no more than a factor of two on one of the two sides."""
    world = on_policy(trial.seed, "evaluation")
    runs, horizon = long_runs(world), tuned_horizon(on_policy(trial.seed, "tuning"))
    yield ball(
        f"{runs.name}: the noise is private",
        runs.delta(ORDER),
        "<=",
        ball_of(Fraction(DELTA)),
        quantity=r"a bound of $\delta(1)$ of all steps, and $\delta$",
    )
    low, centre, high = (_roots(trial, world, factor * horizon) for factor in steps)
    yield near_the_best(runs.name, low[0], centre[1], high[0], share=MOST - SLACK)


def tuned_horizon(world: World) -> float:
    """Return the T with the smallest mean error."""
    runs = long_runs(world)

    def error(horizon: float) -> float:
        centre, spread = runs.law(world.reference, horizon)
        return float(world.errors(centre)[0] + np.trace(world.root @ spread @ world.root.T))

    return min(HORIZONS, key=error)


def _roots(trial: Trial, world: World, horizon: float) -> tuple[Array, Array]:
    """Return what the errors of runs are at least and at most."""
    runs = long_runs(world)
    thetas = trial.rng("long runs", f"{horizon:.3g}").multivariate_normal(
        *runs.law(world.reference, horizon), trials(trial)
    )
    roots, off = np.sqrt(world.errors(thetas)), runs.off(world.root, horizon)
    return np.maximum(roots - off, 0) ** 2, (roots + off) ** 2
