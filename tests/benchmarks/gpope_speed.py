"""What a step of GPOPE costs: beside the textbook loop, and against the number of features and the trajectory length.

    python -m tests.benchmarks gpope_speed [--quick] [--rounds N] [--out FILE]

One thread, processor time, the best of the rounds. Writes results/benchmarks/gpope_speed.json.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from rich.console import Console

from tabular.algorithms.evaluation import GPOPE, Records
from tabular.evaluation import Table, Tabular, Trajectories, sample
from tabular.mdp.instances.graphs import recovery_chain
from tests.benchmarks import document
from tests.benchmarks.scaling import fitted_power

TITLE = "Private off-policy evaluation: nanoseconds a step of GPOPE"
SAYS = (
    "A step draws a trajectory, computes its primal-dual gradient, clips it, draws the noise and moves. The data are"
    " trajectories of the chain of recovery, or paths of a fixed length."
)
TRANSIENT = 39
BAR = 4000.0  # nanoseconds a step at 39 features
FEATURES = (10, 39, 100, 300)
LENGTHS = (5, 20, 80, 320)
CLIP, SIGMA, STEP, DISCOUNT = 0.01, 1.4, 0.1, 0.99
FORMS = ("pairs", "rows", "matrices")
NAMES = {"pairs": "one feature a state", "rows": "dense features, rows", "matrices": "dense features, matrices"}


@dataclass(frozen=True)
class Bench:
    """How long and how often is measured."""

    trajectories: int
    steps: int
    rounds: int
    console: Console

    def nanoseconds(self, run: Callable[[int], object], steps: int) -> float:
        """Return nanoseconds a step of ``run(steps)``; the first run, which compiles, is short and not counted."""
        run(2)
        best = float("inf")
        for _ in range(self.rounds):
            began = time.process_time()
            run(steps)
            best = min(best, time.process_time() - began)
        return best / steps * 1e9

    def compiled(self, records: Records, sigma: float = SIGMA, bits: str = "fast") -> float:
        def run(steps: int) -> None:
            GPOPE(CLIP, sigma, STEP, steps, private=sigma > 0, bits=bits).run(records)

        return self.nanoseconds(run, self.steps)


def main(arguments: list[str] | None = None) -> int:
    parser = document.parser("gpope_speed", __doc__, "little data, short runs, once each")
    parser.add_argument("--rounds", type=int, default=3, help="how often every run is repeated")
    options = parser.parse_args(arguments)
    console = document.console()
    quick = options.quick
    bench = Bench(200 if quick else 5_000, 500 if quick else 20_000, 1 if quick else options.rounds, console)
    tables, figures = [beside_the_textbook(bench)], []
    for measured, picture in (against_features(bench), against_length(bench)):
        tables.append(measured)
        figures.append(picture)
    made = document.measurements(TITLE, SAYS, ("numpy", "numba"), tables=tables, figures=figures)
    document.show(made, console)
    document.write(made, options.out, console)
    return 0


def chain(transient: int, count: int) -> Trajectories:
    mdp = recovery_chain(transient + 1, exact=False)
    return sample(mdp, np.ones((transient + 1, 1)), count)


def dense(n: int) -> Table:
    return Table(np.random.default_rng(0).normal(size=(n, n)))


def records_of(data: Trajectories, n: int, form: str) -> Records:
    return Records.of(data, None, Tabular(n) if form == "pairs" else dense(n), DISCOUNT, storage=form)


def beside_the_textbook(bench: Bench) -> document.Json:
    """Return the cost at 39 features of every form of data, and of the loop as one would write it in numpy."""
    data = chain(TRANSIENT, bench.trajectories)
    rows = []
    for form in FORMS:
        records = records_of(data, TRANSIENT, form)
        kinds = (("fast", SIGMA), ("chacha20", SIGMA), ("fast", 0.0))
        found = [bench.compiled(records, sigma, bits) for bits, sigma in kinds]
        rows.append([NAMES[form], document.barred(found[0], BAR, "smaller"), *found[1:]])
        bench.console.print(f"measured {NAMES[form]}")
    textbook = bench.nanoseconds(lambda steps: numpy_loop(data, dense(TRANSIENT), steps), max(100, bench.steps // 20))
    rows.append(["numpy, the printed loop", textbook, "", ""])
    caption = (
        f"{TRANSIENT} features, {bench.trajectories} trajectories of {data.lengths.mean():.0f} transitions on average."
    )
    columns = ["Data as", "With noise", "Noise from ChaCha20", "Without noise"]
    return document.table("Nanoseconds a step at 39 features", columns, rows, caption)


def numpy_loop(data: Trajectories, features: Table, steps: int) -> None:
    """Algorithm 1 line by line, the matrices of the drawn trajectory computed as in (2.2)."""
    rng, n = np.random.default_rng(0), features.size
    theta, w = np.zeros(n), np.zeros(n)
    for _ in range(steps):
        i = rng.integers(data.n_trajectories)
        rows = slice(data.offsets[i], data.offsets[i + 1])
        phi, after = features.phi[data.states[rows]], np.zeros((rows.stop - rows.start, n))
        goes_on = ~data.terminal[rows]
        after[goes_on] = features.phi[data.next_states[rows][goes_on]]
        tau = rows.stop - rows.start
        A, b, C = phi.T @ (phi - DISCOUNT * after) / tau, phi.T @ data.rewards[rows] / tau, phi.T @ phi / tau
        B = np.concatenate([-A.T @ w, A @ theta + C @ w - b])
        B = B / max(1.0, np.linalg.norm(B) / CLIP) + CLIP * rng.normal(0.0, SIGMA, 2 * n)
        theta, w = theta - STEP * B[:n], w - STEP * B[n:]


def against_features(bench: Bench) -> tuple[document.Json, document.Json]:
    """Return the cost against the number of features, on paths of 40 transitions."""

    def cost(form: str, n: int) -> float:
        count = max(100, bench.trajectories * TRANSIENT**2 // max(n, TRANSIENT) ** 2)
        return bench.compiled(records_of(paths(n, 40, count), n, form))

    caption = "Paths of 40 transitions; the noise alone is 2 n normals. The powers fit the table, not the limit."
    return grown("features", "n", FEATURES, cost, caption, bench)


def against_length(bench: Bench) -> tuple[document.Json, document.Json]:
    """Return the cost against the length of the trajectories, at 39 features."""

    def cost(form: str, length: int) -> float:
        return bench.compiled(records_of(paths(TRANSIENT, length, max(100, bench.trajectories // 10)), TRANSIENT, form))

    caption = "39 features. Pairs that occur again cost nothing more, and matrices cost the same for every length."
    return grown("trajectory length", "T", LENGTHS, cost, caption, bench)


def paths(n: int, length: int, count: int) -> Trajectories:
    """Return random walks on n states that are cut off."""
    states = np.random.default_rng(1).integers(0, n, size=(count, length + 1))
    flat = (states[:, :-1].reshape(-1), np.zeros(count * length, np.int64), np.ones(count * length))
    ends = np.zeros(count * length, dtype=bool)
    return Trajectories(*flat, states[:, 1:].reshape(-1), ends, np.arange(count + 1) * length)


def grown(
    name: str, symbol: str, sizes: tuple[int, ...], cost: Callable[[str, int], float], caption: str, bench: Bench
) -> tuple[document.Json, document.Json]:
    rows, lines = [], {}
    for form in FORMS:
        times = {size: cost(form, size) for size in sizes}
        power, misfit = fitted_power(times)
        rows.append([NAMES[form], *times.values(), f"{power:.2f} (within {misfit:.2f}×)"])
        lines[NAMES[form]] = [(float(size), value) for size, value in times.items()]
        bench.console.print(f"measured {NAMES[form]} against {name}")
    columns = ["Data as", *(f"{symbol} = {size}" for size in sizes), "Power that fits"]
    title = f"Nanoseconds a step against {name}"
    return document.table(title, columns, rows, caption), document.figure(title, (name, "nanoseconds a step"), lines)


if __name__ == "__main__":
    sys.exit(main())
