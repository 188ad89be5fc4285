"""Yardsticks: what the parts of a sampler or a counter cost in numpy

No rivals, and each is another piece of work: a normal, an order, a read from memory. What draws values at points in
random order needs at least one normal each and an order.
"""

import numpy as np

from tests.benchmarks.contest import Contest, Contestant
from tests.benchmarks.test_noise import tasks, uniform


def normals(points):
    out, generator = np.zeros(points.size), np.random.Generator(np.random.Philox(0))
    return lambda: generator.standard_normal(out=out)


def laplace(points):
    generator = np.random.default_rng(1)
    return lambda: generator.laplace(size=points.size)


def order(points):
    return lambda: np.sort(points)


def normals_and_order(points):
    draw = normals(points)
    return lambda: (draw(), np.sort(points))


def read(points):
    """One random read from memory of the path's size."""
    places, out = (points * points.size).astype(np.int64), np.zeros(points.size)
    return lambda: np.take(points, places, out=out, mode="clip")


def yardstick(title, name, prepare, beside=()):
    return Contest(title, "point", tasks(uniform), (Contestant(name, prepare),), beside=beside)


PICTURES = ("N queries in random order", "All points at once, in random order")
CONTESTS = (
    yardstick("Normals", "normals (Philox)", normals, ("All points at once, sorted",)),
    yardstick("Laplace draws", "laplace, fresh array", laplace),
    yardstick("An order", "np.sort", order),
    yardstick("Normals and an order", "normals and np.sort", normals_and_order, PICTURES),
    yardstick("A random read", "np.take", read),
)


def test_yardstick(entry, benchmark):
    entry.run(benchmark)
