r"""Proof of Theorem 5, the noise quoted from general composition theorems: sigma = s sqrt(T') Delta/eps.

    s = sqrt(2 a l),   a = ln(1.25/delta),   l = ln(e + eps/delta).

T' Gaussian process mechanisms are one with mu = eps/s: the quotation is right exactly where delta_G(eps, mu) <= delta.
By results that were known less noise is enough:

    Proposition 4, applied to all T' paths at once (sensitivity sqrt(T') Delta)   s = sqrt(2 a), for eps < 1
    Renyi differential privacy (Mironov 2017), b = ln(1/delta)                    s = (sqrt(b + eps) + sqrt(b))/sqrt(2)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as enclose
from tabular.privacy import delta_ball, mu_ball, mu_of
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula, log, minimum, ref, sqrt
from theory_checks.kit.decimals import decimal
from theory_checks.papers.dpdqn.common.published_parameters import log_factor
from theory_checks.papers.dpdqn.density._gaussian_curves import (
    DELTA_QUANTITY,
    Factor,
    closed_factor,
    curve_certificate,
    log_expression,
    printed_factor,
    reached_delta,
    supremum,
)

Pair = tuple[Fraction, Fraction]
FIVE_QUARTERS = Fraction(5, 4)


def single_factor(epsilon: Fraction, delta: Fraction) -> arb:
    """Return sqrt(2 a): Proposition 4 for one mechanism of sensitivity sqrt(T') Delta, epsilon < 1."""
    del epsilon  # it enters through sigma = s sqrt(T') Delta/epsilon only
    return (2 * enclose(FIVE_QUARTERS / delta).log()).sqrt()


def quoted_factor(epsilon: Fraction, delta: Fraction) -> arb:
    """Return sqrt(2 a l), the noise quoted from general composition theorems."""
    return single_factor(epsilon, delta) * log_factor(epsilon, delta).sqrt()


def renyi_factor(epsilon: Fraction, delta: Fraction) -> arb:
    """Return (sqrt(b + epsilon) + sqrt(b))/sqrt(2), which solves D/2 + sqrt(2 D b) = epsilon for D = (epsilon/s)^2."""
    b = enclose(1 / delta).log()
    return ((b + enclose(epsilon)).sqrt() + b.sqrt()) / arb(2).sqrt()


def exact_factor(epsilon: Fraction, delta: Fraction) -> arb:
    """Return epsilon/mu*(epsilon, delta), the least that suffices."""
    return enclose(epsilon) / mu_ball(epsilon, delta, 64)


BELOW, ABOVE, WITNESS = Fraction(6584, 1000), Fraction(6585, 1000), Fraction(941, 1000)
LEAST, STEADY, TURN = Fraction(45, 100), Fraction(6, 10), Fraction(5, 3)


def share_bound(low: Fraction, high: Fraction) -> arb:
    """Bound delta_G/delta at the critical epsilon for low <= delta <= high: mu increases with delta."""
    return delta_ball(BELOW, enclose(BELOW) / quoted_factor(BELOW, high), 64) / enclose(low)


@claim(
    "dpdqn/thm5-kov-composition",
    sound={r"$\sigma = \sqrt{T'/2}\,\|f\|(\sqrt{l + \epsilon} + \sqrt{l})/\epsilon$": {"factor": closed_factor}},
)
def quoted_composition(trial: Trial, *, factor: Factor = quoted_factor) -> Iterator[Evidence]:
    """Compare the least delta of the composition with the claimed one, and close the region by balls."""
    corner = delta_ball(0, enclose(TURN) / quoted_factor(TURN, STEADY), 64)
    name = r"$\epsilon \leq 5/3$, $0.45 < \delta < 0.6$"
    yield ball(name, corner, "<=", enclose(LEAST), quantity=r"$\delta_G(0, \mu)$ at the corner", region=Region.INSIDE)
    most = supremum(share_bound, LEAST, Fraction(1), 64)
    name = r"$\epsilon = 6.584$, $0.45 \leq \delta \leq 1$"
    yield ball(name, most, "<=", arb(1), quantity=r"an upper bound of $\delta_G/\delta$", region=Region.INSIDE)
    for pair in (PUBLISHED[0], PUBLISHED[1], (BELOW, WITNESS)):
        yield _compared(trial, pair, factor, Region.INSIDE)
    yield _compared(trial, (Fraction(141), Fraction(1, 100)), factor, Region.WHOLE)
    for pair in ((ABOVE, WITNESS), (Fraction(7), Fraction(9, 10)), (Fraction(142), Fraction(1, 100))):
        yield _compared(trial, pair, factor, Region.OUTSIDE)


PUBLISHED = ((Fraction(9, 10), Fraction(5, 10**5)), (Fraction(45, 100), Fraction(5, 10**5)))


def _named(epsilon: Fraction, delta: Fraction) -> str:
    return f"$\\epsilon = {decimal(epsilon)}$, $\\delta = {decimal(delta)}$"


def _compared(trial: Trial, pair: Pair, factor: Factor, region: Region) -> Evidence:
    epsilon, delta = pair
    least = reached_delta(epsilon, delta, factor)
    certificate = _too_little(trial, pair) if region is Region.OUTSIDE else None
    case = _named(*pair)
    return ball(case, least, "<=", enclose(delta), quantity=DELTA_QUANTITY, region=region, certificate=certificate)


def _quoted_expression() -> Formula:
    a = log(FIVE_QUARTERS / ref("delta"))
    return sqrt(2 * a * log_expression())


def _too_little(trial: Trial, pair: Pair) -> Certificate:
    mu = ref("epsilon") / _quoted_expression()
    says = f"With epsilon = {pair[0]} and delta = {pair[1]} the quoted noise leaves a least delta above delta."
    return curve_certificate(trial, *pair, mu, says)


# ---- "This is the best known bound" ----


@claim("dpdqn/thm5-best-known", sound={"the least noise that suffices": {"factor": exact_factor}})
def best_known(trial: Trial, *, factor: Factor = quoted_factor) -> Iterator[Finding]:
    """Compare the quoted noise with two others that were known."""
    for pair in (*PUBLISHED, (Fraction(1, 2), Fraction(1, 100)), (Fraction(1, 10), Fraction(1, 10**10))):
        for name, other in KNOWN.items():
            yield ball(
                f"{_named(*pair)}: {name}",
                factor(*pair),
                "<=",
                other(*pair),
                quantity=r"noise called best known, and another, in units of $\sqrt{T'}\|f\|/\epsilon$",
                certificate=_less_noise(trial, pair, name),
            )
    yield _noises()


KNOWN: dict[str, Factor] = {
    r"Proposition 4, all paths at once": single_factor,
    r"Rényi differential privacy [mironov-2017]": renyi_factor,
}


def _known_expression(name: str) -> Formula:
    """Return the factor of one of the known results as an expression in epsilon and delta."""
    if KNOWN[name] is single_factor:
        return sqrt(2 * log(FIVE_QUARTERS / ref("delta")))
    b = log(1 / ref("delta"))
    return (sqrt(b + ref("epsilon")) + sqrt(b)) / sqrt(2)


def _less_noise(trial: Trial, pair: Pair, name: str) -> Certificate:
    return Certificate(
        says=f"With epsilon = {pair[0]} and delta = {pair[1]} a known and sufficient noise is smaller than the "
        f"quoted one.",
        constants={
            "epsilon": pair[0],
            "delta": pair[1],
            "known": _known_expression(name),
            "quoted": _quoted_expression(),
            "mu": ref("epsilon") / ref("known"),
        },
        given=[lemma("least", "gaussian-delta", mu="mu", epsilon="epsilon")],
        assumed=[
            "Noise is in units of sqrt(T') D/epsilon for T' mechanisms of sensitivity D, so that mu = epsilon/noise."
        ],
        conclusion=minimum(ref("quoted") - ref("known"), ref("delta") - ref("least")) > 0,
    )


def _noises() -> Table:
    factors = (quoted_factor, single_factor, renyi_factor, printed_factor)
    pairs = (*PUBLISHED, (Fraction(9, 10), Fraction(1, 10**2)), (Fraction(9, 10), Fraction(1, 10**10)))
    rows = [
        [
            *(f"${decimal(x)}$" for x in (epsilon, delta)),
            *(round(float(factor(epsilon, delta)), 3) for factor in factors),
            round(float(epsilon) / mu_of(float(epsilon), float(delta)), 3),
        ]
        for epsilon, delta in pairs
    ]
    return Table(
        title=r"Noise that suffices, in units of $\sqrt{T'}\|f\|/\epsilon$",
        columns=[
            r"$\epsilon$",
            r"$\delta$",
            "called best known",
            "Proposition 4",
            "Rényi",
            "Theorem 5",
            "exact minimum",
        ],
        rows=rows,
        caption=r"Proposition 4 is applied to the $T'$ paths at once: they are one Gaussian process mechanism of "
        r"sensitivity "
        r"$\sqrt{T'}\|f\|$.",
    )
