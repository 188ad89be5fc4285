r"""The induction of Appendix C.3, with (6.3) granted.

With w = (G^2 + c N/m^2)/lmin^2 it is e_(i+1) <= (1 - eta/i)^2 e_i + eta^2 w/i^2. The right side grows with e_1 and w,
so that e_1 = H, eta^2 w = (eta - 1) H and equality are the worst data; H = 1 by scaling.

    displayed chain    replaces (1 - eta/i)^2 by 1 - eta/i: true for i >= eta, false for i < eta (always at i = 1)
    e_i <= H/i         for all i iff 2 eta^2 - 2 eta <= 1, eta <= (1 + sqrt 3)/2           (i = 2 decides)
    e_(N+1) <= H/N     for all N iff eta^2 - eta <= 1, eta <= (1 + sqrt 5)/2                (N = 1 decides)
    the same, w = 0    for all N iff eta <= 2                                              (N = 1 decides)
    e_i <= H/(i + i0)  for all i, with the steps eta/(lmin (i + i0)), i0 >= eta - 1, and (1 + i0) e_1 in H
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import ceil

from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, Region, exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import ref
from theory_checks.core.interpret import exact as value
from theory_checks.papers.gpope.common.one_state_loops import nine
from theory_checks.papers.gpope.convergence._certified import certified

LIMIT = formal_of(__file__, "gpope/thm3-induction", "hypothesis").right
Shift = Callable[[Fraction], int]


def unshifted(eta: Fraction) -> int:
    """Return 0: the printed steps eta/(lmin i)."""
    return 0


def enough_shift(eta: Fraction) -> int:
    """Return the least integer i0 >= eta - 1."""
    return ceil(eta) - 1


def worst_errors(eta: Fraction, shift: int, noise: bool = True) -> Iterator[Fraction]:
    """Yield e_1, e_2, ... for the worst data with H = 1."""
    error, index = Fraction(1, 1 + shift), 1 + shift
    while True:
        yield error
        error = (1 - eta / index) ** 2 * error + (eta - 1 if noise else 0) / Fraction(index) ** 2
        index += 1


@dataclass(frozen=True)
class Bound:
    """A bound on e_i for i = 1, 2, ..., the largest eta for which it holds, and the index that decides."""

    says: str
    lag: int  # e_(i+1) <= H/(i + 1 - lag + i0)
    noise: bool
    excess: Callable[[Fraction], Fraction]  # at most 0 iff eta is at most the boundary
    inside: tuple[Fraction, ...]
    outside: tuple[Fraction, ...]


HYPOTHESIS = Bound(
    r"$e_i \leq H/i$",
    0,
    True,
    lambda eta: 2 * eta**2 - 2 * eta - 1,
    (Fraction(101, 100), Fraction(13, 10), Fraction(2911, 2131)),
    (Fraction(7953, 5822), Fraction(3, 2), Fraction(2), Fraction(10)),
)
CONCLUSION = Bound(
    r"$e_{N+1} \leq H/N$",
    1,
    True,
    lambda eta: eta**2 - eta - 1,
    (Fraction(101, 100), Fraction(3, 2), Fraction(2584, 1597)),
    (Fraction(1597, 987), Fraction(17, 10), Fraction(2), Fraction(10)),
)
NOISELESS = Bound(
    r"$e_{N+1} \leq H/N$ with $G^2 + cN/m^2 = 0$",
    1,
    False,
    lambda eta: eta - 2,
    (Fraction(101, 100), Fraction(3, 2), Fraction(2)),
    (Fraction(2001, 1000), Fraction(3), Fraction(10)),
)
SHIFTED = {r"steps $\eta/(\lambda_{\min}(i+i_0))$ with $i_0 \geq \eta - 1$": {"shift": enough_shift}}


@claim("gpope/thm3-induction", reading="hypothesis", setting={"bound": HYPOTHESIS}, sound=SHIFTED)
@claim("gpope/thm3-induction", reading="conclusion", setting={"bound": CONCLUSION, "drawn": True}, sound=SHIFTED)
@claim("gpope/thm3-induction", reading="noiseless", setting={"bound": NOISELESS}, sound=SHIFTED)
def induction(trial: Trial, *, bound: Bound, shift: Shift = unshifted, drawn: bool = False) -> Iterator[Finding]:
    """Run the worst data and compare each error with its bound, on both sides of the boundary."""
    for eta in (*bound.inside, *bound.outside):
        region = Region.INSIDE if bound.excess(eta) <= 0 else Region.OUTSIDE
        yield _run(trial, eta, shift(eta), bound, region)
    if drawn:
        yield _figure()


def _run(trial: Trial, eta: Fraction, shift: int, bound: Bound, region: Region) -> Evidence:
    errors = islice(worst_errors(eta, shift, bound.noise), 60 if trial.full else 16)
    pairs: dict[str, tuple[Rational, str, Rational]] = {
        f"$i = {i}$": (e, "<=", value(LIMIT, {"H": 1, "i": i - bound.lag + shift}))
        for i, e in enumerate(errors, 1)
        if i > bound.lag
    }
    side = {Region.INSIDE: "not above the boundary", Region.OUTSIDE: "above the boundary"}.get(
        region, f"$i_0 = {shift}$"
    )
    compared = exact_all(f"$\\eta = {eta}$, {side}", pairs, quantity=bound.says, region=region)
    return certified(compared, _second_error, eta, bound)


def _second_error(eta: Fraction, bound: Bound) -> Certificate:
    """Certify that e_2 exceeds its bound for the worst data."""
    data = {"eta": eta, "start": 1, "w": (eta - 1) / eta**2 if bound.noise else 0}
    name, index = ("error", "N") if bound.lag else ("before", "i")
    errors = [Fraction(1), (1 - eta) ** 2 + (eta - 1 if bound.noise else 0)]
    return Certificate(
        says=f"With $\\eta = {eta}$, $e_1 = 1$ and this noise (6.3) allows $e_2 > H/{2 - bound.lag}$.",
        objects={"errors": errors},
        given=[lemma("largest", "largest-allowed-error", i=2, values="errors", **data)],
        values={**data, name: ref("largest"), index: 2 - bound.lag, "H": 1},
    )


def _figure() -> Figure:
    series: list[Series] = []
    for eta in [Fraction(x) for x in ("13/10", "161/100", "2", "3", "5")]:
        errors = list(islice(worst_errors(eta, 0), 41))
        y = [nine(float(N * e)) for N, e in enumerate(errors[1:], 1)]
        series.append(Series(label=f"$\\eta = {float(eta):g}$", x=[float(N) for N in range(1, 41)], y=y))
    return Figure(
        title="The error that (6.3) allows, over the bound of Theorem 3",
        x_label="$N$",
        y_label="$N e_{N+1}/H$",
        x_scale="log",
        y_scale="log",
        series=series,
        caption=r"Worst data; above 1 the bound is broken. It is at $N = 1$ for every $\eta > (1+\sqrt5)/2$, and "
        r"large $\eta$ takes long to recover.",
    )


@claim("gpope/thm3-induction", reading="displayed-chain", sound=SHIFTED)
def displayed_chain(trial: Trial, *, shift: Shift = unshifted) -> Iterator[Evidence]:
    """Compare (6.3) at the worst data with the displayed right side, both with i + i0 in place of i."""
    for eta in [Fraction(x) for x in ("6/5", "3/2", "2", "7/2", "10")]:
        for i in (1, 2, 3, 4, 10):
            region = Region.INSIDE if i >= eta else Region.OUTSIDE
            k = i + shift(eta)
            case = f"$\\eta = {eta}$, $i = {i}$"
            left = (1 - eta / k) ** 2 / k + (eta - 1) / Fraction(k) ** 2
            right = value(trial.formal.right, {"eta": eta, "i": k, "H": 1})
            compared = exact(case, left, "<=", right, quantity="(6.3) at the worst data, displayed", region=region)
            yield certified(compared, _step, eta, i, left)


def _step(eta: Fraction, i: int, after: Fraction) -> Certificate:
    data = {"before": Fraction(1, i), "w": (eta - 1) / eta**2, "after": after}
    return Certificate(
        says=f"With $\\eta = {eta}$ and $i = {i}$ the square of $1 - \\eta/i$ is larger than $1 - \\eta/i$.",
        values={**data, "eta": eta, "i": i, "t": i, "H": 1},
    )


@claim("gpope/thm3-induction/repaired", broken={"no shift": {"shift": unshifted}})
def induction_repaired(trial: Trial, *, shift: Shift = enough_shift) -> Iterator[Evidence]:
    """Run the worst data with the shifted steps."""
    for eta in [Fraction(x) for x in ("101/100", "3/2", "2", "5/2", "7", "50")]:
        for extra in (0, 1, 10):
            yield _run(trial, eta, shift(eta) + (extra if shift is enough_shift else 0), HYPOTHESIS, Region.WHOLE)
