"""What the memory allows: an MDP read, or multiplied by a vector, once for each sweep that value iteration needs."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers import value_iteration
from tests.benchmarks.plain import TOLERANCE


def of_arrays(mdp: FiniteMDP) -> Callable[[], None]:
    """Every number once and in order, at the speed at which memory delivers it."""
    floats, integers = (mdp.stacked.data, mdp.rewards.reshape(-1)), (mdp.stacked.indices, mdp.stacked.indptr)

    def read() -> None:
        for numbers in floats:
            np.dot(numbers, numbers)
        for numbers in integers:
            numbers.max()

    return _repeated(read, mdp)


def of_products(mdp: FiniteMDP) -> Callable[[], None]:
    """The same, and a value fetched at random for each probability."""
    v = np.ones(mdp.n_states)

    def multiply() -> None:
        mdp.stacked @ v

    return _repeated(multiply, mdp)


def _repeated(work: Callable[[], None], mdp: FiniteMDP) -> Callable[[], None]:
    sweeps = _sweeps(mdp)

    def repeat() -> None:
        for _ in range(sweeps):
            work()

    return repeat


@lru_cache(maxsize=1)
def _sweeps(mdp: FiniteMDP) -> int:
    return value_iteration(mdp, TOLERANCE).iterations
