"""Episodes a second of PUCB beside other learners, and what an episode costs against S, A, H and T.

    python -m tests.benchmarks learners [--quick] [--rounds N] [--out FILE]

One thread, processor time, the best of the rounds; a round is a whole run with gaps. Planning is eager (everything is
drawn and planned again after every episode) or lazy (the same run, bit for bit, without what cannot matter).
Writes results/benchmarks/learners.json.
"""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from rich.console import Console

from tabular.algorithms.episodic import UBEV, PrivateUCBVI
from tabular.algorithms.episodic.pucb import PUCB, Practical, Printed, Repaired
from tabular.episodic.instances import random_episodic
from tests.benchmarks import document
from tests.benchmarks.scaling import fitted_power

Sizes = tuple[int, int, int]  # S, A, H
TITLE = "Private learners: episodes a second"
SAYS = (
    "Whole runs on random MDPs, gaps included, on one thread. Eager: all noise is drawn and the policy planned again"
    " after every episode. Lazy: the same run, bit for bit, without what cannot matter."
)
MODES = {
    "printed": Printed(),
    "printed, all fed": Printed(reward_feed="all"),
    "printed, random ties": Printed(ties="random"),
    "repaired": Repaired(),
    "practical": Practical(),
    "practical, Gaussian": Practical("gaussian", 1e-6),
}
PLANNINGS = ("eager", "lazy")
SIZES: tuple[Sizes, ...] = ((2, 2, 2), (5, 3, 5), (10, 4, 10))
BASE: Sizes = SIZES[-1]
FACTORS = (1, 2, 4, 8)  # of half of BASE
LENGTHS = (10**4, 10**5, 10**6)
BARS = {("printed", "eager", (2, 2, 2)): 1e6, ("printed", "eager", BASE): 7e3, ("repaired", "lazy", BASE): 3e5}
SPARE = 6  # numbers a counter beyond the partial sums: the table's other rows, its time, and the plan
_SMALLEST = 500  # episodes


