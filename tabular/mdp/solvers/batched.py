"""Many small dense MDPs at once: Monte Carlo over instances, over noisy rewards.

Policies are evaluated by elimination up to a dozen states or so, above by steps of their operator with the midrange:
whichever is faster. Either way a Bellman sweep of each instance proves its error bound. Results depend on the instance
alone: splitting a batch changes no bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tabular.errors import InputError, must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.solvers import _kernels_batch as kernels
from tabular.mdp.solvers.modified_policy_iteration import modified_policy_iteration
from tabular.mdp.solvers.solution import check_float, check_tol
from tabular.numbers.arrays import Array, Numbers, convert, read_numbers, read_scalar
from tabular.numbers.probabilities import ROW_SUM_UNIT, check_dense

METHOD = "batched"

# Where elimination (n^3 / 3) stops being faster than a dozen steps (n^2 each): measured.
_ELIMINATION_UP_TO = 16
_LARGEST_VALUE = 1e300


@dataclass(frozen=True, eq=False)
class BatchSolution:
    """For each instance i a value ``value[i]`` within ``error_bound[i]`` of the truth in the sup norm, proved."""

    value: Any  # (instances, n)
    policy: Any  # (instances, n)
    error_bound: Any  # (instances,)
    iterations: Any  # (instances,)
    method: str = METHOD

    def __post_init__(self) -> None:
        for array in (self.value, self.policy, self.error_bound, self.iterations):
            array.flags.writeable = False


def solve_batch(transitions: object, rewards: object, discount: object, tol: float = 1e-8) -> BatchSolution:
    """Return the optimal values of many float MDPs.

    ``transitions`` (instances, m, n, n) and ``rewards`` (instances, m, n) are action first like those of FiniteMDP;
    ``discount`` is one number for all, or one for each.
    """
    P, r = _floats("P", transitions, 4), _rewards(rewards)
    if P.shape[0] != r.shape[0] or P.shape[1:] != (r.shape[1], r.shape[2], r.shape[2]):
        raise must("P", f"have shape (instances, m, n, n) to match r of shape {r.shape}", str(P.shape))
    stacked = np.ascontiguousarray(P).reshape(r.shape[0], -1, r.shape[2])
    _check_distributions(stacked)
    return _solve(stacked, r, _discounts(discount, r.shape[0]), check_tol(tol))


def solve_rewards(mdp: FiniteMDP, rewards: object, tol: float = 1e-8) -> BatchSolution:
    """Return the optimal values of one float MDP under many rewards (instances, m, n) in place of its own."""
    stacked = _dense_stacked(mdp)
    r = _rewards(rewards)
    if r.shape[1:] != mdp.rewards.shape:
        raise must("rewards", f"have shape (instances, m, n) with m, n = {mdp.rewards.shape}", str(r.shape))
    return _solve(stacked[None], r, np.full(r.shape[0], mdp.discount), check_tol(tol))


def _solve(P: Array, r: Array, discounts: Array, tol: float) -> BatchSolution:
    count, _, n = r.shape
    values, policies = np.empty((count, n)), np.empty((count, n), dtype=np.int32)
    bounds, sweeps = np.empty(count), np.empty(count, dtype=np.intp)
    exactly = n <= _ELIMINATION_UP_TO
    kernels.solve_all(_read_only(P), _read_only(r), discounts, tol, exactly, values, policies, bounds, sweeps)
    for i in np.flatnonzero(~(bounds <= tol)).tolist():
        _solve_alone(P[0 if P.shape[0] == 1 else i], r[i], float(discounts[i]), tol, i, values, policies, bounds)
    return BatchSolution(values, policies.astype(np.intp), bounds, sweeps)


def _read_only(array: Array) -> Array:
    """Return a read-only view: the loops are compiled once for MDPs, which are read-only, and for plain arrays."""
    view = array.view()
    view.flags.writeable = False
    return view


def _solve_alone(
    stacked: Array, r: Array, discount: float, tol: float, i: int, values: Array, policies: Array, bounds: Array
) -> None:
    """Solve the instance that plain sums could not certify with those of the general method."""
    mdp = FiniteMDP(stacked.reshape(*r.shape, r.shape[1]), r, discount)
    try:
        solution = modified_policy_iteration(mdp, tol)
    except InputError as error:
        raise type(error)(f"{error} in instance {i}") from None
    values[i], policies[i], bounds[i] = solution.value, solution.policy, solution.error_bound


def _floats(name: str, value: object, ndim: int) -> Array:
    numbers = read_numbers(name, value, ndim)
    if numbers.kind == "exact":
        raise must(name, "have float numbers", "fractions")
    return convert(Numbers(name, numbers.array, numbers.kind), "float")


def _rewards(rewards: object) -> Array:
    r = np.ascontiguousarray(_floats("r", rewards, 3))
    if r.size == 0:
        raise must("r", "have at least one instance, action and state", f"shape {r.shape}")
    if not np.abs([r.min(), r.max()]).max() <= _LARGEST_VALUE:
        raise must("r", f"be finite and at most {_LARGEST_VALUE:g}", show(r[~(np.abs(r) <= _LARGEST_VALUE)][0]))
    return r


def _discounts(discount: object, count: int) -> Array:
    if isinstance(discount, (list, tuple, np.ndarray)) and np.ndim(discount) > 0:
        values = _floats("discount", discount, 1)
    else:
        numbers = read_scalar("discount", discount)
        if numbers.kind == "exact":
            raise must("discount", "have float numbers", "fractions")
        values = np.full(count, convert(numbers, "float").item())
    if values.shape != (count,) or not ((values >= 0) & (values < 1)).all():
        raise must("discount", f"be one number or {count} numbers, at least 0 and less than 1", show(discount))
    return values


def _check_distributions(stacked: Array) -> None:
    """Refuse an instance that FiniteMDP would refuse; a compiled look first, as it is much cheaper."""
    n = stacked.shape[2]
    suspect = kernels.first_suspect(stacked, 0, ROW_SUM_UNIT)
    while suspect >= 0:
        check_dense(stacked[suspect], n, f"P[{suspect}]")
        suspect = kernels.first_suspect(stacked, suspect + 1, ROW_SUM_UNIT)


def _dense_stacked(mdp: object) -> Array:
    checked = check_float(mdp, METHOD)
    if checked.is_sparse:
        raise must("the MDP of a batch", "be dense", "a sparse one")
    return checked.stacked
