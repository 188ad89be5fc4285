"""The methods that Algorithm 1 is compared with, each with the privacy it is said to have and the privacy it has.

Neighbours are reward functions with ||r - r'||_inf <= 1, so every observed reward may change, unless a guarantee says
otherwise.
"""

from tabular.dpdqn.baselines.dp_sgd import dp_sgd
from tabular.dpdqn.baselines.guarantee import Calibrated, functional_noise, non_private
from tabular.dpdqn.baselines.input_perturbation import input_perturbation
from tabular.dpdqn.baselines.policy_evaluation import PrivateRewardFit, private_reward_fit

__all__ = [
    "Calibrated",
    "PrivateRewardFit",
    "dp_sgd",
    "functional_noise",
    "input_perturbation",
    "non_private",
    "private_reward_fit",
]
