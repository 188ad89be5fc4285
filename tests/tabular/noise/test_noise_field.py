"""Gaussian fields: the law by moments of many fields, by the path of one dimension, and what a query returns again."""

from __future__ import annotations

import math

import numpy as np
import pytest
from refusals import refusals

from tabular.noise.field import BandLimited, Exponential, GaussianField, SquaredExponential

POINTS = np.array([[0.1, 0.2], [0.9, 0.3], [0.15, 0.25], [0.5, 0.5]])
KERNELS = [Exponential(2.0), SquaredExponential(0.4), BandLimited(3.0)]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: type(k).__name__)
def test_the_values_have_the_covariance_of_the_kernel(kernel):
    runs = 4000
    draws = np.empty((runs, len(POINTS)))
    for seed in range(runs):
        field = GaussianField(kernel, sigma=1.5, dimension=2, seed=seed)
        draws[seed] = [field(x) for x in POINTS]
    wanted = 2.25 * np.stack([kernel(POINTS, x) for x in POINTS])

    # An entry of the empirical covariance has a deviation of at most sqrt(2) 2.25 / sqrt(runs): 6 of them.
    assert np.abs(draws.T @ draws / runs - wanted).max() < 6 * 2.25 * math.sqrt(2 / runs)


def test_the_kernel_matrix_is_factored_exactly():
    rng = np.random.default_rng(0)
    points = rng.random((150, 3))
    field = GaussianField(SquaredExponential(0.3), dimension=3)
    values = np.array([field(x) for x in points])
    inner = field._fields[0]
    matrix = np.stack([SquaredExponential(0.3)(points, x) for x in points])

    np.testing.assert_allclose(inner._factor[:150, :150] @ inner._factor[:150, :150].T, matrix, atol=1e-12)
    np.testing.assert_allclose(inner._factor[:150, :150] @ inner._normals[:150], values, atol=1e-12)


def test_queries_are_remembered_and_actions_are_apart():
    field, again = (GaussianField(Exponential(1.0), actions=2, seed=4) for _ in range(2))
    first = [field(x, 0) for x in (0.1, 0.7, 0.1, -0.0, 0.0)]

    assert first[0] == first[2]
    assert first[3] == first[4]
    assert field(0.1, 1) != first[0]
    assert [again(x, 0) for x in (0.1, 0.7)] == first[:2]


def test_points_that_say_everything_leave_no_noise():
    """A band-limited field is nearly determined by its values on a fine grid: the conditional variance rounds to 0."""
    field = GaussianField(BandLimited(1.0))
    grid = np.linspace(0, 1, 30)
    values = [field(x) for x in grid]

    assert abs(field(0.512) - np.interp(0.512, grid, values)) < 1e-2
    assert all(math.isfinite(v) for v in values)


def test_forgetting_begins_another_field():
    field = GaussianField(Exponential(1.0), seed=1)
    before = field(0.3)
    field.forget()

    assert field(0.3) != before


test_bad_input_gets_one_sentence = refusals(
    (lambda: GaussianField(Exponential(1.0), sigma=0), "sigma must be"),
    (lambda: GaussianField(Exponential(1.0), actions=0), "actions must be"),
    (lambda: GaussianField(Exponential(1.0))(0.5, 1), "action must be"),
    (lambda: GaussianField(Exponential(1.0))([0.5, 1.0]), "x must be 1 finite numbers"),
    (lambda: GaussianField(Exponential(1.0))(math.nan), "x must be 1 finite numbers"),
    says="part",
)
