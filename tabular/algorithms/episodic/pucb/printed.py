r"""PUCB as printed (Vietri, Balle, Krishnamurthy and Wu, workshop text, Algorithms 2 and 3), literally.

Per partial sum Laplace noise of scale s = K / epsilon', epsilon' = epsilon / (3 H), K = floor(log2 T) + 1, and

    E     = (3 H / epsilon) log((2 S A H + S^2 A H) / beta') log(T)^(5/2),
    phi   = sqrt(2 ln(T / beta') / max(n~ - E, 1)),        psi = (1 + S H) (3 E / n~ + 2 E^2 / n~^2),
    conf  = (H + 1) phi + psi if n~ >= 2 E, otherwise H,
    Q~+   = min(H, (r~ + sum_s' V~_(h+1)(s') m~) / n~ + conf),      V~_h(s) = max_a Q~+.

What the text leaves open, and how it is pinned down (each is an option unless it says "always"):

1. ``log_base``: the base of both logarithms in E ("log"; phi says "ln").
2. ``ties``: argmax takes the lowest maximiser, or one at random, drawn anew for each state, step and episode.
3. ``beta_prime``: beta' is not defined; by default it is the failure probability beta.
4. ``reward_feed``: r~ is fed only when visited ("visited", as printed), so its time is the number of visits; or 0 is
   fed to all others as to n~ and m~ ("all").
5. ``zero_over_zero``: in episode 1 all releases are 0 and Q~ = 0/0; "H" sets Q~+ = H, "error" refuses.
6. ``level``: E of Algorithm 3, or of the footnote, whose fraction has (beta')^(-1) below the line: (3 H / epsilon)
   log((2 S A H + S^2 A H) beta') log(T)^(5/2), possibly negative.
7. always: min{H, .} bounds from above only, so V~ is unbounded below.
8. always: the scale of the binary mechanism is K / epsilon' and its release at t = 0 is 0.
9. always: no user sends s_(H+1), so m~ at the last step is fed 0; it multiplies V~_(H+1) = 0.
10. always: the releases that episode t sees contain the episodes before t.

Nothing is proved for this mode. It is not epsilon-jointly private: with ``reward_feed="visited"`` no epsilon holds,
as r~ is exactly 0 while nobody visits; with "all" 2 epsilon holds (one user moves the counters by up to 6 H in L1,
not 3 H). Q~+ < Q* happens also while all errors are below E, in the branch where conf = H.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from tabular.algorithms.episodic.pucb.constants import Constants, Sizes, Ties, check_choice
from tabular.errors import must, show
from tabular.noise import checks
from tabular.noise.counters.scales import laplace_scale

LogBase = Literal["e", "2"]
RewardFeed = Literal["visited", "all"]
ZeroOverZero = Literal["H", "error"]
Level = Literal["algorithm", "footnote"]


@dataclass(frozen=True)
class Printed:
    """The printed algorithm; every option is a case that the text leaves open, see the module."""

    log_base: LogBase = "e"
    ties: Ties = "lowest"
    beta_prime: float | None = None
    reward_feed: RewardFeed = "visited"
    zero_over_zero: ZeroOverZero = "H"
    level: Level = "algorithm"

    def __post_init__(self) -> None:
        choices = (LogBase, Ties, RewardFeed, ZeroOverZero, Level)
        names = ("log_base", "ties", "reward_feed", "zero_over_zero", "level")
        for name, allowed in zip(names, choices, strict=True):
            check_choice(name, getattr(self, name), allowed)
        if self.beta_prime is not None and not 0.0 < checks.number("beta_prime", self.beta_prime) <= 1.0:
            raise must("beta_prime", "lie in (0, 1], or be None for the failure probability", show(self.beta_prime))

    def constants(self, sizes: Sizes, epsilon: float, failure_probability: float) -> Constants:
        """Return E, phi, psi and the scale as printed."""
        if self.zero_over_zero == "error":
            raise must("zero_over_zero", 'be "H" to plan episode 1', '"error": every release is 0 and Q~ = 0/0')
        H, S = sizes.horizon, sizes.states
        beta = failure_probability if self.beta_prime is None else float(self.beta_prime)
        E = printed_level(sizes, epsilon, beta, self.log_base, self.level)
        scale = 0.0 if math.isinf(epsilon) else laplace_scale(epsilon, 3 * H, sizes.sums)
        return Constants(
            law="laplace",
            scales=(scale, scale, scale),
            spread=(printed_spread(sizes, beta),) * H,
            linear=((1 + S * H) * 3 * E,) * H,
            quadratic=((1 + S * H) * 2 * E * E,) * H,
            level=(E,) * H,
            threshold=(2 * E,) * H,
            cap=(float(H),) * H,
            failure=1.0,
            forced=False,
            floor=False,
            own_clock=self.reward_feed == "visited",
            random_ties=self.ties == "random",
        )


def printed_level(sizes: Sizes, epsilon: float, beta: float, base: LogBase = "e", level: Level = "algorithm") -> float:
    """Return E of Algorithm 3 or of the footnote, with both logarithms to this base."""
    inside = sizes.counters / beta if level == "algorithm" else sizes.counters * beta
    unit = 1.0 if base == "e" else math.log(2.0)
    logs = math.log(inside) / unit * (math.log(sizes.episodes) / unit) ** 2.5
    return 3 * sizes.horizon / epsilon * logs


def printed_spread(sizes: Sizes, beta: float) -> float:
    """Return (H + 1) sqrt(2 ln(T / beta')), so that the spread over the root of the visits is (H + 1) phi."""
    return (sizes.horizon + 1) * math.sqrt(2 * math.log(sizes.episodes / beta))
