"""Named MDPs with closed forms, seeded families and hard instances: pure functions that return a FiniteMDP."""

from __future__ import annotations

from tabular.mdp.instances.families import dense_random, dyadic_random, garnet, rational_random
from tabular.mdp.instances.graphs import chain, cycle_with_stay, de_bruijn, recovery_chain, recovery_chain_value
from tabular.mdp.instances.lakes import grid_lake, lake
from tabular.mdp.instances.small import bandit, identity_mdp, one_state_loop

__all__ = [
    "bandit",
    "chain",
    "cycle_with_stay",
    "de_bruijn",
    "dense_random",
    "dyadic_random",
    "garnet",
    "grid_lake",
    "identity_mdp",
    "lake",
    "one_state_loop",
    "rational_random",
    "recovery_chain",
    "recovery_chain_value",
]
