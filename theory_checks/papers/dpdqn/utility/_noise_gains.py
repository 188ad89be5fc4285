"""Cycles on which noise on the rewards is worth much: lower bounds at every state, in units of sigma/(1 - gamma).

With r = 0 the value for the noised rewards is v' = h = sup_pi (I - gamma P_pi)^{-1} z_pi, so that E |v'| >= E h.

* On a cycle with m - 1 ways to stay, walking d steps to a stay is worth gamma^d times its noise, in the mean over the
  noises of the walk. So E h(s) >= E max_d gamma^d max(Z_1..Z_{m-1}), fresh normals for each d (Jensen's inequality).
* As gamma -> 1 a policy earns the noise of one stay or, going round, the noises of going on in the shares
  tau_s / sum tau, with tau_s the mean time in s. Let M be the largest of these. At every state
  |(1 - gamma) h(s) - M| <= kappa max |z|, where kappa is `limit_distance`, and E max |z| <= E |max z| + E max z.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from flint import arb

from tabular.gaussian import mean_abs_max, mean_max
from tabular.mdp import FiniteMDP
from tabular.mdp.noised_rewards.bounds import limit_distance, mean_positive_max
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball
from theory_checks.papers.dpdqn.utility._sizes import Size

NEAR_ONE = Fraction(9999, 10000)
SLOW = Fraction(1, 10)


class LimitBounds(NamedTuple):
    """Lower bounds of the gain E h(s) and of the error E |h(s)|."""

    gain: arb
    error: arb


@cache
def walk_gain(n: int, m: int, discount: Fraction) -> arb:
    """Return E max_d gamma^d max(Z_1..Z_{m-1}), d < n, which E h(s) is at least on a cycle with m - 1 ways to stay."""
    return mean_max([discount**steps for steps in range(n)], [m - 1] * n)


def slow_cycle(pace: Fraction, discount: Fraction) -> FiniteMDP:
    """Return two states with two ways to stay and one to go on, which leaves state 0 with probability ``pace`` only."""
    one, zero = Fraction(1), Fraction(0)
    stay = [[one, zero], [zero, one]]
    return FiniteMDP([stay, stay, [[1 - pace, pace], [one, zero]]], [[zero, zero]] * 3, discount)


def limit_bounds(mdp: FiniteMDP, times: Sequence[int]) -> LimitBounds:
    """Return E M - kappa E max |z| and E |M| - kappa E max |z|; ``times`` is tau, and all actions but the last stay."""
    n, m = mdp.n_states, mdp.n_actions
    stays = [_unit(mdp, a, s) for a in range(m - 1) for s in range(n)]
    kappa = limit_distance(mdp, [*stays, _going_round(mdp, times)])
    lost = ball(kappa) * 2 * mean_positive_max(n * m)
    scales, copies = [1, arb(sum(t * t for t in times)).sqrt() / sum(times)], [n * (m - 1), 1]
    return LimitBounds(mean_max(scales, copies) - lost, mean_abs_max(scales, copies) - lost)


def known_gains() -> Iterator[tuple[str, int, int, Fraction, Size]]:
    """Yield (name, n, m, gamma, lower bound of E h(s) at every state) of cycles on which gains grow with n and m."""
    for n, m in ((12, 2), (32, 2), (128, 2), (16, 16)):
        name = f"cycle with stay, n = {n}, m = {m}, discount {NEAR_ONE}, from below"
        yield name, n, m, NEAR_ONE, Size(walk_gain(n, m, NEAR_ONE))
    yield many_walks()
    gain = limit_bounds(slow_cycle(SLOW, NEAR_ONE), [10, 1]).gain
    yield f"slow cycle, n = 2, m = 3, discount {NEAR_ONE}, from below", 2, 3, NEAR_ONE, Size(gain)


def many_walks(depth: int = 10, discount: Fraction = Fraction(99, 100)) -> tuple[str, int, int, Fraction, Size]:
    """Return a lower bound of E h(s) on the de Bruijn graph with stay: one walk of depth steps to each stay."""
    n, steps = 2**depth, ball(discount**depth)
    name = f"de Bruijn graph with stay, n = {n}, m = 3, discount {discount}, from below"
    return name, n, 3, discount, Size(steps * mean_max([1], [n]))


def _unit(mdp: FiniteMDP, action: int, state: int) -> Array:
    result = np.full((mdp.n_actions, mdp.n_states), Fraction(0), dtype=object)
    result[action, state] = Fraction(1)
    return result


def _going_round(mdp: FiniteMDP, times: Sequence[int]) -> Array:
    """Return the long-run shares of the last action in each state, proportional to the mean times spent there."""
    result = np.full((mdp.n_actions, mdp.n_states), Fraction(0), dtype=object)
    result[-1] = [Fraction(time, sum(times)) for time in times]
    return result
