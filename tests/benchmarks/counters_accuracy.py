"""The largest error of every continual counter at equal privacy: results/benchmarks/counters_accuracy.json.

    python -m tests.benchmarks counters_accuracy [--quick] [--out FILE]

One counter, sensitivity 1: pure mechanisms at epsilon = 1, Gaussian ones at the rho whose zCDP is (1, 1e-6). The root
mean square is exact for all of them. The law of the largest error of the binary mechanisms is computed; that of the
others is simulated, and +- is half the distance of the order statistics that enclose the quantile with 99.9%.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.stats import binom

from tabular.noise.counters import (
    BinaryCounters,
    HonakerCounters,
    KaryCounters,
    ToeplitzCounters,
    error_quantile,
)
from tabular.noise.counters.honaker import variances
from tabular.noise.counters.kary import best_arity
from tabular.noise.counters.law import checked_failure
from tabular.noise.counters.stream import Counters
from tests.benchmarks import document

EPSILON, RHO = 1, 0.01747  # rho + 2 sqrt(rho ln 1e6) = 1
LEVELS = (0.5, 0.95, 0.99)
ARITIES = (3, 5, 9)
TITLE = "Continual counters: the largest error at equal privacy"
SAYS = (
    "One counter of sensitivity 1. Laplace noise is for $\\varepsilon = 1$; Gaussian noise is for $\\rho$-zCDP with"
    f" $\\rho = {RHO}$, which gives $(1, 10^{{-6}})$. The largest error is that over all $t \\le T$."
)
_RUNS = 4000
_ROWS = 64


@dataclass(frozen=True)
class Accuracy:
    """The errors of a mechanism over `steps` steps; `runs` is 0 for a computed law."""

    steps: int
    mechanism: str
    law: str
    scale: float
    rms: float
    quantiles: tuple[float, ...]
    plus_minus: tuple[float, ...]
    runs: int

    def row(self) -> list[object]:
        pairs = zip(self.quantiles, self.plus_minus, strict=True)
        cells = [f"{value:.1f}" + (f" ± {reach:.1f}" if self.runs else "") for value, reach in pairs]
        method = f"{self.runs} runs" if self.runs else "computed"
        return [self.mechanism, self.law, f"{self.scale:.4g}", f"{self.rms:.1f}", *cells, method]


def main(arguments: list[str] | None = None) -> int:
    options = document.parser("counters_accuracy", __doc__, "fewer steps and runs").parse_args(arguments)
    runs, sizes = (400, (2**6, 2**10)) if options.quick else (_RUNS, (2**6, 2**10, 2**14, 2**18))
    rows = [row for steps in sizes for row in measure(steps, runs)]
    console, made = document.console(), report(rows)
    document.show(made, console)
    document.write(made, options.out, console)
    return 0


def measure(steps: int, runs: int) -> Iterator[Accuracy]:
    for name, made in contestants(steps, runs):
        noise = made.noise
        facts = (steps, name, noise.law, noise.scale, rms(made))
        if isinstance(made, BinaryCounters):
            exact = [error_quantile(steps, 1 - level, scale=noise.scale, law=noise.law) for level in LEVELS]
            yield Accuracy(*facts, tuple(exact), (0.0,) * len(LEVELS), 0)
        else:
            worst = simulate(made)
            found, reach = zip(*(quantile(worst, level) for level in LEVELS), strict=True)
            yield Accuracy(*facts, found, reach, runs)


def contestants(steps: int, runs: int) -> Iterator[tuple[str, Counters]]:
    for promise in ("pure", "zcdp"):
        budget = EPSILON if promise == "pure" else RHO
        yield "binary", getattr(BinaryCounters, promise)(runs, steps, budget, seed=1)
        yield "Honaker", getattr(HonakerCounters, promise)(runs, steps, budget, seed=1)
        for arity in sorted({*ARITIES, best_arity(steps, "laplace" if promise == "pure" else "gaussian")}):
            yield f"{arity}-ary, subtraction", getattr(KaryCounters, promise)(runs, steps, budget, arity=arity, seed=1)
    yield "Toeplitz, buffers", ToeplitzCounters.zcdp(runs, steps, RHO, seed=1)


def rms(made: Counters) -> float:
    """Return the root of the mean square error over all steps: the noise is linear in independent draws."""
    one = made.noise.scale**2 * (2.0 if made.noise.law == "laplace" else 1.0)
    return float(np.sqrt(one * squares(made).mean()))


def squares(made: Counters) -> np.ndarray:
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


def simulate(made: Counters) -> np.ndarray:
    """Return the largest error of every run, in order."""
    worst, zeros = np.zeros(made.counters), np.zeros((_ROWS, made.counters))
    while made.time < made.steps:
        errors = made.run(zeros[: made.steps - made.time])
        np.maximum(worst, np.abs(errors).max(axis=0), out=worst)
    return np.sort(worst)


def quantile(ordered: np.ndarray, level: float) -> tuple[float, float]:
    """Return an empirical quantile and half the length of its 99.9% interval, which holds for every law."""
    low, high = (int(binom.ppf(tail, len(ordered), level)) for tail in (0.0005, 0.9995))
    interval = ordered[max(low - 1, 0)], ordered[min(high, len(ordered) - 1)]
    return float(np.quantile(ordered, level)), float(interval[1] - interval[0]) / 2


def report(rows: list[Accuracy]) -> document.Json:
    sizes = list(dict.fromkeys(row.steps for row in rows))
    tables = [accuracy_table([row for row in rows if row.steps == steps]) for steps in sizes]
    figures = [picture(law, [row for row in rows if row.law == law]) for law in ("laplace", "gaussian")]
    found = [
        finding([row for row in rows if row.steps == sizes[-1] and row.law == law]) for law in ("laplace", "gaussian")
    ]
    packages = ("numpy", "scipy", "numba")
    return document.measurements(TITLE, SAYS, packages, findings=found, tables=tables, figures=figures)


def accuracy_table(rows: list[Accuracy]) -> document.Json:
    steps = rows[0].steps
    names = [f"{level:.0%} quantile" for level in LEVELS]
    columns = ["Mechanism", "Noise", "Scale of a draw", "Root mean square", *names, "Method"]
    doubt = max(doubts(row) for row in rows if not row.runs)
    caption = (
        "The root mean square over all steps is exact. Computed: by the recursion for the law of the largest error;"
        f" the probability behind a quantile is off by at most {doubt:.0e} of itself. Runs, where no law is computed:"
        " ± is half the length of the interval between order statistics that holds the quantile with 99.9%."
    )
    title = f"Largest error over $T = 2^{{{steps.bit_length() - 1}}}$ steps"
    return document.table(title, columns, [row.row() for row in rows], caption)


def doubts(row: Accuracy) -> float:
    """Return the relative error of the probabilities with which the computed quantiles are exceeded."""
    checks = [checked_failure(row.steps, level, scale=row.scale, law=row.law) for level in row.quantiles]
    return max(off / failure for failure, off in checks)


def picture(law: str, rows: list[Accuracy]) -> document.Json:
    lines: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        lines.setdefault(row.mechanism, []).append((float(row.steps), row.quantiles[1]))
    lines = {name: points for name, points in lines.items() if len(points) > 1}
    title = f"Largest error, 95% quantile, {law.capitalize()} noise"
    return document.figure(title, ("steps T", "error"), lines, y_scale="linear")


def finding(rows: list[Accuracy]) -> str:
    """Compare the best mechanism with the binary one."""
    best, binary = min(rows, key=lambda row: row.quantiles[1]), next(row for row in rows if row.mechanism == "binary")
    law, exponent = rows[0].law.capitalize(), rows[0].steps.bit_length() - 1
    return (
        f"{law} noise, $T = 2^{{{exponent}}}$: the 95% quantile of the largest error is"
        f" {best.quantiles[1]:.0f} for {best.mechanism} and {binary.quantiles[1]:.0f} for binary."
    )


if __name__ == "__main__":
    sys.exit(main())
