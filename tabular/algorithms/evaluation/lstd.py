"""Least-squares temporal differences: the theta with A_m theta = b_m, the saddle point of the data's own moments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tabular.errors import InputError, must, show
from tabular.evaluation.data_moments import mean_moments
from tabular.evaluation.features import Features
from tabular.evaluation.moments import Divisor, Weighting
from tabular.evaluation.trajectories import Trajectories
from tabular.noise import checks
from tabular.numbers.arrays import Array, frozen
from tabular.numbers.doubles import condition, solve

# A condition number beyond this leaves not one correct digit of the solution.
_SINGULAR = 2.0**52


@dataclass(frozen=True, eq=False)
class Estimate:
    """The parameters theta (n,) and the system A theta = b (without its regularisation) that they solve."""

    theta: Any
    A: Any
    b: Any


def lstd(
    data: Trajectories,
    ratios: object,
    features: Features,
    discount: object,
    regularisation: float = 0.0,
    weighting: Weighting = "sum",
    divisor: Divisor = "terms",
    horizon: int | None = None,
) -> Estimate:
    """Return theta with (A_m + regularisation I) theta = b_m, by sums over all rows of all trajectories.

        A_m = sum_t rho_t phi_t (phi_t - gamma phi_{t+1})' / m,   b_m = sum_t rho_t phi_t R_t / m.

    Ratios None means on-policy. The weighting "1/length" gives the fixed point of the printed estimates instead.
    """
    moments = mean_moments(data, ratios, features, discount, weighting, divisor, horizon)
    return solve_system(moments.A, moments.b, regularisation)


def solve_system(A: Array, b: Array, regularisation: float) -> Estimate:
    """Return the solution of (A + regularisation I) theta = b."""
    extra = checks.number("regularisation", regularisation)
    if not 0.0 <= extra < np.inf:
        raise must("regularisation", "be finite and at least 0", show(regularisation))
    matrix = A + extra * np.eye(b.size)
    if not condition(matrix) < _SINGULAR:
        raise _singular(matrix)
    return Estimate(frozen(solve(matrix, b)), frozen(A), frozen(b))


def _singular(matrix: Array) -> InputError:
    unseen = np.flatnonzero(~matrix.any(axis=1))
    place = f"(feature {unseen[0]} is 0 in all the data)" if unseen.size else ""
    rank = int(np.linalg.matrix_rank(matrix))
    rule = f"be invertible, of rank {matrix.shape[0]}, or get a regularisation > 0"
    return must("A", rule, f"rank {rank}", place)
