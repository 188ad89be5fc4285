"""MDPs of numbers that follow a computation, and what a claim can ask of them.

A value of a policy is the optimal value of the MDP that has no other action, tied to the first number by number.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Self

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers import solve
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import fact
from theory_checks.core.formula import equals, ref
from theory_checks.hunt.traced import Trace, Traced, plain, read, traced


class FollowedMDP:
    """An MDP whose numbers follow a computation."""

    transitions: Array
    rewards: Array
    discount: Any

    @property
    def n_states(self) -> int:
        """The number of states."""
        return self.transitions.shape[1]

    @property
    def n_actions(self) -> int:
        """The number of actions."""
        return self.transitions.shape[0]

    def optimal_value(self) -> Array:
        """Return the optimal value."""
        raise NotImplementedError

    def tied(self, P: Array, r: Array, discount: Any) -> Self:
        """Return the MDP with these numbers, which were made from those of this one."""
        raise NotImplementedError

    def with_rewards(self, rewards: Any) -> Self:
        """Return the MDP with other rewards."""
        return self.tied(self.transitions, np.asarray(rewards, dtype=object), self.discount)

    def with_discount(self, discount: Any) -> Self:
        """Return the MDP with another discount."""
        return self.tied(self.transitions, self.rewards, discount)

    def q_values(self, value: Any) -> Array:
        """Return r[a, s] + gamma sum_t P[a][s, t] value[t]."""
        return self.rewards + self.discount * (self.transitions @ np.asarray(value, dtype=object))

    def policy_value(self, policy: Any) -> Array:
        """Return the value of a policy: the optimal one of the MDP that has no other action."""
        return self.tied(*self._along(self._laws(policy)), self.discount).optimal_value()

    def occupancy(self, policy: Any, start: Any = None) -> Array:
        """Return the occupancy: the visits of a state are what a policy is worth that earns 1 there and 0 elsewhere."""
        laws = self._laws(policy)
        P, _ = self._along(laws)
        weights = [1] * self.n_states if start is None else list(start)
        one = self.tied(P, np.full((1, self.n_states), Fraction(0), dtype=object), self.discount)
        visits: list[Any] = []
        for s in range(self.n_states):
            earned = [[Fraction(int(t == s)) for t in range(self.n_states)]]
            value = one.with_rewards(earned).optimal_value()
            visits.append(sum(w * x for w, x in zip(weights, value, strict=True)))
        return laws * np.array(visits, dtype=object)

    def _laws(self, policy: Any) -> Array:
        """Return a policy as laws in columns."""
        array = np.asarray(policy)
        if array.ndim == 2:
            return array
        return np.array([[Fraction(int(b == a)) for b in array.tolist()] for a in range(self.n_actions)], dtype=object)

    def _along(self, laws: Array) -> tuple[Array, Array]:
        P = (laws[:, :, None] * self.transitions).sum(axis=0)[None]
        return P, (laws * self.rewards).sum(axis=0)[None]


class TracedMDP(FollowedMDP):
    """An exact MDP whose numbers are entries of an object of the certificate."""

    def __init__(self, mdp: FiniteMDP, trace: Trace) -> None:
        self.exact, self.trace = mdp, trace
        self.name = trace.named("M", mdp)
        self.transitions = traced(mdp.transitions, trace, f"{self.name}.transitions")
        self.rewards = traced(mdp.rewards, trace, f"{self.name}.rewards")
        self.discount = Traced(mdp.discount, ref(f"{self.name}.discount"), trace)

    def optimal_value(self) -> Array:
        """Return the optimal value, under a name, with the fact that it is."""
        value = solve(self.exact).value
        name = self.trace.named("v", value)
        self.trace.facts[name] = fact("optimal-value", mdp=self.name, value=name)
        return traced(value, self.trace, name)

    def tied(self, P: Array, r: Array, discount: Any) -> TracedMDP:
        """Return the MDP with these numbers, each of which is a fact about it."""
        other = TracedMDP(FiniteMDP(plain(P), plain(r), plain(discount).item()), self.trace)
        for mine, theirs in ((other.transitions, P), (other.rewards, r)):
            for place in np.ndindex(mine.shape):
                self.trace.state(equals(read(mine[place])[1], read(theirs[place])[1]))
        self.trace.state(equals(other.discount.formula, read(discount)[1]))
        return other
