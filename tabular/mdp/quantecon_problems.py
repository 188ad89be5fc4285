"""MDPs as QuantEcon's ``DiscreteDP``, and back.

QuantEcon counts states first and holds floats. A sparse MDP becomes its form of state and action pairs, a dense one its
product form. On the way back a pair that a problem leaves out, or forbids by the reward -inf, is a choice that is
missing: see `tabular.mdp.ways`. Values, transitions and the discount are the same numbers on both sides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from tabular.errors import must, needed, show
from tabular.mdp.finite import FiniteMDP
from tabular.mdp.ways import Ways, check_missing
from tabular.numbers.arrays import convert, read_numbers


def problem_from_mdp(mdp: FiniteMDP) -> Any:
    """Return the DiscreteDP with the same numbers; exact ones are refused, as they would be rounded."""
    if mdp.is_exact:
        raise must("an MDP for QuantEcon", "hold floats (to_float() rounds)", "exact numbers")
    problem = needed("quantecon.markov", "to_quantecon()").DiscreteDP
    m, n = mdp.rewards.shape
    if not mdp.is_sparse:
        return problem(mdp.rewards.T.copy(), mdp.transitions.transpose(1, 0, 2).copy(), mdp.discount)
    by_state = np.arange(m * n).reshape(m, n).T.reshape(-1)
    states, actions = np.repeat(np.arange(n), m), np.tile(np.arange(m), n)
    return problem(mdp.rewards.T.reshape(-1), mdp.stacked[by_state], mdp.discount, states, actions)


def mdp_from_problem(problem: Any, missing: str = "refuse") -> FiniteMDP:
    """Return the MDP of a DiscreteDP; without every action in every state, see ``missing`` of `Ways.mdp`."""
    for name in ("R", "Q", "beta", "s_indices", "a_indices"):
        if not hasattr(problem, name):
            raise must("problem", "be a DiscreteDP of QuantEcon", show(problem))
    check_missing(missing)
    n = problem.Q.shape[-1]
    product = problem.s_indices is None
    if product and np.isfinite(problem.R).all():
        return FiniteMDP.from_state_action(problem.R, problem.Q, problem.beta)
    R, Q = (problem.R.reshape(-1), problem.Q.reshape(-1, n)) if product else (problem.R, problem.Q)
    pairs = np.divmod(np.arange(R.size), R.size // n) if product else (problem.s_indices, problem.a_indices)
    ways = _ways(np.asarray(R), Q, *pairs)
    return ways.mdp(n, problem.beta, sparse.issparse(problem.Q), missing)


def _ways(R: Any, Q: Any, states: Any, actions: Any) -> Ways:
    """Return the ways of all pairs that are not forbidden."""
    allowed = np.flatnonzero(~np.isneginf(R))
    entries = sparse.coo_array(Q[allowed])
    pairs = allowed[entries.row]
    probabilities, rewards = (
        convert(read_numbers(name, values, 1), "float") for name, values in (("Q", entries.data), ("R", R[pairs]))
    )
    return Ways(actions[pairs].tolist(), states[pairs].tolist(), entries.col.tolist(), probabilities, rewards, "float")
