r"""Figure 4: off-policy evaluation of HIV treatment, a greedy policy from the data of a softmax policy.

Rewards are divided by 10^5, the average reward that the paper names, so that the MSPBE is relative to its square (to be
relative to the average itself all errors below change by the same factor). States are log10 counts, gamma = .98, 200
decisions. The paper names no basis: those here are Fourier functions of single coordinates and of pairs of them.

Whoever knows that the average reward is about 10^5 knows something of the value, too: the constant 10^5/(1 - gamma)
needs no data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tabular.algorithms.evaluation import wis_lstd
from tabular.evaluation.continuous import (
    Schedule,
    collect,
    greedy,
)
from tabular.numbers.arrays import Array
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.interpret import approximate
from theory_checks.papers.gpope.experiments._clinic import (
    BASES,
    CLINIC,
    DISCOUNT,
    MORE_BASES,
    PATIENTS,
    TEMPERATURE,
    TRAINING,
    features,
    learned,
    patients,
    stated_average,
    trials,
    world,
)
from theory_checks.papers.gpope.experiments._estimator_trials import MOST, curve, level, shown, smaller, sweep_figure
from theory_checks.papers.gpope.experiments._noise import Accounting
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
    tuned_plans,
)

LONG = Schedule(1000, 0.02, trace=0.8, exploration=0.1, discount=DISCOUNT, log_rewards=True)
Rival = Callable[[World], float]
Learner = Callable[[Trial, str, Setting], Array]


def bases(trial: Trial) -> list[str]:
    """Return the names of the bases that are tried."""
    return list(BASES | MORE_BASES) if trial.full else list(BASES)


def settings(trial: Trial) -> list[Setting]:
    """Return the data sizes, N = m and in the full profile others, with valid and with printed noise."""
    sizes = [(1000, 1000, 1.0), (5000, 5000, 1.0)]
    more = [(5000, 5000, 0.1), (10_000, 10_000, 0.1), (10_000, 10_000, 1.0)]
    return [Setting(*size, kind) for size in sizes + more * trial.full for kind in ("valid", "printed")]


def gradient_perturbation(trial: Trial, basis: str, setting: Setting) -> Array:
    """Return the errors of GPOPE with a step size tuned on other patients, without clipping."""
    return tuned_runs(trial, basis, setting).errors


def tuned_runs(trial: Trial, basis: str, setting: Setting, candidates: Grid = UNCLIPPED) -> Runs:
    """Return runs of GPOPE, tuned on other patients; those of all settings are made."""
    public, place = world(trial.seed, "tuning", basis), world(trial.seed, "evaluation", basis)
    asked = dict.fromkeys((UNCLIPPED, SHORT_CLIP), settings(trial))
    plans = tuned_plans(public, asked, names(trial.seed, "tuning"))
    seed = names(trial.seed, "patients", "trials")
    make_runs(place, list(plans.values()), trials(trial), seed)
    return gpope_runs(place, *plans[candidates, setting], trials(trial), seed)


def without_privacy(trial: Trial, basis: str, setting: Setting) -> Array:
    """Return the errors of LSTD with ratios on both terms."""
    return least_squares(world(trial.seed, "evaluation", basis), setting.m, trials(trial), names(trial.seed, "lstd"))


def no_data(place: World) -> float:
    """Return the error of theta = 0."""
    return place.zero


def well_below(place: World) -> float:
    """Return nine tenths of the error of theta = 0."""
    return 0.9 * place.zero


def compare(trial: Trial, rival: Rival, learner: Learner) -> Iterator[Evidence]:
    """Test for each basis and setting that the error of the learner is at most that of the rival."""
    quantity = "trials in which the MSPBE of GPOPE is at most that of the other method"
    for basis in bases(trial):
        theirs = rival(world(trial.seed, "evaluation", basis))
        for setting in settings(trial):
            yield smaller(f"{basis}, {setting.shown()}", learner(trial, basis, setting), theirs, quantity=quantity)


def patients_of(policy: Callable[[Array], Array], trial: Trial) -> Array:
    """Return the average reward a decision of each patient under a policy."""
    data = collect(CLINIC, policy, 100 if trial.full else 36, names(trial.seed, "patients", "average") % 2**32)
    return np.add.reduceat(data.rewards, data.offsets[:-1]) / data.lengths


def untreated(states: Array) -> Array:
    """Return the policy that never gives a drug."""
    return np.tile([1.0, 0.0, 0.0, 0.0], (len(states), 1))


@claim(
    "gpope/fig4-hiv",
    reading="average-reward",
    broken={"no drug is ever given": {"policy": untreated}, "rewards four times as large": {"unit": 4.0}},
    near=("rewards four times as large",),
)
def average_reward(
    trial: Trial, *, policy: Callable[[Array], Array] | None = None, unit: float = 1.0
) -> Iterator[Finding]:
    """Test how far the average reward is from 10^5, in powers of ten."""
    rewards = unit * patients_of(greedy(learned()) if policy is None else policy, trial)
    away = approximate(trial.formal.left, {"reward": np.maximum(rewards, 1.0)}) + 0.0 * rewards  # one for each patient
    quantity = r"patients whose average reward is within half a power of ten of $10^5$"
    yield smaller(
        "patients",
        away,
        approximate(trial.formal.right),
        share=MOST,
        quantity=quantity,
        detail=f"average reward {shown(rewards)}",
    )
    if policy is None and unit == 1.0:
        yield _averages(trial)


@claim(
    "gpope/fig4-hiv",
    reading="beats-no-data",
    broken={r"nine tenths of the error of $\theta = 0$ are asked for": {"rival": well_below}},
    near=(r"nine tenths of the error of $\theta = 0$ are asked for",),
)
def beats_no_data(
    trial: Trial, *, rival: Rival = no_data, learner: Learner = gradient_perturbation
) -> Iterator[Finding]:
    """Compare GPOPE with theta = 0."""
    yield from compare(trial, rival, learner)
    if rival is no_data:
        yield from (size_figure(trial, basis) for basis in bases(trial))
        yield error_table(trial)


@claim(
    "gpope/fig4-hiv",
    reading="beats-stated-average",
    sound={"least squares without privacy": {"learner": without_privacy}},
)
def beats_stated_average(
    trial: Trial, *, rival: Rival = stated_average, learner: Learner = gradient_perturbation
) -> Iterator[Finding]:
    """Compare GPOPE with the constant that the stated average reward suggests."""
    yield from compare(trial, rival, learner)


def size_figure(trial: Trial, basis: str) -> Figure:
    """Draw the relative MSPBE over m."""
    place, sizes = world(trial.seed, "evaluation", basis), [s.m for s in settings(trial) if s.epsilon == 1.0][::2]
    series: list[Series] = []
    labels: dict[Accounting, str] = {"valid": "GPOPE, valid noise", "printed": "GPOPE, noise as printed"}
    for kind, label in labels.items():
        errors = [gradient_perturbation(trial, basis, Setting(m, m, 1.0, kind)) for m in sizes]
        series += curve(label, sizes, errors)
    data, ratios = patients(trial.seed, "evaluation", PATIENTS, TEMPERATURE)
    weighted = place.errors(wis_lstd(data, ratios, features(basis), DISCOUNT).theta)
    series += [
        level(f"WIS-LSTD, not private, {PATIENTS} patients", sizes, float(weighted[0])),
        level("theta = 0", sizes, place.zero),
        level("the constant of the stated average reward", sizes, stated_average(place)),
    ]
    caption = rf"$\varepsilon = 1$, $\delta = 10^{{-5}}$, $N = m$, {trials(trial)} trials; rewards in units of $10^5$."
    title = f"Figure 4: HIV treatment, {basis}"
    return sweep_figure(title, ("patients $m$", "relative MSPBE"), series, caption)


def error_table(trial: Trial) -> Table:
    """Show all errors, and those of the answers without data."""
    rows: list[list[str | int | float]] = []
    answers = ["$\\theta = 0$", "$10^5/(1-\\gamma)$"]
    for basis in bases(trial):
        place = world(trial.seed, "evaluation", basis)
        fixed = [f"{place.zero:.3g}", f"{stated_average(place):.3g}"]
        for setting in settings(trial):
            runs = tuned_runs(trial, basis, setting)
            cells = [shown(runs.errors), f"{runs.clipped} of {setting.steps * trials(trial)}"]
            cells.append(shown(tuned_runs(trial, basis, setting, SHORT_CLIP).errors))
            rows.append([f"{basis} ({place.records.size})", setting.shown(), *cells, *fixed])
    return Table(
        title="Relative MSPBE in HIV treatment",
        columns=["basis (features)", "setting", "GPOPE", "clipped", "with a short clip", *answers],
        rows=rows,
        caption="Mean and standard deviation over trials; a short clip shortens every gradient at the start.",
    )


def _averages(trial: Trial) -> Table:
    runs = [(k, TRAINING) for k in range(2)]
    runs += [(k, LONG) for k in range(6)] * trial.full
    rows = [[k, s.episodes, shown(patients_of(greedy(learned(k, s)), trial))] for k, s in runs]
    rows.append(["no drug", 0, shown(patients_of(untreated, trial))])
    return Table(
        title="Average reward of policies",
        columns=["training run", "episodes", "average reward a decision"],
        rows=rows,
        caption="Mean and standard deviation over patients. The claims are about run 0 with 300 episodes.",
    )
