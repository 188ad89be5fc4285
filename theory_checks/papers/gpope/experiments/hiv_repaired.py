r"""Figure 4 repaired: one private release of A and b beats what the stated average reward gives, from 10^6 patients."""

from __future__ import annotations

from collections.abc import Iterator

from tabular.algorithms.evaluation.private_statistics import PrivateStatistics
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.papers.gpope.experiments._clinic import BASES, stated_average, trials, world
from theory_checks.papers.gpope.experiments._estimator_trials import MOST, curve, level, smaller, sweep_figure
from theory_checks.papers.gpope.experiments._noise import DELTA
from theory_checks.papers.gpope.experiments._trajectory_worlds import names, statistics_errors

RELEASES = 1000  # each costs little: a share of four fifths would be seen
BASIS = next(iter(BASES))


@claim("gpope/fig4-hiv/repaired", broken={"a tenth of the data": {"m": 10**5}}, near=("a tenth of the data",))
def private_statistics(trial: Trial, *, m: int = 10**6) -> Iterator[Finding]:
    """Compare private statistics with the constant of the stated average reward."""
    place, learner = world(trial.seed, "evaluation", BASIS), PrivateStatistics(1.0, DELTA, 1.0)
    seed = names(trial.seed, "statistics")
    quantity = "trials in which 3 times the MSPBE of private statistics is at most that of the constant"
    errors = statistics_errors(place, learner, m, RELEASES, seed)
    yield smaller(f"$m = {m}$", errors, stated_average(place), factor=3.0, share=MOST, quantity=quantity)
    if m == 10**6:
        sizes = [10**k for k in range(3, 8)]
        curves = [statistics_errors(place, learner, size, trials(trial), seed) for size in sizes]
        constants = [
            level("theta = 0", sizes, place.zero),
            level("the constant of the stated average reward", sizes, stated_average(place)),
        ]
        yield sweep_figure(
            "One private release in HIV treatment",
            ("patients $m$", "relative MSPBE"),
            [*curve("private statistics", sizes, curves), *constants],
            r"$\varepsilon = 1$, $\delta = 10^{-5}$; bands of one standard deviation.",
        )
