"""Means of functions of independent normals, enclosed in balls or in closed form."""

from __future__ import annotations

from tabular.gaussian.maxima import bandit_regret, mean_abs_max, mean_abs_max_normal, mean_max, mean_max_normal

__all__ = ["bandit_regret", "mean_abs_max", "mean_abs_max_normal", "mean_max", "mean_max_normal"]
