"""A run of benchmarks as pytest-benchmark writes it, with a table of every kind."""

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]

SAYS = {
    "test_solvers": "Solvers\n\nSeconds to the value.\n",
    "test_noise": "A path, point by point\n\nOne query after the other.\n",
    "test_learners": "Learners\n\nWhole runs with $\\varepsilon = 1$.\n",
}


def record(module: str, name: str, seconds: float, table: str, task: str, **facts: Any) -> Json:
    """Return one timed test."""
    about = {"table": table, "task": task, "unit": "query", "units": 1, "contestant": name, "ours": False}
    fullname = f"tests/benchmarks/{module}.py::{module}[{name}]"
    return {"fullname": fullname, "stats": {"min": seconds}, "extra_info": about | facts}


def noise() -> list[Json]:
    """Return times against size: we grow like N^(1/2), one peer like N, another has no library; and a yardstick."""
    missing = {"absent": "not installed: No module named 'absent'"}
    queries = {"missing": missing, "says": "In random order."}
    return [
        *(
            record("test_noise", "peer", n * n * 1e-9, "Online", f"N = {n}", units=n, size=n, **queries)
            for n in (100, 10_000)
        ),
        *(
            record(
                "test_noise",
                "blocks",
                3e-9 * n**1.5,
                "Online",
                f"N = {n}",
                units=n,
                size=n,
                ours=True,
                bar=bar,
                **queries,
            )
            for n, bar in ((100, 40e-9), (10_000, 200e-9))
        ),
        record("test_noise", "sort", 1e-6, "Yardsticks", "N = 100", units=100, size=100, beside=["Online"]),
    ]


def solvers() -> list[Json]:
    """Return a contest on two problems: ours is ahead of peer A, and behind peer B; a hasty peer does not count."""

    def solver(name: str, seconds: float, task: str, error: float | None, **facts: Any) -> Json:
        measures = {"Error": error, "Method": "exact"}
        return record("test_solvers", name, seconds, "One MDP", task, unit="solution", measures=measures, **facts)

    return [
        solver("policy iteration", 0.0003, "dense", 1e-9, ours=True, missing={"slow": "would take minutes"}),
        solver("peer A", 0.0005, "dense", None, note="parallel", missing={"slow": "would take minutes"}),
        solver("hasty", 0.0001, "dense", 0.5, wrong="an error above 1e-08", missing={"slow": "would take minutes"}),
        solver("value iteration", 0.026, "lake", 1e-9, ours=True),
        solver("peer B", 0.02, "lake", 1e-9),
    ]


def learners() -> list[Json]:
    """Return measurements in place of times: one bar of two is met."""

    def learner(name: str, size: int, value: Any) -> Json:
        facts: Json = {"value": value, "value_name": "error", "ours": True, "size": size}
        return record("test_learners", name, 1.0, "Errors", f"T = {size}", **facts)

    return [
        learner("fast", 10, {"value": 1.25e6, "bar": 1e6, "better": "larger"}),
        learner("small", 10, {"value": 300.0, "bar": 200.0, "better": "smaller"}),
        learner("small", 20, 600.0),
    ]


def run(*benchmarks: Json) -> Json:
    """Return a whole file."""
    machine = {"cpu": {"brand_raw": "A chip", "count": 2}, "python_version": "3.11.7", "node": "x"}
    return {"benchmarks": list(benchmarks), "machine_info": machine, "modules": SAYS, "versions": {"numpy": "2.4.6"}}


def documents(folder: Path) -> Path:
    """Write the sample into a folder of benchmarks and return it."""
    place = folder / "benchmarks"
    place.mkdir()
    (place / "made.json").write_text(json.dumps(run(*learners(), *noise(), *solvers())), encoding="utf-8")
    return place
