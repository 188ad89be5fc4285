"""Times the samplers of functional noise beside their peers, prints one table and writes results/noise.json.

    python -m tests.benchmarks.noise_table [--quick] [--huge] [--rounds N] [--out FILE]

Nanoseconds a query on one thread. The samplers take turns, more than once, and the best turn counts: differences within
one run mean more than the numbers themselves. The exponent is that of the power of the number N of points that fits
the logarithms of the times best (least squares): 0 is independent of N, 1 is linear a query; the misfit is the largest
factor between a time and that power. The report shows the file when it lies beside results.json.
"""

import os

if __name__ == "__main__":
    for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ.setdefault(_variable, "1")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import argparse
import importlib.metadata
import json
import math
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from tests.benchmarks.noise_contestants import SAMPLERS, Sampler
from tests.benchmarks.table import Row, machine

SCHEMA = "theory-checks/scaling/1"
FLOOR = "normals and np.sort"
ABOUT = {
    "title": "Functional noise: one Ornstein-Uhlenbeck path, point by point",
    "says": "Nanoseconds a query on one thread against the number N of points of the path, which come in random order.",
    "groups": [
        {
            "key": "online",
            "title": "Queries one after the other",
            "says": "Nothing is known of later queries.",
            "beside": [FLOOR],
        },
        {"key": "call", "title": "One Python call a query", "says": "The interpreter's call is part of the time."},
        {"key": "batch", "title": "All points at once", "says": "", "beside": [FLOOR]},
        {
            "key": "limit",
            "title": "Yardsticks",
            "says": "What numpy takes for the parts: a normal, the order, a read from memory.",
        },
    ],
}

PEERS = ("celerite2", "tinygp", "jax", "sortedcontainers", "diffrax")
_PATIENCE = 8.0  # seconds of one turn after which a sampler has no further turn at this size
_WIDTH = 120  # of a table that goes to a file


@dataclass
class NoiseRow(Row):
    """A row like those of the solvers' table; seconds are those of one query, and there is no discount."""

    points: int = 0
    nanoseconds: float | None = None
    bar_nanoseconds: float | None = None
    growth_exponent: float | None = None
    growth_misfit: float | None = None
    comparable: bool = True


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    sizes = [10**k for k in range(3, 6 if options.quick else 8 if options.huge else 7)]
    rows = [row for size in sizes for row in measure(size, options.rounds, console)]
    rows = [row for sampler in SAMPLERS for row in rows if (row.problem, row.solver) == (sampler.group, sampler.name)]
    compare(rows)
    console.print(table(rows, sizes))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(document(rows), indent=1) + "\n", encoding="utf-8")
    console.print(f"written to {options.out}")
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.benchmarks.noise_table", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="up to 1e5 points only")
    parser.add_argument("--huge", action="store_true", help="up to 1e7 points")
    parser.add_argument("--rounds", type=int, default=3, help="how often every sampler has its turn")
    parser.add_argument("--out", type=Path, default=Path("results/noise.json"), help="where the JSON goes")
    return parser.parse_args(arguments)


def measure(size: int, rounds: int, console: Console) -> list[NoiseRow]:
    points = np.random.default_rng(0).random(size)
    rows = {sampler: new_row(sampler, size) for sampler in SAMPLERS}
    waiting = [sampler for sampler in SAMPLERS if sampler.is_installed and size <= sampler.largest]
    for sampler in waiting:
        sampler.measure(points[:1000])  # compiles
    for turn in range(rounds):
        for sampler in list(waiting):
            if not take_turn(sampler, rows[sampler], points):
                waiting.remove(sampler)
        console.print(f"N = {size}, round {turn + 1} of {rounds}")
    return list(rows.values())


def new_row(sampler: Sampler, size: int) -> NoiseRow:
    note = sampler.note if sampler.is_installed else f"{sampler.needs} is not installed"
    row = NoiseRow("functional noise", sampler.group, None, sampler.name, sampler.ours, note=note, points=size)
    row.bar_nanoseconds, row.comparable = dict(sampler.bars).get(size), sampler.comparable
    return row


def take_turn(sampler: Sampler, row: NoiseRow, points: np.ndarray) -> bool:
    """Keep the better of this turn and earlier ones; return whether there may be another."""
    try:
        seconds, queries = sampler.measure(points)
    except Exception as error:  # a peer that fails has a row that says so
        row.note = f"failed: {error}"[:80]
        return False
    row.seconds = min(seconds / queries, row.seconds or math.inf)
    row.nanoseconds = row.seconds * 1e9
    return seconds < _PATIENCE


def compare(rows: list[NoiseRow]) -> None:
    """Add the ratios to the best peer of the same kind and size, and the growth exponents."""
    for row in rows:
        rivals = [r.seconds for r in rows if not r.ours and r.seconds and same_work(r, row)]
        if row.seconds and rivals and row.problem != "limit" and row.comparable:
            row.ratio_to_best_peer = row.seconds / min(rivals)
        line = [r for r in rows if (r.problem, r.solver) == (row.problem, row.solver) and r.seconds]
        if len(line) > 1:
            row.growth_exponent, row.growth_misfit = fitted_power(line)


def fitted_power(line: list[NoiseRow]) -> tuple[float, float]:
    """Return the exponent of the power of N that fits best, and the largest factor between a time and that power."""
    x, y = np.log([row.points for row in line]), np.log([row.seconds for row in line])
    slope, level = np.polyfit(x, y, 1)
    return float(slope), float(np.exp(np.abs(level + slope * x - y).max()))


def same_work(peer: NoiseRow, row: NoiseRow) -> bool:
    """The Python peers are asked by one call a query: they are the peers of both ways to ask online."""
    problems = {"call": ("online",)}.get(row.problem, (row.problem,))
    return peer.points == row.points and peer.problem in problems


def table(rows: list[NoiseRow], sizes: list[int]) -> Table:
    result = Table(title="Functional noise: nanoseconds a query, one thread")
    result.add_column("way")
    result.add_column("sampler", no_wrap=True)
    for size in sizes:
        result.add_column(f"N = 1e{round(math.log10(size))}", justify="right", no_wrap=True)
    result.add_column("exponent", justify="right")
    result.add_column("bars", justify="right")
    result.add_column("note")
    for way, sampler in dict.fromkeys((row.problem, row.solver) for row in rows):
        line = [row for row in rows if (row.problem, row.solver) == (way, sampler)]
        numbers = ["" if row.nanoseconds is None else f"{row.nanoseconds:,.4g}" for row in line]
        exponent = line[0].growth_exponent
        cells = [*numbers, "" if exponent is None else f"{exponent:.2f}", bars(line), line[-1].note]
        result.add_row(way, sampler, *cells, style="bold" if line[0].ours else None)
    return result


def bars(line: list[NoiseRow]) -> str:
    """Return how many of the bars are met."""
    due = [row for row in line if row.bar_nanoseconds and row.nanoseconds]
    met = sum(row.nanoseconds <= row.bar_nanoseconds for row in due)
    return f"{met} of {len(due)}" if due else ""


def document(rows: list[NoiseRow]) -> dict[str, object]:
    about = machine()
    for package in PEERS:
        try:
            about["versions"][package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            about["versions"][package] = "not installed"
    about["load average"] = round(os.getloadavg()[0], 1)
    return {"schema": SCHEMA, "machine": about, **ABOUT, "rows": [asdict(row) for row in rows]}


if __name__ == "__main__":
    sys.exit(main())
