r"""PUCB with the constants that its proof allows: fewer counters, a split of the budget by use, sharper bonuses.

**Counters.** c~_h(s, a) sums r - 1/2 over the visits, m~_h(s, a, s') for the steps h = 1..H-1 that have a successor,
and n~_H(s, a) counts visits at the last step; for h < H the visits are n~ = sum_s' m~. All are fed in every episode.

**Privacy.** As in ``repaired``, the log ratio is that of the partial sums with user t, at most K, each shifted by the
difference d of user t's increments, which is fixed given the releases before t. Per step, c~ changes by at most 1 in
L1 (another reward of the same triple: at most 1; another triple: 1/2 + 1/2) and m~, or n~ at the last step, by at
most 2. With b = (2, H, 2 (H - 1)) for n~, c~, m~ and Laplace scales s_i the log ratio is at most K sum_i b_i / s_i =
epsilon. Given the releases the agent's action in a state is fixed, so with S = 1 all users visit the same triples: n~
and m~ are then no secret, b = (0, H, 0), and no noise is added to them. With ``noise="gaussian"`` the squared L2
change is at most b_i with deviation sigma_i, the ratio that of a Gaussian mechanism with mu^2 = K sum_i b_i /
sigma_i^2 (the shift of each draw is fixed given the releases before it), and mu is the largest with delta_G(epsilon,
mu) <= delta: the agent is (epsilon, delta)-jointly private, and mu^2 / 2-zCDP in this sense.

**Optimism.** Let W bound sum_s' |m~ - m|, E_c bound |c~ - c| and E_n bound |n~_H - n_H|, all at all times, each but
with probability beta / 6. Let left = H - h, V = V~_(h+1) in [0, left], kappa = (c + sum V m) / n in [-1/2, left +
1/2]. For n~ > W the visits n = sum m are at least n~ - W > 0, so n >= max(n~ - W, 1), and with x = m~ - m, y = c~ - c

    Q~ = 1/2 + (c~ + sum V m~) / n~ = 1/2 + kappa + (y + sum (V - kappa) x) / n~
       >= 1/2 + kappa - (E_c + (left + 1/2) W) / n~,

because |V - kappa| <= left + 1/2; at the last step alike with E_n / 2 in place of (left + 1/2) W, as |kappa| <= 1/2.
If V >= V*, 1/2 + kappa is at least the mean of n draws of r + V*(s') in [0, left + 1] with mean Q*, and by
Hoeffding's inequality at least Q* - (left + 1) sqrt(ln(2 S A H T / beta) / (2 n)) for all s, a, h, n <= T but with
probability beta / 2. So

    Q~+ = min(left + 1, Q~ + phi + (E_c + (left + 1/2) W) / n~) >= Q*,
    phi = (left + 1) sqrt(ln(2 S A H T / beta) / (2 max(n~ - W, 1))),

for n~ > W, and left + 1 >= Q* otherwise: no threshold 2 E, no factor 3. V~ is cut at 0. Probability: 1 - beta.

**Levels.** E_c, E_n are exact quantiles. W is the smaller of S times the exact quantile of all m~ and Chernoff's
bound: sum |x| is the largest of 2^S signed sums of at most K S draws, so with G = (H - 1) S A groups, for every 0 < y
< 1,

    W <= s_m (S ln 2 + K S ln(1 / (1 - y^2)) + ln(6 G T / beta)) / y  (Laplace),
    W <= sigma_m sqrt(2 K S (S ln 2 + ln(6 G T / beta)))              (Gaussian).

**Split.** The scales minimise the sum over the steps of the bonuses' numerators, H E_c + W (H^2 - 1) / 2 + E_n / 2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from scipy.optimize import minimize_scalar

from tabular.algorithms.episodic.pucb.constants import (
    MARGIN,
    Constants,
    Sizes,
    Ties,
    check_choice,
    just_above,
    quantile,
)
from tabular.errors import must, show
from tabular.noise import checks
from tabular.privacy.gaussian_curve import mu_of

Noise = Literal["laplace", "gaussian"]
Triple = tuple[float, float, float]


@dataclass(frozen=True)
class Practical:
    """The tight variant: epsilon-jointly private, (epsilon, delta) with Gaussian noise; optimistic as ``Repaired``."""

    noise: Noise = "laplace"
    delta: float | None = None
    ties: Ties = "lowest"

    def __post_init__(self) -> None:
        check_choice("noise", self.noise, Noise)
        check_choice("ties", self.ties, Ties)
        if self.noise == "laplace" and self.delta is not None:
            raise must("delta", "be None for Laplace noise", show(self.delta))
        if self.noise == "gaussian" and not 0.0 < checks.number("delta", self.delta) < 1.0:
            raise must("delta", "lie strictly between 0 and 1 for Gaussian noise", show(self.delta))

    def constants(self, sizes: Sizes, epsilon: float, failure_probability: float) -> Constants:
        """Return the constants for which the module's proofs hold."""
        H, beta = sizes.horizon, failure_probability
        units = self._levels(sizes, beta / 6)
        scales = self.scales(sizes, epsilon, (units[0] / 2, H * units[1], units[2] * (H * H - 1) / 2))
        E_n, E_c, W = (scale * unit for scale, unit in zip(scales, units, strict=True))
        spread = math.sqrt(math.log(2 * sizes.pairs * sizes.episodes / beta) / 2)
        left = range(H - 1, -1, -1)
        level = (W,) * (H - 1) + (E_n,)
        return Constants(
            law=self.noise,
            scales=scales,
            spread=tuple((i + 1) * spread for i in left),
            linear=tuple(E_c + ((i + 0.5) * W if i else 0.5 * E_n) for i in left),
            quadratic=(0.0,) * H,
            level=level,
            threshold=tuple(map(just_above, level)),
            cap=tuple(float(i + 1) for i in left),
            failure=beta,
            centre=0.5,
            summed=True,
            random_ties=self.ties == "random",
        )

    def scales(self, sizes: Sizes, epsilon: float, costs: Triple) -> Triple:
        """Return the scales of n~, c~, m~ within the budget that minimise the sum of costs times scales."""
        if math.isinf(epsilon):
            return (0.0, 0.0, 0.0)
        # The budget sum_i b_i / s_i^p is minimised by s_i in proportion to (b_i / cost_i)^(1 / (p + 1)).
        power = 1 if self.noise == "laplace" else 2
        shares = sensitivities(sizes)
        shape = [(b / cost) ** (1 / (power + 1)) if b else 0.0 for b, cost in zip(shares, costs, strict=True)]
        spent = sizes.sums * sum(b / s**power for b, s in zip(shares, shape, strict=True) if b)
        budget = epsilon if self.noise == "laplace" else mu_of(epsilon, self.delta or 0.0) ** 2
        factor = (spent / budget) ** (1 / power) * (1 + 2.0**-40)  # more than the roundings here
        return (factor * shape[0], factor * shape[1], factor * shape[2])

    def _levels(self, sizes: Sizes, failure: float) -> Triple:
        """Return E_n, E_c and W for scales of 1."""
        S, groups = sizes.states, (sizes.horizon - 1) * sizes.states * sizes.actions
        E_n = quantile(sizes, failure, S * sizes.actions, self.noise)
        E_c = quantile(sizes, failure, sizes.pairs, self.noise)
        if groups == 0:
            return E_n, E_c, 0.0
        each = S * quantile(sizes, failure, groups * S, self.noise)
        return E_n, E_c, min(each, sum_level(sizes, math.log(groups * sizes.episodes / failure), self.noise))


def sensitivities(sizes: Sizes) -> Triple:
    """Return b for n~, c~, m~: what one user changes, in L1 for all their counters, which bounds the squared L2 too."""
    secret = 2.0 if sizes.states > 1 else 0.0
    return secret, float(sizes.horizon), secret * (sizes.horizon - 1)


def sum_level(sizes: Sizes, log_odds: float, noise: Noise) -> float:
    """Return Chernoff's level of sum_s' |N_s'(t)| for scales of 1, exceeded with probability exp(-log_odds)."""
    S, terms = sizes.states, sizes.sums * sizes.states
    logs = S * math.log(2.0) + log_odds
    if noise == "gaussian":
        return MARGIN * math.sqrt(2 * terms * logs)

    def bound(y: float) -> float:
        return (logs - terms * math.log1p(-y * y)) / y

    return MARGIN * bound(float(minimize_scalar(bound, bounds=(1e-6, 1 - 1e-9), method="bounded").x))
