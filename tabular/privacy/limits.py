"""The ends of the Gaussian privacy curve, where its formula has no value but the definition does.

mu = 0 is a mechanism that does not look at the data (delta = 0 for every epsilon), mu = infinity one whose two laws are
singular (delta = 1 for every finite epsilon), and every mechanism with finite mu has delta = 0 at epsilon = infinity.
"""

from __future__ import annotations

from math import inf

from tabular.errors import must
from tabular.numbers.arguments import nonnegative, probability
from tabular.numbers.exact import Exact


def limit_of_delta(epsilon: Exact, mu: Exact) -> int | None:
    """Return delta_G(epsilon, mu) where it is 0 or 1, None elsewhere."""
    nonnegative("epsilon", epsilon)
    nonnegative("mu", mu)
    if epsilon == inf and mu == inf:
        raise must("epsilon", "be finite where mu is infinite", "infinity for both")
    if mu == inf:
        return 1
    return 0 if mu == 0 or epsilon == inf else None


def limit_of_epsilon(delta: Exact, mu: Exact) -> float | None:
    """Return the smallest epsilon with delta_G(epsilon, mu) <= delta where the definition gives it, None elsewhere."""
    probability("delta", delta)
    nonnegative("mu", mu)
    if delta == 1 or mu == 0:
        return 0.0
    return inf if delta == 0 or mu == inf else None


def limit_of_mu(epsilon: Exact, delta: Exact) -> float | None:
    """Return the largest mu with delta_G(epsilon, mu) <= delta where the definition gives it, None elsewhere."""
    nonnegative("epsilon", epsilon)
    probability("delta", delta)
    if delta == 1 or epsilon == inf:
        return inf
    return 0.0 if delta == 0 else None
