r"""The constants 8.68 of Lemma 8 and 10.34 and 51.7 of the first version, as sums of the proofs' bounds.

In units of sqrt(beta) sigma the proofs add up increments a_i to

    8.68    sqrt(1/pi) + sum_i (sqrt(i) + 1 + exp(-sqrt(i) - 1)) 2^(-i/2)
    10.34   sqrt(1/pi) + sum_i sqrt(8 i ln 2) 2^(-i/2)

over i = 0, 1, 2, ... Since sqrt(i) <= (i + 1)/2, the terms are at most (a i + b) q^i with q = 2^(-1/2), and from i = N
on they sum to at most q^N ((a N + b)/(1 - q) + a q/(1 - q)^2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as enclose
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula, exp, pi, ref, sqrt, total

TERMS = 120  # leave less than 1e-16


@dataclass(frozen=True)
class Increments:
    """The factors of 2^(-i/2), at most slope i + start, and the factor of the i-th term as an expression."""

    factor: Callable[[int], arb]
    slope: arb
    start: arb

    def partial(self, terms: int) -> arb:
        """Return sqrt(1/pi) and the terms i < `terms`."""
        sizes = (self.factor(i) / arb(2) ** (arb(i) / 2) for i in range(terms))
        return sum(sizes, start=(1 / arb.pi()).sqrt())

    def total(self, terms: int = TERMS) -> arb:
        """Return a ball around sqrt(1/pi) and the whole series."""
        q = 1 / arb(2).sqrt()
        rest = q**terms * ((self.slope * terms + self.start) / (1 - q) + self.slope * q / (1 - q) ** 2)
        return self.partial(terms) + arb(0).union(rest.upper())


def _lemma8_factor(i: int) -> arb:
    root = arb(i).sqrt()
    return root + 1 + (-root - 1).exp()


LEMMA8 = Increments(_lemma8_factor, arb(1) / 2, arb(5) / 2)
LEMMA10 = Increments(lambda i: (8 * i * arb(2).log()).sqrt(), (2 * arb(2).log()).sqrt(), (2 * arb(2).log()).sqrt())
SERIES = {"dpdqn/lemma8-series": LEMMA8, "dpdqn/lemma8-series/repaired": LEMMA8, "dpdqn-v1/lemma10-series": LEMMA10}
LIMITS = {
    "dpdqn/lemma8-series": Fraction(868, 100),
    "dpdqn/lemma8-series/repaired": Fraction(869, 100),
    "dpdqn-v1/lemma10-series": Fraction(1034, 100),
}
SUM = r"the sum in units of $\sqrt{\beta}\,\sigma$"


@claim("dpdqn/lemma8-series", sound={"8.69 in place of 8.68": {"limit": Fraction(869, 100)}})
@claim("dpdqn/lemma8-series/repaired", broken={"8.68 in place of 8.69": {"limit": Fraction(868, 100)}})
@claim("dpdqn-v1/lemma10-series", broken={"10.32 in place of 10.34": {"limit": Fraction(1032, 100)}})
def series(trial: Trial, *, limit: Fraction | None = None) -> Iterator[Finding]:
    """Compare the sum with the printed constant."""
    terms, bound = SERIES[trial.claim_id], limit or LIMITS[trial.claim_id]
    refuted = trial.claim_id == "dpdqn/lemma8-series"
    yield ball(
        f"the sum and {float(bound):g}",
        terms.total(),
        "<",
        enclose(bound),
        quantity=SUM,
        detail="printed is the sum rounded to two decimals, which is below it" if refuted else "",
        certificate=_partial_sum(trial) if refuted else None,
    )
    if not refuted:
        mean = 2 / arb.pi().sqrt()
        yield ball(
            r"$\mu_n$ and the sum",
            mean,
            "<=",
            terms.total(),
            quantity=r"bound of $\mu_n$ in the same units, and the sum",
        )
    if limit is None:
        yield _partial_sums(terms, LIMITS[trial.claim_id])


def _partial_sum(trial: Trial) -> Certificate:
    """Certify that the first 25 terms are enough."""
    q = 1 / sqrt(2)
    parts: list[Formula] = [1 / sqrt(pi)]
    for i in range(25):
        root = sqrt(i)
        factor = root + 1 + exp(-(root + 1))
        parts.append(factor * ref("q") ** i)
    return Certificate(
        says="The terms i = 0, ..., 24 of the series, which has positive terms only, exceed the printed constant.",
        constants={"q": q, "partial": total(parts)},
        conclusion=ref("partial") > Fraction(868, 100),
    )


def _partial_sums(terms: Increments, limit: Fraction) -> Table:
    rows: list[list[str | int]] = [[n, f"{float(terms.partial(n)):.6f}"] for n in (1, 5, 10, 20, 25, 40, 80)]
    return Table(
        title=r"Partial sums, in units of $\sqrt{\beta}\,\sigma$",
        columns=["terms", "sum"],
        rows=[*rows, ["all", f"{float(terms.total()):.9f}"], ["constant", f"{float(limit):g}"]],
        caption=r"The mean of the maximum itself is at most $2/\sqrt{\pi} = 1.128379$ in these units.",
    )


@claim("dpdqn-v1/thm4-constant", broken={"51.6 in place of 51.7": {"constant": Fraction(516, 10)}})
def thm4_constant(trial: Trial, *, constant: Fraction = Fraction(517, 10)) -> Iterator[Evidence]:
    """Compare 10.34 sigma with 51.7 for sigma <= 5, with equality at 5."""
    slope = LIMITS["dpdqn-v1/lemma10-series"]
    sizes = {f"sigma = {s}": (slope * s, "<=", constant) for s in (Fraction(1), Fraction(5, 2), Fraction(5))}
    sizes["equality at sigma = 5"] = (slope * 5, "==", constant)
    yield exact_all(r"$\sigma \leq 5$", sizes, quantity=r"$10.34\,\sigma$ and the constant")
