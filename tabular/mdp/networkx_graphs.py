"""MDPs as networkx multigraphs: a node is a state, an edge is one way an action can go.

An edge s -> t with attributes ``action`` (0..m-1), ``probability`` and ``reward`` says that the action leads from s to
t with that probability and pays that reward. Parallel edges of one action add up. If all edges of (s, action) pay the
same, that is r[action, s]; otherwise r[action, s] is the expectation sum_t probability * reward.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from scipy import sparse

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array, Kind, common_kind, convert, read_numbers, read_scalar


class Ways(NamedTuple):
    """The edges of a graph as parallel arrays: in ``states[i]``, ``actions[i]`` leads to ``targets[i]``."""

    actions: list[int]
    states: list[int]
    targets: list[int]
    probabilities: Array
    rewards: Array
    kind: Kind


def graph_from_mdp(mdp: FiniteMDP) -> nx.MultiDiGraph[int]:
    """Return the graph on 0..n-1 with one edge per action and positive probability; it reads back to the same MDP."""
    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph(sparse=mdp.is_sparse)
    graph.add_nodes_from(range(mdp.n_states))
    for a, P in enumerate(mdp.transitions):
        rows, columns = P.nonzero()
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
    ways = _ways(graph, discount)
    n = graph.number_of_nodes()
    m = 1 + max(ways.actions, default=-1)
    rewards = _rewards(ways, m, n)
    wanted = bool(graph.graph.get("sparse", False)) if as_sparse is None else as_sparse
    if wanted and ways.kind == "exact":
        raise must("an exact MDP", "be dense, as sparse matrices hold floats", "sparse=True")
    P = _sparse(ways, m, n) if wanted and m * n > 0 else _dense(ways, m, n)
    return FiniteMDP(P, rewards, discount)


def _ways(graph: nx.MultiDiGraph[Any], discount: object) -> Ways:
    number = {node: i for i, node in enumerate(graph.nodes)}
    edges: list[tuple[Any, Any, dict[str, Any]]] = list(graph.edges(data=True))
    actions = [_action(edge, source, target) for source, target, edge in edges]
    probabilities, rewards = (
        read_numbers(f"the {name} of the edges", [edge[name] for _, _, edge in edges], 1)
        for name in ("probability", "reward")
    )
    kind = common_kind([probabilities, rewards, read_scalar("discount", discount)])
    states, targets = [number[s] for s, _, _ in edges], [number[t] for _, t, _ in edges]
    return Ways(actions, states, targets, convert(probabilities, kind), convert(rewards, kind), kind)


def _action(edge: dict[str, Any], source: object, target: object) -> int:
    place = f"on the edge from {show(source)} to {show(target)}"
    for name in ("action", "probability", "reward"):
        if name not in edge:
            raise must("edge", f"have the attribute {name!r}", f"attributes {sorted(map(str, edge))}", place)
    action = edge["action"]
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)) or action < 0:
        raise must("action", "be an integer of at least 0", show(action), place)
    return int(action)


def _rewards(ways: Ways, m: int, n: int) -> list[list[Any]]:
    """Return r[a][s]; a state without an edge for some action is an error."""
    members: dict[tuple[int, int], list[int]] = defaultdict(list)
    for i, key in enumerate(zip(ways.actions, ways.states, strict=True)):
        members[key].append(i)
    if len(members) != m * n:
        a, s = next((a, s) for s in range(n) for a in range(m) if (a, s) not in members)
        raise must("every state", f"have edges for all {m} actions", f"none for action {a}", f"in state {s}")
    return [[_reward(ways.probabilities, ways.rewards, members[a, s]) for s in range(n)] for a in range(m)]


def _reward(probabilities: Array, rewards: Array, members: list[int]) -> Any:
    first = rewards[members[0]]
    if all(rewards[i] == first for i in members):
        return first
    return sum(probabilities[i] * rewards[i] for i in members)


def _dense(ways: Ways, m: int, n: int) -> Array:
    P = np.zeros((m, n, n)) if ways.kind == "float" else np.full((m, n, n), Fraction(0), dtype=object)
    np.add.at(P, (ways.actions, ways.states, ways.targets), ways.probabilities)
    return P


def _sparse(ways: Ways, m: int, n: int) -> Any:
    rows = np.array(ways.actions, dtype=np.int64) * n + np.array(ways.states, dtype=np.int64)
    return sparse.coo_array((ways.probabilities, (rows, ways.targets)), shape=(m * n, n))
