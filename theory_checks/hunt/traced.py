"""Exact numbers that remember how they were made, so that what a claim computes becomes a certificate.

The claim is run once more on its counterexample, with numbers that are a Fraction and a formula of the certificate.
Each comparison on the way is kept as a fact, so that the run is the one that the certificate describes. A value of a
policy is the optimal value of the MDP that has no other action; the entries of that MDP are tied to the first by facts.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers import solve
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, fact
from theory_checks.core.formula import NEGATED, Formula, Relation, absolute, equals, num, ref

_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq, "!=": operator.ne,
}  # fmt: skip


@dataclass
class Trace:
    """What a certificate has to say of the numbers so far."""

    objects: dict[str, Any] = field(default_factory=dict[str, Any])
    facts: dict[str, Any] = field(default_factory=dict[str, Any])  # by their texts: each once

    def named(self, letter: str, thing: Any) -> str:
        """Give an object the next name with this letter."""
        name = f"{letter}{sum(key[0] == letter for key in self.objects)}"
        self.objects[name] = thing
        return name

    def state(self, relation: Relation) -> None:
        """Keep a relation as a fact."""
        self.facts[str(relation)] = relation


class Traced:
    """A rational with its formula."""

    def __init__(self, value: Fraction, formula: Formula, trace: Trace) -> None:
        self.value, self.formula, self.trace = value, formula, trace

    def _with(self, operation: Callable[[Any, Any], Any], other: Any, *, swapped: bool = False) -> Any:
        if not isinstance(other, Traced | int | Fraction | np.integer):
            return NotImplemented
        value, formula = _number(other)
        pairs = ((self.value, value), (self.formula, formula))
        (a, b), (f, g) = (pair[::-1] for pair in pairs) if swapped else pairs
        return Traced(operation(a, b), operation(f, g), self.trace)

    def __add__(self, other: Any) -> Any:
        return self._with(operator.add, other)

    def __radd__(self, other: Any) -> Any:
        return self._with(operator.add, other, swapped=True)

    def __sub__(self, other: Any) -> Any:
        return self._with(operator.sub, other)

    def __rsub__(self, other: Any) -> Any:
        return self._with(operator.sub, other, swapped=True)

    def __mul__(self, other: Any) -> Any:
        return self._with(operator.mul, other)

    def __rmul__(self, other: Any) -> Any:
        return self._with(operator.mul, other, swapped=True)

    def __truediv__(self, other: Any) -> Any:
        return self._with(operator.truediv, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._with(operator.truediv, other, swapped=True)

    def __pow__(self, other: int) -> Any:
        return Traced(self.value**other, self.formula**other, self.trace) if isinstance(other, int) else NotImplemented

    def __neg__(self) -> Traced:
        return Traced(-self.value, -self.formula, self.trace)

    def __abs__(self) -> Traced:
        return Traced(abs(self.value), absolute(self.formula), self.trace)

    def _compare(self, sign: str, other: Any) -> bool:
        """Decide a comparison, and keep how it went as a fact."""
        value, formula = _number(other)
        true = _TESTS[sign](self.value, value)
        self.trace.state(Relation(self.formula, sign if true else NEGATED[sign], formula))
        return true

    def __lt__(self, other: Any) -> bool:
        return self._compare("<", other)

    def __le__(self, other: Any) -> bool:
        return self._compare("<=", other)

    def __gt__(self, other: Any) -> bool:
        return self._compare(">", other)

    def __ge__(self, other: Any) -> bool:
        return self._compare(">=", other)

    def __eq__(self, other: object) -> bool:
        return self._compare("=", other)

    def __ne__(self, other: object) -> bool:
        return self._compare("!=", other)

    def __bool__(self) -> bool:
        return self._compare("!=", 0)

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # a key would compare without a fact


def _number(x: Any) -> tuple[Fraction, Formula]:
    if isinstance(x, Traced):
        return x.value, x.formula
    if not isinstance(x, int | Fraction | np.integer):
        raise TypeError(f"a number of a certificate must be an int or a Fraction, got {type(x).__name__} {x!r}")
    exact = Fraction(int(x)) if isinstance(x, np.integer) else Fraction(x)
    return exact, num(exact)


def traced(values: Array, trace: Trace, name: str = "") -> Array:
    """Return exact numbers as traced ones: entries of a list of the certificate, or plain numbers."""
    found = np.empty(values.shape, dtype=object)
    for place in np.ndindex(values.shape):
        exact = Fraction(values.item(place))
        found[place] = Traced(exact, ref(name, *place) if name else num(exact), trace)
    return found


def plain(values: Any) -> Array:
    """Return the rationals of traced numbers."""
    array = np.asarray(values, dtype=object)
    found = np.empty(array.shape, dtype=object)
    for place in np.ndindex(array.shape):
        found[place] = _number(array[place])[0]
    return found


class TracedMDP:
    """An exact MDP whose numbers are entries of an object of the certificate."""

    def __init__(self, mdp: FiniteMDP, trace: Trace) -> None:
        self.exact, self.trace = mdp, trace
        self.name = trace.named("M", mdp)
        self.transitions = traced(mdp.transitions, trace, f"{self.name}.transitions")
        self.rewards = traced(mdp.rewards, trace, f"{self.name}.rewards")
        self.discount = Traced(mdp.discount, ref(f"{self.name}.discount"), trace)
        self.n_states, self.n_actions = mdp.n_states, mdp.n_actions

    def optimal_value(self) -> Array:
        """Return the optimal value, under a name, with the fact that it is."""
        value = solve(self.exact).value
        name = self.trace.named("v", value)
        self.trace.facts[name] = fact("optimal-value", mdp=self.name, value=name)
        return traced(value, self.trace, name)

    def with_rewards(self, rewards: Any) -> TracedMDP:
        """Return the MDP with other rewards, tied to this one."""
        return self._tied(self.transitions, np.asarray(rewards, dtype=object))

    def with_discount(self, discount: Any) -> TracedMDP:
        """Return the MDP with another discount, tied to this one."""
        return self._tied(self.transitions, self.rewards, discount)

    def q_values(self, value: Any) -> Array:
        """Return r[a, s] + gamma sum_t P[a][s, t] value[t]."""
        return self.rewards + self.discount * (self.transitions @ np.asarray(value, dtype=object))

    def policy_value(self, policy: Any) -> Array:
        """Return the value of a policy: the optimal one of the MDP that has no other action."""
        laws = self._laws(policy)
        return self._tied(*self._followed(laws)).optimal_value()

    def occupancy(self, policy: Any, start: Any = None) -> Array:
        """Return the occupancy: the visits of a state are what a policy is worth that earns 1 there and 0 elsewhere."""
        laws = self._laws(policy)
        P, _ = self._followed(laws)
        weights = [1] * self.n_states if start is None else list(start)
        one = self._tied(P, np.full((1, self.n_states), Fraction(0), dtype=object))
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

    def _followed(self, laws: Array) -> tuple[Array, Array]:
        P = (laws[:, :, None] * self.transitions).sum(axis=0)[None]
        return P, (laws * self.rewards).sum(axis=0)[None]

    def _tied(self, P: Array, r: Array, discount: Any = None) -> TracedMDP:
        """Return the MDP with these numbers, each of which is a fact about it."""
        given = self.discount if discount is None else discount
        other = TracedMDP(FiniteMDP(plain(P), plain(r), _number(given)[0]), self.trace)
        for mine, theirs in ((other.transitions, P), (other.rewards, r)):
            for place in np.ndindex(mine.shape):
                self.trace.state(equals(_number(mine[place])[1], _number(theirs[place])[1]))
        self.trace.state(equals(other.discount.formula, _number(given)[1]))
        return other


def certificate(comparison: tuple[Any, str, Any], trace: Trace, claim: str) -> Certificate:
    """Return the certificate that a comparison which a claim made is false."""
    left, sign, right = comparison
    (_, a), (_, b) = _number(left), _number(right)
    return Certificate(
        says=f"The claim {claim} fails on the MDP M0.",
        objects=trace.objects,
        facts=list(trace.facts.values()),
        conclusion=Relation(a, NEGATED[sign], b),
        assumed=[f"that {claim} claims the opposite of the conclusion here: both sides are those of its own run"],
    )
