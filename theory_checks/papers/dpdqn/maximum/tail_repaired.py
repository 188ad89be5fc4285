r"""Lemma 8 repaired: the tail of the maximum of a noise path, for every noise level.

f is a stationary Gaussian path on [0, 1] with covariance sigma^2 exp(-beta |x - y|). For every u > 0

    P(max f >= m + u) <= exp(-u^2/(2 sigma^2)),  where m >= E max f may be  2/sqrt(pi) sqrt(beta) sigma,
    and for beta >= 1 also  sigma (2/sqrt(pi) + sqrt(2 ln ceil(beta))).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from flint import arb

from tabular.noise.path_maximum import (
    mean,
    mean_block_bound,
    mean_bound,
    mean_pair,
    mean_triple,
)
from tabular.numbers.balls import ball as enclose
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Table
from theory_checks.papers.dpdqn.maximum._tails import TailBound, one_value, true_tail, with_sigma, without_sigma


def halved_mean_bound(beta: arb) -> arb:
    """Return half the bound of the mean: what no bound can be for small beta."""
    return mean_bound(beta) / 2


BLOCKS = TailBound(lambda beta, sigma: mean_block_bound(beta) * sigma, with_sigma)

REPAIRED_CASES = [
    (Fraction(1, 100), Fraction(1), Fraction(1, 4)),
    (Fraction(1, 4), Fraction(2), Fraction(1)),
    (Fraction(1), Fraction(1), Fraction(1)),
    (Fraction(1), Fraction(2), Fraction(4)),
    (Fraction(1), Fraction(5), Fraction(10)),
]
VALUE_CASES = [(Fraction(1, 10000), Fraction(2), Fraction(2)), (Fraction(1), Fraction(5), Fraction(50))]
BLOCK_CASES = [(Fraction(10), Fraction(1), Fraction(1)), (Fraction(100), Fraction(2), Fraction(1))]


@claim(
    "dpdqn/lemma8/repaired",
    broken={
        r"$\exp(-u^2/2)$ in place of $\exp(-u^2/(2\sigma^2))$": {"exponent": without_sigma},
        "the mean bound halved": {"upper": halved_mean_bound},
    },
)
def repaired_tail(
    trial: Trial,
    *,
    exponent: Callable[[arb, arb], arb] = with_sigma,
    upper: Callable[[arb], arb] = mean_bound,
) -> Iterator[Finding]:
    """Compare the corrected bounds with enclosures of the true law of the maximum, and the mean with small grids."""
    sharp = TailBound(lambda beta, sigma: upper(beta) * sigma, exponent)
    blocks = TailBound(BLOCKS.shift, exponent)
    yield from _means(upper)
    for bound, cases in ((sharp, REPAIRED_CASES), (blocks, BLOCK_CASES)):
        for beta, sigma, u in cases:
            yield true_tail(bound, beta, sigma, u)
    for beta, sigma, u in VALUE_CASES:
        yield one_value(sharp, beta, sigma, u)
    if exponent is with_sigma and upper is mean_bound:
        yield mean_table()


def _means(upper: Callable[[arb], arb]) -> Iterator[Evidence]:
    """Compare the mean bound with the exact means over two and over three points, and from below for small beta."""
    for beta in (Fraction(1, 10000), Fraction(1, 2), Fraction(1), Fraction(100)):
        x = enclose(beta)
        grids: Sequence[tuple[str, arb]] = (("0 and 1", mean_pair(x)), ("0, 1/2 and 1", mean_triple(x)))
        for points, value in grids:
            case = rf"$\beta = {beta}$, maximum over the points {points}"
            yield ball(
                case, value, "<=", upper(x), quantity=r"$\mathbb{E}\max$ over these points, in units of $\sigma$"
            )
    small = enclose(Fraction(1, 10000))
    yield ball(
        r"$\beta = 1/10000$: the bound is tight",
        mean_bound(small) * (-small / 2).exp(),
        "<=",
        upper(small),
        quantity=r"lower bound $\frac{2}{\sqrt{\pi}}\sqrt{\beta}\,e^{-\beta/2}$ and upper bound of the mean",
    )


def mean_table() -> Table:
    """Return the mean of the maximum for several beta beside its bounds, in units of sigma."""
    rows: list[list[str | float]] = []
    for beta in (0.1, 1.0, 10.0, 100.0, 1000.0):
        x = arb(beta)
        blocks = f"{float(mean_block_bound(x)):.3f}" if beta >= 1 else "-"
        rows.append(
            [f"{beta:g}", f"{mean(beta):.4f}", f"{float(mean_bound(x)):.4f}", blocks, f"{8.68 * beta**0.5:.3f}"]
        )
    return Table(
        title=r"The mean of the maximum of a path, in units of $\sigma$",
        columns=[
            r"$\beta$",
            r"$\mathbb{E}\max f/\sigma$",
            r"bound $\frac{2}{\sqrt{\pi}}\sqrt{\beta}$",
            r"bound $\frac{2}{\sqrt{\pi}} + \sqrt{2\ln\lceil\beta\rceil}$",
            r"printed $8.68\sqrt{\beta}$",
        ],
        rows=rows,
        caption="The means are computed in doubles from transition densities, not enclosed. The mean grows like "
        r"$\sqrt{2\ln\beta}$, so for large $\beta$ every bound of the order $\sqrt{\beta}$ is far off.",
    )
