r"""The noise of Algorithm 1 and the constant c of Section 6: line 6 adds h zeta, zeta ~ N(0, sigma^2 I_2n).

    law        N(0, h^2 sigma^2 I_2n) on all 2n entries; printed: N(0, sigma^2 I_2n) on the n entries of theta
    size       E||h zeta||^2 = tr(h^2 sigma^2 I_2n) = 2 n h^2 sigma^2; printed: ||h^2 sigma^2 I||_F^2 = 2 n h^4 sigma^4
    c          c N/m^2 is to be that size: c = 2 n h^2 sigma^2 m^2/N; printed: 2 n h^4 sigma^4 m^2/N
    bound      from sigma >= c_2 sqrt(N log(1/delta))/(m epsilon): c >= 2 n h^2 c_2^2 log(1/delta)/epsilon^2

delta enters through log(1/delta) = ell alone: a rational ell stands for delta = exp(-ell).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Region, exact, undefined
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula, differs, ref, relation

Size = Callable[[int, Fraction, Fraction], Fraction]
HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)
GRID = [(n, h, sigma) for n, h, sigma in product((1, 39), (HALF, ONE, TWO), (HALF, ONE, TWO))]


@dataclass(frozen=True)
class Law:
    """A centred Gaussian with independent entries: their number and variance, for n features, clip h and sigma."""

    entries: Callable[[int], int]
    variance: Callable[[Fraction, Fraction], Fraction]


PRINTED_LAW = Law(lambda n: 2 * n, lambda h, sigma: sigma**2)
LAW_ON_THETA = Law(lambda n: n, lambda h, sigma: (h * sigma) ** 2)
LAW_OF_LINE_6 = Law(lambda n: 2 * n, lambda h, sigma: (h * sigma) ** 2)


@claim("gpope/noise-theta", reading="theta", sound={r"$N(0, h^2\sigma^2I_n)$": {"law": LAW_ON_THETA}})
@claim("gpope/noise-theta", reading="theta-and-w", sound={r"$N(0, h^2\sigma^2I)$": {"law": LAW_OF_LINE_6}})
@claim("gpope/noise-theta/repaired", broken={r"$N(0, \sigma^2I)$": {"law": PRINTED_LAW}})
def noise_law(trial: Trial, *, law: Law | None = None) -> Iterator[Finding]:
    """Compare the law with that of h zeta, entry by entry."""
    on_theta = trial.reading == "theta"
    given = law or (LAW_OF_LINE_6 if trial.claim_id.endswith("/repaired") else PRINTED_LAW)
    for n, h, sigma in GRID[::9] if on_theta else GRID:
        case, entries = f"$n = {n}$, $h = {h}$, $\\sigma = {sigma}$", n if on_theta else 2 * n
        if given.entries(n) != entries:
            detail = f"the covariance has {given.entries(n)} rows, the vector {entries} entries"
            yield undefined(case, quantity="law of the noise on this vector", detail=detail)
            continue
        added, said = h * sigma**2 * h, given.variance(h, sigma)
        yield exact(
            case,
            said,
            "==",
            added,
            quantity=r"variance of an entry: as said, and of $h\zeta$",
            region=_region(trial, "theta-and-w", inside=h == 1),
            certificate=None if said == added else _variance_certificate(trial, h, sigma),
        )


def _variance_certificate(trial: Trial, h: Fraction, sigma: Fraction) -> Certificate:
    return Certificate(
        says=f"With $h = {h}$, $\\sigma = {sigma}$ an entry of $h\\zeta$ has the variance $h^2\\sigma^2$, which is not "
        r"$\sigma^2$.",
        constants={"h": h, "sigma": sigma, "added": ref("h") * ref("h") * ref("sigma") * ref("sigma")},
        conclusion=differs(ref("sigma") * ref("sigma"), ref("added")),
    )


def mean_square(n: int, h: Fraction, sigma: Fraction) -> Fraction:
    """Return E||h zeta||^2, entry by entry."""
    return sum((h * sigma**2 * h for _ in range(2 * n)), Fraction(0))


def frobenius(n: int, h: Fraction, sigma: Fraction) -> Fraction:
    """Return the squared Frobenius norm of the covariance, entry by entry."""
    return sum(((h * sigma**2 * h) ** 2 for _ in range(2 * n)), Fraction(0))


def trace_size(n: int, h: Fraction, sigma: Fraction) -> Fraction:
    """Return the trace of the covariance, in closed form."""
    return 2 * n * h**2 * sigma**2


def root_frobenius(n: int, h: Fraction, sigma: Fraction) -> Fraction:
    """Return the squared Frobenius norm of the square root h sigma I of the covariance."""
    return sum(((h * sigma) ** 2 for _ in range(2 * n)), Fraction(0))


@claim("gpope/noise-variance-c", reading="equal", sound={"the trace of the covariance": {"size": trace_size}})
@claim("gpope/noise-variance-c", reading="upper-bound", sound={"the trace of the covariance": {"size": trace_size}})
@claim("gpope/noise-variance-c", reading="square-root", broken={"the covariance itself": {"size": frobenius}})
@claim("gpope/noise-variance-c/repaired", broken={"the squared Frobenius norm": {"size": frobenius}})
def noise_share(trial: Trial, *, size: Size | None = None) -> Iterator[Finding]:
    """Compare c N/m^2 with E||h zeta||^2."""
    repaired = trial.claim_id.endswith("/repaired")
    formula = size or (trace_size if repaired else root_frobenius if trial.reading == "square-root" else frobenius)
    sign = ">=" if trial.reading == "upper-bound" else "=="
    for n, h, sigma in GRID:
        said, added = formula(n, h, sigma), mean_square(n, h, sigma)
        holds = said >= added if sign == ">=" else said == added
        yield exact(
            f"$n = {n}$, $h = {h}$, $\\sigma = {sigma}$",
            said,
            sign,
            added,
            quantity=r"$cN/m^2$ and $\mathbb{E}\|h\zeta\|^2$",
            region=_region(trial, "upper-bound", "equal", inside=holds),
            certificate=None if holds else _share_certificate(trial, n, h, sigma, "<" if sign == ">=" else "!="),
        )


def _region(trial: Trial, *regional: str, inside: bool) -> Region:
    """Return the part of the domain, under a reading that is true on a part of it."""
    if trial.reading not in regional:
        return Region.WHOLE
    return Region.INSIDE if inside else Region.OUTSIDE


def _share_certificate(trial: Trial, n: int, h: Fraction, sigma: Fraction, sign: str) -> Certificate:
    return Certificate(
        says=f"With $n = {n}$, $h = {h}$, $\\sigma = {sigma}$ the sum of the squared covariances, $2nh^4\\sigma^4$, is "
        f"{'smaller than' if sign == '<' else 'not'} the sum of the variances, $2nh^2\\sigma^2$.",
        constants={
            "entries": 2 * n,
            "h": h,
            "sigma": sigma,
            "variance": ref("h") * ref("h") * ref("sigma") * ref("sigma"),
        },
        conclusion=relation(ref("entries") * ref("variance") * ref("variance"), sign, ref("entries") * ref("variance")),
    )


Constant = Callable[["Plan"], Fraction]


@dataclass(frozen=True)
class Plan:
    """A run of N steps on m trajectories with n features, with the smallest sigma of Theorem 1; ell = log(1/delta)."""

    m: int
    steps: int
    epsilon: Fraction
    ell: Fraction
    h: Fraction
    n: int = 1
    c2: int = 2

    @property
    def variance(self) -> Fraction:
        """Return sigma^2 = c_2^2 N ell/(m epsilon)^2."""
        return self.c2**2 * self.steps * self.ell / (self.m * self.epsilon) ** 2


def printed_bound(plan: Plan) -> Fraction:
    """Return 2 n c_2^2 ell/epsilon^2."""
    return 2 * plan.n * plan.c2**2 * plan.ell / plan.epsilon**2


def frobenius_constant(plan: Plan) -> Fraction:
    """Return c = m^2 ||h^2 sigma^2 I||_F^2/N."""
    return Fraction(plan.m**2 * 2 * plan.n, plan.steps) * (plan.h**2 * plan.variance) ** 2


def trace_constant(plan: Plan) -> Fraction:
    """Return c = m^2 tr(h^2 sigma^2 I)/N."""
    return Fraction(plan.m**2 * 2 * plan.n, plan.steps) * plan.h**2 * plan.variance


def clipped_bound(plan: Plan) -> Fraction:
    """Return 2 n h^2 c_2^2 ell/epsilon^2."""
    return plan.h**2 * printed_bound(plan)


PLANS = (
    Plan(m=100, steps=100, epsilon=ONE, ell=Fraction(9), h=ONE),
    Plan(m=100, steps=10_000, epsilon=ONE, ell=Fraction(9), h=ONE),
    Plan(m=6, steps=1, epsilon=ONE, ell=Fraction(9), h=ONE),  # sigma = 1: the boundary
    Plan(m=100, steps=100, epsilon=ONE, ell=Fraction(9), h=TWO),
    Plan(m=1000, steps=10_000, epsilon=Fraction(1, 10), ell=Fraction(23, 2), h=Fraction(1, 100), n=39),
    Plan(m=6, steps=1, epsilon=ONE, ell=Fraction(9), h=HALF),
    Plan(m=6, steps=16, epsilon=ONE, ell=Fraction(9), h=HALF),
)


@claim(
    "gpope/c-lower-bound",
    reading="frobenius",
    sound={
        r"$c = m^2\mathrm{tr}(h^2\sigma^2I)/N$ and $2nh^2c_2^2\ell/\varepsilon^2$": {
            "sides": (trace_constant, clipped_bound)
        }
    },
)
@claim(
    "gpope/c-lower-bound",
    reading="trace",
    sound={r"$2nh^2c_2^2\ell/\varepsilon^2$": {"sides": (trace_constant, clipped_bound)}},
)
@claim("gpope/c-lower-bound/repaired", broken={"as printed": {"sides": (frobenius_constant, printed_bound)}})
def lower_bound(trial: Trial, *, sides: tuple[Constant, Constant] | None = None) -> Iterator[Finding]:
    """Compare c at the smallest sigma with its lower bound."""
    constant, bound = sides or SIDES[trial.claim_id.endswith("/repaired"), trial.reading]
    for plan in PLANS:
        left, right = constant(plan), bound(plan)
        attained = trial.claim_id.endswith("/repaired")
        inside = plan.h >= 1 if trial.reading == "trace" else plan.h**4 * plan.variance >= 1
        yield exact(
            f"$m = {plan.m}$, $N = {plan.steps}$, $n = {plan.n}$, $h = {plan.h}$, $\\varepsilon = {plan.epsilon}$, "
            f"$\\ell = {plan.ell}$",
            left,
            "==" if attained else ">=",
            right,
            quantity=r"$c$ at $\sigma_0$, $c_2 = 2$, against its bound",
            region=_region(trial, "trace", "frobenius", inside=inside),
            certificate=None if left >= right else _bound_certificate(trial, plan),
        )
    yield _constants_table()


SIDES: dict[tuple[bool, str], tuple[Constant, Constant]] = {
    (False, "frobenius"): (frobenius_constant, printed_bound),
    (False, "trace"): (trace_constant, printed_bound),
    (True, "printed"): (trace_constant, clipped_bound),
}


def _bound_certificate(trial: Trial, plan: Plan) -> Certificate:
    variance = ref("c2") * ref("c2") * ref("N") * ref("ell") / (ref("m") * ref("epsilon")) ** 2
    entry: Formula = ref("h") * ref("h") * ref("variance")
    size = entry * entry if trial.reading == "frobenius" else entry
    return Certificate(
        says=f"With $m = {plan.m}$, $N = {plan.steps}$, $h = {plan.h}$, $\\varepsilon = {plan.epsilon}$, "
        f"$\\log(1/\\delta) = {plan.ell}$ and the smallest $\\sigma$, $c$ is below the printed bound.",
        constants={
            "m": plan.m,
            "N": plan.steps,
            "n": plan.n,
            "c2": plan.c2,
            "epsilon": plan.epsilon,
            "ell": plan.ell,
            "h": plan.h,
            "variance": variance,
        },
        assumed=["ell is log(1/delta), variance is sigma^2."],
        conclusion=ref("m") * ref("m") * 2 * ref("n") * size / ref("N")
        < 2 * ref("n") * ref("c2") * ref("c2") * ref("ell") / (ref("epsilon") * ref("epsilon")),
    )


def _constants_table() -> Table:
    rows: list[list[str | int]] = []
    for m, steps in ((100, 100), (100, 10_000), (1000, 1000), (1000, 1_000_000)):
        plan = Plan(m=m, steps=steps, epsilon=ONE, ell=Fraction(23, 2), h=ONE)
        values = (frobenius_constant(plan), trace_constant(plan), printed_bound(plan))
        rows.append([m, steps, *(f"{float(x):.6g}" for x in values)])
    return Table(
        title=r"The two constants at the smallest sigma",
        columns=["$m$", "$N$", r"$m^2\|h^2\sigma^2I\|_F^2/N$", r"$m^2\mathrm{tr}(h^2\sigma^2I)/N$", "printed bound"],
        rows=rows,
        caption=r"$h = n = \varepsilon = 1$, $c_2 = 2$, $\log(1/\delta) = 11.5$: only the trace is free of $m$, $N$.",
    )
