"""Finite laws."""

from __future__ import annotations

from fractions import Fraction

Law = tuple[Fraction, ...]
