r"""Lemma 8, and Lemma 10 of the first version: the tail of the maximum of a noise path.

f is a stationary Gaussian path on [0, 1] with covariance sigma^2 exp(-beta |x - y|). For every u > 0

    printed    P(max f >= c sqrt(beta) sigma + u)            <= exp(-u^2/2),   c = 8.68 (10.34 in the first version)
    repaired   P(max f >= 2/sqrt(pi) sqrt(beta) sigma + u)   <= exp(-u^2/(2 sigma^2)),
               and for beta >= 1 the same with sigma (2/sqrt(pi) + sqrt(2 ln ceil(beta))) in place of the mean bound.

The printed exponent has no sigma. It is weaker than the repaired one for sigma <= 1; for sigma > 1 the one value f(0)
exceeds the level too often, P(max f >= level) >= 1 - Phi(level/sigma), as soon as u is large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import count
from math import exp, log, pi, sqrt

from flint import arb
from scipy.special import log_ndtr

from tabular.noise.path_maximum import tail
from tabular.numbers.balls import ball as enclose
from theory_checks.core import formula as formulas
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Region, ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import ref
from theory_checks.papers.dpdqn.maximum._tails import (
    TailBound,
    one_value,
    printed,
    true_tail,
    with_sigma,
    without_sigma,
)

FAR = 22  # deviations: the tail beyond is below 1e-100 for beta <= 100 and not drawn
CONSTANTS = {"dpdqn/lemma8": Fraction(868, 100), "dpdqn-v1/lemma10": Fraction(1034, 100)}


# (beta, sigma, u): the true tail is enclosed there by the spectrum of the killed path
INSIDE_CASES = [
    (Fraction(1, 100), Fraction(1), Fraction(1)),
    (Fraction(1, 100), Fraction(1, 2), Fraction(1, 2)),
    (Fraction(1, 4), Fraction(1), Fraction(1, 2)),
]
OUTSIDE_CASES = [
    (Fraction(1, 10000), Fraction(2)),
    (Fraction(1, 10000), Fraction(101, 100)),
    (Fraction(1), Fraction(2)),
    (Fraction(1), Fraction(5)),
]


@claim(
    "dpdqn/lemma8",
    "dpdqn-v1/lemma10",
    sound={r"$\exp(-u^2/(2\sigma^2))$ in place of $\exp(-u^2/2)$": {"exponent": with_sigma}},
)
def printed_tail(trial: Trial, *, exponent: Callable[[arb, arb], arb] = without_sigma) -> Iterator[Finding]:
    """Compare the printed bound with the true tail for sigma <= 1 and with the tail of f(0) for sigma > 1."""
    constant = CONSTANTS[trial.claim_id]
    bound = TailBound(printed(constant).shift, exponent)
    yield ball(
        r"$\sigma \leq 1$, every $\beta$: the mean of the maximum",
        2 / arb.pi().sqrt(),
        "<=",
        enclose(constant),
        quantity=r"$\mathbb{E}\max f$, at most this multiple of $\sqrt{\beta}\,\sigma$, and the printed multiple",
        region=Region.INSIDE,
    )
    for beta, sigma, u in INSIDE_CASES:
        yield true_tail(bound, beta, sigma, u, Region.INSIDE)
    for beta, sigma in OUTSIDE_CASES:
        u = first_violation(constant, beta, sigma)
        yield one_value(bound, beta, sigma, u, Region.OUTSIDE, certificate(trial, beta, sigma, u))
    if exponent is without_sigma:
        yield from law_figures(trial)


def first_violation(constant: Fraction, beta: Fraction, sigma: Fraction) -> Fraction:
    """Return the first u = 1/2, 1, 3/2, ... at which f(0) exceeds the printed level more often than exp(-u^2/2)."""
    shift = float(constant) * sqrt(beta)
    return next(u for u in (Fraction(k, 2) for k in count(1)) if log_ndtr(-shift - u / sigma) > -float(u * u) / 2)


def certificate(trial: Trial, beta: Fraction, sigma: Fraction, u: Fraction) -> Certificate:
    """Certify that f(0) exceeds the printed level more often than the printed bound allows."""
    level = CONSTANTS[trial.claim_id] * formulas.sqrt(ref("beta")) * ref("sigma") + ref("u")
    return Certificate(
        says=f"With beta = {beta}, sigma = {sigma} and u = {u} the path exceeds the level at x = 0 alone more often "
        "than the bound allows.",
        constants={"beta": beta, "sigma": sigma, "u": u, "level": level},
        given=[lemma("tail", "path-level", sigma=ref("sigma"), level=ref("level"))],
        conclusion=ref("tail") > formulas.exp(-(ref("u") * ref("u") / 2)),
    )


def law_figures(trial: Trial) -> Iterator[Figure]:
    """Yield the true tail beside the bounds for beta = 1 and, once for both versions, for beta = 100."""
    constant = float(CONSTANTS[trial.claim_id])
    yield _law_figure(constant, 1.0, 40.0, (1.0, 2.0))
    if trial.claim_id == "dpdqn/lemma8":
        yield _law_figure(constant, 100.0, 20.0, (1.0,))


def _law_figure(constant: float, beta: float, end: float, sigmas: Sequence[float]) -> Figure:
    levels = [end * k / 25 for k in range(1, 26)]
    lines: list[Series] = []
    for sigma in sigmas:
        shift = constant * sqrt(beta) * sigma
        blocks = sqrt(2 * log(beta)) if beta >= 2 else 0.0
        sharp = 2 / sqrt(pi) * min(sqrt(beta), 1 + blocks * sqrt(pi) / 2) * sigma
        curves = {
            "true tail": [tail(c / sigma, beta) if c <= FAR * sigma else 0.0 for c in levels],
            "repaired bound": [exp(-((max(c - sharp, 0.0) / sigma) ** 2) / 2) for c in levels],
            "printed bound": [exp(-(max(c - shift, 0.0) ** 2) / 2) for c in levels],
        }
        lines += [_series(rf"{name}, $\sigma = {sigma:g}$", levels, values) for name, values in curves.items()]
    return Figure(
        title=rf"The tail of the maximum of a path and its bounds, $\beta = {beta:g}$",
        x_label=r"level $c$",
        y_label=r"$\mathbb{P}(\max f \geq c)$",
        y_scale="log",
        series=lines,
        caption=_CAPTIONS[beta],
    )


_CAPTIONS = {
    1.0: "For sigma = 2 the printed bound falls below the true tail, which is computed in doubles from transition "
    "densities. `dpdqn/lemma8/repaired` encloses it for this beta by another method.",
    100.0: "The printed bound says nothing (it is 1) on the whole range. The repaired bound is here the one with "
    "the logarithm of beta.",
}


def _series(label: str, x: list[float], y: list[float]) -> Series:
    """Return a line without what is below 1e-100, rounded so that no machine shows other digits."""
    kept = [(a, float(f"{b:.5g}")) for a, b in zip(x, y, strict=True) if b > 1e-100]
    return Series(label=label, x=[a for a, _ in kept], y=[b for _, b in kept])
