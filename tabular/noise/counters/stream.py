"""What all continual counters share: streams come in, noisy running sums go out, and the noise can be asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Self

import numpy as np

from tabular.errors import must, show
from tabular.noise.counters._kernels_nodes import MOST_COUNTERS
from tabular.noise.counters._kernels_streams import count_rows, tick
from tabular.noise.counters.node_noise import Law, NodeNoise
from tabular.noise.counters.scales import gaussian_scale, laplace_scale
from tabular.noise.keys import Bits
from tabular.numbers.arguments import integer
from tabular.numbers.exact import Exact

_AHEAD = 1 << 14  # doubles of noise that may be computed before they are due


class Counters(ABC):
    """`counters` running sums over at most `steps` steps; each release is the sum so far plus noise N_c(t).

    N does not depend on the streams: it is a function of (seed, counter, t), linear in independent node noises of the
    given scale (Laplace) or deviation (Gaussian). `step` and `run` compute it as time goes on, `noise_at` at any time
    for one counter, with the same bits. Streams may be chosen adaptively, after all earlier releases. Objects with the
    same seed share their noise: to release private data give none, or each object its own secret 32 bytes.

    The promises of `pure` and `zcdp` are about real numbers and ideal noise; a key, drawn fresh or given as bytes, and
    a `grid` carry them over to pseudorandom words and to doubles, see `NodeNoise`. An integer seed is for simulation,
    from the fast hash unless ``bits`` says otherwise.
    """

    most_steps: ClassVar[int]
    takes_grid: ClassVar[bool] = True

    def __init__(
        self,
        counters: int,
        steps: int,
        scale: float,
        *,
        law: Law = "laplace",
        seed: int | bytes | None = None,
        bits: Bits | None = None,
        grid: float | None = None,
    ) -> None:
        self.counters = integer("counters", counters, 1, MOST_COUNTERS)
        self.steps = integer("steps", steps, 1, self.most_steps)
        if grid is not None and not self.takes_grid:
            raise must("grid", f"be None for {type(self).__name__}, whose sums leave every grid", show(grid))
        self.noise = NodeNoise(scale, law, seed, bits, grid, alone=self.counters == 1)
        self._time = 0
        self._counts = np.zeros(self.counters)
        self._ahead, self._used = np.zeros((0, self.counters)), 0  # noise of the next steps; how many rows are over

    @classmethod
    def pure(cls, counters: int, steps: int, epsilon: Exact, sensitivity: Exact = 1, **options: Any) -> Self:
        """Return counters with Laplace noise whose releases are epsilon-differentially private.

        ``sensitivity`` bounds ||d||_1, d being the change that one user can make of one step's increments, all counters
        together. A user with several steps needs the sum over them. Options are those of the constructor.
        """
        scale = laplace_scale(epsilon, sensitivity, cls.squared_norm(steps, **_design(options)))
        return cls(counters, steps, scale, law="laplace", **options)

    @classmethod
    def zcdp(cls, counters: int, steps: int, rho: Exact, squared_sensitivity: Exact = 1, **options: Any) -> Self:
        """Return counters with Gaussian noise whose releases are rho-zCDP; the sensitivity is a bound of ||d||_2**2.

        A user with several steps needs (sum over them of ||d||_2)**2.
        """
        scale = gaussian_scale(rho, squared_sensitivity, cls.squared_norm(steps, **_design(options)))
        return cls(counters, steps, scale, law="gaussian", **options)

    @classmethod
    @abstractmethod
    def squared_norm(cls, steps: int) -> float:
        """Return the largest squared length of a column of R, where the release is L (R x + z) for the stream x.

        For mechanisms with partial sums R has entries 0 and 1, and this is the number of partial sums with one item.
        """

    @property
    def time(self) -> int:
        """The number of steps that were released."""
        return self._time

    @property
    def counts(self) -> Any:
        """The true sums so far (not private)."""
        return self._counts.copy()

    def step(self, increments: Any) -> Any:
        """Add one increment to every counter and return the releases, an array with one entry for each counter."""
        row = floats("increments", increments, 1)
        if self._used < len(self._ahead) and row.size == self.counters:
            out = np.empty(self.counters)
            if tick(row, self.noise.grid or 0.0, self._counts, self._ahead[self._used], out):
                self._used += 1
                self._time += 1
                return out
        return self._released(row[None, :])[0]

    def run(self, stream: Any) -> Any:
        """Add the rows of a stream (steps, counters), one after the other, and return all releases in its shape."""
        return self._released(floats("stream", stream, 2))

    def noise_at(self, counter: int, t: int) -> float:
        """Return N_counter(t), whatever was released so far."""
        counter = integer("counter", counter, 0, self.counters - 1)
        return float(self._noise_at(counter, integer("t", t, 0, self.steps)))

    def _released(self, rows: Any) -> Any:
        """Check the next rows of the stream and return their releases."""
        count, width = rows.shape
        if width != self.counters:
            raise must("stream", f"have an entry for each of {self.counters} counters", str(width))
        if count > self.steps - self._time:
            raise must("stream", f"end after {self.steps} steps", str(self._time + count))
        out = np.empty(rows.shape)
        bad = count_rows(rows, self.noise.grid or 0.0, self._counts, out)
        if bad >= 0:
            rule = "be finite" if self.noise.grid is None else f"be finite and a multiple of {self.noise.grid!r}"
            place = f"at step {self._time + 1 + bad // width}, counter {bad % width}"
            raise must("stream", rule, show(float(rows.flat[bad])), place)
        self._add_noise(out)
        self._time += count
        return out

    def _add_noise(self, out: Any) -> None:
        """Add the noise of the next steps; for few of them it is computed for more, which saves calls."""
        ready = min(len(out), len(self._ahead) - self._used)
        out[:ready] += self._ahead[self._used : self._used + ready]
        self._used += ready
        rest, first = out[ready:], self._time + 1 + ready
        size = min(_AHEAD // self.counters, self.steps + 1 - first)
        if 0 < len(rest) < size:
            self._ahead, self._used = np.zeros((size, self.counters)), len(rest)
            self._advance(first, self._ahead)
            rest += self._ahead[: len(rest)]
        elif len(rest):
            self._advance(first, rest)

    @abstractmethod
    def _advance(self, first: int, out: Any) -> None:
        """Add N_c(first + i) to out[i, c]; calls come in order."""

    @abstractmethod
    def _noise_at(self, counter: int, t: int) -> float:
        """Return N_counter(t)."""


def _design(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that belong to the factorisation, not to the noise."""
    return {name: value for name, value in options.items() if name not in ("seed", "bits", "grid")}


def floats(name: str, values: Any, dimensions: int) -> Any:
    """Return a contiguous array of doubles with this many dimensions."""
    if (
        type(values) is np.ndarray
        and values.dtype == np.float64
        and values.ndim == dimensions
        and values.flags.c_contiguous
    ):
        return values
    try:
        array = np.asarray(values)
        right = array.ndim == dimensions and array.dtype.kind in "fiub"
        result = np.ascontiguousarray(array, dtype=np.float64) if right else None
    except (TypeError, ValueError, OverflowError):
        result = None
    if result is None:
        raise must(name, f"be an array of real numbers with {dimensions} dimensions", show(values))
    return result
