"""The learner PUCB (private upper confidence bounds) in its modes, and its agent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from tabular.algorithms.episodic._kernels_episodes import Log, Tables
from tabular.algorithms.episodic.learner import Learner, check_failure_probability
from tabular.algorithms.episodic.pucb._kernels_counters import COUNTS, CURRENT, PREFIX, SCALES, Counters, draw_each
from tabular.algorithms.episodic.pucb._kernels_planning import Flags, Plan, Rules
from tabular.algorithms.episodic.pucb._kernels_runs import learn, run_pucb
from tabular.algorithms.episodic.pucb.constants import Constants, Mode, Sizes, check_choice, check_epsilon
from tabular.algorithms.episodic.pucb.practical import Practical
from tabular.algorithms.episodic.pucb.printed import Printed
from tabular.algorithms.episodic.pucb.repaired import Repaired
from tabular.algorithms.episodic.trajectory import NOTHING_PLAYED, TrajectoryAgent
from tabular.errors import must, show
from tabular.noise.counters._kernels_nodes import LAPLACE, MOST_COUNTERS, MOST_NODES
from tabular.noise.counters.node_noise import NodeNoise
from tabular.noise.keys import Bits, bits_for, seed_bytes, source
from tabular.numbers.arrays import Array, frozen

Planning = Literal["lazy", "eager"]
TIES = 65  # the use of a key: which of the maximisers is taken
_MODES = {"printed": Printed, "repaired": Repaired, "practical": Practical}
_MOST_NUMBERS = 1 << 28  # that an agent holds


@dataclass(frozen=True)
class PUCB(Learner):
    """Private upper confidence bounds, planning again before every episode from continual counters.

    ``mode`` is "printed", "repaired" or "practical", or one of :class:`Printed`, :class:`Repaired`, :class:`Practical`
    with options; they say what is proved. ``epsilon`` is the privacy parameter (infinity: no noise),
    ``failure_probability`` the paper's beta. ``planning="lazy"`` draws and computes only what can matter, with the same
    actions, policies and gaps as ``"eager"``, bit for bit. ``bits="chacha20"`` makes the noise pseudorandom for an
    adversary, and is what a key gets; an integer seed gets ``"fast"``. The privacy is that of real arithmetic. State:
    (K + 5) C numbers.
    """

    epsilon: float
    mode: Mode | str = "repaired"
    failure_probability: float = 0.1
    planning: Planning = "lazy"
    bits: Bits | None = None
    constants: Constants = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        keep = object.__setattr__
        keep(self, "epsilon", check_epsilon(self.epsilon))
        keep(self, "failure_probability", check_failure_probability(self.failure_probability))
        keep(self, "mode", _read_mode(self.mode))
        check_choice("planning", self.planning, Planning)
        if self.bits is not None:
            check_choice("bits", self.bits, Bits)
        _check_size(self.sizes)
        keep(self, "constants", _read_mode(self.mode).constants(self.sizes, self.epsilon, self.failure_probability))

    @property
    def sizes(self) -> Sizes:
        """S, A, H, T and what follows from them."""
        return Sizes(self.states, self.actions, self.horizon, self.episodes)

    def agent(self, seed: int | bytes | None = 0) -> PUCBAgent:
        """Return the agent at its first episode; the seed keys the noise and the ties."""
        return PUCBAgent(self, seed_bytes(seed), bits_for(seed, self.bits))


class PUCBAgent(TrajectoryAgent):
    """PUCB in the middle of its work, after ``time`` finished episodes."""

    def __init__(self, learner: PUCB, seed: bytes, bits: Bits) -> None:
        super().__init__(learner)
        self.learner, self.time = learner, 0
        sizes, constants = learner.sizes, learner.constants
        noise = NodeNoise(1.0, constants.law, seed, bits)
        self.counters = _empty_counters(sizes, constants, noise)
        self.rules = _rules(constants, learner.planning == "eager", source(seed, 0, TIES, "fast").key)
        H, m, n = learner.horizon, learner.actions, learner.states
        self.plan = Plan(
            np.full((H, m, n), np.nan), np.zeros((H + 1, n)), np.zeros((H, n), np.int64), np.zeros((H, n), np.bool_)
        )
        learn(self.counters, self.rules, self.plan, 0, *NOTHING_PLAYED)

    def policy(self) -> Array:
        """Return the policy (H, S) of the current episode."""
        return self.plan.policy

    def learn(self, states: Array, actions: Array, rewards: Array) -> None:
        """Count a finished episode and plan the next one."""
        self._check_room(1)
        self.time += 1
        written = np.require(rewards, np.float64, ("C", "W"))  # what is read-only would be compiled for once more
        learn(self.counters, self.rules, self.plan, self.time, states, actions, written)

    def advance(self, tables: Tables, key: tuple[Any, Any], log: Log, stretch: int) -> None:
        """Play and learn from ``stretch`` more episodes of a known MDP."""
        self._check_room(stretch)
        run_pucb(tables, *key, self.counters, self.rules, self.plan, log, self.played, stretch)
        self.time = int(log.done[0])

    def visits(self) -> Array:
        """Return n~ (H, A, S) as :meth:`releases` does, sooner: an agent that plans eagerly has drawn it."""
        if not self.rules.flags.eager:
            raise must("planning", 'be "eager" for visits that are known already', show(self.learner.planning))
        H, m, n = self.horizon, self.n_actions, self.n_states
        table, pairs = self.counters.table, H * m * n
        visits = np.where(self._released()[:pairs], table[COUNTS, :pairs] + table[CURRENT, :pairs], np.nan)
        return frozen(visits.reshape(H, m, n))

    def releases(self) -> dict[str, Array]:
        """Return the counters as released now, n (H, A, S), r (H, A, S), m (H, A, S, S), and Q~+, V~ of the plan.

        All of them are noisy counts and functions of them, nothing else; a mode that does not use a counter does not
        release it (NaN). In ``practical`` r is the sum of rewards - 1/2.
        """
        counters, released = self._fresh_counters(), self._released()
        H, m, n = self.horizon, self.n_actions, self.n_states
        pairs = H * m * n
        redrawn = Plan(self.plan.q.copy(), self.plan.v.copy(), self.plan.policy.copy(), self.plan.is_open)
        rules = self.rules._replace(flags=self.rules.flags._replace(eager=True))
        learn(counters, rules, redrawn, self.time, *NOTHING_PLAYED)
        values = np.where(released, counters.table[COUNTS] + counters.table[CURRENT], np.nan)
        tables = {
            "n": values[:pairs].reshape(H, m, n),
            "r": values[pairs : 2 * pairs].reshape(H, m, n),
            "m": values[2 * pairs :].reshape(H, m, n, n),
            "q": redrawn.q,
            "v": redrawn.v,
        }
        return {name: frozen(table) for name, table in tables.items()}

    def _fresh_counters(self) -> Counters:
        """Return a copy of the counters in which all are at the current time."""
        noise, table, seen = self.counters
        counters = Counters(noise, table.copy(), seen.copy())
        pairs = self.learner.sizes.pairs
        draw_each(*counters, 0, pairs, self.time)
        if not self.rules.flags.own_clock:
            draw_each(*counters, pairs, 2 * pairs, self.time)
        draw_each(*counters, 2 * pairs, seen.size, self.time)
        return counters

    def _released(self) -> Array:
        """Return which counters the mode uses."""
        sizes = self.learner.sizes
        used = np.ones(sizes.counters, np.bool_)
        if self.rules.flags.summed:
            last_pairs = (sizes.horizon - 1) * sizes.states * sizes.actions
            used[:last_pairs] = False
            used[2 * sizes.pairs + last_pairs * sizes.states :] = False
        return used

    def _check_room(self, more: int) -> None:
        """Refuse more episodes than the noise was made for."""
        if self.time + more > self.learner.episodes:
            raise must("episodes", f"be at most the {self.learner.episodes} of the learner", show(self.time + more))


def _read_mode(mode: object) -> Mode:
    if isinstance(mode, str) and mode in _MODES:
        return _MODES[mode]()
    if not isinstance(mode, (Printed, Repaired, Practical)):
        rule = 'be "printed", "repaired" or "practical", or a Printed, Repaired or Practical with options'
        raise must("mode", rule, show(mode))
    return mode


def _check_size(sizes: Sizes) -> None:
    if sizes.episodes > MOST_NODES:
        raise must("episodes", f"be at most {MOST_NODES}", show(sizes.episodes))
    if sizes.counters > MOST_COUNTERS or sizes.counters * (sizes.sums + 5) > _MOST_NUMBERS:
        rule = f"ask for at most {_MOST_NUMBERS} numbers, K + 5 for each counter"
        raise must("states, actions and horizon", rule, f"{sizes.counters} counters with K = {sizes.sums}")


def _empty_counters(sizes: Sizes, constants: Constants, noise: NodeNoise) -> Counters:
    C, pairs = sizes.counters, sizes.pairs
    key, state, secure, kind, _, _ = noise.arguments
    kind = None if secure is None and kind == LAPLACE else kind
    table = np.zeros((PREFIX + sizes.sums, C))
    table[SCALES] = np.repeat(constants.scales, (pairs, pairs, C - 2 * pairs))
    return Counters((key, state, secure, kind), table, np.zeros(C, np.int64))


def _rules(c: Constants, eager: bool, tie_key: Any) -> Rules:
    columns = (c.spread, c.linear, c.quadratic, c.level, c.threshold, c.cap)
    flags = Flags(c.forced, c.floor, c.summed, c.own_clock, c.random_ties, eager)
    return Rules(np.array(columns).T.copy(), c.centre, flags, tie_key)
