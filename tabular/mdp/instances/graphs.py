"""MDPs that are graphs: every action is a way to walk. Numbers are floats or Fractions, whichever the arguments are."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import networkx as nx

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.networkx_graphs import mdp_from_graph
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Scalar

Move = tuple[int, int, int]  # state, action, next state


def chain(n: int, discount: Scalar, slip: Scalar = 0, sparse: bool = False) -> FiniteMDP:
    """Return a path of n states with actions 0 (left) and 1 (right); a move fails with probability ``slip``.

    A failed move stays. The only reward is 1 for action 1 in the last state, which that action never leaves.
    Going right is optimal: v*[s] = (gamma (1 - slip) / (1 - gamma slip))^(n-1-s) / (1 - gamma).
    """
    n = count("n", n)
    path = nx.path_graph(n)
    graph = _states(n)
    for s in range(n):
        for action, t in ((0, s - 1), (1, s + 1)):
            reward = 1 if (s, action) == (n - 1, 1) else 0
            target = t if path.has_edge(s, t) else s
            graph.add_edge(s, target, action=action, probability=1 - slip, reward=reward)
            graph.add_edge(s, s, action=action, probability=slip, reward=reward)
    return mdp_from_graph(graph, discount, sparse)


def cycle_with_stay(n: int, discount: Scalar, stays: int = 1, sparse: bool = False) -> FiniteMDP:
    """Return a directed cycle of n states: actions 0..stays-1 stay, action ``stays`` goes on to the next; r = 0."""
    n, stays = count("n", n), count("stays", stays, 0)
    stay = ((s, action, s) for action in range(stays) for s in range(n))
    go_on = ((s, stays, t) for s, t in nx.cycle_graph(n, create_using=nx.DiGraph).edges)
    return _deterministic(n, [*stay, *go_on], discount, sparse)


def de_bruijn(depth: int, discount: Scalar, sparse: bool = False) -> FiniteMDP:
    """Return the binary words of length ``depth``: action 0 stays, actions 1 and 2 shift in the bit 0 or 1; r = 0.

    Every state is reached from every state in exactly ``depth`` shifts: n = 2^depth, m = 3, the most a walk of that
    length can choose between.
    """
    n = 2 ** count("depth", depth, 0)
    stay = ((s, 0, s) for s in range(n))
    shift = ((s, 1 + bit, (2 * s + bit) % n) for s in range(n) for bit in (0, 1))
    return _deterministic(n, [*stay, *shift], discount, sparse)


def recovery_chain(
    states: int = 40, stay: Scalar = Fraction(1, 2), discount: Scalar = Fraction(99, 100), exact: bool = True
) -> FiniteMDP:
    """Return a chain that stays with a probability, else advances; reaching the last, absorbing state pays 1.

    One action. r[0, s] is the expected reward: 1 - stay in the state before the last, 0 elsewhere. An exact chain
    needs Fractions; with ``exact=False`` all numbers are floats.
    """
    n = count("states", states, 2)
    if not exact:
        stay, discount = float(stay), float(discount)
    graph = _states(n)
    for s in range(n - 1):
        graph.add_edge(s, s, action=0, probability=stay, reward=0)
        graph.add_edge(s, s + 1, action=0, probability=1 - stay, reward=1 if s == n - 2 else 0)
    graph.add_edge(n - 1, n - 1, action=0, probability=1, reward=0)
    mdp = mdp_from_graph(graph, discount, False)
    if exact and not mdp.is_exact:
        raise must("stay and discount", "be Fractions in an exact chain", f"{show(stay)} and {show(discount)}")
    return mdp


def recovery_chain_value(
    states: int = 40, stay: Scalar = Fraction(1, 2), discount: Scalar = Fraction(99, 100)
) -> list[Scalar]:
    """Return v[s] = q (gamma q)^(n-2-s) with q = (1 - stay) / (1 - gamma stay), and 0 in the last state."""
    n = count("states", states, 2)
    if not (0 <= stay <= 1 and 0 <= discount < 1):
        rule = "be a probability and a number in [0, 1)"
        raise must("stay and discount", rule, f"{show(stay)} and {show(discount)}")
    q = (1 - stay) / (1 - discount * stay)
    return [q * (discount * q) ** (n - 2 - s) for s in range(n - 1)] + [0 * q]


def _deterministic(n: int, moves: Iterable[Move], discount: Scalar, sparse: bool) -> FiniteMDP:
    graph = _states(n)
    for s, action, t in moves:
        graph.add_edge(s, t, action=action, probability=1, reward=0)
    return mdp_from_graph(graph, discount, sparse)


def _states(n: int) -> Any:
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(range(n))
    return graph
