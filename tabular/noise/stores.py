"""What it costs to keep points sorted while they arrive one by one, in counted steps: objects under study, not for use.

A sequential sampler must find the two neighbours of each new point and then store it between them. The counters below
do this for distinct points and return, for each insertion, how many points were compared with the new one and how many
stored entries were touched to make room for it. (`tabular.noise.path` keeps its points in blocks.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Steps(NamedTuple):
    """What one insertion costs."""

    comparisons: int
    changes: int


Store = Callable[[Sequence[int]], Iterator[Steps]]


@dataclass(slots=True)
class _Link:
    point: int
    after: _Link | None


def linked_list(points: Sequence[int]) -> Iterator[Steps]:
    """Walk an ascending list from its head to the first larger point; at most n - 1 comparisons for the n-th point."""
    head: _Link | None = None
    for x in points:
        comparisons, before, after = 0, None, head
        while after is not None:
            comparisons += 1
            if after.point > x:
                break
            before, after = after, after.after
        new = _Link(x, after)
        if before is None:
            head = new
        else:
            before.after = new
        yield Steps(comparisons, 1)


def sorted_array(points: Sequence[int]) -> Iterator[Steps]:
    """Bisect an array, then move all larger points by one place."""
    line: list[int] = []
    for x in points:
        low, high, comparisons = 0, len(line), 0
        while low < high:
            middle = (low + high) // 2
            comparisons += 1
            low, high = (low, middle) if x < line[middle] else (middle + 1, high)
        yield Steps(comparisons, len(line) - low + 1)
        line.insert(low, x)


@dataclass(slots=True)
class _Node:
    point: int
    left: _Node | None = None
    right: _Node | None = None
    height: int = 1


class _BalancedTree:
    """A search tree in which the two subtrees of each node differ by at most one level (Adelson-Velsky, Landis)."""

    def __init__(self) -> None:
        self.root: _Node | None = None
        self.comparisons = self.changes = 0

    def insert(self, x: int) -> Steps:
        """Insert a point; its two neighbours lie on the way down, where the way last turned right and left."""
        self.comparisons, self.changes = 0, 1
        self.root = self._below(self.root, x)
        return Steps(self.comparisons, self.changes)

    def _below(self, node: _Node | None, x: int) -> _Node:
        if node is None:
            return _Node(x)
        self.comparisons += 1
        if x < node.point:
            node.left = self._below(node.left, x)
        else:
            node.right = self._below(node.right, x)
        return self._balanced(node)

    def _balanced(self, node: _Node) -> _Node:
        excess = _height(node.left) - _height(node.right)
        if excess > 1 and node.left is not None:
            if _height(node.left.left) < _height(node.left.right):
                node.left = self._raised_right(node.left)
            return self._raised_left(node)
        if excess < -1 and node.right is not None:
            if _height(node.right.right) < _height(node.right.left):
                node.right = self._raised_left(node.right)
            return self._raised_right(node)
        self._measure(node)
        return node

    def _raised_left(self, node: _Node) -> _Node:
        """Put the left child in the place of the node."""
        top = node.left
        if top is None:
            return node
        node.left, top.right = top.right, node
        self._measure(node)
        self._measure(top)
        return top

    def _raised_right(self, node: _Node) -> _Node:
        """Put the right child in the place of the node."""
        top = node.right
        if top is None:
            return node
        node.right, top.left = top.left, node
        self._measure(node)
        self._measure(top)
        return top

    def _measure(self, node: _Node) -> None:
        self.changes += 1
        node.height = 1 + max(_height(node.left), _height(node.right))


def balanced_tree(points: Sequence[int]) -> Iterator[Steps]:
    """Insert into a balanced search tree: at most `tree_levels(n)` comparisons for the n-th point."""
    tree = _BalancedTree()
    for x in points:
        yield tree.insert(x)


def tree_levels(n: int) -> int:
    """Return the largest h with F(h + 2) <= n, F the Fibonacci numbers: the levels that n - 1 nodes can have at most.

    A balanced tree of h levels has one of h - 1 and one of at least h - 2 levels below its root, so it has at least
    F(h + 2) - 1 nodes.
    """
    h, this, following = 0, 1, 2  # F(h + 2) and F(h + 3)
    while following <= n:
        h, this, following = h + 1, following, this + following
    return h


def _height(node: _Node | None) -> int:
    return 0 if node is None else node.height
