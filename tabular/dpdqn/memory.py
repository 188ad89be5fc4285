"""The arrays of a run for the kernels: the rule as numbers, what is remembered, noise paths, working space."""

from __future__ import annotations

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
_WAITING = 32  # samples whose gradients are summed together; what is kept of them should stay near the processor


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


def new_paths(options: Algorithm1, environment: IntervalWalk, actions: int, seed: int, run: int, bits: Bits) -> Paths:
    """Return the stores of a run's noise paths, empty, with room for all points between two resets."""
    count, key = 1 + options.separate_paths, seed_bytes(seed)
    sources = [[source(key, run, _PATHS + p * actions + a, bits) for a in range(actions)] for p in range(count)]
    blocks = _blocks(options, environment)
    per_step = 2 + 2 * options.batch_size * (options.replay > 0)
    return Paths(
        blocks=np.empty((count, actions, blocks, 2, _BLOCK)),
        low=np.empty((count, actions, blocks)),
        directory=np.zeros((count, actions, 2, blocks), np.int64),
        head=np.zeros((count, actions, 2), np.int64),
        numbers=np.array([options.kernel_rate, options.noise_level or 1.0, 0.0, 1.0], np.float64),
        normals=np.empty((count, actions, max(_FEWEST_NORMALS, 4 * per_step))),
        drawn=np.full((count, actions), -1, np.int64),
        keys=np.array([[s.key for s in row] for row in sources]),
        states=np.array([[s.state for s in row] for row in sources]),
        secure=bits == "chacha20",
        per_step=per_step,
    )


def new_space(network: MLP, rewards: Any, paths: int) -> Space:
    """Return the network's shape, a run's reward, and working space for so many noise paths."""
    n, (layers, units) = network.n_parameters, network.workspace.shape
    return Space(
        widths=network.kernel_widths,
        rewards=np.ascontiguousarray(rewards),
        layers=network.workspace,
        after=network.workspace,
        deltas=network.workspace,
        sample=np.empty(n),
        words=np.empty(n, np.uint64),
        normals=np.empty(n),
        tails=np.empty(n, np.int64),
        here=np.zeros(network.n_actions),
        there=np.zeros((paths, network.n_actions)),
        holds=np.zeros(2, np.bool_),
        waiting=np.zeros(1, np.int64),
        rows=np.empty((layers, _WAITING, units)),
        columns=np.empty((layers, units, _WAITING)),
        slopes=np.empty((layers, _WAITING, units)),
        free=np.empty(max(n, LANES + _WAITING)),
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
