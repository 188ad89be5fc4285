"""The noise of single nodes: reproducible, the same along and across, and with the right law."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from numba import njit
from scipy import stats

from tabular.noise.counters._kernels_nodes import (
    ALONE,
    GAUSSIAN,
    LAPLACE,
    TOGETHER,
    blocks_of,
    laplace_of,
    node_noise,
    node_word,
    noise_of,
    words_across,
    words_along,
)
from tabular.noise.counters.node_noise import NodeNoise
from tabular.noise.keys import key_bytes, source

USE = 64


@njit(error_model="numpy")
def laplaces(words, out):
    for i in range(words.size):
        out[i] = laplace_of(words[i])


@njit(error_model="numpy")
def one_laplace(key0, key1, counter, node):
    return laplace_of(node_word(key0, key1, counter, node))


@njit
def one_word(key0, key1, counter, node):
    return node_word(key0, key1, counter, node)


def words_of(bits, seed=1):
    return source(key_bytes("seed", seed), 0, USE, bits)


def across(source_, node, first, count):
    words = np.empty(count, np.uint64)
    words_across(source_.key, blocks_of(source_.state, True), source_.secure, node, first, count, words)
    return words


def along(source_, counter, first, count, counters=1):
    words = np.empty((counters, count), np.uint64)
    words_along(source_.key, blocks_of(source_.state, True)[0], source_.secure, counter, first, count, words)
    return words


@pytest.mark.parametrize("bits", ["fast", "chacha20"])
@pytest.mark.parametrize("width", [1, 7, 20, 130, 300])
def test_words_are_the_same_across_counters_and_along_nodes(bits, width):
    words = words_of(bits)
    table = np.array([across(words, node, 3, width) for node in range(5, 45)])

    assert np.array_equal(table.T, np.concatenate([along(words, c, 5, 40) for c in range(3, 3 + width)]))
    assert np.unique(table).size == table.size


@pytest.mark.parametrize("bits", ["fast", "chacha20"])
def test_counters_of_one_block_are_read_together(bits):
    words = words_of(bits)

    assert np.array_equal(along(words, 16, 3, 21, 5), np.concatenate([along(words, c, 3, 21) for c in range(16, 21)]))


def test_words_of_chacha20_are_those_of_the_block_of_eight_counters():
    """Counters 8 to 15 at node 7 read, in order, the key stream block number 2**36 + 7."""
    words = words_of("chacha20")
    from tabular.noise._kernels_words import numbered_block

    block = np.empty(16, np.uint32)
    numbered_block(words.state.copy(), np.uint64((1 << 36) + 7), block)

    assert np.array_equal(across(words, 7, 8, 8), block.view("<u8"))


@pytest.mark.parametrize(("secure", "width"), [(TOGETHER, 1), (TOGETHER, 30), (TOGETHER, 130), (ALONE, 1)])
def test_what_is_kept_of_nodes_before_is_what_would_be_computed_anew(secure, width):
    """Near nodes, far ones and high levels in turns: some are kept, and some have taken the place of others."""
    words = words_of("chacha20")
    kept, anew = blocks_of(words.state, True), blocks_of(words.state, False)
    now, before = np.empty(width, np.uint64), np.empty(width, np.uint64)
    rng = np.random.default_rng(0)
    for node in np.concatenate([np.arange(40), rng.integers(0, 1 << 36, 60), rng.integers(0, 600, 300)]).tolist():
        words_across(words.key, kept, secure, node, 5, width, now)
        words_across(words.key, anew, secure, node, 5, width, before)
        assert np.array_equal(now, before)


def test_words_of_a_counter_that_is_alone_are_those_of_the_block_of_eight_nodes():
    """Nodes 24 to 31 read, in order, the key stream block number 3; asked for one by one or along a stretch."""
    words = words_of("chacha20")
    from tabular.noise._kernels_words import numbered_block

    block, blocks = np.empty(16, np.uint32), blocks_of(words.state, True)
    numbered_block(words.state.copy(), np.uint64(3), block)
    single, stretch = np.empty((8, 1), np.uint64), np.empty((1, 500), np.uint64)
    for node in range(8):
        words_across(words.key, blocks, ALONE, 24 + node, 0, 1, single[node])
    words_along(words.key, blocks[0], ALONE, 0, 5, 500, stretch)

    assert np.array_equal(single[:, 0], block.view("<u8"))
    assert np.array_equal(stretch[0, 19:27], block.view("<u8"))


def test_a_counter_that_is_alone_shares_no_word_with_counters_that_are_together():
    alone, together = (NodeNoise(1.0, seed=bytes(32), alone=alone) for alone in (True, False))
    values = [noise.at(0, node) for noise in (alone, together) for node in range(300)]

    assert len(set(values)) == len(values)
    assert [NodeNoise(1.0, seed=1, alone=alone).at(0, 7) for alone in (True, False)] == [
        NodeNoise(1.0, seed=1).at(0, 7)
    ] * 2


def test_the_largest_counter_and_node_do_not_collide():
    words = words_of("fast")
    actual = {int(one_word(*words.key, c, n)) for c in (0, 1, 2**27 - 1) for n in (0, 1, 2**36 - 1)}

    assert len(actual) == 9


def test_laplace_noise_is_the_quantile_of_its_word_to_two_units_in_the_last_place():
    rng = np.random.default_rng(0)
    special = [0, 1, 2, 2**52, 2**62, 2**63 - 1, 2**63 - 2**9, 2**63, 2**63 + 1, 2**64 - 1, 2**64 - 2**40]
    words = np.concatenate([np.array(special, np.uint64), rng.integers(0, 2**64, 500, dtype=np.uint64)])
    words[200:300] >>= np.uint64(30)  # far tails
    out = np.empty(words.size)
    laplaces(words, out)

    for word, value in zip(words.tolist(), out, strict=True):
        u = float(np.int64(word & (2**63 - 1)) + 0.5) * 2.0**-63
        with ctx.workprec(200):
            exact = float((-arb(fmpq(*Fraction(u).as_integer_ratio())).log()).mid())
        assert abs(abs(value) - exact) <= 2 * math.ulp(exact)
        assert value == 0 or (value < 0) == (word >= 2**63)


def test_laplace_and_gaussian_noise_have_their_laws():
    """Kolmogorov's test, fixed seed: a true law fails it with probability 1e-6 over seeds."""
    n = 200_000
    words, out = across(words_of("fast"), 77, 0, n), np.empty(n)
    for kind, law in ((LAPLACE, stats.laplace), (GAUSSIAN, stats.norm)):
        noise_of(kind, 1.0, 0.0, words, n, out, np.empty(n, np.int64), np.empty(n))
        assert stats.kstest(out, law.cdf).pvalue > 1e-6


