r"""Lemma 8, and Lemma 10 of the first version: the tail of the maximum of a noise path.

f is a stationary Gaussian path on [0, 1] with covariance sigma^2 exp(-beta |x - y|). The printed exponent has no sigma.
It is weaker than the repaired one for sigma <= 1; for sigma > 1 the one value f(0) exceeds the level too often, P(max f
>= level) >= 1 - Phi(level/sigma), as soon as u is large.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil

from scipy.special import log_ndtr

from tabular.noise.path_maximum import tail
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Region, ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Formula, minimum
from theory_checks.core.interpret import approximate, enclose
from theory_checks.papers.dpdqn.maximum._tails import REPAIRED, SHARP, TailBound, in_units, one_value, true_tail

BLOCKS = REPAIRED.let["level_blocks"]
FAR = 22  # deviations: the tail beyond is below 1e-100 for beta <= 100 and not drawn
# (beta, sigma, u): the true tail is enclosed there by the spectrum of the killed path
INSIDE_CASES = [
    (Fraction(1, 100), Fraction(1), Fraction(1)),
    (Fraction(1, 100), Fraction(1, 2), Fraction(1, 2)),
    (Fraction(1, 4), Fraction(1), Fraction(1, 2)),
]
VALUE_CASES = [  # one value of the path alone is nearly as often above the level as the bound allows
    (Fraction(1, 10000), Fraction(1), Fraction(20)),
    (Fraction(1, 10000), Fraction(1), Fraction(4)),
]
OUTSIDE_CASES = [
    (Fraction(1, 10000), Fraction(2)),
    (Fraction(1, 10000), Fraction(101, 100)),
    (Fraction(1), Fraction(2)),
    (Fraction(1), Fraction(5)),
]


WITH_SIGMA = {r"$\exp(-u^2/(2\sigma^2))$ in place of $\exp(-u^2/2)$": {"limit": SHARP.limit}}
Figured = tuple[float, float, tuple[float, ...]]  # beta, the highest level, the noise levels
FIGURES: tuple[Figured, ...] = ((1.0, 40.0, (1.0, 2.0)), (100.0, 20.0, (1.0,)))


@claim("dpdqn/lemma8", setting={"figures": FIGURES}, sound=WITH_SIGMA)
@claim(
    "dpdqn-v1/lemma10",
    setting={"figures": FIGURES[:1], "below": (Fraction(-20),)},
    sound={f"{name}, and $u > 0$": {**limit, "below": ()} for name, limit in WITH_SIGMA.items()},
)
def printed_tail(
    trial: Trial, *, figures: Sequence[Figured], below: Sequence[Fraction] = (), limit: Formula | None = None
) -> Iterator[Finding]:
    """Compare the printed bound with the true tail for sigma <= 1, with the tail of f(0) for sigma > 1 or u below 0."""
    printed = TailBound.of(trial.formal)
    bound = replace(printed, limit=limit or printed.limit)
    yield ball(
        r"$\sigma \leq 1$, every $\beta$: the mean of the maximum",
        in_units(SHARP.level, Fraction(1)),
        "<=",
        in_units(printed.level, Fraction(1)),
        quantity=r"$\mathbb{E}\max f$, at most this multiple of $\sqrt{\beta}\,\sigma$, and the printed multiple",
        region=Region.INSIDE,
    )
    for beta, sigma, u in INSIDE_CASES:
        yield true_tail(bound, beta, sigma, u, Region.INSIDE)
    for beta, sigma, u in VALUE_CASES:
        yield one_value(bound, beta, sigma, u, Region.INSIDE)
    outside = [(*case, first_violation(printed, *case)) for case in OUTSIDE_CASES]
    for beta, sigma, u in [*outside, *((Fraction(1), Fraction(1), u) for u in below)]:
        yield one_value(bound, beta, sigma, u, Region.OUTSIDE, _one_value_alone(trial.formal, beta, sigma, u))
    for beta, end, sigmas in figures:
        yield _law_figure(printed, beta, end, sigmas)


def first_violation(bound: TailBound, beta: Fraction, sigma: Fraction) -> Fraction:
    """Return the first u = 1/2, 1, 3/2, ..., 500 at which f(0) exceeds the level more often than the bound allows."""

    def violated(u: Fraction) -> bool:
        values = {"beta": beta, "sigma": sigma, "u": u}
        allowed = float(enclose(bound.limit, values).log())
        return bool(log_ndtr(-approximate(bound.level, values) / float(sigma)) > allowed)

    halves = [Fraction(k, 2) for k in range(1, 1001)]
    return next((u for u in halves if violated(u)), halves[-1])


def _one_value_alone(formal: Formal, beta: Fraction, sigma: Fraction, u: Fraction) -> Certificate:
    """Certify that f(0) exceeds the printed level more often than the printed bound allows."""
    says = f"With beta = {beta}, sigma = {sigma} and u = {u} the path is above the level at x = 0 alone too often."
    return instance(formal, says, {"beta": beta, "sigma": sigma, "u": u})


def _law_figure(printed: TailBound, beta: float, end: float, sigmas: Sequence[float]) -> Figure:
    """Return the true tail beside the bounds."""
    levels = [end * k / 25 for k in range(1, 26)]
    lines: list[Series] = []
    for sigma in sigmas:
        values = {"beta": beta, "blocks": ceil(beta), "sigma": sigma, "u": 0.0}
        shift, sharp = (approximate(level, values) for level in (printed.level, minimum(SHARP.level, BLOCKS)))
        curves = {
            "true tail": [tail(c / sigma, beta) if c <= FAR * sigma else 0.0 for c in levels],
            "repaired bound": [approximate(SHARP.limit, {**values, "u": max(c - sharp, 0.0)}) for c in levels],
            "printed bound": [approximate(printed.limit, {**values, "u": max(c - shift, 0.0)}) for c in levels],
        }
        lines += [_series(rf"{name}, $\sigma = {sigma:g}$", levels, heights) for name, heights in curves.items()]
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
