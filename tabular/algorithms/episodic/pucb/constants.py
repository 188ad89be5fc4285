"""What the modes of PUCB compute from the sizes: noise scales, error levels and the numbers in the bonus."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from tabular.errors import must, show
from tabular.noise import checks
from tabular.noise.counters.law import accuracy_bound, error_quantile
from tabular.noise.counters.node_noise import Law

Ties = Literal["lowest", "random"]
MARGIN = 1.0 + 2.0**-30  # on computed quantiles, whose relative error is below 1e-11


@dataclass(frozen=True)
class Sizes:
    """S states, A actions, H steps, T episodes."""

    states: int
    actions: int
    horizon: int
    episodes: int

    @property
    def pairs(self) -> int:
        """The number S A H of triples (s, a, h)."""
        return self.states * self.actions * self.horizon

    @property
    def counters(self) -> int:
        """The number C = 2 S A H + S^2 A H of counters n~, r~, m~."""
        return self.pairs * (self.states + 2)

    @property
    def sums(self) -> int:
        """K = floor(log2 T) + 1, the number of partial sums that contain one user, at most."""
        return self.episodes.bit_length()


@dataclass(frozen=True)
class Constants:
    """The rule of :mod:`._kernels_planning` in numbers; tuples have one entry for each step.

    ``scales`` are those of one partial sum of n~, r~, m~: Laplace scales, or deviations of normals. ``failure`` bounds
    the probability that some Q~+ < Q*; 1 says that nothing is proved.
    """

    law: Law
    scales: tuple[float, float, float]
    spread: tuple[float, ...]
    linear: tuple[float, ...]
    quadratic: tuple[float, ...]
    level: tuple[float, ...]
    threshold: tuple[float, ...]
    cap: tuple[float, ...]
    failure: float
    centre: float = 0.0
    forced: bool = True
    floor: bool = True
    summed: bool = False
    own_clock: bool = False
    random_ties: bool = False


class Mode(Protocol):
    """A way to run PUCB: options, and the constants that they give."""

    def constants(self, sizes: Sizes, epsilon: float, failure_probability: float) -> Constants:
        """Return the constants for these sizes."""
        ...


def quantile(sizes: Sizes, failure_probability: float, counters: int, law: Law = "laplace") -> float:
    """Return a level, in scales, that no |N_c(t)|, t <= T, of so many counters exceeds, but with this probability."""
    return MARGIN * error_quantile(sizes.episodes, failure_probability, counters=counters, law=law)


def closed_form(sizes: Sizes, failure_probability: float, counters: int) -> float:
    """Return the closed form of such a level, for Laplace noise."""
    return MARGIN * accuracy_bound(sizes.episodes, failure_probability, counters=counters)


def just_above(x: float) -> float:
    """Return the double after x."""
    return math.nextafter(x, math.inf)


def check_epsilon(value: object) -> float:
    """Return a number above 0; infinity means no noise."""
    number = checks.number("epsilon", value)
    if not number > 0.0:
        raise must("epsilon", "be positive", show(value))
    return number


def check_choice(name: str, value: object, choices: object) -> None:
    """Refuse a value that is none of the strings of a Literal type."""
    allowed = get_args(choices)
    if not isinstance(value, str) or value not in allowed:
        raise must(name, "be " + " or ".join(f'"{choice}"' for choice in allowed), show(value))
