"""Data sets of the recovery chain of 40 states, whole or only as far as anything of them is looked at.

A run of N steps looks at no more than N of m trajectories, and the draws that choose them do not depend on the data: of
a large data set only those are simulated. Of the others output perturbation needs the returns after first visits. These
have a law that is drawn exactly for all of them at once: from the end backwards, the trajectories that visit a state
are a uniform choice among those that visit the next one, and each stays a geometric number of times.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tabular.algorithms.evaluation.gpope import GPOPE
from tabular.algorithms.evaluation.monte_carlo import FirstVisits, first_visit
from tabular.algorithms.evaluation.records import Records
from tabular.evaluation import Moments, Tabular, Trajectories
from tabular.evaluation.continuous import RecoveryChain, collect, uniform
from tabular.numbers.arrays import Array
from tabular.numbers.doubles import product
from theory_checks.core.seeds import generator

DISCOUNT, STATES = 0.99, 39
_STAYS = 0.5 ** np.minimum(np.arange(1, 65), 63)  # probabilities of 0, 1, ... stays; the last is that of all others


@dataclass(frozen=True, eq=False)
class ChainData:
    """One data set in the forms that the estimators want; `rest` of its trajectories are not among those kept."""

    trajectories: Trajectories
    records: Records
    rest: int = 0
    seed: int = 0
    looks: int = 0

    @property
    def n_trajectories(self) -> int:
        """The number m of trajectories, kept or not."""
        return self.records.n_trajectories

    def check(self, steps: int) -> None:
        """Refuse a run that would look at trajectories that are not kept."""
        if self.rest and steps > self.looks:
            raise ValueError(f"steps must be at most {self.looks}, for which trajectories are kept, got {steps}")

    @cached_property
    def summed(self) -> Records:
        """Records whose A, b, C are sums over the rows of a trajectory, in place of (2.2)."""
        if self.rest:
            raise ValueError(f"data must be whole for sums over all trajectories, got {self.rest} that are not kept")
        return Records.of(self.trajectories, None, Tabular(STATES), DISCOUNT, weighting="sum")

    @cached_property
    def visits(self) -> FirstVisits:
        """First visits of all trajectories."""
        kept = first_visit(self.trajectories, STATES, DISCOUNT)
        if self.rest == 0:
            return kept
        sums, counts = unseen_visits(self.rest, generator(self.seed, "unseen"))
        total = kept.counts + counts
        return FirstVisits((np.nan_to_num(kept.mean) * kept.counts + sums) / total, total, total)


def whole(m: int, seed: int) -> ChainData:
    """Return m trajectories."""
    trajectories = collect(RecoveryChain(), uniform(1), m, seed)
    return ChainData(trajectories, _records(trajectories))


def partial(m: int, seed: int, looks: int, run_seed: int) -> ChainData:
    """Return m trajectories of which those are kept at which runs with this seed look in their first steps."""
    learner = GPOPE(clip=1.0, sigma=1.0, step_size=1.0, steps=looks)  # no draw depends on these but N
    seen = np.unique(learner.chosen(m, run_seed))
    trajectories = collect(RecoveryChain(), uniform(1), seen.size, seed)
    records = _records(trajectories)
    lengths = np.zeros(m, np.int64)
    lengths[seen] = np.diff(records.packed.offsets)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    spread = Records(records.packed._replace(offsets=offsets), records.longest)
    return ChainData(trajectories, spread, m - seen.size, seed, looks)


def _records(trajectories: Trajectories) -> Records:
    return Records.of(trajectories, None, Tabular(STATES), DISCOUNT)


def unseen_visits(count: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return the sums of the returns after first visits and the numbers of first visits, for independent trajectories.

    A trajectory with l rows from its first visit on has the return gamma^(l - 1).
    """
    counts = np.cumsum(rng.multinomial(count, np.full(STATES, 1.0 / STATES)))
    sums, lengths = np.zeros(STATES), np.array([count])  # lengths[l] of them have l rows to go
    for s in reversed(range(STATES)):
        lengths = _with_rows_of_a_state(rng.multivariate_hypergeometric(lengths, counts[s], method="marginals"), rng)
        sums[s] = product(lengths, DISCOUNT ** (np.arange(lengths.size) - 1.0))
    return sums, counts


def _with_rows_of_a_state(lengths: Array, rng: np.random.Generator) -> Array:
    """Add the rows of one state more, one and a geometric number of stays, to each trajectory."""
    stays = rng.multinomial(lengths, _STAYS)
    longer = np.zeros(lengths.size + _STAYS.size, np.int64)
    np.add.at(longer, np.arange(lengths.size)[:, None] + np.arange(1, _STAYS.size + 1), stays)
    return np.trim_zeros(longer, "b")


@dataclass(frozen=True, eq=False)
class ChainMeans:
    """A data set of which no more is kept than the means of (2.2) and the first visits."""

    moments: Moments
    visits: FirstVisits
    n_trajectories: int


Visited = ChainData | ChainMeans  # what output perturbation runs on


def chain_means(m: int, rng: np.random.Generator) -> ChainMeans:
    """Return the means of m trajectories, which are numbers of rows in each state: geometric, from a uniform start on.

    A state that is visited is left once, all its other rows stay; the reward 1 comes with the last row.
    """
    rows, lefts, sums = np.zeros(STATES), np.zeros(STATES), np.zeros(STATES)
    starts = rng.multinomial(m, np.full(STATES, 1.0 / STATES))
    for s, count in enumerate(starts):
        stays = tosses(rng, (count, STATES - s))
        to_go = np.cumsum(stays[:, ::-1], axis=1)[:, ::-1]
        weights = 1.0 / to_go[:, 0]
        rows[s:] += product(weights, stays)
        lefts[s:] += weights.sum()
        sums[s:] += (DISCOUNT ** np.arange(to_go.max(initial=1)))[to_go - 1].sum(axis=0)
    visits = np.cumsum(starts)
    return ChainMeans(_moments(rows / m, lefts / m), FirstVisits(sums / visits, visits, visits), m)


def tosses(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Return what `rng.geometric(0.5, shape)` returns, in half the time: the least n with 2^-n <= 1 - u."""
    rest = np.minimum(1.0 - rng.random(shape), 0.5)  # exact: u is a multiple of 2^-53
    return 1023 - (rest.view(np.int64) >> 52)  # the exponent of a double begins at bit 52


def _moments(rows: Array, lefts: Array) -> Moments:
    """Return A, b, C from the mean shares of rows in each state, and of those by which it is left."""
    A = np.diag(rows - DISCOUNT * (rows - lefts)) - DISCOUNT * np.diag(lefts[:-1], 1)
    return Moments(A, np.append(np.zeros(STATES - 1), lefts[-1]), np.diag(rows))
