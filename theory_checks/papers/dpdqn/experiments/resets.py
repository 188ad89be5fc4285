r"""Figure 1, resets: whether learning converges near the best with a new path in every batch and sigma < 0.4.

"Likely to converge with limited sub-optimality" is taken to ask for little: the greedy policy of the last network is
worth at least half of the best return, in at least half of the runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tabular.dpdqn.options import Algorithm1
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.papers.dpdqn.experiments._training_runs import (
    LITERAL,
    TUNED,
    Runs,
    best,
    learning_curves,
    population,
    share_of_runs,
    spread,
)

LEVELS = (0.1, 0.2, 0.3)
CURVES = (0.0, 0.1, 0.2, 0.4, 0.8)  # noise levels of the learning curves
RESETS: dict[str, int | Literal["episode"] | None] = {
    "$J = 1$": 1,
    "$J = 6$": 6,
    "$J = 26$": 26,
    "$J = T/B$": None,
    "each episode": "episode",
}
_RUNS = {"quick": 100, "full": 500}
_CURVE_RUNS = {"quick": 20, "full": 100}
_STEPS_OF_APPENDIX_E = {"the step of Appendix E, 3e-4": {"options": TUNED.but(step_size=LITERAL.step_size)}}
LARGER_STEPS = LITERAL.but(step_size=0.5, discount=0.5)  # what the first version leaves open, and nothing else
_NEAR_LARGER_STEPS = {
    "the discount of the later version": {"options": LARGER_STEPS.but(discount=LITERAL.discount)},
    "the rate of the later version": {"options": LARGER_STEPS.but(step_size=LITERAL.step_size)},
}


@claim(
    "dpdqn/fig1-reset",
    "dpdqn-v1/fig1",
    reading="as-described",
    sound={"settings under which learning works without noise": {"options": TUNED}},
)
def as_described(trial: Trial, *, options: Algorithm1 = LITERAL) -> Iterator[Finding]:
    """Count the runs that end with a policy worth half of the best one."""
    yield from _counted(trial, options)
    if options is LITERAL:
        yield from _by_resets(trial, LITERAL)


@claim(
    "dpdqn-v1/fig1",
    reading="larger-steps",
    broken={"steps of the later version": {"options": LITERAL}, **_NEAR_LARGER_STEPS},
    near=list(_NEAR_LARGER_STEPS),
)
def larger_steps(trial: Trial, *, options: Algorithm1 = LARGER_STEPS) -> Iterator[Finding]:
    """Count the runs that end with a policy worth half of the best one, without an optimiser or random actions."""
    yield from _counted(trial, options)


@claim(
    "dpdqn/fig1-reset",
    "dpdqn-v1/fig1",
    reading="learning-works",
    broken=_STEPS_OF_APPENDIX_E,
    near=list(_STEPS_OF_APPENDIX_E),
)
def learning_works(trial: Trial, *, options: Algorithm1 = TUNED) -> Iterator[Finding]:
    """Count the runs that end with a policy worth half of the best one."""
    yield from _counted(trial, options)
    if options is TUNED:
        yield from _by_resets(trial, TUNED)
        yield _by_noise(trial)


def _counted(trial: Trial, options: Algorithm1) -> Iterator[Finding]:
    for i, sigma in enumerate(LEVELS):
        runs = population(options.but(noise_level=sigma), _RUNS[trial.profile], trial.seed + 100 + i)
        yield share_of_runs(
            rf"$\sigma = {sigma}$",
            runs.worth >= best() / 2,
            0.5,
            quantity=f"runs whose greedy policy is worth at least half of the best, {best() / 2:.4g}",
            detail=f"mean and standard deviation: {spread(runs.worth)}",
        )


def _by_resets(trial: Trial, options: Algorithm1) -> Iterator[Finding]:
    """Draw the learning curves for each noise level over the numbers of paths, and list where they end."""
    count = _CURVE_RUNS[trial.profile]
    rows: list[list[str]] = []
    for sigma in CURVES:
        by_resets = _curves(options.but(noise_level=sigma), count, trial.seed + 200)
        yield learning_curves(
            rf"Learning curves at $\sigma = {sigma:g}$",
            by_resets,
            f"Means over {count} runs of each number of paths J in blocks of 5 episodes, standard deviations; "
            f"the best policy is worth {best():.4g}.",
        )
        rows += [[f"{sigma:g}", name, spread(runs.last), spread(runs.worth)] for name, runs in by_resets.items()]
    yield Table(
        title="How often the noise is drawn anew",
        columns=[r"$\sigma$", "new paths", "last ten episodes", "greedy policy"],
        rows=rows,
        caption=f"Mean and standard deviation of {count} runs; the best is worth {best():.4g}. With one path for "
        "the whole run the network learns the path: its greedy policy without the noise is that of other rewards.",
    )


def _curves(options: Algorithm1, count: int, seed: int) -> dict[str, Runs]:
    """Train with each number of paths; without noise all of them are the same."""
    if options.noise_level == 0:
        return {"no noise": population(options, count, seed)}
    return {name: population(options.but(resets=j), count, seed) for name, j in RESETS.items()}


def _by_noise(trial: Trial) -> Figure:
    x = [0.0, 0.1, 0.2, 0.4, 0.8, 1.6]
    by_resets = {
        name: [population(TUNED.but(noise_level=s, resets=j), _RUNS[trial.profile] // 2, trial.seed + 300) for s in x]
        for name, j in (("$J = T/B$", None), ("$J = 1$", 1))
    }
    return Figure(
        title="What the greedy policy is worth",
        x_label=r"noise level $\sigma$",
        y_label="expected return",
        series=[
            Series(label=name, x=x, y=[float(f"{r.worth.mean():.6g}") for r in runs], kind="line")
            for name, runs in by_resets.items()
        ],
        caption=f"Means over {_RUNS[trial.profile] // 2} runs; the best policy is worth {best():.4g}.",
    )
