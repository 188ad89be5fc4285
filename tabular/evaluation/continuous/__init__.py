"""Simulated environments with states in R^d, policies over Fourier features, and the data they leave."""

from __future__ import annotations

from tabular.evaluation.continuous.collect import collect, total_rewards
from tabular.evaluation.continuous.environment import Environment, Step
from tabular.evaluation.continuous.fourier import FourierFeatures, fourier_features
from tabular.evaluation.continuous.hiv import HivTreatment
from tabular.evaluation.continuous.mountain_car import MountainCar
from tabular.evaluation.continuous.policies import (
    ActionValues,
    Policy,
    epsilon_greedy,
    greedy,
    no_values,
    softmax,
    uniform,
)
from tabular.evaluation.continuous.q_learning import Learned, Schedule, learned_car, learned_treatment, q_learning
from tabular.evaluation.continuous.recovery_chain import RecoveryChain

__all__ = [
    "ActionValues",
    "Environment",
    "FourierFeatures",
    "HivTreatment",
    "Learned",
    "MountainCar",
    "Policy",
    "RecoveryChain",
    "Schedule",
    "Step",
    "collect",
    "epsilon_greedy",
    "fourier_features",
    "greedy",
    "learned_car",
    "learned_treatment",
    "no_values",
    "q_learning",
    "softmax",
    "total_rewards",
    "uniform",
]
