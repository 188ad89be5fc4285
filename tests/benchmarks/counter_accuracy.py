"""The largest error of every continual counter at equal privacy: prints a table, writes results/counter_accuracy.json.

    python -m tests.benchmarks.counter_accuracy [--quick] [--out FILE]

One counter, sensitivity 1: pure mechanisms at epsilon = 1, Gaussian ones at the rho whose zCDP is (1, 1e-6). The law of
the binary mechanism is computed; that of the others is simulated, and +- is the distance of the order statistics that
enclose the quantile with 99.9%.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.stats import binom

from tabular.noise.counters import (
    BinaryCounters,
    HonakerCounters,
    KaryCounters,
    ToeplitzCounters,
    error_quantile,
)
from tabular.noise.counters.kary import best_arity
from tabular.noise.counters.stream import Counters

EPSILON, RHO = 1, 0.01747  # rho + 2 sqrt(rho ln 1e6) = 1
LEVELS = (0.5, 0.95, 0.99)
ARITIES = (3, 5, 9)
_RUNS = 4000
_ROWS = 64
_WIDTH = 130  # of a table that goes to a file


@dataclass
class AccuracyRow:
    steps: int
    mechanism: str
    law: str
    scale: float
    rms: float
    quantiles: tuple[float, ...]
    plus_minus: tuple[float, ...]
    runs: int  # 0 for a computed law


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    runs, sizes = (400, (2**6, 2**10)) if options.quick else (_RUNS, (2**10, 2**18))
    rows = [row for steps in sizes for row in measure(steps, runs)]
    console.print(table(rows))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    console.print(f"written to {options.out}")
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.benchmarks.counter_accuracy", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer steps and runs")
    parser.add_argument("--out", type=Path, default=Path("results/counter_accuracy.json"), help="where the JSON goes")
    return parser.parse_args(arguments)


def measure(steps: int, runs: int) -> Iterator[AccuracyRow]:
    for name, made in contestants(steps, runs):
        rms, worst = simulate(made)
        noise = made.noise
        if isinstance(made, BinaryCounters):
            exact = [error_quantile(steps, 1 - level, scale=noise.scale, law=noise.law) for level in LEVELS]
            yield AccuracyRow(steps, name, noise.law, noise.scale, rms, tuple(exact), (0.0,) * len(LEVELS), 0)
        else:
            found, reach = zip(*(quantile(worst, level) for level in LEVELS), strict=True)
            yield AccuracyRow(steps, name, noise.law, noise.scale, rms, found, reach, runs)


def contestants(steps: int, runs: int) -> Iterator[tuple[str, Counters]]:
    for promise in ("pure", "zcdp"):
        budget = EPSILON if promise == "pure" else RHO
        yield "binary", getattr(BinaryCounters, promise)(runs, steps, budget, seed=1)
        yield "Honaker", getattr(HonakerCounters, promise)(runs, steps, budget, seed=1)
        for arity in sorted({*ARITIES, best_arity(steps, "laplace" if promise == "pure" else "gaussian")}):
            yield f"{arity}-ary, subtraction", getattr(KaryCounters, promise)(runs, steps, budget, arity=arity, seed=1)
    yield "Toeplitz, buffers", ToeplitzCounters.zcdp(runs, steps, RHO, seed=1)


def simulate(made: Counters) -> tuple[float, np.ndarray]:
    """Return the root of the mean square error over all steps and the largest error of every run."""
    square, worst = 0.0, np.zeros(made.counters)
    zeros = np.zeros((_ROWS, made.counters))
    while made.time < made.steps:
        errors = np.abs(made.run(zeros[: made.steps - made.time]))
        square += float(np.einsum("ij,ij->", errors, errors))
        np.maximum(worst, errors.max(axis=0), out=worst)
    return float(np.sqrt(square / made.steps / made.counters)), np.sort(worst)


def quantile(ordered: np.ndarray, level: float) -> tuple[float, float]:
    """Return an empirical quantile and half the length of its 99.9% interval, which holds for every law."""
    low, high = (int(binom.ppf(tail, len(ordered), level)) for tail in (0.0005, 0.9995))
    interval = ordered[max(low - 1, 0)], ordered[min(high, len(ordered) - 1)]
    return float(np.quantile(ordered, level)), float(interval[1] - interval[0]) / 2


def table(rows: list[AccuracyRow]) -> Table:
    result = Table(title=f"Largest error over all steps: epsilon = {EPSILON} (Laplace), rho = {RHO} (Gaussian)")
    for column in ("steps", "noise", "mechanism"):
        result.add_column(column, no_wrap=True)
    for column in ("scale", "rms", *(f"quantile {level}" for level in LEVELS)):
        result.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        cells = [
            f"{value:.1f}" + (" exact" if row.runs == 0 else f" +- {reach:.1f}")
            for value, reach in zip(row.quantiles, row.plus_minus, strict=True)
        ]
        result.add_row(
            f"2^{row.steps.bit_length() - 1}", row.law, row.mechanism, f"{row.scale:.4g}", f"{row.rms:.1f}", *cells
        )
    return result


if __name__ == "__main__":
    sys.exit(main())
