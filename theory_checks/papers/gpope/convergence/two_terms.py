r"""Terms III and IV: the bound of Theorem 3 split into a part that vanishes with N and a part that does not.

With x = eta^2/((eta - 1) lmin^2) > 0, e = ||xi_1||^2 and c, G^2 >= 0 the bound of Theorem 3 is

    max{e, x (G^2 + c N/m^2)}/N <= max{e, x G^2}/N + x c/m^2        (Section 6)
                                <= max{e, x G^2}/N + x c            (Appendix C.3, if m >= 1),

because max{e, f + g} <= max{e, f} + g for g >= 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Rational, exact, exact_all
from theory_checks.core.exhibits import Table


class Sizes(NamedTuple):
    """What the bound depends on: e = ||xi_1||^2, G^2, c, x, N and m."""

    start: Fraction
    variance: Fraction
    privacy: Fraction
    x: Fraction
    steps: int
    records: int


Split = Callable[[Sizes], Fraction]


def bound(z: Sizes) -> Fraction:
    """Return max{e, x (G^2 + c N/m^2)}/N."""
    return max(z.start, z.x * (z.variance + z.privacy * z.steps / z.records**2)) / z.steps


def term_three(z: Sizes) -> Fraction:
    """Return max{e, x G^2}/N."""
    return max(z.start, z.x * z.variance) / z.steps


def section_split(z: Sizes) -> Fraction:
    """Return term III plus x c/m^2."""
    return term_three(z) + z.x * z.privacy / z.records**2


def appendix_split(z: Sizes) -> Fraction:
    """Return term III plus x c."""
    return term_three(z) + z.x * z.privacy


def without_start(z: Sizes) -> Fraction:
    """Return x G^2/N + x c/m^2, which forgets the start."""
    return z.x * z.variance / z.steps + z.x * z.privacy / z.records**2


def cubed(z: Sizes) -> Fraction:
    """Return term III plus x c/m^3."""
    return term_three(z) + z.x * z.privacy / z.records**3


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
