r"""Actors beside a private critic: softmax policies that learn from its values alone, or from observed rewards.

The policy is pi(a|s) = exp(z_a)/(exp(z_0) + exp(z_1)), z the values of a network at s. An update moves its parameters
by step_size times one of

    from_values        1/k sum_i sum_a pi(a|s_i) Q(s_i, a) grad ln pi(a|s_i)    at k public states s_i; with ``sampled``
                       one action a_i of pi at each state in the place of the sum over a
    from_advantages    1/n sum_t A_t grad ln pi(a_t|s_t)    over all n steps of fresh episodes of the policy, with
                       A_t = sum_l (lambda gamma)^l d_{t+l} up to the end of the episode, and
                       d_t = r_t + gamma v(s_{t+1}) - v(s_t), where "printed" leaves out this gamma

and v the mean of Q under the policy, or its maximum. The printed d_t is that of a problem without discount: with
gamma < 1 an action that leads to a state of larger v counts too much.

Privacy, where neighbours are reward functions with ||r - r'||_inf <= 1 and the random numbers U of the actor (initial
parameters, states, actions, moves, noise) are drawn without a look at the reward, and are independent of all that made
the critic: its training, its noise, the coins of its release.

1. From values: whatever the critic's release keeps, the critic and the actor keep together. Given U = u the policy is a
   function F_u(Q), and Q has the same law as without that condition, by independence. For each event S of the pair put
   S_u = {Q : (Q, F_u(Q)) in S}; then P(Q in S_u) <= e^epsilon P'(Q in S_u) + delta, and the average over u is the same
   inequality for S. The states must be public: those that were met while the critic was trained depend on the rewards.
   Without independence it is false: if U holds the coins of randomised response, which never saw a reward either, the
   actor can take the response back. So equal integers as seeds of a critic and an actor share no random numbers here.
2. From advantages without noise: no epsilon in general. Let there be one state, one step and v = 0, and let
   r(a) = 1 - a, r'(a) = a. Under r an update gives action 0 more weight if it was taken, and otherwise does nothing;
   under r' action 1. So "action 0 has got more weight" has probability pi(0) under r and 0 under r'.
3. With noise: let c(x) = x min(1, C/||x||) for the mean x above, and let an update be
   Y' = Y + step_size (c(x) + sigma N), N standard normal. For every Y and U, x is a function of r, and
   ||c(x) - c(x')|| <= 2 C for any two reward functions. Neighbours attain it: if v = 0, |r| <= 1/2 and r' = -r, then
   x' = -x, and they are 2 C apart as soon as ||x|| >= C. So, given Q and the other random numbers, the T updates are a
   mechanism `fed_through` with the squared sensitivity 4 C^2 and the noise sigma, both times step_size, which cancels.
   If sigma makes it (epsilon_2, delta_2)-private, and the critic is (epsilon_1, delta_1)-private, both together are
   (epsilon_1 + epsilon_2, delta_1 + delta_2)-private: the second mechanism reads the answer of the first, as adaptive
   composition allows.

The proofs are about exact normal noise and random numbers that nobody knows; doubles and a published seed are neither.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn._kernels_networks import gradient_sums_of, own_values_of
from tabular.dpdqn._kernels_walk import episodes_of
from tabular.dpdqn.environment import ACTIONS, IntervalWalk
from tabular.dpdqn.evaluation import expected_returns
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.streams import seed_for
from tabular.errors import must, show
from tabular.numbers.arguments import count, generator
from tabular.numbers.doubles import exp
from tabular.numbers.exact import Exact
from tabular.privacy import PrivateNoise, calibrate, fed_through

Array = NDArray[np.float64]
Reward = Callable[[Any, int], Any]
_BELOW = 1 - 2**-40  # clipped norms stay below their bound after rounding
_LEAST_CLIP = 1e-100  # squares of entries that matter beside it are doubles of full precision
PUBLIC_STATES = (np.arange(40) + 0.5) / 40


@dataclass(frozen=True, eq=False)
class Population:
    """One network for each run: critics with values, or actors with the logits of their policies."""

    network: MLP
    parameters: Array = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", self.network.checked(self.parameters))

    def values(self, states: Any) -> Array:
        """Return the values (runs, k, m) at states (runs, k), or at the same states (k,) in all runs."""
        x = np.asarray(states, dtype=np.float64)
        if x.ndim not in (1, 2) or (x.ndim == 2 and len(x) != len(self.parameters)):
            raise must("states", f"have shape (k,) or ({len(self.parameters)}, k)", show(x.shape))
        shared = np.broadcast_to(x, (len(self.parameters), x.shape[-1]))
        return values_at(self.network, self.parameters, shared)

    def probabilities(self, states: Any) -> Array:
        """Return the probabilities (runs, k, m) of the actions: the softmax of the values."""
        return softmax(self.values(states))

    def expected_returns(self, environment: IntervalWalk | None = None, *, cells: int = 400) -> Array:
        """Return what the policies of the runs are worth in the interval walk, rewards read after the step."""
        grid = np.linspace(0.0, 1.0, count("cells", cells) + 1)
        return expected_returns(self.probabilities(grid)[:, :, 1], environment)


Critic = Population | Callable[[Any], Any]  # one network for each run, or states (k,) -> action values (k, m) for all


@dataclass(frozen=True, kw_only=True)
class Actor:
    """How policies are updated; all from ``discount`` on is for advantages: ``trace`` is lambda, ``noise`` sigma."""

    network: MLP = field(default_factory=MLP)
    environment: IntervalWalk = field(default_factory=IntervalWalk)
    updates: int = 200
    step_size: float = 0.5
    sampled: bool = False
    discount: float = 0.9
    trace: float = 0.9
    difference: Literal["usual", "printed"] = "usual"
    state_values: Literal["mean", "max"] = "mean"
    episodes: int = 1
    clip: float = math.inf
    noise: float = 0.0

    def __post_init__(self) -> None:
        for name in ("updates", "episodes"):
            count(name, getattr(self, name))
        for name, kind in (("network", MLP), ("environment", IntervalWalk)):
            if not isinstance(getattr(self, name), kind):
                raise must(name, f"be an {kind.__name__}", show(getattr(self, name)))
        widths = self.network.widths
        if widths[0] != 1 or widths[-1] != ACTIONS:
            raise must("widths", f"begin with 1 and end with {ACTIONS}, as the interval walk", show(widths))
        for name in ("step_size", "discount", "trace", "clip", "noise"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise must(name, "be a number", show(value))
        for name, rule, holds in (
            ("sampled", "be true or false", isinstance(self.sampled, bool)),
            ("step_size", "be finite and positive", 0 < self.step_size < math.inf),
            ("discount", "be in [0, 1]", 0 <= self.discount <= 1),
            ("trace", "be in [0, 1]", 0 <= self.trace <= 1),
            ("clip", f"be at least {_LEAST_CLIP:g}", self.clip >= _LEAST_CLIP),
            ("noise", "be finite and at least 0", 0 <= self.noise < math.inf),
            ("difference", "be one of usual, printed", self.difference in ("usual", "printed")),
            ("state_values", "be one of mean, max", self.state_values in ("mean", "max")),
        ):
            if not holds:
                raise must(name, rule, show(getattr(self, name)))
        if self.noise > 0 and self.clip == math.inf:
            raise must("clip", "be finite where updates get noise", "inf")

    def from_values(
        self, critic: Critic, runs: int = 1, seed: int = 0, *, initial: Any = None, states: Any = None
    ) -> Population:
        """Update policies from a value function at public states (k,): no reward is read."""
        points = PUBLIC_STATES if states is None else _states(states)
        theta, rng = self._initial(initial, runs, seed), generator(seed_for("updates of an actor", seed))
        x = np.broadcast_to(points, (runs, points.size))
        q = action_values(critic, x)
        for _ in range(self.updates):
            p = softmax(values_at(self.network, theta, x))
            weights = p * q
            if self.sampled:
                weights = _taken(rng.random(x.shape), p) * q
            theta = theta + self.step_size / points.size * score_sums(self.network, theta, x, weights)
        return Population(self.network, theta)

    def from_advantages(
        self, critic: Critic, reward: Reward, runs: int = 1, seed: int = 0, *, initial: Any = None
    ) -> Population:
        """Update policies from the rewards, a function of (states, action) read after the step, that they observe."""
        theta, rng = self._initial(initial, runs, seed), generator(seed_for("updates of an actor", seed))
        steps = self.episodes * self.environment.episode
        for _ in range(self.updates):
            states, actions, rewards = self._episodes(theta, reward, rng)
            weights = actions * self._advantages(theta, critic, states, rewards)[..., None]
            x = states[..., :-1].reshape(runs, steps)
            change = score_sums(self.network, theta, x, weights.reshape(runs, steps, ACTIONS)) / steps
            if self.clip < math.inf:
                change = clipped(change, self.clip) + self.noise * rng.standard_normal(change.shape)
            theta = theta + self.step_size * change
        return Population(self.network, theta)

    def private(self, epsilon: Exact, delta: Exact) -> Actor:
        """Return the same actor with the noise that makes its updates from advantages (epsilon, delta)-private."""
        return replace(self, noise=update_noise(epsilon, delta, self.clip, self.updates).sigma)

    def _initial(self, initial: Any, runs: int, seed: int) -> Array:
        count("runs", runs)
        own = seed_for("first parameters of an actor", seed)
        start = self.network.initial(own, runs) if initial is None else self.network.checked(initial)
        if len(start) not in (1, runs):
            raise must("initial", f"have 1 or {runs} rows", str(len(start)))
        return np.array(np.broadcast_to(start, (runs, self.network.n_parameters)), order="C")

    def _episodes(self, theta: Array, reward: Reward, rng: np.random.Generator) -> tuple[Array, Array, Array]:
        """Return states (runs, E, T + 1), actions taken (runs, E, T, m) as 0 and 1, rewards (runs, E, T)."""
        world, shape = self.environment, (len(theta), self.episodes)
        states = np.empty((*shape, world.episode + 1))
        states[..., 0] = rng.random(shape)
        uniforms, right = rng.random((world.episode, 2, *shape)), np.empty((*shape, world.episode), np.bool_)
        episodes_of(self.network.kernel_widths, theta, world.reach, uniforms, self.network.workspace, states, right)
        after = states[..., 1:].ravel()
        rewards = np.where(right.ravel(), reward(after, 1), reward(after, 0)).reshape(right.shape)
        if not np.isfinite(rewards).all():
            raise must("reward", "be finite", show(float(rewards[~np.isfinite(rewards)][0])))
        return states, np.stack([~right, right], axis=-1).astype(np.float64), rewards

    def _advantages(self, theta: Array, critic: Critic, states: Array, rewards: Array) -> Array:
        x = states.reshape(len(theta), -1)
        q = action_values(critic, x)
        v = q.max(axis=2) if self.state_values == "max" else _total(softmax(values_at(self.network, theta, x)) * q)
        return advantages(rewards, v.reshape(states.shape), self.discount, self.trace, self.difference)


def update_noise(epsilon: Exact, delta: Exact, clip: float, updates: int) -> PrivateNoise:
    """Return the least noise on clipped means that is proved to make so many updates (epsilon, delta)-private."""
    if isinstance(clip, bool) or not isinstance(cast(object, clip), (int, float)):
        raise must("clip", "be a number", show(clip))
    if not _LEAST_CLIP <= clip < math.inf:
        raise must("clip", f"be finite and at least {_LEAST_CLIP:g}", show(clip))
    return calibrate(epsilon, delta, fed_through([4 * Fraction(clip) ** 2], updates))


def advantages(
    rewards: Any, values: Any, discount: float, trace: float, difference: Literal["usual", "printed"] = "usual"
) -> Array:
    """Return A_t (..., T) of rewards (..., T) and values v (..., T + 1) of the states on the way, the last one too."""
    r, v = np.asarray(rewards, dtype=np.float64), np.asarray(values, dtype=np.float64)
    if v.shape != (*r.shape[:-1], r.shape[-1] + 1):
        raise must("values", f"have shape {(*r.shape[:-1], r.shape[-1] + 1)}", show(v.shape))
    d = r + (discount if difference == "usual" else 1.0) * v[..., 1:] - v[..., :-1]
    by_step = np.ascontiguousarray(np.moveaxis(d, -1, 0))
    for t in range(len(by_step) - 2, -1, -1):
        by_step[t] += discount * trace * by_step[t + 1]
    return np.moveaxis(by_step, 0, -1)


def clipped(sums: Array, clip: float) -> Array:
    """Return each row, shortened to a norm just below ``clip`` if it is longer; 0 for a row of no finite norm."""
    if not clip >= _LEAST_CLIP:  # below it norms are lost, as their squares underflow
        raise must("clip", f"be at least {_LEAST_CLIP:g}", show(clip))
    with np.errstate(over="ignore"):
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
    finite, longer = np.isfinite(norms), norms > _BELOW * clip
    return np.where(finite, sums, 0.0) * np.where(finite & longer, _BELOW * clip / np.where(longer, norms, 1.0), 1.0)


def softmax(logits: Array) -> Array:
    """Return probabilities along the last axis, which is short: numpy is slow there, so it goes action by action."""
    powers = exp(logits - reduce(np.maximum, _by_action(logits))[..., None])
    return powers / _total(powers)[..., None]


def action_values(critic: Critic, states: Array) -> Array:
    """Return the critic's values (runs, k, m) at states (runs, k)."""
    if isinstance(critic, Population):
        return critic.values(states)
    flat = np.asarray(critic(states.ravel()), dtype=np.float64)
    if flat.shape != (states.size, ACTIONS):
        raise must("critic", f"return action values of shape ({states.size}, {ACTIONS})", show(flat.shape))
    return flat.reshape(*states.shape, ACTIONS)


