"""Finite Markov decision processes: tables, operators, policies, and their conversions to and from other formats."""

from __future__ import annotations

from tabular.mdp.finite import FiniteMDP

__all__ = ["FiniteMDP"]
