"""Steps of eight runs of GPOPE side by side, compiled: on the same trajectories, with the same normals.

What differs is where a run stands, its clip, its noise and its steps. Each run has the bits of `_kernels_gpope`.
Vectors have `width` + 1 entries of eight doubles; those from n on are 0 between steps. What makes a step is written
into the loop, which counts no references: the compiler has one function to look at.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tabular.algorithms.evaluation._kernels_gpope import BLOCK, PAIRS, chosen_by
from tabular.compiled import njit
from tabular.noise._kernels_normals import normals_of
from tabular.noise._kernels_words import stream_words
from tabular.numbers._kernels_eight import (
    above,
    at_least_1,
    fetch,
    finite,
    load,
    mixes,
    products,
    root,
    spread,
    squares,
    store,
    two_products,
)
from tabular.numbers._kernels_lanes import LANES


class Draws(NamedTuple):
    """Keys and ChaCha20 states of the choice of trajectories and of the noise."""

    choice: Any
    choice_state: Any
    zeta: Any
    zeta_state: Any
    secure: bool


class Space(NamedTuple):
    """Working space for the random numbers of a block of steps."""

    choice: Any
    words: Any
    zeta: Any
    tails: Any
    near: Any


class Runs(NamedTuple):
    """Eight runs: where they stand, working space, and what is their own, eight doubles each."""

    theta: Any
    w: Any
    g_theta: Any
    g_w: Any
    clip: Any
    noise: Any  # h sigma
    step: Any
    step_w: Any
    clipped: Any  # how many gradients were longer than the clip
    norm: Any  # of the last gradient


@njit(inline="always")
def _gradients_of_pairs(packed: Any, i: int, runs: Any) -> int:
    """Add B_i(theta, w) = (-A_i'w, A_i theta + C_i w - b_i) to zeros, from pairs of states; return as below."""
    theta, w, g_theta, g_w = runs.theta, runs.w, runs.g_theta, runs.g_w
    gamma, lowest = spread(packed.discount), LANES * packed.size
    for k in range(packed.offsets[i], packed.offsets[i + 1]):
        s, t = LANES * np.uint32(packed.state[k]), LANES * np.uint32(packed.following[k])
        ratio, weight, reward = spread(packed.ratio[k]), spread(packed.weight[k]), spread(packed.reward[k])
        pull = ratio * load(w, s)
        store(g_theta, s, load(g_theta, s) - pull)
        store(g_theta, t, load(g_theta, t) + gamma * pull)
        step = ratio * (load(theta, s) - gamma * load(theta, t)) + weight * load(w, s) - reward
        store(g_w, s, load(g_w, s) + step)
        lowest = min(lowest, s, t)
    store(g_theta, LANES * packed.size, spread(0.0))
    return lowest // (LANES * LANES) * LANES


@njit(inline="always")
def _gradients_of_matrices(packed: Any, i: int, following: int, runs: Any) -> int:
    """Set the gradients to B_i, from A_i and C_i; those of ``following`` are asked for next. Return as below."""
    n, width, zero = packed.size, packed.width, spread(0.0)
    joint, right, later = packed.joint[i].reshape(-1), packed.right[i], packed.joint[following].reshape(-1)
    g_theta, g_w, even = runs.g_theta, runs.g_w, n - n % 2
    for k in range(0, even, 2):
        fetch(later, 2 * k * width, 4 * width)
        two_products(runs.theta, joint, 2 * k * width, 2 * width, width, g_w, k)
        two_products(runs.w, joint, (2 * k + 1) * width, 2 * width, width, g_theta, k)
    for k in range(even, n):
        store(g_w, LANES * k, products(runs.theta, joint, 2 * k * width, 0, width))
        store(g_theta, LANES * k, products(runs.w, joint, (2 * k + 1) * width, 0, width))
    for k in range(n):
        store(g_w, LANES * k, load(g_w, LANES * k) + load(g_theta, LANES * k) - spread(right[k]))
    for j in range(0, width, LANES):
        mixes(runs.w, n, joint, j, 2 * width, g_theta, j)
    for j in range(width):
        store(g_theta, LANES * j, zero - load(g_theta, LANES * j))
    return 0


@njit(inline="always")
def set_gradients(packed: Any, i: int, following: int, runs: Any) -> int:
    """Set the gradients of trajectory i, which is kept as pairs or matrices; ``following`` is the next one.

    Return a multiple of 8, before which they are 0. Those of pairs must be cleared before, from there on.
    """
    if packed.kind == PAIRS:
        return _gradients_of_pairs(packed, i, runs)
    return _gradients_of_matrices(packed, i, following, runs)


@njit(inline="always")
def clear_gradients(packed: Any, runs: Any, first: int) -> None:
    """Set the entries of the gradients to 0 from the first on, unless what comes next sets them all."""
    if packed.kind == PAIRS:
        for j in range(first, packed.width):
            store(runs.g_theta, LANES * j, spread(0.0))
            store(runs.g_w, LANES * j, spread(0.0))


@njit(inline="always")
def _walk(packed: Any, runs: Any, choice: Any, zeta: Any, count: int) -> int:
    """Make the steps whose trajectories and noise are given; stop before one whose gradient is not finite."""
    n, m, one = packed.size, packed.offsets.shape[0] - 1, spread(1.0)
    theta, w, g_theta, g_w = runs.theta, runs.w, runs.g_theta, runs.g_w
    clip, noise, step, step_w = load(runs.clip, 0), load(runs.noise, 0), load(runs.step, 0), load(runs.step_w, 0)
    for k in range(count):
        following = chosen_by(choice[min(k + 1, count - 1)], m)
        low = set_gradients(packed, chosen_by(choice[k], m), following, runs)
        norm = root(squares(g_theta, low, packed.width) + squares(g_w, low, packed.width))
        store(runs.norm, 0, norm)
        if not finite(norm):
            clear_gradients(packed, runs, low)
            return k
        store(runs.clipped, 0, load(runs.clipped, 0) + above(norm, clip))
        scale, at = one / at_least_1(norm / clip), 2 * n * k
        for j in range(n):
            move = step * (scale * load(g_theta, LANES * j) + noise * spread(zeta[at + j]))
            store(theta, LANES * j, load(theta, LANES * j) - move)
        for j in range(n):
            move = step_w * (scale * load(g_w, LANES * j) + noise * spread(zeta[at + n + j]))
            store(w, LANES * j, load(w, LANES * j) - move)
        clear_gradients(packed, runs, low)
    return count


@njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
def run_paired(packed: Any, draws: Any, runs: Any, space: Any, first: int, count: int) -> int:
    """Make the steps first + 1, ..., first + count; return how many: fewer if the next has a gradient not finite."""
    normals, done = 2 * packed.size, 0
    while done < count:
        at, block = first + done, min(BLOCK, count - done)
        stream_words(draws.choice, draws.choice_state, draws.secure, at, block, space.choice)
        stream_words(draws.zeta, draws.zeta_state, draws.secure, normals * at, normals * block, space.words)
        normals_of(space.words, normals * block, space.zeta, space.tails, space.near)
        made = _walk(packed, runs, space.choice, space.zeta, block)
        done += made
        if made < block:
            break
    return done
