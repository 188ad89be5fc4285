r"""The proof of Lemma 8: the mean of the maximum of n independent normals with mean 0 and variance s^2.

The chain holds for t >= 0 by Jensen's inequality and since a maximum of positive numbers is below their sum; it says
E max z_i <= ln(n)/t + t s^2/2, and the bound is its least value. Scaling reduces everything to s = 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from tabular.gaussian import mean_max_normal
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, log, sqrt
from theory_checks.core.interpret import enclose

FIRST, LAST, MEAN = formal_of(__file__, "dpdqn/lemma8-chernoff").claims
OUTER, BOUND = (FIRST.left, LAST.right), MEAN.right
SIZES = (2, 3, 4, 10, 100, 1000, 10**6)


@claim("dpdqn/lemma8-chernoff", broken={r"$\sqrt{\ln n}$ in place of $\sqrt{2\ln n}$": {"bound": sqrt(log("n"))}})
def chernoff(trial: Trial, *, bound: Formula = BOUND) -> Iterator[Finding]:
    """Compare exact means of maxima with the bound, and the links of the chain for n = 2."""
    yield exact("$n = 1$", 0, "<=", 0, quantity=r"$\mathbb{E} z_1$ and the bound, in units of $\sigma_z$")
    for n in SIZES:
        right = enclose(bound, {"n": n, "sigma_z": 1})
        yield ball(f"$n = {n}$", mean_max_normal(n), "<=", right, quantity=r"$\mathbb{E}\max_i z_i$ and the bound")
    yield from _links()
    yield _table()


def _links() -> Iterator[Evidence]:
    """Compare the members of the chain for n = 2, where E exp(t max) = 2 exp(t^2/2) Phi(t/sqrt 2)."""
    t = enclose(BOUND, {"n": 2, "sigma_z": 1})
    first, last = (enclose(side, {"n": 2, "sigma_z": 1, "t": t, "mean": mean_max_normal(2)}) for side in OUTER)
    middle = (t * t / 2).exp() * (-t / 2).erfc()
    yield ball("$n = 2$, first link", first, "<=", middle, quantity=r"at $t = \sqrt{2\ln 2}$")
    yield ball("$n = 2$, last link", middle, "<=", last, quantity=r"at $t = \sqrt{2\ln 2}$")


def _table() -> Table:
    rows: list[list[str | int]] = []
    for n in SIZES:
        mean, bound = float(mean_max_normal(n)), float(enclose(BOUND, {"n": n, "sigma_z": 1}))
        rows.append([n, f"{mean:.6f}", f"{bound:.6f}", f"{mean / bound:.4f}"])
    return Table(
        title=r"The mean of the maximum of $n$ normals, in units of $\sigma_z$",
        columns=["$n$", r"$\mathbb{E}\max_i z_i$", r"$\sqrt{2\ln n}$", "ratio"],
        rows=rows,
        caption=r"The constant 2 under the root is right: the ratio tends to 1. (The proof also quotes this bound as "
        r"$2\sqrt{\ln n}\,\sigma_z$, which is larger.)",
    )
