"""Backward induction for finitely many steps, with transitions and rewards that may differ from step to step.

v_H = terminal,      v_h = max_a (r_h[a] + gamma P_h[a] v_(h+1))   for h = H-1, ..., 0
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import greedy_actions
from tabular.mdp.solvers.rounding import UNIT, row_slack, sweep_noise, sweep_rounding
from tabular.mdp.solvers.solution import Solution, check_limit
from tabular.mdp.vectors import value_vector
from tabular.numbers.arrays import Array, Numbers, Scalar, convert, read_scalar
from tabular.numbers.rational import matmul_exact

METHOD = "backward-induction"


def backward_induction(
    stages: FiniteMDP | Sequence[FiniteMDP],
    horizon: int | None = None,
    terminal: object = None,
    discount: Scalar | int | None = None,
) -> Solution:
    """Return the optimal values (H+1, n) and the first optimal actions (H, n) of every step.

    ``stages`` is one MDP for each step, or one for all of ``horizon`` steps. ``terminal`` is v_H, by default 0.
    ``discount`` may be 1; by default every stage has its own. All values, and those of the policy, are within
    ``error_bound``, which is Fraction(0) for exact stages.
    """
    steps = _steps(stages, horizon)
    first = steps[0]
    values = np.empty((len(steps) + 1, first.n_states), dtype=object if first.is_exact else np.float64)
    values[-1] = value_vector(first, np.zeros(first.n_states, np.int64) if terminal is None else terminal, "terminal")
    policy = np.empty((len(steps), first.n_states), dtype=np.intp)
    error: Scalar = Fraction(0) if first.is_exact else 0.0
    worst = error
    for h in range(len(steps) - 1, -1, -1):
        gamma = steps[h].discount if discount is None else _discount(first, discount)
        q = steps[h].rewards + gamma * _expected(steps[h], values[h + 1])
        values[h], policy[h] = q.max(axis=0), greedy_actions(q)
        error = error if first.is_exact else _next_error(steps[h], float(gamma), values[h + 1], float(error))
        worst = max(worst, error)
    return Solution(values, policy, worst, len(steps), METHOD)


def _steps(stages: FiniteMDP | Sequence[FiniteMDP], horizon: int | None) -> Sequence[FiniteMDP]:
    if isinstance(stages, FiniteMDP):
        if horizon is None:
            raise must("horizon", "be given if one MDP stands for all steps", "none")
        return [stages] * check_limit("horizon", horizon)
    if not isinstance(stages, (list, tuple)) or not stages:
        raise must("stages", "be a FiniteMDP or a list of them", show(stages))
    for h, stage in enumerate(stages):
        _check_stage(h, stage, stages[0])
    if horizon not in (None, len(stages)):
        raise must("horizon", f"be the number of stages {len(stages)}", show(horizon))
    return stages


def _check_stage(h: int, stage: object, first: FiniteMDP) -> None:
    if not isinstance(stage, FiniteMDP):
        raise must(f"stages[{h}]", "be a FiniteMDP", show(stage))
    if stage.rewards.shape != first.rewards.shape or stage.is_exact != first.is_exact:
        rule = "have the states, actions and number type of stages[0]"
        raise must(f"stages[{h}]", rule, show(stage))


def _discount(mdp: FiniteMDP, discount: object) -> Any:
    numbers = read_scalar("discount", discount)
    kind = "exact" if mdp.is_exact else "float"
    if numbers.kind not in ("integer", kind):
        raise must("discount", f"be {kind} like the stages", show(discount))
    value = convert(Numbers("discount", numbers.array, numbers.kind), kind).item()
    if not 0 <= value <= 1:
        raise must("discount", "be between 0 and 1", show(discount))
    return value


def _expected(stage: FiniteMDP, v: Array) -> Array:
    product = matmul_exact(stage.stacked, v) if stage.is_exact else stage.stacked @ v
    return product.reshape(stage.n_actions, stage.n_states)


def _next_error(stage: FiniteMDP, gamma: float, v: Array, error: float) -> float:
    """Return how far v_h can be off if v_(h+1) is off by ``error`` and the step rounds."""
    longest = int(np.diff(stage.stacked.indptr).max()) if stage.is_sparse else stage.n_states
    noise = sweep_noise(_largest(stage.rewards), _largest(v), gamma, sweep_rounding(longest))
    return (gamma * (1 + row_slack(longest)) * error + noise) * (1 + 16 * UNIT)


def _largest(array: Array) -> float:
    return max(float(array.max()), -float(array.min()))
