r"""Figure 2(a), read as a statement on values: how far the values of each method are from the returns, on-policy.

The policy and the dynamics are deterministic and every episode ends: the value of a visited state is the discounted
sum of the rewards that follow. With weights 1/length the squared error of the values at the visited states is

    E (phi'theta - V)^2 = (h - C theta)'C^{-1}(h - C theta) + E V^2 - h'C^{-1}h,      C = E phi phi',  h = E phi V:

an MSPBE for A = C, b = h, plus what no theta of the basis can avoid. The MSPBE of the paper orders methods otherwise.
Every reward is -1 and gamma = .99, so that values are between -100 and 0: the constant -50 needs no data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabular.algorithms.evaluation.private_statistics import PrivateStatistics
from tabular.numbers.arrays import Array
from tabular.numbers.doubles import product
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Table
from theory_checks.core.texts import texts_of
from theory_checks.papers.gpope.experiments._car import (
    DISCOUNT,
    dp_lsw,
    on_policy,
    repaired_learner,
    setting_of,
    trials,
)
from theory_checks.papers.gpope.experiments._car_values import MIDDLE, returns_of, row_weights, values
from theory_checks.papers.gpope.experiments._estimator_trials import shown, smaller
from theory_checks.papers.gpope.experiments._noise import DELTA
from theory_checks.papers.gpope.experiments._trajectory_worlds import (
    UNCLIPPED,
    Setting,
    World,
    gpope_errors,
    least_squares,
    make_runs,
    names,
    statistics_errors,
    tuned_plans,
)

TEXTS = texts_of(__file__)

SIZES = ((1000, 1.0), (10_000, 0.1), (10_000, 1.0))
Learner = Callable[[Trial, Setting], Array]


def gradient_perturbation(trial: Trial, setting: Setting) -> Array:
    """Return the errors of the values of GPOPE, tuned for them on other data."""
    place = values(trial.seed, "evaluation")
    return place.roots(_errors(trial, place.world, setting))


def _errors(trial: Trial, world: World, setting: Setting) -> Array:
    """Return the errors in a world of runs that are tuned for values; those of all sizes are made."""
    asked = {UNCLIPPED: [setting_of(trial, m, epsilon) for m, epsilon in SIZES]}
    plans = tuned_plans(values(trial.seed, "tuning").world, asked, names(trial.seed, "tuning"))
    seed = names(trial.seed, "mountain car", "trials")
    make_runs(world, list(plans.values()), trials(trial), seed)
    return gpope_errors(world, *plans[UNCLIPPED, setting], trials(trial), seed)


def without_privacy(trial: Trial, setting: Setting) -> Array:
    """Return the errors of the values of LSTD."""
    place = values(trial.seed, "evaluation")
    return place.roots(least_squares(place.world, setting.m, trials(trial), names(trial.seed, "lstd")))


@claim(
    "gpope/fig2a-mountain-car", reading="values", sound={"least squares without privacy": {"learner": without_privacy}}
)
def better_than_the_middle(trial: Trial, *, learner: Learner = gradient_perturbation) -> Iterator[Finding]:
    """Compare the values of GPOPE with the middle of what values can be; show both measures."""
    place = values(trial.seed, "evaluation")
    middle = float(place.roots(place.world.constant(MIDDLE))[0])
    for m, epsilon in SIZES:
        setting = setting_of(trial, m, epsilon)
        quantity = "trials in which the error of values of GPOPE is at most that of the constant -50"
        yield smaller(setting.shown(), learner(trial, setting), middle, quantity=quantity)
    if learner is gradient_perturbation:
        yield _table(trial)


def _table(trial: Trial) -> Table:
    """Show both measures of every method."""
    rows = [[name, "", *both(trial, name)] for name in ("0", "-50", "the best constant")]
    for m, epsilon in SIZES:
        setting = setting_of(trial, m, epsilon)
        rows += [[name, setting.shown(), *cells] for name, cells in _methods(trial, setting).items()]
    rows += [
        ["private statistics", f"$m = {m}$, $\\varepsilon = 1$", *_statistics(trial, m, 1.0)] for m in (10**5, 10**6)
    ]
    return Table(
        title="Mountain car: MSPBE and errors of values",
        columns=["estimator", "setting", "MSPBE", "error of values"],
        rows=rows,
        caption=TEXTS["table_caption"],
    )


def both(trial: Trial, name: str) -> list[str]:
    """Return MSPBE and error of values of a constant."""
    place, world = values(trial.seed, "evaluation"), on_policy(trial.seed, "evaluation")
    mean = float(product(row_weights(world.data), returns_of(world.data, DISCOUNT)))
    constant = {"0": 0.0, "-50": MIDDLE, "the best constant": mean}[name]
    return [f"{world.constant(constant):.3g}", f"{float(place.roots(place.world.constant(constant))[0]):.3g}"]


def _methods(trial: Trial, setting: Setting) -> dict[str, list[str]]:
    """Return MSPBE and error of values of every method."""
    place, world, seed = values(trial.seed, "evaluation"), on_policy(trial.seed, "evaluation"), trial.seed
    lsw, rival = dp_lsw(world, setting, names(seed, "rival")), dp_lsw(place.world, setting, names(seed, "rival"))
    theta = repaired_learner(seed, setting.m, setting.epsilon)
    lstd = least_squares(world, setting.m, trials(trial), names(seed, "lstd"))
    return {
        "GPOPE, valid noise": [shown(_errors(trial, world, setting)), shown(gradient_perturbation(trial, setting))],
        "repaired GPOPE, one run": [shown(world.errors(theta)), shown(place.roots(place.world.errors(theta)))],
        "private statistics": _statistics(trial, setting.m, setting.epsilon),
        "DP-LSW": [shown(lsw), shown(place.roots(rival))],
        "LSTD, not private": [shown(lstd), shown(without_privacy(trial, setting))],
    }


def _statistics(trial: Trial, m: int, epsilon: float) -> list[str]:
    place, world = values(trial.seed, "evaluation"), on_policy(trial.seed, "evaluation")
    learner, seed = PrivateStatistics(epsilon, DELTA, 1.0), names(trial.seed, "statistics", m)
    pair = [statistics_errors(w, learner, m, trials(trial), seed) for w in (world, place.world)]
    return [shown(pair[0]), shown(place.roots(pair[1]))]
