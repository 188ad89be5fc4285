r"""Claim 13: normal noise with the covariance of a matrix M, against the Mahalanobis distance of the outputs.

If the noise has the covariance s^2 M, the map M^{-1/2} turns the release into the Gaussian mechanism for vectors with

    mu = ||M^{-1/2} (f(x) - f(x'))||_2 / s,   at most Delta/s.

The noise is sigma M^{1/2} y. With y ~ N(0, I), as in the proof, s = sigma. With y ~ N(0, sigma^2 I), as in the claim,
s = sigma^2: at the least sigma = c Delta/epsilon this gives mu = (epsilon/c)^2/Delta, which is at most
mu*(epsilon, delta) exactly if Delta >= (epsilon/c)^2/mu*. mu* solves delta_G(epsilon, mu*) = delta.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product

import numpy as np
from flint import arb

from tabular.numbers.arrays import each_fraction
from tabular.numbers.balls import ball as number
from tabular.numbers.rational import solve_exact
from tabular.privacy import delta_ball, mu_ball
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, Region, ball, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import enclose
from theory_checks.kit.decimals import decimal
from theory_checks.papers.dpdqn.common.certified import certified, rounded_up
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.common.domains import bound_of
from theory_checks.papers.dpdqn.mechanism._gaussian_release import (
    LEAST_NOISE,
    PROMISE,
    PROMISES,
    around,
    enclosed,
    half_space,
    kept,
    multiplier,
    sensitivity_rows,
    too_little_noise,
)

Case = tuple[Fraction, Fraction, Fraction]  # epsilon, delta, Delta
Square = Callable[[Sequence[Sequence[int]], Sequence[int]], Fraction]


# mu with sigma counted twice, as y ~ N(0, sigma^2 I) does, and once
TWICE, ONCE = (
    bound_of(formal_of(__file__, "dpdqn/claim13", reading), "mu") for reading in ("noise-as-printed", "standard-noise")
)


def least_sensitivity(epsilon: Fraction, delta: Fraction) -> arb:
    """Return (epsilon/c)^2/mu*, from which sensitivity on the noise with sigma counted twice suffices."""
    return (number(epsilon) / multiplier(delta)) ** 2 / mu_ball(epsilon, delta, 64)


@claim("dpdqn-v1/lemma5", reading="noise-of-lemma3", sound={r"$y \sim \mathcal{N}(0, I)$": {"mu": ONCE}})
@claim("dpdqn/claim13", reading="noise-as-printed", sound={r"$y \sim \mathcal{N}(0, I)$": {"mu": ONCE}})
def noise_as_printed(trial: Trial, *, mu: Formula = TWICE) -> Iterator[Finding]:
    """Compare the exact delta with the promise on both sides of the least sensitivity."""
    case = Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)
    simplest = r"$M = 1$, outputs 0 and $1/100$, $\epsilon = 1/2$, $\delta = 1/10$, $\sigma = 1/20$"
    yield _at(trial.formal, mu, simplest, case, Region.OUTSIDE, Fraction(1, 20))
    for epsilon, delta in PROMISES:
        below, above = around(least_sensitivity(epsilon, delta))
        for sensitivity, region in ((above, Region.INSIDE), (below, Region.OUTSIDE)):
            name = (
                f"$\\epsilon = {epsilon}$, $\\delta = {delta}$, $\\Delta = {decimal(sensitivity, 7)}$, least $\\sigma$"
            )
            yield _at(trial.formal, mu, name, (epsilon, delta, sensitivity), region)
    yield _sensitivity_table()


def _at(
    promised: Formal, mu: Formula, name: str, case: Case, region: Region, sigma: Fraction | None = None
) -> Evidence:
    """Compare for one epsilon, delta and sensitivity; sigma is the least one if none is given."""
    epsilon, delta, sensitivity = case
    known = {"epsilon": epsilon, "delta": delta, "Delta": sensitivity}
    noise = number(sigma) if sigma else enclosed(LEAST_NOISE, known)
    evidence = kept(
        name,
        promised,
        delta_ball(epsilon, enclose(mu, {"Delta": sensitivity, "sigma": noise})),
        delta,
        quantity=r"exact $\delta$ of the release against the promised one",
        region=region,
    )
    return certified(evidence, lambda: _certificate(*case, sigma or rounded_up(noise)))


def _certificate(epsilon: Fraction, delta: Fraction, sensitivity: Fraction, sigma: Fraction) -> Certificate:
    says = (
        f"One dimension, M = 1, outputs 0 and {decimal(sensitivity, 7)}: the noise sigma y with y ~ N(0, sigma^2) "
        f"has the standard deviation sigma^2, and at epsilon = {epsilon} the exact delta exceeds {delta}, although "
        "sigma is as required."
    )
    return too_little_noise(says, sigma**2, epsilon=epsilon, delta=delta, Delta=sensitivity, sigma=sigma)


def _sensitivity_table() -> Table:
    return Table(
        title=r"With $\sigma$ counted twice the claim depends on the unit of the outputs",
        columns=[*PROMISE, r"false at $\Delta$", r"true at $\Delta$", r"exact $\delta$ at $\Delta = 1/100$"],
        rows=sensitivity_rows(least_sensitivity, lambda mu: mu**2 * 100),
        caption=r"The noise has the standard deviation $\sigma^2$: too much for large $\Delta$, too little for small.",
    )


def mahalanobis_square(M: Sequence[Sequence[int]], difference: Sequence[int]) -> Fraction:
    """Return difference^T M^{-1} difference."""
    return _dot(difference, _solved(M, difference))


def _solved(M: Sequence[Sequence[int]], difference: Sequence[int]) -> list[Fraction]:
    """Return M^{-1} difference."""
    matrix, vector = (each_fraction(np.array(x, dtype=object)) for x in (M, difference))
    return solve_exact(matrix, vector).tolist()


def _without_covariances(M: Sequence[Sequence[int]], difference: Sequence[int]) -> Fraction:
    return sum((Fraction(x * x, M[i][i]) for i, x in enumerate(difference)), start=Fraction(0))


def _euclidean_square(M: Sequence[Sequence[int]], difference: Sequence[int]) -> Fraction:
    return Fraction(sum(x * x for x in difference))


@claim(
    "dpdqn/claim13",
    "dpdqn-v1/lemma5",
    reading="standard-noise",
    broken={
        "the Euclidean distance in place of Mahalanobis'": {"square": _euclidean_square},
        "the variances of the coordinates alone": {"square": _without_covariances},
    },
    near=("the variances of the coordinates alone",),
)
def standard_noise(trial: Trial, *, square: Square = mahalanobis_square) -> Iterator[Evidence]:
    """Compare what combinations of the released coordinates tell with the Mahalanobis distance."""
    for M, outputs in _RELEASES:
        differences = [[a - b for a, b in zip(p, q, strict=True)] for p, q in permutations(outputs, 2)]
        sensitivity = max(square(M, d) for d in differences)
        farthest = max(differences, key=lambda d: mahalanobis_square(M, d))
        case = f"$M$ = {M}, outputs {outputs}"
        yield exact_all(
            f"{case}, combinations with small integers",
            {
                f"w = {w}, difference {d}": (_dot(w, d) ** 2, "<=", sensitivity * _form(M, w))
                for w in product(range(-2, 3), repeat=len(M))
                for d in differences
            },
            quantity=r"$(w^Td)^2 \leq \Delta^2\, w^TMw$",
        )
        best = _solved(M, farthest)
        yield exact(
            f"{case}, $w = M^{{-1}}d$ for the farthest pair",
            _dot(best, farthest) ** 2 / _form(M, best),
            "==",
            sensitivity,
            quantity=r"$(w^Td)^2/w^TMw$ against $\Delta^2$",
        )
        attained = (number(_dot(best, farthest) ** 2 / _form(M, best)) / number(sensitivity)).sqrt()
        for epsilon, delta in PROMISES:
            yield kept(
                f"{case}, $\\epsilon = {epsilon}$, $\\delta = {delta}$, least $\\sigma$",
                trial.formal,
                delta_ball(epsilon, attained * number(epsilon) / multiplier(delta)),
                delta,
                quantity=r"exact $\delta$ of $w^Tz$ for the farthest pair against the promised one",
            )


def _dot(v: Sequence[Rational], w: Sequence[Rational]) -> Fraction:
    return sum((Fraction(a * b) for a, b in zip(v, w, strict=True)), start=Fraction(0))


def _form(M: Sequence[Sequence[int]], w: Sequence[Rational]) -> Fraction:
    """Return w^T M w."""
    return _dot(w, [_dot(row, w) for row in M])


_RELEASES: tuple[tuple[list[list[int]], list[list[int]]], ...] = (
    ([[1]], [[0], [1]]),
    ([[2, 1], [1, 2]], [[0, 0], [1, 0], [1, -1]]),
    ([[5, 7], [7, 10]], [[0, 0], [1, 1], [1, -1]]),
    ([[2, -1, 0], [-1, 2, -1], [0, -1, 2]], [[0, 0, 0], [1, 2, 3], [3, -2, 1]]),
)


@claim("dpdqn/claim13/repaired", broken={r"$\sigma$ counted twice": {"mu": TWICE}})
def repaired(trial: Trial, *, mu: Formula = ONCE) -> Iterator[Evidence]:
    """Compare with the curve, and check that the release is private at Delta/sigma below mu* and not above."""
    for epsilon, sensitivity, sigma in product(
        (Fraction(1, 2), Fraction(2)), (Fraction(1), Fraction(3)), (Fraction(2),)
    ):
        known = {"epsilon": epsilon, "Delta": sensitivity, "sigma": sigma, "mu": mu}
        yield compared(
            f"$\\epsilon = {epsilon}$, $\\Delta = {sensitivity}$, $\\sigma = {sigma}$",
            trial.formal.claims[0],
            {**known, "exact": delta_ball(epsilon, sensitivity / sigma)},
            quantity=r"exact $\delta$ of the release and the curve",
        )
    for epsilon, delta in (*PROMISES, (Fraction(5), Fraction(1, 10**6)), (Fraction(20), Fraction(1, 100))):
        below, above = around(mu_ball(epsilon, delta, 64))
        for sensitivity in (Fraction(1, 100), Fraction(1), Fraction(100)):
            case = f"$\\epsilon = {epsilon}$, $\\delta = {delta}$, $\\Delta = {decimal(sensitivity, 7)}$"
            yield ball(
                f"{case}, $\\sigma = \\Delta/{float(below):.6f}$",
                delta_ball(epsilon, enclose(mu, {"Delta": sensitivity, "sigma": sensitivity / below})),
                "<=",
                number(delta),
                quantity=r"exact $\delta$",
            )
            yield ball(
                f"{case}, $\\sigma = \\Delta/{float(above):.6f}$",
                half_space(epsilon, enclose(mu, {"Delta": sensitivity, "sigma": sensitivity / above})),
                ">",
                number(delta),
                quantity=r"$P(S) - e^\epsilon Q(S)$ for a half-space $S$",
            )
