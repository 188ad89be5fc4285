"""Fourier features and policies over them, compiled.

phi_c(x) = cos(pi c . s), s = (x - low) / span clipped to [0, 1]^d; q_a(x) = sum_c weights[a, c] phi_c(x).
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from tabular.compiled import INNER, njit

UNIFORM, GREEDY, SOFTMAX = 0, 1, 2


class Basis(NamedTuple):
    """Fourier features: coefficients (size, d), low (d,), span (d,)."""

    coefficients: Any
    low: Any
    span: Any


class Rule(NamedTuple):
    """A policy: which rule, its number (exploration or temperature), weights (m, size) and their basis."""

    rule: int
    number: float
    weights: Any
    basis: Basis


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def features(basis: Any, state: Any, out: Any) -> None:
    """Set out (size,) to the features of a state."""
    d = state.shape[0]
    scaled = np.empty(d)
    for j in range(d):
        scaled[j] = min(max((state[j] - basis.low[j]) / basis.span[j], 0.0), 1.0)
    for c in range(out.shape[0]):
        total = 0.0
        for j in range(d):
            total += basis.coefficients[c, j] * scaled[j]
        out[c] = math.cos(math.pi * total)


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def action_values(weights: Any, phi: Any, out: Any) -> None:
    """Set out (m,) to the values of the actions at features phi."""
    for a in range(weights.shape[0]):
        total = 0.0
        for c in range(phi.shape[0]):
            total += weights[a, c] * phi[c]
        out[a] = total


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def best(q: Any) -> int:
    """Return the first best action."""
    first = 0
    for a in range(1, q.shape[0]):
        if q[a] > q[first]:
            first = a
    return first


@njit(cache=True, nogil=True, error_model="numpy")
def features_of_all(basis: Any, states: Any, out: Any) -> None:
    """Set out (k, size) to the features of the states (k, d)."""
    for i in range(states.shape[0]):
        features(basis, states[i], out[i])


@njit(cache=True, nogil=True, error_model="numpy")
def values_of_all(weights: Any, basis: Any, states: Any, out: Any) -> None:
    """Set out (k, m) to the action values of the states (k, d)."""
    phi = np.empty(weights.shape[1])
    for i in range(states.shape[0]):
        features(basis, states[i], phi)
        action_values(weights, phi, out[i])


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _turn_into_probabilities(rule: int, number: float, q: Any) -> None:
    """Replace the action values by what the rule makes of them; greedy is epsilon-greedy with the number 0."""
    m = q.shape[0]
    top = best(q)
    highest = q[top]
    total = 0.0
    for a in range(m):
        if rule == SOFTMAX:
            q[a] = math.exp((q[a] - highest) / number)
        elif rule == UNIFORM:
            q[a] = 1.0
        else:
            q[a] = number / m + (1.0 - number if a == top else 0.0)
        total += q[a]
    for a in range(m):
        q[a] /= total


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def probabilities(policy: Any, state: Any, phi: Any, out: Any) -> None:
    """Set out (m,) to the probabilities of the actions in a state; phi is working space for the features."""
    if policy.rule != UNIFORM:
        features(policy.basis, state, phi)
        action_values(policy.weights, phi, out)
    _turn_into_probabilities(policy.rule, policy.number, out)


@njit(cache=True, nogil=True, error_model="numpy")
def probabilities_of_all(policy: Any, states: Any, out: Any) -> None:
    """Set out (k, m) to the probabilities of the actions in the states (k, d)."""
    phi = np.empty(policy.weights.shape[1])
    for i in range(states.shape[0]):
        probabilities(policy, states[i], phi, out[i])


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def chosen(probability: Any, u: float) -> int:
    """Return the action that u in [0, 1) chooses: the first with u below its cumulated probability."""
    total, last = 0.0, 0
    for a in range(probability.shape[0]):
        total += probability[a]
        if probability[a] > 0.0:
            last = a
            if u < total:
                return a
    return last


@njit(cache=True, nogil=True, error_model="numpy")
def chosen_of_all(probability: Any, u: Any, out: Any) -> None:
    """Set out (k,) to the actions that the numbers u choose."""
    for i in range(out.shape[0]):
        out[i] = chosen(probability[i], u[i])
