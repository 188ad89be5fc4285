r"""Figure 2(a): on-policy mountain car. GPOPE, DP-LSW and LSTD, the sizes of their errors beside that of theta = 0.

The policy is what Q-learning with the fifth-order Fourier basis (36 features) makes of mountain car; it is evaluated by
the same basis with gamma = .99. Its dynamics are deterministic, so that a world of P starts is known exactly: A, b, C
are the means over its P trajectories. The first feature is the constant 1 and every reward is -1, so that
b = -C e_1 with the weights 1/length, and theta = 0 has the MSPBE b'C^{-1}b = e_1'C e_1 = 1 whatever the policy.

DP-LSW needs finitely many states: 10 x 10 public cells, with the features of their centres.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from scipy.stats import norm

from tabular.algorithms.evaluation.dp_lsw import DPLSW
from tabular.algorithms.evaluation.private_statistics import PrivateStatistics
from tabular.numbers.arrays import Array
from tabular.privacy.subsampled import Adjacency, delta_interval
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence
from theory_checks.core.exhibits import Figure, Table
from theory_checks.core.texts import texts_of
from theory_checks.papers.gpope.experiments._car import (
    DISCOUNT,
    ORDERS,
    Rival,
    dp_lsw,
    features,
    no_data,
    on_policy,
    perturbed_output,
    repaired_learner,
    setting_of,
    trials,
)
from theory_checks.papers.gpope.experiments._estimator_trials import MOST, curve, level, shown, smaller, sweep_figure
from theory_checks.papers.gpope.experiments._noise import DELTA
from theory_checks.papers.gpope.experiments._trajectory_worlds import (
    SHORT_CLIP,
    UNCLIPPED,
    Grid,
    Runs,
    Setting,
    World,
    gpope_runs,
    least_squares,
    make_runs,
    names,
    statistics_errors,
    tuned_plans,
)

TEXTS = texts_of(__file__)

SIZES = ((100, 0.1), (1000, 0.1), (10_000, 0.1), (1000, 1.0), (10_000, 1.0))
MORE = ((1000, 10_000, 0.1), (1000, 10_000, 1.0), (100_000, 10_000, 0.1), (100_000, 10_000, 1.0))
Learner = Callable[[Trial, Setting], Array]


def settings(trial: Trial) -> list[Setting]:
    """Return the settings of the comparison, in the full profile with more steps than trajectories, too."""
    once = [(s.m, s.steps, s.epsilon) for s in (setting_of(trial, m, epsilon) for m, epsilon in SIZES)]
    sizes = once + list(MORE) if trial.full else once
    return [Setting(m, steps, eps, kind) for m, steps, eps in sizes for kind in ("valid", "printed")]


def gradient_perturbation(trial: Trial, setting: Setting) -> Array:
    """Return the errors of GPOPE with a step size tuned on other data, without clipping."""
    return tuned_runs(trial, setting).errors


def tuned_runs(trial: Trial, setting: Setting, candidates: Grid = UNCLIPPED) -> Runs:
    """Return runs of GPOPE on the evaluation world, tuned on the tuning world; those of all settings are made."""
    place, seed = on_policy(trial.seed, "evaluation"), names(trial.seed, "mountain car", "trials")
    valid = [s for s in settings(trial) if s.accounting == "valid"]
    asked = {UNCLIPPED: settings(trial), SHORT_CLIP: valid}
    asked[candidates] = list(dict.fromkeys([*asked[candidates], setting]))
    plans = tuned_plans(on_policy(trial.seed, "tuning"), asked, names(trial.seed, "tuning"))
    make_runs(place, list(plans.values()), trials(trial), seed)
    return gpope_runs(place, *plans[candidates, setting], trials(trial), seed)


def without_privacy(trial: Trial, setting: Setting) -> Array:
    """Return the errors of LSTD."""
    return least_squares(on_policy(trial.seed, "evaluation"), setting.m, trials(trial), names(trial.seed, "lstd"))


def compare(trial: Trial, rival: Rival, learner: Learner, factor: float) -> Iterator[Evidence]:
    """Test in each setting that factor times the error of the learner is at most that of the rival, in most trials."""
    world = on_policy(trial.seed, "evaluation")
    for setting in settings(trial):
        ours, theirs = learner(trial, setting), rival(world, setting, names(trial.seed, "rival"))
        paired = theirs[: len(ours)] if isinstance(theirs, np.ndarray) else theirs
        quantity = f"trials in which {factor:g} times the MSPBE of GPOPE is at most that of the other method"
        yield smaller(setting.shown(), ours, paired, factor=factor, share=MOST, quantity=quantity)


def just_too_large(trial: Trial, setting: Setting) -> Array:
    """Return errors that are a tenth larger than what the comparison with DP-LSW allows."""
    world = on_policy(trial.seed, "evaluation")
    return 1.1 * dp_lsw(world, setting, names(trial.seed, "rival"))[: trials(trial)] / ORDERS


@claim(
    "gpope/fig2a-mountain-car",
    reading="published",
    broken={
        "the rival is theta = 0": {"rival": no_data},
        "an estimator whose error is a tenth too large": {"learner": just_too_large},
    },
    near=("an estimator whose error is a tenth too large",),
)
def against_published(
    trial: Trial, *, rival: Rival = dp_lsw, learner: Learner = gradient_perturbation
) -> Iterator[Finding]:
    """Compare GPOPE with DP-LSW."""
    yield from compare(trial, rival, learner, ORDERS)
    if rival is dp_lsw and learner is gradient_perturbation:
        yield accuracy_figure(trial)
        yield output_table(trial)


@claim(
    "gpope/fig2a-mountain-car",
    reading="no-data",
    sound={
        "the rival is DP-LSW": {"rival": dp_lsw},
    },
)
def against_no_data(
    trial: Trial, *, rival: Rival = no_data, learner: Learner = gradient_perturbation
) -> Iterator[Finding]:
    """Compare GPOPE with the estimator that answers 0."""
    yield from compare(trial, rival, learner, ORDERS)
    if rival is no_data:
        yield private_table(trial)


def accuracy_figure(trial: Trial) -> Figure:
    """Draw the MSPBE over m for epsilon = .1: the figure of the paper with theta = 0."""
    world, sizes = on_policy(trial.seed, "evaluation"), [m for m, epsilon in SIZES if epsilon == 0.1]
    valid = [setting_of(trial, m, 0.1) for m in sizes]
    printed = [replace(setting, accounting="printed") for setting in valid]
    rivals = [dp_lsw(world, setting, names(trial.seed, "rival")) for setting in valid]
    series = [
        *curve("GPOPE, valid noise", sizes, [gradient_perturbation(trial, s) for s in valid]),
        *curve("GPOPE, noise as printed", sizes, [gradient_perturbation(trial, s) for s in printed]),
        *curve("output perturbation V1 (DP-LSW)", sizes, rivals),
        *curve("LSTD, not private", sizes, [without_privacy(trial, s) for s in valid]),
        level("theta = 0", sizes, world.zero),
    ]
    caption = (
        rf"$\varepsilon = .1$, $\delta = 10^{{-5}}$, $N = \min(m, {valid[-1].steps})$, {trials(trial)} trials, bands "
        r"of one standard deviation. GPOPE is orders of magnitude below DP-LSW, and so is the answer 0."
    )
    return sweep_figure("Figure 2(a): on-policy mountain car", ("trajectories $m$", "MSPBE"), series, caption)


def private_table(trial: Trial) -> Table:
    """Show all learners side by side, and what the printed noise really protects."""
    world, rows = on_policy(trial.seed, "evaluation"), list[list[str | int | float]]()
    for setting in settings(trial):
        if setting.accounting == "valid":
            row = [setting.m, setting.steps, setting.epsilon, shown(gradient_perturbation(trial, setting))]
            row.append(shown(tuned_runs(trial, setting, SHORT_CLIP).errors))
            rows.append([*row, *_printed(trial, setting), *_others(trial, world, setting)])
    columns = ["$m$", "$N$", "$\\varepsilon$", "GPOPE, valid noise", "with a short clip", "GPOPE, noise as printed"]
    columns += [
        "gradients clipped there",
        "$\\delta$ of the printed noise, at least",
        "private statistics",
        "repaired GPOPE",
        "LSTD",
    ]
    return Table(
        title="MSPBE in mountain car; theta = 0 has 1",
        columns=columns,
        rows=rows,
        caption=TEXTS["private_table_caption"],
    )


def _printed(trial: Trial, setting: Setting) -> list[str]:
    printed = replace(setting, accounting="printed")
    runs = tuned_runs(trial, printed)
    clipped = f"{runs.clipped} of {printed.steps * trials(trial)}"
    return [shown(runs.errors), clipped, f"{needed_delta(printed):.2g}"]


def needed_delta(setting: Setting) -> float:
    """Return a delta below which the noise of a setting is not private under replacement.

    For sigma < 1/4 it is P(max >= h) - e^epsilon Q(max >= h) for the largest of N numbers, N(0, (h sigma)^2) without
    the record; with it one is N(2h, (h sigma)^2) with probability 1/m: at least 1 - (1 - Phi(1/sigma)/m)^N against at
    most N Phi(-1/sigma).
    """
    if setting.sigma >= 0.25:
        return delta_interval(setting.m, setting.sigma, setting.steps, setting.epsilon, Adjacency.REPLACE).lower
    tail = float(norm.sf(1 / setting.sigma))
    with_it = -math.expm1(setting.steps * math.log1p(-(1 - tail) / setting.m))
    return max(0.0, with_it - math.exp(setting.epsilon) * setting.steps * tail)


def _others(trial: Trial, world: World, setting: Setting) -> list[str]:
    lstd = shown(without_privacy(trial, setting))
    if setting.m < world.population:
        return ["", "", lstd]
    learner = PrivateStatistics(setting.epsilon, DELTA, 1.0)
    released = statistics_errors(world, learner, setting.m, trials(trial), names(trial.seed, "statistics"))
    return [shown(released), f"{repaired_error(trial.seed, setting.m, setting.epsilon):.3g}", lstd]


def repaired_error(seed: int, m: int, epsilon: float) -> float:
    """Return the MSPBE of one run of repaired GPOPE with parameters that see no data."""
    return float(on_policy(seed, "evaluation").errors(repaired_learner(seed, m, epsilon))[0])


def output_table(trial: Trial) -> Table:
    """Show what DP-LSW is on continuous states, and the exact mean of its error."""
    world = on_policy(trial.seed, "evaluation")
    rows: list[list[str | int | float]] = []
    for m, epsilon in SIZES:
        perturbed = perturbed_output(world, Setting(m, m, epsilon))
        unseen = int(np.sum(np.asarray(perturbed.counts) == 0))
        rows.append(["cells", m, epsilon, 100, unseen, f"{perturbed.scale:.3g}", f"{perturbed.mean_error(world):.3g}"])
    rows.append(_every_state(world, 50, 0.1))
    return Table(
        title="Output perturbation V1 on continuous states",
        columns=["states", "$m$", "$\\varepsilon$", "states", "unvisited", "deviation of the noise", "mean MSPBE"],
        rows=rows,
        caption=TEXTS["output_table_caption"],
    )


def _every_state(world: World, m: int, epsilon: float) -> list[str | int | float]:
    """Return the row for the reading in which each visited state is a state."""
    data = world.data.subset(range(m))
    mechanism = DPLSW(features()(data.states), DISCOUNT, epsilon, DELTA, rewards=(-1.0, 0.0))
    scale = mechanism.setting.alpha * mechanism.smooth_sensitivity(np.ones(data.n_transitions))
    error = scale**2 * world.curvature
    return ["visited", m, epsilon, data.n_transitions, 0, f"{scale:.3g}", f"{error:.3g}"]
