"""Samplers of an Ornstein-Uhlenbeck path, each timed on given points: ours, the obvious ways, libraries, and limits.

A measurement takes uniform random points and returns (seconds, queries): what it builds beforehand is not counted.
Online samplers answer one query after the other, batch samplers all at once. Where filling a structure query by query
would take minutes, it is filled at once and the next queries at that size are timed ("marginal").
"""

import bisect
import random
import time
from collections.abc import Callable

import numpy as np

from tabular.noise import OrnsteinUhlenbeck, OrnsteinUhlenbeckFunction, sample_path
from tabular.noise.conditional import bridge, step
from tests.benchmarks.scaling import Contestant, Measurement

BETA = 5.0
MOST_CALLS = 20_000
_MARGINAL_FROM = 50_000
_MARGINAL_QUERIES = 300


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def stateful(points: np.ndarray) -> tuple[float, int]:
    g = OrnsteinUhlenbeck(BETA, seed=1)
    g(0.5)
    return timed(lambda: g.many(points)), points.size


def stateful_marginal(points: np.ndarray) -> tuple[float, int]:
    g = OrnsteinUhlenbeck(BETA, seed=1)
    g.many(points)
    more = np.random.default_rng(1).random(MOST_CALLS)
    return timed(lambda: g.many(more)), more.size


def stateful_ascending(points: np.ndarray) -> tuple[float, int]:
    return stateful(np.sort(points))


def stateless(bits: str) -> Measurement:
    def measure(points: np.ndarray) -> tuple[float, int]:
        f = OrnsteinUhlenbeckFunction(1, BETA, bits=bits)
        some = points[:200_000]
        return timed(lambda: f.many(some)), some.size

    return measure


def _calls(answer: Callable[[float], float]) -> tuple[float, int]:
    more = np.random.default_rng(1).random(MOST_CALLS).tolist()

    def work() -> None:
        for x in more:
            answer(x)

    return timed(work), len(more)


def stateful_calls(points: np.ndarray) -> tuple[float, int]:
    g = OrnsteinUhlenbeck(BETA, seed=1)
    g.many(points)
    return _calls(g)


def stateless_calls(points: np.ndarray) -> tuple[float, int]:
    return _calls(OrnsteinUhlenbeckFunction(1, BETA))


def _answer(xs, value_of, append, x: float) -> float:
    """The sampler as a person writes it in Python, on any sorted sequence."""
    i = bisect.bisect_left(xs, x)
    if i < len(xs) and xs[i] == x:
        return value_of(i)
    if 0 < i < len(xs):
        left, right, deviation = bridge(BETA, x - xs[i - 1], xs[i] - x)
        mean = left * value_of(i - 1) + right * value_of(i)
    elif xs:
        near = min(i, len(xs) - 1)
        weight, deviation = step(BETA * abs(x - xs[near]))
        mean = weight * value_of(near)
    else:
        mean, deviation = 0.0, 1.0
    value = mean + deviation * random.gauss(0.0, 1.0)
    append(i, x, value)
    return value


def list_and_bisect(points: np.ndarray) -> tuple[float, int]:
    xs, values = [], []

    def append(i: int, x: float, value: float) -> None:
        xs.insert(i, x)
        values.insert(i, value)

    queries = points.tolist()
    if points.size >= _MARGINAL_FROM:
        xs += sorted(queries)
        values += sample_path(xs, BETA).tolist()
        queries = np.random.default_rng(1).random(_MARGINAL_QUERIES).tolist()
    return timed(lambda: [_answer(xs, values.__getitem__, append, x) for x in queries]), len(queries)


def sorted_list(points: np.ndarray) -> tuple[float, int]:
    from sortedcontainers import SortedList

    xs, values = SortedList(), {}

    def append(i: int, x: float, value: float) -> None:
        xs.add(x)
        values[x] = value

    def answer(x: float) -> float:
        if x in values:
            return values[x]
        i = xs.bisect_left(x)
        near = list(xs.islice(max(i - 1, 0), i + 1))
        return _answer(near, lambda j: values[near[j]], append, x)

    queries = points.tolist()
    if points.size >= _MARGINAL_FROM:
        xs.update(queries)
        values.update(zip(queries, sample_path(points, BETA).tolist(), strict=True))
        queries = np.random.default_rng(1).random(10 * _MARGINAL_QUERIES).tolist()
    return timed(lambda: [answer(x) for x in queries]), len(queries)


