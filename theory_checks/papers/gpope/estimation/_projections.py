"""Projections, ranks and Hessians of linear estimates."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq, fmpq_mat

from tabular.evaluation import Moments
from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact, solve_exact
from theory_checks.papers.gpope.estimation._off_policy_worlds import (
    World,
)


def projected_error(world: World, weights: Array, theta: Array) -> Fraction:
    """Return ||Pi (r + gamma P V - V)||_D^2, V = Phi theta, Pi = Phi (Phi' D Phi)^-1 Phi' D."""
    phi, value = world.features, world.features @ theta
    gap = (world.pi * world.mdp.rewards.T).sum(axis=1) + world.mdp.discount * (world.moves(world.pi) @ value) - value
    left = (phi * weights[:, None]).T
    projection = phi @ solve_exact(left @ phi, left @ gap)
    return Fraction((weights * projection * projection).sum())


def rank(matrix: Array) -> int:
    """Return the rank of an exact matrix."""
    rows = [[fmpq(x.numerator, x.denominator) for x in row] for row in matrix.tolist()]
    return int(fmpq_mat(rows).rank())


def hessian(moments: Moments) -> Array:
    """Return A' C^-1 A."""
    return matmul_exact(moments.A.T, solve_exact(moments.C, moments.A))
