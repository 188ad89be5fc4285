r"""Terms III and IV: the bound of Theorem 3 split into a part that vanishes with N and a part that does not.

Both splits follow from max{e, f + g} <= max{e, f} + g for g >= 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Rational, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact as exact_value
from theory_checks.papers.gpope.convergence._theorems import TERMS, with_factor


class Sizes(NamedTuple):
    """What the bound depends on: ||xi_1||^2, G^2, c, x = eta^2/((eta - 1) lmin^2), N and m."""

    start: Fraction
    variance: Fraction
    privacy: Fraction
    x: Fraction
    steps: int
    records: int

    @property
    def values(self) -> dict[str, Fraction | int]:
        """Return what the symbols of the statement stand for."""
        start, variance, privacy, x, steps, records = self
        return {"start": start, "G2": variance, "c": privacy, "N": steps, "m": records, **with_factor(x)}


APPENDIX = formal_of(__file__, "gpope/thm3-terms", "appendix").right
Split = Callable[[Sizes], Fraction]


def bound(z: Sizes) -> Fraction:
    """Return the bound of Theorem 3."""
    return exact_value(TERMS.left, z.values)


def section_split(z: Sizes) -> Fraction:
    """Return the sum of the terms of Section 6."""
    return exact_value(TERMS.right, z.values)


def appendix_split(z: Sizes) -> Fraction:
    """Return the sum of the terms of Appendix C.3."""
    return exact_value(APPENDIX, z.values)


def without_start(z: Sizes) -> Fraction:
    """Return the sum of the terms for the start 0: the start is forgotten."""
    return section_split(z._replace(start=Fraction(0)))


def cubed(z: Sizes) -> Fraction:
    """Return the sum of the terms with m^3 in place of m^2."""
    return section_split(z._replace(privacy=z.privacy / z.records))


@claim(
    "gpope/thm3-terms",
    reading="section-6",
    broken={"the start is forgotten": {"split": without_start}, r"$m^3$ in place of $m^2$": {"split": cubed}},
)
@claim(
    "gpope/thm3-terms",
    reading="appendix",
    setting={"split": appendix_split},
    broken={"the start is forgotten": {"split": without_start}},
)
def two_terms(trial: Trial, *, split: Split = section_split) -> Iterator[Finding]:
    """Compare the bound of Theorem 3 with the sum of the two terms."""
    del trial
    for case, sizes in _NAMED:
        yield exact(case, bound(sizes), "<=", split(sizes), quantity="bound of Theorem 3 and sum of the terms")
    yield exact_all("a grid of sizes", _grid(split), quantity="bound of Theorem 3 and sum of the terms")
    yield _table()


_ONE = Fraction(1)
_NAMED = (
    ("the variance exceeds the start, $m = 10$: equality in Section 6", Sizes(_ONE, _ONE * 2, _ONE, _ONE, 5, 10)),
    (r"$m = 1$: no difference between the two forms", Sizes(_ONE, _ONE * 2, _ONE, _ONE, 5, 1)),
    ("a large start", Sizes(_ONE * 100, _ONE, _ONE, _ONE, 5, 10)),
    ("no privacy noise", Sizes(_ONE, Fraction(1, 2), Fraction(0), _ONE, 5, 10)),
)


def _grid(split: Split) -> dict[str, tuple[Rational, str, Rational]]:
    values = (Fraction(0), Fraction(1, 3), Fraction(7))
    parts = product(values, values, values, values[1:], (1, 2, 100), (1, 3, 1000))
    return {str(tuple(map(str, z))): (bound(z), "<=", split(z)) for z in (Sizes(*part) for part in parts)}


def _table() -> Table:
    rows: list[list[str | int]] = []
    for m in (1, 10, 100):
        sizes = Sizes(_ONE, _ONE * 2, _ONE, _ONE, 1000, m)
        rows.append([m, *(str(f(sizes)) for f in (bound, section_split, appendix_split))])
    return Table(
        title="The two splits of the bound",
        columns=["$m$", "bound of Theorem 3", "Section 6", "Appendix C.3"],
        rows=rows,
        caption=r"$\|\xi_1\|_2^2 = 1$, $G^2 = 2$, $c = 1$, $\frac{\eta^2}{(\eta-1)\lambda_{\min}^2(Q)} = 1$, "
        r"$N = 1000$. Only the split of Section 6 follows the bound as $m$ grows.",
    )
