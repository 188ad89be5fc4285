"""The privacy loss of Claim 13 against log densities of scipy, and its law by simulation."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from theory_checks.core.interpret import exact
from theory_checks.papers.dpdqn.mechanism.privacy_loss import (
    CORRECT,
    PRINTED,
    Point,
    exchanged,
    moments,
    second,
    third,
)

ROOT = [[2, 1], [1, 3]]


@pytest.mark.parametrize("y", [(0, 0), (1, -2), (3, 1)])
@pytest.mark.parametrize("sigma", [Fraction(1, 3), Fraction(2)])
def test_the_loss_is_the_difference_of_log_densities(sigma, y):
    at = Point.of([1, 2], [0, -1], ROOT, sigma, y)
    covariance = float(sigma) ** 2 * np.array(ROOT) @ np.array(ROOT)
    z = at.z.astype(float)
    expected = multivariate_normal([1, 2], covariance).logpdf(z) - multivariate_normal([0, -1], covariance).logpdf(z)

    assert float(at.loss()) == pytest.approx(expected, abs=1e-10)
    assert second(CORRECT, at) == third(CORRECT, at) == at.loss()
    assert second(PRINTED, at) == -at.loss()


def test_the_law_of_the_loss_agrees_with_simulation():
    at = Point.of([1, 2], [0, -1], ROOT, 2, (0, 0))
    mean, variance = (float(x) for x in moments(CORRECT, at))
    y = np.random.default_rng(3).standard_normal((100_000, 2))
    step = [float(third(CORRECT, Point.of([1, 2], [0, -1], ROOT, 2, e)) - third(CORRECT, at)) for e in ((1, 0), (0, 1))]
    loss = float(at.loss()) + y @ np.array(step)

    assert variance == 2 * mean
    assert loss.mean() == pytest.approx(mean, abs=6 * np.sqrt(variance / len(y)))  # six standard errors
    assert loss.var() == pytest.approx(variance, rel=6 * np.sqrt(2 / len(y)))  # the same


def test_the_printed_third_line_has_the_right_law_only_for_sigma_1():
    for sigma in (Fraction(1, 2), Fraction(1), Fraction(3)):
        at = Point.of([1], [0], [[1]], sigma, [0])
        assert (moments(PRINTED, at) == moments(CORRECT, at)) == (sigma == 1)


@pytest.mark.parametrize("sigma", [Fraction(1, 3), Fraction(2)])
def test_the_printed_lines_are_exact_with_the_inputs_exchanged(sigma):
    on_x, on_other, root, y = np.array([1.0, 2.0]), np.array([0.0, -1.0]), np.array(ROOT, dtype=float), (1, -2)
    noise = float(sigma) * np.array(y)  # of variance sigma^2, and no sigma before it
    z, covariance = on_other + root @ noise, float(sigma) ** 2 * root @ root
    expected = multivariate_normal(on_other, covariance).logpdf(z) - multivariate_normal(on_x, covariance).logpdf(z)
    values = exchanged(Point.of([0, -1], [1, 2], ROOT, sigma, y))

    assert float(values["cross"]) == pytest.approx(noise @ np.linalg.solve(root, on_x - on_other))
    for claim in PRINTED.claims:
        assert float(exact(claim.right, values)) == pytest.approx(expected, abs=1e-10)
