"""What float64 rounding may have done to a Bellman sweep, and the error bound that follows from the sweep.

Write u = 2^-53 and let rows of P have at most k nonzeros. A dot product of such a row with v, summed in any order, with
or without fused multiply-add, is off by at most g_k sum_t P[s, t] |v[t]| with g_k = k u / (1 - k u) (Higham, Accuracy
and Stability of Numerical Algorithms, chapter 3). One more product and one more sum make the computed Q(v)[a, s] right
up to

    eta = g_{k+8} (max |r| + gamma max |v|),

where the spare terms pay for row sums above 1 and for the rounding of the bound itself. With compensated sums the
factor is 8 u + g_{k+8}^2 instead, independent of k up to second order.

Rows are known to sum to 1 only up to ``row_slack(k)``, because the sum that was checked was a float too.
"""

from __future__ import annotations

UNIT = 2.0**-53

# Products of subnormal numbers are rounded without a relative bound; this is more than all of them together.
_UNDERFLOW = 1e-290


def sweep_rounding(k: int) -> float:
    """Return g_{k+8}, the relative rounding of one Bellman sweep over rows of at most k nonzeros."""
    return (k + 8) * UNIT / (1 - (k + 8) * UNIT)


def compensated_rounding(k: int) -> float:
    """Return 8 u + g_{k+8}^2, the same for dot products that are summed with compensation."""
    return 8 * UNIT + sweep_rounding(k) ** 2


def row_slack(k: int) -> float:
    """Return how far the true sum of a checked row of k nonzeros can be from 1.

    The float sum was within 2 k u of 1 and itself within g_k of the true one.
    """
    return 4 * (k + 1) * UNIT


def sweep_noise(reward: float, largest: float, discount: float, rounding: float) -> float:
    """Return eta, the most by which a computed Q(v)[a, s] is off, for |r| <= reward and |v| <= largest."""
    return rounding * (reward + discount * largest) + _UNDERFLOW


def shifted_bound(
    low: float, high: float, largest: float, eta: float, discount: float, slack: float, shift: float
) -> float:
    """Return a bound on ||w - v*|| for w = Tv + gamma shift, as floats, from one sweep of v.

    The sweep found low <= Tv - v <= high, is off by at most eta, and |Tv| <= largest. Let x = v + shift. Rows sum to 1,
    so T x = Tv + gamma shift and

        ||T x - x|| <= max(high - (1 - gamma) shift, (1 - gamma) shift - low)

    up to slack and rounding. T contracts with modulus q = gamma (1 + slack), so

        ||T x - v*|| <= q / (1 - q) ||T x - x||,

    and the same holds for the value of the policy that attained the maximum in the sweep. The bound is infinite if the
    slack takes more than half of 1 - gamma: then even 1 - q would be rounding.
    """
    gap = (1.0 - discount) * shift
    drift = abs(shift) * discount * slack + eta
    # low, high and gap were rounded themselves: a few units of each
    residual = max(high - gap, gap - low, 0.0) + drift + 4 * UNIT * (abs(low) + abs(high) + abs(gap))
    room = (1.0 - discount) - discount * slack
    if not room > 0.5 * (1.0 - discount):
        return float("inf")
    # w is the float nearest to Tv + gamma shift, up to two roundings
    last = drift + 2 * UNIT * (largest + 2 * abs(discount * shift))
    return (discount * (1.0 + slack) * residual / room + last) * (1.0 + 16 * UNIT)
