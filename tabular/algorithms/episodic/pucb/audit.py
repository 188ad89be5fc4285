"""What a run of PUCB released, time after time: for auditors, who know the seed and all messages."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tabular.algorithms.episodic.pucb.learner import PUCB
from tabular.episodic.protocol import Transcript
from tabular.errors import must, show
from tabular.noise.keys import key_bytes
from tabular.numbers.arrays import Array


def replay(learner: PUCB, transcript: Transcript, seed: int | bytes) -> Iterator[dict[str, Array]]:
    """Yield the releases after t = 0, 1, ... episodes of a run with this seed, as ``PUCBAgent.releases`` gives them.

    Noise depends on the seed, the counter and the time only, so nothing has to be stored during a run: keep its
    transcript (``Keep(transcript=True)``). Actions are not checked against the releases.
    """
    if not isinstance(learner, PUCB):
        raise must("learner", "be a PUCB", show(learner))
    key_bytes("seed", seed)  # refuses a seed that a run would have drawn
    agent = learner.agent(seed)
    yield agent.releases()
    for states, actions, rewards in zip(transcript.states, transcript.actions, transcript.rewards, strict=True):
        agent.learn(np.asarray(states, np.int64), np.asarray(actions, np.int64), np.asarray(rewards, np.float64))
        yield agent.releases()
