r"""The constants 8.68 of Lemma 8 and 10.34 and 51.7 of the first version, as sums of the proofs' bounds.

The proofs add up increments, here in units of sqrt(beta) sigma. Since sqrt(i) <= (i + 1)/2, they are at most
(a i + b) q^i with q = 2^(-1/2), and from i = N on they sum to at most q^N ((a N + b)/(1 - q) + a q/(1 - q)^2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Relation, pi, ref, sqrt
from theory_checks.core.interpret import Values, enclose, exact

TERMS = 120  # leave less than 1e-16


UNIT: Values = {"beta": 1, "sigma": 1}
FAR = [{"beta": Fraction(10) ** k, "sigma": 1000} for k in (6, -6)]
SCALE = sqrt("beta") * ref("sigma")
OTHERS = [{"beta": beta, "sigma": sigma} for beta, sigma in ((Fraction(1, 100), 3), (100, Fraction(1, 3)))]


@dataclass(frozen=True)
class Increments:
    """What a statement says of a series: its sum, whose terms are at most slope i + start over 2^(i/2), and a limit."""

    claims: Sequence[Relation]
    slope: arb
    start: arb

    @property
    def limit(self) -> Fraction:
        """The printed constant."""
        return exact(self.claims[1].right, UNIT)

    def partial(self, terms: int, at: Values = UNIT) -> arb:
        """Return the sum over the terms i < `terms`."""
        return enclose(self.claims[1].left, {**at, "last": terms - 1})

    def total(self, terms: int = TERMS, at: Values = UNIT) -> arb:
        """Return a ball around the whole series."""
        q = 1 / arb(2).sqrt()
        rest = q**terms * ((self.slope * terms + self.start) / (1 - q) + self.slope * q / (1 - q) ** 2)
        return self.partial(terms, at) + enclose(SCALE, at) * arb(0).union(rest.upper())


def _series(id_: str, slope: arb, start: arb) -> Increments:
    return Increments(formal_of(__file__, id_).claims, slope, start)


ROOT = (2 * arb(2).log()).sqrt()
LEMMA8, REPAIRED = (_series(f"dpdqn/lemma8-series{end}", arb(1) / 2, arb(5) / 2) for end in ("", "/repaired"))
LEMMA10 = _series("dpdqn-v1/lemma10-series", ROOT, ROOT)
LARGEST = 2 / sqrt(pi) * SCALE  # which the mean of the maximum comes near for small beta
SUM = r"the sum in units of $\sqrt{\beta}\,\sigma$"


@claim("dpdqn/lemma8-series", sound={"8.69 in place of 8.68": {"limit": REPAIRED.limit}})
def printed_series(trial: Trial, *, limit: Fraction = LEMMA8.limit) -> Iterator[Finding]:
    """Compare the sum with the printed constant, which is the sum rounded to two decimals."""
    yield _compared(
        LEMMA8, limit, "printed is the sum rounded to two decimals, which is below it", _partial_sum(trial.formal)
    )
    yield _partial_sums(LEMMA8)


@claim(
    "dpdqn/lemma8-series/repaired",
    setting={"series": REPAIRED},
    broken={"8.68 in place of 8.69": {"limit": LEMMA8.limit}},
    near=["8.68 in place of 8.69"],
)
@claim(
    "dpdqn-v1/lemma10-series",
    setting={"series": LEMMA10},
    broken={"10.32 in place of 10.34": {"limit": Fraction(1032, 100)}},
    near=["10.32 in place of 10.34"],
)
def true_series(trial: Trial, *, series: Increments, limit: Fraction | None = None) -> Iterator[Finding]:
    """Compare the sum with the constant, and the mean of the maximum with the sum."""
    yield _compared(series, limit or series.limit)
    for at in OTHERS:
        yield ball(
            _at(at), series.total(at=at), "<", enclose(series.claims[1].right, at), quantity="the sum and its bound"
        )
    least = exact(trial.formal.right_of("last"))
    for at, last in (
        (UNIT, TERMS - 1),
        (UNIT, least),
        *((at, least) for at in FAR),
        *((at, TERMS - 1) for at in OTHERS),
    ):
        yield ball(
            r"$\mu_n$ and the sum" + (f", {_at(at)}" if at is not UNIT else ", the shortest" if last == least else ""),
            enclose(LARGEST, at),
            "<=",
            enclose(series.claims[0].right, {**at, "last": last}),
            quantity=r"bound of $\mu_n$ in the same units, and the sum",
        )
    yield _partial_sums(series)


def _at(values: Values) -> str:
    return rf"$\beta = {values['beta']}$, $\sigma = {values['sigma']}$"


def _compared(
    series: Increments, limit: Fraction, detail: str = "", certificate: Certificate | None = None
) -> Evidence:
    return ball(
        f"the sum and {float(limit):g}",
        series.total(),
        "<",
        enclose(limit),
        quantity=SUM,
        detail=detail,
        certificate=certificate,
    )


def _partial_sum(formal: Formal) -> Certificate:
    """Certify that the first 25 terms are enough."""
    says = "The terms i = 0, ..., 24 of the series, which has positive terms only, exceed the printed constant."
    return instance(formal, says, {**UNIT, "n": 0, "last": 24}, part=1)


def _partial_sums(series: Increments) -> Table:
    rows: list[list[str | int]] = [[n, f"{float(series.partial(n)):.6f}"] for n in (1, 5, 10, 20, 25, 40, 80)]
    return Table(
        title=r"Partial sums, in units of $\sqrt{\beta}\,\sigma$",
        columns=["terms", "sum"],
        rows=[*rows, ["all", f"{float(series.total()):.9f}"], ["constant", f"{float(series.limit):g}"]],
        caption=r"The mean of the maximum itself is at most $2/\sqrt{\pi} = 1.128379$ in these units.",
    )


@claim(
    "dpdqn-v1/thm4-constant",
    broken={"51.6 in place of 51.7": {"constant": Fraction(516, 10)}},
    near=["51.6 in place of 51.7"],
)
def thm4_constant(trial: Trial, *, constant: Fraction | None = None) -> Iterator[Evidence]:
    """Compare the two shifts for sigma <= 5, in units of sqrt(beta), with equality at 5."""
    for beta, case in ((1, r"$\sigma \leq 5$"), (Fraction(1, 4), r"$\beta = 1/4$"), (4, r"$\beta = 4$")):
        right = exact(constant * sqrt(beta) if constant else trial.formal.right, {"beta": beta})
        shifts = {s: exact(trial.formal.left, {"beta": beta, "sigma": s}) for s in (1, Fraction(5, 2), 5)}
        sizes = {f"sigma = {s}": (shift, "<=", right) for s, shift in shifts.items()}
        sizes["equality at sigma = 5"] = (shifts[5], "==", right)
        yield exact_all(case, sizes, quantity=r"$10.34\,\sigma$ and the constant")
