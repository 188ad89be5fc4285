"""Exact privacy mathematics: Gaussian curves and their inverses, composition, conversions, calibration, and norms.

Plain names compute in doubles, names that end in ``ball`` return rigorous enclosures.
"""

from tabular.privacy.calibrate import Calibration, calibrate_gaussian, is_private
from tabular.privacy.composition import compose, compose_ball, repeated_mu, repeated_mu_ball
from tabular.privacy.conversions import (
    delta_of_rdp,
    delta_of_zcdp,
    epsilon_of_rdp,
    epsilon_of_zcdp,
    gdp_of_pure,
    rdp_of_gdp,
    rdp_of_pure,
    rdp_of_zcdp,
    zcdp_of_gdp,
    zcdp_of_pure,
)
from tabular.privacy.gaussian_balls import complement_ball, delta_ball, epsilon_ball, log_delta_ball, mu_ball
from tabular.privacy.gaussian_curve import complement_of, delta_of, epsilon_of, log_delta_of, mu_of
from tabular.privacy.gaussian_laws import shift_mu_squared
from tabular.privacy.gaussian_process import marginal_mu, process_mu, process_mu_ball
from tabular.privacy.mechanisms import (
    Mechanism,
    PrivateNoise,
    action_values_release,
    calibrate,
    fed_through,
    function_release,
    private_value_updates,
)
from tabular.privacy.relu_networks import relu_network
from tabular.privacy.response import PrivateResponse, RandomisedResponse, randomised_response
from tabular.privacy.rkhs import PiecewiseLinear, Polynomial
from tabular.privacy.rkhs_grid import grid_norm_squared, grid_norm_squared_ball, inverse_kernel

__all__ = [
    "Calibration",
    "Mechanism",
    "PiecewiseLinear",
    "Polynomial",
    "PrivateNoise",
    "PrivateResponse",
    "RandomisedResponse",
    "action_values_release",
    "calibrate",
    "calibrate_gaussian",
    "complement_ball",
    "complement_of",
    "compose",
    "compose_ball",
    "delta_ball",
    "delta_of",
    "delta_of_rdp",
    "delta_of_zcdp",
    "epsilon_ball",
    "epsilon_of",
    "epsilon_of_rdp",
    "epsilon_of_zcdp",
    "fed_through",
    "function_release",
    "gdp_of_pure",
    "grid_norm_squared",
    "grid_norm_squared_ball",
    "inverse_kernel",
    "is_private",
    "log_delta_ball",
    "log_delta_of",
    "marginal_mu",
    "mu_ball",
    "mu_of",
    "private_value_updates",
    "process_mu",
    "process_mu_ball",
    "randomised_response",
    "rdp_of_gdp",
    "rdp_of_pure",
    "rdp_of_zcdp",
    "relu_network",
    "repeated_mu",
    "repeated_mu_ball",
    "shift_mu_squared",
    "zcdp_of_gdp",
    "zcdp_of_pure",
]
