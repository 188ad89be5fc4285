r"""The mean of the error Delta_i of the gradient (Section 6): N draws from m fixed trajectories.

With B the mean over the data set, a uniform draw gives E[Delta_i | past] = 0. With B the mean over the population, the
data set is part of what is random, and x_2 depends on trajectories that are drawn again: with probability 1/m the
draw of iteration 2 is that of iteration 1, and then its error and x_2 are dependent.

    one state, two actions taken with probability 1/2, the evaluated policy takes action 0, gamma = 0, reward 0,
    feature 1: A = 2 or 0, C = 1, b = 0, on average A = 1.  From x_1 = (1, 0):  E Delta_1 = 0,  E Delta_2 = (beta/m, 0)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from tabular.evaluation.saddle import identity_like, saddle_matrix
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact_all
from theory_checks.core.formula import ref
from theory_checks.papers.gpope.common.data_sets import DataSet, exact_mean, varying

Design = Callable[[int, int], Iterator[tuple[int, ...]]]
Comparisons = dict[str, tuple[Rational, str, Rational]]
BETA = Fraction(1, 2)
MATRICES = tuple(saddle_matrix([[a]], [[1]]) for a in (2, 0))  # of the two actions, equally likely


def with_replacement(m: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Yield all sequences of draws from m trajectories, which are equally likely: Algorithm 1."""
    return product(range(m), repeat=steps)


def fresh(m: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Yield the one sequence of draws in which every iteration has a trajectory of its own; steps <= m."""
    del m
    yield tuple(range(steps))


def first_one_again(m: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Yield the same with the first trajectory once more in the last iteration."""
    del m
    yield (*range(steps - 1), 0)


def population_error(m: int, iteration: int, design: Design) -> Array:
    """Return E Delta_i for the two-action chain, over all data sets of m trajectories and all draws."""
    mean = (MATRICES[0] + MATRICES[1]) / Fraction(2)
    total, count = np.array([Fraction(0), Fraction(0)], dtype=object), 0
    for actions in product((0, 1), repeat=m):
        for draws in design(m, iteration):
            x = np.array([Fraction(1), Fraction(0)], dtype=object)
            for j in draws[:-1]:
                x = x - BETA * (MATRICES[actions[j]] @ x)
            total, count = total + (MATRICES[actions[draws[-1]]] - mean) @ x, count + 1
    return total / Fraction(count)


CASES = ((1, 1), (2, 1), (2, 2), (3, 2))  # m and an iteration


@claim("gpope/delta-mean-zero", reading="population", sound={"a new trajectory in every iteration": {"design": fresh}})
@claim(
    "gpope/delta-mean-zero/repaired",
    setting={"design": fresh, "cases": (*CASES, (3, 3))},
    broken={
        "draws with replacement": {"design": with_replacement},
        "the first trajectory once more in the last iteration": {"design": first_one_again},
    },
    near=("draws with replacement", "the first trajectory once more in the last iteration"),
)
def population(
    trial: Trial, *, design: Design = with_replacement, cases: Sequence[tuple[int, int]] = CASES
) -> Iterator[Finding]:
    """Compute E Delta_i over all data sets of m trajectories and all draws."""
    for m, iteration in cases:
        error = population_error(m, iteration, design)
        pairs: Comparisons = {f"entry {k} of E Delta": (value, "==", 0) for k, value in enumerate(error)}
        yield exact_all(
            f"$m = {m}$, iteration {iteration}, $\\beta = {BETA}$",
            pairs,
            quantity=r"$\mathbb{E}\Delta_i$",
            certificate=_certificate(m) if error.any() else None,
        )


def _certificate(m: int) -> Certificate:
    return Certificate(
        says=f"One state, two actions, off policy, $m = {m}$: the second error has a mean that is not 0.",
        given=[lemma("mean", "second-error-mean", m=m, beta=BETA, theta=1, p=Fraction(1, 2))],
        values={"mean": ref("mean")},
    )


Mean = Callable[[DataSet], Array]


def uniform_mean(data: DataSet) -> Array:
    """Return the mean matrix over the data set."""
    return data.Q


def first_matrix(data: DataSet) -> Array:
    """Return the matrix of the first trajectory alone."""
    return data.matrices[0]


def without_the_last(data: DataSet) -> Array:
    """Return the mean matrix over all trajectories but the last."""
    return exact_mean(data.matrices[:-1])


def divided_by_one_more(data: DataSet) -> Array:
    """Return the sum of the matrices divided by m + 1."""
    return data.Q * Fraction(data.m, data.m + 1)


@claim(
    "gpope/delta-mean-zero",
    reading="empirical",
    broken={
        "$B$ of another data set": {"mean": first_matrix},
        "the last trajectory left out of the mean": {"mean": without_the_last},
        "$m + 1$ in place of $m$": {"mean": divided_by_one_more},
    },
    near=("the last trajectory left out of the mean", "$m + 1$ in place of $m$"),
)
def empirical(trial: Trial, *, mean: Mean = uniform_mean) -> Iterator[Evidence]:
    """Compute E[Delta | x] over all draws, at the origin and the unit vectors."""
    for data in varying(trial):
        center, pairs = mean(data), Comparisons()
        for k, x in enumerate([0 * data.g, *identity_like(data.Q)]):
            drawn = [q @ x - g for q, g in zip(data.matrices, data.offsets, strict=True)]
            error = sum(drawn[1:], drawn[0]) / Fraction(data.m) - (center @ x - data.g)
            pairs |= {f"point {k}, entry {i}": (value, "==", 0) for i, value in enumerate(error)}
        yield exact_all(data.name, pairs, quantity=r"$\mathbb{E}[\Delta_i \mid x_i]$")
