r"""Figure 1, resets: whether learning converges near the best with a new path in every batch and sigma < 0.4.

"Likely to converge with limited sub-optimality" is taken to ask for little: the greedy policy of the last network is
worth at least half of the best return, in at least half of the runs.
"""

from __future__ import annotations

from collections.abc import Iterator

from tabular.dpdqn.options import Algorithm1
from theory_checks.claim import Finding, Trial, claim
from theory_checks.dqn_runs import LITERAL, TUNED, best, population, share_of_runs, spread
from theory_checks.exhibits import Figure, Series, Table

LEVELS = (0.1, 0.2, 0.3)
_RUNS = {"quick": 100, "full": 500}
_FROZEN = TUNED.but(step_size=1e-6)


@claim(
    "dpdqn/fig1-reset",
    "dpdqn-v1/fig1",
    reading="as-described",
    domain=r"Appendix E at its word: steps $3 \cdot 10^{-4}$, greedy actions, $J = T/B$, $\beta = 1$; $\sigma < 0.4$",
    refuted_by="fewer than half of the runs whose greedy policy is worth half of the best return",
    sound={"settings under which learning works without noise": {"options": TUNED}},
)
def as_described(trial: Trial, *, options: Algorithm1 = LITERAL) -> Iterator[Finding]:
    """Count the runs that end with a policy worth half of the best one."""
    yield from _counted(trial, options)
    if options is LITERAL:
        yield _by_resets(trial, LITERAL)


@claim(
    "dpdqn/fig1-reset",
    "dpdqn-v1/fig1",
    reading="learning-works",
    domain=r"RMSprop, steps $10^{-2}$, discount $0.9$, fading random actions, $J = T/B$, $\beta = 1$; $\sigma < 0.4$",
    refuted_by="fewer than half of the runs whose greedy policy is worth half of the best return",
    not_covered="other settings; each of optimiser, step, discount and exploration is left open by the text",
    broken={"steps too small to learn": {"options": _FROZEN}},
)
def learning_works(trial: Trial, *, options: Algorithm1 = TUNED) -> Iterator[Finding]:
    """Count the runs that end with a policy worth half of the best one."""
    yield from _counted(trial, options)
    if options is TUNED:
        yield _by_resets(trial, TUNED)
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


def _by_resets(trial: Trial, options: Algorithm1) -> Table:
    count = _RUNS[trial.profile] // 2
    rows = [
        [f"{sigma:g}", name, spread(runs.returns[:, -10:].mean(axis=1)), spread(runs.worth)]
        for sigma in (0.2, 0.4)
        for name, resets in (("1", 1), ("6", 6), ("$T/B$", None))
        for runs in [population(options.but(noise_level=sigma, resets=resets), count, trial.seed + 200)]
    ]
    return Table(
        title="How often the noise is drawn anew",
        columns=[r"$\sigma$", "$J$", "last ten episodes", "greedy policy"],
        rows=rows,
        caption=f"Mean and standard deviation of {count} runs; the best is worth {best():.4g}. With one path for "
        "the whole run the network learns the path: its greedy policy without the noise is that of other rewards.",
    )


def _by_noise(trial: Trial) -> Figure:
    x = [0.0, 0.1, 0.2, 0.4, 0.8, 1.6]
    found = {
        name: [population(TUNED.but(noise_level=s, resets=j), _RUNS[trial.profile] // 2, trial.seed + 300) for s in x]
        for name, j in (("$J = T/B$", None), ("$J = 1$", 1))
    }
    return Figure(
        title="What the greedy policy is worth",
        x_label=r"noise level $\sigma$",
        y_label="expected return",
        series=[
            Series(label=name, x=x, y=[float(f"{r.worth.mean():.6g}") for r in runs], kind="line")
            for name, runs in found.items()
        ],
        caption=f"Means over {_RUNS[trial.profile] // 2} runs; the best policy is worth {best():.4g}.",
    )
