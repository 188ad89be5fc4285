r"""The proof of Lemma 8: what is left of the path at a midpoint after the prediction from its neighbours.

x_i = i/2^(n+1), and q = exp(-beta_{2^n}) is the correlation of neighbours. The second step replaces the weight of the
neighbours by 1/2, which is right only where their sum is not negative: with probability 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import numpy as np

from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import exact as value
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.kernel_matrices import DECAYS, kernel_matrix

INNOVATION = formal_of(__file__, "dpdqn/lemma8-innovation")
WEIGHT, VARIANCE = INNOVATION.right_of("weight"), INNOVATION.right_of("variance")
RELAXED, BOUND = formal_of(__file__, "dpdqn/lemma8-midpoint-step").claims
POSITIVE = formal_of(__file__, "dpdqn/lemma8-midpoint-step/repaired").right


def innovation_covariance(n: int, q: Fraction, weight: Fraction) -> tuple[Array, Array]:
    """Return the covariance of the innovations, and theirs with the values at the points they are predicted from."""
    size = 2 ** (n + 1) + 1
    rows = np.full((2**n, size), Fraction(0), dtype=object)
    for i in range(2**n):
        rows[i, 2 * i : 2 * i + 3] = -weight, Fraction(1), -weight
    with_path = matmul_exact(rows, kernel_matrix(q, range(size), range(size)))
    return matmul_exact(with_path, rows.T), with_path[:, ::2]


@claim("dpdqn/lemma8-innovation", broken={r"the factor $\frac{1}{2}$": {"weight": RELAXED.right}})
def innovation(trial: Trial, *, weight: Formula = WEIGHT) -> Iterator[Evidence]:
    """Compute the covariances of the innovations."""
    for n in range(5 if trial.full else 4):
        pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
        for q, sigma in zip(DECAYS, (Fraction(1), Fraction(3), Fraction(1, 3)), strict=True):
            own, old = innovation_covariance(n, q, value(weight, {"q": q}))
            variance = value(VARIANCE, {"q": q, "sigma": sigma}) / sigma**2
            for (i, j), entry in np.ndenumerate(own):
                pairs[f"q = {q}, innovations {i + 1} and {j + 1}"] = (entry, "==", variance * (i == j))
            for (i, j), entry in np.ndenumerate(old):
                pairs[f"q = {q}, innovation {i + 1} and old point {j}"] = (entry, "==", Fraction(0))
        yield exact_all(f"$n = {n}$, $q = 1/2, 9/10, 1/7$", pairs, quantity=r"covariances in units of $\sigma^2$")


PATHS = (
    (1, 1, 1),
    (1, 3, -1),
    (-1, 0, 1),
    (2, -5, 3),
    (1, -1, -1),
)  # values left, at the midpoint, right; sums not negative
FALLING = (-1, -1, -1)
NEAR_ONE = Fraction(999, 1000)  # the weight is nearly 1/2 there


@claim("dpdqn/lemma8-midpoint-step/repaired", broken={"the sum in place of its positive part": {"bound": BOUND.right}})
@claim("dpdqn/lemma8-midpoint-step", sound={"the positive part of the sum": {"bound": POSITIVE}})
def midpoint_step(trial: Trial, *, bound: Formula | None = None) -> Iterator[Evidence]:
    """Check the factor, and the bound on triples of values."""
    half = value(RELAXED.right)
    factors = {f"q = {q}": (value(RELAXED.left, {"q": q}), "<", half) for q in (*DECAYS, NEAR_ONE)}
    yield exact_all("the factor, $q = 1/2, 9/10, 1/7, 999/1000$", factors, quantity=r"$q/(1+q^2)$ and $1/2$")
    for q, (left, middle, right) in (*((Fraction(1, 2), x) for x in (*PATHS, FALLING)), (NEAR_ONE, (1, 2, 1))):
        xi = middle - value(WEIGHT, {"q": q}) * (left + right)
        compared = exact(
            f"$q = {q}$, values {left}, {middle}, {right} at the three points",
            Fraction(middle),
            "<=",
            value(bound or trial.formal.claims[-1].right, {"xi": xi, "left": left, "right": right}),
            quantity="the value at the midpoint and its bound",
        )
        yield certified(compared, partial(_negative_path, trial.formal, xi))


def _negative_path(formal: Formal, xi: Fraction) -> Certificate:
    left, middle, right = FALLING
    says = "For $e^{-\\beta_{2^n}} = 1/2$ and a path with the value $-1$ at all three points the bound fails."
    return instance(
        formal, says, {"q": Fraction(1, 2), "left": left, "middle": middle, "right": right, "xi": xi}, part=1
    )
