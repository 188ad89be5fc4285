r"""Line 16 of Algorithm 1: z ~ N(mu, sigma d), with mu and d from Equation (2).

As printed d is negative: there is no such law, whether sigma d is its variance or its standard deviation. Once d is
right, 0 < d < 1, the first is right for sigma = 1 only and the second, sigma^2 d^2 < sigma^2 d, never.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product

import numpy as np

from tabular.noise.exact import Draw, ExactRule, drawn_covariance, exponential_kernel
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all, undefined
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, log
from theory_checks.core.interpret import exact as value
from theory_checks.papers.dpdqn.sampler._bridge import (
    FACTOR_AS_PRINTED,
    HALF,
    RIGHT_FACTOR,
    Place,
    at_place,
    equation_of,
    place_values,
    true_factor,
    variance_at,
)
from theory_checks.papers.dpdqn.sampler._missing_neighbours import at_infinity, sampler

AS_VARIANCE, AS_DEVIATION = (
    formal_of(__file__, "dpdqn/line16-sampling", reading).left for reading in ("variance", "deviation")
)
RIGHT_SCALE = formal_of(__file__, "dpdqn/line16-sampling/repaired").right
FACTORS: Mapping[str, Formula] = {"$d$ as printed": FACTOR_AS_PRINTED, "$d$ repaired": RIGHT_FACTOR}
SOUND = {r"$\sigma^2 d$ with the repaired $d$": {"scale": RIGHT_SCALE, "factors": {"$d$ repaired": RIGHT_FACTOR}}}


@claim("dpdqn/line16-sampling", reading="deviation", sound=SOUND)
@claim("dpdqn/line16-sampling", reading="variance", sound=SOUND)
def sampling(
    trial: Trial, *, scale: Formula | None = None, factors: Mapping[str, Formula] = FACTORS
) -> Iterator[Finding]:
    """Ask whether the law exists, and whether it has the conditional variance."""
    places, levels = ((0, 1, 2), (0, 1, 3)), (Fraction(1), Fraction(2), Fraction(8, 25))
    for (name, factor), place, sigma in product(factors.items(), places, levels):
        case = rf"{name}, $\sigma = {sigma}$, {equation_of(HALF, place)}"
        d = at_place(factor, HALF, place)
        if d < 0:
            yield undefined(
                case,
                quantity=rf"$\mathcal{{N}}(\mu, {sigma * d})$",
                detail="a normal law has no negative variance and no negative standard deviation",
            )
            continue
        drawn = value(scale or trial.formal.left, {"sigma": sigma, "d": d, "variance": d})
        needed = value(RIGHT_SCALE, {"sigma": sigma, "d": true_factor(HALF, place)})
        yield exact(
            case,
            drawn,
            "==",
            needed,
            quantity="the variance of the draw, and the conditional variance",
            certificate=None if drawn == needed else _wrong_scale(place, sigma),
        )


def _wrong_scale(place: Place, sigma: Fraction) -> Certificate:
    return Certificate(
        says=f"With sigma = {sigma} and the right factor d, N(mu, sigma d) has not the conditional variance sigma^2 d.",
        constants={"beta": log(1 / HALF)},
        given=[variance_at("variance", place)],
        values={"variance": "variance", "sigma": sigma, **place_values(place)},
    )


@claim(
    "dpdqn/line16-sampling/repaired",
    broken={
        r"$\sigma d$ as the variance": {"scale": AS_VARIANCE},
        r"$\sigma d$ as the standard deviation": {"scale": AS_DEVIATION},
    },
)
def sampling_repaired(trial: Trial, *, scale: Formula = RIGHT_SCALE) -> Iterator[Evidence]:
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


def _scaled(sigma: Fraction, scale: Formula) -> ExactRule:
    unit = sampler(HALF, at_infinity)

    def rule(earlier: Sequence[int], x: int) -> Draw:
        weights, d = unit(earlier, x)
        return Draw(weights, value(scale, {"sigma": sigma, "d": d, "variance": d}))

    return rule
