"""The dynamics of the simulated environments, compiled, behind two functions: where an episode starts, one step of it.

A simulator is a kind and a row of parameters; states are rows of floats and every random choice is a number u in [0, 1)
that the caller gives. Both the fast collection of data and the step of one state at a time go through here, so they
agree to the last bit.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from tabular.compiled import INNER, njit
from tabular.evaluation.continuous._kernels_hiv import flow
from tabular.noise._kernels_words import fast_word

CHAIN, CAR, HIV = 0, 1, 2
SLOT_BITS = 24
FIRST_STEP_SLOT = 16  # the slots before it draw the start
MOST_STEPS = (1 << (SLOT_BITS - 1)) - FIRST_STEP_SLOT
MOST_EPISODES = 1 << (63 - SLOT_BITS)
_SHIFT = np.uint64(SLOT_BITS)
_S11 = np.uint64(11)
_UNIT = 2.0**-53

FORCE, GRAVITY, TOP_SPEED, LEFT_WALL, GOAL = 0.001, 0.0025, 0.07, -1.2, 0.5
DAYS = 5.0
EFFICACY_1, EFFICACY_2 = 0.7, 0.3


class Simulator(NamedTuple):
    """An environment for the kernels: CHAIN (states, stay), CAR (from, to, right wall), HIV (from, to, tol, x...)."""

    kind: int
    parameters: Any


@njit(inline="always")
def uniform(key0: Any, key1: Any, episode: Any, slot: Any) -> float:
    """Return the number in [0, 1), a multiple of 2**-53, of an episode and a slot."""
    index = (np.uint64(episode) << _SHIFT) | np.uint64(slot)
    return float(np.int64(fast_word(key0, key1, index) >> _S11)) * _UNIT


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def start(simulator: Any, u: Any, out: Any) -> None:
    """Set out to the start that the numbers u, one for each coordinate, choose."""
    p = simulator.parameters
    if simulator.kind == CHAIN:
        out[0] = min(math.floor(u[0] * (p[0] - 1.0)), p[0] - 2.0)  # the product may round up
    elif simulator.kind == CAR:
        out[0] = p[0] + u[0] * (p[1] - p[0])
        out[1] = 0.0
    else:
        for i in range(6):
            out[i] = math.log10(p[3 + i] * (p[0] + u[i] * (p[1] - p[0])))


@njit(inline="always")
def advance(simulator: Any, state: Any, action: int, u: float, out: Any) -> tuple[float, bool]:
    """Set out to the next state; return the reward and whether the episode ends there."""
    if simulator.kind == CHAIN:
        return _advance_chain(simulator.parameters, state, u, out)
    if simulator.kind == CAR:
        return _advance_car(simulator.parameters, state, action, out)
    return _advance_patient(simulator.parameters, state, action, out)


@njit(inline="always")
def _advance_chain(p: Any, state: Any, u: float, out: Any) -> tuple[float, bool]:
    last = p[0] - 1.0
    out[0] = state[0] if u < p[1] or state[0] >= last else state[0] + 1.0
    ends = out[0] >= last
    return (1.0 if ends and state[0] < last else 0.0), ends


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _advance_car(p: Any, state: Any, action: int, out: Any) -> tuple[float, bool]:
    """Move the car: v' = v + .001 a - .0025 cos(3 x) for a in {-1, 0, 1}, x' = x + v', both within their bounds."""
    velocity = state[1] + ((action - 1) * FORCE + math.cos(3.0 * state[0]) * -GRAVITY)
    velocity = min(max(velocity, -TOP_SPEED), TOP_SPEED)
    position = min(max(state[0] + velocity, LEFT_WALL), p[2])
    out[0] = position
    out[1] = 0.0 if position == LEFT_WALL and velocity < 0.0 else velocity
    return -1.0, position >= GOAL


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _advance_patient(p: Any, state: Any, action: int, out: Any) -> tuple[float, bool]:
    """Treat for five days: action 1 and 3 give the first drug, 2 and 3 the second; states are log10 counts."""
    e1 = EFFICACY_1 if action % 2 == 1 else 0.0
    e2 = EFFICACY_2 if action >= 2 else 0.0
    counts = np.empty(6)
    for i in range(6):
        counts[i] = 10.0 ** state[i]
    flow(counts, e1, e2, DAYS, p[2])
    for i in range(6):
        out[i] = math.log10(counts[i])
    return 1000.0 * counts[5] - 0.1 * counts[4] - 20000.0 * e1 * e1 - 2000.0 * e2 * e2, False


@njit(cache=True, nogil=True, error_model="numpy")
def start_all(simulator: Any, uniforms: Any, out: Any) -> None:
    """Set each row of out to the start that the same row of numbers chooses."""
    for i in range(out.shape[0]):
        start(simulator, uniforms[i], out[i])


@njit(cache=True, nogil=True, error_model="numpy")
def draw_all(key0: Any, key1: Any, episodes: Any, slot: int, out: Any) -> None:
    """Set out[i] to the numbers of an episode from a slot on."""
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = uniform(key0, key1, episodes[i], slot + j)


@njit(cache=True, nogil=True, error_model="numpy")
def advance_all(simulator: Any, states: Any, actions: Any, u: Any, out: Any, rewards: Any, terminal: Any) -> None:
    """Take one step from every row of states."""
    for i in range(states.shape[0]):
        rewards[i], terminal[i] = advance(simulator, states[i], actions[i], u[i], out[i])
