r"""Figure 2(a) repaired: what is orders of magnitude below theta = 0 is one private release of A and b, from much data.

Each trajectory's (A_i, b_i) is clipped to Frobenius norm 1 and the mean is released once with Gaussian noise of
deviation s, which is of order 1/(m epsilon); theta is least squares with the ridge n s^2. The MSPBE tends to that of
LSTD as m grows, where the iterations of GPOPE are limited by their number even without noise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabular.algorithms.evaluation.private_statistics import PrivateStatistics
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence
from theory_checks.papers.gpope.experiments._car import on_policy, trials
from theory_checks.papers.gpope.experiments._car_values import MIDDLE, values
from theory_checks.papers.gpope.experiments._estimator_trials import MOST, curve, level, smaller, sweep_figure
from theory_checks.papers.gpope.experiments._noise import DELTA
from theory_checks.papers.gpope.experiments._trajectory_worlds import names, statistics_errors

RELEASES = 1000  # each costs little: a share of four fifths would be seen
ENOUGH = ((10**6, 1.0), (10**7, 0.1))


@claim(
    "gpope/fig2a-mountain-car/repaired",
    broken={"a tenth of the data": {"sizes": ((10**5, 1.0), (10**6, 0.1))}},
    near=("a tenth of the data",),
)
def private_statistics(trial: Trial, *, sizes: Sequence[tuple[int, float]] = ENOUGH) -> Iterator[Finding]:
    """Compare private statistics with theta = 0."""
    world = on_policy(trial.seed, "evaluation")
    quantity = "trials in which 10 times the MSPBE of private statistics is at most that of theta = 0"
    for m, epsilon in sizes:
        learner = PrivateStatistics(epsilon, DELTA, 1.0)
        errors = statistics_errors(world, learner, m, RELEASES, names(trial.seed, "statistics", m))
        yield smaller(
            f"$m = {m}$, $\\varepsilon = {epsilon:g}$", errors, world.zero, factor=10.0, share=MOST, quantity=quantity
        )
        yield _values(trial, m, epsilon)
    if sizes is ENOUGH:
        yield from _figures(trial)


def _values(trial: Trial, m: int, epsilon: float) -> Evidence:
    """Test that the values are twice as accurate as the constant in the middle of their range."""
    place = values(trial.seed, "evaluation")
    learner, seed = PrivateStatistics(epsilon, DELTA, 1.0), names(trial.seed, "statistics", m)
    errors = place.roots(statistics_errors(place.world, learner, m, RELEASES, seed))
    quantity = "trials in which twice the error of values is at most that of the constant -50"
    middle = float(place.roots(place.world.constant(MIDDLE))[0])
    return smaller(
        f"$m = {m}$, $\\varepsilon = {epsilon:g}$, values", errors, middle, factor=2.0, share=MOST, quantity=quantity
    )


def _figures(trial: Trial) -> Iterator[Finding]:
    world, sizes = on_policy(trial.seed, "evaluation"), [10**k for k in range(3, 9)]
    series = [level("theta = 0", sizes, world.zero)]
    for epsilon in (0.1, 1.0):
        learner, seed = PrivateStatistics(epsilon, DELTA, 1.0), names(trial.seed, "statistics figure")
        errors = [statistics_errors(world, learner, m, trials(trial), seed) for m in sizes]
        series += curve(f"private statistics, epsilon = {epsilon:g}", sizes, errors)
    caption = rf"$\delta = 10^{{-5}}$, {trials(trial)} trials, bands of one standard deviation."
    yield sweep_figure("One private release in mountain car", ("trajectories $m$", "MSPBE"), series, caption)
