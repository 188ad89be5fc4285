"""Policies of trajectory data and the importance ratios rho_t = pi(S_t, A_t) / pi_b(S_t, A_t).

A policy is pi(s, a) as a matrix with one row for each state, (n_states, n_actions), or a callable that takes k states
and returns such rows (k, n_actions). (:mod:`tabular.mdp.policies` has one column for each state: its transpose.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.evaluation.features import check_discrete
from tabular.evaluation.trajectories import Trajectories
from tabular.numbers.arrays import Array, Kind, convert, read_numbers
from tabular.numbers.probabilities import ROW_SUM_UNIT

Policy = Any  # Array (n_states, n_actions), or Callable[[Array], Array]
_CHUNK = 65536  # states that a callable is asked about at once


def read_policy_table(name: str, policy: object, n_states: int, n_actions: int, kind: Kind = "float") -> Array:
    """Return pi (n_states, n_actions) of a matrix or a callable, checked, as floats or Fractions."""
    given = policy(np.arange(n_states)) if callable(policy) else policy
    numbers = read_numbers(name, given, 2)
    if numbers.array.shape != (n_states, n_actions):
        raise must(name, f"have shape {(n_states, n_actions)} (state, action)", str(numbers.array.shape))
    table = convert(numbers, kind)
    check_rows(name, table)
    return table


def check_rows(name: str, rows: Array) -> None:
    """Refuse rows that are no probabilities."""
    bad = np.argwhere(~((rows >= 0) & (rows <= 1 + (ROW_SUM_UNIT if rows.dtype != object else 0))))
    if bad.size:
        s, a = bad[0].tolist()
        raise must(name, "have probabilities between 0 and 1", show(rows[s, a]), f"for action {a} in row {s}")
    sums = rows.sum(axis=1)
    # A row of n floats was rounded n times, and callables that normalise (a softmax) round twice more for each.
    slack = 0 if rows.dtype == object else 3 * ROW_SUM_UNIT * rows.shape[1]
    wrong = np.flatnonzero(~(np.abs(sums - 1) <= slack))
    if wrong.size:
        got = show(sums[wrong[0]])
        raise must(name, "have rows (one for each state) that sum to 1", got, f"in row {wrong[0]}")


def importance_ratios(data: Trajectories, target: Policy, behaviour: Policy) -> Array:
    """Return rho (total,) of all rows; an action that only the target policy takes has no ratio and is an error."""
    ratios = np.empty(data.n_transitions)
    for start in range(0, data.n_transitions, _CHUNK):
        rows = slice(start, start + _CHUNK)
        states, actions = data.states[rows], data.actions[rows]
        pi, pi_b = rows_of("target", target, states), rows_of("behaviour", behaviour, states)
        if pi.shape[1] != pi_b.shape[1]:
            raise must("target and behaviour", "have as many actions", f"{pi.shape[1]} and {pi_b.shape[1]}")
        check_support(pi, pi_b, states)
        ratios[rows] = _taken(pi, actions, start) / _positive(_taken(pi_b, actions, start), states, actions, start)
    return ratios


def check_support(pi: Array, pi_b: Array, states: Array) -> None:
    """Refuse rows of policies where the target takes an action that the behaviour never does."""
    bad = np.argwhere((pi > 0) & (pi_b == 0))
    if bad.size:
        row, a = bad[0].tolist()
        place = f"for action {a} in state {show(states[row].tolist())}"
        raise must("behaviour", "take every action that target takes", "probability 0", place)


def rows_of(name: str, policy: Policy, states: Array) -> Array:
    """Return the rows pi(s, .) (k, n_actions) of states, checked."""
    if callable(policy):
        call: Callable[[Array], Any] = policy
        rows = convert(read_numbers(name, np.asarray(call(states)), 2), "float")
        if rows.shape[0] != states.shape[0] or rows.shape[1] == 0:
            raise must(name, f"return shape ({states.shape[0]}, n_actions)", str(rows.shape))
    else:
        table = convert(read_numbers(name, policy, 2), "float")
        check_rows(name, table)
        check_discrete(states, table.shape[0], f"the {name} policy")
        return table[states]
    check_rows(name, rows)
    return rows


def _taken(rows: Array, actions: Array, start: int) -> Array:
    if actions.max() >= rows.shape[1]:
        place = f"in row {start + int(np.argmax(actions >= rows.shape[1]))}"
        raise must("actions", f"lie between 0 and {rows.shape[1] - 1}", show(int(actions.max())), place)
    return rows[np.arange(actions.size), actions]


def _positive(probabilities: Array, states: Array, actions: Array, start: int) -> Array:
    zero = np.flatnonzero(probabilities == 0)
    if zero.size:
        row = zero[0]
        place = f"for action {actions[row]} in state {show(states[row].tolist())}, row {start + row}"
        raise must("behaviour", "give every action that was taken a positive probability", "0", place)
    return probabilities
