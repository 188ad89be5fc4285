r"""Footnote 6 and Algorithm 3 define one quantity E_epsilon.

With C = 2 S A H + S^2 A H and without the common factor (3 H/epsilon) log(T)^{5/2} the two formulas are

    Algorithm 3   log(C (beta')^{-1}),          footnote 6   log(C / (beta')^{-1}) = log(C beta').

They differ by 2 log(1/beta'), and the second is negative for beta' < 1/C.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import differs, log, ref

Inside = Callable[[int, Fraction], Fraction]
SIZES = ((1, 1, 1, Fraction(1, 10)), (2, 2, 2, Fraction(1, 10)), (10, 4, 10, Fraction(1, 100)))


def of_algorithm(counters: int, beta: Fraction) -> Fraction:
    """Return C (beta')^{-1}."""
    return counters / beta


def of_footnote(counters: int, beta: Fraction) -> Fraction:
    """Return C / (beta')^{-1}."""
    return counters / (1 / beta)


@claim("pucb/e-epsilon-footnote/repaired", broken={"the footnote as printed": {"inside": of_footnote}})
@claim(
    "pucb/e-epsilon-footnote", sound={r"$\beta'$ below the line in place of $(\beta')^{-1}$": {"inside": of_algorithm}}
)
def footnote(trial: Trial, *, inside: Inside | None = None) -> Iterator[Finding]:
    """Compare what stands under the logarithm."""
    repaired = trial.claim_id.endswith("repaired")
    tested = inside or (of_algorithm if repaired else of_footnote)
    for S, A, H, beta in SIZES:
        C = 2 * S * A * H + S * S * A * H
        yield exact(
            f"$S = {S}$, $A = {A}$, $H = {H}$, $\\beta' = {beta}$",
            tested(C, beta),
            "==",
            of_algorithm(C, beta),
            quantity="under the logarithm: footnote 6, and Algorithm 3",
            certificate=None if repaired else _certificate(trial, C, beta),
        )
        yield exact(
            f"$S = {S}$, $A = {A}$, $H = {H}$, $\\beta' = {beta}$: a bound of errors is not negative",
            tested(C, beta),
            ">=",
            1,
            quantity="under the logarithm",
            certificate=None if repaired or C * beta >= 1 else _negative(trial, C, beta),
        )
    if not repaired:
        yield _table()


def _certificate(trial: Trial, C: int, beta: Fraction) -> Certificate:
    return Certificate(
        says=f"With $C = {C}$ counters and $\\beta' = {beta}$ different numbers stand under the two logarithms.",
        constants={"C": C, "beta": beta},
        conclusion=differs(ref("C") / (1 / ref("beta")), ref("C") * (1 / ref("beta"))),
    )


def _negative(trial: Trial, C: int, beta: Fraction) -> Certificate:
    return Certificate(
        says=f"With $C = {C}$ counters and $\\beta' = {beta}$ the logarithm of the footnote is negative.",
        constants={"C": C, "beta": beta},
        conclusion=log(ref("C") / (1 / ref("beta"))) < 0,
    )


def _table() -> Table:
    rows = [
        [C, str(beta), f"{float((C / exact_ball(beta)).log()):.4f}", f"{float((C * exact_ball(beta)).log()):.4f}"]
        for C, beta in ((3, Fraction(1, 10)), (32, Fraction(1, 10)), (4800, Fraction(1, 100)), (32, Fraction(1, 1000)))
    ]
    return Table(
        title=r"The factor $\log(\cdot)$ of $E_\varepsilon$, natural logarithms",
        columns=["counters $C$", r"$\beta'$", "Algorithm 3", "footnote 6"],
        rows=rows,
        caption=r"The footnote's value falls as $\beta'$ falls, and is negative below $\beta' = 1/C$.",
    )
