"""Continual counters: all partial sums of many streams, released step by step

All C counters tick in every step, and every mechanism gets the same stream of 0 and 1; the time is that of one
counter in one step. The noise of one draw has scale 1: how much privacy that buys is another table.
"""

from itertools import accumulate

import numpy as np

from tabular.noise.counters import BinaryCounters, HonakerCounters, KaryCounters, ToeplitzCounters, square_root_batch
from tests.benchmarks import counter_contestants as counters
from tests.benchmarks.contest import Contest, Contestant, Task

SIZES = {1: 20_000, 100: 5_000, 10**4: 100, 10**5: 16}  # counters, steps
_SLACK = 8.0  # of errors, between mechanisms and for chance


def stream(size):
    return np.random.default_rng(0).integers(0, 2, (SIZES[size], size)).astype(np.float64)


def errors(given, releases):
    """Compare the errors with those of the binary mechanism, whose step t has as many draws as t has bits."""
    off = np.array(list(map(np.asarray, releases))) - np.array(list(accumulate(given)))
    expected = np.mean([t.bit_count() for t in range(1, len(given) + 1)])
    ratio = (off**2).mean() / expected
    return "" if 1 / _SLACK < ratio < _SLACK else f"errors {ratio:.3g} times those of the binary mechanism", {}


def square_root(given):
    return lambda: square_root_batch(given, 1.0, seed=1)


def contest(title, says, *contestants):
    tasks = tuple(Task(f"C = {size:,}", lambda size=size: stream(size), size * SIZES[size], size) for size in SIZES)
    return Contest(title, "counter-step", tasks, contestants, errors, says)


def textbooks(law):
    yield Contestant("numpy, textbook", counters.textbook(law))
    yield Contestant("numpy, prefix stack", counters.prefix_stack(law))


def ours(name, cls, **options):
    bars = {f"C = {size:,}": 6e-9 for size in SIZES if size >= 100 and name in ("binary", "binary, grid")}
    return Contestant(name, counters.in_one_call(cls, **options), True, bars=bars)


def called(**options):
    return Contestant("binary, one call a step", counters.step_by_step(BinaryCounters, **options), True)


CONTESTS = (
    contest(
        "Laplace noise",
        "Pure differential privacy.",
        ours("binary", BinaryCounters),
        ours("binary, grid", BinaryCounters, grid=2.0**-20),
        called(),
        ours("binary, ChaCha20", BinaryCounters, bits="chacha20"),
        ours("Honaker", HonakerCounters),
        ours("Honaker, ChaCha20", HonakerCounters, bits="chacha20"),
        ours("k-ary with subtraction, k = 9", KaryCounters, arity=9),
        ours("k-ary, k = 9, ChaCha20", KaryCounters, arity=9, bits="chacha20"),
        *textbooks("laplace"),
        Contestant(
            "opendp, b-ary tree",
            counters.opendp_tree,
            needs="opendp",
            largest=1,
            limit="takes one counter",
            note="exact noise",
        ),
    ),
    contest(
        "Gaussian noise",
        "Zero-concentrated differential privacy.",
        ours("binary", BinaryCounters, law="gaussian"),
        called(law="gaussian"),
        ours("binary, ChaCha20", BinaryCounters, law="gaussian", bits="chacha20"),
        ours("Toeplitz, buffers", ToeplitzCounters),
        ours("Toeplitz, ChaCha20", ToeplitzCounters, bits="chacha20"),
        Contestant("Toeplitz, square root", square_root, True, note="all at once"),
        *textbooks("gaussian"),
        Contestant("jax-privacy, 64 bands", counters.jax_scan("banded"), needs="jax_privacy", largest=10**4),
        Contestant("jax-privacy, 3 buffers", counters.jax_scan("buffers"), needs="jax_privacy"),
    ),
)


def test_counters(entry, benchmark):
    entry.run(benchmark)
