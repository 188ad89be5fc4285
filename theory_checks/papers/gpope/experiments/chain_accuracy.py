r"""Figure 1(a): the MSPBE of GPOPE on the recovery chain over m, beside DP-LSL, DP-LSW and theta = 0.

"By an order of magnitude" is read as: ten times the MSPBE of GPOPE is at most the mean MSPBE of the other one on the
same data, in at least half of all trials. DP-LSL has the best lambda on tuning data; that is so large that its
estimate is 0 but for some digits, and the sentence says that GPOPE is ten times better than theta = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from tabular.privacy.subsampled import Adjacency, epsilon_interval
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Table
from theory_checks.papers.gpope.experiments._chain_runs import (
    DELTA,
    LARGE_CLIP,
    Accounting,
    Estimate,
    Estimator,
    LeastSquares,
    Metric,
    MonteCarlo,
    Nothing,
    Perturbed,
    Setting,
    Statistics,
    Unperturbed,
    WeightedRegression,
    chain_errors,
    chain_estimates,
    errors_in,
    tuned,
    tuned_perturbed,
    tuned_ridge,
)
from theory_checks.papers.gpope.experiments._estimator_trials import Errors, curve, shown, smaller, sweep_figure
from theory_checks.papers.gpope.experiments.chain_measures import best_constant, mean_value

STEPS = {100: 1000, 1000: 3000, 10_000: 10_000, 100_000: 100_000}  # N of the curves
LONG = 30_000  # N of the comparison on 10^4 trajectories
MULTIPLIERS = (10**-1.5, 0.1, 10**-0.5, 1.0, 10**0.5, 10.0, 10**1.5)
V1, V2, NOTHING, MC = "DP-LSW (V1)", r"DP-LSL (V2), best $\lambda$", r"$\theta = 0$", "first-visit MC, not private"
LSTD, STATISTICS, FREE = "LSTD, not private", "one release of $A$, $b$", "GPOPE without noise, not private"
SUMS, FLAT, FIXED = "one release of sums of $A$, $b$", "constant of least MSPBE", "constant of least error of values"
V2_FOR_VALUES, LONG_FOR_VALUES = r"DP-LSL, $\lambda$ for values", f"GPOPE, valid noise, step for values, $N = {LONG}$"
FOR_VALUES = {a: f"GPOPE, {a} noise, step for values" for a in ("valid", "printed")}
ROWS = (NOTHING, FLAT, V1, V2, STATISTICS, SUMS, MC, LSTD, FREE)
ACCOUNTINGS: tuple[Accounting, ...] = ("valid", "printed")


def sizes(full: bool) -> tuple[int, ...]:
    """Return the numbers of trajectories of a profile."""
    return (100, 1000, 10_000, 100_000) if full else (100, 1000, 10_000)


def trials_of(full: bool) -> int:
    """Return the number of trials: 30 are enough to refute at 1e-9."""
    return 100 if full else 30


def results(trial: Trial, m: int, names: Iterable[str]) -> Errors:
    """Return the MSPBE of estimators of the figures for m trajectories, all on the same data."""
    return {name: errors_in(found, "transitions") for name, found in estimates(trial, m, names).items()}


def estimates(trial: Trial, m: int, names: Iterable[str]) -> dict[str, list[Estimate]]:
    """Return what estimators of the figures make of m trajectories; nothing is tuned or run that is not asked for."""
    makers = _makers(trial.seed, m)
    return chain_estimates(trial.seed, m, trials_of(trial.full), {name: makers[name]() for name in names})


def _makers(seed: int, m: int) -> dict[str, Callable[[], Estimator]]:
    """Return how each estimator is made, with steps tuned for the MSPBE and others tuned for the values."""
    found: dict[str, Callable[[], Estimator]] = {
        NOTHING: Nothing,
        V1: WeightedRegression,
        V2: partial(tuned_ridge, seed, m),
        MC: MonteCarlo,
        LSTD: LeastSquares,
        STATISTICS: Statistics,
        SUMS: partial(Statistics, sums=True),
        FLAT: lambda: Nothing(float(best_constant())),
        FIXED: lambda: Nothing(float(mean_value())),
        V2_FOR_VALUES: partial(tuned_ridge, seed, m, "values"),
        FREE: partial(Unperturbed, STEPS[m]),
        LONG_FOR_VALUES: partial(tuned_perturbed, seed, Setting(m, LONG), metric="values"),
    }
    for accounting in ACCOUNTINGS:
        setting = Setting(m, STEPS[m], accounting)
        found |= {label(setting, f): partial(tuned_perturbed, seed, setting, f) for f in MULTIPLIERS}
        found[FOR_VALUES[accounting]] = partial(tuned_perturbed, seed, setting, metric="values")
    return found | {label(s): partial(tuned_perturbed, seed, s) for s in extra_settings(True, m)}


def extra_settings(full: bool, m: int) -> list[Setting]:
    """Return what else is tried: a clip that clips nothing, and other numbers of steps."""
    found = [Setting(m, STEPS[m], "valid", LARGE_CLIP)]
    if m == 10_000:
        found += [Setting(m, LONG), *([Setting(m, 1000), Setting(m, 100_000)] if full else [])]
    if m == 1000 and full:
        found += [Setting(m, 300), Setting(m, 10_000), Setting(m, 100_000)]
    return found


def label(setting: Setting, multiplier: float = 1.0) -> str:
    """Name a run of Algorithm 1."""
    return f"{setting.name}, step x {multiplier:.3g}"


QUANTITY = r"trials in which ten times the MSPBE of GPOPE is at most that of DP-LSL with the best $\lambda$"


@claim(
    "gpope/fig1a-accuracy",
    reading="small-data",
    sound={"first-visit Monte Carlo in the place of GPOPE": {"learner": MC}},
)
def small_data(trial: Trial, *, learner: str = "") -> Iterator[Finding]:
    """Compare GPOPE with DP-LSL trial by trial."""
    for m in (100, 1000):
        settings = [Setting(m, STEPS[m], accounting) for accounting in ACCOUNTINGS]
        errors = results(trial, m, [V2, NOTHING, MC, *map(label, settings)])
        for setting in settings:
            ours = errors[learner or label(setting)]
            detail = f"$\\theta = 0$: {shown(errors[NOTHING])}; $\\sigma = {setting.sigma:.4g}$"
            yield smaller(setting.name, ours, errors[V2], factor=10.0, quantity=QUANTITY, detail=detail)
    if not learner:
        yield _metrics_table(trial)


def _metrics_table(trial: Trial) -> Table:
    """Show 1000 trajectories with other definitions of the MSPBE, and other starting points."""
    m, kappa = 1000, tuned(trial.seed, Setting(1000, STEPS[1000]))
    tried: dict[str, Estimator] = {V2: tuned_ridge(trial.seed, m), MC: MonteCarlo()}
    for start in (0.0, 0.5, 1.0):
        tried[f"$\\theta = {start:g}$ everywhere, no data"] = Nothing(start)
        name = f"GPOPE from $\\theta = {start:g}$ everywhere"
        tried[name] = Perturbed(Setting(m, STEPS[m]), kappa, start)
    metrics: tuple[Metric, ...] = ("transitions", "expectation", "data")
    found = [chain_errors(trial.seed, m, 20, tried, metric) for metric in metrics]
    return Table(
        title="Which MSPBE, and from where",
        columns=["estimator", "true transitions", "means of (2.2)", "means over the data"],
        rows=[[name, *(shown(errors[name]) for errors in found)] for name in tried],
        caption=f"$m = {m}$, $N = {STEPS[m]}$, valid noise, step tuned from 0, 20 trials; mean and standard deviation. "
        "$A$, $b$, $C$ of the MSPBE are those of the true transitions with the state weights of (2.2), or the means of "
        r"the estimates (2.2) over all trajectories, or those of the data set. The start $\theta = 1$, which knows "
        "that every trajectory ends with a reward of 1, is better than what GPOPE makes of it.",
    )


@claim(
    "gpope/fig1a-accuracy", reading="large-data", broken={"$\\theta = 0$ in the place of GPOPE": {"learner": NOTHING}}
)
def large_data(trial: Trial, *, learner: str = "") -> Iterator[Finding]:
    """Compare GPOPE with DP-LSL trial by trial; draw Figure 1(a) and show its numbers."""
    found = {m: results(trial, m, of_figure(trial.full, m)) for m in sizes(trial.full)}
    for m in sizes(trial.full)[2:]:
        setting, errors = Setting(m, max(LONG, STEPS[m])), found[m]
        ours = errors[learner or label(setting)]
        detail = f"$\\theta = 0$: {shown(errors[NOTHING])}; $\\sigma = {setting.sigma:.4g}$"
        yield smaller(setting.name, ours, errors[V2], factor=10.0, quantity=QUANTITY, detail=detail)
    if not learner:
        yield _figure(trial, found)
        yield _table(found)
        yield _steps_table(trial, found)


@claim(
    "gpope/fig1a-accuracy",
    reading="no-clipping",
    sound={"first-visit Monte Carlo in the place of GPOPE": {"learner": MC}},
)
def no_clipping(trial: Trial, *, learner: str = "") -> Iterator[Finding]:
    """Compare GPOPE with a clip as Section 6 assumes it with DP-LSL."""
    for m in (1000, 10_000):
        setting = Setting(m, STEPS[m], "valid", LARGE_CLIP)
        errors = results(trial, m, [V2, MC, label(setting)])
        ours = errors[learner or label(setting)]
        yield smaller(setting.name, ours, errors[V2], factor=10.0, quantity=QUANTITY)


def of_figure(full: bool, m: int) -> list[str]:
    """Return what stands in the figure and in its tables."""
    runs = [label(Setting(m, STEPS[m], a), f) for a in ACCOUNTINGS for f in (0.1, 1.0, 10.0)]
    return [*ROWS, *runs, *map(label, extra_settings(full, m))]


def _figure(trial: Trial, found: Mapping[int, Errors]) -> Figure:
    """Draw the MSPBE against m."""
    x = list(found)
    lines = {
        f"GPOPE, {name}": [errors[label(Setting(m, STEPS[m]), f)] for m, errors in found.items()]
        for name, f in (("tuned step", 1.0), ("step x 0.1", 0.1), ("step x 10", 10.0))
    }
    lines |= {name: [errors[name] for errors in found.values()] for name in (V1, V2, NOTHING, FLAT, STATISTICS, MC)}
    series = [part for name, errors in lines.items() for part in curve(name, x, errors)]
    caption = (
        f"Means over {trials_of(trial.full)} trials with bands of one standard deviation. GPOPE has "
        f"valid noise, $h = 0.003$ and $N = {', '.join(str(STEPS[m]) for m in x)}$. The errors of DP-LSW and "
        "DP-LSL are exact means over their noise, given the data."
    )
    return sweep_figure("Figure 1(a): accuracy in the chain", ("$m$", "MSPBE"), series, caption)


def _table(found: Mapping[int, Errors]) -> Table:
    """Show every estimator at every m."""
    rows = [[name, *(shown(e[name]) for e in found.values())] for name in ROWS]
    for accounting in ACCOUNTINGS:
        for f in (1.0, 0.1, 10.0):
            cells = [shown(e[label(Setting(m, STEPS[m], accounting), f)]) for m, e in found.items()]
            rows.append([f"GPOPE, {accounting} noise, step x {f:g}", *cells])
    clipless = [shown(e[label(Setting(m, STEPS[m], "valid", LARGE_CLIP))]) for m, e in found.items()]
    rows.append(["GPOPE, $h = 1$", *clipless])
    return Table(
        title="MSPBE, mean and standard deviation",
        columns=["estimator", *(f"$m = {m}$" for m in found)],
        rows=rows,
        caption=r"The printed noise is $\sigma = 2\sqrt{N\ln(1/\delta)}/(m\epsilon)$. Its condition "
        r"$\epsilon < c_1N/m^2$ fails for all but small $m$ unless $c_1$ is large. DP-LSL is tuned over $\lambda/m$. A "
        "constant has a smaller MSPBE than most of what is private here: a small MSPBE does not mean accurate values.",
    )


def _steps_table(trial: Trial, found: Mapping[int, Errors]) -> Table:
    """Show how N, left out in the paper, matters: with the noise that it takes."""
    rows: list[list[str]] = []
    for m, errors in found.items():
        settings = [Setting(m, STEPS[m], a) for a in ACCOUNTINGS] + extra_settings(trial.full, m)
        for s in sorted(settings, key=lambda s: (s.clip, s.accounting, s.steps)):
            step = Perturbed(s, tuned(trial.seed, s)).step_size
            cells = [str(m), str(s.steps), f"{s.clip:g}", f"{s.sigma:.4g}", _true_epsilon(s, trial.full), f"{step:.3g}"]
            rows.append([*cells, shown(errors[label(s)])])
    return Table(
        title="What the paper leaves out",
        columns=["$m$", "$N$", "$h$", r"$\sigma$", r"true $\epsilon$", "tuned step", "MSPBE"],
        rows=rows,
        caption=r"Where the clip is smaller than most gradients, runs with equal $h\beta$ are the same. True "
        r"$\epsilon$: for $\delta = 10^{-5}$ under replacement: 0.1 where $\sigma$ is valid, an enclosure where it is "
        r"by Theorem 1 with $c_2 = 2$ (for $m = 10^4$ in the full profile only).",
    )


def _true_epsilon(setting: Setting, full: bool) -> str:
    """Write the epsilon that the noise gives."""
    if setting.accounting == "valid":
        return "0.1"
    if setting.m > (10_000 if full else 1000):
        return "not computed"
    ends = epsilon_interval(setting.m, setting.sigma, setting.steps, DELTA, Adjacency.REPLACE)
    return f"{ends.lower:.3g} to {ends.upper:.3g}"
