"""Simulated environments with states in R^d, policies over Fourier features, and the data they leave."""

from __future__ import annotations

from tabular.instances.continuous.collect import collect, total_rewards
from tabular.instances.continuous.environment import Environment, Step
from tabular.instances.continuous.fourier import FourierFeatures, fourier_features
from tabular.instances.continuous.hiv import HivTreatment
from tabular.instances.continuous.mountain_car import MountainCar
from tabular.instances.continuous.policies import (
    ActionValues,
    Policy,
    epsilon_greedy,
    greedy,
    no_values,
    softmax,
    uniform,
)
from tabular.instances.continuous.q_learning import Learned, Schedule, learned_car, learned_treatment, q_learning
from tabular.instances.continuous.recovery_chain import RecoveryChain

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
