r"""Theorem 5, composition: T' Gaussian process mechanisms of sensitivity Delta are private at the noise sigma.

With s, the noise in units of sqrt(T') Delta/eps, they are together one Gaussian mechanism with
mu = sqrt(T') Delta/sigma = eps/s, whose least delta is

    delta_G(eps, mu) = phi(t) (R(t) - R(t + mu)),   t = eps/mu - mu/2 = s - eps/(2 s),   R(x) = Phi(-x)/phi(x).

As s^2 = 2 ln(e + eps/delta), delta = eps/(e^{s^2/2} - e), so the claim delta_G <= delta says A(eps, s) <= 1 for

    A(eps, s) = delta_G/delta = e^{eps/2 - eps^2/(8 s^2)} (R(t) - R(t + eps/s)) (1 - e^{1 - s^2/2})/(sqrt(2 pi) eps).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from flint import acb, arb

from tabular.gaussian.normal import normal_density, normal_tail
from tabular.numbers.balls import ball as enclose
from tabular.numbers.integrals import integral
from tabular.privacy import calibrate_gaussian, delta_ball, delta_of, mu_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import formal_of
from theory_checks.kit.decimals import decimal
from theory_checks.papers.dpdqn.common.comparisons import decided
from theory_checks.papers.dpdqn.common.rational_first import ball_of
from theory_checks.papers.dpdqn.density._gaussian_curves import (
    ABOVE,
    BELOW,
    DELTA_QUANTITY,
    HALF,
    ONE_UPDATE,
    PRINTED,
    WITNESS,
    Factor,
    closed_factor,
    crossing,
    least_compared,
    near_factors,
    printed_factor,
    reached_delta,
    second_line,
    supremum,
)

ComposedMu = Callable[[int, Fraction, Fraction], arb]


# ---- The proof on the whole region ----


def mills_ratio(x: arb) -> arb:
    """Return R(x) = Phi(-x)/phi(x)."""
    return normal_tail(x) / normal_density(x)


def ratio_bound(epsilon: Fraction, low: Fraction, high: Fraction) -> arb:
    """Bound A(epsilon, s) for low <= s <= high: each of its three factors at the end where it is largest."""
    e, s, end = enclose(epsilon), enclose(low), enclose(high)
    t = s - e / (2 * s)
    drop = mills_ratio(t) - mills_ratio(t + e / s)
    growth = (e / 2 - e * e / (8 * end * end)).exp() * (1 - (1 - end * end / 2).exp())
    return growth * drop / ((2 * arb.pi()).sqrt() * e)


@cache
def largest_ratio(epsilon: Fraction) -> arb:
    """Bound A(epsilon, s) over the s in [sqrt(epsilon/2), 7], where t >= 0."""
    start = Fraction(int((float(epsilon) / 2) ** 0.5 * 1000), 1000)
    return supremum(lambda low, high: ratio_bound(epsilon, low, high), start, FAR, 64)


FAR = Fraction(7)
NEAR = Fraction(5, 2)  # e^q - e > 4 q needs q > 5/2


def far_bound(epsilon: Fraction) -> arb:
    """Bound A(epsilon, s) for s >= 7 and t >= 0 by e^{epsilon/2}/(sqrt(2 pi) s (1 + t^2)) at s = 7."""
    e, s = enclose(epsilon), enclose(FAR)
    t = s - e / (2 * s)
    return (e / 2).exp() / ((2 * arb.pi()).sqrt() * s * (1 + t * t))


def middle_bound(epsilon: Fraction) -> arb:
    """Return (e^q - e)/(8 q) at q = epsilon/4, which exceeds delta_G/delta where t = 0."""
    q = enclose(epsilon) / 4
    return (q.exp() - arb(1).exp()) / (8 * q)


def steep_bound(epsilon: Fraction, low: Fraction, high: Fraction) -> arb:
    """Bound Phi(-t)/delta where t < 0, low <= q = s^2/2 <= high: Phi(epsilon/(2 s) - s) (e^q - e)/(4 q)."""
    s, q = (2 * enclose(low)).sqrt(), enclose(high)
    return normal_tail(s - enclose(epsilon) / (2 * s)) * (q.exp() - arb(1).exp()) / (4 * q)


LATE = Fraction(24)


@claim(
    "dpdqn/thm5-composition",
    sound={r"$\sigma = \sqrt{T'/2}\,\Delta(\sqrt{l + \epsilon} + \sqrt{l})/\epsilon$": {"factor": closed_factor}},
    broken=near_factors(PRINTED),
    near=tuple(near_factors(PRINTED)),
)
def composition(trial: Trial, *, factor: Factor = printed_factor) -> Iterator[Finding]:
    """Compare the least delta of the composition with the claimed one, and close the region by balls."""
    yield from _region()
    for region, pairs in ((Region.INSIDE, INSIDE), (Region.OUTSIDE, OUTSIDE)):
        for pair in pairs:
            yield least_compared(trial, PRINTED, ONE_UPDATE, factor, pair, region)
    yield from second_line(trial)
    if factor is printed_factor:
        yield from _exhibits()


INSIDE = (
    (Fraction(9, 10), Fraction(5, 10**5)),
    (Fraction(45, 100), Fraction(5, 10**5)),
    (Fraction(1), Fraction(1, 2)),
    (Fraction(12), Fraction(1, 10)),
    (BELOW, WITNESS),
)
OUTSIDE = (
    (ABOVE, WITNESS),
    (Fraction(13), Fraction(1, 100)),
    (Fraction(20), Fraction(1, 10**5)),
    (LATE, Fraction(6, 100)),
)


def _region() -> Iterator[Evidence]:
    """Yield the four comparisons of the proof."""
    whole = [
        (r"$\epsilon = 12.6439$, all $s$ with $\epsilon/2 \leq s^2 \leq 49$", largest_ratio(BELOW)),
        (r"$\epsilon \leq 12.6439$, all $s \geq 7$", far_bound(BELOW)),
        (r"$\epsilon \leq 2s^2$, all $s$ with $s^2 < 12.6439/2$", middle_bound(BELOW)),
        (r"$2s^2 < \epsilon \leq 12.6439$", supremum(lambda a, b: steep_bound(BELOW, a, b), NEAR, BELOW / 4, 16)),
    ]
    for case, value in whole:
        yield ball(case, value, "<=", arb(1), quantity=r"an upper bound of $\delta_G/\delta$", region=Region.INSIDE)


# ---- Exhibits ----

LEVELS = [Fraction(1, 10), Fraction(29, 1000), *(Fraction(1, 10**k) for k in (2, 3, 4, 5, 6, 10))]


def _too_large(epsilon: Fraction, delta: Fraction) -> bool:
    return bool(reached_delta(epsilon, delta) > enclose(delta))


def _exhibits() -> Iterator[Finding]:
    rows = [[f"${decimal(d)}$", _bracket(crossing(d, _too_large, Fraction(12), Fraction(16)))] for d in LEVELS]
    yield Table(
        title=r"The critical $\epsilon$",
        columns=[r"$\delta$", r"the composition holds at the first number, fails at the second"],
        rows=rows,
        caption="Signs decided by balls. The smallest critical value, over all deltas, lies between 12.6439 and "
        "12.6440.",
    )
    deltas = [10 ** (-k / 10) for k in range(2, 101, 2)]
    critical = [float(crossing(Fraction(d), _float_too_large, Fraction(10), Fraction(20))) for d in deltas]
    yield Figure(
        title=r"Where the composition formula of Theorem 5 stops being sufficient",
        x_label=r"$\delta$",
        y_label=r"critical $\epsilon$",
        x_scale="log",
        series=[
            Series(label="above the curve the formula fails", x=deltas, y=critical),
            Series(label=r"proved for all $\delta$ below this line", x=[deltas[-1], deltas[0]], y=[float(BELOW)] * 2),
        ],
    )


def _bracket(last: Fraction) -> str:
    return f"{float(last) - 1e-4:.4f}, {float(last):.4f}"


def _float_too_large(epsilon: Fraction, delta: Fraction) -> bool:
    factor = float(printed_factor(epsilon, delta))
    return delta_of(float(epsilon), float(epsilon) / factor) > float(delta)


# ---- The repair: the exact condition ----


def root_sum(compositions: int, sensitivity: Fraction, sigma: Fraction) -> arb:
    """Return mu as the repaired statement has it."""
    mu = formal_of(__file__, "dpdqn/thm5-composition/repaired").right_of("mu")
    return ball_of(mu, {"updates": compositions, "Delta": sensitivity, "sigma": sigma})


def plain_sum(compositions: int, sensitivity: Fraction, sigma: Fraction) -> arb:
    """Return T' Delta/sigma, as if the mechanisms' mu added up."""
    return enclose(compositions * sensitivity / sigma)


@claim("dpdqn/thm5-composition/repaired", broken={r"$\mu = T'\Delta/\sigma$": {"composed": plain_sum}})
def exact_composition(trial: Trial, *, composed: ComposedMu = root_sum) -> Iterator[Finding]:
    """Check that the calibrated noise is private and a smaller one is not."""
    for epsilon, delta, compositions, sensitivity in REPAIRED:
        sigma = Fraction(calibrate_gaussian(epsilon, delta, sensitivity, compositions).sigma)
        target = f"$\\epsilon = {decimal(epsilon)}$, $\\delta = {decimal(delta)}$"
        name = f"{target}, $T' = {compositions}$, $\\Delta = {sensitivity}$"
        for what, level, sign in (("a larger", sigma * (1 + TINY), "<="), ("a smaller", sigma * (1 - TINY), ">")):
            least = delta_ball(epsilon, composed(compositions, sensitivity, level), 96)
            case = f"{name}: {what} noise than $\\sigma = {float(sigma):.9g}$"
            yield ball(case, least, sign, enclose(delta), quantity=DELTA_QUANTITY)
    for epsilon, compositions, sensitivity, sigma in (
        (HALF, 4, Fraction(1), Fraction(3)),
        (Fraction(3, 2), 9, Fraction(2), Fraction(3)),
    ):
        known = {"epsilon": epsilon, "mu": composed(compositions, sensitivity, sigma)}
        integral = integrated_delta(epsilon, root_sum(compositions, sensitivity, sigma))
        case = f"$\\epsilon = {epsilon}$, $T' = {compositions}$, $\\Delta = {sensitivity}$, $\\sigma = {sigma}$"
        pair = (integral, "=", ball_of(trial.formal.right, known))
        yield decided(case, pair, quantity=r"least $\delta$ by integration, and the closed form")
    yield _slack()


def integrated_delta(epsilon: Fraction, mu: arb) -> arb:
    """Enclose the integral of (dN(mu, 1) - e^epsilon dN(0, 1))_+, which is 0 below z = epsilon/mu + mu/2.

    Beyond mu + 40 it is at most the tail of the first law, that is e^{-800}.
    """
    start, root = enclose(epsilon) / mu + mu / 2, (2 * arb.pi()).sqrt()

    def integrand(z: acb, _: bool) -> acb:
        return ((-((z - mu) ** 2) / 2).exp() - (epsilon_ball - z * z / 2).exp()) / root

    epsilon_ball = enclose(epsilon)
    return integral(integrand, start, mu + 40) + arb(-800).exp() * arb(0).union(arb(1))


TINY = Fraction(1, 10**9)
REPAIRED = (
    (Fraction(9, 10), Fraction(5, 10**5), 78, Fraction(1, 10)),
    (Fraction(45, 100), Fraction(5, 10**5), 78, Fraction(1, 10)),
    (Fraction(0), Fraction(1, 10), 1, Fraction(1)),
    (Fraction(20), Fraction(1, 10**5), 4, Fraction(1)),
    (Fraction(100), Fraction(9, 10), 2, Fraction(3)),
)


def _slack() -> Table:
    pairs = [
        (e, d)
        for e in (Fraction(9, 20), Fraction(9, 10), Fraction(4), Fraction(12))
        for d in (Fraction(1, 100), Fraction(1, 10**5))
    ]
    rows = [
        [
            float(epsilon),
            f"${decimal(delta)}$",
            *(round(float(f(epsilon, delta)), 4) for f in (printed_factor, closed_factor)),
            round(float(epsilon) / mu_of(float(epsilon), float(delta)), 4),
        ]
        for epsilon, delta in pairs
    ]
    return Table(
        title=r"Noise in units of $\sqrt{T'}\Delta/\epsilon$",
        columns=[r"$\epsilon$", r"$\delta$", "printed", r"$(\sqrt{l+\epsilon}+\sqrt{l})/\sqrt{2}$", "exact minimum"],
        rows=rows,
        caption=r"$l = \ln(e + \epsilon/\delta)$. Both formulas suffice here; the exact value is the least that does.",
    )
