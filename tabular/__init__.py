"""Finite, exact mathematics: Markov decision processes, their operators, solvers and instances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabular.errors import InputError
from tabular.mdp import FiniteMDP

if TYPE_CHECKING:
    from tabular.mdp.solvers import Solution, solve

__all__ = ["FiniteMDP", "InputError", "Solution", "solve"]


def __getattr__(name: str) -> Any:
    """Load the solvers when they are first asked for: they import a compiler, which an MDP does not need."""
    if name not in ("Solution", "solve"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tabular.mdp import solvers

    return getattr(solvers, name)
