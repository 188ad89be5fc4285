"""Frozen lakes: a walk on a slippery grid with holes, from the first cell to the last."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import networkx as nx
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy import ndimage
from scipy import sparse as scipy_sparse

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.numbers.arguments import count, generator
from tabular.numbers.arrays import Array, Scalar
from tabular.numbers.sparsity import prefers_sparse

_DRAWS = 100
_DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # left, down, right, up: Gymnasium's order


def grid_lake(
    side: int, discount: Scalar, holes: float = 0.1, slip: Scalar = 1 / 3, seed: int = 0, sparse: bool | None = None
) -> FiniteMDP:
    """Return a side x side lake in which the share ``holes`` of the cells (rounded down) are holes.

    The holes are uniform among the sets that leave a way from the first cell (start) to the last (goal); if a hundred
    draws find none, that is an error. See :func:`lake`.
    """
    side = count("side", side)
    if not 0 <= holes < 1:
        raise must("holes", "be a share of the cells, at least 0 and less than 1", show(holes))
    rng = generator(seed)
    number = min(int(holes * side * side), max(side * side - 2, 0))
    for _ in range(_DRAWS):
        mask = _draw_holes(rng, side, number)
        if _has_way(mask):
            return lake(mask, discount, slip, sparse)
    raise must("holes", "leave a way from start to goal", f"none in {_DRAWS} draws of {number} holes")


def lake(holes: NDArray[np.bool_], discount: Scalar, slip: Scalar = 1 / 3, sparse: bool | None = None) -> FiniteMDP:
    """Return the lake with the given holes: states are cells row by row, the last one is the goal.

    Actions 0 to 3 aim left, down, right, up; each of the two perpendicular directions is taken instead with
    probability ``slip``; a step off the grid stays. Holes and the goal are never left and pay nothing; entering the
    goal pays 1, so r[a, s] = P[a][s, goal]. Storage is sparse by default for more than 64 float states.
    """
    mask = np.asarray(holes)
    if mask.dtype != np.bool_ or mask.ndim != 2 or mask.size == 0:
        raise must("holes", "be a two-dimensional array of truth values", f"dtype {mask.dtype} and shape {mask.shape}")
    if not 0 <= slip <= 0.5:
        raise must("slip", "be between 0 and 1/2, as there are two sides", show(slip))
    if isinstance(slip, int):
        slip = Fraction(slip) if isinstance(discount, Fraction) else float(slip)
    moves = _moves(mask)
    n = mask.size
    rewards = _goal_rewards(moves, n, slip)
    if isinstance(slip, float) and (prefers_sparse(n) if sparse is None else sparse):
        return FiniteMDP([_sparse_block(moves, a, slip) for a in range(4)], rewards, discount)
    return FiniteMDP(_dense(moves, slip), rewards, discount)


def _draw_holes(rng: Generator, side: int, number: int) -> NDArray[np.bool_]:
    mask = np.zeros(side * side, dtype=np.bool_)
    mask[1 + rng.permutation(max(side * side - 2, 0))[:number]] = True
    return mask.reshape(side, side)


def _has_way(holes: NDArray[np.bool_]) -> bool:
    """Tell whether the first and the last cell are in the same piece of frozen surface."""
    pieces, _ = cast(Any, ndimage).label(~holes)
    return bool(pieces[0, 0] == pieces[-1, -1])


def _moves(holes: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return moves[d, s], the cell that a step in direction d from s leads to; holes and the goal are never left."""
    rows, columns = holes.shape
    grid = nx.grid_2d_graph(rows, columns)
    frozen = [cell for cell in np.ndindex(rows, columns) if not holes[cell] and cell != (rows - 1, columns - 1)]
    moves = np.tile(np.arange(holes.size), (4, 1))
    for r, c in frozen:
        for d, (down, right) in enumerate(_DIRECTIONS):
            if (r + down, c + right) in grid[r, c]:
                moves[d, r * columns + c] = (r + down) * columns + c + right
    return moves


def _weights(a: int, slip: Scalar) -> list[tuple[int, Scalar]]:
    """Return the directions that action a may take, each with its probability."""
    return [(a, 1 - 2 * slip), ((a - 1) % 4, slip), ((a + 1) % 4, slip)]


def _goal_rewards(moves: NDArray[np.intp], n: int, slip: Scalar) -> Array:
    """Return r[a, s] = the probability that action a enters the goal from another cell s."""
    enters = moves == n - 1
    enters[:, n - 1] = False
    zero = 0 * slip
    rewards = np.full((4, n), zero, dtype=np.float64 if isinstance(slip, float) else object)
    for a in range(4):
        for d, weight in _weights(a, slip):
            rewards[a][enters[d]] += weight
    return rewards


def _sparse_block(moves: NDArray[np.intp], a: int, slip: Scalar) -> Any:
    n = moves.shape[1]
    weights = _weights(a, slip)
    data = np.repeat([float(weight) for _, weight in weights], n)
    columns = np.concatenate([moves[d] for d, _ in weights])
    block = scipy_sparse.coo_array((data, (np.tile(np.arange(n), 3), columns)), shape=(n, n)).tocsr()
    block.eliminate_zeros()
    return block


def _dense(moves: NDArray[np.intp], slip: Scalar) -> Array:
    n = moves.shape[1]
    zero = 0 * slip
    P = np.full((4, n, n), zero, dtype=np.float64 if isinstance(slip, float) else object)
    for a in range(4):
        for d, weight in _weights(a, slip):
            P[a, np.arange(n), moves[d]] += weight
    return P
