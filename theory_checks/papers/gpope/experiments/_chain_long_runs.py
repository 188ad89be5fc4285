"""Long private runs of Algorithm 1 on the chain, beside output perturbation on the same data sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from tabular.numbers.arrays import Array
from tabular.numbers.doubles import operator_norm, product
from theory_checks.core.seeds import generator
from theory_checks.papers.gpope.experiments._chain_data import ChainMeans, chain_means
from theory_checks.papers.gpope.experiments._chain_estimates import FAR, MC, NOTHING, V1, V2
from theory_checks.papers.gpope.experiments._chain_runs import (
    EPSILON,
    MonteCarlo,
    Nothing,
    RidgeRegression,
    WeightedRegression,
    fixed_moments,
)
from theory_checks.papers.gpope.experiments._chain_tuning import RATIOS
from theory_checks.papers.gpope.experiments._estimator_trials import Errors
from theory_checks.papers.gpope.experiments._long_runs import LongRuns

HORIZONS = tuple(10.0 ** (k / 4) for k in range(2, 20))  # T = beta N, from which it is tuned
TRIALS, ROWS = 100, 2_000_000  # runs, and trajectories of all their data sets, if these are at least 5
MULTIPLES = (0.1, 1.0, 10.0, FAR)  # of the tuned step
ORDER = 130  # of the moment that proves privacy


def on_chain(m: int) -> LongRuns:
    """Return runs on m trajectories with a clip above the longest gradient, 1, and noise that is private."""
    return LongRuns(m, EPSILON, 1.25, Fraction(21, 10), 10**16)


FEW, MANY = on_chain(10_000), on_chain(1_000_000)


@cache
def _root() -> Array:
    """Return C^(-1/2) A of the MSPBE with the true transitions; C is diagonal."""
    moments = fixed_moments("transitions")
    return moments.A / np.sqrt(np.diag(moments.C))[:, None]


@cache
def _norm() -> float:
    return operator_norm(_root())


def mspbes(thetas: Array) -> Array:
    """Return the MSPBE of each row, with the true transitions."""
    moments = fixed_moments("transitions")
    gaps = moments.b / np.sqrt(np.diag(moments.C)) - product(thetas, _root().T)
    return np.sum(gaps**2, axis=1)


@dataclass(frozen=True)
class LongErrors:
    """MSPBEs of runs and rivals, in the order of the trials: what they are at least and at most, up to few runs."""

    least: Errors
    most: Errors


@cache
def long_errors(seed: int, runs: LongRuns, multipliers: Sequence[float] = MULTIPLES) -> LongErrors:
    """Return the errors with multiples of the tuned step, and of what they are compared with."""
    tuning = _means(seed, runs, "tuning", 0)
    horizon = min(HORIZONS, key=lambda T: _mean_error(runs, tuning, T))
    ridge = min((RidgeRegression(x) for x in RATIOS), key=lambda rival: _rival_error(rival, tuning))
    least, most = dict[str, list[Array]](), dict[str, list[Array]]()
    draws = TRIALS // data_sets(runs.m)
    for k in range(data_sets(runs.m)):
        data = _means(seed, runs, "evaluation", k)
        for name, rival in ((V1, WeightedRegression()), (V2, ridge), (NOTHING, Nothing()), (MC, MonteCarlo())):
            for side in (least, most):
                side.setdefault(name, []).append(np.full(draws, _rival_error(rival, data)))
        for factor in multipliers:
            rng = generator(seed, "long runs", "noise", runs.m, k, str(factor))
            roots = np.sqrt(mspbes(runs.ends(data.moments, factor * horizon, draws, rng)))
            off = runs.off(_norm(), factor * horizon)
            least.setdefault(step(factor), []).append(np.maximum(roots - off, 0) ** 2)
            most.setdefault(step(factor), []).append((roots + off) ** 2)
    return LongErrors(*({name: np.concatenate(x) for name, x in side.items()} for side in (least, most)))


def data_sets(m: int) -> int:
    """Return the number of data sets, on each of which the same number of runs is made."""
    return max(5, min(20, ROWS // m))


def step(factor: float) -> str:
    """Name runs with a multiple of the tuned step."""
    return f"step x {factor:.3g}"


def _means(seed: int, runs: LongRuns, use: str, k: int) -> ChainMeans:
    return chain_means(runs.m, generator(seed, "long runs", use, runs.m, k))


def _mean_error(runs: LongRuns, data: ChainMeans, horizon: float) -> float:
    centre, spread = runs.law(data.moments, horizon)
    return float(mspbes(centre[None])[0] + np.trace(product(product(_root(), spread), _root().T)))


Rival = WeightedRegression | RidgeRegression | Nothing | MonteCarlo


def _rival_error(rival: Rival, data: ChainMeans) -> float:
    return rival.estimate(data, 0).error(fixed_moments("transitions"))
