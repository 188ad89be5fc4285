"""Functional noise: one Ornstein-Uhlenbeck path

The samplers of a table answer the same queries in the same order; times are processor time of one query. What is built
before the first query is not counted. The innovations of every answer must have the law of the path.
"""

import numpy as np

from tests.benchmarks import noise_contestants as noise
from tests.benchmarks.contest import Contest, Contestant, Task

SIZES = (10**3, 10**4, 10**5, 10**6)
MORE = 2_000


def uniform(size, seed=0):
    return np.random.default_rng(seed).random(size)


def tasks(given, units=None, sizes=SIZES):
    return tuple(Task(f"N = {n:,}", lambda n=n: given(n), units or n, n) for n in sizes)


def bars(nanoseconds, sizes):
    return {f"N = {n:,}": nanoseconds * 1e-9 for n in sizes}


def law(given, values):
    """Say what is wrong with the values at the points of all queries."""
    return noise.wrong_law(given[1], np.asarray(values)), {}


ONLINE = (
    Contestant("stateful", noise.stateful, True, bars={**bars(250, [10**5]), **bars(550, [10**6])}),
    Contestant("stateful, one call a query", noise.stateful_calls, True, bars=bars(1200, SIZES[:3])),
    Contestant("stateless", noise.stateless(), True, bars=bars(300, SIZES)),
    Contestant("stateless, one call a query", noise.stateless_calls, True, bars=bars(1200, SIZES)),
    Contestant("stateless, ChaCha20", noise.stateless("chacha20"), True),
    Contestant("SortedList and dict", noise.sorted_list, needs="sortedcontainers"),
    Contestant("diffrax tree", noise.brownian_tree, needs="diffrax", note="time-changed; tolerance 2e-12"),
)


def bisecting(largest):
    return Contestant("list and bisect", noise.list_and_bisect, largest=largest)


def whole(ordered):
    """Return the samplers of many points at once; libraries take sorted points, so `ordered` may sort for them."""
    return (
        Contestant("sample_path", noise.batch, True, bars=bars(12, [10**6]) if ordered is noise.as_they_come else {}),
        Contestant("celerite2", ordered(noise.celerite), needs="celerite2", note="compute and sample"),
        Contestant("tinygp", ordered(noise.tiny), needs="tinygp", note="compiled"),
        Contestant("numpy Cholesky", ordered(noise.cholesky), largest=1000),
    )


NONE = np.empty(0)
CONTESTS = (
    Contest(
        "N queries in random order", "query", tasks(lambda n: (NONE, uniform(n))), (*ONLINE, bisecting(10**5)), law
    ),
    Contest(
        "N queries in ascending order",
        "query",
        tasks(lambda n: (NONE, np.sort(uniform(n))), sizes=SIZES[:3]),
        (*ONLINE, bisecting(10**5)),
        law,
    ),
    Contest(
        f"{MORE:,} more queries of a path with N known values",
        "query",
        tasks(lambda n: (uniform(n), uniform(MORE, 1)), MORE),
        (*ONLINE, bisecting(10**6)),
        law,
    ),
    Contest(
        "All points at once, sorted",
        "point",
        tasks(lambda n: (NONE, np.sort(uniform(n)))),
        whole(noise.as_they_come),
        law,
    ),
    Contest(
        "All points at once, in random order", "point", tasks(lambda n: (NONE, uniform(n))), whole(noise.in_order), law
    ),
)


def test_noise(entry, benchmark):
    entry.run(benchmark)
