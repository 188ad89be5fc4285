"""A document of benchmarks of each kind."""

from __future__ import annotations

import json
from pathlib import Path

Json = dict


def scaling() -> Json:
    """Return times against size: we grow like N^(1/2), one peer like N, another has no library; and a limit."""
    row = {"bar_nanoseconds": None, "growth_exponent": None, "growth_misfit": None, "comparable": True, "note": ""}
    rows = [
        row | {"problem": group, "solver": name, "ours": ours, "points": n, "nanoseconds": at(n)}
        for group, name, ours, at in (
            ("online", "peer", False, float),
            ("online", "blocks", True, lambda n: 3.0 * n**0.5),
            ("limit", "sort", False, lambda n: 10.0),
        )
        for n in (100, 10_000)
    ]
    rows.append(rows[0] | {"solver": "absent", "nanoseconds": None, "note": "absent is not installed"})
    for place, bar in ((2, 40.0), (3, 200.0)):
        rows[place] |= {"bar_nanoseconds": bar, "growth_exponent": 0.5, "growth_misfit": 1.0}
    groups = [
        {"key": "online", "title": "One after the other", "says": "In random order.", "beside": ["sort"]},
        {"key": "limit", "title": "Limits", "says": ""},
    ]
    return {
        "schema": "theory-checks/scaling/1",
        "title": "A path, point by point",
        "says": "Nanoseconds a query.",
        "words": {"symbol": "N", "size": "points", "unit": "query", "contestant": "sampler"},
        "machine": {"cores": 2},
        "groups": groups,
        "rows": rows,
    }


def benchmarks() -> Json:
    row = {
        "group": "dense, 200 states, 10 actions",
        "problem": "dense200",
        "discount": 0.99,
        "extra_megabytes": 0.5,
        "error": 1e-9,
        "note": "",
    }
    return {
        "schema": "theory-checks/benchmarks/1",
        "title": "Solvers",
        "says": "Seconds to the value.",
        "machine": "2 cores, Python 3.11",
        "rows": [
            row | {"solver": "modified policy iteration", "ours": True, "seconds": 0.0003, "ratio_to_best_peer": 0.62},
            row | {"solver": "peer A", "ours": False, "seconds": 0.0005, "ratio_to_best_peer": 1.0},
            row
            | {
                "solver": "peer B",
                "ours": False,
                "seconds": 0.31,
                "ratio_to_best_peer": 640.0,
                "error": None,
                "note": "stopped early",
            },
            row
            | {
                "group": "lake",
                "problem": "lake",
                "solver": "value iteration",
                "ours": True,
                "seconds": 0.02,
                "ratio_to_best_peer": 1.3,
            },
            row
            | {
                "group": "lake",
                "problem": "lake",
                "solver": "peer B",
                "ours": False,
                "seconds": None,
                "ratio_to_best_peer": None,
                "note": "over the limit",
            },
        ],
    }


def measurements() -> Json:
    """Return tables and a figure: one bar of two is met, and a cell is empty."""
    series = {"label": "eager", "kind": "line", "x": [1.0, 2.0], "y": [3.0, 6.0], "low": [], "high": []}
    axes = {"x_label": "states", "y_label": "cost", "x_scale": "log", "y_scale": "log"}
    rows = [
        ["fast", {"value": 1.25e6, "bar": 1e6, "better": "larger"}, 10],
        ["small", {"value": 300.0, "bar": 200, "better": "smaller"}, None],
    ]
    return {
        "schema": "theory-checks/measurements/1",
        "title": "Learners",
        "says": "Whole runs with $\\varepsilon = 1$.",
        "machine": "2 cores",
        "findings": ["The cost grows like $S$."],
        "tables": [{"title": "Speed", "columns": ["who", "episodes", "T"], "rows": rows, "caption": "On one thread."}],
        "figures": [{"title": "Cost", "caption": "", **axes, "series": [series]}],
    }


def documents(folder: Path) -> Path:
    """Write one document of each kind into a folder of benchmarks and return it."""
    place = folder / "benchmarks"
    place.mkdir()
    for name, value in (("solvers", benchmarks()), ("noise", scaling()), ("learners", measurements())):
        (place / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    return place
