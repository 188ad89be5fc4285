r"""PUCB repaired: epsilon-jointly private and optimistic, with the paper's structure.

**What differs from the printed text.** The budget of a counter is epsilon / (6 H); every counter is fed in every
episode, 0 if it is not visited; for n~ < 2 E, Q~+ is its cap; V~ is at least 0; E is a level that all C counters keep
at all times; the cap is H - h + 1 at step h = 1..H (``cap="horizon"``: H, as printed).

**Privacy.** Fix two sequences of users that differ in user t, and all other users' rules. Given the releases before
episode t + 1, the policies up to t are the same under both, hence the other users' data are; in every later episode
the same holds given the releases so far. So the ratio of the densities of all partial sums, given each other in turn,
comes from those that contain episode t: at most K = floor(log2 T) + 1, as t lies in one node of each level. In each
the counters move by the difference d of user t's increments. At one step n~ changes by at most 2 in L1 (one triple
loses 1, one gains 1), r~ by at most 2, m~ by at most 2, so ||d||_1 <= 6 H, and the log ratio is at most K 6 H / s =
epsilon for Laplace noise of scale s = 6 H K / epsilon. Actions of other users and the final policy are functions of
the releases, of the other users' messages and of independent coins (ties). So M_(-t) is epsilon-private for every t.
(m~ at the last step is fed 0, so 6 H - 2 would do; ``practical`` uses such gains.)

**Optimism.** Let beta' = beta / 4 and let all |n~ - n|, |r~ - r|, |m~ - m| <= E, which fails with probability at most
beta / 4 (``error="quantile"``: the exact law of the largest error of the binary mechanism; ``"closed form"``: a
Chernoff bound). If n~ >= 2 E > 0 then n >= n~ - E >= E > 0, so n >= 1, and n >= max(n~ - E, 1). With V = V~_(h+1) in
[0, H] and Q^ = (r + sum V m) / n in [0, H + 1],

    Q~ - Q^ = ((r~ - r) + sum V (m~ - m) - Q^ (n~ - n)) / n~,    |Q~ - Q^| <= (1 + S H + (H + 1)) E / n~ <= psi,

as 2 + H + S H <= 3 (1 + S H). If V >= V*_(h+1), Q^ is at least the same with V*, a mean of n draws in [0, H] with
mean Q*, since m >= 0. By Hoeffding's inequality it is at least Q* - (H + 1) sqrt(ln(4 S A H T / beta) / (2 n)) for
all s, a, h, n <= T at once but with probability beta / 2, and

    spread = (H + 1) sqrt(max(2 ln(T / beta'), ln(4 S A H T / beta) / 2))

covers it; the second term is the larger one only for T^3 < about S A H. So Q~+ >= Q*, in the other branch because the
cap is at least Q*, and V~ >= V* at the next step of the induction; all with probability 1 - 3 beta / 4 for all
episodes at once.

``error="printed"`` takes E of Algorithm 3 at epsilon / 2, (6 H / epsilon) ln(C / beta') ln(T)^(5/2): as many scales of
this noise as the printed E is of the printed noise. ``Constants.failure`` uses the exact probability that it is
exceeded: far below beta / 4 for large T, next to 1 for T of a few episodes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from tabular.algorithms.episodic.pucb.constants import (
    Constants,
    Sizes,
    Ties,
    check_choice,
    closed_form,
    just_above,
    quantile,
)
from tabular.algorithms.episodic.pucb.printed import printed_level, printed_spread
from tabular.noise.counters.law import failure_probability as error_probability
from tabular.noise.counters.scales import laplace_scale

ErrorLevel = Literal["quantile", "closed form", "printed"]
Cap = Literal["steps", "horizon"]


@dataclass(frozen=True)
class Repaired:
    """The repaired algorithm: epsilon-jointly private, optimistic with probability 1 - failure_probability."""

    error: ErrorLevel = "quantile"
    cap: Cap = "steps"
    ties: Ties = "lowest"

    def __post_init__(self) -> None:
        for name, allowed in (("error", ErrorLevel), ("cap", Cap), ("ties", Ties)):
            check_choice(name, getattr(self, name), allowed)

    def constants(self, sizes: Sizes, epsilon: float, failure_probability: float) -> Constants:
        """Return the constants for which the module's proofs hold."""
        H, S = sizes.horizon, sizes.states
        beta = failure_probability / 4
        scale = 0.0 if math.isinf(epsilon) else laplace_scale(epsilon, 6 * H, sizes.sums)
        E = self._level(sizes, epsilon, beta, scale)
        small = (H + 1) * math.sqrt(math.log(sizes.pairs * sizes.episodes / beta) / 2)
        return Constants(
            law="laplace",
            scales=(scale, scale, scale),
            spread=(max(printed_spread(sizes, beta), small),) * H,
            linear=((1 + S * H) * 3 * E,) * H,
            quadratic=((1 + S * H) * 2 * E * E,) * H,
            level=(E,) * H,
            threshold=(max(2 * E, just_above(0.0)),) * H,
            cap=tuple(float(H - h if self.cap == "steps" else H) for h in range(H)),
            failure=min(1.0, 2 * beta + _misses(sizes, E, scale)),
            random_ties=self.ties == "random",
        )

    def _level(self, sizes: Sizes, epsilon: float, beta: float, scale: float) -> float:
        if self.error == "printed":
            return printed_level(sizes, epsilon / 2, beta)
        unit = quantile if self.error == "quantile" else closed_form
        return scale * unit(sizes, beta, sizes.counters) if scale > 0 else 0.0


def _misses(sizes: Sizes, level: float, scale: float) -> float:
    """Return the probability that some counter is off by more than the level."""
    if scale == 0.0:
        return 0.0
    return error_probability(sizes.episodes, level, counters=sizes.counters, scale=scale) if level > 0 else 1.0
