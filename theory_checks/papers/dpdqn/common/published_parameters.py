"""The numbers of Appendix E.3."""

from __future__ import annotations

from fractions import Fraction

STEP_SIZE, BATCH, HORIZON, LIPSCHITZ_SQUARED = Fraction(3, 10**4), 64, 5000, 16
UPDATES, PATHS = Fraction(HORIZON, BATCH), HORIZON // BATCH
NOISE_BOUNDS = {"k-23": Fraction(23), "k-2.3": Fraction(23, 10)}


def inverse_beta(k: Fraction, step_size: Fraction = STEP_SIZE, batch: int = BATCH) -> Fraction:
    """Return v = 4 alpha (k + 1)/B."""
    return 4 * step_size * (k + 1) / batch


def constant_c(k: Fraction) -> Fraction:
    """Return C(alpha, k, L, B) = (v^2 + v) L^2."""
    v = inverse_beta(k)
    return (v * v + v) * LIPSCHITZ_SQUARED


LEMMA8 = Fraction(868, 100)
BUDGET = Fraction(5, 10**5)  # what Appendix E.3 allots to delta, and once more to the tail term
SIGMAS = {Fraction(9, 10): Fraction(32, 100), Fraction(45, 100): Fraction(74, 100)}  # epsilon: published sigma
PUBLISHED = [(k, sigma) for k in NOISE_BOUNDS.values() for sigma in SIGMAS.values()]


DELTA = Fraction(1, 10**4)
