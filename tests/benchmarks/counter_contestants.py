"""Continual counters, each timed on a number of counters: ours, the textbook, libraries, and limits.

A measurement takes the number of counters and returns (seconds of processor time, counter-steps); what it builds
beforehand is not counted. All counters tick in every step, with increments of 0 or 1.
"""

import time

import numpy as np

from tabular.noise.counters import (
    BinaryCounters,
    HonakerCounters,
    KaryCounters,
    ToeplitzCounters,
    square_root_batch,
)
from tests.benchmarks.scaling import Contestant, Measurement

SIZES = (1, 100, 10**4, 10**5)
MOST_STEPS = 1 << 20  # what every mechanism is prepared for
_WORK = 2_000_000  # counter-steps of one measurement
_BANDS = 64


def stream_of(counters: int, work: int = _WORK) -> np.ndarray:
    """Return a stream of about so many counter-steps, at most 2**17 steps."""
    steps = max(4, min(work // counters, 1 << 17))
    return np.random.default_rng(0).integers(0, 2, (steps, counters)).astype(np.float64)


def ours_run(cls: type, **options: object) -> Measurement:
    """Whole streams at once."""

    def measure(counters: int) -> tuple[float, int]:
        made, stream = cls(counters, MOST_STEPS, 1.0, seed=1, **options), stream_of(counters)
        start = time.process_time()
        made.run(stream)
        return time.process_time() - start, stream.size

    return measure


def ours_step(cls: type, **options: object) -> Measurement:
    """One Python call a step."""

    def measure(counters: int) -> tuple[float, int]:
        made, stream = cls(counters, MOST_STEPS, 1.0, seed=1, **options), stream_of(counters)[:20_000]
        start = time.process_time()
        for row in stream:
            made.step(row)
        return time.process_time() - start, stream.size

    return measure


def batch_square_root(counters: int) -> tuple[float, int]:
    stream = stream_of(counters)
    start = time.process_time()
    square_root_batch(stream, 1.0, seed=1)
    return time.process_time() - start, stream.size


def draw(generator: np.random.Generator, law: str, counters: int) -> np.ndarray:
    return generator.laplace(size=counters) if law == "laplace" else generator.standard_normal(counters)


def textbook(law: str) -> Measurement:
    """Partial sums rebuilt as in Chan, Shi and Song: alpha[i] <- sums of all lower levels, then a sum over the bits."""

    def measure(counters: int) -> tuple[float, int]:
        stream, generator = stream_of(counters)[:20_000], np.random.default_rng(1)
        levels = MOST_STEPS.bit_length()
        sums, noisy = np.zeros((levels, counters)), np.zeros((levels, counters))
        start = time.process_time()
        for t, row in enumerate(stream, 1):
            level = (t & -t).bit_length() - 1
            sums[level] = sums[:level].sum(axis=0) + row
            sums[:level] = 0.0
            noisy[:level] = 0.0
            noisy[level] = sums[level] + draw(generator, law, counters)
            noisy[[i for i in range(levels) if t >> i & 1]].sum(axis=0)
        return time.process_time() - start, stream.size

    return measure


def prefix_stack(law: str) -> Measurement:
    """The recursion N(t) = N(t - lowbit t) + noise, in numpy."""

    def measure(counters: int) -> tuple[float, int]:
        stream, generator = stream_of(counters)[:20_000], np.random.default_rng(1)
        prefix, counts = np.zeros((MOST_STEPS.bit_length() + 1, counters)), np.zeros(counters)
        start = time.process_time()
        for t, row in enumerate(stream, 1):
            rest = t & (t - 1)
            parent = (rest & -rest).bit_length() - 1
            level = (t & -t).bit_length() - 1
            np.add(prefix[parent], draw(generator, law, counters), out=prefix[level])
            counts += row
            counts + prefix[level]
        return time.process_time() - start, stream.size

    return measure


def limit(law: str) -> Measurement:
    """Only the draws, into a fresh array."""

    def measure(counters: int) -> tuple[float, int]:
        shape, generator = stream_of(counters).shape, np.random.default_rng(1)
        start = time.process_time()
        _ = generator.laplace(size=shape) if law == "laplace" else generator.standard_normal(shape)
        return time.process_time() - start, shape[0] * shape[1]

    return measure


def jax_scan(matrix: str) -> Measurement:
    """The running sum of C**-1 z in one compiled scan, the compilation not counted; bands in single precision."""

    def measure(counters: int) -> tuple[float, int]:
        import jax
        from jax import numpy as jnp
        from jax_privacy.matrix_factorization import buffered_toeplitz, toeplitz

        jax.config.update("jax_enable_x64", matrix == "buffers")  # which the library demands
        stream = jnp.asarray(stream_of(counters, _WORK // 4), dtype=None if matrix == "buffers" else jnp.float32)
        if matrix == "banded":
            coefficients = toeplitz.optimal_max_error_strategy_coefs(_BANDS)
            noising = toeplitz.inverse_as_streaming_matrix(coefficients)
        else:
            blt = buffered_toeplitz.BufferedToeplitz.build(buf_decay=[0.999, 0.98, 0.8], output_scale=[0.05, 0.1, 0.2])
            noising = blt.inverse_as_streaming_matrix()

        def advance(carry, row):
            key, state, count, noise = carry
            key, sub = jax.random.split(key)
            part, state = noising.multiply_next(jax.random.normal(sub, row.shape, row.dtype), state)
            count, noise = count + row, noise + part
            return (key, state, count, noise), count + noise

        @jax.jit
        def run(stream):
            zero = jnp.zeros_like(stream[0])
            first = (jax.random.key(0), noising.init_multiply(zero), zero, zero)
            return jax.lax.scan(advance, first, stream)[1]

        run(stream).block_until_ready()
        start = time.process_time()
        run(stream).block_until_ready()
        return time.process_time() - start, stream.size

    return measure


def opendp_tree(counters: int) -> tuple[float, int]:
    """A batch release of all partial sums of one counter, with exact discrete noise, and consistent prefixes."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    leaves = 2048
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    tree = space >> dp.t.then_b_ary_tree(leaf_count=leaves, branching_factor=2) >> dp.m.then_laplace(scale=12.0)
    back = dp.t.make_consistent_b_ary_tree(branching_factor=2)
    stream = [1] * leaves
    start = time.process_time()
    np.cumsum(back(tree(stream)))
    return time.process_time() - start, leaves * counters


_BARS = tuple((size, 6.0) for size in SIZES if size >= 100)
_RANGES = "batch ranges, not a stream; exact discrete noise"

CONTESTANTS = (
    Contestant("binary", "laplace", ours_run(BinaryCounters), ours=True, bars=_BARS),
    Contestant("binary, grid", "laplace", ours_run(BinaryCounters, grid=2.0**-20), ours=True, bars=_BARS),
    Contestant("binary, one call a step", "laplace", ours_step(BinaryCounters), ours=True),
    Contestant("binary, ChaCha20", "laplace", ours_run(BinaryCounters, bits="chacha20"), ours=True),
    Contestant("Honaker", "laplace", ours_run(HonakerCounters), ours=True),
    Contestant("k-ary with subtraction, k = 9", "laplace", ours_run(KaryCounters, arity=9), ours=True),
    Contestant("numpy, textbook", "laplace", textbook("laplace")),
    Contestant("numpy, prefix stack", "laplace", prefix_stack("laplace")),
    Contestant("opendp, b-ary tree", "laplace", opendp_tree, needs="opendp", largest=1, note=_RANGES),
    Contestant("binary", "gaussian", ours_run(BinaryCounters, law="gaussian"), ours=True, bars=_BARS),
    Contestant("binary, one call a step", "gaussian", ours_step(BinaryCounters, law="gaussian"), ours=True),
    Contestant("Toeplitz, buffers", "gaussian", ours_run(ToeplitzCounters), ours=True),
    Contestant("Toeplitz, square root, batch", "gaussian", batch_square_root, ours=True),
    Contestant("numpy, textbook", "gaussian", textbook("gaussian")),
    Contestant("numpy, prefix stack", "gaussian", prefix_stack("gaussian")),
    Contestant("jax-privacy, 64 bands", "gaussian", jax_scan("banded"), needs="jax_privacy", largest=10**4),
    Contestant("jax-privacy, 3 buffers", "gaussian", jax_scan("buffers"), needs="jax_privacy", largest=10**5),
    Contestant("numpy, draws only", "laplace", limit("laplace"), comparable=False, note="a limit"),
    Contestant("numpy, draws only", "gaussian", limit("gaussian"), comparable=False, note="a limit"),
)
