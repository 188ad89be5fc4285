r"""Proof of Theorem 5, the noise quoted from general composition theorems: sigma = s sqrt(T') Delta/eps.

T' Gaussian process mechanisms are one with mu = eps/s: the quotation is right exactly where delta_G(eps, mu) <= delta.
By results that were known less noise is enough: by Proposition 4, applied to all T' paths at once (sensitivity
sqrt(T') Delta, eps < 1), and by Renyi differential privacy (Mironov 2017).
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
from theory_checks.core.formula import Formula, ref
from theory_checks.core.lemmas import of_lemma
from theory_checks.kit.decimals import decimal
from theory_checks.papers.dpdqn.common.rational_first import ball_of
from theory_checks.papers.dpdqn.density._gaussian_curves import (
    Factor,
    Pair,
    closed_factor,
    factor_of,
    least_compared,
    named,
    near_factors,
    noise_of,
    printed_factor,
    supremum,
)

QUOTED = noise_of("dpdqn/thm5-kov-composition")
quoted_factor = factor_of(QUOTED)
SOURCES = {
    "classical-gaussian-noise": "Proposition 4, all paths at once",
    "renyi-gaussian-noise": "Rényi differential privacy [mironov-2017]",
}
KNOWN = {theorem: of_lemma(theorem) for theorem in SOURCES}  # noise in units of sqrt(T') ||f||/epsilon


def _known(factor: Formula) -> Factor:
    return lambda epsilon, delta: ball_of(factor, {"epsilon": epsilon, "delta": delta})


single_factor, renyi_factor = (_known(factor) for factor in KNOWN.values())


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
    broken=near_factors(QUOTED),
    near=tuple(near_factors(QUOTED)),
)
def quoted_composition(trial: Trial, *, factor: Factor = quoted_factor) -> Iterator[Evidence]:
    """Compare the least delta of the composition with the claimed one, and close the region by balls."""
    corner = delta_ball(0, enclose(TURN) / quoted_factor(TURN, STEADY), 64)
    name = r"$\epsilon \leq 5/3$, $0.45 < \delta < 0.6$"
    yield ball(name, corner, "<=", enclose(LEAST), quantity=r"$\delta_G(0, \mu)$ at the corner", region=Region.INSIDE)
    most = supremum(share_bound, LEAST, Fraction(1), 64)
    name = r"$\epsilon = 6.584$, $0.45 \leq \delta \leq 1$"
    yield ball(name, most, "<=", arb(1), quantity=r"an upper bound of $\delta_G/\delta$", region=Region.INSIDE)
    outside = ((ABOVE, WITNESS), (Fraction(7), Fraction(9, 10)), (Fraction(142), Fraction(1, 100)))
    for region, pairs in (
        (Region.INSIDE, (*PUBLISHED, (BELOW, WITNESS))),
        (Region.WHOLE, ((Fraction(141), Fraction(1, 100)),)),
        (Region.OUTSIDE, outside),
    ):
        for pair in pairs:
            yield least_compared(trial, QUOTED, {"norm": 1, "T": 1, "B": 1}, factor, pair, region)


PUBLISHED = ((Fraction(9, 10), Fraction(5, 10**5)), (Fraction(45, 100), Fraction(5, 10**5)))


# ---- "This is the best known bound" ----


@claim("dpdqn/thm5-best-known", sound={"the least noise that suffices": {"factor": exact_factor}})
def best_known(trial: Trial, *, factor: Factor = quoted_factor) -> Iterator[Finding]:
    """Compare the quoted noise with two others that were known."""
    for pair in (*PUBLISHED, (Fraction(1, 2), Fraction(1, 100)), (Fraction(1, 10), Fraction(1, 10**10))):
        for theorem, known in KNOWN.items():
            yield ball(
                f"{named(pair)}: {SOURCES[theorem]}",
                factor(*pair),
                "<=",
                _known(known)(*pair),
                quantity=r"noise called best known, and another, in units of $\sqrt{T'}\|f\|/\epsilon$",
                certificate=_less_noise(pair, theorem),
            )
    yield _noises()


def _less_noise(pair: Pair, theorem: str) -> Certificate:
    values = {"epsilon": pair[0], "delta": pair[1]}
    return Certificate(
        says=f"With epsilon = {pair[0]} and delta = {pair[1]} a noise that was known is smaller than the quoted one.",
        given=[lemma("known", theorem, **values)],
        values={**values, "known": ref("known")},
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
