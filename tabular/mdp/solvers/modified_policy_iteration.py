"""Modified policy iteration: a Bellman sweep chooses a policy, cheap steps of its own operator evaluate it.

    pi = greedy(v),      v <- T_pi^k v + gamma / (1 - gamma) midrange(T_pi^k v - T_pi^(k-1) v),

with k just large enough to shrink the span of the change by a fixed factor. The midrange removes the constant part of
the error, which is the part that contracts slowest (MacQueen 1966; Puterman 1994, sections 6.5 and 6.6.3). What is left
shrinks with the mixing of the chain, so random MDPs need a few dozen steps at any discount.
"""

from __future__ import annotations

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers.certify import Certified, Certifier
from tabular.mdp.solvers.solution import Solution, check_float, check_jobs, check_limit, check_wish
from tabular.mdp.solvers.start import first_value
from tabular.mdp.solvers.sweeps import PolicyRows, Sweeps, sweeps_of

METHOD = "modified-policy-iteration"


def modified_policy_iteration(
    mdp: FiniteMDP, tol: float | None = None, max_iterations: int = 10_000, max_steps: int = 1_000_000, jobs: int = 1
) -> Solution:
    """Return the optimal value of a float MDP with a proved error of at most ``tol``, or as :func:`solve` without.

    ``max_iterations`` limits the sweeps (counted in ``iterations``), ``max_steps`` the evaluation steps after each.
    ``jobs`` threads share both as in :func:`solve`.
    """
    search = Search(sweeps_of(check_float(mdp, METHOD), check_jobs(jobs)), check_wish(tol))
    most = check_limit("max_steps", max_steps)
    for iteration in range(1, check_limit("max_iterations", max_iterations) + 1):
        certified = search.improve()
        if certified is not None:
            return certified.solution(METHOD, iteration)
        search.evaluate(most)
    return search.certifier.end(search.v, METHOD, max_iterations)


class Search:
    """The state of the method: a value v, a policy, and the span of the last change of v."""

    def __init__(self, sweeps: Sweeps, tol: float | None) -> None:
        self.sweeps = sweeps
        self.certifier = Certifier(sweeps, tol)
        self.v = first_value(sweeps.mdp)
        self.policy = np.zeros(self.v.size, dtype=np.int32)
        self._rows: PolicyRows | None = None
        self._other = np.empty_like(self.v)
        self.span = 0.0

    def improve(self) -> Certified | None:
        """Sweep once; return the certified value if that proves the tolerance, otherwise move on to T v."""
        low, high = self.sweeps.backup(self.v, self._other, self.policy)
        self.span = high - low
        certified = self.certifier.check(self.v, self._other, self.policy, (low, high))
        self.v, self._other = self._other, self.v
        return certified

    def evaluate(self, most: int) -> int:
        """Apply T_pi at most ``most`` times and centre the result; return the number of times."""
        if self._rows is None:
            self._rows = self.sweeps.policy_rows()
        self._rows.select(self.policy)
        stop = max(self._rows.depth * self.span, 2 * self.certifier.target)
        steps, low, high = self._rows.evaluate(self.v, self._other, stop, self.certifier.floor(self.v), most)
        if steps % 2 == 1:
            self.v, self._other = self._other, self.v
        discount = self.sweeps.mdp.discount
        self.v += discount / (1 - discount) * 0.5 * (low + high)
        self.span = high - low
        return steps
