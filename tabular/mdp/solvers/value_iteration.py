"""Value iteration: v <- T v, with the bounds of MacQueen or those of the sup norm.

    span:  if low <= Tv - v <= high, then Tv + gamma/(1-gamma) (low+high)/2 is within gamma/(1-gamma) (high-low)/2 of v*
    sup:   Tv is within gamma/(1-gamma) ||Tv - v|| of v*

The span of Tv - v shrinks with the mixing of the chains, its norm only with gamma: on random MDPs a few dozen sweeps
stand against log(1/tol)/(1-gamma) of them.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.solvers.certify import Certifier
from tabular.mdp.solvers.solution import Solution, check_float, check_jobs, check_limit, check_wish
from tabular.mdp.solvers.start import first_value
from tabular.mdp.solvers.sweeps import sweeps_of

METHOD = "value-iteration"


def value_iteration(
    mdp: FiniteMDP,
    tol: float | None = None,
    norm: Literal["span", "sup"] = "span",
    max_iterations: int = 1_000_000,
    jobs: int = 1,
) -> Solution:
    """Return the optimal value of a float MDP with a proved error of at most ``tol``, or as :func:`solve` without.

    ``norm`` chooses the bounds; ``iterations`` counts the sweeps, which ``jobs`` threads share as in :func:`solve`.
    """
    mdp = check_float(mdp, METHOD)
    if norm not in ("span", "sup"):
        raise must("norm", "be 'span' or 'sup'", show(norm))
    sweeps = sweeps_of(mdp, check_jobs(jobs))
    certifier = Certifier(sweeps, check_wish(tol), centred=norm == "span", patience=halving_time(mdp.discount))
    v, policy = first_value(mdp), np.zeros(mdp.n_states, dtype=np.int32)
    out = np.empty_like(v)
    for iteration in range(1, check_limit("max_iterations", max_iterations) + 1):
        residual = sweeps.backup(v, out, policy)
        certified = certifier.check(v, out, policy, residual)
        if certified is not None:
            return certified.solution(METHOD, iteration)
        v, out = out, v
    return certifier.end(v, METHOD, max_iterations)


def halving_time(discount: float) -> int:
    """Return a number of sweeps within which a contraction by the discount halves every norm, at most 10,000."""
    return 10_000 if discount > 1 - 1e-4 else 5 + math.ceil(math.log(0.5) / math.log(max(discount, 1e-300)))
