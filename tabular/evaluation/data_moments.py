"""The moments of data: of each trajectory, as printed in (2.2), and their mean.

With weight c_i for trajectory i (one over its length, 1, or one over a horizon):

    A_i = c_i sum_t rho_t phi_t (phi_t - gamma phi_{t+1})',   b_i = c_i sum_t rho_t phi_t R_t,
    C_i = c_i sum_t phi_t phi_t'.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.evaluation.features import Features, evaluate
from tabular.evaluation.moments import Divisor, Moments, Weighting, check_choice
from tabular.evaluation.trajectories import Trajectories
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, convert, read_numbers, read_scalar
from tabular.numbers.doubles import product

_MOST_ENTRIES = 1 << 28  # of the matrices of all trajectories together, 2 GB
_CHUNK = 16384  # rows whose features are computed at once


def trajectory_weights(
    data: Trajectories, weighting: Weighting = "1/length", divisor: Divisor = "terms", horizon: int | None = None
) -> Array:
    """Return c_i (m,): one over the rows of trajectory i (less 1 for ``divisor="tau"``), 1, or one over the horizon."""
    check_choice("weighting", weighting, Weighting)
    check_choice("divisor", divisor, Divisor)
    if weighting == "sum":
        return np.ones(data.n_trajectories)
    rows = data.lengths if weighting == "1/length" else np.full(data.n_trajectories, _read_horizon(data, horizon))
    below = rows - (1 if divisor == "tau" else 0)
    short = np.flatnonzero(below == 0)
    if short.size:
        raise must(f"trajectory {short[0]}", 'have at least 2 transitions for divisor "tau"', "1")
    return 1.0 / below


def _read_horizon(data: Trajectories, horizon: int | None) -> int:
    if horizon is None:
        raise must("horizon", 'be given for weighting "1/horizon"', "None")
    steps, longest = count("horizon", horizon), int(data.lengths.max())
    if steps < longest:
        raise must("horizon", f"be at least the longest trajectory, {longest}", show(horizon))
    return steps


def read_ratios(data: Trajectories, ratios: object) -> Array:
    """Return rho (total,): finite numbers of at least 0, or ones for None (the data follow the target policy)."""
    if ratios is None:
        return np.ones(data.n_transitions)
    rho = convert(read_numbers("ratios", ratios, 1), "float")
    if rho.size != data.n_transitions:
        raise must("ratios", f"have one entry for each of {data.n_transitions} rows", str(rho.size))
    bad = np.flatnonzero(~((rho >= 0) & (rho < np.inf)))
    if bad.size:
        raise must("ratios", "be finite and at least 0", show(float(rho[bad[0]])), f"in row {bad[0]}")
    return rho


def read_discount(value: object) -> float:
    """Return a float in [0, 1]."""
    discount = float(read_scalar("discount", value).array.item())
    if not 0 <= discount <= 1:
        raise must("discount", "lie in [0, 1]", show(value))
    return discount


def feature_rows(data: Trajectories, features: Features, rows: slice) -> tuple[Array, Array]:
    """Return phi_t and phi_{t+1} (k, n) of rows; the latter is 0 where a trajectory ends."""
    states, after, asked = data.states[rows], data.next_states[rows], ~data.terminal[rows]
    phi = evaluate(features, states).astype(np.float64, copy=False)
    following = np.zeros_like(phi)
    same = np.all(after[:-1] == states[1:], axis=tuple(range(1, states.ndim)))
    known = np.flatnonzero(asked[:-1] & same)  # the next row begins there, and has these features
    following[known] = phi[known + 1]
    asked[known] = False
    if asked.any():
        following[asked] = evaluate(features, after[asked])
    return phi, following


def mean_moments(
    data: Trajectories,
    ratios: object,
    features: Features,
    discount: object,
    weighting: Weighting = "1/length",
    divisor: Divisor = "terms",
    horizon: int | None = None,
) -> Moments:
    """Return the means over all trajectories of A_i, b_i and C_i; the memory is that of a few thousand rows."""
    weights = trajectory_weights(data, weighting, divisor, horizon)
    c = np.repeat(weights / data.n_trajectories, data.lengths)
    rho, gamma = read_ratios(data, ratios), read_discount(discount)
    total: tuple[Any, Any, Any] = (0.0, 0.0, 0.0)
    for start in range(0, data.n_transitions, _CHUNK):
        rows = slice(start, start + _CHUNK)
        phi, following = feature_rows(data, features, rows)
        part = _sums(c[rows], rho[rows], data.rewards[rows], phi, phi - gamma * following)
        total = (total[0] + part[0], total[1] + part[1], total[2] + part[2])
    return Moments(*total)


def trajectory_moments(
    data: Trajectories,
    ratios: object,
    features: Features,
    discount: object,
    weighting: Weighting = "1/length",
    divisor: Divisor = "terms",
    horizon: int | None = None,
) -> tuple[Array, Array, Array]:
    """Return A_i (m, n, n), b_i (m, n) and C_i (m, n, n) of all trajectories; for large m use their mean."""
    weights = trajectory_weights(data, weighting, divisor, horizon)
    rho, gamma = read_ratios(data, ratios), read_discount(discount)
    c, m = np.repeat(weights, data.lengths), data.n_trajectories
    n = evaluate(features, data.states[:1]).shape[1]
    if 2 * m * n**2 > _MOST_ENTRIES:
        rule = f"have at most {_MOST_ENTRIES} entries"
        raise must("the matrices of all trajectories", rule, f"{m} trajectories with {n} features")
    A_i, b_i, C_i = np.empty((m, n, n)), np.empty((m, n)), np.empty((m, n, n))
    for first, last in data.batches(_CHUNK):
        begin = int(data.offsets[first])
        phi, following = feature_rows(data, features, slice(begin, int(data.offsets[last])))
        steps = phi - gamma * following
        for i in range(first, last):
            rows = slice(int(data.offsets[i]), int(data.offsets[i + 1]))
            part = slice(rows.start - begin, rows.stop - begin)
            A_i[i], b_i[i], C_i[i] = _sums(c[rows], rho[rows], data.rewards[rows], phi[part], steps[part])
    return A_i, b_i, C_i


def _sums(c: Array, rho: Array, rewards: Array, phi: Array, steps: Array) -> tuple[Array, Array, Array]:
    """Return the sums over rows of A, b and C, with ``steps`` = phi_t - gamma phi_{t+1}."""
    weighted = (c * rho)[:, None] * phi
    squares = product(phi.T, c[:, None] * phi)
    return product(weighted.T, steps), product(weighted.T, rewards), (squares + squares.T) / 2
