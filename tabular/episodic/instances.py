"""Episodic MDPs: random ones, and the hard families behind lower bounds, with closed forms.

With ``exact=True`` the numbers are Fractions (arguments that are probabilities or gaps must then be Fractions too).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tabular.episodic import EpisodicMDP, RewardLaw
from tabular.errors import must, show
from tabular.numbers.arguments import count, generator
from tabular.numbers.arrays import Array, Scalar, convert, each_fraction, read_scalar

_MOST_BITS = 52  # k / 2**52 and every sum of such numbers up to 1 is a float
HALF = Fraction(1, 2)


def random_episodic(
    n: int, m: int, horizon: int, seed: int, bits: int = 16, exact: bool = False, reward_law: RewardLaw = "bernoulli"
) -> EpisodicMDP:
    """Return an MDP with independent random tables for every step; all numbers are multiples of 2**-bits.

    A law is the gaps between n - 1 uniform cuts of 0..2**bits; rewards are uniform. The float MDP has the same numbers.
    """
    n, m, H = count("n", n), count("m", m), count("horizon", horizon)
    if count("bits", bits) > _MOST_BITS:
        raise must("bits", f"be at most {_MOST_BITS}", str(bits))
    rng, one = generator(seed), 2**bits
    cuts = np.sort(rng.integers(0, one + 1, (H * m * n + 1, n - 1)), axis=1)
    laws = np.diff(cuts, axis=1, prepend=0, append=one)
    rewards = rng.integers(0, one + 1, (H, m, n))
    tables = (laws[:-1].reshape(H, m, n, n), rewards, laws[-1])
    P, r, start = (_over(table, one) if exact else table / one for table in tables)
    return EpisodicMDP(P, r, start, reward_law)


def riverswim(n: int, horizon: int, exact: bool = False) -> EpisodicMDP:
    """Return RiverSwim (Strehl and Littman 2008; Osband et al. 2013): swim right against the current, or drift left.

    Action 0 goes one state to the left for sure. Action 1 goes right with probability 7/20, stays with 3/5 and goes
    left with 1/20; in state 0 it stays with 2/5 and goes right with 3/5, in the last state it stays with 3/5 and goes
    left with 2/5. The reward is 1/200 for action 0 in state 0 and 1 for action 1 in the last state. Start: state 0.
    """
    if count("n", n) < 2:
        raise must("n", "be at least 2", show(n))
    P, r = _zeros(2, n, n), _zeros(2, n)
    for s in range(n):
        P[0, s, max(s - 1, 0)] = Fraction(1)
        P[1, s, max(s - 1, 0)] += Fraction(1, 20)
        P[1, s, s] += Fraction(3, 5)
        P[1, s, min(s + 1, n - 1)] += Fraction(7, 20)
    P[1, 0], P[1, n - 1] = _zeros(n), _zeros(n)
    P[1, 0, 0], P[1, 0, 1] = Fraction(2, 5), Fraction(3, 5)
    P[1, n - 1, n - 1], P[1, n - 1, n - 2] = Fraction(3, 5), Fraction(2, 5)
    r[0, 0], r[1, n - 1] = Fraction(1, 200), Fraction(1)
    return _finished(EpisodicMDP.stationary(P, r, 0, horizon), exact)


def combination_lock(horizon: int, m: int = 2, seed: int = 0, exact: bool = False) -> EpisodicMDP:
    """Return a lock: one action at each step keeps it open (state 0), any other shuts it for good (state 1).

    Only the right action of the last step is rewarded, with 1. So rho* = 1, one sequence of the m^H earns anything, and
    uniform actions earn m**-H. The combination is drawn from the seed.
    """
    H, m = count("horizon", horizon), count("m", m)
    right = generator(seed).integers(0, m, H)
    P, r = _zeros(H, m, 2, 2), _zeros(H, m, 2)
    P[..., 1] = Fraction(1)
    for h in range(H):
        P[h, right[h], 0] = [Fraction(1), Fraction(0)]
    r[H - 1, right[H - 1], 0] = Fraction(1)
    return _finished(EpisodicMDP(P, r, 0), exact)


def single_state_bandit(m: int, gap: Scalar, exact: bool = False) -> EpisodicMDP:
    """Return one state and one step: action 0 pays Bernoulli(1/2 + gap), the other m - 1 pay Bernoulli(1/2)."""
    extra = _fraction("gap", gap, exact, HALF)
    r = _zeros(1, count("m", m), 1)
    r[:] = HALF
    r[0, 0, 0] += extra
    return _finished(EpisodicMDP(_zeros(1, m, 1, 1) + 1, r, 0), exact)


def _zeros(*shape: int) -> Array:
    return each_fraction(np.zeros(shape, np.int64))


def _over(numerators: Array, denominator: int) -> Array:
    result = np.empty(numerators.shape, dtype=object)
    result.reshape(-1)[:] = [Fraction(k, denominator) for k in numerators.reshape(-1).tolist()]
    return result


def _finished(mdp: EpisodicMDP, exact: bool) -> EpisodicMDP:
    return mdp if exact else mdp.to_float()


def _fraction(name: str, value: object, exact: bool, most: Fraction) -> Fraction:
    """Return a number in [0, most] as a Fraction; exact instances take no floats."""
    numbers = read_scalar(name, value)
    if exact and numbers.kind == "float":
        raise must(name, "be a Fraction for an exact instance", show(value))
    number = numbers.array.item() if numbers.kind == "float" else convert(numbers, "exact").item()
    if not 0 <= number <= most:
        raise must(name, f"lie in [0, {most}]", show(value))
    return Fraction(number)
