"""MDPs from the transition tables of Gymnasium's toy-text environments (FrozenLake, Taxi, CliffWalking).

A table says ``P[s][a] = [(probability, next state, reward, terminated), ...]``. In Gymnasium an episode ends with a
terminated transition: its reward counts, nothing after it does. The MDP has the same meaning: r[a, s] is the expected
reward (`tabular.mdp.ways`), and the next state of a terminated transition is worth nothing. Where the table itself
keeps such a state for ever at no reward (the holes of FrozenLake) the transition is left as it is. If any terminated
transition enters a state that the table goes on from (Taxi, CliffWalking), one absorbing state without rewards is
added, number n, and all terminated transitions lead there. The values of states 0..n-1 are those of Gymnasium either
way. Time limits are no part of a table and are not modelled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, cast

import numpy as np

from tabular.errors import must, show
from tabular.mdp.finite import FiniteMDP
from tabular.mdp.ways import Ways
from tabular.numbers.arrays import convert, read_numbers


class Outcome(NamedTuple):
    """One line of a table: action ``a`` in state ``s`` leads to ``t``."""

    s: int
    a: int
    probability: float
    t: int
    reward: float
    terminated: bool


def mdp_from_table(env_or_table: object, discount: object, as_sparse: bool | None = None) -> FiniteMDP:
    """Return the MDP of an environment (its ``unwrapped.P``) or of such a table; more than 64 states are sparse."""
    table: Any = getattr(getattr(env_or_table, "unwrapped", env_or_table), "P", env_or_table)
    n, m = _size(table)
    outcomes = [outcome for s in range(n) for a in range(m) for outcome in _outcomes(table, s, a, n)]
    n, outcomes = _end_episodes(outcomes, n, m)
    ways = Ways(
        [outcome.a for outcome in outcomes],
        [outcome.s for outcome in outcomes],
        [outcome.t for outcome in outcomes],
        np.array([outcome.probability for outcome in outcomes]),
        np.array([outcome.reward for outcome in outcomes]),
        "float",
    )
    return ways.mdp(n, discount, as_sparse)


def _size(table: Any) -> tuple[int, int]:
    """Return the numbers of states and actions of a table that has every state 0..n-1 and every action 0..m-1."""
    if not isinstance(table, (dict, list, tuple)) or not table:
        raise must("environment", "have a transition table P[s][a]", f"a {type(table).__name__}")
    n = len(table)
    m = len(_at(table, 0, "P"))
    for s in range(n):
        actions = len(_at(table, s, "P"))
        if actions != m or m == 0:
            raise must(f"P[{s}]", f"have the {m} actions of P[0], at least one", f"{actions} actions")
    return n, m


def _outcomes(table: Any, s: int, a: int, n: int) -> Iterable[Outcome]:
    name = f"P[{s}][{a}]"
    lines = _at(table[s], a, f"P[{s}]")
    if len(lines) == 0:
        raise must(name, "lead somewhere", "no line")
    for line in lines:
        if not isinstance(line, (tuple, list)) or len(cast("list[Any]", line)) != 4:
            raise must(name, "hold (probability, state, reward, terminated)", show(line))
        probability, t, reward, terminated = cast("list[Any]", line)
        if isinstance(t, bool) or not isinstance(t, (int, np.integer)) or not 0 <= t < n:
            raise must(name, f"lead to states 0 to {n - 1}", show(t))
        if not isinstance(terminated, (bool, np.bool_)):
            raise must(name, "say by a truth value whether the episode ends", show(terminated))
        numbers = convert(read_numbers(name, [probability, reward], 1), "float")
        yield Outcome(s, a, float(numbers[0]), int(t), float(numbers[1]), bool(terminated))


def _at(part: Any, key: int, name: str) -> Any:
    try:
        entry = part[key]
        len(entry)
    except (KeyError, IndexError, TypeError):
        raise must(name, f"have a table under the number {key}", show(part)) from None
    return entry


def _end_episodes(outcomes: list[Outcome], n: int, m: int) -> tuple[int, list[Outcome]]:
    """Return the outcomes after which a terminated transition is followed by nothing, and their number of states."""
    left = {o.s for o in outcomes if o.probability > 0 and (o.t != o.s or o.reward != 0)}
    if not any(o.terminated and o.t in left for o in outcomes):
        return n, outcomes
    ended = [o._replace(t=n) if o.terminated else o for o in outcomes]
    return n + 1, ended + [Outcome(n, a, 1.0, n, 0.0, True) for a in range(m)]
