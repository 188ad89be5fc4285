"""The pairs of states (s, s') of trajectories that visit them in order, compiled: one look at each row."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any, NamedTuple

from tabular.compiled import njit


class Pairs(NamedTuple):
    """Pairs (s, s') with the sums over their rows of c rho, c and c rho R, s' = n for the end, as `Packed` has them."""

    offsets: Any
    state: Any
    following: Any
    ratio: Any
    weight: Any
    reward: Any


@njit(cache=True, nogil=True, error_model="numpy")
def pairs_in_order(
    offsets: Any, states: Any, next_states: Any, terminal: Any, rho: Any, c: Any, rewards: Any, n: int, pairs: Any
) -> int:
    """Write down the distinct pairs and return how many; -1 where those of a trajectory are not in order."""
    count = 0
    for i in range(offsets.shape[0] - 1):
        last = -1
        for k in range(offsets[i], offsets[i + 1]):
            following = n if terminal[k] else next_states[k]
            pair = states[k] * (n + 1) + following
            if pair < last:
                return -1
            if pair > last:
                pairs.state[count], pairs.following[count] = states[k], following
                pairs.ratio[count] = pairs.weight[count] = pairs.reward[count] = 0.0
                count += 1
            last = pair
            ratio = c[k] * rho[k]
            pairs.ratio[count - 1] += ratio
            pairs.weight[count - 1] += c[k]
            pairs.reward[count - 1] += ratio * rewards[k]
        pairs.offsets[i + 1] = count
    return count
