"""Footnote 6 and Algorithm 3 define one quantity E_epsilon.

All is equal in the two formulas but the number under the logarithm that holds beta'. These logarithms differ by
2 log(1/beta'), and that of the footnote is negative for beta' < 1/C, C the number of counters.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball, exact
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Term, log
from theory_checks.core.interpret import enclose
from theory_checks.core.interpret import exact as exact_value
from theory_checks.papers.pucb.common.parts import replaced, under_logarithm

COUNTERS = formal_of(__file__, "pucb/counter-number").right
SIZES = ((1, 1, 1, Fraction(1, 10)), (2, 2, 2, Fraction(1, 10)), (10, 4, 10, Fraction(1, 100)))


def inside(definition: Formula) -> Formula:
    """Return what a definition of E_epsilon has under the logarithm that holds beta', for C counters."""
    return replaced(under_logarithm(definition, "beta_prime"), COUNTERS, "C")


ALGORITHM = inside(formal_of(__file__, "pucb/e-epsilon-footnote").right)
PRINTED = formal_of(__file__, "pucb/e-epsilon-footnote").left
REPAIRED = formal_of(__file__, "pucb/e-epsilon-footnote/repaired").left
OTHERS = {"epsilon": Fraction(3, 7), "T": 5}


@claim(
    "pucb/e-epsilon-footnote/repaired",
    setting={"tested": REPAIRED},
    broken={"the footnote as printed": {"tested": PRINTED}},
)
@claim("pucb/e-epsilon-footnote", sound={r"$\beta'$ below the line in place of $(\beta')^{-1}$": {"tested": REPAIRED}})
def footnote(trial: Trial, *, tested: Formula = PRINTED) -> Iterator[Finding]:
    """Compare the whole formulas by balls, and exactly what stands under the logarithm."""
    for S, A, H, beta in SIZES:
        values: dict[str, Term] = {"S": S, "A": A, "H": H, "beta_prime": beta}
        C = exact_value(COUNTERS, values)
        case = f"$S = {S}$, $A = {A}$, $H = {H}$, $\\beta' = {beta}$"
        level = enclose(trial.formal.right, {**values, **OTHERS})
        yield ball(
            f"{case}, $\\varepsilon = 3/7$, $T = 5$: the whole formulas",
            abs(enclose(tested, {**values, **OTHERS}) - level),
            "<=",
            abs(level) / 10**9,
            quantity="their difference, and a billionth of the one of Algorithm 3",
            certificate=_certificate(values, 0),
        )
        left, right = (exact_value(x, {**values, "C": C}) for x in (inside(tested), ALGORITHM))
        yield exact(
            case,
            left,
            "==",
            right,
            quantity="under the logarithm: footnote 6, and Algorithm 3",
            certificate=_certificate(values, 0),
        )
        yield exact(
            f"{case}: a bound of errors is not negative",
            left,
            ">=",
            1,
            quantity="under the logarithm",
            certificate=_certificate(values, 1),
        )
    if tested is PRINTED:
        yield _table()


def _certificate(values: dict[str, Term], part: int) -> Certificate:
    C, beta = exact_value(COUNTERS, values), values["beta_prime"]
    fails = ("different numbers stand under the two logarithms", "the logarithm of the footnote is negative")[part]
    return Certificate(
        says=f"With $C = {C}$ counters and $\\beta' = {beta}$ {fails}.",
        values={**values, "epsilon": 1, "T": 2},
        part=part,
    )


def _table() -> Table:
    rows = [
        [
            C,
            str(beta),
            *(f"{float(enclose(log(x), {'C': C, 'beta_prime': beta})):.4f}" for x in (ALGORITHM, inside(PRINTED))),
        ]
        for C, beta in ((3, Fraction(1, 10)), (32, Fraction(1, 10)), (4800, Fraction(1, 100)), (32, Fraction(1, 1000)))
    ]
    return Table(
        title=r"The factor $\log(\cdot)$ of $E_\varepsilon$, natural logarithms",
        columns=["counters $C$", r"$\beta'$", "Algorithm 3", "footnote 6"],
        rows=rows,
        caption=r"The footnote's value falls as $\beta'$ falls, and is negative below $\beta' = 1/C$.",
    )
