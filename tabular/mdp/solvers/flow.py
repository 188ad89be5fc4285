"""Orders of the states of a sparse MDP in which sweeps and incomplete factorisations work well."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers import _kernels_order as kernels

Order = NDArray[np.int32]
Sources = tuple[NDArray[np.int32], NDArray[np.int32]]


def is_local(mdp: FiniteMDP) -> bool:
    """Tell whether transitions lead to nearby numbers, as on a grid that is numbered row by row, or nearer."""
    P = mdp.stacked
    return kernels.mean_distance(P.indices, P.indptr, mdp.n_states) <= _near(mdp)


def stays_near(mdp: FiniteMDP, least: float) -> bool:
    """Tell whether a reward is felt by less than ``least`` beyond nearby numbers: discounted once for each step."""
    largest = float(np.abs(mdp.rewards).max())
    return largest * mdp.discount ** _near(mdp) <= least


def _near(mdp: FiniteMDP) -> float:
    return 2 * math.sqrt(mdp.n_states)


def sources_of(mdp: FiniteMDP) -> Sources:
    """Return lists and where each begins: ``lists[first[t] : first[t + 1]]`` are the states that may lead to t."""
    P = mdp.stacked
    return kernels.predecessors(P.indices, P.indptr, mdp.n_states)


def flow_order(mdp: FiniteMDP, sources: Sources | None = None) -> Order:
    """Return the states by their distance to the highest reward.

    Values flow backwards along transitions from where the rewards are. Searching in that direction also puts
    neighbours near each other (the Cuthill-McKee order of a matrix), but not next to each other: a state seldom has to
    wait for the one before.
    """
    return kernels.backward_order(sources_of(mdp) if sources is None else sources, mdp.rewards.max(axis=0))