def brownian_tree(points: np.ndarray) -> tuple[float, int]:
    """Brownian motion, the nearest thing that diffrax has, to its tolerance 2e-12; compiled, many queries at once."""
    import diffrax
    import jax

    jax.config.update("jax_enable_x64", True)
    tree = diffrax.VirtualBrownianTree(0.0, 1.0, tol=2e-12, shape=(), key=jax.random.key(0))
    answer = jax.jit(jax.vmap(lambda x: tree.evaluate(0.0, x)))
    some = points[:10_000]
    answer(some).block_until_ready()
    return timed(lambda: answer(some).block_until_ready()), some.size


def batch_sorted(points: np.ndarray) -> tuple[float, int]:
    line = np.sort(points)
    return timed(lambda: sample_path(line, BETA, seed=1)), line.size


def batch_unsorted(points: np.ndarray) -> tuple[float, int]:
    return timed(lambda: sample_path(points, BETA, seed=1)), points.size


def celerite(points: np.ndarray) -> tuple[float, int]:
    import celerite2

    line = np.sort(points)
    np.random.seed(0)  # it draws from the global generator
    gp = celerite2.GaussianProcess(celerite2.terms.RealTerm(a=1.0, c=BETA))

    def work() -> None:
        gp.compute(line)
        gp.sample()

    return timed(work), line.size


def tiny(points: np.ndarray) -> tuple[float, int]:
    import jax
    import tinygp

    jax.config.update("jax_enable_x64", True)
    kernel = tinygp.kernels.quasisep.Exp(scale=1 / BETA)
    draw = jax.jit(lambda line, key: tinygp.GaussianProcess(kernel, line, assume_sorted=True).sample(key))
    line, key = jax.numpy.asarray(np.sort(points)), jax.random.key(0)
    draw(line, key).block_until_ready()
    return timed(lambda: draw(line, key).block_until_ready()), line.size


def cholesky(points: np.ndarray) -> tuple[float, int]:
    z = np.random.default_rng(0).standard_normal(points.size)

    def work() -> None:
        covariance = np.exp(-BETA * np.abs(points[:, None] - points[None, :]))
        np.linalg.cholesky(covariance) @ z

    return timed(work), points.size


def limit_normals(points: np.ndarray) -> tuple[float, int]:
    out, generator = np.zeros(points.size), np.random.Generator(np.random.Philox(0))
    return timed(lambda: generator.standard_normal(out=out)), points.size


def limit_sort(points: np.ndarray) -> tuple[float, int]:
    return timed(lambda: np.sort(points)), points.size


def limit_normals_and_sort(points: np.ndarray) -> tuple[float, int]:
    """A path at unsorted points needs at least one normal each and an order."""
    return limit_normals(points)[0] + limit_sort(points)[0], points.size


def limit_gather(points: np.ndarray) -> tuple[float, int]:
    """One random read from memory of the path's size."""
    places = (points * points.size).astype(np.int64)
    out = np.zeros(points.size)
    return timed(lambda: np.take(points, places, out=out, mode="clip")), points.size


MARGINAL = f"marginal from {_MARGINAL_FROM} points on"
SAMPLERS = (
    Contestant("stateful", "online", stateful, True, bars=((10**5, 250.0), (10**6, 550.0))),
    Contestant("stateful, marginal", "online", stateful_marginal, True, note="20000 queries after the first N"),
    Contestant("stateful, ascending", "online", stateful_ascending, True, comparable=False, note="points in order"),
    Contestant("stateless", "online", stateless("fast"), True, bars=tuple((10**k, 300.0) for k in range(3, 8))),
    Contestant("stateless, ChaCha20", "online", stateless("chacha20"), True),
    Contestant("list and bisect", "online", list_and_bisect, largest=10**6, note=MARGINAL),
    Contestant("SortedList and dict", "online", sorted_list, needs="sortedcontainers", largest=10**6, note=MARGINAL),
    Contestant("diffrax tree", "online", brownian_tree, needs="diffrax", note="Brownian motion, tol 2e-12"),
    Contestant("stateful", "call", stateful_calls, True, bars=((10**3, 1200.0), (10**4, 1200.0), (10**5, 1200.0))),
    Contestant("stateless", "call", stateless_calls, True, bars=tuple((10**k, 1200.0) for k in range(3, 8))),
    Contestant("sorted points", "batch", batch_sorted, True, bars=((10**6, 12.0),)),
    Contestant("unsorted points", "batch", batch_unsorted, True),
    Contestant("celerite2", "batch", celerite, needs="celerite2", note="sorted; compute and sample"),
    Contestant("tinygp", "batch", tiny, needs="tinygp", note="sorted; compiled"),
    Contestant("numpy Cholesky", "batch", cholesky, largest=1000),
    Contestant("standard normals (Philox)", "limit", limit_normals),
    Contestant("np.sort", "limit", limit_sort),
    Contestant("normals and np.sort", "limit", limit_normals_and_sort),
    Contestant("random read", "limit", limit_gather),
)
