"""Orders of the states of a sparse MDP in which sweeps and incomplete factorisations work well."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers import _kernels_order as kernels

Order = NDArray[np.int32]


def is_local(mdp: FiniteMDP) -> bool:
    """Tell whether transitions lead to nearby numbers, as on a grid that is numbered row by row, or nearer."""
    P = mdp.stacked
    return kernels.mean_distance(P.indices, P.indptr, mdp.n_states) <= 2 * math.sqrt(mdp.n_states)


def flow_order(mdp: FiniteMDP) -> Order:
    """Return the states by their distance to the highest reward.

    Values flow backwards along transitions from where the rewards are. Searching in that direction also puts
    neighbours near each other (the Cuthill-McKee order of a matrix), but not next to each other: a state seldom has to
    wait for the one before.
    """
    P = mdp.stacked
    return kernels.backward_order(P.indices, P.indptr, mdp.rewards.max(axis=0))
