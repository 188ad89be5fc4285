"""Users and an agent for the tests of joint privacy."""

from dataclasses import dataclass

from tabular.episodic.protocol import TreeUser
from tabular.privacy.joint import surely


def sends(state, reward=0, n_actions=2):
    return TreeUser.constant([state], [reward], n_actions)


@dataclass(frozen=True)
class Report:
    """Release the first state plus noise from a given law, clamped to -1..2 if the law is."""

    noise: tuple
    horizon: int = 1
    n_actions: int = 1
    n_states: int = 2

    def start(self):
        return surely(0)

    def act(self, hidden, step, state):
        return surely((0, state))

    def end_episode(self, hidden, states, actions, rewards):
        return surely(states[0])

    def release(self, hidden):
        return [(weight, hidden + noise) for weight, noise in self.noise]
