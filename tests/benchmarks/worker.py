"""Times one contestant on one problem in a process of its own: python -m tests.benchmarks.worker PROBLEM CONTESTANT ...

Prints a line of JSON for each discount. What is timed is wall time; the parent takes the smallest of several runs.
"""

import ctypes
import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.problems import Batch, Exact, Problem, problem
from tests.benchmarks.solver_contestants import Contestant, contestant


def main(arguments: list[str]) -> None:
    problem_name, contestant_name, reference_folder, *discounts = arguments
    task, solver = problem(problem_name), contestant(contestant_name)
    warm_up(task, solver)
    for discount in map(float, discounts):
        row = measure(task, solver, discount, Path(reference_folder))
        sys.stdout.write(json.dumps({"discount": discount} | row) + "\n")
        sys.stdout.flush()


def warm_up(task: Problem, solver: Contestant) -> None:
    """Load libraries and compile loops on something tiny."""
    if isinstance(task, Batch):
        tiny = Batch("tiny", task.n, 2, 2)
        value_of(solver.prepare((*tiny.arrays(), 0.5))())
    elif isinstance(task, Exact):
        value_of(solver.prepare(Exact("tiny", 3, 1.0).build(0.5))())
    else:
        value_of(solver.prepare(task.tiny(0.5))())


def measure(task: Problem, solver: Contestant, discount: float, folder: Path) -> dict[str, Any]:
    given, count = inputs(task, solver, discount)
    before = resident()
    solve = solver.prepare(given)
    model = resident() - before
    value, seconds, memory = first_run(solve)
    for _ in range(task.repeats - 1 if seconds < 2 else 0):
        solve = solver.prepare(given) if solver.needs == "mdpsolver" else solve
        begin = time.perf_counter()
        solve()
        seconds = min(seconds, time.perf_counter() - begin)
    scale = 1.0 if count is None else task.count / count
    return {
        "seconds": seconds * scale,
        "extra_megabytes": memory,
        "model_megabytes": model,
        "error": error(value, folder, task, discount),
    }


def inputs(task: Problem, solver: Contestant, discount: float) -> tuple[Any, int | None]:
    """Return what the contestant prepares from, and of how many instances it is if it is a batch."""
    if not isinstance(task, Batch):
        return task.build(discount), None
    P, r = task.arrays()
    count = max(1, round(solver.share * task.count))
    return (P[:count], r[:count], discount), count


def first_run(solve: Callable[[], Any]) -> tuple[np.ndarray, float, float | None]:
    """Return value, seconds and the megabytes by which the first run raised the peak of the resident memory."""
    before = resident()
    can_reset = reset_peak()
    begin = time.perf_counter()
    result = solve()
    seconds = time.perf_counter() - begin
    memory = max(0.0, megabytes("VmHWM") - before) if can_reset else None
    return value_of(result), seconds, memory


def return_memory() -> None:
    """Give freed memory back to the system, where that can be asked for; otherwise a solver could hide in it."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError):
        return


def value_of(result: Any) -> np.ndarray:
    """Return the value vector; libraries that copy it one number at a time do so outside the clock."""
    return np.asarray(result() if callable(result) else result)


def error(value: np.ndarray, folder: Path, task: Problem, discount: float) -> float:
    """Return the sup norm of the distance to the certified reference; 0 for exact values that are fixed points."""
    if isinstance(task, Exact):
        from tabular.mdp.bellman import residual

        return float(residual(task.build(discount), value))
    reference = np.load(folder / f"{task.name}-{discount}.npy")
    return float(np.abs(value - reference[: len(value)]).max())


def resident() -> float:
    """Return the resident megabytes, without what is free already; 0 where the system does not say."""
    gc.collect()
    return_memory()
    return megabytes("VmRSS") if Path("/proc/self/status").exists() else 0.0


def reset_peak() -> bool:
    """Reset the kernel's record of the peak of the resident memory, if there is one."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def megabytes(field: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(field + ":")).split()[1]) / 1024


if __name__ == "__main__":
    main(sys.argv[1:])
