"""Bandits that play by private counters, and one without privacy: their losses are known or bounded in closed form.

agent                 pure epsilon towards one user, view of all others
NoisyCounterBandit    at most (partial sums that hold the user) * log(1 / decay), discrete noise
LaplaceBandit         at most (partial sums that hold the user) / scale, continuous noise
LastReward            infinite: it does what the last user liked
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from tabular.noise.counters.designs import BinaryDesign
from tabular.numbers.arrays import fraction
from tabular.privacy.joint import Affine, discrete_laplace, surely, when


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

    def start(self):
        return surely(((), ()))

    def act(self, hidden, step, state):
        return surely((self._best(hidden), hidden))

    def end_episode(self, hidden, states, actions, rewards):
        fed, released = hidden
        fed = (*fed, tuple(int(rewards[0]) if arm == actions[0] else 0 for arm in range(self.n_actions)))
        t = len(fed)
        length = t & -t
        sums = [sum(row[arm] for row in fed[t - length :]) for arm in range(self.n_actions)]
        kept = released[: len(BinaryDesign(t).combination(t)) - 1]
        laws = [self._noisy(total) for total in sums]
        return tuple(
            (prod(weight for weight, _ in parts), (fed, (*kept, tuple(value for _, value in parts))))
            for parts in product(*laws)
        )

    def release(self, hidden):
        return surely(self._best(hidden))

    def _noisy(self, total):
        pairs = discrete_laplace(self.decay, min(-self.reach - total, 0), max(self.reach - total, 0))
        return [(weight, min(max(total + noise, -self.reach), self.reach)) for weight, noise in pairs]

    def _best(self, hidden):
        totals = [sum(node[arm] for node in hidden[1]) for arm in range(self.n_actions)]
        return totals.index(max(totals))


@dataclass(frozen=True)
class LaplaceBandit:
    """The same with continuous Laplace noise of this scale on every partial sum, and any rational rewards."""

    n_actions: int
    scale: Fraction
    horizon: int = 1
    n_states: int = 1

    def start(self):
        return surely((0, (Fraction(0),) * self.n_actions))

    def act(self, hidden, step, state):
        return tuple((event, (arm, hidden)) for event, arm in argmax_law(self._releases(hidden)))

    def end_episode(self, hidden, states, actions, rewards):
        t, sums = hidden
        added = (total + fraction(rewards[0]) if arm == actions[0] else total for arm, total in enumerate(sums))
        return surely((t + 1, tuple(added)))

    def release(self, hidden):
        return argmax_law(self._releases(hidden))

    def _releases(self, hidden):
        t, sums = hidden
        nodes = BinaryDesign(t).combination(t) if t else {}
        forms = [Affine.of(total) for total in sums]
        for node in nodes:
            forms = [form + Affine.noise((node, arm), self.scale) for arm, form in enumerate(forms)]
        return forms


def argmax_law(forms):
    """Return the law of the index of the largest form, the first of equals, as events of the noises."""
    law = []
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

    def start(self):
        return surely(0)

    def act(self, hidden, step, state):
        return surely((hidden, hidden))

    def end_episode(self, hidden, states, actions, rewards):
        return surely(int(any(reward > 0 for reward in rewards)))

    def release(self, hidden):
        return surely(hidden)
