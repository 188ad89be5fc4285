"""Times the solvers beside their peers, prints one table and writes results/benchmarks/solvers.json.

    python -m tests.benchmarks solvers [--quick] [--out FILE] [--only PROBLEM ...] [--limit SECONDS] [--rounds N]

Every contestant runs in processes of its own, one thread each, in turn with the others and more than once: differences
between rows of one run mean more than the numbers themselves. A contestant that is not installed, fails or exceeds the
limit gets a row that says so. With --only, the rows of other problems in FILE stay as they are.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from tabular.mdp.solvers import solve, solve_batch
from tests.benchmarks import document
from tests.benchmarks.problems import PROBLEMS, QUICK, TOLERANCE, Batch, Exact, Problem
from tests.benchmarks.solver_contestants import CONTESTANTS, Contestant

TITLE = "Exact solvers"
SAYS = (
    "Seconds to a value with a sup-norm error of at most 1e-8, on one thread, ours beside existing solvers. The ratio"
    " compares with the best peer of the same problem: at most 1 means at least as fast."
)
PACKAGES = ("numpy", "scipy", "numba", "python-flint", "quantecon", "mdpsolver", "stormpy")
# The reference's own error must not decide whether a contestant meets the tolerance.
REFERENCE_TOLERANCE = TOLERANCE / 8
_LARGE_MODEL = 20  # megabytes from which on a row mentions them


@dataclass
class Row:
    """One line of the table and of the JSON file; None where nothing was measured."""

    group: str
    problem: str
    discount: float
    solver: str
    ours: bool
    seconds: float | None = None
    extra_megabytes: float | None = None
    error: float | None = None
    ratio_to_best_peer: float | None = None
    note: str = ""

    @property
    def counts(self) -> bool:
        """Whether it is a measurement of a result as good as promised, up to the reference's own error."""
        return self.seconds is not None and self.error is not None and self.error <= TOLERANCE + REFERENCE_TOLERANCE


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    console = document.console()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for task, discounts in chosen(options):
            console.print(f"[bold]{task.name}[/bold]: {task.says}")
            rows += run_problem(task, discounts, options, Path(folder), console)
    compare(rows)
    rows = sorted([*rows, *kept(options, rows)], key=place)
    console.print(table(rows))
    document.write(contest(rows), options.out, console)
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = document.parser("solvers", __doc__, "a subset that ends within two minutes")
    parser.add_argument("--only", nargs="+", choices=[task.name for task in PROBLEMS], help="only these problems")
    parser.add_argument("--limit", type=float, help="seconds for one contestant at one discount, model included")
    parser.add_argument("--rounds", type=int, help="how often every contestant has its turn")
    options = parser.parse_args(arguments)
    options.limit = options.limit or (15.0 if options.quick else 100.0)
    options.rounds = options.rounds or (1 if options.quick else 2)
    return options


def chosen(options: argparse.Namespace) -> list[tuple[Problem, tuple[float, ...]]]:
    names = options.only or (list(QUICK) if options.quick else [task.name for task in PROBLEMS])
    tasks = [task for task in PROBLEMS if task.name in names]
    return [(task, QUICK.get(task.name, task.discounts) if options.quick else task.discounts) for task in tasks]


def kept(options: argparse.Namespace, rows: list[Row]) -> list[Row]:
    """Return the rows of an earlier table that are about other problems than those just timed."""
    if not (options.only and options.out.exists()):
        return []
    earlier = json.loads(options.out.read_text(encoding="utf-8"))
    fresh = {row.problem for row in rows}
    rows = earlier["rows"] if earlier["schema"] == document.CONTEST else []
    return [Row(**row) for row in rows if row["problem"] not in fresh]


def place(row: Row) -> tuple[int, float]:
    """Return where a row belongs: by problem, then by discount; contestants keep their order."""
    return [task.name for task in PROBLEMS].index(row.problem), row.discount


def run_problem(
    task: Problem, discounts: tuple[float, ...], options: argparse.Namespace, folder: Path, console: Console
) -> list[Row]:
    for discount in discounts:
        write_reference(task, discount, folder)
    entrants = [entrant for entrant in CONTESTANTS if entrant.takes(task)]
    rows = {
        (entrant.name, discount): Row(task.group, task.name, discount, entrant.name, entrant.ours, note=task.bar)
        for discount in discounts
        for entrant in entrants
    }
    for turn in range(options.rounds):
        for entrant in entrants:
            mine = [rows[entrant.name, discount] for discount in discounts]
            run_contestant(entrant, task, mine, options.limit, folder)
            console.print(f"  round {turn + 1}, {entrant.name}: " + ", ".join(map(summary, mine)))
    return list(rows.values())


