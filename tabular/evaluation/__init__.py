"""Off-policy evaluation: trajectories, importance ratios, features, and the moments A, b, C with their saddle point.

from tabular.evaluation import Tabular, importance_ratios, mean_moments, mspbe, sample, saddle_point

data = sample(mdp, behaviour, 1000, seed=0)
ratios = importance_ratios(data, target, behaviour)
theta, w = saddle_point(mean_moments(data, ratios, Tabular(n), discount=0.9, weighting="sum"))
"""

from __future__ import annotations

from tabular.evaluation.data_moments import mean_moments, trajectory_moments
from tabular.evaluation.enumeration import enumerated_moments
from tabular.evaluation.features import Features, Fourier, Table, Tabular
from tabular.evaluation.moments import Moments, mspbe, noise_error, saddle_point
from tabular.evaluation.population import exact_moments
from tabular.evaluation.process import absorbing_states
from tabular.evaluation.random_length import MomentBalls, chain_moments, enclosed_moments, mean_inverse_length
from tabular.evaluation.ratios import importance_ratios
from tabular.evaluation.sampling import sample
from tabular.evaluation.trajectories import Trajectories

__all__ = [
    "Features",
    "Fourier",
    "MomentBalls",
    "Moments",
    "Table",
    "Tabular",
    "Trajectories",
    "absorbing_states",
    "chain_moments",
    "enclosed_moments",
    "enumerated_moments",
    "exact_moments",
    "importance_ratios",
    "mean_inverse_length",
    "mean_moments",
    "mspbe",
    "noise_error",
    "saddle_point",
    "sample",
    "trajectory_moments",
]
