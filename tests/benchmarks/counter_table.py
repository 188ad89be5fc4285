"""Times continual counters beside their peers, prints one table and writes results/counters.json.

    python -m tests.benchmarks.counter_table [--quick] [--rounds N] [--out FILE]

Nanoseconds a counter-step on one thread. The contestants take turns, more than once, and the best turn counts:
differences within one run mean more than the numbers themselves. Rows have the fields of the solvers' table.
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

from rich.console import Console
from rich.table import Table

from tests.benchmarks.counter_contestants import CONTESTANTS, Contestant
from tests.benchmarks.table import SCHEMA, Row, machine

PEERS = ("jax-privacy", "jax", "opendp")
SIZES = (1, 100, 10**4, 10**5)
_PATIENCE = 8.0  # seconds of one turn after which a contestant has no further turn at this size
_WIDTH = 130  # of a table that goes to a file


@dataclass
class CounterRow(Row):
    """A row of the solvers' table; seconds are those of one counter-step, and there is no discount."""

    counters: int = 0
    nanoseconds: float | None = None
    bar_nanoseconds: float | None = None


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    sizes = SIZES[:2] if options.quick else SIZES
    rows = [row for size in sizes for row in measure(size, options.rounds, console)]
    compare(rows)
    console.print(table(rows, sizes))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(document(rows), indent=1) + "\n", encoding="utf-8")
    console.print(f"written to {options.out}")
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.benchmarks.counter_table", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="1 and 100 counters only")
    parser.add_argument("--rounds", type=int, default=3, help="how often every contestant has its turn")
    parser.add_argument("--out", type=Path, default=Path("results/counters.json"), help="where the JSON goes")
    return parser.parse_args(arguments)


def measure(size: int, rounds: int, console: Console) -> list[CounterRow]:
    rows = {contestant: new_row(contestant, size) for contestant in CONTESTANTS}
    waiting = [contestant for contestant in CONTESTANTS if contestant.is_installed and size <= contestant.largest]
    for turn in range(rounds + 1):  # the first turn compiles
        for contestant in list(waiting):
            if not take_turn(contestant, rows[contestant], size):
                waiting.remove(contestant)
        console.print(f"{size} counters, round {turn} of {rounds}")
    return list(rows.values())


def new_row(contestant: Contestant, size: int) -> CounterRow:
    note = contestant.note if contestant.is_installed else f"{contestant.needs} is not installed"
    row = CounterRow("continual counters", contestant.group, None, contestant.name, contestant.ours, note=note)
    row.counters, row.bar_nanoseconds = size, contestant.bar if size >= 100 else None
    return row


def take_turn(contestant: Contestant, row: CounterRow, size: int) -> bool:
    """Keep the better of this turn and earlier ones; return whether there may be another."""
    try:
        seconds, steps = contestant.measure(size)
    except Exception as error:  # a peer that fails has a row that says so
        row.note = f"failed: {error}"[:80]
        return False
    row.seconds = min(seconds / steps, row.seconds or math.inf)
    row.nanoseconds = row.seconds * 1e9
    return seconds < _PATIENCE


def compare(rows: list[CounterRow]) -> None:
    """Add the ratios to the best peer of the same law and size; draws alone are no counter."""
    for row in rows:
        rivals = [
            other.seconds
            for other in rows
            if other.seconds and not other.ours and other.note != "a limit" and same_work(other, row)
        ]
        if row.seconds and rivals:
            row.ratio_to_best_peer = row.seconds / min(rivals)


def same_work(peer: CounterRow, row: CounterRow) -> bool:
    return (peer.counters, peer.problem) == (row.counters, row.problem)


def table(rows: list[CounterRow], sizes: tuple[int, ...]) -> Table:
    result = Table(title="Continual counters: nanoseconds a counter-step, one thread")
    result.add_column("noise")
    result.add_column("mechanism", no_wrap=True)
    for size in sizes:
        result.add_column(f"C = {size:,}", justify="right", no_wrap=True)
    result.add_column("bar", justify="right")
    result.add_column("note")
    for law, name in dict.fromkeys((row.problem, row.solver) for row in rows):
        line = [row for row in rows if (row.problem, row.solver) == (law, name)]
        numbers = ["" if row.nanoseconds is None else f"{row.nanoseconds:,.3g}" for row in line]
        result.add_row(law, name, *numbers, bars(line), line[-1].note, style="bold" if line[0].ours else None)
    return result


def bars(line: list[CounterRow]) -> str:
    """Return how many of the bars are met."""
    due = [row for row in line if row.bar_nanoseconds and row.nanoseconds]
    met = sum(row.nanoseconds <= row.bar_nanoseconds for row in due)
    return f"{met} of {len(due)}" if due else ""


def document(rows: list[CounterRow]) -> dict[str, object]:
    about = machine()
    for package in PEERS:
        try:
            about["versions"][package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            about["versions"][package] = "not installed"
    return {"schema": SCHEMA, "machine": about, "rows": [asdict(row) for row in rows]}


if __name__ == "__main__":
    sys.exit(main())
