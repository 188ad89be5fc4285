"""Every method and every installed peer on problems of a few milliseconds, for pytest-benchmark.

Run with ``python -m pytest tests/benchmarks --benchmark-only``; the full comparison is ``make bench``.
"""

import numpy as np
import pytest

from tabular.mdp.instances import dense_random, garnet, grid_lake
from tabular.mdp.solvers import METHODS, solve, solve_batch
from tests.benchmarks.problems import TOLERANCE, Batch, Exact, Single
from tests.benchmarks.solver_contestants import CONTESTANTS

MDPS = {
    "dense": dense_random(200, 10, 0.99, 0),
    "sparse": garnet(2000, 4, 5, 0.99, 0),
    "lake": grid_lake(40, 0.99),
}
# Too slow to repeat: the linear programs take seconds and Gauss-Seidel needs thousands of sweeps on random graphs.
FAST = [(m, name) for m in METHODS if m != "exact" and not m.startswith("lp") for name in MDPS]
FAST = [pair for pair in FAST if pair not in {("gauss-seidel", "dense"), ("gauss-seidel", "sparse")}]
PEERS = [c for c in CONTESTANTS if c.kind is Single and not c.ours and c.is_installed]
PAIRS = [(c, name) for c in PEERS for name in ("dense", "sparse") if name == "dense" or "sparse1e4" not in c.skips]


@pytest.mark.parametrize(("method", "name"), FAST)
def test_method(benchmark, method, name):
    benchmark.group = name
    solution = benchmark(solve, MDPS[name], method, TOLERANCE)
    assert solution.error_bound <= TOLERANCE


@pytest.mark.parametrize(("peer", "name"), PAIRS, ids=lambda value: getattr(value, "name", value))
def test_peer(benchmark, peer, name):
    benchmark.group = name
    mdp = MDPS[name]
    peer.prepare(mdp)()  # compiles
    result = benchmark.pedantic(lambda solve: solve(), setup=lambda: ((peer.prepare(mdp),), {}), rounds=5)
    value = np.asarray(result() if callable(result) else result)
    assert np.abs(value - solve(mdp, tol=1e-9).value).max() <= TOLERANCE + 1e-9


@pytest.mark.parametrize("n", [5, 10, 20, 50])
def test_batch(benchmark, n):
    benchmark.group = "batch"
    P, r = Batch("batch", n, 4, 200).arrays()
    assert benchmark(solve_batch, P, r, 0.99).error_bound.max() <= TOLERANCE


@pytest.mark.parametrize("n", [20, 50])
def test_exact(benchmark, n):
    benchmark.group = "exact"
    assert benchmark(solve, Exact("exact", n, 0.25).build(0.99)).error_bound == 0
