"""Training runs of deep Q-learning for figures and tests: two ways to fill in what the text leaves open, and curves.

LITERAL takes Appendix E at its word: plain stochastic gradient steps of size 3e-4, greedy actions, nothing more.
TUNED changes what the text does not fix so that learning without noise works: RMSprop with steps of 1e-2, discount 0.9,
random actions that fade away. QUIET turns the noise off. Runs are independent; run i of a seed depends on (seed, i)
alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import stats

from tabular.dpdqn.environment import MIDDLE
from tabular.dpdqn.evaluation import best_return, returns_of_policies
from tabular.dpdqn.options import BRACKETED, Algorithm1
from tabular.dpdqn.release import release
from tabular.dpdqn.training import train
from tabular.errors import must, show
from tabular.numbers.arrays import Array
from theory_checks.core.evidence import Evidence, Region, statistical
from theory_checks.core.exhibits import Figure, Series
from theory_checks.statistics import REFUTATION_ERROR, FixedBinomialTest, detectable_effect

LITERAL = BRACKETED
TUNED = BRACKETED.but(rmsprop=0.99, step_size=1e-2, discount=0.9, exploration=(0.9, 0.05, 500.0))
QUIET = {"target": "none", "prediction_noise": False, "acts_on_noise": False}
_CELLS = 400  # of the grid on which policies are evaluated: an error of about 1e-3
_WINDOW = 5


@dataclass(frozen=True, eq=False)
class Runs:
    """Returns of all episodes (runs, episodes), and what the greedy policies of the last networks are worth (runs,)."""

    returns: Array
    worth: Array

    @property
    def first(self) -> Array:
        """Return the mean return of the first ten episodes of each run."""
        return self.returns[:, :10].mean(axis=1)

    @property
    def last(self) -> Array:
        """Return the mean return of the last ten episodes of each run."""
        return self.returns[:, -10:].mean(axis=1)

    @property
    def gain(self) -> Array:
        """Return by how much the last ten episodes of each run were better than its first ten."""
        return self.last - self.first

    def samples_to(self, level: float, episode: int = 50) -> Array:
        """Return after how many samples five episodes in a row have this mean return; infinite if never."""
        means = np.apply_along_axis(lambda row: np.convolve(row, np.ones(_WINDOW) / _WINDOW, "valid"), 1, self.returns)
        reached = means >= level
        first = np.where(reached.any(axis=1), reached.argmax(axis=1) + _WINDOW, np.inf)
        return first * episode


@lru_cache(maxsize=512)  # those of the quick profile: both versions of Figure 1 ask for the same
def population(options: Algorithm1, runs: int, seed: int) -> Runs:
    """Train so many runs, and evaluate them exactly."""
    training = train(options, runs, seed, rewards=MIDDLE)
    policies = [release(training, i, noise="none").actions for i in range(runs)]
    return Runs(training.returns, np.array(returns_of_policies(policies, cells=_CELLS)))


@lru_cache(maxsize=1)
def best() -> float:
    """Return what the best policy is worth."""
    return best_return(cells=_CELLS)


def learning_curve(label: str, runs: Runs, episode: int = 50) -> list[Series]:
    """Return the mean return against the samples, in blocks of five episodes, with the runs' standard deviation."""
    blocks = runs.returns.shape[1] // _WINDOW
    means = runs.returns[:, : blocks * _WINDOW].reshape(len(runs.returns), blocks, _WINDOW).mean(axis=2)
    x, mean, deviation = (
        [float((i + 1) * _WINDOW * episode) for i in range(blocks)],
        means.mean(axis=0),
        means.std(axis=0),
    )
    y, low, high = ([float(f"{v:.6g}") for v in ends] for ends in (mean, mean - deviation, mean + deviation))
    return [
        Series(label=label, x=x, y=y),
        Series(label=f"{label}, deviation", x=x, y=y, kind="band", low=low, high=high),
    ]


def learning_curves(title: str, runs: Mapping[str, Runs], caption: str) -> Figure:
    """Return the learning curves of several populations."""
    return Figure(
        title=title,
        x_label="samples",
        y_label="return of an episode of 50 steps",
        series=[x for label, population in runs.items() for x in learning_curve(label, population)],
        caption=caption,
    )


def bars(title: str, y_label: str, values: Mapping[str, Array], caption: str) -> Figure:
    """Return the mean of each method as a bar, with a confidence interval of the mean as its whisker."""
    sizes = sorted({len(runs) for runs in values.values()})
    counts = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    return Figure(
        title=title,
        x_label="method",
        y_label=y_label,
        series=[_bar(label, float(i + 1), runs) for i, (label, runs) in enumerate(values.items())],
        caption=f"{caption} Bars: means of {counts} independent runs; whiskers: 95 % confidence intervals of the mean "
        "(Student's t).",
    )


def _bar(label: str, x: float, runs: Array) -> Series:
    if len(runs) < 2 or not np.isfinite(runs).all():
        raise must(f"values[{label!r}]", "have at least 2 runs, all finite", show(runs))
    mean, error = float(np.mean(runs)), float(np.std(runs, ddof=1)) / len(runs) ** 0.5
    reach = float(stats.t.ppf(0.975, len(runs) - 1)) * error
    y, low, high = ([float(f"{v:.6g}")] for v in (mean, mean - reach, mean + reach))
    return Series(label=label, x=[x], y=y, kind="bars", low=low, high=high)


def spread(values: Array) -> str:
    """Write mean and standard deviation."""
    return f"{np.mean(values):.2f} +- {np.std(values):.2f}"


def share_of_runs(
    case: str,
    hits: Array,
    share: float,
    *,
    quantity: str,
    detail: str = "",
    region: Region = Region.WHOLE,
    error: float = REFUTATION_ERROR,
) -> Evidence:
    """Test the claim that a run is a hit with probability of at least ``share``, looked at once."""
    test = FixedBinomialTest(null=share, alternative="less", failure_probability=error)
    return statistical(
        case,
        refuted=bool(test.rejected(int(np.sum(hits)), len(hits))),
        error_probability=error,
        quantity=quantity,
        left=f"{int(np.sum(hits))} of {len(hits)} runs",
        relation=">=",
        right=f"probability {share:g}",
        power=detectable_effect(test, len(hits)).sentence,
        detail=detail,
        region=region,
    )
