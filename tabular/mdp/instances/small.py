"""The smallest MDPs, with closed forms. Their numbers are floats or Fractions, whichever the arguments are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Scalar


def bandit(rewards: Sequence[Scalar], discount: Scalar) -> FiniteMDP:
    """Return one state with one arm for each reward: v* = max(rewards) / (1 - discount)."""
    arms = len(rewards)
    return FiniteMDP(np.ones((arms, 1, 1), dtype=np.int64), [[reward] for reward in rewards], discount)


def one_state_loop(discount: Scalar, reward: Scalar = 1) -> FiniteMDP:
    """Return one state with one action: v* = reward / (1 - discount)."""
    return bandit([reward], discount)


def identity_mdp(n: int, m: int, discount: Scalar) -> FiniteMDP:
    """Return n states that are never left (P_a = I, r = 0): v* = max_a r[a] / (1 - discount) for any other rewards."""
    n, m = count("n", n), count("m", m)
    P = np.broadcast_to(np.eye(n, dtype=np.int64), (m, n, n))
    return FiniteMDP(P, np.zeros((m, n), dtype=np.int64), discount)
