"""The problems that are timed. Building them is never part of a measurement."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import dense_random, dyadic_random, garnet, grid_lake

TOLERANCE = 1e-8


@dataclass(frozen=True)
class Single:
    """One MDP at several discounts; ``tiny`` is of the same kind and only warms compilers up."""

    name: str
    says: str
    build: Callable[[float], FiniteMDP]
    tiny: Callable[[float], FiniteMDP]
    discounts: tuple[float, ...]
    repeats: int

    group = "one MDP"
    bar = ""  # what its rows say before there is anything to say about them


@dataclass(frozen=True)
class Batch:
    """Many small dense MDPs at several discounts."""

    name: str
    n: int
    m: int
    count: int
    discounts: tuple[float, ...] = (0.9, 0.99)
    repeats: int = 7

    group = "many small MDPs"
    bar = ""

    @property
    def says(self) -> str:
        return f"{self.count} dense MDPs with {self.n} states and {self.m} actions"

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        rng = np.random.Generator(np.random.Philox(self.n))
        P = rng.standard_exponential((self.count, self.m, self.n, self.n))
        P /= P.sum(axis=-1, keepdims=True)
        return P, rng.random((self.count, self.m, self.n))


@dataclass(frozen=True)
class Exact:
    """One random MDP of dyadic rationals with 52 bits, to be solved exactly; ``limit`` is what it should take."""

    name: str
    n: int
    limit: float
    discounts: tuple[float, ...] = (0.9, 0.99)
    repeats: int = 7

    group = "exact"
    m = 4

    @property
    def says(self) -> str:
        return f"{self.n} states, {self.m} actions, rationals of 52 bits"

    @property
    def bar(self) -> str:
        return f"should take at most {self.limit * 1e3:g} ms"

    def build(self, discount: float) -> FiniteMDP:
        return dyadic_random(self.n, self.m, discount, 52, seed=0, exact=False).exact()


Problem = Single | Batch | Exact
ALL_DISCOUNTS = (0.9, 0.99, 0.999)

PROBLEMS: tuple[Problem, ...] = (
    Single(
        "dense200",
        "200 states, 10 actions, dense rows",
        lambda gamma: dense_random(200, 10, gamma, 0),
        lambda gamma: dense_random(20, 2, gamma, 0),
        ALL_DISCOUNTS,
        30,
    ),
    Single(
        "sparse1e4",
        "10,000 states, 4 actions, 5 random successors",
        lambda gamma: garnet(10_000, 4, 5, gamma, 0),
        lambda gamma: garnet(100, 2, 3, gamma, 0),
        ALL_DISCOUNTS,
        10,
    ),
    Single(
        "lake300",
        "300 x 300 lake, 10% holes, slip 1/3",
        lambda gamma: grid_lake(300, gamma, seed=0),
        lambda gamma: grid_lake(9, gamma, seed=0),
        ALL_DISCOUNTS,
        3,
    ),
    Single(
        "sparse1e6",
        "1,000,000 states, 4 actions, 5 random successors",
        lambda gamma: garnet(1_000_000, 4, 5, gamma, 0),
        lambda gamma: garnet(100, 2, 3, gamma, 0),
        ALL_DISCOUNTS,
        2,
    ),
    Batch("batch5", 5, 2, 20_000),
    Batch("batch10", 10, 4, 5_000),
    Batch("batch20", 20, 5, 2_000),
    Batch("batch50", 50, 10, 200),
    Exact("exact20", 20, 0.02),
    Exact("exact50", 50, 0.25),
)
QUICK = {"dense200": (0.99,), "sparse1e4": (0.99,), "batch5": (0.9,), "batch20": (0.9,), "exact20": (0.9,)}


def problem(name: str) -> Problem:
    return next(item for item in PROBLEMS if item.name == name)
