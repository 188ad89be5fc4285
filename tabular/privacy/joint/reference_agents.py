"""Agents whose joint privacy is known in closed form, to audit the audit; all have one step an episode.

agent                 pure epsilon towards one user, view of all others
RandomisedResponse    log(keep / (1 - keep)): every bit is reported once, flipped with probability 1 - keep
OneDrawCounting       infinite if users before and after look together, log(1 / decay) for later users alone
NoisyCounterBandit    at most (partial sums that hold the user) * log(1 / decay), discrete noise
LaplaceBandit         at most (partial sums that hold the user) / scale, continuous noise
LastReward            infinite: it does what the last user liked
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from tabular.algorithms.episodic.protocol import Path
from tabular.arrays import Scalar, fraction
from tabular.errors import must, show
from tabular.instances.arguments import count
from tabular.noise.counters.designs import BinaryDesign
from tabular.privacy.arguments import positive
from tabular.privacy.joint.agent_law import Hidden, Law, discrete_laplace, surely
from tabular.privacy.joint.laplace_cells import Affine
from tabular.privacy.joint.weights import when

Rewards = tuple[Scalar, ...]


@dataclass(frozen=True)
class RandomisedResponse:
    """Tell each user the state of the one before, flipped with probability 1 - keep; release the last one's so."""

    keep: Fraction
    horizon: int = 1
    n_actions: int = 2
    n_states: int = 2

    def __post_init__(self) -> None:
        if not isinstance(self.keep, Fraction) or not 0 <= self.keep <= 1:
            raise must("keep", "be a Fraction between 0 and 1", show(self.keep))

    def start(self) -> Law:
        """Return the first hidden value, no bit yet."""
        return surely(None)

    def act(self, hidden: Hidden, step: int, state: int) -> Law:
        """Return the law of the reported bit."""
        return surely((0, None)) if hidden is None else tuple((p, (bit, None)) for p, bit in self.release(hidden))

    def end_episode(self, hidden: Hidden, states: Path, actions: Path, rewards: Rewards) -> Law:
        """Remember the user's bit."""
        return surely(states[0])

    def release(self, hidden: Hidden) -> Law:
        """Return the law of the last bit as released."""
        return ((self.keep, hidden), (1 - self.keep, 1 - hidden))


@dataclass(frozen=True)
class OneDrawCounting:
    """Tell every user the number of ones so far, its own state included, plus one noise drawn before the first.

    The noise is discrete Laplace and what is told is clamped to -reach..reach + episodes, the action being the value
    plus reach; that is exact, as clamping happens after the noise.
    """

    decay: Fraction
    reach: int
    episodes: int
    horizon: int = 1
    n_states: int = 2

    def __post_init__(self) -> None:
        count("reach", self.reach)
        count("episodes", self.episodes)

    @property
    def n_actions(self) -> int:
        """The number of values that can be told."""
        return 2 * self.reach + self.episodes + 1

    def start(self) -> Law:
        """Return the law of (noise, count); beyond the ends all noises have the same effect."""
        furthest = self.reach + self.episodes
        return tuple((weight, (noise, 0)) for weight, noise in discrete_laplace(self.decay, -furthest, furthest))

    def act(self, hidden: Hidden, step: int, state: int) -> Law:
        """Tell the noisy count with the present user in it."""
        noise, ones = hidden
        told = min(max(ones + state + noise, -self.reach), self.reach + self.episodes)
        return surely((told + self.reach, hidden))

    def end_episode(self, hidden: Hidden, states: Path, actions: Path, rewards: Rewards) -> Law:
        """Count the user."""
        return surely((hidden[0], hidden[1] + states[0]))

    def release(self, hidden: Hidden) -> Law:
        """Release nothing."""
        return surely(None)


def colluders_recover(before: Scalar, after: Scalar, own: Scalar) -> Fraction:
    """Return the bit of user t from what users t - 1 and t + 1 are told and the latter's own: after - own - before.

    With one noise for all rounds the noise cancels, whatever its law and its value.
    """
    return fraction(after) - fraction(own) - fraction(before)


