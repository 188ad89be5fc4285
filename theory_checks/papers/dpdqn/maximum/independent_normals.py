r"""The proof of Lemma 8: the mean of the maximum of n independent normals with mean 0 and variance s^2.

The chain holds for t >= 0 by Jensen's inequality and since a maximum of positive numbers is below their sum; it says
E max z_i <= ln(n)/t + t s^2/2, and the bound is its least value. Scaling reduces everything to s = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from flint import arb

from tabular.gaussian import mean_max_normal
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, log, num, sqrt
from theory_checks.core.interpret import enclose
from theory_checks.papers.dpdqn.maximum._claims import CLOSE, held

BOUND = formal_of(__file__, "dpdqn/lemma8-chernoff").claims[2].right
SIZES = (2, 3, 4, 10, 100, 1000, 10**6)


@claim("dpdqn/lemma8-chernoff", broken={r"$\sqrt{\ln n}$ in place of $\sqrt{2\ln n}$": {"bound": sqrt(log("n"))}})
def chernoff(trial: Trial, *, bound: Formula = BOUND) -> Iterator[Finding]:
    """Compare exact means of maxima with the bound, and the links of the chain for n = 1 and n = 2."""
    first, last, claimed = trial.formal.claims
    mean = replace(claimed, right=bound)
    for n, sigma in ((1, 1), *((n, 1) for n in (*SIZES, 10**12)), (2, 3)):
        values = {"n": n, "sigma_z": sigma, "mean": enclose(sigma) * mean_max_normal(n)}
        case = f"$n = {n}$" + (rf", $\sigma_z = {sigma}$" if sigma != 1 else "")
        room = CLOSE if n == 1 else 0  # both are 0
        yield held(case, mean, values, room=room, quantity=r"$\mathbb{E}\max_i z_i$ and the bound")
    for n, sigma, t, name in ((2, 1, sqrt(2 * log(num(2))), r"\sqrt{2\ln 2}"), *CHAIN_CASES):
        case = f"$n = {n}$" + (rf", $\sigma_z = {sigma}$" if sigma != 1 else "")
        values = {"n": n, "sigma_z": sigma, "t": t, "mean": enclose(sigma) * mean_max_normal(n), "exponential": 0}
        values["exponential"] = exponential(n, enclose(sigma) * enclose(t))
        room = CLOSE * values["exponential"] if n == 1 or t == 0 else 0  # where they are attained
        yield held(f"{case}, first link", first, values, room=room, quantity=f"at $t = {name}$")
        yield held(f"{case}, last link", last, values, room=room, quantity=f"at $t = {name}$")
    yield _table()


CHAIN_CASES = (
    (2, 1, 0, "0"),
    *((1, sigma, t, f"{t}") for sigma in (1, 3, Fraction(1, 3)) for t in (2, Fraction(1, 2))),
)


def exponential(n: int, t: arb) -> arb:
    """Return E exp(t max) for n = 1 and n = 2 unit normals: exp(t^2/2), for two times 2 Phi(t/sqrt 2)."""
    return (t * t / 2).exp() * ((-t / 2).erfc() if n == 2 else 1)


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
