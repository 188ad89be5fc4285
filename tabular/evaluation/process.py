"""The process that makes trajectories in a finite MDP: where they start, where they end, what a transition pays.

S_0 has the law ``start``; A_t has the law pi_b(S_t, .); S_{t+1} has the law P[A_t][S_t]; R_t = R[A_t, S_t, S_{t+1}].
A trajectory ends when an absorbing state is entered: no row starts in one, and its features are 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import numpy as np

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.vectors import in_numbers_of
from tabular.numbers.arrays import Array, read_numbers
from tabular.numbers.probabilities import ROW_SUM_UNIT
from tabular.numbers.sparsity import CSR


def absorbing_states(mdp: FiniteMDP) -> Array:
    """Return for each state whether every action stays there for ever and earns nothing."""
    n, m = mdp.n_states, mdp.n_actions
    entries = [np.asarray(mdp.transitions[a].diagonal()) for a in range(m)]
    stays = np.all(np.stack(entries) == 1, axis=0)
    return stays & np.all(mdp.rewards == 0, axis=0).reshape(n)


def read_absorbing(mdp: FiniteMDP, absorbing: object) -> Array:
    """Return for each state whether it ends a trajectory: those found (None), or those named."""
    if absorbing is None:
        return absorbing_states(mdp)
    numbers = read_numbers("absorbing", absorbing, 1)
    mask = np.zeros(mdp.n_states, dtype=bool)
    if numbers.kind != "integer" and numbers.array.size:
        raise must("absorbing", "be states", show(absorbing))
    for state in numbers.array.tolist():
        if not 0 <= state < mdp.n_states:
            raise must("absorbing", f"be states from 0 to {mdp.n_states - 1}", show(state))
        mask[state] = True
    return mask


def read_start(mdp: FiniteMDP, start: object, ended: Array) -> Array:
    """Return the law of S_0: uniform on the states that are not absorbing (None), one state, or n probabilities."""
    n = mdp.n_states
    if ended.all():
        raise must("absorbing", "leave at least one state to start in", f"all {n} states")
    if start is None:
        law = (~ended).astype(np.int64).astype(object if mdp.is_exact else np.float64)
        law = law * Fraction(1, int((~ended).sum())) if mdp.is_exact else law / law.sum()
    elif isinstance(start, (int, np.integer)) and not isinstance(start, (bool, np.bool_)):
        if not 0 <= start < n:
            raise must("start", f"be a state from 0 to {n - 1} or a law of {n} probabilities", show(start))
        law = in_numbers_of(mdp, read_numbers("start", (np.arange(n) == start).astype(np.int64), 1))
    else:
        law = _law(mdp, start)
    if (law[ended] != 0).any():
        state = np.flatnonzero(ended & (law != 0))[0]
        raise must("start", "avoid absorbing states", f"probability {show(law[state])}", f"in state {state}")
    return law


def _law(mdp: FiniteMDP, start: object) -> Array:
    law = in_numbers_of(mdp, read_numbers("start", start, 1))
    if law.shape != (mdp.n_states,):
        raise must("start", f"have one probability for each of {mdp.n_states} states", f"shape {law.shape}")
    unit = 0 if mdp.is_exact else ROW_SUM_UNIT
    bad = np.flatnonzero(~((law >= 0) & (law <= 1 + unit)))
    if bad.size:
        raise must("start", "have probabilities between 0 and 1", show(law[bad[0]]), f"in state {bad[0]}")
    total = cast("float | Fraction", law.sum())
    if not abs(total - 1) <= unit * np.count_nonzero(law):
        raise must("start", "sum to 1", show(total))
    return law


def dense_transitions(mdp: FiniteMDP) -> Array:
    """Return P (m, n, n) as one array."""
    return np.stack([block.toarray() for block in mdp.transitions]) if mdp.is_sparse else mdp.transitions


def sparse_transitions(mdp: FiniteMDP) -> CSR:
    """Return the stacked P (m n, n), row a n + s, in floats as CSR."""
    from scipy import sparse

    stacked: Any = mdp.to_float().stacked
    return stacked if mdp.is_sparse else sparse.csr_array(stacked)


def read_rewards(mdp: FiniteMDP, rewards: object) -> Array:
    """Return R[a, s, s'] (m, n, n): what was given, if its mean over s' is r[a, s]; r[a, s] itself for None."""
    m, n = mdp.n_actions, mdp.n_states
    if rewards is None:
        return np.broadcast_to(mdp.rewards[:, :, None], (m, n, n))
    R = in_numbers_of(mdp, read_numbers("rewards", rewards, 3))
    if R.shape != (m, n, n):
        raise must("rewards", f"have shape {(m, n, n)} (action, state, next state)", str(R.shape))
    if not mdp.is_exact and not np.isfinite(R).all():
        a, s, t = np.argwhere(~np.isfinite(R))[0].tolist()
        raise must(f"rewards[{a}]", "be finite", show(float(R[a, s, t])), f"from state {s} to {t}")
    P = dense_transitions(mdp)
    means, sizes = (P * R).sum(axis=2), (P * abs(R)).sum(axis=2) + abs(mdp.rewards)
    # n products and as many sums were rounded, here and by whoever computed r.
    slack = 0 if mdp.is_exact else 2 * (n + 1) * ROW_SUM_UNIT
    wrong = np.argwhere(~(abs(means - mdp.rewards) <= slack * sizes))
    if wrong.size:
        a, s = wrong[0].tolist()
        rule = f"have the mean r[{a}] = {show(mdp.rewards[a, s])} over the next states"
        raise must(f"rewards[{a}]", rule, show(means[a, s]), f"in state {s}")
    return R


def reached(P: Any, start: Array, ended: Array) -> Array:
    """Return for each state whether the process (n, n), dense or sparse, gets there from the start before it ends."""
    edges, seen = P != 0, np.asarray(start != 0)
    while True:
        grown = seen | (((seen & ~ended).astype(np.int64) @ edges) > 0)
        if (grown == seen).all():
            return seen
        seen = grown


def never_ending(P: Any, start: Array, ended: Array) -> int | None:
    """Return a state that is reached from the start and from which no absorbing state can be; None without one."""
    edges, ending = P != 0, ended
    while True:
        grown = ending | ((edges @ ending.astype(np.int64)) > 0)
        if (grown == ending).all():
            break
        ending = grown
    lost = np.flatnonzero(reached(P, start, ended) & ~ending)
    return int(lost[0]) if lost.size else None
