r"""The proof of Lemma 8: what is left of the path at a midpoint after the prediction from its neighbours.

x_i = i/2^(n+1) and q = exp(-beta_{2^n}) = exp(-beta/2^(n+1)), the correlation of neighbours. The innovation at
x_{2i-1} is

    xi_i = f(x_{2i-1}) - (q/(1+q^2)) (f(x_{2i-2}) + f(x_{2i})),  i = 1..2^n.

Innovations are independent N(0, sigma^2 (1-q^2)/(1+q^2)). The bound f(x_{2i-1}) <= xi_i + (f(x_{2i-2}) + f(x_{2i}))/2
replaces the factor q/(1+q^2) by 1/2, which is right only where the sum is not negative: with probability 1/2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, exact, exact_all
from theory_checks.core.formula import ref
from theory_checks.papers.dpdqn.common.kernel_matrices import DECAYS, kernel_matrix

Weight = Callable[[Fraction], Fraction]
Average = Callable[[Fraction, Fraction], Fraction]


def bridge_weight(q: Fraction) -> Fraction:
    """Return q/(1+q^2)."""
    return q / (1 + q**2)


def half_weight(q: Fraction) -> Fraction:
    """Return 1/2, to which the weight is relaxed later."""
    return Fraction(1, 2)


def innovation_covariance(n: int, q: Fraction, weight: Weight) -> tuple[Array, Array]:
    """Return the covariance of the innovations, and theirs with the values at the points they are predicted from."""
    size = 2 ** (n + 1) + 1
    rows = np.full((2**n, size), Fraction(0), dtype=object)
    for i in range(2**n):
        rows[i, 2 * i], rows[i, 2 * i + 1], rows[i, 2 * i + 2] = -weight(q), Fraction(1), -weight(q)
    with_path = matmul_exact(rows, kernel_matrix(q, range(size), range(size)))
    return matmul_exact(with_path, rows.T), with_path[:, ::2]


@claim("dpdqn/lemma8-innovation", broken={r"the factor $\frac{1}{2}$": {"weight": half_weight}})
def innovation(trial: Trial, *, weight: Weight = bridge_weight) -> Iterator[Evidence]:
    """Compute the covariances of the innovations."""
    for n in range(5 if trial.full else 4):
        pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
        for q in DECAYS:
            own, old = innovation_covariance(n, q, weight)
            variance = (1 - q**2) / (1 + q**2)
            for (i, j), entry in np.ndenumerate(own):
                pairs[f"q = {q}, innovations {i + 1} and {j + 1}"] = (entry, "==", variance * (i == j))
            for (i, j), entry in np.ndenumerate(old):
                pairs[f"q = {q}, innovation {i + 1} and old point {j}"] = (entry, "==", Fraction(0))
        yield exact_all(f"$n = {n}$, $q = 1/2, 9/10, 1/7$", pairs, quantity=r"covariances in units of $\sigma^2$")


def plain_average(left: Fraction, right: Fraction) -> Fraction:
    """Return (left + right)/2."""
    return (left + right) / 2


def positive_average(left: Fraction, right: Fraction) -> Fraction:
    """Return max(left + right, 0)/2."""
    return max(left + right, Fraction(0)) / 2


PATHS = ((1, 1, 1), (1, 3, -1), (-1, 0, 1), (2, -5, 3))  # values left, at the midpoint, right; sums not negative
FALLING = (-1, -1, -1)


@claim(
    "dpdqn/lemma8-midpoint-step/repaired", broken={"the sum in place of its positive part": {"average": plain_average}}
)
@claim("dpdqn/lemma8-midpoint-step", sound={"the positive part of the sum": {"average": positive_average}})
def midpoint_step(trial: Trial, *, average: Average | None = None) -> Iterator[Evidence]:
    """Check the factor, and the bound on triples of values."""
    as_printed = trial.claim_id == "dpdqn/lemma8-midpoint-step"
    used = average or (plain_average if as_printed else positive_average)
    factors = {f"q = {q}": (bridge_weight(q), "<", Fraction(1, 2)) for q in (*DECAYS, Fraction(999, 1000))}
    yield exact_all("the factor, $q = 1/2, 9/10, 1/7, 999/1000$", factors, quantity=r"$q/(1+q^2)$ and $1/2$")
    for left, middle, right in (*PATHS, FALLING):
        q = Fraction(1, 2)
        xi = middle - bridge_weight(q) * (left + right)
        found = exact(
            f"$q = {q}$, values {left}, {middle}, {right} at the three points",
            Fraction(middle),
            "<=",
            xi + used(Fraction(left), Fraction(right)),
            quantity="the value at the midpoint and its bound",
        )
        yield replace(found, certificate=_negative_path(trial, q)) if found.outcome is Outcome.FAILS else found


def _negative_path(trial: Trial, q: Fraction) -> Certificate:
    left, middle, right = FALLING
    weight = ref("q") / (1 + ref("q") * ref("q"))
    total = ref("left") + ref("right")
    return Certificate(
        says=f"For $e^{{-\\beta_{{2^n}}}} = {q}$ and a path with the value $-1$ at all three points the bound fails.",
        constants={
            "q": q,
            "left": left,
            "middle": middle,
            "right": right,
            "xi": ref("middle") - weight * total,
        },
        conclusion=ref("middle") > ref("xi") + total / 2,
        assumed=[
            "It fails for all values with a negative sum, by continuity of the normal law with probability 1/2: the "
            "sum is "
            "normal with mean 0."
        ],
    )
