"""Errors and losses that a checker can compute again: each value comes with the fact that it is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import theory_checks as tc
from tabular import FiniteMDP, solve
from tabular.mdp.policies import policy_matrix, policy_value

BEST, OWN = (tc.fact("optimal-value", mdp=mdp, value=value) for mdp, value in (("M", "best"), ("N", "own")))


class Seen(NamedTuple):
    """A quantity as a formula of values, with the MDPs and the facts that make them values."""

    formula: tc.Formula
    objects: Mapping[str, Any]
    facts: Sequence[Mapping[str, Any]]


def error(mdp: FiniteMDP, v: Sequence[Fraction]) -> Seen:
    """Return the largest distance of v from the optimal value."""
    best = solve(mdp).value
    state = int(abs(best - v).argmax())
    distance = tc.formulas.absolute(tc.ref("best", state) - v[state])
    return Seen(distance, {"M": mdp, "best": best}, [BEST])


def loss(mdp: FiniteMDP, policy: object) -> Seen:
    """Return how much a policy loses in the state where it loses most: its value is that of an MDP without choice."""
    best, own = solve(mdp).value, policy_value(mdp, policy)
    state = int((best - own).argmax())
    P, r = policy_matrix(mdp, policy)
    objects = {"M": mdp, "best": best, "N": FiniteMDP([P], [r], mdp.discount), "own": own}
    return Seen(tc.ref("best", state) - tc.ref("own", state), objects, [BEST, OWN])


def prizes(gamma: Fraction, prize: Fraction | int) -> FiniteMDP:
    """Return two states that one can go to from both; going to the first pays a prize, each time."""
    return FiniteMDP([[[1, 0], [1, 0]], [[0, 1], [0, 1]]], [[prize, prize], [0, 0]], gamma)


def misleading(gamma: Fraction) -> list[Fraction]:
    """Return a function that a backup moves by 1 and -1; both actions look alike if the prize is twice the discount."""
    high = 1 / (1 - gamma)
    return [(2 * gamma - 1) * high, high]


GAMMAS = (Fraction(1, 2), Fraction(9, 10))
