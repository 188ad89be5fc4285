"""A decision process as a picture needs it: at each state the different choices, equal actions taken together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

MAX_ENTRIES = 20_000
MAX_DIGITS = 400


@dataclass(frozen=True)
class Choice:
    """Actions at a state that lead to the same successors with the same reward."""

    state: int
    actions: Sequence[int]
    successors: Sequence[tuple[int, Fraction]]
    reward: Fraction

    @property
    def certain(self) -> bool:
        """Tell whether there is one successor."""
        return len(self.successors) == 1


@dataclass(frozen=True)
class Process:
    """A finite decision process with its choices, state by state."""

    states: int
    actions: int
    discount: Fraction
    choices: Sequence[Choice]

    @property
    def rewarding(self) -> bool:
        """Tell whether any reward differs from zero."""
        return any(choice.reward for choice in self.choices)


def read_process(data: Any) -> Process | None:
    """Return the decision process in an object of a certificate, or None for any other object."""
    try:
        members = cast("Mapping[str, Any]", data)
        transitions = [[[_rational(p) for p in row] for row in matrix] for matrix in members["transitions"]]
        rewards = [[_rational(r) for r in vector] for vector in members["rewards"]]
        discount = _rational(members["discount"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return None
    n = len(transitions[0]) if transitions else 0
    square = all(len(matrix) == n and all(len(row) == n for row in matrix) for matrix in transitions)
    fitting = len(rewards) == len(transitions) and all(len(vector) == n for vector in rewards)
    if not (n and square and fitting and len(transitions) * n * n <= MAX_ENTRIES):
        return None
    choices = [choice for state in range(n) for choice in _choices(state, transitions, rewards)]
    return Process(n, len(transitions), discount, choices)


def action_names(actions: Sequence[int]) -> str:
    """Return names such as a0, a0–a4, a0–a2,a5."""
    runs: list[list[int]] = []
    for action in actions:
        if runs and action == runs[-1][-1] + 1:
            runs[-1].append(action)
        else:
            runs.append([action])
    return ", ".join(f"a{run[0]}" if len(run) == 1 else f"a{run[0]}–a{run[-1]}" for run in runs)


def _rational(text: Any) -> Fraction:
    if not isinstance(text, str | int) or isinstance(text, bool) or len(str(text)) > MAX_DIGITS:
        raise ValueError("no rational")
    return Fraction(text)


def _choices(state: int, transitions: Sequence[Any], rewards: Sequence[Any]) -> list[Choice]:
    groups: dict[tuple[Any, Fraction], list[int]] = {}
    for action, matrix in enumerate(transitions):
        successors = tuple((target, p) for target, p in enumerate(matrix[state]) if p)
        groups.setdefault((successors, rewards[action][state]), []).append(action)
    return [Choice(state, actions, successors, reward) for (successors, reward), actions in groups.items()]
