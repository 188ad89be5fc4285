r"""Figure 1, noise levels: whether more noise makes Algorithm 1 need more samples for the same return.

For two noise levels run as pairs, the claim says that the noisier run of a pair does not reach a return earlier: it
does so with probability at most 1/2, ties counted for the claim. The return to reach lies half way between that of the
first episodes without noise and that of the best policy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tabular.dpdqn.options import RELEASED_CODE, Algorithm1
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence
from theory_checks.core.exhibits import Figure, Table
from theory_checks.papers.dpdqn.experiments._training_runs import (
    LITERAL,
    TUNED,
    best,
    learning_curves,
    population,
    share_of_runs,
    spread,
)

LEVELS = (0.0, 0.1, 0.2, 0.4, 0.8)
_RUNS = {"quick": 120, "full": 500}
_PROGRAM_RUNS = {"quick": 10, "full": 100}  # a run takes about 50 times as long: each step updates with a whole batch
_GREEDY = TUNED.but(exploration=LITERAL.exploration)
_NEAR = {
    "no random actions, and the step of Appendix E": {
        "options": _GREEDY.but(step_size=LITERAL.step_size),
        "level": 3.0,
    },
    "no random actions, and plain steps": {"options": _GREEDY.but(rmsprop=LITERAL.rmsprop), "level": 3.0},
}
_PROGRAM_LEVELS = {"quick": (0.0, 0.4), "full": LEVELS}


@claim(
    "dpdqn/fig1-noise-levels",
    reading="as-described",
    sound={"settings under which learning works without noise": {"options": TUNED}},
)
def as_described(trial: Trial, *, options: Algorithm1 = LITERAL) -> Iterator[Finding]:
    """Compare each noise level with none: how soon five episodes in a row have a return of 3."""
    yield from _compared(trial, options, 3.0 if options is LITERAL else _half_way(trial, options))


@claim(
    "dpdqn/fig1-noise-levels",
    reading="learning-works",
    broken={"settings of Appendix E": {"options": LITERAL, "level": 3.0}, **_NEAR},
    near=list(_NEAR),
)
def learning_works(trial: Trial, *, options: Algorithm1 = TUNED, level: float | None = None) -> Iterator[Finding]:
    """Compare each noise level with none: how soon five episodes in a row come half way to the best return."""
    yield from _compared(trial, options, _half_way(trial, options) if level is None else level)
    if options is TUNED:
        yield _released_program(trial)


def _half_way(trial: Trial, options: Algorithm1) -> float:
    runs = population(options, _RUNS[trial.profile], trial.seed)
    return round((float(runs.returns[:, :5].mean()) + best()) / 2, 1)


def _compared(trial: Trial, options: Algorithm1, level: float) -> Iterator[Finding]:
    count = _RUNS[trial.profile]
    by_level = {s: population(options.but(noise_level=s), count, trial.seed + i) for i, s in enumerate(LEVELS)}
    plain = by_level[0.0].samples_to(level)
    for sigma in LEVELS[1:]:
        noisy = by_level[sigma].samples_to(level)
        yield _later(rf"$\sigma = {sigma}$ against $\sigma = 0$", noisy >= plain, level)
    yield learning_curves(
        "Learning curves",
        {rf"$\sigma = {sigma:g}$": runs for sigma, runs in by_level.items()},
        f"Means over {count} runs of each noise level in blocks of 5 episodes, standard deviations; the best "
        f"policy is worth {best():.4g}.",
    )
    yield Table(
        title="Samples and returns",
        columns=[
            r"$\sigma$",
            f"runs that reach {level:g}",
            "median samples of those",
            "last ten episodes",
            "greedy policy",
        ],
        rows=[
            [f"{s:g}", *_row(runs.samples_to(level)), spread(runs.last), spread(runs.worth)]
            for s, runs in by_level.items()
        ],
        caption="Mean and standard deviation over the runs; the greedy policy is the last network's, without noise.",
    )


def _row(samples: np.ndarray) -> Sequence[str]:
    reached = samples[np.isfinite(samples)]
    return f"{len(reached)} of {len(samples)}", f"{np.median(reached):.0f}" if len(reached) else "none"


def _later(case: str, hits: np.ndarray, level: float) -> Evidence:
    return share_of_runs(
        case,
        hits,
        0.5,
        quantity=f"pairs in which the noisier run does not reach {level:g} earlier",
        detail="runs that never reach it count as late; ties count for the claim",
    )


def _released_program(trial: Trial) -> Figure:
    count = _PROGRAM_RUNS[trial.profile]
    runs = {s: population(RELEASED_CODE.but(noise_level=s), count, trial.seed) for s in _PROGRAM_LEVELS[trial.profile]}
    return learning_curves(
        "The released program's settings",
        {rf"$\sigma = {sigma:g}$": shown for sigma, shown in runs.items()},
        f"{count} runs of each noise level: replay, Huber loss, RMSprop, a target network with noise of its "
        "own; means and standard deviations.",
    )
