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

from tabular.noise.exact import Draw, ExactRule, drawn_covariance, exponential_kernel
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all, undefined
from theory_checks.core.formula import differs, ref
from theory_checks.papers.dpdqn.sampler._bridge import (
    HALF,
    Factor,
    Place,
    equation_of,
    factor_as_printed,
    place_constants,
    right_factor,
    true_factor,
)
from theory_checks.papers.dpdqn.sampler._missing_neighbours import at_infinity, sampler

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


@claim("dpdqn/line16-sampling", reading="deviation", sound=SOUND)
@claim("dpdqn/line16-sampling", reading="variance", sound=SOUND)
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
    sigma_d, needed = ref("sigma") * ref("d"), ref("sigma") * ref("sigma") * ref("d")
    return Certificate(
        says=f"With sigma = {sigma} and the right factor d, N(mu, sigma d) has not the conditional variance sigma^2 d.",
        constants={**place_constants(HALF, place), "sigma": sigma},
        given=[lemma("d", "conditional-variance", beta="beta", left="s_minus", point="s", right="s_plus")],
        conclusion=differs(sigma_d if trial.reading == "variance" else sigma_d**2, needed),
    )


@claim(
    "dpdqn/line16-sampling/repaired",
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