def values_at(network: MLP, theta: Array, states: Array) -> Array:
    """Return the values (runs, k, m) of each run's network at its own states (runs, k)."""
    out = np.empty((*states.shape, network.n_actions))
    own_values_of(network.kernel_widths, theta, np.require(states, requirements=("C", "W")), network.workspace, out)
    return out


def score_sums(network: MLP, theta: Array, states: Array, weights: Array) -> Array:
    """Return sum_i sum_a w[i, a] grad ln pi(a|s_i) for each run (runs, n), at states (runs, k) with w (runs, k, m).

    d ln pi(a)/d z_b is 1[a = b] - pi(b), so the derivative of the sum in z_b at s_i is w_b - pi(b) sum_a w_a.
    """
    slopes = weights - softmax(values_at(network, theta, states)) * _total(weights)[..., None]
    x, out = np.require(states, requirements=("C", "W")), np.empty_like(theta)
    gradient_sums_of(network.kernel_widths, theta, x, slopes, network.workspace, network.workspace, out)
    return out


def _total(values: Array) -> Array:
    """Return the sum along the last axis."""
    return reduce(np.add, _by_action(values))


def _by_action(values: Array) -> list[Array]:
    return [values[..., a] for a in range(values.shape[-1])]


def _taken(uniforms: Array, probabilities: Array) -> Array:
    """Return the action that each number in [0, 1) chooses as a row of 0 and 1: action 1 if below its probability."""
    right = uniforms < probabilities[..., 1]
    return np.stack([~right, right], axis=-1).astype(np.float64)


def _states(states: Any) -> Array:
    x = np.asarray(states, dtype=np.float64)
    if x.ndim != 1 or x.size == 0 or not ((x >= 0) & (x <= 1)).all():
        raise must("states", "be numbers in [0, 1], at least one", show(states))
    return x
