"""Primal-dual gradient steps on the data of one trajectory each, compiled: Algorithm 1 of GPOPE and its variants.

Every random number is a function of (key, step): word i of one stream chooses the trajectory of step i, the words
2 n i, ..., 2 n (i + 1) - 1 of another are its noise. Sums run in a fixed order, in a fixed number of lanes.

What makes a step allocates nothing and keeps nothing, so it is compiled without the counting of references
(``_nrt=False``): for the twenty arrays of Packed and State that would take as long as the step.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from tabular.compiled import njit
from tabular.noise._kernels_normals import normals_of
from tabular.noise._kernels_words import stream_words
from tabular.numbers._kernels_lanes import LANES, dot, mix

PAIRS, ROWS, MATRICES = 0, 1, 2
DONE, CLIPPED, DIVERGED = 0, 1, 2
BLOCK = 16  # steps whose random numbers are made together
_S11 = np.uint64(11)
_UNIT = 2.0**-53


class Packed(NamedTuple):
    """The gradients of all trajectories in one of three forms; arrays of the other forms are empty.

    PAIRS, for one feature a state: trajectory i is the entries offsets[i]:offsets[i+1], each a pair of states (s, s')
    with the sums over its rows of c rho, c and c rho R; s' = n stands for the end.
    ROWS: the rows offsets[i]:offsets[i+1] with c rho, c and c rho R; its features are one row more, from row
    offsets[i] + i of phi on, the last for S_{t+1} of the last row.
    MATRICES: A_i and C_i side by side in joint[i] (n, 2 * width), b_i in right[i].
    """

    kind: int
    size: int  # n
    width: int  # n rounded up to a multiple of LANES
    discount: float
    offsets: Any  # (m + 1,)
    state: Any
    following: Any
    ratio: Any  # c rho
    weight: Any  # c
    reward: Any  # c rho R
    phi: Any  # (rows + m, width)
    joint: Any  # (m, n, 2 width)
    right: Any  # (m, n)


class Settings(NamedTuple):
    """What stays the same in all steps."""

    clip: float
    noise: float  # h sigma
    step_ratio: float  # step size of w over that of theta
    projection: float  # radius, or infinity
    average_after: int
    trace_every: int
    step_sizes: Any  # (N,), or (1,) if they are all the same
    choice: Any  # key and ChaCha20 state of the choice of trajectories
    choice_state: Any
    zeta: Any  # key and ChaCha20 state of the noise
    zeta_state: Any
    secure: bool


class State(NamedTuple):
    """What steps change. Vectors have ``width`` + 1 entries; those from n on are 0 between steps."""

    theta: Any
    w: Any
    g_theta: Any  # gradients, working space
    g_w: Any
    sum_theta: Any
    sum_w: Any
    dots_theta: Any  # (longest + 1,) working space
    dots_w: Any
    trace: Any  # (points, 2, n)
    counts: Any  # (3,) steps done, steps clipped, whether numbers left the range of float64


@njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
def gradient_of_pairs(packed: Any, i: int, theta: Any, w: Any, g_theta: Any, g_w: Any) -> None:
    """Add B_i(theta, w) = (-A_i'w, A_i theta + C_i w - b_i) to zeros, from pairs of states."""
    state, following = packed.state, packed.following
    ratio, weight, reward, gamma = packed.ratio, packed.weight, packed.reward, packed.discount
    for k in range(packed.offsets[i], packed.offsets[i + 1]):
        s, t = np.uint32(state[k]), np.uint32(following[k])  # no sign: no index that counts from the end
        pull = ratio[k] * w[s]
        g_theta[s] -= pull
        g_theta[t] += gamma * pull
        g_w[s] += ratio[k] * (theta[s] - gamma * theta[t]) + weight[k] * w[s] - reward[k]
    g_theta[packed.size] = 0.0


@njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
def gradient_of_rows(packed: Any, i: int, state: Any) -> None:
    """Add B_i to zeros, from rows of features: d_t = phi_t.theta - gamma phi_{t+1}.theta, u_t = phi_t.w."""
    first, last, width = packed.offsets[i], packed.offsets[i + 1], packed.width
    phi, gamma = packed.phi.reshape(-1), packed.discount
    theta, w, v, u = state.theta, state.w, state.dots_theta, state.dots_w
    g_theta, g_w = state.g_theta, state.g_w
    count = last - first
    for t in range(count + 1):
        row = (first + i + t) * width
        v[t] = dot(phi, row, theta, width)
        u[t] = dot(phi, row, w, width)
    before = 0.0
    for t in range(count + 1):
        row = (first + i + t) * width
        pull, error = before, 0.0
        if t < count:
            k = first + t
            pull -= packed.ratio[k] * u[t]
            error = packed.ratio[k] * (v[t] - gamma * v[t + 1]) + packed.weight[k] * u[t] - packed.reward[k]
            before = gamma * packed.ratio[k] * u[t]
        for j in range(width):
            g_theta[j] += pull * phi[row + j]
            g_w[j] += error * phi[row + j]


@njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
def gradient_of_matrices(packed: Any, i: int, theta: Any, w: Any, g_theta: Any, g_w: Any) -> None:
    """Add B_i to zeros, from A_i and C_i."""
    width = packed.width
    joint, right = packed.joint[i].reshape(-1), packed.right[i]
    for k in range(packed.size):
        row = 2 * k * width
        g_w[k] = dot(joint, row, theta, width) + dot(joint, row + width, w, width) - right[k]
    for j in range(0, width, LANES):
        mix(w, packed.size, joint, j, 2 * width, g_theta, j)
    for j in range(width):
        g_theta[j] = 0.0 - g_theta[j]


@njit(inline="always")
def chosen_by(word: Any, m: int) -> int:
    """Return the trajectory of 0, ..., m - 1 that a random word names."""
    return int(float(np.int64(word >> _S11)) * _UNIT * m)


@njit(cache=True, nogil=True)
def choices(words: Any, m: int, out: Any) -> None:
    """Write down which trajectories the words name."""
    for k in range(words.shape[0]):
        out[k] = chosen_by(words[k], m)


@njit(inline="always")
def _set_gradient(packed: Any, i: int, state: Any) -> None:
    state.g_theta[:] = 0.0
    state.g_w[:] = 0.0
    if packed.kind == PAIRS:
        gradient_of_pairs(packed, i, state.theta, state.w, state.g_theta, state.g_w)
    elif packed.kind == ROWS:
        gradient_of_rows(packed, i, state)
    else:
        gradient_of_matrices(packed, i, state.theta, state.w, state.g_theta, state.g_w)


@njit(inline="always")
def _norm(x: Any, y: Any, width: int) -> float:
    return math.sqrt(dot(x, 0, x, width) + dot(y, 0, y, width))


@njit(inline="always")
def _move(packed: Any, settings: Any, state: Any, zeta: Any, at: int, step: float, scale: float) -> None:
    """Go from (theta, w) against the clipped gradient and its noise."""
    n, noise = packed.size, settings.noise
    theta, w, g_theta, g_w = state.theta, state.w, state.g_theta, state.g_w
    step_w = step * settings.step_ratio
    for j in range(n):
        theta[j] -= step * (scale * g_theta[j] + noise * zeta[at + j])
    for j in range(n):
        w[j] -= step_w * (scale * g_w[j] + noise * zeta[at + n + j])
    if settings.projection < math.inf:
        size = _norm(theta, w, packed.width)
        if size > settings.projection:
            for j in range(n):
                theta[j] *= settings.projection / size
                w[j] *= settings.projection / size


@njit(inline="always")
def _write_down(packed: Any, settings: Any, state: Any, done: int) -> None:
    """Take the iterate after step ``done`` = 1, 2, ... into the average and the trace."""
    if done > settings.average_after:
        theta, w, sum_theta, sum_w = state.theta, state.w, state.sum_theta, state.sum_w
        for j in range(packed.size):
            sum_theta[j] += theta[j]
        for j in range(packed.size):
            sum_w[j] += w[j]
    if settings.trace_every > 0 and done % settings.trace_every == 0:
        point = done // settings.trace_every
        for j in range(packed.size):
            state.trace[point, 0, j], state.trace[point, 1, j] = state.theta[j], state.w[j]


@njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
def _walk(packed: Any, settings: Any, state: Any, choice: Any, zeta: Any, first: int, count: int) -> None:
    """Make the steps whose trajectories and noise are given; stop before one whose gradient is not finite."""
    n, m, counts, step_sizes = packed.size, packed.offsets.shape[0] - 1, state.counts, settings.step_sizes
    for k in range(count):
        _set_gradient(packed, chosen_by(choice[k], m), state)
        norm = _norm(state.g_theta, state.g_w, packed.width)
        if not norm < math.inf:
            counts[DIVERGED] = 1
            return
        counts[CLIPPED] += norm > settings.clip
        scale = 1.0 / max(1.0, norm / settings.clip)
        step = step_sizes[min(first + k, step_sizes.shape[0] - 1)]
        _move(packed, settings, state, zeta, 2 * n * k, step, scale)
        counts[DONE] += 1
        _write_down(packed, settings, state, first + k + 1)


@njit(cache=True, nogil=True, error_model="numpy")
def run_steps(packed: Any, settings: Any, state: Any, stretch: int) -> None:
    """Make ``stretch`` more steps; stop before a step whose gradient is not finite."""
    n, counts = packed.size, state.counts
    size = BLOCK * 2 * n
    words, zeta, choice = np.empty(size, np.uint64), np.zeros(size), np.empty(BLOCK, np.uint64)
    tails, near = np.empty(size, np.int64), np.empty(size)
    end = counts[DONE] + stretch
    while counts[DONE] < end and counts[DIVERGED] == 0:
        first = counts[DONE]
        block = min(BLOCK, end - first)
        stream_words(settings.choice, settings.choice_state, settings.secure, first, block, choice)
        if settings.noise > 0.0:
            stream_words(settings.zeta, settings.zeta_state, settings.secure, 2 * n * first, 2 * n * block, words)
            normals_of(words, 2 * n * block, zeta, tails, near)
        _walk(packed, settings, state, choice, zeta, first, block)
