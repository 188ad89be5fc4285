"""Quantities of finite laws and mechanisms for claims that are hunted, with facts for a certificate where traced.

A law is a list of probabilities. A mechanism is a table, a law of outcomes for each input; inputs that stand side by
side are neighbours, so that those k places apart differ in k records.
"""

from __future__ import annotations

from functools import reduce
from math import inf
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.numbers.arrays import Array
from theory_checks.hunt.followed import largest
from theory_checks.hunt.traced import function


def log(x: Any) -> Any:
    """Return the logarithm."""
    return function("log", x)


def exp(x: Any) -> Any:
    """Return the exponential."""
    return function("exp", x)


def sqrt(x: Any) -> Any:
    """Return the root."""
    return function("sqrt", x)


def total_variation(law: Any, other: Any) -> Any:
    """Return sum |p - q| / 2."""
    return sum(abs(p - q) for p, q in zip(law, other, strict=True)) / 2


def entropy(law: Any) -> Any:
    """Return the entropy in nats."""
    return -sum(p * log(p) for p in law if p > 0)


def kl_divergence(law: Any, other: Any) -> Any:
    """Return sum p log(p/q), infinite where p > 0 = q."""
    pairs = [(p, q) for p, q in zip(law, other, strict=True) if p > 0]
    return inf if any(q == 0 for _, q in pairs) else sum(p * log(p / q) for p, q in pairs)


def renyi_divergence(law: Any, other: Any, order: int) -> Any:
    """Return log(sum p^a q^(1 - a)) / (a - 1) for an integer order a >= 2, infinite where p > 0 = q."""
    if order < 2:
        raise must("order", "be an integer of at least 2", show(order))
    pairs = [(p, q) for p, q in zip(law, other, strict=True) if p > 0]
    if any(q == 0 for _, q in pairs):
        return inf
    return log(sum(p**order / q ** (order - 1) for p, q in pairs)) / (order - 1)


def hockey_stick(law: Any, other: Any, epsilon: Any) -> Any:
    """Return sum (p - exp(epsilon) q)+, the smallest delta for which no event tells one law from the other."""
    factor = exp(epsilon)
    return sum(largest([0, p - factor * q]) for p, q in zip(law, other, strict=True))


def smallest_delta(mechanism: Any, epsilon: Any, distance: int = 1) -> Any:
    """Return the smallest delta for which the mechanism is (epsilon, delta)-private at inputs that far apart."""
    return largest([0, *(hockey_stick(p, q, epsilon) for p, q in _apart(mechanism, distance))])


def smallest_epsilon(mechanism: Any, distance: int = 1) -> Any:
    """Return the smallest epsilon for which the mechanism is epsilon-private at inputs that far apart, or infinity."""
    ratios: list[Any] = [1]
    for law, other in _apart(mechanism, distance):
        for p, q in zip(law, other, strict=True):
            if p > 0 and q == 0:
                return inf
            ratios += [p / q] if p > 0 else []
    return log(largest(ratios))


def composed(*mechanisms: Any) -> Array:
    """Return the mechanism that gives the outcomes of all of them on the same input, drawn independently."""
    return reduce(lambda a, b: (a[:, :, None] * b[:, None, :]).reshape(len(a), -1), map(np.asarray, mechanisms))


def _apart(mechanism: Any, distance: int) -> list[tuple[Any, Any]]:
    rows = list(mechanism)
    pairs = [(rows[i], rows[i + distance]) for i in range(len(rows) - distance)]
    return [pair for p, q in pairs for pair in ((p, q), (q, p))]
