r"""A proved enclosure of P(max_{t <= T} |N(t)| > x) for Laplace noise and any number of steps, in doubles.

The recursion is that of `tabular.noise.counters.law`, F <- q (+) J[F], with standard noise. Two facts make it rigorous.
On [-x, x], for q one of its functions, and with K = floor(log2 T) + 1,

    |q'| <= q          as |J[q]'| <= J[q], which is so for exp(-|v - u|) under the integral, and so for q (+) J[q];
    -(K + 2) q <= q'' <= 2 q          as J[q]'' = J[q] - q. For a (+) b = a + b - a b with a = q_i, b = J[F], F <= a
        (F is about the first of the releases that q_i is about), (a (+) b)'' = a''(1 - b) + b''(1 - a) - 2 a' b',
        where |a' b'| <= a b and -a <= -F <= b'' <= b. So from a'' <= 2 a follows
        (a (+) b)'' <= 2 a (1 - b) + b (1 - a) + 2 a b <= 2 (a (+) b), and from a'' >= -c a follows
        (a (+) b)'' >= -(c + 1) a (1 - b) - 3 a b >= -max(c + 1, 3) (a (+) b): one level adds at most 1 to c.

So on a cell of length w the linear interpolation L of q has

    (1 - w**2 e**w / 4) L <= q <= (1 + (K + 2) w**2 e**w / 8) L.

Exact integrals of L against the density, times these factors, bound J[q] from both sides; J and (+) are increasing, so
bounds of q at the nodes lead to bounds of the next function there. All terms are positive, and the relative error of
a (+) b is at most that of a or b: so each level's roundings are, relatively, at most the number of operations that one
node depends on times 2**-52, and every level is widened by more than that.
"""

from __future__ import annotations

from math import ceil, exp, expm1, inf, log1p, nextafter, sqrt
from typing import Any

import numpy as np
from scipy.signal import lfilter

from tabular.errors import must, show
from tabular.noise import checks
from tabular.noise.counters._kernels_nodes import MOST_NODES
from tabular.numbers.arguments import integer

_MOST_CELLS = 1 << 18
_HIGHEST = 600.0  # beyond, doubles underflow; the probability there is below that at this level
_UNIT = 2.0**-52


def enclose_failure(steps: int, level: float, *, counters: int = 1, tol: float = 1e-4) -> tuple[float, float]:
    """Return low <= P(|N_c(t)| > level for some t <= steps and some c) <= high for Laplace noise of scale 1.

    high / low is about 1 + tol or less. For noise of scale s ask for level / s, which must be a double exactly.
    """
    steps = integer("steps", steps, 1, MOST_NODES)
    counters = integer("counters", counters, 1, 1 << 62)
    x, width = checks.positive("level", level), checks.positive("tol", tol)
    if x > _HIGHEST:
        raise must("level", f"be at most {_HIGHEST!r}", show(level))
    depth = steps.bit_length()
    longest = sqrt(8.0 * min(width, 0.5) / ((depth + 4.0) * depth))
    if x > longest * _MOST_CELLS:
        raise must("tol", f"be so large that {_MOST_CELLS} cells suffice", show(tol))
    cells = ceil(x / longest) + 1
    low, high = (_bound(steps, x, cells, upper) for upper in (False, True))
    return _many(low, counters, -1), _many(high, counters, 1)


def _bound(steps: int, x: float, cells: int, upper: bool) -> float:
    """Return a bound of F(0) from one side."""
    depth, w = steps.bit_length(), x / cells
    rounding = (16 * cells + 200) * _UNIT
    if upper:
        interpolation, widening = 1.0 + (depth + 2) * w * w * exp(w) / 8.0, 1.0 + rounding
    else:
        interpolation, widening = 1.0 - w * w * exp(w) / 4.0, 1.0 - rounding
    places = np.arange(cells + 1) * w
    tail = (np.exp(places - x) + np.exp(-places - x)) / 2.0

    def either(a: Any, h: Any) -> Any:
        """Return a (+) J[h], bounded."""
        b = np.minimum(tail + interpolation * _smoothed(h, w), 1.0)
        return np.minimum((a + b * (1.0 - a)) * widening, 1.0)

    leaves, failure = np.zeros(cells + 1), np.zeros(cells + 1)
    for bit in range(depth):
        if steps >> bit & 1:
            failure = either(leaves, failure)
        if steps >> bit > 1:
            leaves = either(leaves, leaves)
    return float(failure[0])


def _smoothed(h: Any, w: float) -> Any:
    """Return int_{-x}^{x} exp(-|v - u|) / 2 h(v) dv at the nodes u >= 0, h even and linear between the nodes."""
    far = sum((-w) ** m * w / (_factorial(m) * (m + 2)) for m in range(20))  # int_0^w exp(-r) r / w dr
    near = -expm1(-w) - far  # int_0^w exp(-r) (1 - r / w) dr
    shrink = exp(-w)
    from_right = np.append(lfilter([1.0], [1.0, -shrink], (near * h[:-1] + far * h[1:])[::-1])[::-1], 0.0)
    sums = np.append(from_right[0], far * h[:-1] + near * h[1:])  # [-x, 0] mirrors [0, x]
    from_left = lfilter([1.0], [1.0, -shrink], sums)
    return (from_left + from_right) / 2.0


def _factorial(m: int) -> float:
    return float(np.prod(np.arange(1, m + 1, dtype=np.float64)))


def _many(one: float, counters: int, direction: int) -> float:
    """Return a bound of 1 - (1 - one)**counters."""
    value = 1.0 if one >= 1.0 else -expm1(counters * log1p(-one)) * (1.0 + direction * 8 * _UNIT)
    return min(nextafter(value, direction * inf), 1.0)
