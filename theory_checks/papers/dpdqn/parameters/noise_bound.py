r"""Appendix E.3, the choice of k: the share delta_g of the noise paths must be at most 5e-5.

The text sets the gap G equal to a logarithm that is half of the right square with the wrong sign (-14.26), and calls it
3.5. By its own approximation G = 2k - 8.6 sqrt(k + 1) the smallest k lies between 24.29 and 24.30.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as enclose
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, undefined
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, num, ref
from theory_checks.papers.dpdqn.common.published_parameters import BUDGET, PATHS
from theory_checks.papers.dpdqn.common.rational_first import arguments, ball_of

CLAIMED = formal_of(__file__, "dpdqn/e3-k-tail")
GAP, PRINTED = CLAIMED.claims[2].left, CLAIMED.claims[2].right
_, SHOWN = arguments(arguments(CLAIMED.left, "abs")[0], "-")  # 3.5
RIGHT = formal_of(__file__, "dpdqn/e3-k-tail/repaired").right


def needed_gap(needed: Formula) -> arb:
    """Return the gap that a formula asks for."""
    return ball_of(needed, {"delta_g": BUDGET, "J": PATHS})


def spent(gap: arb, paths: int) -> arb:
    """Return delta_g = 1 - (1 - exp(-G^2/2))^J in a form that keeps the digits of small values."""
    return -(paths * (-(-gap * gap / 2).exp()).log1p()).expm1()


def approximate_gap(k: Fraction) -> arb:
    """Return the approximation of the gap in Appendix E.3."""
    return ball_of(GAP, {"k": k})


@claim(
    "dpdqn/e3-k-tail",
    sound={
        r"$\sqrt{-2\ln(1 - (1 - \delta_g)^{1/J})} \approx 5.3$, $k = 24.30$": {
            "needed": RIGHT,
            "about": num(Fraction(53, 10)),
            "k": Fraction(2430, 100),
        }
    },
)
def k_tail(
    trial: Trial,
    *,
    needed: Formula = PRINTED,
    about: Formula = SHOWN,
    k: Fraction = Fraction(23),
) -> Iterator[Finding]:
    """Check the number 3.5 to its printed digit, and the share that k = 23 leaves to the paths."""
    value = needed_gap(needed)
    off, half_unit = ball_of(abs(ref("needed") - about), {"needed": value}), ball_of(CLAIMED.right, {})
    yield ball(
        "the number 3.5",
        off,
        "<=",
        half_unit,
        quantity=rf"distance of the right side, ${float(value):.7g}$, from the printed one",
        certificate=_denied(0, "The logarithm that should be about 3.5 is below $-14$.") if off > half_unit else None,
    )
    share = spent(approximate_gap(k), PATHS)
    yield ball(
        rf"$k = {float(k):g}$",
        share,
        "<=",
        enclose(BUDGET),
        quantity=rf"$\delta_g$ at the gap $2k - 8.6\sqrt{{k+1}} = {float(approximate_gap(k)):.5g}$",
        certificate=_denied(1, TOO_MUCH) if share > enclose(BUDGET) else None,
    )


TOO_MUCH = r"With $k = 23$ the 78 paths take more than 4 percent, not $5 \times 10^{-5}$."


def _denied(part: int, says: str) -> Certificate:
    return Certificate(says=says, values={"k": 23, "delta_g": BUDGET, "J": PATHS}, part=part)


@claim("dpdqn/e3-k-tail/repaired", broken={"the printed 3.5": {"needed": num(Fraction(7, 2))}})
def k_tail_repaired(trial: Trial, *, needed: Formula = RIGHT) -> Iterator[Evidence]:
    """Check the bound on both sides, by the share at gaps that differ from it by a millionth."""
    bound, step = needed_gap(needed), enclose(Fraction(1, 10**6))
    if not bound.is_finite():
        yield undefined("the bound", quantity="the needed gap", detail=f"no value: {needed}")
        return
    yield ball("just above the bound", spent(bound + step, PATHS), "<=", enclose(BUDGET), quantity=r"$\delta_g$")
    yield ball("just below the bound", spent(bound - step, PATHS), ">", enclose(BUDGET), quantity=r"$\delta_g$")
    yield ball("$k = 24.30$", approximate_gap(Fraction(2430, 100)), ">=", bound, quantity=r"$2k - 8.6\sqrt{k+1}$")
    yield ball("$k = 24.29$", approximate_gap(Fraction(2429, 100)), "<", bound, quantity=r"$2k - 8.6\sqrt{k+1}$")
