"""Policies over Fourier action values: callables that map states (k, d) to probabilities (k, n_actions)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must, show
from tabular.instances.arguments import count
from tabular.instances.continuous._kernels_policies import (
    EPSILON_GREEDY,
    GREEDY,
    SOFTMAX,
    UNIFORM,
    Basis,
    Rule,
    probabilities_of_all,
    values_of_all,
)
from tabular.instances.continuous.environment import Environment, Vector

_MOST_FEATURES = 100_000


class Policy(Protocol):
    """Any map from states (k, d) to the probabilities (k, n_actions) of the actions."""

    def __call__(self, states: Any, /) -> Any:
        """Return the probabilities, one row a state."""
        ...


@dataclass(frozen=True, eq=False)
class ActionValues:
    """q_a(x) = sum_c weights[a, c] cos(pi c . s), s = (x - low) / (high - low) clipped to [0, 1]^d."""

    weights: Vector
    coefficients: NDArray[np.int64]
    low: Vector
    high: Vector

    def __post_init__(self) -> None:
        for name in ("weights", "coefficients", "low", "high"):
            object.__setattr__(self, name, np.array(getattr(self, name)))
            getattr(self, name).setflags(write=False)
        size, d = self.coefficients.shape
        if self.weights.ndim != 2 or self.weights.shape[1] != size:
            raise must("weights", f"have shape (n_actions, {size})", show(self.weights.shape))
        if not np.isfinite(self.weights).all():
            raise must("weights", "be finite", "a number that is not")
        if self.low.shape != (d,) or self.high.shape != (d,) or not (self.low < self.high).all():
            raise must(
                "low and high", f"be {d} rising pairs", f"{show(self.low.tolist())} and {show(self.high.tolist())}"
            )

    @property
    def n_actions(self) -> int:
        """Return the number of actions."""
        return int(self.weights.shape[0])

    @property
    def basis(self) -> Basis:
        """Return the features for the kernels."""
        return Basis(self.coefficients.astype(np.float64), self.low, self.high - self.low)

    def __call__(self, states: Any) -> Vector:
        """Return the values (k, n_actions) of the actions in the states (k, d)."""
        x = _states(states, self.low.size)
        out = np.empty((len(x), self.n_actions))
        values_of_all(self.weights, self.basis, x, out)
        return out


@dataclass(frozen=True, eq=False)
class RulePolicy:
    """A policy that the compiled simulators run by themselves; made by greedy, epsilon_greedy, softmax and uniform."""

    rule: Rule

    @property
    def n_actions(self) -> int:
        """Return the number of actions."""
        return int(self.rule.weights.shape[0])

    def __call__(self, states: Any) -> Vector:
        """Return the probabilities (k, n_actions) of the actions in the states (k, d)."""
        x = _states(states, None if self.rule.rule == UNIFORM else self.rule.basis.low.size)
        out = np.empty((len(x), self.n_actions))
        probabilities_of_all(self.rule, x, out)
        return out

    def check(self, environment: Environment) -> None:
        """Refuse an environment with other actions or coordinates."""
        if self.n_actions != environment.n_actions:
            raise must("policy", f"have the {environment.n_actions} actions of the environment", str(self.n_actions))
        if self.rule.rule != UNIFORM and self.rule.basis.low.size != environment.dimension:
            rule = f"be for states of {environment.dimension} numbers"
            raise must("policy", rule, str(self.rule.basis.low.size))


def greedy(values: ActionValues) -> RulePolicy:
    """Return the policy that takes the first best action."""
    return RulePolicy(Rule(GREEDY, 0.0, values.weights, values.basis))


def epsilon_greedy(values: ActionValues, exploration: float) -> RulePolicy:
    """Return the policy that takes a uniform action with the exploration probability, else the first best one."""
    if not 0 <= exploration <= 1:
        raise must("exploration", "be between 0 and 1", show(exploration))
    return RulePolicy(Rule(EPSILON_GREEDY, float(exploration), values.weights, values.basis))


def softmax(values: ActionValues, temperature: float) -> RulePolicy:
    """Return the policy with probabilities proportional to exp(q_a / temperature)."""
    if not 0 < temperature < float("inf"):
        raise must("temperature", "be positive and finite", show(temperature))
    return RulePolicy(Rule(SOFTMAX, float(temperature), values.weights, values.basis))


def uniform(n_actions: int) -> RulePolicy:
    """Return the policy that takes each of the actions with the same probability, in every state."""
    nothing = Basis(np.empty((0, 0)), np.empty(0), np.empty(0))
    return RulePolicy(Rule(UNIFORM, 0.0, np.empty((count("n_actions", n_actions), 0)), nothing))


def fourier_coefficients(order: int, dimension: int, coupled: int | None = None) -> NDArray[np.int64]:
    """Return the c in {0, ..., order}^dimension with at most ``coupled`` entries that are not 0 (by default: all)."""
    order, dimension = count("order", order, 0), count("dimension", dimension)
    most = dimension if coupled is None else count("coupled", coupled, 0)
    if (order + 1) ** dimension > _MOST_FEATURES:
        raise must("(order + 1) ** dimension", f"be at most {_MOST_FEATURES}", f"order {order}, dimension {dimension}")
    everything = itertools.product(range(order + 1), repeat=dimension)
    return np.array([c for c in everything if sum(k > 0 for k in c) <= most], dtype=np.int64)


def no_values(environment: Environment, order: int, coupled: int | None = None) -> ActionValues:
    """Return the action values 0 of an environment over the Fourier features of its domain."""
    coefficients = fourier_coefficients(order, environment.dimension, coupled)
    weights = np.zeros((environment.n_actions, len(coefficients)))
    return ActionValues(weights, coefficients, environment.low, environment.high)


def checked_probabilities(policy: Policy, states: Vector, n_actions: int) -> Vector:
    """Return what a policy says about the states, refusing what are not distributions over the actions."""
    p = np.asarray(policy(states), dtype=np.float64)
    if p.shape != (len(states), n_actions):
        raise must("policy(states)", f"have shape {(len(states), n_actions)}", show(p.shape))
    # k terms, each rounded, and their sum
    wrong = ~((p >= 0).all(axis=1) & (np.abs(p.sum(axis=1) - 1) <= (n_actions + 1) * 2.0**-52))
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise must("policy(states)", "have rows that are distributions", show(p[row].tolist()), f"in row {row}")
    return np.ascontiguousarray(p)


def _states(states: Any, dimension: int | None) -> Vector:
    x = np.ascontiguousarray(states, dtype=np.float64)
    if x.ndim == 1 and dimension in (None, 1):
        x = x[:, None]
    if x.ndim != 2 or dimension not in (None, x.shape[1]):
        raise must("states", f"have shape (k, {'d' if dimension is None else dimension})", show(x.shape))
    if not np.isfinite(x).all():
        raise must("states", "be finite", "a number that is not")
    return x
