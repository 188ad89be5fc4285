r"""The exact privacy loss of all noisy partial sums of all counters, for two users of one episode.

The counters n~, r~, m~ of a learner are fed, at step h in state s with action a, reward r and next state s',

    1 to n~(s, a, h),   r to r~(s, a, h),   1 to m~(s, a, s', h),   and 0 to all others.

Given the releases before episode t, the policy of that episode is the same function of (step, state) for both users,
and all later data are the same function of the releases for both; so the density of the partial sums with Laplace noise
of scale s changes by at most the factor exp(loss), which is attained where all noises lie beyond their shifts,

    loss = sum over the counters c and the partial sums that hold episode t of |x_c - x'_c| / s,

where x, x' are the increments by the two users on their paths under the policy. It bounds every view of the others, who
see functions of the partial sums; that the others may choose their data after what they saw changes nothing.

``reward_feed="visited"`` feeds r~(s, a, h) on visits only: its time is then the number of visits, partial sums exist
only for visited counters, and users whose visits differ are told apart for certain: the loss is infinite.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import inf
from typing import Literal, get_args

from tabular.episodic.protocol import User, check_reward, check_state
from tabular.errors import must, show
from tabular.noise.counters.designs import Design
from tabular.noise.counters.loss import laplace_loss
from tabular.numbers.arguments import count, positive
from tabular.numbers.arrays import fraction
from tabular.numbers.exact import Exact, exact_sum

RewardFeed = Literal["all", "visited"]
LastStep = Literal["state", "nothing"]
Increments = dict[Hashable, Fraction]
Policy = Mapping[tuple[int, int], int]
_Pair = tuple[int | None, int | None]  # the states that both users are in
_MOST_POLICIES = 1 << 16


@dataclass(frozen=True)
class Step:
    """What happens at one step: (s, a, r, s'), no next state at the end of an episode that sends none."""

    state: int
    action: int
    reward: Fraction
    next_state: int | None


@dataclass(frozen=True)
class TranscriptLoss:
    """The loss, the L1 change of all increments, and what attains them: the steps of both users."""

    loss: Fraction | float
    change: Fraction
    steps: tuple[Step, ...]
    other_steps: tuple[Step, ...]


@dataclass(frozen=True)
class CounterFeeds:
    """The counters of S states, A actions and H steps, and how they are fed.

    ``last_step`` says whether m~ at the last step counts a next state s_(H+1) or is fed zeros only.
    """

    states: int
    actions: int
    horizon: int
    reward_feed: RewardFeed = "all"
    last_step: LastStep = "state"

    def __post_init__(self) -> None:
        for name in ("states", "actions", "horizon"):
            count(name, getattr(self, name))
        for name, allowed in (("reward_feed", get_args(RewardFeed)), ("last_step", get_args(LastStep))):
            if getattr(self, name) not in allowed:
                raise must(name, "be " + " or ".join(f'"{a}"' for a in allowed), show(getattr(self, name)))

    def increments(self, steps: tuple[Step, ...]) -> Increments:
        """Return what one episode feeds, by counter; counters that get 0 are left out."""
        fed: Increments = defaultdict(Fraction)
        for h, step in enumerate(steps):
            place = (step.state, step.action, h)
            fed["n", *place] += 1
            fed["r", *place] += step.reward
            if step.next_state is not None:
                fed["m", step.state, step.action, step.next_state, h] += 1
        return {counter: value for counter, value in fed.items() if value}

    def path(self, user: User, policy: Policy, last_state: int | None = None) -> tuple[Step, ...]:
        """Return the steps of a user under a policy {(step, state): action}; ``last_state`` is s_(H+1), if counted."""
        actions, states, rewards = list[int](), list[int](), list[Fraction]()
        for h in range(self.horizon):
            states.append(check_state(user.state(tuple(actions)), self.states, h, 0))
            actions.append(self._action(policy, h, states[-1]))
            rewards.append(fraction(check_reward(user.reward(tuple(actions)), f"at step {h}")))
        following = [*states[1:], None if self.last_step == "nothing" else last_state]
        return tuple(map(Step, states, actions, rewards, following))

    def _action(self, policy: Policy, h: int, state: int) -> int:
        action = policy.get((h, state))
        if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < self.actions:
            raise must("policy", f"give an action from 0 to {self.actions - 1}", show(action), f"at {(h, state)}")
        return action


def loss_of_paths(
    feeds: CounterFeeds, design: Design, scale: Exact, t: int, steps: tuple[Step, ...], other: tuple[Step, ...]
) -> TranscriptLoss:
    """Return the loss if the user of episode t, counted from 1, walks one path or the other."""
    change = _difference(feeds.increments(steps), feeds.increments(other))
    total = exact_sum(map(abs, change.values()))
    loss: Fraction | float = sum(
        (abs(gap) * _unit(feeds, design, scale, t, c) for c, gap in change.items()), Fraction(0)
    )
    if feeds.reward_feed == "visited" and _visits(steps) != _visits(other):
        loss = inf
    return TranscriptLoss(loss, total, steps, other)


def transcript_loss(
    feeds: CounterFeeds, design: Design, scale: Exact, user: User, neighbour: User, t: int
) -> TranscriptLoss:
    """Return the largest loss of the partial sums with one user or the other in episode t, over all policies.

    s_(H+1), if it is counted, is not part of a user: the worst states are taken.
    """
    size = feeds.actions ** (feeds.states * feeds.horizon)
    if size > _MOST_POLICIES:
        raise must("states, actions and horizon", f"allow at most {_MOST_POLICIES} policies", show(size))
    return max(
        (
            loss_of_paths(feeds, design, scale, t, feeds.path(user, policy, x), feeds.path(neighbour, policy, y))
            for policy in _policies(feeds)
            for x in _next_states(feeds, is_last=True)
            for y in _next_states(feeds, is_last=True)
        ),
        key=_size,
    )


def largest_transcript_loss(feeds: CounterFeeds, design: Design, scale: Exact, t: int = 1) -> TranscriptLoss:
    """Return the largest loss over all pairs of users of episode t and all policies.

    Rewards 0 and 1 suffice, as the loss is convex in them. A counter belongs to one step, so that the loss is a sum
    over the steps; the best pair of paths up to a step is found for each pair of states that it leads to.
    """
    nothing = TranscriptLoss(Fraction(0), Fraction(0), (), ())
    best: dict[_Pair, TranscriptLoss] = {(s, s2): nothing for s in range(feeds.states) for s2 in range(feeds.states)}
    for h in range(feeds.horizon):
        longer: dict[_Pair, TranscriptLoss] = {}
        for (s, s2), before in best.items():
            for step, other in _step_pairs(feeds, s, s2, is_last=h == feeds.horizon - 1):
                steps, others = (*before.steps, step), (*before.other_steps, other)
                extended = loss_of_paths(feeds, design, scale, t, steps, others)
                key = step.next_state, other.next_state
                if key not in longer or _size(extended) > _size(longer[key]):
                    longer[key] = extended
        best = longer
    return max(best.values(), key=_size)


def _size(loss: TranscriptLoss) -> tuple[Fraction | float, Fraction]:
    return loss.loss, loss.change


def _step_pairs(feeds: CounterFeeds, s: int | None, s2: int | None, *, is_last: bool) -> Iterator[tuple[Step, Step]]:
    """Yield what can happen to both users at one step in these states, under a common policy."""
    if s is None or s2 is None:
        return
    ends = _next_states(feeds, is_last)
    for a, a2 in product(range(feeds.actions), repeat=2):
        for r, r2 in product((Fraction(0), Fraction(1)), repeat=2):
            if s != s2 or a == a2:
                yield from ((Step(s, a, r, x), Step(s2, a2, r2, x2)) for x in ends for x2 in ends)


def _policies(feeds: CounterFeeds) -> Iterator[Policy]:
    places = list(product(range(feeds.horizon), range(feeds.states)))
    for actions in product(range(feeds.actions), repeat=len(places)):
        yield dict(zip(places, actions, strict=True))


def _next_states(feeds: CounterFeeds, is_last: bool) -> list[int | None]:
    return [None] if is_last and feeds.last_step == "nothing" else list(range(feeds.states))


def _difference(first: Increments, second: Increments) -> Increments:
    gaps = {c: first.get(c, Fraction(0)) - second.get(c, Fraction(0)) for c in {**first, **second}}
    return {counter: gap for counter, gap in gaps.items() if gap}


def _visits(steps: tuple[Step, ...]) -> set[tuple[int, int, int]]:
    return {(step.state, step.action, h) for h, step in enumerate(steps)}


def _unit(feeds: CounterFeeds, design: Design, scale: Exact, t: int, counter: Hashable) -> Fraction:
    """Return the loss of a change by 1 in one counter: the partial sums that hold it, over the scale."""
    if feeds.reward_feed == "all" or not isinstance(counter, tuple) or counter[0] != "r":
        return laplace_loss(design, {(t, 0): 1}, scale)
    return max(_own_clock(design, scale, t))


def _own_clock(design: Design, scale: Exact, t: int) -> Iterator[Fraction]:
    """Yield the same for a counter whose visit in episode t is its j-th one: T - t more can follow."""
    left = design.steps - t
    positive("scale", scale)
    for j in range(1, t + 1):
        yield laplace_loss(replace(design, steps=j + left), {(j, 0): 1}, scale)
