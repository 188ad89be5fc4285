r"""The tail bound of the moments accountant: Markov's inequality for the privacy loss.

For the loss L = log P/Q under P, every lambda > 0 and every epsilon,

    sup_S P(S) - e^epsilon Q(S)  <=  P(L >= epsilon)  <=  exp(alpha(lambda) - lambda epsilon),

so the infimum over lambda > 0 may be taken as delta. It need not be attained. For lambda < 0 the last inequality is
false. With rational P, Q and e^epsilon, all three are exact at integer lambda (and at halves where the roots are
rational).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from tabular.privacy.subsampled import Direction, SubsampledGaussian, composed_delta, moments_bound
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.privacy._laws import Law

Orders = Sequence[Fraction]


@dataclass(frozen=True)
class Pair:
    """Two laws on finitely many outcomes and the factor e^epsilon."""

    name: str
    first: Law
    second: Law
    factor: Fraction


def hockey_stick(pair: Pair) -> Fraction:
    """Return sup_S P(S) - e^epsilon Q(S) = sum (p - e^epsilon q)_+."""
    gaps = (p - pair.factor * q for p, q in zip(pair.first, pair.second, strict=True))
    return sum((gap for gap in gaps if gap > 0), Fraction(0))


def tail(pair: Pair) -> Fraction:
    """Return P(L >= epsilon)."""
    return sum((p for p, q in zip(pair.first, pair.second, strict=True) if p >= pair.factor * q), Fraction(0))


def exact_power(x: Fraction, order: Fraction) -> Fraction:
    """Return x^lambda for an integer lambda, or for a half if x is a square of a rational."""
    if order.denominator == 1:
        return x**order.numerator
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    if order.denominator != 2 or root**2 != x:
        raise ValueError(f"order must give a rational power of {x}, got {order}")
    return root**order.numerator


def markov(pair: Pair, order: Fraction) -> Fraction:
    """Return exp(alpha(lambda) - lambda epsilon)."""
    ratios = ((p, p / q) for p, q in zip(pair.first, pair.second, strict=True) if p)
    total = sum((p * exact_power(ratio, order) for p, ratio in ratios), Fraction(0))
    return total / exact_power(pair.factor, order)


def law(*weights: int) -> Law:
    """Return probabilities in proportion to the weights."""
    return tuple(Fraction(w, sum(weights)) for w in weights)


PAIRS = (
    Pair(r"randomized response, $p = 16/17$, $e^\epsilon = 9/4$", law(16, 1), law(1, 16), Fraction(9, 4)),
    Pair(r"randomized response, $p = 3/4$, $e^\epsilon = 4$: $\delta = 0$", law(3, 1), law(1, 3), Fraction(4)),
    Pair(r"a rare mark, $e^\epsilon = 5/4$", law(1, 99), law(1, 9999), Fraction(5, 4)),
    Pair(r"three outcomes, $e^\epsilon = 2$", law(4, 3, 1), law(1, 3, 4), Fraction(2)),
    Pair(r"$P = Q$, $e^\epsilon = 3/2$", law(1, 1), law(1, 1), Fraction(3, 2)),
)
POSITIVE = tuple(Fraction(k) for k in (1, 2, 3, 5, 10, 40))
NEGATIVE = (*POSITIVE, Fraction(-1, 2))
COIN = PAIRS[0]


@claim(
    "gpope/thm4-tail",
    broken={
        r"$\lambda = -1/2$ is allowed as well": {"orders": NEGATIVE},
        "nine tenths of the bound": {"scale": Fraction(9, 10)},
    },
    near=("nine tenths of the bound",),
)
def tail_bound(trial: Trial, *, orders: Orders = POSITIVE, scale: Fraction = Fraction(1)) -> Iterator[Finding]:
    """Compare the exact delta and the exact tail with the bound at each order."""
    for pair in PAIRS:
        allowed = [order for order in orders if order.denominator == 1 or pair is COIN]
        yield _compared(pair, allowed, scale)
    yield _tight(scale)
    yield exact_all(
        r"no minimum: randomized response with losses $\pm\ln 3$, $e^\epsilon = 4$",
        {str(k): (markov(PAIRS[1], Fraction(k + 1)), "<", markov(PAIRS[1], Fraction(k))) for k in range(1, 30)},
        quantity=r"the bound at $\lambda + 1$ and at $\lambda$",
    )
    if orders is POSITIVE and scale == 1:
        yield _figure()


def _compared(pair: Pair, orders: Orders, scale: Fraction) -> Evidence:
    pairs: dict[str, tuple[Rational, str, Rational]] = {"tail": (hockey_stick(pair), "<=", tail(pair))}
    for order in orders:
        pairs[f"$\\lambda = {order}$"] = (hockey_stick(pair), "<=", scale * markov(pair, order))
        pairs[f"tail, $\\lambda = {order}$"] = (tail(pair), "<=", scale * markov(pair, order))
    return exact_all(pair.name, pairs, quantity=r"$\delta$, $P(L \geq \epsilon)$ and $e^{\alpha - \lambda\epsilon}$")


def _tight(scale: Fraction) -> Evidence:
    """Compare the tail of a loss that is epsilon or very negative: Markov's inequality is sharp."""
    pair = Pair("", law(1, 999), (Fraction(1, 2000), Fraction(1999, 2000)), Fraction(2))
    return exact(
        r"sharp: the loss is $\epsilon = \ln 2$ with probability 1/1000, otherwise below 0, $\lambda = 40$",
        tail(pair),
        "<=",
        scale * markov(pair, Fraction(40)),
        quantity=r"$P(L \geq \epsilon)$ and $e^{\alpha - \lambda\epsilon}$",
    )


def _figure() -> Figure:
    pair, steps = SubsampledGaussian(Fraction(1, 20), 4, 2), 400
    x = [k / 2 for k in range(1, 8)]
    exact_curve = [composed_delta(pair, steps, e, Direction.REMOVE).upper for e in x]
    bound = [moments_bound(pair, steps, e, Direction.REMOVE, "integer").delta for e in x]
    return Figure(
        title="The tail bound and the exact curve",
        x_label=r"$\epsilon$",
        y_label=r"$\delta$",
        y_scale="log",
        series=[
            Series(
                label=r"$\min_\lambda\exp(N\alpha(\lambda) - \lambda\epsilon)$", x=x, y=[rounded(y, 6) for y in bound]
            ),
            Series(label="exact (upper end of a proved interval)", x=x, y=[rounded(y, 6) for y in exact_curve]),
        ],
        caption=r"$N = 400$ steps that draw one of $m = 20$ records, $\sigma = 4$, one ordered pair at distance 2, "
        r"exact log moments at integer $\lambda$.",
    )
