"""Values of policies that a checker can compute again: they are optimal in an MDP without choice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import theory_checks as tc
from tabular import FiniteMDP
from tabular.mdp.policies import policy_value

from ..common.values import without_choice


def seen(**values: tuple[FiniteMDP, object]) -> dict[str, Any]:
    """Return objects and facts for `tc.decide`: the value of each MDP under its policy, by the name that is given."""
    objects: dict[str, Any] = {}
    for name, (mdp, policy) in values.items():
        objects |= {f"MDP_{name}": without_choice(mdp, policy), name: policy_value(mdp, policy)}
    return {"objects": objects, "facts": [tc.fact("optimal-value", mdp=f"MDP_{x}", value=x) for x in values]}


def door(gamma: Fraction, pay: int = 0) -> FiniteMDP:
    """Return two states: in the first one may stay, for pay, or leave it for the second, which is never left."""
    return FiniteMDP([[[1, 0], [0, 1]], [[0, 1], [0, 1]]], [[pay, 2], [0, 1]], gamma)


def random_policy(trial: tc.Trial, name: str, mdp: FiniteMDP) -> Sequence[int]:
    """Return an action for each state."""
    return [int(a) for a in trial.rng(name, "policy").integers(0, mdp.n_actions, mdp.n_states)]
