"""Gaussian noise with Toeplitz factors near the square root (Fichtenberger, Henzinger and Upadhyay 2023).

With the matrix A of running sums, N = L z for independent normals z, and A = L R. For L = R = A**(1/2) the largest
deviation at rho-zCDP is sum_j c_j**2 / sqrt(2 rho), about (log(steps) / pi + 1.07) / sqrt(2 rho): to within a constant
the least of any factorisation. `square_root_batch` takes all steps at once; `ToeplitzCounters` streams the nearby
factor of `tabular.noise.counters.buffered`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.signal import fftconvolve

from tabular.errors import must, show
from tabular.noise.counters._kernels_nodes import CHUNK, MOST_NODES
from tabular.noise.counters._kernels_toeplitz import buffered_noise, node_rows
from tabular.noise.counters.buffered import BufferedFactor, buffered_factor, root_coefficients, root_square
from tabular.noise.counters.node_noise import Law, NodeNoise
from tabular.noise.counters.scales import gaussian_scale
from tabular.noise.counters.stream import Counters, floats
from tabular.noise.keys import Bits
from tabular.numbers.arguments import integer
from tabular.numbers.exact import Exact

_MARGIN = 1.0 + 2.0**-30  # on squared lengths computed in doubles, whose relative error is below 1e-12


class ToeplitzCounters(Counters):
    """N(t) = sum_j l_j z(t - j) with l near the square root's coefficients, streamed by a few geometric buffers.

    The privacy is that of the exact factorisation A = L R with this L; `factor.excess` says how much larger the largest
    deviation is than the square root's. About 3 + log(steps) / 2.5 doubles of state a counter, one draw a step;
    `noise_at` takes all draws up to t.
    """

    most_steps = MOST_NODES
    takes_grid = False

    def __init__(
        self,
        counters: int,
        steps: int,
        scale: float,
        *,
        law: Law = "gaussian",
        buffers: int | None = None,
        seed: int | bytes | None = None,
        bits: Bits | None = None,
        grid: float | None = None,
    ) -> None:
        """Take the number of buffers, by default enough for an excess below 0.1%, and the options of `Counters`."""
        if law != "gaussian":
            raise must("law", 'be "gaussian" for ToeplitzCounters', show(law))
        super().__init__(counters, steps, scale, law=law, seed=seed, bits=bits, grid=grid)
        self.factor = _factor(self.steps, buffers)
        self._buffers = np.zeros((len(self.factor.rates), self.counters))

    @classmethod
    def squared_norm(cls, steps: int, buffers: int | None = None) -> float:
        """Return ||R e_1||**2, the largest squared length of a column of R, rounded up."""
        return _factor(integer("steps", steps, 1, cls.most_steps), buffers).right_square() * _MARGIN

    def _advance(self, first: int, out: Any) -> None:
        factor = self.factor
        buffered_noise(self.noise.arguments, first, 0, factor.weights, factor.rates, self._buffers, out)

    def _noise_at(self, counter: int, t: int) -> float:
        buffers, out = np.zeros((len(self.factor.rates), 1)), np.zeros((1, 1))
        for first in range(1, t + 1, CHUNK):
            out = np.zeros((min(CHUNK, t + 1 - first), 1))
            factor = self.factor
            buffered_noise(self.noise.arguments, first, counter, factor.weights, factor.rates, buffers, out)
        return float(out[-1, 0])


def square_root_scale(rho: Exact, steps: int, squared_sensitivity: Exact = 1) -> float:
    """Return sigma for which the square root's release of `steps` steps is rho-zCDP."""
    norm = root_square(integer("steps", steps, 1, MOST_NODES)) * _MARGIN
    return gaussian_scale(rho, squared_sensitivity, norm)


def square_root_batch(
    stream: Any, sigma: float, *, seed: int | bytes | None = None, bits: Bits | None = None, steps: int | None = None
) -> Any:
    """Return the noisy running sums of all rows of a stream (steps, counters) at once, by fast Fourier transforms.

    Uses the noise of nodes that `ToeplitzCounters` uses, so the two differ by their factors (and rounding) only; the
    transforms round the noise to about 1e-15 of its size. ``steps`` is the number that `sigma` was made for, to refuse
    longer streams.
    """
    rows = floats("stream", stream, 2)
    if not np.all(np.isfinite(rows)):
        step, counter = np.argwhere(~np.isfinite(rows))[0]
        raise must("stream", "be finite", show(float(rows[step, counter])), f"at step {step + 1}, counter {counter}")
    if len(rows) > integer("steps", len(rows) if steps is None else steps, 0, MOST_NODES):
        raise must("stream", f"end after {steps} steps", str(len(rows)))
    z = np.empty(rows.shape)
    node_rows(NodeNoise(sigma, "gaussian", seed, bits, alone=rows.shape[1] == 1).arguments, 1, z)
    if rows.size == 0:
        return z
    noise = fftconvolve(z, root_coefficients(np.arange(len(rows)))[:, None], axes=0)[: len(rows)]
    return np.cumsum(rows, axis=0) + noise


def _factor(steps: int, buffers: int | None) -> BufferedFactor:
    return buffered_factor(steps, None if buffers is None else integer("buffers", buffers, 1, 64))
