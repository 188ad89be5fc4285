"""How much noise the private learner needs, and how often it should release."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from scipy.special import ndtri

from tabular.errors import must, show
from tabular.noise.counters._kernels_nodes import MOST_COUNTERS, MOST_NODES
from tabular.privacy.calibrate import calibrate_gaussian
from tabular.privacy.gaussian_curve import mu_of

_COARSEST = 0.5  # the increments of all counters are multiples of 1/2
_STEPS_OF_SIGMA = 6  # the grid is at least 2**-7 sigma, so that one draw costs at most 2**-43 in total variation
_COST_OF_A_DRAW = 2.0**-43
_MOST_NUMBERS = 1 << 28  # that an agent holds


@dataclass(frozen=True)
class Parameters:
    """What the budget depends on."""

    states: int
    actions: int
    horizon: int
    episodes: int
    epsilon: float
    delta: float
    failure_probability: float


@dataclass(frozen=True)
class Budget:
    """The noise: J releases, K partial sums hit by a user, squared sensitivity 3 H - 1/2 of one, and what they give.

    ``mu`` = sqrt(K (3 H - 1/2)) / sigma, up to rounding; ``rounding`` is the part of delta that is spent on noise made
    of doubles.
    """

    counters: int
    releases: int
    sums: int
    squared_sensitivity: float
    sigma: float
    mu: float
    grid: float
    rounding: float


@lru_cache(maxsize=256)  # every run of a learner asks for the budget again
def budget_of(wish: Parameters, batch: int, is_secure: bool) -> Budget:
    """Return the noise for releases after every ``batch`` episodes."""
    H, pairs = wish.horizon, wish.states * wish.actions
    J = -(-wish.episodes // batch)
    K = J.bit_length()
    counters = (H - 1) * wish.states * pairs + pairs + H * pairs
    if counters > MOST_COUNTERS or counters * (K + 3) > _MOST_NUMBERS or J > MOST_NODES:
        rule = f"allow at most {_MOST_NUMBERS} numbers in memory and {MOST_NODES} releases"
        raise must("states, actions, horizon and episodes", rule, f"{counters} counters and {J} releases")
    rounding = _rounding(wish.epsilon, 4 * H * K) if is_secure else 0.0
    if not rounding < wish.delta:
        raise must("delta", f"be above the {rounding:.3g} that rounding costs at this epsilon", show(wish.delta))
    # mu**2 = K (3 H - 1/2) / sigma**2, written with integers: 2 K (6 H - 1) mechanisms of sensitivity 1/2.
    sigma = calibrate_gaussian(wish.epsilon, wish.delta - rounding, 0.5, 2 * K * (6 * H - 1)).sigma
    squared = 3 * H - 0.5
    grid = min(_COARSEST, 2.0 ** (math.frexp(sigma)[1] - 1 - _STEPS_OF_SIGMA))
    return Budget(counters, J, K, squared, sigma, math.sqrt(K * squared) / sigma, grid, rounding)


def pick_batch(wish: Parameters) -> int:
    """Return the largest power of two of at most the width by which visits are uncertain at the first step.

    No pair is known before its visits exceed that width, so such a batch delays little; it saves the levels of the
    counters below it.
    """
    H, S = wish.horizon, wish.states
    mu = mu_of(wish.epsilon, wish.delta)
    batch = 1
    while 2 * batch <= wish.episodes:
        J = -(-wish.episodes // (2 * batch))
        z = -float(ndtri(wish.failure_probability / (6 * J * S * wish.actions * H)))
        width = z * J.bit_length() * math.sqrt((3 * H - 0.5) * (S if H > 1 else 1) / 2) / mu
        if not 2 * batch <= width:
            break
        batch *= 2
    return batch


def _rounding(epsilon: float, draws: int) -> float:
    """Return (1 + e**epsilon) times what the draws that a user's data touch can be off in total variation."""
    return draws * _COST_OF_A_DRAW * (1 + math.exp(epsilon)) if epsilon < 700 else math.inf
