"""MDPs as networkx multigraphs: a node is a state, an edge is one way an action can go.

An edge s -> t with attributes ``action`` (0..m-1), ``probability`` and ``reward`` says that the action leads from s to
t with that probability and pays that reward. Parallel edges of one action add up. If all edges of (s, action) pay the
same, that is r[action, s]; otherwise r[action, s] is the expectation sum_t probability * reward.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import networkx as nx
import numpy as np
from scipy import sparse

from tabular.arrays import Array
from tabular.errors import must, show
from tabular.mdp import FiniteMDP

Branch = tuple[int, Any, Any]  # next state, probability, reward
Branches = dict[tuple[int, int], list[Branch]]  # from (action, state)


def graph_from_mdp(mdp: FiniteMDP) -> nx.MultiDiGraph[int]:
    """Return the graph on 0..n-1 with one edge per action and positive probability; it reads back to the same MDP."""
    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph(sparse=mdp.is_sparse)
    graph.add_nodes_from(range(mdp.n_states))
    for a, P in enumerate(mdp.transitions):
        rows, columns = np.nonzero(P) if not mdp.is_sparse else P.nonzero()
        rewards, probabilities = mdp.rewards[a].tolist(), P[rows, columns].tolist()
        for s, t, p in zip(rows.tolist(), columns.tolist(), probabilities, strict=True):
            graph.add_edge(s, t, action=a, probability=p, reward=rewards[s])
    return graph


def mdp_from_graph(graph: nx.MultiDiGraph[Any], discount: object, as_sparse: bool | None = None) -> FiniteMDP:
    """Return the MDP of a directed graph; states are its nodes in their order in the graph.

    ``as_sparse`` decides the storage, by default the graph's own attribute ``sparse`` (absent: dense).
    """
    if not graph.is_directed():
        raise must("graph", "be directed", f"a {type(graph).__name__}")
    branches = _branches(graph)
    n = graph.number_of_nodes()
    m = 1 + max((a for a, _ in branches), default=-1)
    if len(branches) != m * n:
        a, s = next((a, s) for s in range(n) for a in range(m + 1) if (a, s) not in branches)
        raise must("every state", f"have edges for all {m} actions", f"none for action {a}", f"in state {s}")
    rewards = [[_reward(branches[a, s]) for s in range(n)] for a in range(m)]
    wanted = bool(graph.graph.get("sparse", False)) if as_sparse is None else as_sparse
    P = _sparse(branches, m, n) if wanted and branches else _dense(branches, m, n)
    return FiniteMDP(P, rewards, discount)


def _branches(graph: nx.MultiDiGraph[Any]) -> Branches:
    number = {node: i for i, node in enumerate(graph.nodes)}
    branches: Branches = defaultdict(list)
    for source, target, edge in graph.edges(data=True):
        place = f"on the edge from {show(source)} to {show(target)}"
        for name in ("action", "probability", "reward"):
            if name not in edge:
                raise must("edge", f"have the attribute {name!r}", f"attributes {sorted(map(str, edge))}", place)
        action = edge["action"]
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)) or action < 0:
            raise must("action", "be an integer of at least 0", show(action), place)
        branches[int(action), number[source]].append((number[target], edge["probability"], edge["reward"]))
    return branches


def _reward(branches: list[Branch]) -> Any:
    rewards = [reward for _, _, reward in branches]
    if all(reward == rewards[0] for reward in rewards):
        return rewards[0]
    return sum(probability * reward for _, probability, reward in branches)


def _dense(branches: Branches, m: int, n: int) -> Array:
    plain = all(type(p) in (int, float) for ways in branches.values() for _, p, _ in ways)
    P = np.zeros((m, n, n), dtype=np.float64 if plain and _any_float(branches) else object)
    for (a, s), ways in branches.items():
        for t, probability, _ in ways:
            P[a, s, t] = P[a, s, t] + probability
    return P


def _any_float(branches: Branches) -> bool:
    """Tell whether a probability is a float: integers alone must stay integers, as they fit exact rewards too."""
    return any(isinstance(p, float) for ways in branches.values() for _, p, _ in ways)


def _sparse(branches: Branches, m: int, n: int) -> Any:
    rows = [a * n + s for (a, s), ways in branches.items() for _ in ways]
    columns = [t for ways in branches.values() for t, _, _ in ways]
    data = [p for ways in branches.values() for _, p, _ in ways]
    return sparse.coo_array((np.array(data), (rows, columns)), shape=(m * n, n))
