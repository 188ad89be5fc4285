"""Values over the deterministic policies of an exact MDP."""

from __future__ import annotations

from itertools import product

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.policies import policy_value
from tabular.numbers.arrays import Array


def best_over_policies(mdp: FiniteMDP) -> Array:
    """Return the largest value that any deterministic policy has, state by state; no Bellman equation is used."""
    policies = product(range(mdp.n_actions), repeat=mdp.n_states)
    return np.max([policy_value(mdp, list(policy)) for policy in policies], axis=0)
