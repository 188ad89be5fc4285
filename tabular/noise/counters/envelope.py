r"""Bounds of max_{t <= T} |N(t)|, Laplace noise of scale 1, that hold for a whole half-line of failure probabilities.

A level x(y) that rises with y = ln(1/beta) is right for all beta <= exp(-y_0) if

    P(max > x(y)) e**y <= 1        for all y >= y_0.

`largest_ratio` bounds the left side. From a point a the law gives P = P(max > x(a)); every y in [a, b] then has at most
the ratio P e**b, so b can be any number below ln(1/P), and the next cell starts there. Far out it ends with Chernoff's
bound: with E exp(theta xi) = m = 1/(1 - theta**2), 0 < theta < 1, and p(t) the number of bits of t,

    P(max_{t <= T} |N(t)| > x) <= 2 exp(-theta x) sum_t m**p(t),    the sum over the odd t <= T, and T itself,

because t, without its lowest bit, without its two lowest, ... is a martingale's way to N(t): Doob's inequality covers
all its points at once, and every number up to T lies on the way to an odd one or to T. For T < 2**K the sum is at most
m (1 + m)**(K - 1).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf, log, nextafter

from flint import arb

from tabular.errors import must, show
from tabular.noise.counters.law_enclosure import enclose_failure
from tabular.numbers.balls import ball

RATES = tuple(Fraction(k, 20) for k in range(8, 19))
_FINE = 1e-5  # relative width of the law
_MOST_CELLS = 400
HIGHEST = 600.0  # the law is enclosed up to this level, in scales

Level = Callable[[arb], arb]


def closed_failure(steps: int, level: arb) -> arb:
    """Return P(max_{t <= steps} |N(t)| > level) for at most 4 steps, in closed form.

    With w = exp(-x): 1, 2 and 4 are nodes, each stays with probability 1 - w; N(2) and N(3) = N(2) + xi_3 both do with
    probability int_{-x}^{x} exp(-|v|) / 2 (1 - w cosh v) dv = 1 - w - w x / 2 - w (1 - w**2) / 4.
    """
    if not 1 <= steps <= 4:
        raise must("steps", "be an integer from 1 to 4", show(steps))
    w = (-level).exp()
    pair = 1 - w - w * level / 2 - w * (1 - w * w) / 4
    return 1 - (1 - w, (1 - w) ** 2, (1 - w) * pair, (1 - w) ** 2 * pair)[steps - 1]


def failure_ball(steps: int, level: arb, counters: int = 1, tol: float = _FINE) -> arb:
    """Return a ball around P(|N_c(t)| > level for some t <= steps and some of the counters)."""
    if steps <= 4:
        return 1 - (1 - closed_failure(steps, level)) ** counters
    low, high = nextafter(float(level.lower()), 0.0), nextafter(float(level.upper()), inf)
    if high > HIGHEST:
        return arb(0.0).union(arb(enclose_failure(steps, min(low, HIGHEST), counters=counters, tol=0.1)[1]))
    upper = enclose_failure(steps, low, counters=counters, tol=tol)[1]
    lower = enclose_failure(steps, high, counters=counters, tol=tol)[0]
    return arb(lower).union(arb(upper))


def chernoff_failure(steps: int, level: arb, rate: Fraction) -> arb:
    """Return 2 exp(-rate level) sum_t m**p(t), which bounds P(max_{t <= steps} |N(t)| > level)."""
    m = 1 / (1 - ball(rate) ** 2)
    total = sum((m ** t.bit_count() for t in range(1, steps + 1, 2)), start=arb(0))
    if steps % 2 == 0:
        total += m ** steps.bit_count()
    return 2 * (-ball(rate) * level).exp() * total


def group_failure(sums: int, level: arb, rate: Fraction) -> arb:
    """Return 2 exp(-rate level) m (1 + m)**(sums - 1), which bounds P(|N(t)| > level for some t < 2**sums)."""
    m = 1 / (1 - ball(rate) ** 2)
    return 2 * (-ball(rate) * level).exp() * m * (1 + m) ** (sums - 1)


def largest_ratio(steps: int, level: Level, start: arb, slope: arb) -> arb:
    """Return a bound from above of P(max > level(y)) e**y over all y >= start, if there is one of at most 1.

    If not, it is a ball around the ratio at some y where it exceeds 1, or where it cannot be told from 1.
    The slope of the level must be at least `slope` everywhere.
    """
    largest, a = arb(0), start
    for _ in range(_MOST_CELLS):
        x = level(a)
        far = _far_ratio(steps, x, a, slope)
        if far is not None:
            return largest.max(far)
        failure = failure_ball(steps, x)
        ratio = failure * a.exp()
        if not ratio < 1:
            return ratio
        b = a + arb(0.75 * -log(float(ratio.upper())))
        largest, a = largest.max(failure * b.exp()), b
    return largest.max(arb(1)).union(arb(0))


def _far_ratio(steps: int, x: arb, y: arb, slope: arb) -> arb | None:
    """Return a bound of the ratio from y on by Chernoff, if some rate gives one of at most 1 that does not rise."""
    rates = [rate for rate in RATES if ball(rate) * slope >= 1]
    bounds = [chernoff_failure(steps, x, rate) * y.exp() for rate in rates]
    return next((bound for bound in bounds if bound <= 1), None)
