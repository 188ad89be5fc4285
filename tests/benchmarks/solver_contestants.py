"""Who takes part: the solvers of this project, other libraries, and plain numpy written the obvious way.

A contestant's ``prepare`` builds its own model of a problem; the function that it returns is what is timed. Every
contestant is asked for an error of at most the common tolerance in the sup norm, in the terms of its own criterion.
"""

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabular.mdp import FiniteMDP
from tests.benchmarks import peers, plain
from tests.benchmarks.problems import TOLERANCE, Batch, Exact, Problem, Single

Solve = Callable[[], Any]


@dataclass(frozen=True)
class Contestant:
    name: str
    kind: type
    prepare: Callable[[Any], Solve]  # from an MDP, or (P, r, discount) of a batch, to what is timed
    ours: bool = False
    needs: str | None = None  # the library
    skips: tuple[str, ...] = ()  # problems it cannot hold, or not within minutes
    share: float = 1.0  # of a batch: the slow ones solve the first part of it

    @property
    def is_installed(self) -> bool:
        return self.needs is None or importlib.util.find_spec(self.needs) is not None

    def takes(self, problem: Problem) -> bool:
        return isinstance(problem, self.kind) and problem.name not in self.skips


def _ours(method: str) -> Callable[[FiniteMDP], Solve]:
    def prepare(mdp: FiniteMDP) -> Solve:
        from tabular.mdp.solvers import solve

        return lambda: solve(mdp, method, TOLERANCE).value

    return prepare


def _our_batch(arrays: tuple[np.ndarray, np.ndarray, float]) -> Solve:
    from tabular.mdp.solvers import solve_batch

    return lambda: solve_batch(*arrays, TOLERANCE).value


BIG = ("sparse1e4", "lake300", "sparse1e6")

CONTESTANTS: tuple[Contestant, ...] = (
    Contestant("solve (auto)", Single, _ours("auto"), ours=True),
    Contestant("quantecon MPI", Single, peers.quantecon("modified_policy_iteration"), needs="quantecon"),
    Contestant("quantecon PI", Single, peers.quantecon("policy_iteration"), needs="quantecon", skips=BIG),
    Contestant("mdpsolver MPI", Single, peers.mdpsolver("mpi"), needs="mdpsolver", skips=("lake300", "sparse1e6")),
    Contestant("mdpsolver VI", Single, peers.mdpsolver("vi"), needs="mdpsolver"),
    Contestant("storm VI", Single, peers.storm, needs="stormpy", skips=("sparse1e6",)),
    Contestant("numpy VI, span", Single, plain.span_value_iteration),
    Contestant("numpy PI", Single, plain.policy_iteration, skips=BIG),
    Contestant("solve_batch", Batch, _our_batch, ours=True),
    Contestant("numpy PI, all at once", Batch, plain.batched_policy_iteration),
    Contestant("numpy VI span, all at once", Batch, plain.batched_span_value_iteration),
    Contestant("numpy PI, one by one", Batch, plain.policy_iterations, share=0.05),
    Contestant("quantecon PI, one by one", Batch, peers.quantecon_one_by_one, needs="quantecon", share=0.02),
    Contestant("exact policy iteration", Exact, _ours("auto"), ours=True),
)


def contestant(name: str) -> Contestant:
    return next(item for item in CONTESTANTS if item.name == name)
