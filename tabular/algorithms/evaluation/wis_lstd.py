"""WIS-LSTD(lambda): least squares with weighted importance sampling (Mahmood, van Hasselt & Sutton 2014).

Seen from row k of a trajectory that stops after T rows, the flat return of the rows k, ..., i - 1 is
G_k^i = R_k + ... + R_{i-1}, and discounting is soft termination: on arrival at S_i the return ends with probability
1 - gamma, ends in the estimate theta.phi_i with probability gamma (1 - lambda), and goes on with probability
c = gamma lambda. Every part of it is weighted by the ratios of the actions that it depends on and no others. With
C_k^i = prod_{j=k+1..i} c rho_j the target and its total weight are

    rho_k C_k^{T-1} (G_k^T + gamma theta.phi_T)
        + rho_k sum_{i=k+1..T-1} C_k^{i-1} ((1 - c) G_k^i + gamma (1 - lambda) theta.phi_i),
    W_k = rho_k C_k^{T-1} + rho_k sum_{i=k+1..T-1} C_k^{i-1} (1 - c),

and theta is the fixed point of sum_k (target_k - W_k theta.phi_k) phi_k = 0. Backwards over the rows,

    U_k = (1 - c) + c rho_{k+1} U_{k+1},             W_k = rho_k U_k,
    F_k = gamma (1 - lambda) phi_{k+1} + c rho_{k+1} F_{k+1},
    H_k = R_k U_k + c rho_{k+1} H_{k+1},             ending with U = 1, F = gamma phi_T, H = R_{T-1},

    A = sum_k rho_k phi_k (U_k phi_k - F_k)',   b = sum_k rho_k H_k phi_k.

With lambda = 0 this is A = sum rho phi (phi - gamma phi')', the ratio on both terms: :func:`lstd`. (Ordinary importance
sampling has the ratio on gamma phi' alone.) With all ratios 1 all U are 1: on-policy LSTD(lambda). With lambda = 1 and
one feature a state theta_s = sum W G / sum W is the weighted importance sampling estimate over the visits of s.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.algorithms.evaluation._kernels_wis import backward_sums
from tabular.algorithms.evaluation.lstd import Estimate, solve_system
from tabular.errors import must, show
from tabular.evaluation.data_moments import feature_rows, read_discount, read_ratios
from tabular.evaluation.features import Features
from tabular.evaluation.trajectories import Trajectories
from tabular.noise import checks
from tabular.numbers.arrays import Array
from tabular.numbers.doubles import product

_CHUNK = 16384  # rows whose features are computed at once


def wis_lstd(
    data: Trajectories,
    ratios: object,
    features: Features,
    discount: object,
    trace: float = 0.0,
    regularisation: float = 0.0,
) -> Estimate:
    """Return WIS-LSTD with lambda = ``trace``, each trajectory by itself; A and b are means over them."""
    rho, gamma, decay = read_ratios(data, ratios), read_discount(discount), checks.number("trace", trace)
    if not 0.0 <= decay <= 1.0:
        raise must("trace", "lie in [0, 1]", show(trace))
    total: tuple[Any, Any] = (0.0, 0.0)
    for first, last in data.batches(_CHUNK):
        part = _batch(data, rho, features, gamma, decay, first, last)
        total = (total[0] + part[0], total[1] + part[1])
    return solve_system(total[0] / data.n_trajectories, total[1] / data.n_trajectories, regularisation)


def _batch(
    data: Trajectories, rho: Array, features: Features, gamma: float, decay: float, first: int, last: int
) -> tuple[Array, Array]:
    """Return the sums A and b of the trajectories first, ..., last - 1."""
    rows = slice(int(data.offsets[first]), int(data.offsets[last]))
    phi, following = feature_rows(data, features, rows)
    weights, returns, ahead = np.empty(phi.shape[0]), np.empty(phi.shape[0]), np.empty_like(phi)
    offsets = data.offsets[first : last + 1] - rows.start
    backward_sums(offsets, rho[rows], data.rewards[rows], following, gamma, decay, weights, returns, ahead)
    weighted = rho[rows, None] * phi
    return product(weighted.T, weights[:, None] * phi - ahead), product(weighted.T, returns)
