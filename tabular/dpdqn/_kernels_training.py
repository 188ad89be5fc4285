"""One run of Q-learning with functional noise, compiled: a stretch of steps at a time.

Everything a run remembers stands in arrays (`Memory`), so that a run can be cut after any step and continued, to the
same bits. Random number number i of step t for a purpose is a function of the run's key and (t, i, purpose) alone.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from tabular.compiled import COUNTED, INNER, UNCOUNTED, njit
from tabular.dpdqn._kernels_gradients import add_clipped, backward_of, gather, wait
from tabular.dpdqn._kernels_networks import forward
from tabular.noise._kernels_batch import stream_normals
from tabular.noise._kernels_normals import normals_of
from tabular.noise._kernels_store import value_at
from tabular.noise._kernels_words import fast_word

NO_TARGET_NOISE, BRACKETED, LITERAL, OUTSIDE = range(4)
_EXPLORE, _ACTION, _MOVE, _START, _REWARD = range(5)
_PURPOSES = 8
_UNIT = 2.0**-53
_LAYERS, _HERE = range(2)
# What a step calls is part of its loop: handing the hundreds of numbers of these records over costs more than the work.
# Most of it is joined before types are inferred, which compiles soonest; what asks for noise later, which runs faster.
_PART: dict[str, Any] = UNCOUNTED | INNER | {"forceinline": True}
_REPLAY, _GRADIENT = np.uint64(1 << 62), np.uint64(1 << 63)


class Rule(NamedTuple):
    """The reading of the algorithm, as numbers."""

    batch_size: int
    update_every: int
    batches_per_path: int
    step_size: float  # negative: ascends
    discount: float
    noisy: bool
    acts_on_noise: bool
    prediction_noise: bool
    target: int
    target_path: int
    full_gradient: bool
    reward_at_next: bool
    explore_first: float
    explore_last: float
    explore_decay: float
    replay: int
    target_network: int
    huber: bool
    rmsprop: float
    reward_noise: float
    clip: float
    gradient_noise: float
    reach: float
    episode: int


class Memory(NamedTuple):
    """What a run remembers between steps."""

    theta: Any
    older: Any  # the target network
    squares: Any  # decaying mean of squared gradients
    gradient: Any  # of the batch that is being collected
    clock: Any  # steps, updates, steps in this episode, episodes that are over
    place: Any  # state, return of this episode
    seen: Any  # (4, capacity): states, actions, rewards, next states
    returns: Any


class Paths(NamedTuple):
    """The stores of the noise paths, by (path, action): see `tabular.noise._kernels_store`."""

    blocks: Any
    low: Any
    directory: Any
    head: Any
    numbers: Any
    normals: Any
    drawn: Any  # the number of normals[..., 0] in its stream; -1 before the first are drawn
    keys: Any
    states: Any
    secure: bool
    per_step: int  # how many normals a step may use up


class Space(NamedTuple):
    """The network's shape, the reward's values at equispaced knots of [0, 1], and working space."""

    widths: Any
    rewards: Any
    layers: Any
    after: Any
    deltas: Any
    sample: Any
    words: Any
    normals: Any
    tails: Any
    here: Any  # (actions,): noise of the first path at the present state
    there: Any  # (paths, actions): noise at the next state
    holds: Any  # (2,): whether layers, and here, are those of the present state and parameters
    waiting: Any  # (1,): how many samples of the batch are not in its gradient yet; for each of them
    rows: Any  # (layers, most, units): the outputs of each layer,
    columns: Any  # (layers, units, most): the same,
    slopes: Any  # (layers, most, units): and the derivatives of the loss in the outputs
    free: Any  # for whoever needs a few numbers


@njit(inline="always")
def _uniform(key: Any, t: int, purpose: int) -> float:
    word = fast_word(key[0], key[1], np.uint64(t * _PURPOSES + purpose))
    return (word >> np.uint64(11)) * _UNIT


@njit(**UNCOUNTED)
def start_of(key: Any, t: int) -> float:
    """Return where the episode that begins at step t begins."""
    return _uniform(key, t, _START)


@njit(inline="always")
def reward_of(knots: Any, x: float) -> float:
    """Return the piecewise linear function with these values at equispaced points of [0, 1]."""
    position = x * (knots.size - 1)
    i = min(int(position), knots.size - 2)
    share = position - i
    return (1.0 - share) * knots[i] + share * knots[i + 1]


@njit(inline="always")
def _noise(rule: Any, paths: Any, path: int, action: int, x: float) -> float:
    if not rule.noisy:
        return 0.0
    i = path
    return value_at(
        x,
        paths.blocks[i, action],
        paths.low[i, action],
        paths.directory[i, action],
        paths.head[i, action],
        paths.numbers,
        paths.normals[i, action],
    )


@njit(inline="always")
def _lacks(paths: Any, path: int, action: int) -> bool:
    """Return whether the next step may use up more normals of a stream than there are."""
    return paths.drawn[path, action] < 0 or paths.normals.shape[2] - paths.head[path, action, 1] < paths.per_step


@njit(inline="always")
def _any_lacks(paths: Any) -> bool:
    lacking = 0
    for path in range(paths.head.shape[0]):
        for a in range(paths.head.shape[1]):
            lacking += _lacks(paths, path, a)
    return lacking > 0


@njit(**COUNTED, **INNER)
def _provide(paths: Any) -> None:
    """See to it that the normals of the next step are there: normal number k of a stream is a function of k alone."""
    for path in range(paths.head.shape[0]):
        for a in range(paths.head.shape[1]):
            if _lacks(paths, path, a):
                start = max(paths.drawn[path, a], 0) + paths.head[path, a, 1]
                key, state = paths.keys[path, a], paths.states[path, a]
                stream_normals(key, state, paths.secure, start, paths.normals[path, a])
                paths.drawn[path, a], paths.head[path, a, 1] = start, 0


@njit(inline="always")
def _forget(paths: Any) -> None:
    """Begin new paths; the normals that are used up stay used up."""
    paths.head[:, :, 0] = 0


@njit(**_PART)
def _evaluate(space: Any, theta: Any, x: float, layers: Any) -> None:
    layers[0, 0] = x
    forward(space.widths, theta, layers)


@njit(**_PART)
def choose(rule: Any, space: Any, memory: Any, paths: Any, key: Any, t: int) -> int:
    """Return the action at the present state; ties go to the first."""
    actions, x, last = space.rewards.shape[0], memory.place[0], space.widths.size - 1
    if not space.holds[_LAYERS]:
        _evaluate(space, memory.theta, x, space.layers)
    if rule.acts_on_noise and not space.holds[_HERE]:
        space.holds[_HERE] = True
        for a in range(actions):
            space.here[a] = _noise(rule, paths, 0, a, x)
    best, most = 0, -math.inf
    for a in range(actions):
        value = space.layers[last, a] + (space.here[a] if rule.acts_on_noise else 0.0)
        if value > most:
            best, most = a, value
    if rule.explore_first > 0.0 or rule.explore_last > 0.0:
        fade = math.exp(-t / rule.explore_decay)
        rate = rule.explore_last + (rule.explore_first - rule.explore_last) * fade
        if _uniform(key, t, _EXPLORE) < rate:
            return min(int(_uniform(key, t, _ACTION) * actions), actions - 1)
    return best


@njit(inline="always")
def walk(rule: Any, key: Any, t: int, x: float, action: int) -> float:
    """Return where the step leads: right for action 1, left for action 0, by up to ``reach``, not past the ends."""
    move = rule.reach * _uniform(key, t, _MOVE)
    return min(x + move, 1.0) if action == 1 else max(x - move, 0.0)


@njit(**_PART)
def _target(rule: Any, space: Any, memory: Any, paths: Any, reward: float, x: float, present: bool) -> Any:
    """Return (y, the action that attains the maximum in it), ties to the first; ``present`` as in `collect`."""
    last, kind, path = space.widths.size - 1, rule.target, rule.target_path
    theta = memory.older if rule.target_network > 0 else memory.theta
    _evaluate(space, theta, x, space.after)
    inside = kind in (BRACKETED, OUTSIDE)
    scale = rule.discount if kind == OUTSIDE else 1.0
    best, most = 0, -math.inf
    for a in range(space.rewards.shape[0]):
        noise = 0.0
        if inside:
            noise = space.there[path, a] if present else _noise(rule, paths, path, a, x)
        value = scale * space.after[last, a] + noise
        if value > most:
            best, most = a, value
    if kind == OUTSIDE:
        return reward + most, best
    added = _noise(rule, paths, path, best, x) if kind == LITERAL else 0.0
    return reward + rule.discount * most + added, best


@njit(inline="always")
def collect(rule: Any, space: Any, memory: Any, paths: Any, sample: Any, present: bool) -> None:
    """Add the gradient of the loss of one sample (x, a, reward, after) to the batch.

    ``present`` says that it is this step's: what `choose` and `_meet` have found holds for it.
    """
    x, a, reward, after = sample
    y, best = _target(rule, space, memory, paths, reward, after, present)
    if not present:
        _evaluate(space, memory.theta, x, space.layers)
    noise = 0.0
    if rule.prediction_noise:
        noise = space.here[a] if present and space.holds[_HERE] else _noise(rule, paths, 0, a, x)
    error = space.layers[space.widths.size - 1, a] + noise - y
    if rule.huber:
        error = min(max(error, -1.0), 1.0)
    ahead = -error * rule.discount
    if rule.clip == math.inf:
        wait(space, memory, space.layers, a, error)
        if rule.full_gradient:
            wait(space, memory, space.after, best, ahead)
        return
    space.sample[:] = 0.0
    backward_of(space, memory.theta, space.layers, a, error, space.sample)
    if rule.full_gradient:
        backward_of(space, memory.theta, space.after, best, ahead, space.sample)
    add_clipped(rule, space, memory)


@njit(**UNCOUNTED, **INNER)
def _disturb(rule: Any, space: Any, memory: Any, key: Any) -> None:
    """Add normal noise to the sum of the clipped gradients."""
    n, first = memory.gradient.size, np.uint64(memory.clock[1]) * np.uint64(memory.gradient.size)
    for i in range(n):
        space.words[i] = fast_word(key[0], key[1], _GRADIENT + first + np.uint64(i))
    normals_of(space.words, n, space.normals, space.tails, space.sample)
    for i in range(n):
        memory.gradient[i] += rule.clip * rule.gradient_noise * space.normals[i]


@njit(inline="always")
def _update(rule: Any, space: Any, memory: Any, key: Any) -> None:
    """Take one step with the mean gradient of the batch, and begin the next batch."""
    gather(space, memory)
    if rule.gradient_noise > 0.0:
        _disturb(rule, space, memory, key)
    for i in range(memory.theta.size):
        slope = memory.gradient[i] / rule.batch_size
        if rule.rmsprop > 0.0:
            memory.squares[i] = rule.rmsprop * memory.squares[i] + (1.0 - rule.rmsprop) * slope * slope
            slope /= math.sqrt(memory.squares[i]) + 1e-8
        memory.theta[i] -= rule.step_size * slope
        memory.gradient[i] = 0.0
    memory.clock[1] += 1
    if rule.target_network > 0 and memory.clock[1] % rule.target_network == 0:
        for i in range(memory.theta.size):
            memory.older[i] = memory.theta[i]


@njit(inline="always")
def _sample(seen: Any, i: int) -> Any:
    return seen[0, i], int(seen[1, i]), seen[2, i], seen[3, i]


@njit(inline="always")
def _learn(rule: Any, space: Any, memory: Any, paths: Any, key: Any, t: int) -> None:
    """Learn from the step that ended with t: from this sample alone, or from a batch of what is remembered."""
    present = rule.replay == 0  # no constant: for each of those the compiler would make another copy
    if not present and (t < rule.batch_size or t % rule.update_every != 0):
        return
    known, first = min(t, memory.seen.shape[1]), np.uint64(memory.clock[1]) * np.uint64(rule.batch_size)
    for b in range(1 if present else rule.batch_size):
        word = fast_word(key[0], key[1], _REPLAY + first + np.uint64(b))
        i = int((word >> np.uint64(11)) * _UNIT * known)
        collect(rule, space, memory, paths, _sample(memory.seen, i), present)
    if not present or t % rule.batch_size == 0:
        _update(rule, space, memory, key)


@njit(inline="always")
def _observed(rule: Any, space: Any, key: Any, t: int, reward: float) -> float:
    """Return the reward as the learner sees it."""
    if rule.reward_noise == 0.0:
        return reward
    space.words[0] = fast_word(key[0], key[1], np.uint64(t * _PURPOSES + _REWARD))
    normals_of(space.words, 1, space.normals, space.tails, space.sample)
    return reward + rule.reward_noise * space.normals[0]


@njit(inline="always")
def _meet(rule: Any, space: Any, paths: Any, x: float) -> None:
    """Ask all paths for the noise at the next state, needed or not: the list of points grows with every state."""
    for path in range(paths.head.shape[0]):
        for a in range(space.rewards.shape[0]):
            space.there[path, a] = _noise(rule, paths, path, a, x)


@njit(inline="always")
def _carry(rule: Any, space: Any, goes_on: bool, updated: bool) -> None:
    """Let the next step begin with what this one has found at its next state, as far as that still holds."""
    space.holds[_LAYERS] = goes_on and not updated and rule.replay == 0 and rule.target_network == 0
    if space.holds[_LAYERS]:
        for layer in range(space.widths.size):
            for o in range(space.widths[layer]):
                space.layers[layer, o] = space.after[layer, o]
    space.holds[_HERE] = goes_on
    for a in range(space.here.size):
        space.here[a] = space.there[0, a]


@njit(inline="always")
def _end_step(rule: Any, memory: Any, key: Any, t: int, x: float, reward: float) -> bool:
    """Move on; return whether the episode is over."""
    memory.place[0], memory.place[1] = x, memory.place[1] + reward
    memory.clock[0], memory.clock[2] = t + 1, memory.clock[2] + 1
    if memory.clock[2] < rule.episode:
        return False
    memory.returns[memory.clock[3]] = memory.place[1]
    memory.clock[2], memory.clock[3] = 0, memory.clock[3] + 1
    memory.place[0], memory.place[1] = _uniform(key, t + 1, _START), 0.0
    return True


@njit(**UNCOUNTED)
def advance(rule: Any, space: Any, memory: Any, paths: Any, key: Any, until: int) -> None:
    """Take steps until the clock shows ``until``."""
    space.holds[:] = False
    while memory.clock[0] < until:
        t, x = memory.clock[0], memory.place[0]
        if rule.noisy and _any_lacks(paths):
            _provide(paths)
        if rule.batches_per_path > 0 and t % (rule.batch_size * rule.batches_per_path) == 0:
            _forget(paths)
            space.holds[_HERE] = False
        action = choose(rule, space, memory, paths, key, t)
        after = walk(rule, key, t, x, action)
        _meet(rule, space, paths, after)
        reward = reward_of(space.rewards[action], after if rule.reward_at_next else x)
        slot = t % memory.seen.shape[1]
        memory.seen[0, slot], memory.seen[1, slot] = x, action
        memory.seen[2, slot], memory.seen[3, slot] = _observed(rule, space, key, t, reward), after
        updates = memory.clock[1]
        _learn(rule, space, memory, paths, key, t + 1)
        over = _end_step(rule, memory, key, t, after, reward)
        if over and rule.batches_per_path == 0:
            _forget(paths)
        _carry(rule, space, not over, memory.clock[1] > updates)
    gather(space, memory)