def write_reference(task: Problem, discount: float, folder: Path) -> None:
    """Solve to a proved error far below the tolerance; exact problems check themselves."""
    if isinstance(task, Exact):
        return
    if isinstance(task, Batch):
        value = solve_batch(*task.arrays(), discount, REFERENCE_TOLERANCE).value
    else:
        value = solve(task.build(discount), tol=REFERENCE_TOLERANCE).value
    np.save(folder / f"{task.name}-{discount}.npy", value)


def run_contestant(entrant: Contestant, task: Problem, rows: list[Row], limit: float, folder: Path) -> None:
    """Fill in the rows of one contestant, one for each discount, keeping the better of this turn and earlier ones."""
    if not entrant.is_installed:
        for row in rows:
            row.note = f"{entrant.needs} is not installed"
        return
    left = {row.discount: row for row in rows}
    while left:
        lines, ending = run_worker(entrant, task, list(left), limit, folder)
        for line in lines:
            keep_better(left.pop(line["discount"]), line)
        if left:
            left.pop(next(iter(left))).note = ending


def run_worker(
    entrant: Contestant, task: Problem, discounts: list[float], limit: float, folder: Path
) -> tuple[list[dict[str, float]], str]:
    """Return the finished measurements and why there are no more; every discount has the whole limit."""
    command = [sys.executable, "-m", "tests.benchmarks.worker", task.name, entrant.name, str(folder)]
    process = subprocess.Popen(
        [*command, *map(str, discounts)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=document.ROOT,
        env=os.environ | dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"),
    )
    lines: list[dict[str, float]] = []
    expired = threading.Event()
    while len(lines) < len(discounts):
        alarm = threading.Timer(limit, lambda: (expired.set(), process.kill()))
        alarm.start()
        line = process.stdout.readline()
        alarm.cancel()
        if not line:
            break
        lines.append(json.loads(line))
    _, errors = process.communicate()
    failure = (errors.strip().splitlines() or [f"exit status {process.returncode}"])[-1]
    return lines, f"over {limit:g} s" if expired.is_set() else f"failed: {failure[:80]}"


def keep_better(row: Row, line: dict[str, float]) -> None:
    if line["model_megabytes"] >= _LARGE_MODEL:
        row.note = f"its model holds {line['model_megabytes']:.0f} MB more"
    if row.seconds is None or line["seconds"] < row.seconds:
        row.seconds = line["seconds"]
    row.error = max(line["error"], row.error or 0.0)
    if line["extra_megabytes"] is not None:
        row.extra_megabytes = max(line["extra_megabytes"], row.extra_megabytes or 0.0)


def compare(rows: list[Row]) -> None:
    """Add the ratios to the best peer, and say where and by how much ours is behind."""
    for row in rows:
        rivals = [
            other
            for other in rows
            if (other.problem, other.discount, other.ours) == (row.problem, row.discount, False) and other.counts
        ]
        if row.seconds is not None and not row.counts:
            row.note = "; ".join(filter(None, [f"error above {TOLERANCE:g}", row.note]))
        if row.seconds is None or not rivals:
            continue
        best = min(rivals, key=lambda other: other.seconds)
        row.ratio_to_best_peer = row.seconds / best.seconds
        if row.ours and row.ratio_to_best_peer > 1:
            row.note = f"{row.ratio_to_best_peer - 1:.0%} behind {best.solver}"


def table(rows: list[Row]) -> Table:
    result = Table(title="Seconds to an error of at most 1e-8 (sup norm), one thread; ratio to the best peer")
    for name in ("problem", "discount", "solver"):
        result.add_column(name, no_wrap=True)
    for name in ("time", "ratio", "extra MB", "error"):
        result.add_column(name, justify="right")
    result.add_column("note")
    last = None
    for row in rows:
        if last not in (None, (row.problem, row.discount)):
            result.add_section()
        last = (row.problem, row.discount)
        style = "bold" if row.ours else None
        result.add_row(row.problem, f"{row.discount:g}", row.solver, *cells(row), row.note, style=style)
    return result


def cells(row: Row) -> tuple[str, str, str, str]:
    return (
        duration(row.seconds),
        "" if row.ratio_to_best_peer is None else f"{row.ratio_to_best_peer:.2f}",
        "" if row.extra_megabytes is None else f"{row.extra_megabytes:.0f}",
        "" if row.error is None else f"{row.error:.0e}",
    )


def duration(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def summary(row: Row) -> str:
    return f"{row.discount:g} " + (duration(row.seconds) or row.note)


def contest(rows: list[Row]) -> dict[str, object]:
    facts = {"title": TITLE, "says": SAYS, "machine": document.machine(PACKAGES)}
    return {"schema": document.CONTEST, **facts, "rows": [asdict(row) for row in rows]}


if __name__ == "__main__":
    sys.exit(main())
