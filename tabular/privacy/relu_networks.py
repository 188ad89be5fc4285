"""ReLU networks of one variable as the broken lines that they are, exactly.

On [0, 1] every unit of a layer is linear between finitely many knots: those of the layer before, and the zeros at which
the ReLU bends it. With rational weights the knots and values are rational, and with them the norm of the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from tabular.errors import must
from tabular.numbers.arguments import finite
from tabular.numbers.exact import Exact, exact_sum
from tabular.privacy.rkhs import PiecewiseLinear


def relu_network(
    weights: Sequence[Sequence[Sequence[Exact]]],
    shifts: Sequence[Sequence[Exact]],
) -> tuple[PiecewiseLinear, ...]:
    """Return the outputs of x -> W_L relu(... relu(W_1 x + b_1) ...) + b_L on [0, 1], one broken line for each.

    ``weights[l]`` is W_{l+1}, a row for each unit, and ``shifts[l]`` is b_{l+1}; no ReLU follows the last layer. Floats
    are taken as the rationals they are.
    """
    if len(weights) == 0 or len(weights) != len(shifts):
        raise must("shifts", "have one entry for each layer, at least one", f"{len(shifts)} for {len(weights)} layers")
    units = (PiecewiseLinear.through([0, 1], [0, 1]),)
    for i, (matrix, shift) in enumerate(zip(weights, shifts, strict=True)):
        units = _affine(units if i == 0 else _bent(units), *_layer(matrix, shift, len(units), i))
    return units


def _layer(
    matrix: Sequence[Sequence[Exact]], shift: Sequence[Exact], n_inputs: int, i: int
) -> tuple[list[list[Fraction]], list[Fraction]]:
    """Return the exact rationals of a layer whose shape was checked."""
    if len(matrix) == 0 or len(shift) != len(matrix):
        raise must(f"shifts[{i}]", "have one entry for each unit, at least one", f"{len(shift)} for {len(matrix)}")
    for j, row in enumerate(matrix):
        if len(row) != n_inputs:
            raise must(f"weights[{i}]", f"have rows of length {n_inputs}", str(len(row)), f"in row {j}")
    rows = [[finite(f"weights[{i}]", w, f"at [{j}][{k}]") for k, w in enumerate(row)] for j, row in enumerate(matrix)]
    return rows, [finite(f"shifts[{i}]", b, f"at [{j}]") for j, b in enumerate(shift)]


def _affine(
    units: Sequence[PiecewiseLinear], rows: Sequence[Sequence[Fraction]], shifts: Sequence[Fraction]
) -> tuple[PiecewiseLinear, ...]:
    """Return the sums sum_k w_k u_k + b of units on the same knots, one for each row."""
    columns = list(zip(*(unit.values for unit in units), strict=True))
    return tuple(
        PiecewiseLinear(
            units[0].knots,
            tuple(b + exact_sum(w * y for w, y in zip(row, column, strict=True)) for column in columns),
        )
        for row, b in zip(rows, shifts, strict=True)
    )


def _bent(units: Sequence[PiecewiseLinear]) -> tuple[PiecewiseLinear, ...]:
    """Return max(u, 0) of units on the same knots, on the knots and all zeros between them."""
    zeros = {zero for unit in units for zero in _zeros(unit)}
    grid = tuple(sorted(zeros.union(units[0].knots)))
    return tuple(PiecewiseLinear(grid, tuple(max(unit(x), Fraction(0)) for x in grid)) for unit in units)


def _zeros(unit: PiecewiseLinear) -> list[Fraction]:
    """Return the places between two knots at which the line changes its sign."""
    cells = zip(pairwise(unit.knots), pairwise(unit.values), strict=True)
    return [x + (y - x) * low / (low - high) for (x, y), (low, high) in cells if low * high < 0]