@dataclass(frozen=True)
class Bench:
    """How long and how often is measured."""

    episodes: int  # of the smallest instance; larger ones get fewer
    rounds: int
    console: Console

    def length(self, sizes: Sizes) -> int:
        return max(_SMALLEST, self.episodes // (sizes[0] * sizes[2] // 4))

    def speed(self, make: Callable[[int], Any], sizes: Sizes, episodes: int) -> float:
        """Return episodes a second; the first run, which compiles, is short and not counted."""
        mdp = random_episodic(*sizes, seed=0)
        make(64).run(mdp)
        learner, best = make(episodes), float("inf")
        for _ in range(self.rounds):
            began = time.process_time()
            learner.run(mdp)
            best = min(best, time.process_time() - began)
        return episodes / best

    def cost(self, mode: str, planning: str, sizes: Sizes, episodes: int, epsilon: float = 1.0) -> float:
        """Return the microseconds of an episode of PUCB."""
        return 1e6 / self.speed(lambda T: pucb(mode, planning, sizes, T, epsilon), sizes, episodes)


def main(arguments: list[str] | None = None) -> int:
    parser = document.parser("learners", __doc__, "short runs, once each")
    parser.add_argument("--rounds", type=int, default=3, help="how often every run is repeated")
    options = parser.parse_args(arguments)
    console = document.console()
    bench = Bench(2_000 if options.quick else 200_000, 1 if options.quick else options.rounds, console)
    made = report(bench, LENGTHS[:1] if options.quick else LENGTHS)
    document.show(made, console)
    document.write(made, options.out, console)
    return 0


def report(bench: Bench, lengths: tuple[int, ...]) -> document.Json:
    growth, pictures = costs(bench)
    tables = [speeds(bench), growth, long_runs(bench, lengths), memory()]
    return document.measurements(TITLE, SAYS, ("numpy", "numba"), tables=tables, figures=pictures)


def pucb(mode: str, planning: str, sizes: Sizes, episodes: int, epsilon: float = 1.0) -> PUCB:
    return PUCB(*sizes, episodes, epsilon, MODES[mode], planning=planning)


def speeds(bench: Bench) -> document.Json:
    """Return episodes a second of every mode and of two other learners at three sizes."""
    columns = [f"{named(sizes)}, {planning}" for sizes in SIZES for planning in PLANNINGS]
    rows = []
    for name, make in learners():
        cells = []
        for sizes in SIZES:
            for planning in PLANNINGS:
                found = bench.speed(partial(make, planning, sizes), sizes, bench.length(sizes))
                cells.append(document.barred(found, BARS.get((name.removeprefix("PUCB "), planning, sizes))))
        rows.append([name, *cells])
        bench.console.print(f"measured {name}")
    caption = (
        f"A mode that explores by force does so for the whole run at $\\varepsilon = 1$. {bench.length(SIZES[0])}"
        f" episodes at {named(SIZES[0])}, {bench.length(BASE)} at {named(BASE)}. UBEV is not private; private UCB-VI"
        " plans after every episode (eager) or in batches of its own choice (lazy)."
    )
    return document.table("Episodes a second", ["Learner", *columns], rows, caption)


def learners() -> Iterator[tuple[str, Callable[[str, Sizes, int], Any]]]:
    for mode in MODES:
        yield f"PUCB {mode}", lambda planning, sizes, T, mode=mode: pucb(mode, planning, sizes, T)
    yield "UBEV", lambda planning, sizes, T: UBEV(*sizes, T, planning=planning)
    yield "private UCB-VI", lambda planning, sizes, T: PrivateUCBVI(*sizes, T, 1.0, **batches(planning))


def batches(planning: str) -> dict[str, int]:
    return {"batch": 1} if planning == "eager" else {}


def costs(bench: Bench) -> tuple[document.Json, list[document.Json]]:
    """Return the cost of an episode against each of S, A, H, as a table with fitted powers and as pictures."""
    rows, figures = [], []
    for mode, planning in (("printed", "eager"), ("repaired", "lazy")):
        lines = {name: line(bench, mode, planning, place) for place, name in enumerate("SAH")}
        for name, points in lines.items():
            power, misfit = fitted_power(dict(points))
            times = [cost for _, cost in points]
            rows.append([f"{mode}, {planning}: {name}", *times, f"{power:.2f} (within {misfit:.2f}×)"])
        label = f"{mode}, {planning}"
        shifted = {name: [(x / points[0][0], y) for x, y in points] for name, points in lines.items()}
        axes = ("S, A or H, in multiples of the smallest", "microseconds an episode")
        figures.append(document.figure(f"Cost of an episode, {label}", axes, shifted))
        bench.console.print(f"measured the growth of {label}")
    halves = ", ".join(f"{name} = {size // 2}" for name, size in zip("SAH", BASE, strict=True))
    columns = ["PUCB, what grows", *(f"× {factor}" for factor in FACTORS), "Power that fits"]
    caption = (
        f"One of S, A, H grows from the smallest ({halves}), the others are {named(BASE)}. An eager episode draws for"
        " up to SAH(S + 2) counters and plans with as many operations: the powers are near 2, 1 and 1, and that of S is"
        " less while S is small."
    )
    return document.table("Microseconds an episode against S, A, H", columns, rows, caption), figures


def line(bench: Bench, mode: str, planning: str, place: int) -> list[tuple[float, float]]:
    """Return the cost of an episode as one of S, A, H grows."""
    points = []
    for factor in FACTORS:
        sizes = tuple(size // 2 * factor if i == place else size for i, size in enumerate(BASE))
        work = sizes[0] ** 2 * sizes[1] * sizes[2] / (BASE[0] ** 2 * BASE[1] * BASE[2])
        episodes = max(_SMALLEST, int(bench.length(BASE) / max(work, 1.0)))
        points.append((float(sizes[place]), bench.cost(mode, planning, sizes, episodes)))
    return points


def long_runs(bench: Bench, lengths: tuple[int, ...]) -> document.Json:
    """Return the cost of an episode against the number of episodes, which only deepens the partial sums."""
    rows = []
    for mode, planning, epsilon in (("printed", "eager", 1.0), ("repaired", "lazy", 1.0), ("repaired", "lazy", 100.0)):
        cells = [bench.cost(mode, planning, SIZES[0], T, epsilon) for T in lengths]
        rows.append([f"{mode}, {planning}, $\\varepsilon = {epsilon:g}$", *cells])
    caption = f"At {named(SIZES[0])}. With much privacy budget the forced exploration is soon over."
    columns = ["PUCB", *(f"T = {T:,}" for T in lengths)]
    return document.table("Microseconds an episode against T", columns, rows, caption)


def memory() -> document.Json:
    """Return what an agent holds, counters and plan, which is O(C log T)."""
    rows = []
    for sizes in SIZES:
        for episodes in LENGTHS:
            learner = pucb("repaired", "lazy", sizes, episodes)
            agent, counters, sums = learner.agent(), learner.sizes.counters, learner.sizes.sums
            held = sum(array.nbytes for array in (agent.counters.table, agent.counters.seen, *agent.plan))
            bar = 8 * (sums + SPARE)
            cell = document.barred(held / counters, bar, "smaller")
            rows.append([named(sizes), f"{episodes:,}", counters, sums, f"{held / 1e3:,.4g} kB", cell])
    columns = ["S × A × H", "T", "Counters C", "Partial sums K", "Held", "Bytes a counter"]
    caption = f"K = ⌊log₂ T⌋ + 1; the bar is K + {SPARE} numbers of 8 bytes a counter. The log of a run is not counted."
    return document.table("Memory of an agent", columns, rows, caption)


def named(sizes: Sizes) -> str:
    return " × ".join(map(str, sizes))


if __name__ == "__main__":
    sys.exit(main())
