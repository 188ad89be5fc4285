"""Up to eight runs of Q-learning with functional noise side by side, compiled: a stretch of steps at a time.

Everything runs remember stands in arrays (`Memory`), so that they can be cut after any step and continued, to the same
bits. Random number number i of step t for a purpose is a function of the run's key and (t, i, purpose) alone. Runs have
their steps in common and nothing else: a run is what it is alone. Lane r of an array (..., 8) belongs to run r.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from tabular.compiled import INNER, UNCOUNTED, njit
from tabular.dpdqn._kernels_gradients import add_clipped, gather, wait
from tabular.dpdqn._kernels_noise import any_lacks, ask, forget, noise_of, provide
from tabular.dpdqn._kernels_side_by_side import forward_each
from tabular.noise._kernels_normals import normals_of
from tabular.noise._kernels_words import fast_word
from tabular.numbers._kernels_lanes import LANES

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
    """What a run remembers between steps; of runs side by side all but the clock, which they share, has lanes."""

    theta: Any
    older: Any  # the target network
    squares: Any  # decaying mean of squared gradients
    gradient: Any  # of the batch that is being collected
    clock: Any  # steps, updates, steps in this episode, episodes that are over
    place: Any  # state, return of this episode
    seen: Any  # (4, capacity): states, actions, rewards, next states
    returns: Any


class Paths(NamedTuple):
    """The stores of the noise paths, by (path, action): see `tabular.noise._kernels_store`; of runs by (run, ...)."""

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
    """The network's shape, the rewards' values at equispaced knots of [0, 1], and working space."""

    widths: Any
    rewards: Any  # (runs, actions, knots)
    layers: Any  # (layers, 8 units)
    after: Any
    sample: Any
    scales: Any
    words: Any
    normals: Any
    tails: Any
    near: Any
    here: Any  # (8, actions): noise of the first path at the present state
    there: Any  # (8, paths, actions): noise at the next state
    asked: Any  # (1,): noise of one action
    holds: Any  # (2,): whether layers, and here, are those of the present state and parameters
    waiting: Any  # (1,): how many samples of the batch are not in its gradient yet; for each of them
    rows: Any  # (layers, most, 8 units): the outputs of each layer,
    slopes: Any  # (layers, most, 8 units): and the derivatives of the loss in the outputs
    action: Any  # (8,): of the sample that is being looked at, and likewise
    best: Any  # the action that attains the maximum in the target
    x: Any
    reward: Any
    next: Any
    error: Any
    ahead: Any  # the derivative of the loss in the target's value


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
def _evaluate(space: Any, theta: Any, states: Any, layers: Any) -> None:
    for r in range(LANES):
        layers[0, r] = states[r]
    forward_each(space.widths, theta, layers)


@njit(**_PART)
def choose(rule: Any, space: Any, memory: Any, paths: Any, keys: Any, t: int) -> None:
    """Set the actions at the present states."""
    runs, actions = keys.shape[0], space.here.shape[1]
    if not space.holds[_LAYERS]:
        _evaluate(space, memory.theta, memory.place[0], space.layers)
    if rule.acts_on_noise and not space.holds[_HERE]:
        space.holds[_HERE] = True
        for r in range(runs):
            ask(rule, paths, r, 0, 0, memory.place[0, r], space.here[r])
    explores = rule.explore_first > 0.0 or rule.explore_last > 0.0
    fade = math.exp(-t / rule.explore_decay) if explores else 0.0
    rate = rule.explore_last + (rule.explore_first - rule.explore_last) * fade
    last = space.widths.size - 1
    for r in range(runs):
        best, most = 0, -math.inf
        for a in range(actions):
            value = space.layers[last, a * LANES + r] + (space.here[r, a] if rule.acts_on_noise else 0.0)
            if value > most:
                best, most = a, value
        if explores and _uniform(keys[r], t, _EXPLORE) < rate:
            best = min(int(_uniform(keys[r], t, _ACTION) * actions), actions - 1)
        space.action[r] = best


@njit(inline="always")
def walk(rule: Any, key: Any, t: int, x: float, action: int) -> float:
    """Return where the step leads: right for action 1, left for action 0, by up to ``reach``, not past the ends."""
    move = rule.reach * _uniform(key, t, _MOVE)
    return min(x + move, 1.0) if action == 1 else max(x - move, 0.0)


@njit(inline="always")
def _target(rule: Any, space: Any, paths: Any, r: int, present: bool) -> float:
    """Return y of a run, and set the action that attains the maximum in it, ties to the first; as in `collect`."""
    last, kind, path, x = space.widths.size - 1, rule.target, rule.target_path, space.next[r]
    inside = kind in (BRACKETED, OUTSIDE)
    scale = rule.discount if kind == OUTSIDE else 1.0
    best, most = 0, -math.inf
    for a in range(space.here.shape[1]):
        noise = 0.0
        if inside:
            noise = space.there[r, path, a] if present else noise_of(rule, space, paths, r, path, a, x)
        value = scale * space.after[last, a * LANES + r] + noise
        if value > most:
            best, most = a, value
    space.best[r] = best
    if kind == OUTSIDE:
        return space.reward[r] + most
    added = noise_of(rule, space, paths, r, path, best, x) if kind == LITERAL else 0.0
    return space.reward[r] + rule.discount * most + added


@njit(inline="always")
def collect(rule: Any, space: Any, memory: Any, paths: Any, present: bool) -> None:
    """Add the gradients of the losses of one sample (x, action, reward, next) of each run to the batch.

    ``present`` says that it is this step's: what `choose` and `_meet` have found holds for it.
    """
    older = memory.older if rule.target_network > 0 else memory.theta
    for asks in range(1 if present else 2):  # in one place: where it stands twice, it is compiled twice
        theta, states, layers = older, space.next, space.after
        if asks == 1:
            theta, states, layers = memory.theta, space.x, space.layers
        _evaluate(space, theta, states, layers)
    for r in range(paths.head.shape[0]):
        y, a = _target(rule, space, paths, r, present), space.action[r]
        noise = 0.0
        if rule.prediction_noise:
            known = present and space.holds[_HERE]
            noise = space.here[r, a] if known else noise_of(rule, space, paths, r, 0, a, space.x[r])
        error = space.layers[space.widths.size - 1, a * LANES + r] + noise - y
        if rule.huber:
            error = min(max(error, -1.0), 1.0)
        space.error[r], space.ahead[r] = error, -error * rule.discount
    for part in range(2 if rule.full_gradient else 1):
        layers, actions, slopes = space.layers, space.action, space.error
        if part == 1:
            layers, actions, slopes = space.after, space.best, space.ahead
        wait(space, memory, layers, actions, slopes)
    if rule.clip < math.inf:
        add_clipped(rule, space, memory)


@njit(**UNCOUNTED, **INNER)
def _disturb(rule: Any, space: Any, memory: Any, keys: Any) -> None:
    """Add normal noise to the sums of the clipped gradients."""
    n = memory.gradient.size // LANES
    first = np.uint64(memory.clock[1]) * np.uint64(n)
    for r in range(keys.shape[0]):
        for i in range(n):
            space.words[i] = fast_word(keys[r, 0], keys[r, 1], _GRADIENT + first + np.uint64(i))
        normals_of(space.words, n, space.normals, space.tails, space.near)
        for i in range(n):
            memory.gradient[i * LANES + r] += rule.clip * rule.gradient_noise * space.normals[i]


@njit(inline="always")
def _update(rule: Any, space: Any, memory: Any, keys: Any) -> None:
    """Take one step with the mean gradient of the batch, and begin the next batch."""
    gather(space, memory.theta, memory.gradient)
    if rule.gradient_noise > 0.0:
        _disturb(rule, space, memory, keys)
    gradient = memory.gradient
    for i in range(gradient.size):
        gradient[i] /= rule.batch_size
    if rule.rmsprop > 0.0:
        squares = memory.squares
        for i in range(gradient.size):
            slope = gradient[i]
            squares[i] = rule.rmsprop * squares[i] + (1.0 - rule.rmsprop) * slope * slope
            gradient[i] = slope / (math.sqrt(squares[i]) + 1e-8)
    for i in range(gradient.size):
        memory.theta[i] -= rule.step_size * gradient[i]
        gradient[i] = 0.0
    memory.clock[1] += 1
    if rule.target_network > 0 and memory.clock[1] % rule.target_network == 0:
        for i in range(memory.theta.size):
            memory.older[i] = memory.theta[i]


@njit(inline="always")
def _learn(rule: Any, space: Any, memory: Any, paths: Any, keys: Any, t: int) -> None:
    """Learn from the step that ended with t: from this sample alone, or from a batch of what is remembered."""
    present = rule.replay == 0  # no constant: for each of those the compiler would make another copy
    if not present and (t < rule.batch_size or t % rule.update_every != 0):
        return
    seen, known = memory.seen, min(t, memory.seen.shape[1])
    first = np.uint64(memory.clock[1]) * np.uint64(rule.batch_size)
    for b in range(1 if present else rule.batch_size):
        for r in range(keys.shape[0]):
            if not present:
                word = fast_word(keys[r, 0], keys[r, 1], _REPLAY + first + np.uint64(b))
                i = int((word >> np.uint64(11)) * _UNIT * known)
                space.x[r], space.action[r] = seen[0, i, r], int(seen[1, i, r])
                space.reward[r], space.next[r] = seen[2, i, r], seen[3, i, r]
        collect(rule, space, memory, paths, present)
    if not present or t % rule.batch_size == 0:
        _update(rule, space, memory, keys)


@njit(inline="always")
def _observed(rule: Any, space: Any, key: Any, t: int, reward: float) -> float:
    """Return the reward as the learner sees it."""
    if rule.reward_noise == 0.0:
        return reward
    space.words[0] = fast_word(key[0], key[1], np.uint64(t * _PURPOSES + _REWARD))
    normals_of(space.words, 1, space.normals, space.tails, space.near)
    return reward + rule.reward_noise * space.normals[0]


@njit(inline="always")
def _step(rule: Any, space: Any, memory: Any, paths: Any, keys: Any, t: int) -> None:
    """Take the actions, and ask all paths for the noise at the next states: the lists of points grow with each."""
    slot = t % memory.seen.shape[1]
    for r in range(keys.shape[0]):
        x, action = memory.place[0, r], space.action[r]
        after = walk(rule, keys[r], t, x, action)
        for path in range(paths.head.shape[1]):
            ask(rule, paths, r, path, 0, after, space.there[r, path])
        reward = reward_of(space.rewards[r, action], after if rule.reward_at_next else x)
        seen = _observed(rule, space, keys[r], t, reward)
        memory.seen[0, slot, r], memory.seen[1, slot, r] = x, action
        memory.seen[2, slot, r], memory.seen[3, slot, r] = seen, after
        memory.place[0, r], memory.place[1, r] = after, memory.place[1, r] + reward
        space.x[r], space.reward[r], space.next[r] = x, seen, after


@njit(inline="always")
def _carry(rule: Any, space: Any, goes_on: bool, updated: bool) -> None:
    """Let the next step begin with what this one has found at its next states, as far as that still holds."""
    space.holds[_LAYERS] = goes_on and not updated and rule.replay == 0 and rule.target_network == 0
    if space.holds[_LAYERS]:
        for layer in range(space.widths.size):
            row, after = space.layers[layer], space.after[layer]
            for j in range(space.widths[layer] * LANES):
                row[j] = after[j]
    space.holds[_HERE] = goes_on
    for r in range(space.here.shape[0]):
        for a in range(space.here.shape[1]):
            space.here[r, a] = space.there[r, 0, a]


@njit(inline="always")
def _end_step(rule: Any, memory: Any, keys: Any, t: int) -> bool:
    """Move on; return whether the episodes are over."""
    memory.clock[0], memory.clock[2] = t + 1, memory.clock[2] + 1
    if memory.clock[2] < rule.episode:
        return False
    for r in range(keys.shape[0]):
        memory.returns[memory.clock[3], r] = memory.place[1, r]
        memory.place[0, r], memory.place[1, r] = _uniform(keys[r], t + 1, _START), 0.0
    memory.clock[2], memory.clock[3] = 0, memory.clock[3] + 1
    return True


@njit(**UNCOUNTED)
def advance(rule: Any, space: Any, memory: Any, paths: Any, keys: Any, until: int) -> None:
    """Take steps of all runs until the clock shows ``until``."""
    space.holds[:] = False
    while memory.clock[0] < until:
        t = memory.clock[0]
        if rule.noisy and any_lacks(paths):
            provide(paths)
        if rule.batches_per_path > 0 and t % (rule.batch_size * rule.batches_per_path) == 0:
            forget(paths)
            space.holds[_HERE] = False
        choose(rule, space, memory, paths, keys, t)
        _step(rule, space, memory, paths, keys, t)
        updates = memory.clock[1]
        _learn(rule, space, memory, paths, keys, t + 1)
        over = _end_step(rule, memory, keys, t)
        if over and rule.batches_per_path == 0:
            forget(paths)
        _carry(rule, space, not over, memory.clock[1] > updates)
    gather(space, memory.theta, memory.gradient)
