"""Policies over Fourier action values: callables that map states (k, d) to probabilities (k, n_actions)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tabular.errors import must, show
from tabular.evaluation.continuous._kernels_policies import (
    GREEDY,
    SOFTMAX,
    UNIFORM,
    Basis,
    Rule,
    probabilities_of_all,
    values_of_all,
)
from tabular.evaluation.continuous.environment import Environment, Vector, floats, number
from tabular.evaluation.continuous.fourier import FourierFeatures, state_rows
from tabular.numbers.arguments import count
from tabular.numbers.arrays import frozen


class Policy(Protocol):
    """Any map from states (k, d) to the probabilities (k, n_actions) of the actions."""

    def __call__(self, states: Any, /) -> Any:
        """Return the probabilities, one row a state."""


@dataclass(frozen=True, eq=False)
class ActionValues:
    """q_a(x) = sum_c weights[a, c] phi_c(x)."""

    weights: Vector
    features: FourierFeatures

    def __post_init__(self) -> None:
        weights = np.ascontiguousarray(floats("weights", self.weights))
        if weights.ndim != 2 or weights.shape[0] == 0 or weights.shape[1] != self.features.size:
            raise must("weights", f"have shape (n_actions, {self.features.size})", show(weights.shape))
        if not np.isfinite(weights).all():
            raise must("weights", "be finite", "a number that is not")
        object.__setattr__(self, "weights", frozen(weights, self.weights))

    @property
    def n_actions(self) -> int:
        """Return the number of actions."""
        return int(self.weights.shape[0])

    def __call__(self, states: Any) -> Vector:
        """Return the values (k, n_actions) of the actions in the states (k, d)."""
        x = state_rows(states, self.features.dimension)
        out = np.empty((len(x), self.n_actions))
        values_of_all(self.weights.copy(), self.features.basis, x, out)
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
        x = state_rows(states, None if self.rule.rule == UNIFORM else self.rule.basis.low.size)
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
    return RulePolicy(Rule(GREEDY, 0.0, values.weights.copy(), values.features.basis))


def epsilon_greedy(values: ActionValues, exploration: float) -> RulePolicy:
    """Return the policy that takes a uniform action with the exploration probability, else the first best one."""
    if not 0 <= number(exploration) <= 1:
        raise must("exploration", "be between 0 and 1", show(exploration))
    return RulePolicy(Rule(GREEDY, float(exploration), values.weights.copy(), values.features.basis))


def softmax(values: ActionValues, temperature: float) -> RulePolicy:
    """Return the policy with probabilities proportional to exp(q_a / temperature)."""
    if not 0 < number(temperature) < float("inf"):
        raise must("temperature", "be positive and finite", show(temperature))
    return RulePolicy(Rule(SOFTMAX, float(temperature), values.weights.copy(), values.features.basis))


def uniform(n_actions: int) -> RulePolicy:
    """Return the policy that takes each of the actions with the same probability, in every state."""
    nothing = Basis(np.empty((0, 0)), np.empty(0), np.empty(0))
    return RulePolicy(Rule(UNIFORM, 0.0, np.empty((count("n_actions", n_actions), 0)), nothing))


def no_values(environment: Environment, features: FourierFeatures) -> ActionValues:
    """Return the action values 0 of an environment."""
    return ActionValues(np.zeros((environment.n_actions, features.size)), features)


def checked_probabilities(policy: Policy, states: Vector, n_actions: int) -> Vector:
    """Return what a policy says about the states, refusing what are not distributions over the actions."""
    p = floats("policy(states)", policy(states))
    if p.shape != (len(states), n_actions):
        raise must("policy(states)", f"have shape {(len(states), n_actions)}", show(p.shape))
    # k terms, each rounded, and their sum
    wrong = ~((p >= 0).all(axis=1) & (np.abs(p.sum(axis=1) - 1) <= (n_actions + 1) * 2.0**-52))
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise must("policy(states)", "have rows that are distributions", show(p[row].tolist()), f"in row {row}")
    return np.ascontiguousarray(p)
