"""Clipping against numpy, the fixed points of clipped steps, and scaled runs against unscaled ones."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.claim import Trial
from theory_checks.core.exhibits import Table
from theory_checks.papers.gpope.optimisation.clipping import length, no_gradient_clipped, printed_clip


@given(st.integers(-5, 5), st.integers(-5, 5), st.integers(1, 40))
def test_clipping_is_projection_to_the_ball(p, q, k):
    x = np.array([Fraction(p * p - q * q), Fraction(2 * p * q)], dtype=object)  # the norm is p^2 + q^2
    h = Fraction(k, 4)
    norm = np.linalg.norm(x.astype(float))
    expected = x.astype(float) * min(1, float(h) / norm) if norm else x.astype(float)

    assert length(x) == p * p + q * q
    assert np.allclose(printed_clip(x, h).astype(float), expected, rtol=1e-14)


def test_a_norm_that_is_not_rational_is_an_error():
    with pytest.raises(ValueError, match="rational norm"):
        length(np.array([Fraction(1), Fraction(1)], dtype=object))


def test_the_table_of_fixed_points_by_the_mean_clipped_gradient():
    table = next(e for e in no_gradient_clipped(Trial(claim_id="gpope/no-clipping")) if isinstance(e, Table))
    for h, theta, _ in table.rows:
        gradients = [np.array([Fraction(0), Fraction(theta) - b]) for b in (0, 10)]
        clipped = [printed_clip(g, Fraction(h)) for g in gradients]

        assert (Fraction(9, 10) * clipped[0] + Fraction(1, 10) * clipped[1] == 0).all()


def test_a_scaled_run_is_an_unscaled_run_with_a_larger_clip():
    """Forty noisy, clipped steps with features s, step beta/s^2 and clip h, and for s = 1, step beta and clip h/s."""
    rng, beta, h, s = np.random.default_rng(3), 0.1, 0.5, 0.25
    Q, g = np.array([[0.0, -1.0], [1.0, 2.0]]), np.array([0.0, 3.0])

    def clip(v, bound):
        return v / max(1.0, np.linalg.norm(v) / bound)

    x, y = np.array([4.0, 0.0]), np.array([1.0, 0.0])
    for zeta in rng.normal(size=(40, 2)):
        x = x - beta / s**2 * (clip(s * s * (Q @ x) - s * g, h) + h * zeta)
        y = y - beta * (clip(Q @ y - g, h / s) + h / s * zeta)
        assert np.allclose(s * x, y, rtol=1e-12, atol=1e-12)
