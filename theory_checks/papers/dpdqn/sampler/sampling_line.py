r"""Line 16 of Algorithm 1: z ~ N(mu, sigma d), with mu and d from Equation (2).

The conditional law of the path G(0, sigma^2 K) is N(mu, sigma^2 d) with the right mu and d, 0 < d < 1. In line 16

    sigma d as a variance             is right for sigma = 1 only, once d is right
    sigma d as a standard deviation   means the variance sigma^2 d^2 < sigma^2 d, once d is right
    d as printed                      is negative: there is no such law under either convention
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product

import numpy as np
from theory_checks.papers.dpdqn.sampler.conditional_mean import HALF, Place, equation_of, place_constants
from theory_checks.papers.dpdqn.sampler.conditional_variance import (
    NEGATIVE,
    Factor,
    factor_as_printed,
    right_factor,
    true_factor,
)
from theory_checks.papers.dpdqn.sampler.missing_neighbours import at_infinity, sampler

from tabular.noise.exact import Draw, ExactRule, drawn_covariance, exponential_kernel
from theory_checks.core.certificate import Certificate, lemma, op, relation
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all, undefined

Scale = Callable[[Fraction, Fraction], Fraction]  # (sigma, d) -> variance of the draw


def as_variance(sigma: Fraction, d: Fraction) -> Fraction:
    """Return sigma d."""
    return sigma * d


def as_deviation(sigma: Fraction, d: Fraction) -> Fraction:
    """Return (sigma d)^2."""
    return (sigma * d) ** 2


def right_scale(sigma: Fraction, d: Fraction) -> Fraction:
    """Return sigma^2 d."""
    return sigma**2 * d


CONVENTIONS: Mapping[str, Scale] = {"variance": as_variance, "deviation": as_deviation}
FACTORS: Mapping[str, Factor] = {"$d$ as printed": factor_as_printed, "$d$ repaired": right_factor}
SOUND = {r"$\sigma^2 d$ with the repaired $d$": {"scale": right_scale, "factors": {"$d$ repaired": right_factor}}}
DOMAIN = r"$\beta > 0$, $s^- < s < s^+$, noise levels $\sigma > 0$"
REFUTED_BY = "a draw that does not exist, or one whose variance is not the conditional variance of the path"


@claim(
    "dpdqn/line16-sampling",
    reading="deviation",
    domain=DOMAIN,
    refuted_by=REFUTED_BY,
    covers=NEGATIVE
    + r""": a standard deviation $\sigma d < 0$ does not exist. With the right factor, $0 < d < 1$, the variance
would be $\sigma^2 d^2 < \sigma^2 d$, too small for every $\sigma$ (so would it be with $|d|$ at the midpoint, where
only the sign of the printed factor is wrong).""",
    sound=SOUND,
)
@claim(
    "dpdqn/line16-sampling",
    reading="variance",
    domain=DOMAIN,
    refuted_by=REFUTED_BY,
    covers=NEGATIVE
    + r""": a variance $\sigma d < 0$ does not exist. With the right factor the variance $\sigma d$ is the right
$\sigma^2 d$ for $\sigma = 1$ only.""",
    sound=SOUND,
)
def sampling(trial: Trial, *, scale: Scale | None = None, factors: Mapping[str, Factor] = FACTORS) -> Iterator[Finding]:
    """Ask whether the law exists, and whether it has the conditional variance."""
    convention = scale or CONVENTIONS[trial.reading]
    places, levels = ((0, 1, 2), (0, 1, 3)), (Fraction(1), Fraction(2), Fraction(8, 25))
    for (name, factor), place, sigma in product(factors.items(), places, levels):
        case = rf"{name}, $\sigma = {sigma}$, {equation_of(HALF, place)}"
        d = factor(HALF, place)
        if d < 0:
            yield undefined(
                case,
                quantity=rf"$\mathcal{{N}}(\mu, {sigma * d})$",
                detail="a normal law has no negative variance and no negative standard deviation",
            )
            continue
        drawn, needed = convention(sigma, d), sigma**2 * true_factor(HALF, place)
        yield exact(
            case,
            drawn,
            "==",
            needed,
            quantity="the variance of the draw, and the conditional variance",
            certificate=None if drawn == needed else _wrong_scale(trial, place, sigma, scale is None),
        )


def _wrong_scale(trial: Trial, place: Place, sigma: Fraction, printed: bool) -> Certificate | None:
    if not printed:
        return None
    sigma_d, needed = op("*", "sigma", "d"), op("*", "sigma", "sigma", "d")
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"With sigma = {sigma} and the right factor d, N(mu, sigma d) has not the conditional variance sigma^2 d.",
        constants={**place_constants(HALF, place), "sigma": sigma},
        given=[lemma("d", "conditional-variance", beta="beta", left="s_minus", point="s", right="s_plus")],
        conclusion=relation(sigma_d if trial.reading == "variance" else op("pow", sigma_d, 2), "!=", needed),
    )


@claim(
    "dpdqn/line16-sampling/repaired",
    domain=r"$\beta > 0$, $\sigma > 0$, any finite sequence of queries of distinct states; a repeated one is looked up",
    refuted_by=r"queries at which the values drawn have another covariance than $\sigma^2 e^{-\beta|x-y|}$",
    covers=r"""
$g/\sigma$ has covariance $e^{-\beta|x-y|}$; given the stored values its conditional law at $s$ has the mean
$\mu/\sigma$ and the variance $d$ of the repaired Equation (2), with $s^\pm = \pm\infty$ for a missing neighbour
(both are statements of their own, with proofs). The mean is linear in the stored values, so $g(s)$ has mean $\mu$
and variance $\sigma^2 d$. By induction over the queries all values drawn have the law of the path. The cases
compute their covariance for all orders of four points.""",
    broken={
        r"$\sigma d$ as the variance": {"scale": as_variance},
        r"$\sigma d$ as the standard deviation": {"scale": as_deviation},
    },
)
def sampling_repaired(trial: Trial, *, scale: Scale = right_scale) -> Iterator[Evidence]:
    """Compare the covariance of all values drawn with that of the path."""
    kernel = exponential_kernel(HALF)
    for sigma in (Fraction(2), Fraction(8, 25), Fraction(37, 50)):
        pairs: dict[str, tuple[Rational, str, Rational]] = {}
        for points in permutations((0, 1, 3, 4)):
            covariance = drawn_covariance(_scaled(sigma, scale), points)
            for i, j in np.ndindex(covariance.shape):
                name = f"covariance of the values at {points[i]} and {points[j]}, asked in the order {list(points)}"
                pairs[name] = (Fraction(covariance.item(i, j)), "==", sigma**2 * kernel(points[i], points[j]))
        yield exact_all(rf"$\sigma = {sigma}$, all orders of four points", pairs, quantity="covariance")


def _scaled(sigma: Fraction, scale: Scale) -> ExactRule:
    unit = sampler(HALF, at_infinity)

    def rule(earlier: Sequence[int], x: int) -> Draw:
        weights, d = unit(earlier, x)
        return Draw(weights, scale(sigma, d))

    return rule
