"""The data of trajectories, prepared for stochastic gradient steps: each trajectory's A_i, b_i, C_i in compact form.

For one feature a state a trajectory is the list of its distinct pairs (s, s'). For other features it is its rows of
features, or, where it is long and there is room, its matrices. No form changes the gradients, but for rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from tabular.algorithms.evaluation._kernels_gpope import MATRICES, PAIRS, ROWS, Packed
from tabular.algorithms.evaluation._kernels_records import Pairs, pairs_in_order
from tabular.errors import must, show
from tabular.evaluation.data_moments import (
    feature_rows,
    read_discount,
    read_ratios,
    trajectory_moments,
    trajectory_weights,
)
from tabular.evaluation.features import Features, Tabular, evaluate
from tabular.evaluation.moments import Divisor, Moments, Weighting, check_choice
from tabular.evaluation.trajectories import Trajectories
from tabular.numbers._kernels_lanes import LANES
from tabular.numbers.arrays import Array, frozen
from tabular.numbers.distinct import distinct
from tabular.numbers.doubles import product

Storage = Literal["auto", "pairs", "rows", "matrices"]
_MOST_MATRIX_BYTES = 1 << 30  # beyond this the rows are kept instead, if anything may be chosen
_MOST_BYTES = 1 << 33
_CHUNK = 16384


@dataclass(frozen=True, eq=False, repr=False)
class Records:
    """The m trajectories as gradients B_i(theta, w) = (-A_i'w, A_i theta + C_i w - b_i)."""

    packed: Packed
    longest: int

    def __reduce__(self) -> tuple[type[Records], tuple[Packed, int]]:
        return Records, (self.packed, self.longest)

    def __post_init__(self) -> None:
        # Arrays that come from another process are writeable again, which to the compiler is another type.
        arrays = {name: frozen(value) for name, value in self.packed._asdict().items() if isinstance(value, np.ndarray)}
        object.__setattr__(self, "packed", self.packed._replace(**arrays))

    @property
    def n_trajectories(self) -> int:
        """The number m of trajectories."""
        return int(self.packed.offsets.size - 1)

    @property
    def size(self) -> int:
        """The number n of features."""
        return self.packed.size

    def __repr__(self) -> str:
        return f"<Records m={self.n_trajectories}, n={self.size}, {self.storage}>"

    @property
    def storage(self) -> str:
        """The form that the trajectories are kept in."""
        return get_args(Storage)[1:][self.packed.kind]

    @classmethod
    def of(
        cls,
        data: Trajectories,
        ratios: object,
        features: Features,
        discount: object,
        weighting: Weighting = "1/length",
        divisor: Divisor = "terms",
        horizon: int | None = None,
        storage: Storage = "auto",
    ) -> Records:
        """Return the records of data, importance ratios (None: all 1), features and discount.

        Weighting "1/length" is what (2.2) prints, with the sums from 0 to tau over tau if ``divisor="tau"``; its fixed
        point is not the one of A = Phi' D (I - gamma P_pi) Phi where lengths are random. "sum" is.
        """
        check_choice("storage", storage, Storage)
        weights = trajectory_weights(data, weighting, divisor, horizon)
        c, gamma = np.repeat(weights, data.lengths), read_discount(discount)
        rho = read_ratios(data, ratios)
        kind = _choose(data, features, storage)
        if kind == PAIRS:
            packed = _pairs(data, rho, c, features, gamma)
        elif kind == ROWS:
            packed = _rows(data, rho, c, features, gamma)
        else:
            packed = _matrices(trajectory_moments(data, rho, features, gamma, weighting, divisor, horizon), gamma)
        return cls(packed, int(data.lengths.max()))

    def moments(self) -> Moments:
        """Return the means over all trajectories of A_i, b_i and C_i: where the noiseless steps lead."""
        sums = (_sums_of_pairs, _sums_of_rows, _sums_of_matrices)[self.packed.kind](self.packed)
        A, b, C = (part / self.n_trajectories for part in sums)
        return Moments(A, b, (C + C.T) / 2)


def _choose(data: Trajectories, features: Features, storage: Storage) -> int:
    """Return the form: what was asked for, or the one that makes steps fastest and fits."""
    if storage == "pairs" and not isinstance(features, Tabular):
        raise must("storage", 'be "rows" or "matrices" for features that are not Tabular', '"pairs"')
    if storage == "pairs" or (storage == "auto" and isinstance(features, Tabular)):
        return PAIRS
    n, m = evaluate(features, data.states[:1]).shape[1], data.n_trajectories
    in_rows, in_matrices = 8 * (data.n_transitions + m) * _width(n), 16 * m * n * _width(n)
    # A step costs about 4 n multiplications for each row, or 3 n**2 for matrices.
    faster = 3 * n * m < 4 * data.n_transitions
    matrices = storage == "matrices" or (storage == "auto" and faster and in_matrices <= _MOST_MATRIX_BYTES)
    needed = in_matrices if matrices else in_rows
    if needed > _MOST_BYTES:
        raise must("records", f"take at most {_MOST_BYTES} bytes", f"{needed} for {m} trajectories and {n} features")
    return MATRICES if matrices else ROWS


def _width(n: int) -> int:
    return -(-n // LANES) * LANES


def _packed(kind: int, size: int, discount: float, offsets: Array, **arrays: Array) -> Packed:
    """Return the form with empty arrays in the place of those that it does not use."""
    flat, small = np.empty(0), np.empty(0, np.int32)
    empty: dict[str, Any] = {"state": small, "following": small, "ratio": flat, "weight": flat, "reward": flat}
    empty |= {"phi": np.empty((0, 0)), "joint": np.empty((0, 0, 0)), "right": np.empty((0, 0))}
    used = {name: np.ascontiguousarray(array) for name, array in (empty | arrays).items()}
    bounds = np.ascontiguousarray(offsets, dtype=np.int64)
    return Packed(kind=kind, size=size, width=_width(size), discount=discount, offsets=bounds, **used)


def _pairs(data: Trajectories, rho: Array, c: Array, features: Features, gamma: float) -> Packed:
    """Return the distinct pairs (s, s') of each trajectory with their sums."""
    if not isinstance(features, Tabular):
        raise must("features", "be Tabular for pairs of states", show(features))
    n = features.n
    features.check(data.states)
    features.check(data.next_states[~data.terminal])
    if data.n_trajectories * n * (n + 1) >= 2**62:
        raise must("features", "be fewer for so many trajectories", show(n))
    room = _pairs_of(data.n_transitions, np.zeros(data.n_trajectories + 1, np.int64))
    arrays = data.offsets, data.states, data.next_states, data.terminal, rho, c, data.rewards
    found = pairs_in_order(*arrays, n, room)
    pairs = _pairs_of(found, *room) if found >= 0 else _sorted_pairs(data, rho, c, n)
    return _packed(PAIRS, n, gamma, **pairs._asdict())


def _pairs_of(count: int, offsets: Array, *arrays: Array) -> Pairs:
    """Return room for pairs, or the first ones of those that are given."""
    kinds = np.int32, np.int32, np.float64, np.float64, np.float64
    return Pairs(offsets, *(array[:count] for array in arrays or (np.empty(count, kind) for kind in kinds)))


def _sorted_pairs(data: Trajectories, rho: Array, c: Array, n: int) -> Pairs:
    """Return the distinct pairs of trajectories that come back to states that they have left."""
    following = np.where(data.terminal, n, data.next_states)
    pair, owners = data.states * (n + 1) + following, data.owners
    first, place = distinct(owners * (n * (n + 1)) + pair)
    offsets = np.searchsorted(owners[first], np.arange(data.n_trajectories + 1))
    sums = (np.bincount(place, weights=values, minlength=first.size) for values in (c * rho, c, c * rho * data.rewards))
    return Pairs(offsets, data.states[first].astype(np.int32), following[first].astype(np.int32), *sums)


def _rows(data: Trajectories, rho: Array, c: Array, features: Features, gamma: float) -> Packed:
    """Return the features of all states of each trajectory, and the numbers of its rows."""
    n = evaluate(features, data.states[:1]).shape[1]
    phi = np.zeros((data.n_transitions + data.n_trajectories, _width(n)))
    places = np.arange(data.n_transitions) + data.owners
    ends = data.offsets[1:] - 1
    for start in range(0, data.n_transitions, _CHUNK):
        rows = slice(start, start + _CHUNK)
        phi_t, following = feature_rows(data, features, rows)
        phi[places[rows], :n] = phi_t
        last = ends[(ends >= start) & (ends < start + _CHUNK)]
        phi[places[last] + 1, :n] = following[last - start]
    return _packed(ROWS, n, gamma, data.offsets, ratio=c * rho, weight=c, reward=c * rho * data.rewards, phi=phi)


def _matrices(moments: tuple[Array, Array, Array], gamma: float) -> Packed:
    A, b, C = moments
    m, n = b.shape
    joint = np.zeros((m, n, 2 * _width(n)))
    joint[:, :, :n], joint[:, :, _width(n) : _width(n) + n] = A, C
    return _packed(MATRICES, n, gamma, np.arange(m + 1), joint=joint, right=b)


Sums = tuple[Array, Array, Array]


def _sums_of_pairs(packed: Packed) -> Sums:
    n = packed.size
    A, C = np.zeros((n, n + 1)), np.zeros(n)
    np.add.at(A, (packed.state, packed.state), packed.ratio)
    np.add.at(A, (packed.state, packed.following), -packed.discount * packed.ratio)
    np.add.at(C, packed.state, packed.weight)
    return A[:, :n], np.bincount(packed.state, weights=packed.reward, minlength=n), np.diag(C)


def _sums_of_rows(packed: Packed) -> Sums:
    n, m = packed.size, packed.offsets.size - 1
    moments_a, moments_b, moments_c = np.zeros((n, n)), np.zeros(n), np.zeros((n, n))
    places = np.arange(packed.ratio.size) + np.repeat(np.arange(m), np.diff(packed.offsets))
    for start in range(0, places.size, _CHUNK):
        rows = slice(start, start + _CHUNK)
        phi, following = packed.phi[places[rows], :n], packed.phi[places[rows] + 1, :n]
        moments_a += product((packed.ratio[rows, None] * phi).T, phi - packed.discount * following)
        moments_b += product(phi.T, packed.reward[rows])
        moments_c += product(phi.T, packed.weight[rows, None] * phi)
    return moments_a, moments_b, moments_c


def _sums_of_matrices(packed: Packed) -> Sums:
    n, width = packed.size, packed.width
    joint = packed.joint.sum(axis=0)
    return joint[:, :n], packed.right.sum(axis=0), joint[:, width : width + n]
