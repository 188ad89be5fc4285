"""Exact solvers

The time to a value with an error of at most 1e-8 in the sup norm, each solver set so that its own criterion promises
it. A peer whose value is further from a certified reference is shown, and does not count. Nor do yardsticks, which
solve nothing: what it costs to read a large MDP, or to multiply its transitions by a vector, as often as value
iteration needs a sweep.
"""

import time
from typing import Any, NamedTuple

import numpy as np

from tabular.mdp.bellman import residual
from tabular.mdp.instances import dense_random, dyadic_random, garnet, grid_lake
from tabular.mdp.solvers import solve, solve_batch
from tests.benchmarks import memory, peers, plain, readings
from tests.benchmarks.contest import Contest, Contestant, Task
from tests.benchmarks.plain import TOLERANCE

_REFERENCE = TOLERANCE / 8  # its error must not decide


class Problem(NamedTuple):
    """What solvers take, and a value within _REFERENCE of the optimal one."""

    inputs: Any
    reference: Any


MDPS = {
    "dense200": ("200 states, 10 actions, dense rows", lambda gamma: dense_random(200, 10, gamma, 0)),
    "sparse1e4": ("10,000 states, 4 actions, 5 random successors", lambda gamma: garnet(10_000, 4, 5, gamma, 0)),
    "lake300": ("300 x 300 lake, 10% holes, slip 1/3", lambda gamma: grid_lake(300, gamma, seed=0)),
    "sparse1e6": ("1,000,000 states, 4 actions, 5 random successors", lambda gamma: garnet(1_000_000, 4, 5, gamma, 0)),
}
BATCHES = {(5, 2): 4_000, (10, 4): 2_000, (20, 5): 500, (50, 10): 100}  # states and actions, how many
EXACT = {20: 0.02, 50: 0.25}  # states, seconds that it should take


def one(build, gamma):
    mdp = build(gamma)
    return Problem(mdp, solve(mdp, tol=_REFERENCE).value)


def many(n, m, count, gamma):
    rng = np.random.Generator(np.random.Philox(n))
    P = rng.standard_exponential((count, m, n, n))
    P /= P.sum(axis=-1, keepdims=True)
    r = rng.random((count, m, n))
    return Problem((P, r, gamma), solve_batch(P, r, gamma, _REFERENCE).value)


def dyadic(n, gamma):
    return Problem(dyadic_random(n, 4, gamma, 52, seed=0, exact=False).exact(), None)


def near(problem, result):
    if result is None:
        return "a yardstick, no solution", {}
    value = np.asarray(result() if callable(result) else result)  # some libraries copy the value one by one
    off = float(np.abs(value - problem.reference).max())
    return f"an error above {TOLERANCE:g}" if off > TOLERANCE + _REFERENCE else "", {"Error": off}


def fixed(problem, solution):
    off = float(residual(problem.inputs, solution.value))
    return "not a fixed point" if off else "", {"Error": off}


def solver(name, prepare, needs=None, skips=()):
    return Contestant(name, lambda problem: prepare(problem.inputs), needs=needs, skips=skips)


def ours(name, method, bars=None):
    return Contestant(name, lambda problem: lambda: method(problem.inputs), True, bars=bars or {})


BIG = ("sparse1e4", "lake300", "sparse1e6")
SINGLE = (
    ours("solve", lambda mdp: solve(mdp, tol=TOLERANCE).value),
    solver("quantecon MPI", peers.quantecon("modified_policy_iteration"), "quantecon"),
    solver("quantecon PI", peers.quantecon("policy_iteration"), "quantecon", BIG),
    solver("mdpsolver MPI", peers.mdpsolver("mpi"), "mdpsolver", ("lake300", "sparse1e6")),
    solver("mdpsolver VI", peers.mdpsolver("vi"), "mdpsolver", ("sparse1e6",)),
    solver("storm VI", peers.storm, "stormpy", ("sparse1e6",)),
    solver("numpy VI, span", plain.span_value_iteration),
    solver("numpy PI", plain.policy_iteration, skips=BIG),
)
LARGE = (
    *SINGLE,
    ours("solve, two threads", lambda mdp: solve(mdp, tol=TOLERANCE, jobs=2).value),
    solver("one reading of the MDP a sweep", readings.of_arrays),
    solver("one product of the transitions a sweep", readings.of_products),
)
BATCH = (
    ours("solve_batch", lambda given: solve_batch(*given, TOLERANCE).value),
    solver("numpy PI, all at once", plain.batched_policy_iteration),
    solver("numpy VI span, all at once", plain.batched_span_value_iteration),
    solver("numpy PI, one by one", plain.policy_iterations),
    solver("quantecon PI, one by one", peers.quantecon_one_by_one, "quantecon"),
)


def single(name, says, build):
    tasks = tuple(Task(f"{name}, discount {g}", lambda g=g: one(build, g)) for g in (0.9, 0.99, 0.999))
    contestants = LARGE if name == "sparse1e6" else SINGLE
    return Contest(f"One MDP, {says}", "solution", tasks, contestants, near, observe=observe)


def observe(work):
    """Measure memory, and the time that passed: what a table compares is the time of all threads together."""
    start = time.perf_counter()
    result, measures = memory.observe(work)
    return result, measures | {"Seconds passed": time.perf_counter() - start}


CONTESTS = (
    *(single(name, *about) for name, about in MDPS.items()),
    Contest(
        "Many small dense MDPs",
        "MDP",
        tuple(
            Task(f"{n} states, {m} actions, discount {gamma}", lambda given=(n, m, count, gamma): many(*given), count)
            for (n, m), count in BATCHES.items()
            for gamma in (0.9, 0.99)
        ),
        BATCH,
        near,
    ),
    Contest(
        "Exactly, rationals of 52 bits",
        "solution",
        tuple(
            Task(f"{n} states, 4 actions, discount {gamma}", lambda n=n, gamma=gamma: dyadic(n, gamma))
            for n in EXACT
            for gamma in (0.9, 0.99)
        ),
        (
            ours(
                "exact policy iteration",
                solve,
                {f"{n} states, 4 actions, discount {g}": limit for n, limit in EXACT.items() for g in (0.9, 0.99)},
            ),
        ),
        fixed,
    ),
)


def test_solvers(entry, benchmark):
    entry.run(benchmark)
