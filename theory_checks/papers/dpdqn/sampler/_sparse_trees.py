"""States in an order that makes the last query of a balanced tree as dear as its number of levels allows."""

from __future__ import annotations

from fractions import Fraction

LEVELS = range(2, 10)


def sparse_order(levels: int) -> list[int]:
    """Return states level by level, whose tree has the fewest nodes for its levels, and one that turns a branch twice.

    It is the F(levels + 2)-th state and is compared with one on each level; no fewer states have a tree so high.
    """
    by_level = sorted(_sparse(levels, Fraction(0), Fraction(1)))
    states = [*(x for _, x in by_level), Fraction(3, 2) * by_level[-1][1]]
    ranks = {x: i for i, x in enumerate(sorted(states))}
    return [ranks[x] for x in states]


def _sparse(levels: int, low: Fraction, high: Fraction, depth: int = 0) -> list[tuple[int, Fraction]]:
    """Return depth and place of each node: of a root, of a level less on its left and of two less on its right."""
    if levels < 1:
        return []
    root = (low + high) / 2
    return [
        (depth, root),
        *_sparse(levels - 1, low, root, depth + 1),
        *_sparse(levels - 2, root, high, depth + 1),
    ]
