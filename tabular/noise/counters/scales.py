"""How much noise each partial sum needs, rounded up so that the promise holds for the double that is used.

One user changes each of the `sums` partial sums that contain the user's step by the same vector d, an entry a counter.
Laplace noise of scale s on every entry loses at most sums ||d||_1 / s, Gaussian noise of deviation sigma is
sums ||d||_2**2 / (2 sigma**2)-zCDP. Both stand for adaptive streams and are attained.
"""

from __future__ import annotations

import math
from fractions import Fraction

from tabular.errors import must, show
from tabular.numbers.arguments import positive
from tabular.numbers.exact import Exact


def laplace_scale(epsilon: Exact, sensitivity: Exact, sums: Exact) -> float:
    """Return the smallest double s >= sums * sensitivity / epsilon; `sensitivity` is the largest ||d||_1."""
    needed = positive("sums", sums) * positive("sensitivity", sensitivity) / positive("epsilon", epsilon)
    return _least("the noise scale", needed, 1)


def gaussian_scale(rho: Exact, squared_sensitivity: Exact, sums: Exact) -> float:
    """Return the smallest double sigma with sigma**2 >= sums * squared_sensitivity / (2 rho)."""
    squared = positive("squared_sensitivity", squared_sensitivity)
    return _least("the noise scale", positive("sums", sums) * squared / (2 * positive("rho", rho)), 2)


def _least(name: str, needed: Fraction, power: int) -> float:
    """Return the smallest double whose power is at least a positive rational."""
    try:
        root = float(needed) if power == 1 else _square_root(needed)
    except OverflowError:
        root = math.inf
    while root < math.inf and Fraction(root) ** power < needed:
        root = math.nextafter(root, math.inf)
    if root == math.inf:
        raise must(name, "be a finite double", show(needed))
    while root > 0 and Fraction(math.nextafter(root, 0.0)) ** power >= needed:
        root = math.nextafter(root, 0.0)
    return root


def _square_root(x: Fraction) -> float:
    """Return a double next to the root of a positive rational of any size."""
    shift = (x.numerator.bit_length() - x.denominator.bit_length()) // 2
    return math.ldexp(math.sqrt(x / Fraction(4) ** shift), shift)
