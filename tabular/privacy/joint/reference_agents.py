"""Agents whose joint privacy is known in closed form, to audit the audit; all have one step an episode.

agent                 pure epsilon towards one user, view of all others
RandomisedResponse    log(keep / (1 - keep)): every bit is reported once, flipped with probability 1 - keep
OneDrawCounting       infinite if users before and after look together, log(1 / decay) for later users alone
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tabular.episodic.protocol import Path
from tabular.errors import must, show
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Scalar, fraction
from tabular.privacy.joint.agent_law import Hidden, Law, discrete_laplace, surely

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
