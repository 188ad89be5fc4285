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
from itertools import islice, product
from math import ceil

from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import exact as value
from theory_checks.papers.gpope.common.one_state_loops import HALF, nine
from theory_checks.papers.gpope.common.rounding import above, below
from theory_checks.papers.gpope.convergence._certified import Comparisons, certified

Shift = Callable[[Fraction], int]


def unshifted(eta: Fraction) -> int:
    """Return 0: the printed steps eta/(lmin i)."""
    return 0


def enough_shift(eta: Fraction) -> int:
    """Return the least integer i0 >= eta - 1."""
    return ceil(eta) - 1


def worst_errors(eta: Fraction, shift: int, noise: bool = True) -> Iterator[Fraction]:
    """Return e_1, e_2, ... for the worst data with H = 1."""
    return Data(eta, shift, Fraction(1, 1 + shift), (eta - 1) / eta**2 if noise else Fraction(0)).errors()


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
        for height in (1, 3) if region is Region.INSIDE else (1,):
            yield _run(trial, eta, shift(eta), bound, region, height)
    if drawn:
        yield _figure()


def _run(trial: Trial, eta: Fraction, shift: int, bound: Bound, region: Region, height: int = 1) -> Evidence:
    """Compare the worst data for H = `height` with the bound."""
    right, pairs = trial.formal.right, Comparisons()
    for i, error in enumerate(islice(worst_errors(eta, shift, bound.noise), 60 if trial.full else 16), 1):
        if i > bound.lag:
            pairs[f"$i = {i}$"] = height * error, "<=", above(right, {"H": height, "i": i + shift, "N": i - 1 + shift})
    side = "not above the boundary" if region is Region.INSIDE else "above the boundary"
    case = f"$\\eta = {eta}$, {side}" + ("" if height == 1 else f", $H = {height}$")
    return certified(exact_all(case, pairs, quantity=bound.says, region=region), _second_error, eta, bound)


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
            k = i + shift(eta)
            case = f"$\\eta = {eta}$, $i = {i}$"
            left = _allowed(eta, k)
            right = value(trial.formal.right, {"eta": eta, "i": k, "H": 1})
            compared = exact(case, left, "<=", right, quantity="(6.3) at the worst data, displayed")
            yield certified(compared, _step, eta, i, left)
        yield _whole_chain(trial, eta)


def _allowed(eta: Fraction, k: int) -> Fraction:
    """Return what (6.3) allows at the worst data with H = 1."""
    return (1 - eta / k) ** 2 / k + (eta - 1) / Fraction(k) ** 2


def _whole_chain(trial: Trial, eta: Fraction) -> Evidence:
    """Compare all sides of the chain for i >= eta, for several H and for large i, where they are close."""
    pairs = Comparisons()
    for i, H in product((ceil(eta), ceil(eta) + 1, 10, 100), (Fraction(1, 3), Fraction(1), Fraction(3))):
        values = {"after": H * _allowed(eta, i), "eta": eta, "i": i, "t": i, "H": H}
        for part, link in enumerate(trial.formal.claims):
            pairs[f"link {part}, i = {i}, H = {H}"] = below(link.left, values), "<=", above(link.right, values)
    case = f"$\\eta = {eta}$, the whole chain, $i \\geq \\eta$"
    return exact_all(case, pairs, quantity="sides of the chain")


def _step(eta: Fraction, i: int, after: Fraction) -> Certificate:
    data = {"before": Fraction(1, i), "w": (eta - 1) / eta**2, "after": after}
    return Certificate(
        says=f"With $\\eta = {eta}$ and $i = {i}$ the square of $1 - \\eta/i$ is larger than $1 - \\eta/i$.",
        values={**data, "eta": eta, "i": i, "t": i, "H": 1},
    )


@claim("gpope/thm3-induction/repaired", broken={"no shift": {"shift": unshifted}})
def induction_repaired(trial: Trial, *, shift: Shift = enough_shift) -> Iterator[Evidence]:
    """Run the worst data with the shifted steps."""
    right = trial.formal.right
    for eta in [Fraction(x) for x in ("101/100", "3/2", "2", "5/2", "7", "50")]:
        for extra in (0, 1, 10):
            i0 = shift(eta) + (extra if shift is enough_shift else 0)
            data = Data(eta, i0, Fraction(1, 1 + i0), (eta - 1) / eta**2)
            pairs = data.compared(right, 60 if trial.full else 16)
            yield exact_all(f"$\\eta = {eta}$, $i_0 = {i0}$", pairs, quantity=r"$e_i \leq H/i$")
        for lmin in (HALF, 3 * HALF):
            yield _parts(right, eta, shift(eta), lmin)


def _parts(right: Formula, eta: Fraction, i0: int, lmin: Fraction) -> Evidence:
    """Compare errors where the start alone, sampling alone or privacy alone decides, or all do."""
    pairs, level = Comparisons(), eta**2 * 3 / lmin**2 / (1 + i0)
    for start, G2, c in ((2, 0, 0), (0, 3, 0), (0, 0, 3), (0, 3, 3), (Fraction(1, 10**4), 1, HALF), (level, 3, 0)):
        data = Data(eta, i0, Fraction(start), Fraction(G2), Fraction(c), lmin, records=2, steps=3)
        pairs |= {f"{start}, {G2}, {c}, {key}": pair for key, pair in data.compared(right, 3).items()}
    case = f"$\\eta = {eta}$, $i_0 = {i0}$, $\\lambda_{{\\min}}(Q) = {lmin}$, each part alone"
    return exact_all(case, pairs, quantity=r"$e_i \leq H/(i+i_0)$")


@dataclass(frozen=True)
class Data:
    """Data for which (6.3) is an equality, with steps that are shifted by i0."""

    eta: Fraction
    i0: int
    start: Fraction
    variance: Fraction
    privacy: Fraction = Fraction(0)
    lmin: Fraction = Fraction(1)
    records: int = 1
    steps: int = 1

    def errors(self) -> Iterator[Fraction]:
        """Yield e_1, e_2, ..."""
        error, k = self.start, 1 + self.i0
        w = (self.variance + self.privacy * self.steps / self.records**2) / self.lmin**2
        while True:
            yield error
            error, k = (1 - self.eta / k) ** 2 * error + self.eta**2 * w / k**2, k + 1

    def compared(self, right: Formula, count: int) -> Comparisons:
        """Return the first errors beside their bounds."""
        sizes = {"eta": self.eta, "i0": self.i0, "lmin": self.lmin, "N": self.steps, "m": self.records}
        values = {**sizes, "start": self.start, "G2": self.variance, "c": self.privacy}
        errors = enumerate(islice(self.errors(), count), 1)
        return {f"$i = {i}$": (error, "<=", above(right, {**values, "i": i})) for i, error in errors}
