"""Runs of the episodic learners on known MDPs, for pytest-benchmark: the time of 20000 episodes.

Run with ``python -m pytest tests/benchmarks/test_episodic_learners.py --benchmark-only``.
"""

import pytest

from tabular.algorithms.episodic import UBEV, PrivateUCBVI, Uniform, optimal_play, run_agent, sampled_users
from tabular.episodic.instances import random_episodic

EPISODES = 20_000
SIZES = [(2, 2, 2), (5, 3, 5), (10, 4, 10)]
LEARNERS = {
    "ubev-lazy": lambda n, m, H: UBEV(n, m, H, EPISODES),
    "ubev-eager": lambda n, m, H: UBEV(n, m, H, EPISODES, planning="eager"),
    "private": lambda n, m, H: PrivateUCBVI(n, m, H, EPISODES, 1.0),
    "private-every-episode": lambda n, m, H: PrivateUCBVI(n, m, H, EPISODES, 1.0, batch=1),
    "uniform": lambda n, m, H: Uniform(n, m, H, EPISODES),
    "optimal": lambda n, m, H: optimal_play(random_episodic(n, m, H, 1), EPISODES),
}


@pytest.mark.parametrize("sizes", SIZES, ids=lambda sizes: "x".join(map(str, sizes)))
@pytest.mark.parametrize("name", LEARNERS)
def test_run(benchmark, name, sizes):
    benchmark.group = "x".join(map(str, sizes))
    mdp, learner = random_episodic(*sizes, 1), LEARNERS[name](*sizes)
    learner.run(mdp)  # compiles

    assert benchmark(learner.run, mdp).episodes == EPISODES


def test_step_by_step(benchmark):
    benchmark.group = "2x2x2"
    mdp, learner = random_episodic(2, 2, 2, 1), UBEV(2, 2, 2, 2000)

    run = benchmark(lambda: run_agent(learner.agent(), sampled_users(mdp), 2000, mdp))

    assert run.episodes == 2000
