"""Normals by inversion against scipy, in both tails to the last word, and the law of streams."""

import math

import numpy as np
import pytest
from scipy.special import ndtri
from scipy.stats import norm

from tabular.noise._kernels_batch import stream_normals
from tabular.noise._kernels_normals import normals_of
from tabular.noise.keys import STREAM, source

MAGNITUDE = np.uint64(2**63 - 1)


def normals(words):
    words = np.asarray(words, dtype=np.uint64)
    out = np.empty(words.size)
    normals_of(words, words.size, out, np.empty(words.size, np.int64), np.empty(words.size))
    return out


def expected(words):
    upper = ((words & MAGNITUDE).astype(float) + 0.5) * 2.0**-64
    return np.where(words >> np.uint64(63), ndtri(upper), -ndtri(upper))


def test_normals_are_the_quantiles_of_their_words_at_every_scale():
    rng = np.random.default_rng(0)
    words = rng.integers(0, 2**64, 200_000, dtype=np.uint64)
    words[:100_000] >>= rng.integers(1, 64, 100_000, dtype=np.uint64)
    words[:50_000] |= np.uint64(1 << 63)

    # AS 241 claims 1e-16; scipy's own quantile and our few operations each round.
    np.testing.assert_allclose(normals(words), expected(words), rtol=4e-15, atol=1e-16)


def test_both_tails_reach_as_far_as_the_words():
    extreme = normals([0, 2**63, 2**63 - 1, 2**64 - 1])

    assert extreme[0] == -extreme[1] == pytest.approx(-ndtri(2.0**-65), rel=1e-14)
    np.testing.assert_array_equal(extreme[2:], [0.0, 0.0])


def test_pieces_of_the_formula_join():
    """Neighbouring words on either side of the central, near and far formulas' borders."""
    for border in (0.075, math.exp(-25), 2.0**-35):
        near = int(border * 2**64)
        values = normals([near - 2048, near, near + 2048])
        upper = (np.array([near - 2048, near, near + 2048]) + 0.5) * 2.0**-64
        np.testing.assert_allclose(values, -ndtri(upper), rtol=4e-15)


def test_a_normal_depends_on_its_own_word_alone():
    """The loops work on several words at once, and on a remainder."""
    words = np.random.default_rng(1).integers(0, 2**64, 100, dtype=np.uint64)
    together = normals(words)

    for count in (1, 2, 7, 31, 64):
        np.testing.assert_array_equal(normals(words[:count]), together[:count])


@pytest.mark.parametrize("bits", ["fast", "chacha20"])
def test_streams_are_normal_and_serially_independent(bits):
    """Distribution of draws and of sums of neighbours; error < 1e-9 by the inequality of Dvoretzky and others."""
    words, z = source(bytes(range(32)), 0, STREAM, bits), np.empty(400_000)
    stream_normals(words.key, words.state, words.secure, 0, z)
    pairs = z.reshape(-1, 2)
    samples = [z, pairs.sum(axis=1) / math.sqrt(2), (pairs[:, 0] - pairs[:, 1]) / math.sqrt(2)]
    for sample in samples:
        n = sample.size
        allowed = math.sqrt(math.log(2 * len(samples) / 1e-9) / (2 * n))
        grid = norm.cdf(np.sort(sample))
        worst = max(np.max(np.arange(1, n + 1) / n - grid), np.max(grid - np.arange(n) / n))
        assert worst <= allowed
