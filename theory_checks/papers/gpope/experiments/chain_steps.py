r"""Figures 1(a), 1(b) and 5: how much the step size of GPOPE matters on the recovery chain.

The step is a multiple of the tuned one. For a small step theta stays near 0, and its MSPBE near that of theta = 0. With
a clip that is shorter than most gradients nothing contracts: for a large step theta is a walk driven by noise, and the
MSPBE grows like the square of the step.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tabular.numbers.arrays import Array
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence
from theory_checks.core.exhibits import Figure, Table
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.gpope.experiments._chain_estimates import (
    ACCOUNTINGS,
    FAR,
    LONG,
    MC,
    MULTIPLIERS,
    NOTHING,
    STEPS,
    V1,
    V2,
    label,
    prior,
    results,
    sizes,
    unclipped,
)
from theory_checks.papers.gpope.experiments._chain_long_runs import FEW, MANY, long_errors, step
from theory_checks.papers.gpope.experiments._chain_runs import Perturbed, Setting
from theory_checks.papers.gpope.experiments._chain_tuning import tuned
from theory_checks.papers.gpope.experiments._estimator_trials import (
    MOST,
    Errors,
    curve,
    decades,
    level,
    near_the_best,
    shown,
    smaller,
    stable_range,
    sweep_figure,
)
from theory_checks.papers.gpope.experiments._long_runs import SLACK

TEXTS = texts_of(__file__)

OFF = (0.1, 1.0, 10.0)  # multiples of the tuned step
HUNDRED = 100  # trials where single ones are won by chance
SHORT_CLIP = Setting(100_000, LONG)
PRIOR = r"trials in which the MSPBE of GPOPE is at most that of DP-LSW and of DP-LSL with the best $\lambda$"


@claim(
    "gpope/fig1a-step-robust",
    reading="a-tenth",
    broken={"ten times the tuned step": {"multiplier": 10.0}},
    near=("ten times the tuned step",),
)
def tenth_of_step(trial: Trial, *, multiplier: float = 0.1) -> Iterator[Finding]:
    """Compare GPOPE with a tenth of the step with both output perturbations."""
    for setting in (unclipped(1000), unclipped(10_000)):
        runs = [label(setting, 0.1), label(setting, 10.0)]
        errors = results(trial, setting.m, [V1, V2, *runs], HUNDRED if setting.m == 1000 else 0)
        yield smaller(setting.name, errors[label(setting, multiplier)], prior(errors), quantity=PRIOR)
    errors = long_errors(trial.seed, FEW).most
    yield smaller(FEW.name, errors[step(multiplier)], prior(errors), quantity=PRIOR)


@claim("gpope/fig1a-step-robust", reading="ten-times", sound={"the tuned step": {"multiplier": 1.0}})
def ten_times_the_step(trial: Trial, *, multiplier: float = 10.0) -> Iterator[Finding]:
    """Compare long private runs with ten times the step with both output perturbations; show short runs for all m."""
    errors = long_errors(trial.seed, FEW).least
    yield smaller(FEW.name, errors[step(multiplier)], prior(errors), share=0.5 - SLACK, quantity=PRIOR)
    if multiplier == 10.0:
        yield _wins_table(trial)


@claim(
    "gpope/fig1a-step-robust",
    reading="ten-times-large-data",
    broken={"thirty times the tuned step": {"multiplier": FAR}},
    near=("thirty times the tuned step",),
)
def ten_times_the_step_on_large_data(trial: Trial, *, multiplier: float = 10.0) -> Iterator[Finding]:
    """Compare GPOPE with ten times the step and a short clip with both output perturbations."""
    runs = [label(SHORT_CLIP, f) for f in (10.0, FAR)]
    errors = results(trial, SHORT_CLIP.m, [V1, V2, *runs], looks=LONG)
    yield smaller(SHORT_CLIP.name, errors[label(SHORT_CLIP, multiplier)], prior(errors), share=MOST, quantity=PRIOR)


@claim(
    "gpope/fig1a-step-robust",
    reading="long-runs",
    setting={"steps": (0.1, 10.0)},
    broken={"thirty times the tuned step in the place of ten times it": {"steps": (0.1, FAR)}},
    near=("thirty times the tuned step in the place of ten times it",),
)
@claim(
    "gpope/fig1b-step-range",
    reading="long-runs",
    setting={"steps": OFF},
    broken={"steps up to thirty times the tuned one": {"steps": (*OFF, FAR)}},
    near=("steps up to thirty times the tuned one",),
)
def steps_of_long_runs(trial: Trial, *, steps: tuple[float, ...]) -> Iterator[Finding]:
    """Compare the worst of some steps of long private runs with the others, on large data."""
    errors = long_errors(trial.seed, MANY).most
    yield _worst_of(MANY.name, [errors[step(f)] for f in steps], errors, MOST)


def _wins_table(trial: Trial) -> Table:
    """Show the errors with steps that are off, for every m and both accountings."""
    rows: list[list[str]] = []
    for m in sizes(trial.full):
        settings = [Setting(m, STEPS[m], a) for a in ACCOUNTINGS]
        errors = results(trial, m, [V1, V2, *(label(s, f) for s in settings for f in OFF)])
        for setting in settings:
            runs = [errors[label(setting, f)] for f in OFF]
            won = [f"{shown(e)}; better in {np.sum(e <= prior(errors))} of {len(e)}" for e in runs]
            rows.append([setting.name, *won, shown(prior(errors))])
    return Table(
        title="Steps that are off by ten",
        columns=["setting", "step x 0.1", "tuned step", "step x 10", "DP-LSW or DP-LSL"],
        rows=rows,
        caption=r"MSPBE, and in how many trials it is at most that of the better one of DP-LSW and DP-LSL.",
    )


@claim(
    "gpope/fig1b-step-range",
    reading="within-a-factor-of-two",
    broken={"thirty times the tuned step on both sides": {"steps": (FAR, 1.0, FAR)}},
    near=("thirty times the tuned step on both sides",),
)
def within_a_factor(trial: Trial, *, steps: tuple[float, ...] = OFF) -> Iterator[Finding]:
    """Test that a step off by ten costs no more than a factor of two on one of the two sides."""
    setting = unclipped(10_000)
    errors = results(trial, 10_000, [label(setting, f) for f in (*OFF, FAR)])
    yield near_the_best(setting.name, *(errors[label(setting, f)] for f in steps))
    errors = long_errors(trial.seed, FEW).least
    yield near_the_best(FEW.name, *(errors[step(f)] for f in steps))


@claim(
    "gpope/fig1b-step-range",
    reading="within-a-factor-of-two-large-data",
    sound={"the tuned step three times": {"steps": (1.0, 1.0, 1.0)}},
)
def within_a_factor_on_large_data(trial: Trial, *, steps: tuple[float, ...] = OFF) -> Iterator[Finding]:
    """Test the same of long private runs on large data."""
    errors = long_errors(trial.seed, MANY)
    low, centre, high = errors.least[step(steps[0])], errors.most[step(steps[1])], errors.least[step(steps[2])]
    yield near_the_best(MANY.name, low, centre, high, share=MOST - SLACK)


@claim(
    "gpope/fig1b-step-range",
    reading="better-without-clipping",
    sound={"first-visit Monte Carlo, which has no step": {"learner": MC}},
)
def better_without_clipping(trial: Trial, *, learner: str = "") -> Iterator[Finding]:
    """Compare the worse one of a tenth and ten times the tuned step with the others, in short and in long runs."""
    setting = unclipped(10_000)
    errors = results(trial, 10_000, [V1, V2, NOTHING, MC, *(label(setting, f) for f in OFF)])
    yield _worst_of(setting.name, [errors[learner or label(setting, f)] for f in OFF], errors, 0.5)
    errors = long_errors(trial.seed, FEW).least
    yield _worst_of(FEW.name, [errors[learner or step(f)] for f in OFF], errors, 0.5 - SLACK)


def _worst_of(name: str, runs: list[Array], errors: Errors, share: float) -> Evidence:
    limit = np.minimum(prior(errors), errors[NOTHING])
    case = f"{name}, worst of {len(runs)} steps"
    return smaller(case, np.max(runs, axis=0), limit, share=share, quantity=PRIOR)


@claim(
    "gpope/fig1b-step-range",
    reading="better-than-the-others",
    broken={"steps from 1/30 to ten times the tuned one": {"window": MULTIPLIERS[:6]}},
    near=("steps from 1/30 to ten times the tuned one",),
)
def better_than_others(trial: Trial, *, window: tuple[float, ...] = MULTIPLIERS[:5]) -> Iterator[Finding]:
    """Compare the worst step of a range of two decades with the others; draw Figures 1(b) and 5."""
    setting = Setting(10_000, STEPS[10_000])
    errors = _sweep(trial, 10_000)
    worst = np.max([errors[label(setting, f)] for f in window], axis=0)
    limit = np.minimum(prior(errors), errors[NOTHING])
    yield smaller(f"{setting.name}, worst of {len(window)} steps", worst, limit, share=MOST, quantity=PRIOR)
    if len(window) == len(MULTIPLIERS) - 2:
        yield _figure(trial)
        yield _ranges(trial)


def _sweep(trial: Trial, m: int) -> Errors:
    """Return the errors of the sweep for m trajectories, and of what it is compared with."""
    return results(trial, m, [V1, V2, NOTHING, MC, *(label(Setting(m, STEPS[m]), f) for f in MULTIPLIERS)])


def _swept(trial: Trial, m: int) -> tuple[list[float], list[Array], Errors]:
    """Return steps and errors of the sweep for m trajectories."""
    errors, setting = _sweep(trial, m), Setting(m, STEPS[m])
    step = Perturbed(setting, tuned(trial.seed, setting)).step_size
    return [step * f for f in MULTIPLIERS], [errors[label(setting, f)] for f in MULTIPLIERS], errors


def _figure(trial: Trial) -> Figure:
    """Draw the MSPBE against the step for two m."""
    series = [part for m in (1000, 10_000) for part in curve(f"GPOPE, $m = {m}$", *_swept(trial, m)[:2])]
    ends = [x for m in (1000, 10_000) for x in _swept(trial, m)[0]]
    errors = _swept(trial, 10_000)[2]
    series += [level(name, ends, float(np.mean(errors[name]))) for name in (NOTHING, V1, MC)]
    caption = fill(TEXTS["figure_caption"], steps_1000=STEPS[1000], steps_10_000=STEPS[10_000])
    return sweep_figure("Figures 1(b) and 5: accuracy against the step size", ("step", "MSPBE"), series, caption)


def _ranges(trial: Trial) -> Table:
    """Show how wide the range of steps is in which the MSPBE is near its best, or below the others."""
    rows: list[list[str | float]] = []
    for m in (1000, 10_000):
        x, errors, others = _swept(trial, m)
        least = min(float(np.mean(e)) for e in errors)
        factors = (2.0, 10.0, float(np.mean(others[NOTHING])) / least)
        ranges = [stable_range(x, errors, factor) for factor in factors]
        cells = [f"{low:.2g} to {high:.2g} ({decades((low, high)):g} decades)" for low, high in ranges]
        rows.append([m, STEPS[m], f"{least:.3g}", *cells])
    return Table(
        title="Ranges of steps",
        columns=["$m$", "$N$", "best MSPBE", "at most twice it", "at most ten times it", r"below $\theta = 0$"],
        rows=rows,
        caption=r"On the grid of the figure. $\theta = 0$ itself is within a factor of about two of the best at "
        r"$m = 1000$ and of about ten at $m = 10^4$: there no step is too small.",
    )
