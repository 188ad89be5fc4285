"""Off-policy evaluation: trajectories of a behaviour policy, importance ratios, features, moments and their MSPBE."""

from __future__ import annotations

from tabular.evaluation.features import Features, Fourier, Table, Tabular
from tabular.evaluation.process import absorbing_states
from tabular.evaluation.ratios import importance_ratios
from tabular.evaluation.sampling import sample
from tabular.evaluation.trajectories import Trajectories

__all__ = [
    "Features",
    "Fourier",
    "Table",
    "Tabular",
    "Trajectories",
    "absorbing_states",
    "importance_ratios",
    "sample",
]
