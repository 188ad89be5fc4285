"""Layers of a graph: all edges lead to the right, nothing overlaps, nothing depends on chance."""

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.draw.layers import TRUNK, Layers, acyclic, components, layered, spread

EDGES = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=30)


def graphs(edges: Sequence[tuple[int, int]]) -> list[Layers]:
    names = [str(number) for number in range(13)]
    return [layered(part) for part in components(acyclic(names, ((str(a), str(b)) for a, b in edges)))]


@given(EDGES)
def test_what_rests_on_something_stands_right_of_it(edges: list[tuple[int, int]]) -> None:
    for graph in graphs(edges):
        for name, targets in graph.targets.items():
            assert all(graph.layer[name] < graph.layer[target] for target in targets)
            assert {end for _, end in graph.hops(name)} >= {(target, graph.layer[target]) for target in targets}
            assert all(end[1] == start[1] + 1 for start, end in graph.hops(name))


@given(EDGES)
def test_nothing_overlaps(edges: list[tuple[int, int]]) -> None:
    for graph in graphs(edges):
        for _, column in itertools.groupby(
            sorted(graph.row, key=lambda item: (item[1], graph.row[item])), lambda i: i[1]
        ):
            for one, other in itertools.pairwise(column):
                sizes = [1 if graph.layer[name] == place else TRUNK for name, place in (one, other)]
                assert graph.row[other] - graph.row[one] >= sum(sizes) / 2 - 1e-9


@given(EDGES)
def test_every_node_is_in_one_part_and_the_same_input_gives_the_same_places(edges: list[tuple[int, int]]) -> None:
    first, second = graphs(edges), graphs(edges)
    assert sorted(name for graph in first for name in graph.layer) == sorted(str(number) for number in range(13))
    assert [graph.row for graph in first] == [graph.row for graph in second]


def test_edges_that_close_a_circle_or_lead_out_are_left_out() -> None:
    graph = acyclic("abc", [("a", "b"), ("b", "c"), ("c", "a"), ("b", "b"), ("c", "d")])
    assert list(graph.edges) == [("a", "b"), ("b", "c")]


def test_a_node_stands_as_near_as_it_can_to_what_rests_on_it() -> None:
    (part,) = components(acyclic("abcd", [("a", "b"), ("b", "c"), ("d", "c")]))
    assert layered(part).layer == {"a": 0, "b": 1, "c": 2, "d": 1}


def test_long_edges_share_a_trunk() -> None:
    (part,) = components(acyclic("abcde", [("a", "b"), ("b", "c"), ("c", "d"), ("c", "e"), ("a", "d"), ("a", "e")]))
    hops = layered(part).hops("a")
    assert hops.count((("a", 0), ("a", 1))) == 1
    assert hops[-2:] == [(("a", 2), ("d", 3)), (("a", 2), ("e", 3))]


@pytest.mark.parametrize(
    ("wanted", "sizes", "expected"),
    [([], [], []), ([0, 5], [1, 1], [0, 5]), ([1, 1, 1], [1, 1, 1], [0, 1, 2]), ([0, 3, 3], [1, 2, 2], [0, 2, 4])],
)
def test_places_are_the_nearest_that_do_not_overlap(
    wanted: list[float], sizes: list[float], expected: list[float]
) -> None:
    assert spread(wanted, sizes) == pytest.approx(expected)
