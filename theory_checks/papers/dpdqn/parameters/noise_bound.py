r"""Appendix E.3, the choice of k: the share delta_g of the noise paths must be at most 5e-5.

    delta_g = 1 - (1 - exp(-G^2/2))^J <= d   iff   G^2 >= -2 ln(1 - (1 - d)^{1/J})      (G > 0)

The text sets the gap G equal to ln(1 - exp(ln(1 - d)/J)), which is half of that square with the wrong sign (-14.26),
and calls it 3.5. By its own approximation G = 2k - 8.6 sqrt(k + 1) the smallest k lies between 24.29 and 24.30.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as enclose
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formula import exp, log, ref, sqrt
from theory_checks.papers.dpdqn.common.published_parameters import BUDGET, PATHS, printed_approximation

Needed = Callable[[Fraction, int], arb]  # (delta_g, J) -> the gap


def printed_needed(share: Fraction, paths: int) -> arb:
    """Return ln(1 - exp(ln(1 - delta_g)/J))."""
    return (1 - (enclose(1 - share).log() / paths).exp()).log()


def right_needed(share: Fraction, paths: int) -> arb:
    """Return sqrt(-2 ln(1 - (1 - delta_g)^{1/J}))."""
    return (-2 * printed_needed(share, paths)).sqrt()


def three_and_a_half(share: Fraction, paths: int) -> arb:
    """Return 3.5, the gap that the text asks for."""
    return enclose(Fraction(35, 10))


def spent(gap: arb, paths: int) -> arb:
    """Return delta_g = 1 - (1 - exp(-G^2/2))^J."""
    return -(paths * (-(-gap * gap / 2).exp()).log1p()).expm1()


def approximate_gap(k: Fraction) -> arb:
    """Return the approximation 2k - 8.6 sqrt(k + 1) of Appendix E.3."""
    return 2 * enclose(k) - printed_approximation(k, Fraction(1))


@claim(
    "dpdqn/e3-k-tail",
    sound={
        r"$\sqrt{-2\ln(1 - (1 - \delta_g)^{1/J})} \approx 5.3$, $k = 24.30$": {
            "needed": right_needed,
            "printed": Fraction(53, 10),
            "k": Fraction(2430, 100),
        }
    },
)
def k_tail(
    trial: Trial,
    *,
    needed: Needed = printed_needed,
    printed: Fraction = Fraction(35, 10),
    k: Fraction = Fraction(23),
) -> Iterator[Finding]:
    """Check the number 3.5 to its printed digit, and the share that k = 23 leaves to the paths."""
    value, half_unit = needed(BUDGET, PATHS), Fraction(5, 100)
    off = abs(value - enclose(printed))
    yield ball(
        "the number 3.5",
        off,
        "<=",
        enclose(half_unit),
        quantity=rf"distance of the right side, ${float(value):.7g}$, from the printed one",
        certificate=_other_number(trial) if off > enclose(half_unit) else None,
    )
    share = spent(approximate_gap(k), PATHS)
    yield ball(
        rf"$k = {float(k):g}$",
        share,
        "<=",
        enclose(BUDGET),
        quantity=rf"$\delta_g$ at the gap $2k - 8.6\sqrt{{k+1}} = {float(approximate_gap(k)):.5g}$",
        certificate=_too_much(trial, k) if share > enclose(BUDGET) else None,
    )


def _other_number(trial: Trial) -> Certificate:
    value = log(1 - exp(log(1 - ref("share")) / PATHS))
    return Certificate(
        says=r"The logarithm that should be about 3.5 is below $-14$.",
        constants={"share": BUDGET},
        conclusion=value < -14,
    )


def _too_much(trial: Trial, k: Fraction) -> Certificate:
    gap = 2 * ref("k") - Fraction(86, 10) * sqrt(1 + ref("k"))
    tail = exp(-(ref("gap") * ref("gap") / 2))
    return Certificate(
        says=r"With $k = 23$ the 78 paths take more than 4 percent, not $5 \times 10^{-5}$.",
        constants={"k": k, "gap": gap},
        conclusion=1 - (1 - tail) ** PATHS > Fraction(4, 100),
    )


@claim("dpdqn/e3-k-tail/repaired", broken={"the printed 3.5": {"needed": three_and_a_half}})
def k_tail_repaired(trial: Trial, *, needed: Needed = right_needed) -> Iterator[Evidence]:
    """Check the bound on both sides, by the share at gaps that differ from it by a millionth."""
    bound, step = needed(BUDGET, PATHS), enclose(Fraction(1, 10**6))
    yield ball("just above the bound", spent(bound + step, PATHS), "<=", enclose(BUDGET), quantity=r"$\delta_g$")
    yield ball("just below the bound", spent(bound - step, PATHS), ">", enclose(BUDGET), quantity=r"$\delta_g$")
    yield ball("$k = 24.30$", approximate_gap(Fraction(2430, 100)), ">=", bound, quantity=r"$2k - 8.6\sqrt{k+1}$")
    yield ball("$k = 24.29$", approximate_gap(Fraction(2429, 100)), "<", bound, quantity=r"$2k - 8.6\sqrt{k+1}$")
