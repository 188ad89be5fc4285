"""What a step of deep Q-learning with functional noise costs: populations of runs, beside one run of a plain loop.

    python -m tests.benchmarks dqn [--quick] [--rounds N] [--out FILE]

Algorithm 1 with a new path in each batch (J = T/B) and a 1-16-16-2 network. Wall time, the best of the rounds. Writes
results/benchmarks/dqn.json.
"""

import sys
import time
from collections.abc import Callable

import numpy as np
from rich.console import Console

from tabular.dpdqn.options import BRACKETED, Algorithm1
from tabular.dpdqn.training import train
from tests.benchmarks import document
from tests.benchmarks.dqn_contestants import LEARNERS, NETWORK, Randomness, run

TITLE = "Deep Q-learning with functional noise: microseconds a step"
SAYS = (
    "A step asks the noise and the network for action values, moves, adds a gradient and, once in a batch of 64,"
    " updates the parameters. Every run has its own states, actions, noise and parameters."
)
POPULATIONS, THREADS = (1, 100, 1000), (1, 2)
BAR = 60.0  # seconds for 1,000 runs of 5,000 steps on two cores
SEED = 5
_AGREEMENT = 1e-6  # the loops sum in another order, over thousands of updates


def main(arguments: list[str] | None = None) -> int:
    parser = document.parser("dqn", __doc__, "short runs, once each")
    parser.add_argument("--rounds", type=int, default=3, help="how often every run is repeated")
    options = parser.parse_args(arguments)
    console, rounds = document.console(), 1 if options.quick else options.rounds
    algorithm = BRACKETED.but(noise_level=0.3, horizon=640 if options.quick else 5000)
    train(algorithm.but(horizon=64), 1, 0, jobs=1)  # compiles
    costs = {
        (runs, threads): population(algorithm, runs, threads, rounds) for runs in POPULATIONS for threads in THREADS
    }
    tables = [of_populations(algorithm, costs), beside_loops(algorithm, costs, rounds, console)]
    made = document.measurements(TITLE, SAYS, ("numpy", "numba", "torch"), tables=tables)
    document.show(made, console)
    document.write(made, options.out, console)
    return 0


def best(work: Callable[[], object], rounds: int) -> float:
    """Return the seconds of the fastest round."""
    found = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return min(found)


def population(algorithm: Algorithm1, runs: int, threads: int, rounds: int) -> float:
    """Return the seconds of a training."""
    return best(lambda: train(algorithm, runs, SEED, jobs=threads), rounds * (10 if runs == 1 else 1))


def of_populations(algorithm: Algorithm1, costs: dict[tuple[int, int], float]) -> document.Json:
    """Return seconds, and microseconds for each step of each run."""
    rows = []
    for (runs, threads), seconds in costs.items():
        full = runs == 1000 and threads == 2 and algorithm.horizon == BRACKETED.horizon
        shown = document.barred(seconds, BAR, "smaller") if full else seconds
        rows.append([f"{runs} on {threads} thread{'s' * (threads > 1)}", shown, each(seconds, runs, algorithm)])
    caption = f"{algorithm.steps} steps of each run; threads are those asked for, the machine's cores are above."
    return document.table("Populations", ["Runs", "Seconds", "Microseconds a step of a run"], rows, caption)


def each(seconds: float, runs: int, algorithm: Algorithm1) -> float:
    return seconds / runs / algorithm.steps * 1e6


def beside_loops(
    algorithm: Algorithm1, costs: dict[tuple[int, int], float], rounds: int, console: Console
) -> document.Json:
    """Return the cost of one run of the plain loops, whose networks must agree with the compiled one's."""
    ours = train(algorithm, 1, SEED, jobs=1).parameters[0]
    random, rows = Randomness(algorithm, SEED, 0), []
    for name, learner in LEARNERS.items():
        try:
            theirs = run(algorithm, learner(algorithm, NETWORK.initial(SEED)[0], NETWORK.widths), random)
        except ImportError as error:
            rows.append([f"plain loop, {name}", f"not installed: {error.name or 'a library is missing'}", "", ""])
            continue
        apart = float(np.abs(theirs - ours).max())
        if not apart <= _AGREEMENT:
            raise RuntimeError(f"{name} ends {apart:.3g} away from the compiled loop")

        def again(learner: type = learner) -> None:
            run(algorithm, learner(algorithm, NETWORK.initial(SEED)[0], NETWORK.widths), random)

        cost = each(best(again, rounds), 1, algorithm)
        rows.append([f"plain loop, {name}", cost, cost / each(costs[1, 1], 1, algorithm), f"{apart:.1e}"])
        console.print(f"measured {name}")
    rows.append(["compiled, one run", each(costs[1, 1], 1, algorithm), 1.0, ""])
    share = each(costs[1000, 2], 1000, algorithm)
    rows.append(["compiled, a run among 1000 on two threads", share, share / each(costs[1, 1], 1, algorithm), ""])
    columns = ["One run", "Microseconds a step", "Times one compiled run", "Largest difference of a parameter"]
    caption = "The plain loops get the same random numbers and must end with the same network before they are timed."
    return document.table("Beside one run of a plain loop", columns, rows, caption)


if __name__ == "__main__":
    sys.exit(main())
