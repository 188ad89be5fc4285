r"""Figure 1 repaired: statements about noise and resets for settings that are written down, with what they need.

The settings are RMSprop with steps of 1e-2, discount 0.9, random actions with a probability that falls from 0.9 to
0.05, beta = 1; without noise the greedy policies come close to the best one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tabular.dpdqn.options import Algorithm1
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure
from theory_checks.papers.dpdqn.experiments._training_runs import (
    LITERAL,
    TUNED,
    Runs,
    bars,
    best,
    learning_curves,
    population,
    share_of_runs,
    spread,
)

_RUNS = {"quick": 120, "full": 500}
_PAIRS = ((0.0, 0.4), (0.1, 0.8), (0.2, 1.6))
_NEAR = {"more noise earns more, at four times the noise": {"pairs": ((0.8, 0.2), (1.6, 0.4))}}
_RESETS = {0.1: None, 0.3: None}
_STEPS_OF_APPENDIX_E = {"the step of Appendix E, 3e-4": {"options": TUNED.but(step_size=LITERAL.step_size)}}


@claim(
    "dpdqn/fig1-noise-levels/repaired",
    broken={"the pairs the other way round": {"pairs": tuple((b, a) for a, b in _PAIRS)}, **_NEAR},
    near=list(_NEAR),
)
def noise_costs_return(trial: Trial, *, pairs: tuple[tuple[float, float], ...] = _PAIRS) -> Iterator[Finding]:
    """Compare the last ten episodes of runs with less and with more noise, run by run with the same random numbers."""
    count = _RUNS[trial.profile]
    shown: dict[str, Runs] = {}
    for i, pair in enumerate(pairs):
        less, more = pair
        runs = [population(TUNED.but(noise_level=s), count, trial.seed + 500 + i) for s in pair]
        few, many = (r.last for r in runs)
        yield share_of_runs(
            rf"$\sigma = {less}$ against $\sigma = {more}$",
            few > many,
            0.5,
            quantity="pairs of runs in which less noise earns more",
            detail=f"{spread(few)} against {spread(many)}",
        )
        shown |= {rf"$\sigma = {s:g}$": r for s, r in zip(pair, runs, strict=True)}
    yield _learning(shown, count)


@claim("dpdqn/fig1-reset/repaired", broken=_STEPS_OF_APPENDIX_E, near=list(_STEPS_OF_APPENDIX_E))
def new_paths_are_averaged(trial: Trial, *, options: Algorithm1 = TUNED) -> Iterator[Finding]:
    """Count the runs that end with a policy worth three quarters of the best one."""
    count, shown = _RUNS[trial.profile], dict[str, Runs]()
    for i, (sigma, resets) in enumerate(_RESETS.items()):
        runs = population(options.but(noise_level=sigma, resets=resets), count, trial.seed + 600 + i)
        yield share_of_runs(
            rf"$\sigma = {sigma}$",
            runs.worth >= 0.75 * best(),
            0.5,
            quantity=f"runs whose greedy policy is worth at least {0.75 * best():.4g}",
            detail=spread(runs.worth),
        )
        shown[rf"$\sigma = {sigma:g}$"] = runs
    yield _learning(shown, count)
    yield bars(
        "What the greedy policies are worth",
        "expected return of an episode of 50 steps",
        {name: runs.worth for name, runs in shown.items()},
        f"Policies of the last networks, without noise; the best is worth {best():.4g}.",
    )


def _learning(shown: Mapping[str, Runs], count: int) -> Figure:
    return learning_curves(
        "Learning curves",
        dict(sorted(shown.items())),
        f"Means over {count} runs of each noise level in blocks of 5 episodes, standard deviations; the best "
        f"policy is worth {best():.4g}.",
    )
