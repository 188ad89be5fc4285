"""Layers of a graph: what rests on what, from left to right. The same input gives the same places.

Edges from one node that pass over a layer run along one trunk, which takes a little room in the layers that it crosses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

Item = tuple[str, int]  # a node in its layer, or its trunk in a later one
ROUNDS = 12
TRUNK = 0.3  # the room of a trunk; a node takes 1


@dataclass(frozen=True)
class Layers:
    """Where nodes and trunks are: in layers from the left, in rows from the top."""

    layer: Mapping[str, int]
    row: Mapping[Item, float]
    targets: Mapping[str, Sequence[str]]

    def hops(self, name: str) -> list[tuple[Item, Item]]:
        """Return the steps, each to the next layer, that lead from a node to all that rests on it."""
        return _hops(name, self.targets[name], self.layer)


def acyclic(names: Sequence[str], edges: Iterable[tuple[str, str]]) -> nx.DiGraph[str]:
    """Return the graph, without the edges that would close a circle or lead out of it."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(names)
    for start, end in edges:
        if start in graph and end in graph and not nx.has_path(graph, end, start):
            graph.add_edge(start, end)
    return graph


def components(graph: nx.DiGraph[str]) -> list[nx.DiGraph[str]]:
    """Return the connected parts, the largest first."""
    order = {name: number for number, name in enumerate(graph)}
    parts = [sorted(part, key=order.__getitem__) for part in nx.weakly_connected_components(graph)]
    parts.sort(key=lambda part: (-len(part), order[part[0]]))
    return [acyclic(part, (edge for edge in graph.edges if edge[0] in part)) for part in map(list, parts)]


def layered(graph: nx.DiGraph[str]) -> Layers:
    """Return the places of one connected part."""
    layer = _layers(graph)
    targets = {name: list(graph.successors(name)) for name in graph}
    hops = [hop for name in graph for hop in _hops(name, targets[name], layer)]
    items = dict.fromkeys([(name, layer[name]) for name in graph] + [end for _, end in hops])
    columns: list[list[Item]] = [[] for _ in range(max(layer.values()) + 1)]
    for item in items:
        columns[item[1]].append(item)
    before: dict[Item, list[Item]] = {item: [] for item in items}
    after: dict[Item, list[Item]] = {item: [] for item in items}
    for start, end in hops:
        before[end].append(start)
        after[start].append(end)
    _order(columns, before, after)
    return Layers(layer, _rows(columns, before, after, layer), targets)


def _layers(graph: nx.DiGraph[str]) -> dict[str, int]:
    """Return the longest way to each node, and then as late as what rests on it allows, so that edges are short."""
    order = list(nx.topological_sort(graph))
    layer: dict[str, int] = {}
    for name in order:
        layer[name] = max((layer[step] + 1 for step in graph.predecessors(name)), default=0)
    for name in reversed(order):
        layer[name] = min((layer[user] - 1 for user in graph.successors(name)), default=layer[name])
    return layer


def _hops(name: str, targets: Sequence[str], layer: Mapping[str, int]) -> list[tuple[Item, Item]]:
    first, last = layer[name], max((layer[target] for target in targets), default=0)
    trunk = [((name, place), (name, place + 1)) for place in range(first, last - 1)]
    return trunk + [((name, layer[target] - 1), (target, layer[target])) for target in targets]


def _order(columns: Sequence[list[Item]], before: Mapping[Item, list[Item]], after: Mapping[Item, list[Item]]) -> None:
    """Bring each column into the order of its neighbours, back and forth, so that few edges cross."""
    for number in range(ROUNDS):
        neighbours = after if number % 2 else before
        for column in reversed(columns) if number % 2 else columns:
            places = {item: index for other in columns for index, item in enumerate(other)}
            here = {item: _mean([places[n] for n in neighbours[item]], places[item]) for item in column}
            column.sort(key=here.__getitem__)


def _rows(
    columns: Sequence[Sequence[Item]],
    before: Mapping[Item, list[Item]],
    after: Mapping[Item, list[Item]],
    layer: Mapping[str, int],
) -> dict[Item, float]:
    """Return rows: as near as the order allows to the middle of what a thing is joined to, back and forth."""
    row = {item: float(index) for column in columns for index, item in enumerate(column)}
    for number in range(ROUNDS):
        for column in reversed(columns) if number % 2 else columns:
            wanted = [_mean([row[n] for n in (*before[item], *after[item])], row[item]) for item in column]
            sizes = [1.0 if layer[name] == place else TRUNK for name, place in column]
            row.update(zip(column, spread(wanted, sizes), strict=True))
    top = min(row.values())
    return {item: value - top for item, value in row.items()}


def spread(wanted: Sequence[float], sizes: Sequence[float]) -> list[float]:
    """Return the places nearest to the wanted ones (least squares) at which things of these sizes do not overlap."""
    offsets, blocks, start = [], [], 0.0
    for number, (place, size) in enumerate(zip(wanted, sizes, strict=True)):
        start += (size + sizes[number - 1]) / 2 if number else 0.0
        offsets.append(start)
        blocks.append([place - start])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1].extend(last)
    middles = [_mean(block) for block in blocks for _ in block]
    return [middle + offset for middle, offset in zip(middles, offsets, strict=True)]


def _mean(values: Sequence[float], otherwise: float = 0.0) -> float:
    return sum(values) / len(values) if values else otherwise
