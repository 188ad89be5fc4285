"""Finite, exact mathematics: Markov decision processes, their operators, solvers and instances."""

from __future__ import annotations

from tabular.errors import InputError
from tabular.mdp import FiniteMDP

__all__ = ["FiniteMDP", "InputError"]
