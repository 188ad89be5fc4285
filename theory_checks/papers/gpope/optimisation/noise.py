r"""The noise of Algorithm 1 and the constant c of Section 6: line 6 adds h zeta, zeta ~ N(0, sigma^2 I_2n).

    law    the n entries of theta cannot have a law of 2n entries, and the standard deviation is that of zeta times h
    size   E||h zeta||^2 is the trace of the covariance h^2 sigma^2 I_2n, not its squared Frobenius norm
    c      c N/m^2 is to be that size
    bound  follows from the smallest sigma of Theorem 1, with a factor h^2

delta enters through log(1/delta) = ell alone: a rational ell stands for delta = exp(-ell).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Region, exact, undefined
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import exact as value

HALF, ONE, TWO, NINE_TENTHS = Fraction(1, 2), Fraction(1), Fraction(2), Fraction(9, 10)
NEAR_HALF = [(1, ONE, Fraction(70, 99)), (39, TWO, Fraction(35, 99))]  # h^2 sigma^2 is almost 1/2
GRID = [(n, h, sigma) for n, h, sigma in product((1, 39), (HALF, ONE, TWO), (HALF, ONE, TWO))]


@dataclass(frozen=True)
class Law:
    """A centred Gaussian with independent entries of this variance, `copies` of them for each feature."""

    copies: int
    variance: Formula


VARIANCE_OF_LINE_6 = formal_of(__file__, "gpope/noise-theta/repaired").right
PRINTED_LAW = Law(2, formal_of(__file__, "gpope/noise-theta").right)
LAW_ON_THETA = Law(1, VARIANCE_OF_LINE_6)
LAW_OF_LINE_6 = Law(2, VARIANCE_OF_LINE_6)


@claim(
    "gpope/noise-theta",
    reading="theta",
    setting={"copies": 1, "grid": GRID[::9]},
    sound={r"$N(0, h^2\sigma^2I_n)$": {"law": LAW_ON_THETA}},
)
@claim(
    "gpope/noise-theta",
    reading="theta-and-w",
    sound={r"$N(0, h^2\sigma^2I)$": {"law": LAW_OF_LINE_6}},
)
@claim(
    "gpope/noise-theta/repaired", setting={"law": LAW_OF_LINE_6}, broken={r"$N(0, \sigma^2I)$": {"law": PRINTED_LAW}}
)
def noise_law(
    trial: Trial,
    *,
    law: Law = PRINTED_LAW,
    copies: int = 2,
    grid: list[tuple[int, Fraction, Fraction]] = GRID,
) -> Iterator[Finding]:
    """Compare the law with that of h zeta on `copies` entries for each feature, entry by entry."""
    for n, h, sigma in grid:
        case = f"$n = {n}$, $h = {h}$, $\\sigma = {sigma}$"
        if law.copies != copies:
            detail = f"the covariance has {law.copies * n} rows, the vector {copies * n} entries"
            yield undefined(case, quantity="law of the noise on this vector", detail=detail)
            continue
        added, said = h * sigma**2 * h, value(law.variance, {"h": h, "sigma": sigma})
        yield exact(
            case,
            said,
            "==",
            added,
            quantity=r"variance of an entry: as said, and of $h\zeta$",
            certificate=None if said == added else _variance_certificate(h, sigma),
        )


def _variance_certificate(h: Fraction, sigma: Fraction) -> Certificate:
    return Certificate(
        says=f"With $h = {h}$, $\\sigma = {sigma}$ an entry of $h\\zeta$ has the variance $h^2\\sigma^2$, which is not "
        r"$\sigma^2$.",
        given=[lemma("added", "noise-mean-square", h=h, variance=sigma**2, entries=1)],
        values={"h": h, "sigma": sigma, "variance": ref("added")},
    )


def mean_square(n: int, h: Fraction, sigma: Fraction) -> Fraction:
    """Return E||h zeta||^2, entry by entry."""
    return sum((h * sigma**2 * h for _ in range(2 * n)), Fraction(0))


NOISE_C = "gpope/noise-variance-c"
BY_FROBENIUS, BY_ROOT = (formal_of(__file__, NOISE_C, name).right_of("c") for name in ("equal", "square-root"))
BY_TRACE = formal_of(__file__, NOISE_C + "/repaired").right_of("c")
TRACE = {"the trace of the covariance": {"constant": BY_TRACE}}


def noise_values(constant: Formula, n: int, h: Fraction, sigma: Fraction) -> dict[str, Fraction | int]:
    """Return what c N/m^2 consists of; m and N cancel in it."""
    values = {"m": 10, "N": 100, "n": n, "h": h, "variance": sigma**2}
    return {**values, "c": value(constant, values)}


@claim(NOISE_C, reading="equal", sound=TRACE)
@claim(NOISE_C, reading="upper-bound", setting={"regional": True, "sign": ">="}, sound=TRACE)
@claim(
    NOISE_C,
    reading="free-constant",
    setting={"sign": ">=", "grid": [*GRID, *NEAR_HALF]},
    broken={
        "no share of the noise": {"constant": 0 * BY_FROBENIUS},
        "nine tenths of it": {"constant": BY_FROBENIUS * NINE_TENTHS},
    },
    near=("nine tenths of it",),
)
@claim(
    NOISE_C,
    reading="square-root",
    setting={"constant": BY_ROOT},
    broken={"the covariance itself": {"constant": BY_FROBENIUS}},
)
@claim(
    NOISE_C + "/repaired",
    setting={"constant": BY_TRACE},
    broken={"the squared Frobenius norm": {"constant": BY_FROBENIUS}},
)
def noise_share(
    trial: Trial,
    *,
    constant: Formula = BY_FROBENIUS,
    sign: str = "==",
    regional: bool = False,
    grid: Sequence[tuple[int, Fraction, Fraction]] = GRID,
) -> Iterator[Finding]:
    """Compare c N/m^2, or what the reading has in its place, with E||h zeta||^2."""
    for n, h, sigma in grid:
        values = noise_values(constant, n, h, sigma)
        said, mean = value(trial.formal.left, values), mean_square(n, h, sigma)
        added = value(trial.formal.right, {"noise": mean})
        holds = said >= added if sign == ">=" else said == added
        yield exact(
            f"$n = {n}$, $h = {h}$, $\\sigma = {sigma}$",
            said,
            sign,
            added,
            quantity=r"what stands for the noise, and $\mathbb{E}\|h\zeta\|^2$",
            region=_region(regional, inside=h * sigma >= 1),
            certificate=None if holds else _share_certificate(values, said < added),
        )


def _region(regional: bool, *, inside: bool) -> Region:
    """Return the part of the domain, under a reading that is true on a part of it."""
    return (Region.INSIDE if inside else Region.OUTSIDE) if regional else Region.WHOLE


def _share_certificate(values: Mapping[str, Fraction | int], smaller: bool) -> Certificate:
    n, h, variance = values["n"], values["h"], values["variance"]
    return Certificate(
        says=f"With $n = {n}$, $h = {h}$, $\\sigma^2 = {variance}$ the squared covariances $2nh^4\\sigma^4$ are "
        f"{'smaller' if smaller else 'larger'} than the variances $2nh^2\\sigma^2$.",
        given=[lemma("noise", "noise-mean-square", h=h, variance=variance, entries=2 * n)],
        values={**values, "noise": ref("noise")},
    )


@dataclass(frozen=True)
class Plan:
    """A run of N steps on m trajectories with n features, with the smallest sigma of Theorem 1; ell = log(1/delta)."""

    m: int
    N: int
    epsilon: Fraction
    ell: Fraction
    h: Fraction
    n: int = 1
    c2: Fraction = TWO

    @property
    def values(self) -> Mapping[str, Any]:
        """Return what the symbols of the formulas stand for."""
        return {**asdict(self), "variance": value(LEAST_VARIANCE, asdict(self))}

    def worth(self, formula: Formula) -> Fraction:
        """Return what a formula is worth for this run."""
        return value(formula, self.values)


LOWER_BOUND = formal_of(__file__, "gpope/c-lower-bound")
PRINTED_BOUND, LEAST_VARIANCE = LOWER_BOUND.right, LOWER_BOUND.right_of("variance")  # with equality in Theorem 1
CLIPPED_BOUND = formal_of(__file__, "gpope/c-lower-bound/repaired").right
PLANS = (
    Plan(m=100, N=100, epsilon=ONE, ell=Fraction(9), h=ONE),
    Plan(m=100, N=10_000, epsilon=ONE, ell=Fraction(9), h=ONE),
    Plan(m=6, N=1, epsilon=ONE, ell=Fraction(9), h=ONE),  # sigma = 1: the boundary
    Plan(m=100, N=100, epsilon=ONE, ell=Fraction(9), h=TWO),
    Plan(m=1000, N=10_000, epsilon=Fraction(1, 10), ell=Fraction(23, 2), h=Fraction(1, 100), n=39),
    Plan(m=6, N=1, epsilon=ONE, ell=Fraction(9), h=HALF),
    Plan(m=6, N=16, epsilon=ONE, ell=Fraction(9), h=HALF),
)
EQUAL = (  # sigma = h = 1 with small c2 and ell, and with epsilon on both sides of 1
    Plan(m=1, N=64, epsilon=TWO, ell=HALF / 2, h=ONE, c2=HALF),
    Plan(m=1, N=4, epsilon=HALF, ell=HALF / 2, h=ONE, c2=HALF),
)
REPAIRED_SIDES = {"constant": BY_TRACE, "bound": CLIPPED_BOUND}


@claim(
    "gpope/c-lower-bound",
    reading="frobenius",
    setting={"inside": ref("h") ** 4 * "variance" - 1},
    sound={r"$c = m^2\mathrm{tr}(h^2\sigma^2I)/N$ and $2nh^2c_2^2\ell/\varepsilon^2$": REPAIRED_SIDES},
)
@claim(
    "gpope/c-lower-bound",
    reading="trace",
    setting={"constant": BY_TRACE, "inside": ref("h") - 1},
    sound={r"$2nh^2c_2^2\ell/\varepsilon^2$": REPAIRED_SIDES},
)
@claim(
    "gpope/c-lower-bound/repaired",
    setting={**REPAIRED_SIDES, "sign": "=="},
    broken={"as printed": {"constant": BY_FROBENIUS, "bound": PRINTED_BOUND}},
)
def lower_bound(
    trial: Trial,
    *,
    constant: Formula = BY_FROBENIUS,
    bound: Formula = PRINTED_BOUND,
    sign: str = ">=",
    inside: Formula | None = None,
) -> Iterator[Finding]:
    """Compare c at the smallest sigma with its lower bound, which should hold where `inside` is not negative."""
    for plan in (*PLANS, *EQUAL):
        left, right = plan.worth(constant), plan.worth(bound)
        yield exact(
            f"$m = {plan.m}$, $N = {plan.N}$, $n = {plan.n}$, $h = {plan.h}$, $\\varepsilon = {plan.epsilon}$, "
            f"$\\ell = {plan.ell}$" + (f", $c_2 = {plan.c2}$" if plan.c2 != TWO else ""),
            left,
            sign,
            right,
            quantity=r"$c$ at $\sigma_0$, $c_2 = 2$ where not said otherwise, against its bound",
            region=_region(inside is not None, inside=inside is not None and plan.worth(inside) >= 0),
            certificate=None if left >= right else _bound_certificate(plan, left),
        )
    yield _constants_table()


def _bound_certificate(plan: Plan, constant: Fraction) -> Certificate:
    return Certificate(
        says=f"With $m = {plan.m}$, $N = {plan.N}$, $h = {plan.h}$, $\\varepsilon = {plan.epsilon}$, "
        f"$\\log(1/\\delta) = {plan.ell}$ and the smallest $\\sigma$, $c$ is below the printed bound.",
        values={**plan.values, "c": constant},
    )


def _constants_table() -> Table:
    rows: list[list[str | int]] = []
    for m, steps in ((100, 100), (100, 10_000), (1000, 1000), (1000, 1_000_000)):
        plan = Plan(m=m, N=steps, epsilon=ONE, ell=Fraction(23, 2), h=ONE)
        values = [plan.worth(formula) for formula in (BY_FROBENIUS, BY_TRACE, PRINTED_BOUND)]
        rows.append([m, steps, *(f"{float(x):.6g}" for x in values)])
    return Table(
        title=r"The two constants at the smallest sigma",
        columns=["$m$", "$N$", r"$m^2\|h^2\sigma^2I\|_F^2/N$", r"$m^2\mathrm{tr}(h^2\sigma^2I)/N$", "printed bound"],
        rows=rows,
        caption=r"$h = n = \varepsilon = 1$, $c_2 = 2$, $\log(1/\delta) = 11.5$: only the trace is free of $m$, $N$.",
    )