@dataclass(frozen=True)
class NoisyCounterBandit:
    """Play the arm with the largest noisy sum of rewards (0 or 1), the first of equals; release the next arm.

    Every arm has a binary counter that is fed 0 when the arm is not played. A partial sum is released with discrete
    Laplace noise and clamped to -reach..reach, which is exact.
    """

    n_actions: int
    decay: Fraction
    reach: int
    horizon: int = 1
    n_states: int = 1

    def __post_init__(self) -> None:
        count("n_actions", self.n_actions)
        count("reach", self.reach)

    def start(self) -> Law:
        """Return (rewards of all episodes by arm, released partial sums that are in use)."""
        return surely(((), ()))

    def act(self, hidden: Hidden, step: int, state: int) -> Law:
        """Play the best arm."""
        return surely((self._best(hidden), hidden))

    def end_episode(self, hidden: Hidden, states: Path, actions: Path, rewards: Rewards) -> Law:
        """Feed all counters and release the partial sum that is complete."""
        if any(reward not in (0, 1) for reward in rewards):
            raise must("rewards", "be 0 or 1 for integer noise", show(rewards))
        fed, released = hidden
        fed = (*fed, tuple(int(rewards[0]) if arm == actions[0] else 0 for arm in range(self.n_actions)))
        t = len(fed)
        length = t & -t
        sums = [sum(row[arm] for row in fed[t - length :]) for arm in range(self.n_actions)]
        kept = released[: len(BinaryDesign(t).combination(t)) - 1]
        laws = [self._noisy(total) for total in sums]
        return tuple(
            (self._product(parts), (fed, (*kept, tuple(value for _, value in parts)))) for parts in product(*laws)
        )

    def release(self, hidden: Hidden) -> Law:
        """Release the arm that would come next."""
        return surely(self._best(hidden))

    def _noisy(self, total: int) -> list[tuple[Any, int]]:
        pairs = discrete_laplace(self.decay, min(-self.reach - total, 0), max(self.reach - total, 0))
        return [(weight, min(max(total + noise, -self.reach), self.reach)) for weight, noise in pairs]

    @staticmethod
    def _product(parts: tuple[tuple[Any, int], ...]) -> Any:
        result: Any = Fraction(1)
        for weight, _ in parts:
            result = result * weight
        return result

    def _best(self, hidden: Hidden) -> int:
        totals = [sum(node[arm] for node in hidden[1]) for arm in range(self.n_actions)]
        return totals.index(max(totals))


@dataclass(frozen=True)
class LaplaceBandit:
    """The same with continuous Laplace noise of this scale on every partial sum, and any rational rewards."""

    n_actions: int
    scale: Fraction
    horizon: int = 1
    n_states: int = 1

    def __post_init__(self) -> None:
        count("n_actions", self.n_actions)
        positive("scale", self.scale)

    def start(self) -> Law:
        """Return (number of episodes, true sum of each arm)."""
        return surely((0, (Fraction(0),) * self.n_actions))

    def act(self, hidden: Hidden, step: int, state: int) -> Law:
        """Play the best arm: an event of the noises."""
        return tuple((event, (arm, hidden)) for event, arm in argmax_law(self._releases(hidden)))

    def end_episode(self, hidden: Hidden, states: Path, actions: Path, rewards: Rewards) -> Law:
        """Feed all counters."""
        t, sums = hidden
        added = (total + fraction(rewards[0]) if arm == actions[0] else total for arm, total in enumerate(sums))
        return surely((t + 1, tuple(added)))

    def release(self, hidden: Hidden) -> Law:
        """Release the arm that would come next."""
        return argmax_law(self._releases(hidden))

    def _releases(self, hidden: Hidden) -> list[Affine]:
        t, sums = hidden
        nodes = BinaryDesign(t).combination(t) if t else {}
        forms = [Affine.of(total) for total in sums]
        for node in nodes:
            forms = [form + Affine.noise((node, arm), self.scale) for arm, form in enumerate(forms)]
        return forms


def argmax_law(forms: list[Affine]) -> Law:
    """Return the law of the index of the largest form, the first of equals, as events of the noises."""
    law: list[tuple[Any, Any]] = []
    for a, form in enumerate(forms):
        gaps = [(form - other, b) for b, other in enumerate(forms) if b != a]
        loses = any(not gap.parts and (gap.constant < 0 or (gap.constant == 0 and b < a)) for gap, b in gaps)
        if not loses:
            law.append((when(*(gap for gap, _ in gaps if gap.parts)), a))
    return law


@dataclass(frozen=True)
class LastReward:
    """Play action 1 after a reward above 0, otherwise action 0: not private at all."""

    horizon: int = 1
    n_actions: int = 2
    n_states: int = 1

    def start(self) -> Law:
        """Return the first action."""
        return surely(0)

    def act(self, hidden: Hidden, step: int, state: int) -> Law:
        """Play what the last user liked."""
        return surely((hidden, hidden))

    def end_episode(self, hidden: Hidden, states: Path, actions: Path, rewards: Rewards) -> Law:
        """Remember whether there was a reward."""
        return surely(int(any(reward > 0 for reward in rewards)))

    def release(self, hidden: Hidden) -> Law:
        """Release the next action."""
        return surely(hidden)
