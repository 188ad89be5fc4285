"""The arrays of runs for the kernels: the rule as numbers, what is remembered, noise paths, working space."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tabular.dpdqn._kernels_training import Memory, Paths, Rule, Space, start_of
from tabular.dpdqn.environment import IntervalWalk
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import TARGETS, Algorithm1
from tabular.noise.keys import Bits, seed_bytes, source
from tabular.numbers._kernels_lanes import LANES

_BLOCK = 96
_RUN, _PATHS = 32, 64  # uses of a key
_FEWEST_NORMALS = 256
_ROWS = ("theta", "older", "squares", "gradient")  # whose lanes stand in one row
PATHS_OF_A_RUN = ("blocks", "low", "directory", "head", "normals", "drawn", "keys", "states")
_WAITING = 8  # samples whose gradients are summed together; what is kept of them should stay near the processor


def rule_of(options: Algorithm1, environment: IntervalWalk) -> Rule:
    """Return a reading and its environment for the kernels."""
    return Rule(
        batch_size=options.batch_size,
        update_every=options.update_every or options.batch_size,
        batches_per_path=options.batches_per_path,
        step_size=float(-options.step_size if options.ascends else options.step_size),
        discount=float(options.discount),
        noisy=options.noise_level > 0,
        acts_on_noise=options.acts_on_noise,
        prediction_noise=options.prediction_noise,
        target=TARGETS.index(options.target),
        target_path=int(options.separate_paths),
        full_gradient=options.gradient == "full",
        reward_at_next=options.reward_at == "next",
        explore_first=float(options.exploration[0]),
        explore_last=float(options.exploration[1]),
        explore_decay=float(options.exploration[2]),
        replay=options.replay,
        target_network=options.target_network,
        huber=options.huber,
        rmsprop=float(options.rmsprop),
        reward_noise=float(options.reward_noise),
        clip=float(options.clip),
        gradient_noise=float(options.gradient_noise),
        reach=float(environment.reach),
        episode=environment.episode,
    )


def numbers_of(options: Algorithm1, environment: IntervalWalk, network: MLP) -> tuple[int, int]:
    """Return how many numbers a run keeps, and how many its noise paths take while it is trained."""
    kept = 4 * network.n_parameters + 4 * max(1, options.replay) + options.steps // environment.episode
    paths = (1 + options.separate_paths) * network.n_actions * _blocks(options, environment) * 2 * _BLOCK
    return kept, paths


def run_key(seed: int, run: int) -> Any:
    """Return the two words that key the environment and the choices of a run."""
    return source(seed_bytes(seed), run, _RUN, "fast").key


def new_memory(options: Algorithm1, environment: IntervalWalk, theta: Any, key: Any) -> Memory:
    """Return what a run remembers before its first step."""
    n = theta.size
    return Memory(
        theta=theta.copy(),
        older=theta.copy(),
        squares=np.zeros(n),
        gradient=np.zeros(n),
        clock=np.zeros(4, np.int64),
        place=np.array([start_of(key, 0), 0.0]),
        seen=np.zeros((4, max(1, options.replay))),
        returns=np.full(options.steps // environment.episode, np.nan),
    )


def new_paths(
    options: Algorithm1, environment: IntervalWalk, actions: int, seed: int, runs: Sequence[int], bits: Bits
) -> Paths:
    """Return the stores of the noise paths of runs, empty, with room for all points between two resets."""
    count, key = 1 + options.separate_paths, seed_bytes(seed)
    uses = [[_PATHS + p * actions + a for a in range(actions)] for p in range(count)]
    sources = [[[source(key, run, use, bits) for use in row] for row in uses] for run in runs]
    shape, blocks = (len(runs), count, actions), _blocks(options, environment)
    per_step = 2 + 2 * options.batch_size * (options.replay > 0)
    return Paths(
        blocks=np.empty((*shape, blocks, 2, _BLOCK)),
        low=np.empty((*shape, blocks)),
        directory=np.zeros((*shape, 2, blocks), np.int64),
        head=np.zeros((*shape, 2), np.int64),
        numbers=np.array([options.kernel_rate, options.noise_level or 1.0, 0.0, 1.0], np.float64),
        normals=np.empty((*shape, max(_FEWEST_NORMALS, 4 * per_step))),
        drawn=np.full(shape, -1, np.int64),
        keys=np.array([[[s.key for s in row] for row in rows] for rows in sources]),
        states=np.array([[[s.state for s in row] for row in rows] for rows in sources]),
        secure=bits == "chacha20",
        per_step=per_step,
    )


def side_by_side(memories: Sequence[Memory]) -> Memory:
    """Return what up to eight runs remember, a lane for each; parameter after parameter in one row."""
    arrays = {name: [getattr(memory, name) for memory in memories] for name in Memory._fields}
    rows = {name: _lanes(arrays[name]).reshape(-1) for name in _ROWS}
    columns = {name: np.stack(arrays[name], axis=-1) for name in ("seen", "returns")}  # no idle lanes: they are long
    return Memory(clock=memories[0].clock.copy(), place=_lanes(arrays["place"]), **rows, **columns)


def part(together: Memory, memories: Sequence[Memory]) -> None:
    """Give each run back what it remembers."""
    for name, array in zip(Memory._fields, together, strict=True):
        lanes = array.reshape(-1, LANES) if name in _ROWS else array
        for r, memory in enumerate(memories):
            getattr(memory, name)[...] = lanes if name == "clock" else lanes[..., r]


def _lanes(arrays: Sequence[Any]) -> Any:
    lanes = empty_lanes(*arrays[0].shape)
    for r, array in enumerate(arrays):
        lanes[..., r] = array
    return lanes


def empty_lanes(*shape: int) -> Any:
    """Return zeros (*shape, lanes) that begin where the processor has whole lanes in one line of its memory."""
    size = math.prod(shape) * LANES
    room = np.zeros(size + LANES)
    first = -(room.ctypes.data // room.itemsize) % LANES
    return room[first : first + size].reshape(*shape, LANES)


def stacked(paths: Sequence[Paths]) -> Paths:
    """Return the stores of several runs in one."""
    rows = {name: np.stack([getattr(own, name) for own in paths]) for name in PATHS_OF_A_RUN}
    return paths[0]._replace(**rows)


def paths_of(together: Paths, r: int) -> Paths:
    """Return the stores of one of several runs."""
    return together._replace(**{name: getattr(together, name)[r] for name in PATHS_OF_A_RUN})


def new_space(network: MLP, paths: int) -> Space:
    """Return the network's shape, and working space for so many noise paths of each run; the rewards are to come."""
    n, (layers, units) = network.n_parameters, network.workspace.shape
    return Space(
        widths=network.kernel_widths,
        rewards=np.empty((0, 0, 0)),
        layers=empty_lanes(layers, units).reshape(layers, -1),
        after=empty_lanes(layers, units).reshape(layers, -1),
        sample=empty_lanes(n).reshape(-1),
        scales=empty_lanes(),
        words=np.empty(n, np.uint64),
        normals=np.empty(n),
        tails=np.empty(n, np.int64),
        near=np.empty(n),
        here=np.zeros((LANES, network.n_actions)),
        there=np.zeros((LANES, paths, network.n_actions)),
        asked=np.zeros(1),
        holds=np.zeros(2, np.bool_),
        waiting=np.zeros(1, np.int64),
        rows=empty_lanes(layers, _WAITING, units).reshape(layers, _WAITING, -1),
        slopes=empty_lanes(layers, _WAITING, units).reshape(layers, _WAITING, -1),
        action=np.zeros(LANES, np.int64),
        best=np.zeros(LANES, np.int64),
        x=np.zeros(LANES),
        reward=np.zeros(LANES),
        next=np.zeros(LANES),
        error=np.zeros(LANES),
        ahead=np.zeros(LANES),
    )


def _blocks(options: Algorithm1, environment: IntervalWalk) -> int:
    """Return how many blocks hold all points of a path."""
    return 2 + -(-_most_points(options, environment) // (_BLOCK // 2))


def _most_points(options: Algorithm1, environment: IntervalWalk) -> int:
    """Return how many states can be met before new paths are drawn: one per step, and the starts of episodes.

    With replay the remembered states of earlier paths come back too.
    """
    if options.noise_level == 0:
        return 1
    steps = options.batches_per_path * options.batch_size or environment.episode
    if options.replay:
        steps += options.replay
    steps = min(steps, options.steps)
    return 2 + steps + 2 * (1 + steps // environment.episode)
