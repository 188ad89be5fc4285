"""What rounding to a grid guarantees: the law of a rounded draw, counted word by word, against the ideal one."""

import math

import numpy as np
import pytest
from flint import arb, ctx
from numba import njit

from tabular.noise.counters import BinaryCounters
from tabular.noise.counters._kernels_nodes import GAUSSIAN, LAPLACE, noise_of

HALF = 1 << 63  # words without the sign


@njit(error_model="numpy")
def words_above(kind, scale, magic, levels, out):
    """Count, for each level, the words below 2**63 whose noise is larger: the noise falls as the word grows."""
    word, z, tails, near = np.empty(1, np.uint64), np.empty(1), np.empty(1, np.int64), np.empty(1)
    for i in range(levels.size):
        low, high = np.int64(0), np.int64((1 << 63) - 1)
        while low < high:
            middle = low + (high - low) // 2
            word[0] = np.uint64(middle)
            noise_of(kind, scale, magic, word, 1, z, tails, near)
            if z[0] > levels[i]:
                low = middle + 1
            else:
                high = middle
        out[i] = low


def ideal_above(kind, x):
    """Return P(|Z| > x) as a ball."""
    return (-x).exp() if kind == LAPLACE else (x / arb(2).sqrt()).erfc()


@pytest.mark.parametrize("kind", [LAPLACE, GAUSSIAN])
@pytest.mark.parametrize(
    ("scale", "grid"), [(1.0, 1.0), (3.0, 0.25), (7.3, 2.0**-4), (0.01, 4.0), (40.0, 1.0), (1.7, 0.5)]
)
def test_the_law_of_a_rounded_draw_is_as_near_to_the_ideal_as_promised(kind, scale, grid):
    """Total variation over all cells k grid, k >= 0, both signs being equally likely: at most 2**-49 scale / grid."""
    cells = math.ceil(46 * scale / grid) + 2
    counts = np.empty(cells, np.int64)
    words_above(kind, scale, 1.5 * 2.0**52 * grid, np.arange(cells) * grid, counts)
    with ctx.workprec(200):
        real = [arb(int(count)) / HALF for count in counts]
        ideal = [ideal_above(kind, (arb(k) + arb(1) / 2) * arb(grid) / arb(scale)) for k in range(cells)]
        gaps = [a - b for a, b in zip(real, ideal, strict=True)]  # of P(|draw| > k grid)
        variation = sum((abs(a - b) for a, b in zip([arb(0), *gaps], [*gaps, arb(0)], strict=True)), arb(0)) / 2

        assert variation < arb(2) ** -49 * arb(scale) / arb(grid)
        assert counts[-1] == 0


def test_a_release_on_the_grid_is_the_rounded_sum_of_count_and_noise():
    """Rounding x + z to a grid that holds x is x plus the rounded z: post-processing of the ideal release."""
    rough = BinaryCounters(50, 1, 3.0, seed=1)
    fine = BinaryCounters(50, 1, 3.0, seed=1, grid=0.25)
    stream = np.random.default_rng(0).integers(0, 9, 50) * 0.25

    assert np.array_equal(fine.step(stream), np.rint((rough.step(np.zeros(50)) + stream) / 0.25) * 0.25)
