"""Seeded random families of MDPs.

The float families draw exponential weights and normalise them, which makes every row uniform on its simplex. The exact
families draw integers, so that rows sum to exactly 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.numbers.arguments import count, generator
from tabular.numbers.arrays import Array, Scalar
from tabular.numbers.sparsity import csr_from_parts, prefers_sparse

_MOST_ENTRIES = 2**31 - 1  # sparse indices are int32
_MOST_BITS = 52  # k / 2**52 and every sum of such numbers up to 1 is a float


def garnet(n: int, m: int, branching: int, discount: float, seed: int, sparse: bool | None = None) -> FiniteMDP:
    """Return a Garnet: from each state and action, ``branching`` distinct successors drawn uniformly.

    Their probabilities are uniform on the simplex, the rewards r[a, s] uniform on [0, 1). ``sparse`` decides the
    storage; by default more than 64 states are stored sparse.
    """
    n, m, branching = count("n", n), count("m", m), count("branching", branching)
    if branching > n:
        raise must("branching", f"be at most the number of states {n}", str(branching))
    if m * n * branching > _MOST_ENTRIES:
        raise must("m * n * branching", "be at most 2**31 - 1", str(m * n * branching))
    rng = generator(seed)
    successors = _distinct(rng, m * n, branching, n)
    weights = _simplex(rng, m * n, branching)
    rewards = rng.random((m, n))
    if prefers_sparse(n) if sparse is None else sparse:
        indptr = np.arange(0, m * n * branching + 1, branching, dtype=np.int64)
        return FiniteMDP(_csr(weights, successors, indptr, (m * n, n)), rewards, discount)
    P = np.zeros((m * n, n))
    np.put_along_axis(P, successors, weights, axis=1)
    return FiniteMDP(P.reshape(m, n, n), rewards, discount)


def dense_random(n: int, m: int, discount: float, seed: int) -> FiniteMDP:
    """Return an MDP whose rows are uniform on the simplex and whose rewards are uniform on [0, 1)."""
    n, m = count("n", n), count("m", m)
    rng = generator(seed)
    P = _simplex(rng, m * n, n).reshape(m, n, n)
    return FiniteMDP(P, rng.random((m, n)), discount)


def dyadic_random(n: int, m: int, discount: Scalar, bits: int, seed: int, exact: bool = True) -> FiniteMDP:
    """Return an MDP with probabilities k / 2**bits that sum to exactly 1 and rewards k / 2**bits in [-1, 1].

    A row is the gaps between n - 1 uniform cuts of 0..2**bits. With ``exact=False`` the same numbers are floats, and
    no float has been rounded.
    """
    n, m, bits = count("n", n), count("m", m), count("bits", bits)
    if bits > _MOST_BITS:
        raise must("bits", f"be at most {_MOST_BITS}", str(bits))
    rng = generator(seed)
    one = 2**bits
    parts = _composition(rng, m * n, n, one).reshape(m, n, n)
    rewards = rng.integers(-one, one + 1, (m, n))
    if exact:
        return FiniteMDP(_over(parts, one), _over(rewards, one), discount)
    return FiniteMDP(parts / one, rewards / one, discount)


def rational_random(n: int, m: int, discount: Fraction | int, denominator: int, seed: int) -> FiniteMDP:
    """Return an exact MDP with probabilities k / denominator and rewards k / denominator in [-1, 1]."""
    n, m, denominator = count("n", n), count("m", m), count("denominator", denominator)
    if denominator > 2**_MOST_BITS:
        raise must("denominator", f"be at most 2**{_MOST_BITS}", show(denominator))
    rng = generator(seed)
    parts = _composition(rng, m * n, n, denominator).reshape(m, n, n)
    rewards = rng.integers(-denominator, denominator + 1, (m, n))
    return FiniteMDP(_over(parts, denominator), _over(rewards, denominator), discount)


def _simplex(rng: Generator, rows: int, k: int) -> NDArray[np.float64]:
    weights = rng.standard_exponential((rows, k))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def _distinct(rng: Generator, rows: int, k: int, n: int) -> NDArray[np.int32]:
    """Return in each row k distinct numbers below n, uniform among the subsets, in rising order."""
    if 2 * k > n:
        return np.sort(rng.permuted(np.tile(np.arange(n, dtype=np.int32), (rows, 1)), axis=1)[:, :k], axis=1)
    chosen = np.empty((rows, k), dtype=np.int32)
    # Floyd's sampling, all rows at once: a number that was drawn before is replaced by the newest admissible one.
    for i, top in enumerate(range(n - k, n)):
        drawn = rng.integers(0, top + 1, rows, dtype=np.int32)
        seen = (chosen[:, :i] == drawn[:, None]).any(axis=1)
        chosen[:, i] = np.where(seen, np.int32(top), drawn)
    chosen.sort(axis=1)
    return chosen


def _composition(rng: Generator, rows: int, k: int, total: int) -> NDArray[np.int64]:
    """Return in each row k non-negative integers with sum ``total``: the gaps between k - 1 uniform cuts."""
    cuts = np.sort(rng.integers(0, total + 1, (rows, k - 1)), axis=1)
    return np.diff(cuts, axis=1, prepend=0, append=total)


def _csr(weights: Array, successors: Array, indptr: Array, shape: tuple[int, int]) -> Any:
    return csr_from_parts(weights.reshape(-1), successors.reshape(-1), indptr, shape)


def _over(numerators: NDArray[np.int64], denominator: int) -> Array:
    result = np.empty(numerators.shape, dtype=object)
    result.reshape(-1)[:] = [Fraction(k, denominator) for k in numerators.reshape(-1).tolist()]
    return result
