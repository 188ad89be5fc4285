"""What benchmarks share: their options, the facts of the machine, and the documents that the report reads.

A document has "schema", "title", "says" and "machine", and by its schema
- CONTEST: rows of solvers on problems, with seconds and the ratio to the best peer (`solvers`);
- SCALING: nanoseconds against a size, group by group (`scaling` makes them; `noise`, `counters`);
- MEASUREMENTS: any tables and figures, as in results.json, with sentences of what was found (`learners`). A cell that
  has a bar is made by `barred`.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent.parent
CONTEST = "theory-checks/benchmarks/1"
SCALING = "theory-checks/scaling/1"
MEASUREMENTS = "theory-checks/measurements/1"
_WIDTH = 130  # of what goes to a file

Json = dict[str, Any]


def parser(name: str, says: str | None, quick: str) -> argparse.ArgumentParser:
    """Return the options that all benchmarks have."""
    result = argparse.ArgumentParser(prog=f"tests.benchmarks.{name}", description=(says or "").split("\n")[0])
    result.add_argument("--quick", action="store_true", help=quick)
    place = Path("results") / "benchmarks" / f"{name}.json"
    result.add_argument("--out", type=Path, default=place, help="where the JSON goes")
    return result


def console() -> Console:
    return Console(width=None if sys.stdout.isatty() else _WIDTH)


def write(document: Json, out: Path, to: Console) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    to.print(f"written to {out}")


def machine(packages: Iterable[str]) -> Json:
    """Return what the numbers depend on."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "versions": {package: version(package) for package in packages},
        "load average": round(os.getloadavg()[0], 1),
    }


def version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def measurements(title: str, says: str, packages: Iterable[str], **parts: Any) -> Json:
    """Return a document of tables, figures and findings."""
    empty: Json = {"findings": [], "tables": [], "figures": []}
    return {"schema": MEASUREMENTS, "title": title, "says": says, "machine": machine(packages), **empty, **parts}


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], caption: str = "") -> Json:
    return {"title": title, "columns": list(columns), "rows": [list(row) for row in rows], "caption": caption}


def barred(value: float, bar: float | None, better: str = "larger") -> Any:
    """Return a cell with the bar that the value has to reach, or to stay under if smaller is better."""
    return value if bar is None else {"value": value, "bar": bar, "better": better}


def figure(title: str, labels: tuple[str, str], lines: dict[str, list[tuple[float, float]]], **changes: Any) -> Json:
    """Return a plot of lines {name: points} with logarithmic axes."""
    series = [
        {"label": name, "kind": "line", "x": [x for x, _ in points], "y": [y for _, y in points], "low": [], "high": []}
        for name, points in lines.items()
    ]
    whole = {"title": title, "caption": "", "x_label": labels[0], "y_label": labels[1]}
    return whole | {"x_scale": "log", "y_scale": "log", "series": series} | changes


def show(document: Json, to: Console) -> None:
    """Print the tables of measurements."""
    for data in document["tables"]:
        result = Table(title=data["title"], caption=data["caption"] or None)
        for index, column in enumerate(data["columns"]):
            result.add_column(column, justify="right" if index else "left")
        for row in data["rows"]:
            result.add_row(*map(_shown, row))
        to.print(result)


def _shown(cell: Any) -> str:
    if isinstance(cell, dict):
        return f"{_shown(cell['value'])} (bar {_shown(cell['bar'])})"
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)
