"""The inequality behind the sharper form of the repaired Lemma 1, by another route: three normal laws in a ball."""

import numpy as np


def distances(points):
    """Return the integral of (A - B)^2 / r for unit normal laws at the points A, B, r."""
    a, b = points[:, 0] - points[:, 2], points[:, 1] - points[:, 2]
    aa, bb, ab = (np.expm1((u * v).sum(axis=1)) for u, v in ((a, a), (b, b), (a, b)))
    return aa + bb - 2 * ab


def in_a_ball(rng, count, dimension, radius):
    directions = rng.normal(size=(count, 3, dimension))
    directions /= np.linalg.norm(directions, axis=2, keepdims=True)
    lengths = np.where(rng.random((count, 3, 1)) < 0.6, 1, rng.random((count, 3, 1)))
    return radius * lengths * directions


def test_three_laws_in_a_ball_differ_at_most_as_two_opposite_ones():
    rng = np.random.default_rng(5)
    for dimension in (1, 2, 3):
        for radius in (0.1, 0.5, 1, 2, 4):
            shares = distances(in_a_ball(rng, 20_000, dimension, radius)) / np.expm1(4 * radius**2)
            assert shares.max() <= 1 + 1e-12  # rounding
    assert distances(np.array([[[1.0], [-1.0], [-1.0]]]))[0] == np.expm1(4)  # attained
