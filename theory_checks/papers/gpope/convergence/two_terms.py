r"""Terms III and IV: the bound of Theorem 3 split into a part that vanishes with N and a part that does not.

Both splits follow from max{e, f + g} <= max{e, f} + g for g >= 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Relation
from theory_checks.core.interpret import exact as exact_value
from theory_checks.papers.gpope.common.rounding import above, below
from theory_checks.papers.gpope.convergence._certified import Comparisons
from theory_checks.papers.gpope.convergence._theorems import TERMS


class Sizes(NamedTuple):
    """What the bound depends on: ||xi_1||^2, G^2, c, N, m, eta and lmin."""

    start: Fraction
    variance: Fraction
    privacy: Fraction
    steps: int
    records: int
    eta: Fraction = Fraction(2)
    lmin: Fraction = Fraction(2)

    @property
    def values(self) -> dict[str, Fraction | int]:
        """Return what the symbols of the statement stand for."""
        return dict(zip(("start", "G2", "c", "N", "m", "eta", "lmin"), self, strict=True))


APPENDIX = formal_of(__file__, "gpope/thm3-terms", "appendix").right
Change = Callable[[Sizes], Sizes]


def same(z: Sizes) -> Sizes:
    """Return the sizes."""
    return z


def without_start(z: Sizes) -> Sizes:
    """Return the sizes for the start 0: the start is forgotten."""
    return z._replace(start=Fraction(0))


def cubed(z: Sizes) -> Sizes:
    """Return the sizes for which m^2 is m^3."""
    return z._replace(privacy=z.privacy / z.records)


@claim(
    "gpope/thm3-terms",
    reading="section-6",
    broken={"the start is forgotten": {"changed": without_start}, r"$m^3$ in place of $m^2$": {"changed": cubed}},
)
@claim("gpope/thm3-terms", reading="appendix", broken={"the start is forgotten": {"changed": without_start}})
def two_terms(trial: Trial, *, changed: Change = same) -> Iterator[Finding]:
    """Compare the bound of Theorem 3 with the sum of the two terms."""
    what = "bound of Theorem 3 and sum of the terms"
    for split in trial.formal.claims:
        for case, z in _NAMED:
            left, right = below(split.left, z.values), above(split.right, changed(z).values)
            yield exact(case, left, "<=", right, quantity=what)
        yield exact_all("a grid of sizes", _grid(split, changed), quantity=what)
    yield _table()


_ONE = Fraction(1)
_NAMED = (
    ("the variance exceeds the start, $m = 10$: equality in Section 6", Sizes(_ONE, _ONE * 2, _ONE, 5, 10)),
    (r"$m = 1$: no difference between the two forms", Sizes(_ONE, _ONE * 2, _ONE, 5, 1)),
    ("a large start", Sizes(_ONE * 100, _ONE, _ONE, 5, 10)),
    ("no privacy noise", Sizes(_ONE, Fraction(1, 2), Fraction(0), 5, 10)),
)


def _grid(split: Relation, changed: Change) -> Comparisons:
    """Return both sides for sizes, with equality if there is no privacy noise or if the variance exceeds the start."""
    values = (Fraction(0), Fraction(1, 3), Fraction(7))
    parts = product(
        values, values, values, (1, 2, 100), (1, 3, 1000), (Fraction(21, 20), 3 * _ONE), (_ONE / 2, 3 * _ONE)
    )
    return {
        str(tuple(map(str, z))): (below(split.left, z.values), "<=", above(split.right, changed(z).values))
        for z in (Sizes(*part) for part in parts)
    }


def _table() -> Table:
    rows: list[list[str | int]] = []
    for m in (1, 10, 100):
        values = Sizes(_ONE, _ONE * 2, _ONE, 1000, m).values
        rows.append([m, *(str(exact_value(formula, values)) for formula in (TERMS.left, TERMS.right, APPENDIX))])
    return Table(
        title="The two splits of the bound",
        columns=["$m$", "bound of Theorem 3", "Section 6", "Appendix C.3"],
        rows=rows,
        caption=r"$\|\xi_1\|_2^2 = 1$, $G^2 = 2$, $c = 1$, $\frac{\eta^2}{(\eta-1)\lambda_{\min}^2(Q)} = 1$, "
        r"$N = 1000$. Only the split of Section 6 follows the bound as $m$ grows.",
    )