def test_neighbouring_nodes_and_counters_are_uncorrelated():
    words = words_of("fast")
    table = np.empty((2000, 50))
    for node in range(50):
        for_node = across(words, node, 0, 2000)
        noise_of(LAPLACE, 1.0, 0.0, for_node, 2000, table[:, node], np.empty(2000, np.int64), np.empty(2000))

    for a, b in ((table[1:], table[:-1]), (table[:, 1:], table[:, :-1]), (table[1:, 1:], table[:-1, :-1])):
        # the mean of about 1e5 products of variance 4: deviation 0.0063; six of them
        assert abs((a * b).mean()) < 0.038


@pytest.mark.parametrize("kind", [LAPLACE, GAUSSIAN])
@pytest.mark.parametrize("bits", ["fast", "chacha20"])
def test_one_node_and_a_row_of_nodes_have_the_same_bits(kind, bits):
    words, count = words_of(bits), 700
    row, scratch = np.empty(count), (np.empty(count, np.int64), np.empty(count))
    noise_of(kind, 3.7, 0.0, across(words, 12, 0, count), count, row, *scratch)

    single = [node_noise(words.key, words.state, words.secure, kind, 3.7, 0.0, c, 12) for c in range(count)]

    assert np.array_equal(row, single)
    if bits == "fast" and kind == LAPLACE:
        assert np.array_equal(row, [3.7 * one_laplace(*words.key, c, 12) for c in range(count)])


def test_magic_rounds_to_the_grid():
    words, n, grid = across(words_of("fast"), 5, 0, 1000), 1000, 2.0**-7
    plain, rounded, scratch = np.empty(n), np.empty(n), (np.empty(n, np.int64), np.empty(n))
    noise_of(LAPLACE, 10.0, 0.0, words, n, plain, *scratch)
    noise_of(LAPLACE, 10.0, 1.5 * 2.0**52 * grid, words, n, rounded, *scratch)

    assert np.array_equal(rounded, np.rint(plain / grid) * grid)
