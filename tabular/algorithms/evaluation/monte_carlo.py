"""First-visit Monte Carlo: the mean return after the first visit to each state, optionally importance sampled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tabular.algorithms.evaluation._kernels_returns import sum_up
from tabular.errors import must
from tabular.evaluation.data_moments import read_discount, read_ratios
from tabular.evaluation.features import check_discrete
from tabular.evaluation.trajectories import Trajectories
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, frozen
from tabular.numbers.distinct import distinct


@dataclass(frozen=True, eq=False)
class FirstVisits:
    """For each state s: ``mean[s]``, NaN if no trajectory visits it, and ``counts[s]``, how many do.

    ``weights[s]`` is the sum of their importance weights, the counts themselves on-policy.
    """

    mean: Any
    counts: Any
    weights: Any


def first_visit(
    data: Trajectories, n_states: int, discount: object, ratios: object = None, weighted: bool = True
) -> FirstVisits:
    """Return first-visit estimates for states 0..n-1 from trajectories that ended: all last rows are terminal.

    The return G = sum_t gamma^t R_t after the first visit has the importance weight W = the product of the ratios from
    there on. The estimate is sum W G / sum W (``weighted``), or sum W G / count.
    """
    n = count("n_states", n_states)
    check_discrete(data.states, n, "first visits")
    cut = np.flatnonzero(~data.terminal[data.offsets[1:] - 1])
    if cut.size:
        raise must("trajectories", "end in a terminal row, for a return to be complete", "one cut off", f"at {cut[0]}")
    rho, gamma = read_ratios(data, ratios), read_discount(discount)
    returns, products = _returns(data, rho, gamma)
    first = _first_rows(data, n)
    states = data.states[first]
    counts = np.bincount(states, minlength=n)
    weights = np.bincount(states, weights=products[first], minlength=n)
    sums = np.bincount(states, weights=products[first] * returns[first], minlength=n)
    below = weights if weighted else counts
    mean = np.divide(sums, below, out=np.full(n, np.nan), where=below != 0)
    return FirstVisits(frozen(mean), frozen(counts), frozen(weights))


def _returns(data: Trajectories, rho: Array, gamma: float) -> tuple[Array, Array]:
    """Return for each row the discounted return and the product of ratios from it on."""
    returns, products = data.rewards.copy(), rho.copy()
    sum_up(data.offsets, gamma, returns, products)
    return returns, products


def _first_rows(data: Trajectories, n: int) -> Array:
    """Return the rows in which a trajectory visits a state for the first time."""
    return distinct(data.owners * n + data.states)[0]
