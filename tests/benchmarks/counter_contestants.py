"""Continual counters: ours, the textbook, and libraries. Each takes a stream (steps, counters) of increments 0 or 1,
and returns what releases all partial sums of all counters."""

import numpy as np

MOST_STEPS = 1 << 20  # what every mechanism is prepared for
_BANDS = 64


def in_one_call(cls, **options):
    def prepare(stream):
        made = cls(stream.shape[1], MOST_STEPS, 1.0, seed=1, **options)
        return lambda: made.run(stream)

    return prepare


def step_by_step(cls, **options):
    def prepare(stream):
        made = cls(stream.shape[1], MOST_STEPS, 1.0, seed=1, **options)
        return lambda: [made.step(row) for row in stream]

    return prepare


def draw(generator, law, counters):
    return generator.laplace(size=counters) if law == "laplace" else generator.standard_normal(counters)


def textbook(law):
    """Partial sums rebuilt as in Chan, Shi and Song: alpha[i] <- sums of all lower levels, then a sum over the bits."""

    def prepare(stream):
        generator, levels = np.random.default_rng(1), MOST_STEPS.bit_length()
        sums, noisy = np.zeros((2, levels, stream.shape[1]))

        def release(t, row):
            level = (t & -t).bit_length() - 1
            sums[level] = sums[:level].sum(axis=0) + row
            sums[:level] = 0.0
            noisy[:level] = 0.0
            noisy[level] = sums[level] + draw(generator, law, row.size)
            return noisy[[i for i in range(levels) if t >> i & 1]].sum(axis=0)

        return lambda: [release(t, row) for t, row in enumerate(stream, 1)]

    return prepare


def prefix_stack(law):
    """The recursion N(t) = N(t - lowbit t) + noise, in numpy."""

    def prepare(stream):
        generator, counters = np.random.default_rng(1), stream.shape[1]
        prefix, counts = np.zeros((MOST_STEPS.bit_length() + 1, counters)), np.zeros(counters)

        def release(t, row):
            rest, level = t & (t - 1), (t & -t).bit_length() - 1
            parent = (rest & -rest).bit_length() - 1
            np.add(prefix[parent], draw(generator, law, counters), out=prefix[level])
            np.add(counts, row, out=counts)
            return counts + prefix[level]

        return lambda: [release(t, row) for t, row in enumerate(stream, 1)]

    return prepare


def jax_scan(matrix):
    """The running sum of C**-1 z in one compiled scan; bands in single precision."""

    def prepare(stream):
        import jax
        from jax import numpy as jnp
        from jax_privacy.matrix_factorization import buffered_toeplitz, toeplitz

        jax.config.update("jax_enable_x64", matrix == "buffers")  # which the library demands
        stream = jnp.asarray(stream, dtype=None if matrix == "buffers" else jnp.float32)
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
        return lambda: run(stream).block_until_ready()

    return prepare


def opendp_tree(stream):
    """A batch release of all partial sums of one counter, with exact discrete noise, and consistent prefixes."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    tree = space >> dp.t.then_b_ary_tree(leaf_count=len(stream), branching_factor=2) >> dp.m.then_laplace(scale=1.0)
    back = dp.t.make_consistent_b_ary_tree(branching_factor=2)
    counts = stream[:, 0].astype(int).tolist()
    return lambda: np.cumsum(back(tree(counts)))[:, None]
