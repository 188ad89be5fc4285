"""MDPs as networkx multigraphs: a node is a state, an edge is one way an action can go.

An edge s -> t with attributes ``action`` (0..m-1), ``probability`` and ``reward`` is one line of `tabular.mdp.ways`.
"""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from tabular.errors import must, show
from tabular.mdp.finite import FiniteMDP
from tabular.mdp.ways import Ways
from tabular.numbers.arrays import common_kind, convert, read_numbers, read_scalar


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


def mdp_from_graph(
    graph: nx.MultiDiGraph[Any], discount: object, as_sparse: bool | None = None, missing: str = "refuse"
) -> FiniteMDP:
    """Return the MDP of a directed graph; states are its nodes in their order in the graph.

    ``as_sparse`` decides the storage, by default the graph's own attribute ``sparse`` (absent: dense). For states with
    fewer actions than others see ``missing`` of `Ways.mdp`.
    """
    if not graph.is_directed():
        raise must("graph", "be directed", f"a {type(graph).__name__}")
    wanted = bool(graph.graph.get("sparse", False)) if as_sparse is None else as_sparse
    return _ways(graph, discount).mdp(graph.number_of_nodes(), discount, wanted, missing)


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
