"""Samplers of an Ornstein-Uhlenbeck path: ours, the obvious ways, and libraries.

Each takes (known points, queries), prepares a path that has been asked at the known points, and returns what answers
the queries in their order.
"""

import bisect
import random

import numpy as np

from tabular.noise import OrnsteinUhlenbeck, OrnsteinUhlenbeckFunction, sample_path
from tabular.noise.conditional import bridge, step

BETA = 5.0
_DOUBT = 5.0  # standard deviations


def wrong_law(queries, values) -> str:
    """Say what is wrong with values of a path: its innovations must be independent standard normals."""
    xs, first = np.unique(queries, return_index=True)
    ys, h = values[first], BETA * np.diff(xs)
    z = (ys[1:] - np.exp(-h) * ys[:-1]) / np.sqrt(-np.expm1(-2 * h))
    bound = _DOUBT / np.sqrt(z.size)
    moments = {"mean": z.mean(), "variance": (z.var() - 1) / np.sqrt(2), "correlation": (z[1:] * z[:-1]).mean()}
    off = [name for name, value in moments.items() if not abs(value) <= bound]
    return f"another law: {', '.join(off)} of the innovations" if off else ""


def one_by_one(answer, queries):
    asked = queries.tolist()
    return lambda: [answer(x) for x in asked]


def path(known):
    g = OrnsteinUhlenbeck(BETA, seed=1)
    g.many(known)
    return g


def stateful(given):
    g = path(given[0])
    return lambda: g.many(given[1])


def stateful_calls(given):
    return one_by_one(path(given[0]), given[1])


def stateless(bits="fast"):
    def prepare(given):
        f = OrnsteinUhlenbeckFunction(1, BETA, bits=bits)
        return lambda: f.many(given[1])

    return prepare


def stateless_calls(given):
    return one_by_one(OrnsteinUhlenbeckFunction(1, BETA, bits="fast"), given[1])


def _answer(xs, value_of, append, x):
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


def list_and_bisect(given):
    known, queries = given
    xs = np.sort(known).tolist()
    values = sample_path(xs, BETA, seed=1).tolist()

    def append(i, x, value):
        xs.insert(i, x)
        values.insert(i, value)

    return one_by_one(lambda x: _answer(xs, values.__getitem__, append, x), queries)


def sorted_list(given):
    from sortedcontainers import SortedList

    known, queries = given
    xs, values = SortedList(known.tolist()), dict(zip(known.tolist(), sample_path(known, BETA, seed=1), strict=True))

    def append(_, x, value):
        xs.add(x)
        values[x] = value

    def answer(x):
        if x in values:
            return values[x]
        i = xs.bisect_left(x)
        near = list(xs.islice(max(i - 1, 0), i + 1))
        return _answer(near, lambda j: values[near[j]], append, x)

    return one_by_one(answer, queries)


def brownian_tree(given):
    """The path is e**(-beta x) W(e**(2 beta x)) for a Brownian motion W, which diffrax has."""
    import diffrax
    import jax

    jax.config.update("jax_enable_x64", True)
    end = float(np.exp(2 * BETA))
    tree = diffrax.VirtualBrownianTree(0.0, end, tol=2e-12 * end, shape=(), key=jax.random.key(0))
    change, queries = jax.numpy.exp, jax.numpy.asarray(given[1])
    answer = jax.jit(jax.vmap(lambda x: change(-BETA * x) * tree.evaluate(0.0, change(2 * BETA * x))))
    answer(queries).block_until_ready()
    return lambda: answer(queries).block_until_ready()


def batch(given):
    return lambda: sample_path(given[1], BETA, seed=1)


def in_order(draw):
    """A sampler of sorted points, for points in any order."""

    def prepare(given):
        queries = given[1]
        ready = draw(np.sort(queries))

        def work():
            order = np.argsort(queries)
            values = np.empty(queries.size)
            values[order] = ready(queries[order])
            return values

        return work

    return prepare


def as_they_come(draw):
    """A sampler of sorted points, for such points."""

    def prepare(given):
        ready = draw(given[1])
        return lambda: ready(given[1])

    return prepare


def celerite(_):
    import celerite2

    np.random.seed(0)  # it draws from the global generator
    gp = celerite2.GaussianProcess(celerite2.terms.RealTerm(a=1.0, c=BETA))

    def draw(line):
        gp.compute(line)
        return gp.sample()

    return draw


def tiny(line):
    import jax
    import tinygp

    jax.config.update("jax_enable_x64", True)
    kernel = tinygp.kernels.quasisep.Exp(scale=1 / BETA)
    draw = jax.jit(lambda line, key: tinygp.GaussianProcess(kernel, line, assume_sorted=True).sample(key))
    draw(line, jax.random.key(0)).block_until_ready()
    return lambda line: draw(line, jax.random.key(0)).block_until_ready()


def cholesky(line):
    z = np.random.default_rng(0).standard_normal(line.size)
    return lambda line: np.linalg.cholesky(np.exp(-BETA * np.abs(line[:, None] - line[None, :]))) @ z
