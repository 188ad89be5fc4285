r"""Section 4: the noise gives the wanted guarantee "regardless of the value chosen for h", the clip.

One step releases clip(B, h) + h N(0, sigma^2 I). Divided by h this is clip(B/h, 1) + N(0, sigma^2 I): a bijection that
does not depend on the data, after which h is gone but for the gradients, which are arbitrary anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.privacy.normal_mixtures import mixture_of
from tabular.privacy.subsampled import binomial_log_moment_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, ball, exact_all
from theory_checks.papers.gpope.privacy._batch_pairs import clipped
from theory_checks.papers.gpope.privacy._dominating import dominating_moment, largest_of, neighbours
from theory_checks.papers.gpope.privacy._one_step import Step

Scale = Callable[[Fraction, Fraction], Fraction]
CLIPS = (Fraction(1, 4), Fraction(1), Fraction(4))
STEPS = (Step(2, 1, 1), Step(2, 2, 2), Step(3, Fraction(3, 2), 1))
TINY = arb(2) ** -30
RAW = (-5, 0, 1)


def in_proportion(h: Fraction, sigma: Fraction) -> Fraction:
    """Return h sigma, the printed standard deviation."""
    return h * sigma


def fixed(h: Fraction, sigma: Fraction) -> Fraction:
    """Return sigma, whatever h is."""
    return sigma


def a_tenth_less(h: Fraction, sigma: Fraction) -> Fraction:
    """Return nine tenths of h sigma."""
    return Fraction(9, 10) * h * sigma


def a_tenth_more(h: Fraction, sigma: Fraction) -> Fraction:
    """Return eleven tenths of h sigma."""
    return Fraction(11, 10) * h * sigma


@claim(
    "gpope/h-independence",
    broken={
        r"noise of scale $\sigma$ instead of $h\sigma$": {"scale": fixed},
        "nine tenths of the noise": {"scale": a_tenth_less},
        "eleven tenths of the noise": {"scale": a_tenth_more},
    },
    near=("nine tenths of the noise", "eleven tenths of the noise"),
)
def h_independence(trial: Trial, *, scale: Scale = in_proportion) -> Iterator[Finding]:
    """Compare the largest log moment of neighbours with clip h with that of the worst pair."""
    for h in CLIPS:
        yield _identity(h)
        for step in STEPS:
            yield from _with_clip(h, step, _largest(h, scale(h, Fraction(step.sigma)), step))


def _with_clip(h: Fraction, step: Step, largest: arb) -> Iterator[Evidence]:
    yield ball(
        f"$h = {h}$, all neighbours with gradients $-5h, 0, h$, {step.name}",
        largest,
        "<=",
        dominating_moment(step),
        quantity=r"largest $\alpha(\lambda)$, and that of the dominating pair",
    )
    yield ball(
        f"$h = {h}$: the worst pair is attained, {step.name}",
        abs(largest - binomial_log_moment_ball(step.pair, int(step.order))),
        "<=",
        TINY,
        quantity=r"difference of the largest $\alpha(\lambda)$ to that of the worst pair",
    )


def _identity(h: Fraction) -> Evidence:
    raw = [Fraction(k, 3) for k in range(-12, 13)]
    pairs: dict[str, tuple[Rational, str, Rational]] = {
        f"B = {x}": (clipped(x, h) / h, "==", clipped(x / h, Fraction(1))) for x in raw
    }
    return exact_all(f"$h = {h}$, 25 gradients", pairs, quantity=r"$\bar B/h$, and $B/h$ clipped to 1")


def _largest(h: Fraction, deviation: Fraction, step: Step) -> arb:
    pairs = neighbours(step.m, RAW)
    return largest_of(pairs, lambda data: mixture_of([clipped(g * h, h) for g in data], deviation), int(step.order))
