"""Checking a pair of solutions of the linear programs, without any solver.

    v is feasible         if  (I - gamma P_a) v >= r_a                    for every a
    lambda is feasible    if  lambda >= 0  and  sum_a (I - gamma P_a^T) lambda_a = e
    both are optimal      if  the gap e^T v - sum_a r_a^T lambda_a is zero as well

For exact numbers the answers are exact. For floats every violation is bounded from above, rounding included, and the
bounds alone imply how far v can be from v*: let ``infeasibility`` = d, ``negativity`` = k, ``imbalance`` = z (a 1-norm)
and M = max |r| / (1 - gamma) >= |v*|. Then v + d / (1 - gamma) is feasible, so v* <= v + d / (1 - gamma); and weak
duality with the multipliers lambda + k >= 0 gives

    e^T (v - v*) <= gap + z M + 2 k m n M,

which bounds each entry of v - v* once the other n - 1 are bounded from below by -d / (1 - gamma).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

import numpy as np

from tabular.arrays import Array, Numbers, Scalar, read_numbers
from tabular.bellman import q_values
from tabular.errors import must
from tabular.mdp import FiniteMDP
from tabular.policies import occupancy as policy_occupancy
from tabular.policies import policy_value
from tabular.rational import matmul_exact
from tabular.solvers.rounding import UNIT, row_slack, sweep_noise, sweep_rounding
from tabular.solvers.solution import check_mdp
from tabular.vectors import in_numbers_of, value_vector


@dataclass(frozen=True, eq=False)
class LpPair:
    """A value v, an occupancy lambda (m, n), and how much each condition of optimality is violated at most."""

    value: Any
    occupancy: Any
    infeasibility: Scalar  # max (r_a + gamma P_a v - v)
    negativity: Scalar  # max -lambda
    imbalance: Scalar  # ||sum_a (I - gamma P_a^T) lambda_a - e||_1
    gap: Scalar  # |e^T v - sum_a r_a^T lambda_a|
    error_bound: Scalar  # on ||v - v*||, from the four above

    @property
    def is_optimal(self) -> bool:
        """Whether nothing is violated, which only exact numbers can prove."""
        return self.infeasibility == 0 and self.negativity == 0 and self.imbalance == 0 and self.gap == 0


def verify_lp_pair(mdp: FiniteMDP, candidate: object) -> LpPair:
    """Return the violations of a pair ``(value, occupancy)``, or of those of a policy."""
    value, occupancy = _pair(check_mdp(mdp), candidate)
    violations = _violations(mdp, value, occupancy)
    if not mdp.is_exact:
        violations = _with_rounding(mdp, value, occupancy, violations)
    return LpPair(value, occupancy, *violations, _error_bound(mdp, *violations))


def _violations(mdp: FiniteMDP, value: Array, occupancy: Array) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """Return infeasibility, negativity, imbalance and gap as the numbers of the MDP compute them."""
    flow = _matmul(mdp, mdp.stacked.T, occupancy.reshape(-1))
    balance = np.abs(occupancy.sum(axis=0) - mdp.discount * flow - 1)
    gap = abs(value.sum() - (mdp.rewards * occupancy).sum())
    zero = Fraction(0) if mdp.is_exact else 0.0
    infeasibility = max(zero, (q_values(mdp, value) - value).max())
    return infeasibility, max(zero, (-occupancy).max()), balance.sum(), gap


def _pair(mdp: FiniteMDP, candidate: object) -> tuple[Array, Array]:
    if not isinstance(candidate, tuple) or len(cast("tuple[object, ...]", candidate)) != 2 or _is_action(candidate[0]):
        return policy_value(mdp, candidate), policy_occupancy(mdp, candidate)
    value, occupancy = cast("tuple[object, object]", candidate)
    numbers = read_numbers("occupancy", occupancy, 2)
    array = in_numbers_of(mdp, Numbers("occupancy", numbers.array, numbers.kind))
    if array.shape != mdp.rewards.shape:
        raise must("occupancy", f"have shape {mdp.rewards.shape} (action, state)", str(array.shape))
    if not mdp.is_exact and not np.isfinite(array).all():
        raise must("occupancy", "be finite", "an infinite or undefined entry")
    return value_vector(mdp, value, "value"), array


def _is_action(entry: Any) -> bool:
    return isinstance(entry, (int, np.integer))


def _matmul(mdp: FiniteMDP, A: Any, x: Array) -> Array:
    return matmul_exact(A, x) if mdp.is_exact else A @ x


def _with_rounding(
    mdp: FiniteMDP, value: Array, occupancy: Array, violations: tuple[Scalar, Scalar, Scalar, Scalar]
) -> tuple[float, float, float, float]:
    """Return the violations enlarged by what the rounding of their evaluation can have hidden.

    Every sum of j terms, in any order, is off by at most g_j times the sum of their sizes.
    """
    infeasibility, negativity, imbalance, gap = map(float, violations)
    m, n = mdp.n_actions, mdp.n_states
    mass, largest = float(np.abs(occupancy).sum()), _largest(value)
    terms = float(np.abs(value).sum()) + float(np.abs(mdp.rewards * occupancy).sum())
    sweep = sweep_noise(_largest(mdp.rewards), largest, mdp.discount, sweep_rounding(n)) + 2 * UNIT * largest
    rounding = 2 * sweep_rounding(m * n)
    return infeasibility + 2 * sweep, negativity, imbalance + rounding * (2 * mass + n), gap + rounding * terms


def _error_bound(mdp: FiniteMDP, infeasibility: Any, negativity: Any, imbalance: Any, gap: Any) -> Scalar:
    m, n = mdp.n_actions, mdp.n_states
    room = 1 - mdp.discount - (0 if mdp.is_exact else mdp.discount * row_slack(n))
    if room <= (1 - mdp.discount) / 2:
        return float("inf")
    below = infeasibility / room
    largest = _largest(mdp.rewards) / room
    total = gap + (imbalance + 2 * negativity * m * n) * largest + (n - 1) * below
    return max(below, total) * (1 if mdp.is_exact else 1 + 1e-14)


def _largest(array: Array) -> Any:
    largest = np.abs(array).max()
    return largest if array.dtype == object else float(largest)
