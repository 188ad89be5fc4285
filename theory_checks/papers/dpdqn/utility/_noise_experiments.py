"""Monte Carlo with reward noise on ordinary MDPs: a route to the errors and losses that needs none of the proofs.

The mean over the states of (1 - gamma) |v' - v*|/sigma is a 1-Lipschitz function of the standard normal noises (its
gradient is a mixture of signed occupancies), so its mean over draws has a Chernoff interval of known scale. The loss of
the policy lies between 0 and what the worst policy loses.

These runs can contradict a theorem, and then they are evidence; agreement adds nothing to a proof: it is a table.

The last digits of floats depend on the alignment of memory. What a test is told of them is rounded to nine digits, in
the direction that makes the test more cautious, so that records do not depend on the environment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from fractions import Fraction
from functools import cache

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import cycle_with_stay, de_bruijn, garnet
from tabular.mdp.noised_rewards.sampling import NoiseSample, sample_noise
from theory_checks.core.claim import Finding, Trial
from theory_checks.core.evidence import Evidence, Outcome, statistical
from theory_checks.core.exhibits import Series, SilentTests, Table
from theory_checks.core.seeds import generator
from theory_checks.statistics import (
    FixedHoeffdingTest,
    FixedSubGaussianTest,
    detectable_effect,
    hoeffding_interval,
    subgaussian_interval,
)

SHOWN = 1e-3  # failure probability of the intervals in plots and tables
DECISIVE = 1e-10  # failure probability of each test that may refute


@dataclass(frozen=True)
class Experiment:
    """One MDP with many draws of noise."""

    family: str
    n: int
    m: int
    discount: Fraction
    sample: NoiseSample

    @property
    def name(self) -> str:
        """Name the MDP in one line."""
        return f"{self.family}, n = {self.n}, m = {self.m}, discount {self.discount}"

    @property
    def can_lose(self) -> bool:
        """Tell whether some policy is worse than the best one."""
        return self.largest_loss > 1e-6

    @property
    def largest_loss(self) -> float:
        """What the worst policy loses, rounded upwards."""
        return _outward(self.sample.largest_loss, up=True)

    @property
    def error(self) -> tuple[float, float]:
        """The interval of the mean error, widened by what the solver may have missed."""
        interval = subgaussian_interval(self.sample.errors, SHOWN, scale=1.0)
        slack = self.sample.numerical_error
        return float(interval.low) - slack, float(interval.high) + slack

    @property
    def loss(self) -> tuple[float, float]:
        """The interval of the mean policy loss."""
        interval = hoeffding_interval(_clipped(self), SHOWN, bounds=(0.0, self.largest_loss))
        return float(interval.low), float(interval.high)


def experiments(trial: Trial) -> tuple[Experiment, ...]:
    """Return the experiments of this seed and profile, the same for every claim."""
    return _experiments(trial.seed, trial.full)


@cache
def _experiments(seed: int, full: bool) -> tuple[Experiment, ...]:
    draws, nine, half = (8000, Fraction(9, 10), Fraction(1, 2)) if full else (1000, Fraction(9, 10), Fraction(1, 2))
    depths = (1, 2, 3, 4, 5, 6) if full else (1, 3, 5)
    runs: list[Experiment] = []
    for depth in depths:
        n = 2**depth
        pay = np.zeros((2, n))
        pay[1] = 1.5
        mdps = {
            "cycle with stay": cycle_with_stay(n, 0.9),
            "cycle that pays for going on": cycle_with_stay(n, 0.9).with_rewards(pay),
            "de Bruijn graph with stay": de_bruijn(depth, 0.9),
            "Garnet": garnet(n, 3, min(n, 4), 0.9, seed=depth),
        }
        runs += [_run(seed, draws, family, mdp, nine) for family, mdp in mdps.items()]
    return (*runs, _run(seed, draws, "Garnet", garnet(50, 3, 4, 0.5, seed=50, sparse=False), half))


def _run(seed: int, draws: int, family: str, mdp: FiniteMDP, discount: Fraction) -> Experiment:
    rng = generator(seed, "reward noise", family, mdp.n_states, str(discount))
    return Experiment(family, mdp.n_states, mdp.n_actions, discount, sample_noise(mdp, 1.0, draws, rng))


Limit = Callable[[Experiment], float]


def contradictions(trial: Trial, limit: Limit, *, below: bool = True, loss: bool = False) -> Iterator[Finding]:
    """Yield a refutation for each experiment whose mean error (or loss) is certainly beyond its limit.

    The tests that find nothing are counted: they could have refuted a true statement by chance.
    """
    runs = [run for run in experiments(trial) if run.can_lose or not loss]
    compared_runs = [compared(run, limit(run), below=below, loss=loss) for run in runs]
    failing = [item for item in compared_runs if item.outcome is Outcome.FAILS]
    yield from failing
    yield SilentTests(count=len(compared_runs) - len(failing), error_probability=DECISIVE)


def compared(experiment: Experiment, limit: float, *, below: bool = True, loss: bool = False) -> Evidence:
    """Test that the mean error (or loss) is at most, or at least, a limit."""
    alternative = "greater" if below else "less"
    null = _outward(limit + experiment.sample.numerical_error * (1 if below else -1), up=below)
    if loss:
        most = experiment.largest_loss
        test = FixedHoeffdingTest(
            null=min(max(null, 0.0), most), alternative=alternative, failure_probability=DECISIVE, bounds=(0.0, most)
        )
        samples = _clipped(experiment)
    else:
        test = FixedSubGaussianTest(null=null, alternative=alternative, failure_probability=DECISIVE, scale=1.0)
        samples = experiment.sample.errors
    return statistical(
        experiment.name,
        refuted=bool(test.rejected(samples)),
        error_probability=DECISIVE,
        quantity=f"mean of {samples.size} draws, in units of $\\sigma/(1-\\gamma)$",
        left=f"{samples.mean():.6f}",
        relation="<=" if below else ">=",
        right=f"{limit:.6f}",
        power=detectable_effect(test, samples.size).sentence,
        tightness=float(f"{(samples.mean() / limit if below else limit / samples.mean()):.6g}") if limit > 0 else None,
    )


def _outward(value: float, *, up: bool) -> float:
    """Round to nine significant digits, upwards or downwards."""
    return float(Context(prec=9, rounding=ROUND_CEILING if up else ROUND_FLOOR).create_decimal(value))


def _clipped(experiment: Experiment) -> np.ndarray:
    """Move losses that rounding put outside their range back to its ends."""
    return np.clip(experiment.sample.losses, 0.0, experiment.largest_loss)


def monte_carlo_table(trial: Trial, title: str, limits: dict[str, Limit], *, loss: bool = False) -> Table:
    """Return the means with their intervals beside the limits."""
    rows: list[list[str]] = []
    for run in (run for run in experiments(trial) if run.can_lose or not loss):
        (low, high), values = (run.loss, run.sample.losses) if loss else (run.error, run.sample.errors)
        ends = f"{low:.3f} to {high:.3f}"
        rows.append([run.name, f"{values.mean():.3f}", ends, *(f"{limit(run):.3f}" for limit in limits.values())])
    return Table(
        title=title,
        columns=["MDP", "mean", f"interval (error {SHOWN:g})", *limits],
        rows=rows,
        caption=f"{experiments(trial)[0].sample.errors.size} draws each, in units of sigma/(1 - gamma).",
    )


def series(trial: Trial, family: str, discount: Fraction = Fraction(9, 10)) -> Series:
    """Return the mean errors of a family against n, with their intervals."""
    runs = [run for run in experiments(trial) if run.family == family and run.discount == discount]
    return Series(
        label=f"{family}, m = {runs[0].m} (simulated)",
        kind="dots",
        x=[float(run.n) for run in runs],
        y=[float(run.sample.errors.mean()) for run in runs],
        low=[max(run.error[0], 1e-3) for run in runs],  # positive, for logarithmic axes
        high=[run.error[1] for run in runs],
    )
