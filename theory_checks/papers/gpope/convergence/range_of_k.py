r"""The range of k in Theorem 2: limits of (1 - a N^-k)^(2N), printed with a = 1.

log(1 - x) <= -x and, for x < 1, log(1 - x) >= -x - x^2/(2 (1 - x)) give with x = a/N^k

    k < 1   value <= exp(-2 a N^(1-k)) -> 0
    k = 1   exp(-2 a) (1 - a^2/(N - a)) <= value <= exp(-2 a)
    k > 1   1 - 2 a N^(1-k) <= value <= 1                       (Bernoulli)

so the limits are 0, exp(-2 a) and 1: the printed limit 1 is wrong at k = 1, which the printed range includes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from flint import arb, ctx

from tabular.numbers.balls import ball as enclosed
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import ref
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.common.one_state_loops import nine
from theory_checks.papers.gpope.convergence._certified import certified
from theory_checks.papers.gpope.convergence._powers import power_of_steps, value

Limit = Callable[[Fraction, Fraction], arb]


PRINTED = formal_of(__file__, "gpope/thm2-limit", "limit").right


def printed_limit(k: Fraction, a: Fraction) -> arb:
    """Return the limit of the formula for k >= 1, and 0 for k < 1, of which it does not speak."""
    return enclose(PRINTED) if k >= 1 else arb(0)


def true_limit(k: Fraction, a: Fraction) -> arb:
    """Return 0, exp(-2 a) or 1 for k < 1, k = 1, k > 1."""
    return (-2 * enclosed(a)).exp() if k == 1 else arb(int(k > 1))


def nine_tenths_at_one(k: Fraction, a: Fraction) -> arb:
    """Return exp(-9 a/5) in place of exp(-2 a)."""
    return true_limit(k, Fraction(9, 10) * a)


def border_before_one(k: Fraction, a: Fraction) -> arb:
    """Return the true limits with the border at 99/100 in place of 1."""
    return true_limit(k + Fraction(1, 100), a)


def distance_bound(N: int, k: Fraction, a: Fraction) -> arb:
    """Return the bound on the distance to the true limit that the header states; it tends to 0."""
    if k == 1:
        return (-2 * enclosed(a)).exp() * enclosed(a * a / (N - a))
    grown = 2 * enclosed(a) * power_of_steps(N, 1 - k)
    return grown if k > 1 else (-grown).exp()


ONE = Fraction(1)
BITS = 2048  # (1 - x)^(2N) and exp(-2 N x) differ in the 700th binary digit at k = 3, N = 10^100
FROM_ONE = (ONE, Fraction(101, 100), Fraction(3, 2), Fraction(3))


@claim("gpope/thm2-limit", reading="limit", sound={r"$e^{-2}$ at $k = 1$": {"limit": true_limit}})
@claim(
    "gpope/thm2-limit/repaired",
    setting={
        "limit": true_limit,
        "exponents": (Fraction(1, 4), Fraction(1, 2), Fraction(99, 100), *FROM_ONE),
        "scales": (ONE, Fraction(1, 3), Fraction(5, 2)),
        "regional": False,
    },
    broken={
        r"the limit 1 at $k = 1$": {"limit": printed_limit},
        "the border at $k = 99/100$": {"limit": border_before_one},
        r"$e^{-9a/5}$ in place of $e^{-2a}$": {"limit": nine_tenths_at_one},
    },
    near=("the border at $k = 99/100$", r"$e^{-9a/5}$ in place of $e^{-2a}$"),
)
def range_of_k(
    trial: Trial,
    *,
    limit: Limit = printed_limit,
    exponents: Sequence[Fraction] = FROM_ONE,
    scales: Sequence[Fraction] = (ONE,),
    regional: bool = True,
) -> Iterator[Finding]:
    """Compare the distance to the limit with a bound that tends to 0."""
    for k, a, N in product(exponents, scales, (100, 10**6, 10**100)):
        region = Region.WHOLE if not regional else Region.OUTSIDE if k == 1 else Region.INSIDE
        yield _near(N, k, a, limit, region)
    yield _figure()


def _near(N: int, k: Fraction, a: Fraction, limit: Limit, region: Region) -> Evidence:
    steps = f"10^{{{len(str(N)) - 1}}}"
    with ctx.workprec(BITS):
        compared = ball(
            f"$k = {k}$, $N = {steps}$" + ("" if a == 1 else f", $a = {a}$"),
            abs(value(N, k, a) - limit(k, a)),
            "<=",
            distance_bound(N, k, a),
            quantity="distance to the limit, and a bound that tends to 0",
            region=region,
        )
    return certified(compared, _other_limit, k)


def _other_limit(k: Fraction) -> Certificate:
    return Certificate(
        says=f"With $k = {k}$ the expression does not tend to 1.",
        given=[lemma("limit", "geometric-limit", a=1, k=k)],
        values={"limit": ref("limit"), "k": k},
    )


def _figure() -> Figure:
    steps = [2, 3, 5, 10, 30, 100, 300, 1000, 10**4, 10**5, 10**6]
    exponents = [Fraction(x) for x in ("1/2", "9/10", "1", "11/10", "3/2")]
    series = [
        Series(label=f"$k = {k}$", x=[float(N) for N in steps], y=[nine(float(value(N, k))) for N in steps])
        for k in exponents
    ]
    return Figure(
        title=r"$(1 - N^{-k})^{2N}$",
        x_label="$N$",
        y_label=r"$(1 - N^{-k})^{2N}$",
        x_scale="log",
        series=series,
        caption=r"To 0 for $k < 1$, to $e^{-2}$ for $k = 1$, to 1 for $k > 1$.",
    )


@claim(
    "gpope/thm2-limit",
    reading="purpose",
    broken={
        r"from $k = 1/2$ on it does not vanish": {"from_k": Fraction(1, 2)},
        "$1/15$ in place of $1/16$": {"least": Fraction(1, 15)},
        r"$e^{-11N^{1-k}/5}$ in place of $e^{-2N^{1-k}}$": {"rate": Fraction(11, 5)},
    },
    near=("$1/15$ in place of $1/16$", r"$e^{-11N^{1-k}/5}$ in place of $e^{-2N^{1-k}}$"),
)
def purpose(
    trial: Trial, *, from_k: Fraction = ONE, least: Fraction = Fraction(1, 16), rate: Fraction = 2 * ONE
) -> Iterator[Evidence]:
    """Compare the expression with a bound that vanishes for k < from_k and with 1/16 from there on."""
    for k in [Fraction(x) for x in ("1/10", "1/2", "3/4", "999/1000", "1001/1000", "2")]:
        for N in (2, 100, 10**6):
            case, bound = f"$k = {k}$, $N = {N}$", (-enclosed(rate) * power_of_steps(N, 1 - k)).exp()
            below = k < from_k
            right = bound if below else enclosed(least)
            yield ball(case, value(N, k), "<=" if below else ">=", right, quantity="the expression and its bound")
