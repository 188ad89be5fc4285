"""What a solver returns, and how it refuses."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from tabular.errors import InputError, must, show
from tabular.mdp import FiniteMDP
from tabular.numbers.arguments import integer
from tabular.numbers.arrays import Scalar

_MOST_JOBS = 256


class ToleranceError(InputError):
    """The tolerance is below what float64 arithmetic can prove on this MDP."""


class ConvergenceError(InputError):
    """The method used up its iterations before it could prove the tolerance."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A value v with ||v - v*|| <= ``error_bound`` in the sup norm: proved, rounding included, and 0 for exact MDPs.

    ``policy`` (one action per state) is greedy for the last sweep; its own value is within ``error_bound`` of v as
    well, so it is at most ``2 * error_bound`` below optimal. ``occupancy`` (m, n) is the dual solution where the method
    computes one. ``iterations`` counts what the method repeats.
    """

    value: Any  # n floats or Fractions
    policy: Any  # n actions
    error_bound: Scalar
    iterations: int
    method: str
    occupancy: Any = None

    def __post_init__(self) -> None:
        for array in (self.value, self.policy, self.occupancy):
            if array is not None:
                array.flags.writeable = False


def check_wish(tol: object) -> float | None:
    """Return the tolerance of a caller who may have none."""
    return None if tol is None else check_tol(tol)


def check_tol(tol: object) -> float:
    """Return the tolerance as a float; it must be a positive number."""
    if isinstance(tol, bool) or not isinstance(tol, (int, float, Fraction, np.floating, np.integer)) or not tol > 0:
        raise must("tol", "be a positive number", show(tol))
    return float(tol)


def check_limit(name: str, limit: object) -> int:
    """Return an iteration limit; it must be a positive integer."""
    if isinstance(limit, bool) or not isinstance(limit, (int, np.integer)) or limit < 1:
        raise must(name, "be a positive integer", show(limit))
    return int(limit)


def check_jobs(jobs: object) -> int:
    """Return a number of threads."""
    return integer("jobs", jobs, 1, _MOST_JOBS)


def check_mdp(mdp: object) -> FiniteMDP:
    """Return the argument if it is an MDP."""
    if not isinstance(mdp, FiniteMDP):
        raise must("mdp", "be a FiniteMDP", show(mdp))
    return mdp


def check_float(mdp: object, method: str) -> FiniteMDP:
    """Return the MDP if it has float numbers; the named method works on no others."""
    checked = check_mdp(mdp)
    if checked.is_exact:
        raise must(f"the MDP of {method}", "have float numbers (exact ones: solve(mdp) or mdp.to_float())", "fractions")
    return checked


def too_tight(tol: float, bound: float) -> ToleranceError:
    """Return the error for a tolerance that rounding puts out of reach."""
    rule = f"be at least {bound:.2g}, which is all that float64 proves here"
    return ToleranceError(str(must("tol", rule, show(tol))))


def unprovable(discount: float) -> ToleranceError:
    """Return the error for a discount so near 1 that the rounding of rows leaves no contraction."""
    return ToleranceError(str(must("1 - discount", "be more than the rounding of a row's sum", show(1 - discount))))


def not_converged(tol: float, bound: float, iterations: int) -> ConvergenceError:
    """Return the error for a method that used up its iterations."""
    place = f"after {iterations} iterations"
    return ConvergenceError(str(must("the error bound", f"come down to tol={tol:g}", f"{bound:.2g}", place)))
