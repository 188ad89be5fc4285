"""The largest error of a continual counter: computed for the binary mechanism, simulated for the others."""

import numpy as np
from scipy.stats import binom

from tabular.noise.counters import BinaryCounters, HonakerCounters, KaryCounters, ToeplitzCounters, error_quantile
from tabular.noise.counters.honaker import variances
from tabular.noise.counters.law import checked_failure
from tests.benchmarks.contest import Measures

LEVELS = (0.5, 0.95, 0.99)
_ROWS = 64


def largest(made):
    """Return quantiles of the largest error over all steps, the reach of each, and how they were found."""
    noise = made.noise
    if isinstance(made, BinaryCounters):
        exact = [error_quantile(made.steps, 1 - level, scale=noise.scale, law=noise.law) for level in LEVELS]
        checks = [checked_failure(made.steps, value, scale=noise.scale, law=noise.law) for value in exact]
        doubt = max(off / failure for failure, off in checks)
        return exact, [0.0] * len(LEVELS), f"computed, probabilities to {doubt:.0e} of themselves"
    worst = simulate(made)
    return *map(list, zip(*(quantile(worst, level) for level in LEVELS), strict=True)), f"{made.counters} runs"


def measures(made, actual) -> Measures:
    values, reaches, method = actual
    quantiles = {f"{level:.0%} quantile": value for level, value in zip(LEVELS, values, strict=True)}
    reach = " / ".join(f"{reach:.1f}" for reach in reaches) if any(reaches) else ""
    return quantiles | {
        "±": reach,
        "Root mean square": rms(made),
        "Scale of a draw": made.noise.scale,
        "Method": method,
    }


def rms(made):
    """Return the root of the mean square error over all steps: the noise is linear in independent draws."""
    one = made.noise.scale**2 * (2.0 if made.noise.law == "laplace" else 1.0)
    return float(np.sqrt(one * squares(made).mean()))


def squares(made):
    """Return the variance of the noise of the releases 1, ..., T in units of that of one draw."""
    rest = np.arange(1, made.steps + 1)
    if isinstance(made, ToeplitzCounters):
        factor, ages = made.factor, rest[:-1, None] - 1.0
        later = (factor.weights * factor.rates**ages).sum(axis=1)
        return np.cumsum(np.append(1.0, later**2))
    total = np.zeros(made.steps)
    if isinstance(made, KaryCounters):
        half = (made.arity - 1) // 2
        while rest.any():
            above = (rest + half) // made.arity
            total += np.abs(rest - above * made.arity)
            rest = above
        return total
    height = made.steps.bit_length()
    weights = variances(height) if isinstance(made, HonakerCounters) else [1] * height
    for bit, weight in enumerate(weights):
        total += (rest >> bit & 1) * float(weight)
    return total


def simulate(made):
    """Return the largest error of every run, in order."""
    worst, zeros = np.zeros(made.counters), np.zeros((_ROWS, made.counters))
    while made.time < made.steps:
        errors = made.run(zeros[: made.steps - made.time])
        np.maximum(worst, np.abs(errors).max(axis=0), out=worst)
    return np.sort(worst)


def quantile(ordered, level):
    """Return an empirical quantile and half the length of its 99.9% interval, which holds for every law."""
    low, high = (int(binom.ppf(tail, len(ordered), level)) for tail in (0.0005, 0.9995))
    interval = ordered[max(low - 1, 0)], ordered[min(high, len(ordered) - 1)]
    return float(np.quantile(ordered, level)), float(interval[1] - interval[0]) / 2
