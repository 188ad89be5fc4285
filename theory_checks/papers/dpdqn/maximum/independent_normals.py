r"""The proof of Lemma 8: the mean of the maximum of n independent normals with mean 0 and variance s^2.

For t >= 0, by Jensen's inequality and since a maximum of positive numbers is below their sum,

    exp(t E max z_i) <= E exp(t max z_i) = E max exp(t z_i) <= n exp(t^2 s^2/2),  so  E max z_i <= ln(n)/t + t s^2/2,

and t = sqrt(2 ln n)/s gives E max z_i <= sqrt(2 ln n) s. Scaling reduces everything to s = 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from flint import arb

from tabular.gaussian import mean_max_normal
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Table

SIZES = (2, 3, 4, 10, 100, 1000, 10**6)


@claim("dpdqn/lemma8-chernoff", broken={r"$\sqrt{\ln n}$ in place of $\sqrt{2\ln n}$": {"factor": 1}})
def chernoff(trial: Trial, *, factor: int = 2) -> Iterator[Finding]:
    """Compare exact means of maxima with sqrt(factor ln n), and the links of the chain for n = 2."""
    yield exact("$n = 1$", 0, "<=", 0, quantity=r"$\mathbb{E} z_1$ and the bound, in units of $\sigma_z$")
    for n in SIZES:
        bound = (factor * arb(n).log()).sqrt()
        yield ball(f"$n = {n}$", mean_max_normal(n), "<=", bound, quantity=r"$\mathbb{E}\max_i z_i$ and the bound")
    yield from _links()
    yield _table()


def _links() -> Iterator[Evidence]:
    """Compare the members of the chain for n = 2, where E exp(t max) = 2 exp(t^2/2) Phi(t/sqrt 2)."""
    t = (2 * arb(2).log()).sqrt()
    middle = (t * t / 2).exp() * (-t / 2).erfc()
    yield ball("$n = 2$, first link", (t * mean_max_normal(2)).exp(), "<=", middle, quantity=r"at $t = \sqrt{2\ln 2}$")
    yield ball("$n = 2$, last link", middle, "<=", 2 * (t * t / 2).exp(), quantity=r"at $t = \sqrt{2\ln 2}$")


def _table() -> Table:
    rows: list[list[str | int]] = []
    for n in SIZES:
        mean, bound = float(mean_max_normal(n)), float((2 * arb(n).log()).sqrt())
        rows.append([n, f"{mean:.6f}", f"{bound:.6f}", f"{mean / bound:.4f}"])
    return Table(
        title=r"The mean of the maximum of $n$ normals, in units of $\sigma_z$",
        columns=["$n$", r"$\mathbb{E}\max_i z_i$", r"$\sqrt{2\ln n}$", "ratio"],
        rows=rows,
        caption=r"The constant 2 under the root is right: the ratio tends to 1. (The proof also quotes this bound as "
        r"$2\sqrt{\ln n}\,\sigma_z$, which is larger.)",
    )
