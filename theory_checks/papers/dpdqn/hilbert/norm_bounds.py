r"""Bounds of ||Q - Q'||^2 from a bound M of |Q - Q'| and the Lipschitz constant L of the approximator.

If |f| <= M and Lip(f) <= S, the inner product of Lemma 6 bounds ||f||^2 term by term, and zigzags below M with slopes
+-S come as close as one likes: between M and M - S/N on N cells (N even) they reach the bound for M - S/N. Q and Q'
with Lipschitz constant L have a difference with S = 2L, not L. With S = 2L and the bounds M of the texts

    thm5-norm-bound         M = v L           printed with S = L: always too small
    cor7-norm-bound         M = 2 r0/(1-g)    printed is half the right bound: always too small
    v1 thm4-norm-bound      any M             printed with beta^2 for beta/2 and S = L: right exactly if
                                              beta^2 (2 beta - 1) M^2 >= 3 L^2; with S = L if beta >= 1/2

Functions that the algorithm trains have no such M: one update from the same theta moves them apart by a constant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product

from tabular.privacy import PiecewiseLinear
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import exact as value_of
from theory_checks.core.interpret import substitute
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.domains import bound_of
from theory_checks.papers.dpdqn.hilbert._chords import BETAS, HALF, about_chords, line, zigzag
from theory_checks.papers.dpdqn.hilbert._networks import steepness


@dataclass(frozen=True)
class Case:
    """A function f = Q - Q' with |f| <= M, the Lipschitz constant L of Q and Q', beta, and the discount of rewards."""

    name: str
    f: PiecewiseLinear
    M: Fraction
    L: Fraction
    beta: Fraction
    discount: Fraction = HALF  # above 0, as the first version has it

    @property
    def norm(self) -> Fraction:
        """Return ||f||^2."""
        return self.f.norm_squared(self.beta)

    @property
    def constants(self) -> dict[str, Fraction]:
        """Return the symbols of the bounds."""
        return {"M": self.M, "L": self.L, "beta": self.beta}


PRINTED = formal_of(__file__, "dpdqn/thm5-norm-bound").right
REPAIRED = formal_of(__file__, "dpdqn/thm5-norm-bound/repaired")
RIGHT, CHOSEN = REPAIRED.right, REPAIRED.claims[1]


def difference(name: str, f: PiecewiseLinear, beta: Fraction) -> Case:
    """Return the case Q = f/2, Q' = -f/2 with M = max |f| and L = Lip(f)/2."""
    return Case(name, f, max(map(abs, f.values)), steepness(f) / 2, beta)


def own_slope(name: str, f: PiecewiseLinear, beta: Fraction) -> Case:
    """Return the case in which L is the Lipschitz constant of f itself."""
    return Case(name, f, max(map(abs, f.values)), steepness(f), beta)


def compared(
    trial: Trial, case: Case, bound: Formula | None, region: Region = Region.WHOLE, *, slope: int = 2
) -> Evidence:
    """Compare the squared norm with a bound of those with slopes up to `slope` L; a failure is certified."""
    values = _setting(trial.formal, case)
    evidence = exact(
        f"{case.name}, $M = {case.M}$, $L = {case.L}$, $\\beta = {case.beta}$",
        case.norm,
        "<=",
        value_of(bound or trial.formal.right, {**case.constants, **values}),
        quantity=r"$\|Q - Q'\|^2$ and its bound",
        region=region,
    )
    return certified(evidence, lambda: _too_large(case, slope * case.L, values))


def _compared_together(cases: Sequence[Case], bound: Formula) -> Evidence:
    pairs = {f"{c.name}, M = {c.M}, beta = {c.beta}": (c.norm, "<=", value_of(bound, c.constants)) for c in cases}
    return exact_all(f"{len(cases)} zigzags", pairs, quantity=r"$\|f\|^2$ and its bound")


def _too_large(case: Case, slope: Fraction, values: Mapping[str, Fraction]) -> Certificate:
    limits = {"beta": case.beta, "height": case.M, "slope": slope}
    says = f"{case.name}: the squared norm of $f = Q - Q'$ exceeds the bound."
    return about_chords(says, {"values": case.f}, {"norm": ("bounded-chord-norm", limits)}, 0, **values)


def _setting(formal: Formal, case: Case) -> dict[str, Fraction]:
    """Return rewards, or one update, for which the bound of |Q - Q'| in the text is the M of the case."""
    rewards = {"gamma": case.discount, "r0": case.M * (1 - case.discount) / 2}
    values = {**case.constants, **rewards, "k": Fraction(0), "B": Fraction(1)}
    if "alpha" in formal.domain.symbols:
        values |= {"alpha": Fraction(1), "r0": Fraction(1)}
        values["alpha"] = case.M / value_of(bound_of(formal, "M"), values)
    return {name: x for name, x in values.items() if name in formal.domain.symbols}


# ---- Theorem 5 ----

ONE_UPDATE = Case(
    r"one update of $Q_\theta = \theta s$ from $\theta = 0$ at $s = 1$ with $\alpha = 1/2$, $B = 1$, $k = 0$ and "
    r"rewards $\pm 1/2$: $Q = s/4$, $Q' = -s/4$",
    line(0, HALF),
    HALF,
    Fraction(1, 4),
    HALF,
)
STEEP = Case("$Q = s$, $Q' = -s$", line(0, 2), Fraction(2), Fraction(1), Fraction(1, 10))
ZIGZAGS = tuple(
    difference(f"zigzag on {cells} cells, $v = {v}$, $\\beta = 1/v$", zigzag(v, Fraction(2), cells), 1 / v)
    for v, cells in ((Fraction(1, 10), 100), (Fraction(1), 100), (Fraction(10), 100))
)
SAME_SIGN = (
    Case("$f = 1$", line(1, 1), Fraction(1), Fraction(1, 100), Fraction(1)),
    own_slope("$f = s$", line(0, 1), Fraction(1, 10)),
    own_slope("zigzag with slopes 1, 100 cells", zigzag(Fraction(1), Fraction(1), 100), Fraction(1)),
    own_slope("zigzag with slopes 3, 100 cells", zigzag(Fraction(1), Fraction(3), 100), Fraction(1, 10)),
    own_slope("zigzag with slopes 1/3, 100 cells", zigzag(Fraction(1), Fraction(1, 3), 100), Fraction(1, 10)),
)


@claim(
    "dpdqn/thm5-norm-bound", reading="approximator", sound={r"$2L$ in place of $L$, so $2L^2/\beta$": {"bound": RIGHT}}
)
def thm5_norm_bound(trial: Trial, *, bound: Formula | None = None) -> Iterator[Finding]:
    """Compare the norm of differences with the bound: one update of Theorem 5 itself, and zigzags."""
    for case in (ONE_UPDATE, STEEP, *ZIGZAGS):
        yield compared(trial, case, bound)
    yield _ratios()


@claim(
    "dpdqn/thm5-norm-bound",
    reading="difference",
    broken={"a quarter of the slope term": {"bound": substitute(PRINTED, {"L": ref("L") / 2})}},
)
def thm5_norm_bound_of_difference(trial: Trial, *, bound: Formula = PRINTED) -> Iterator[Evidence]:
    """Compare the norm of functions with Lipschitz constant L with the bound."""
    for case in SAME_SIGN:
        yield compared(trial, case, bound, slope=1)
    cases = [own_slope(f"zigzag, {n} cells", zigzag(top, Fraction(1), n), beta) for n, top, beta in _shapes()]
    yield _compared_together(cases, bound)


def _shapes() -> Iterator[tuple[int, Fraction, Fraction]]:
    tops = (Fraction(1, 10), Fraction(1), Fraction(10))
    return ((n, top, beta) for n in (10, 20) for top in tops for beta in BETAS)


@claim(
    "dpdqn/thm5-norm-bound/repaired",
    broken={"$L$ in place of $2L$": {"bound": PRINTED}, "half the bound": {"bound": RIGHT / 2}},
)
def norm_bound_repaired(trial: Trial, *, bound: Formula = RIGHT) -> Iterator[Evidence]:
    """Compare the norm of differences with the bound, and zigzags with their distance from it."""
    for case in (ONE_UPDATE, STEEP, *ZIGZAGS, constant_case(Fraction(1), Fraction(1))):
        yield compared(trial, case, bound)
    cases = [difference(f"zigzag, {n} cells", zigzag(top, Fraction(2), n), beta) for n, top, beta in _shapes()]
    yield _compared_together(cases, bound)
    M, L, N = Fraction(1), Fraction(1), 200
    near = [difference("", zigzag(M, 2 * L, N), beta) for beta in BETAS]
    room = {f"beta = {c.beta}": (c.norm, ">=", _right(M - 2 * L / N, L, c.beta)) for c in near}
    yield exact_all("zigzags on 200 cells, $M = L = 1$", room, quantity=r"$\|f\|^2$ and the bound with $M - 2L/N$")
    best = {
        f"v = {v}, beta = {beta}": (
            _right(v, L, beta) - _right(v, L, 2 / v),
            "==",
            (beta * v - 2) ** 2 / (2 * beta),
        )
        for v in (Fraction(1, 3), Fraction(1), Fraction(5))
        for beta in BETAS
    }
    yield exact_all(r"twelve pairs $(v, \beta)$, $L = 1$", best, quantity=r"what $\beta \neq 2/v$ loses")
    yield exact_all("the bound at the best $\\beta$", _at_best(bound), quantity=r"the bound at $\beta = 2/v$, $M = vL$")


def _at_best(bound: Formula) -> dict[str, tuple[Fraction, str, Fraction]]:
    """Compare the bound with its closed form at beta = 2/v."""
    pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
    for v, L in product((Fraction(1, 3), Fraction(1), Fraction(5)), (Fraction(1), Fraction(3))):
        closed = value_of(CHOSEN.right, {"v": v, "L": L})
        pairs[f"v = {v}, L = {L}"] = (value_of(bound, {"M": v * L, "L": L, "beta": 2 / v}), "==", closed)
        pairs[f"v = {v}, L = {L}, as stated"] = (value_of(CHOSEN.left, {"v": v, "L": L}), "==", closed)
    return pairs


def _right(M: Fraction, L: Fraction, beta: Fraction) -> Fraction:
    return value_of(RIGHT, {"M": M, "L": L, "beta": beta})


def _ratios() -> Figure:
    vs = [Fraction(10) ** k for k in range(-4, 3)]
    printed, reached = (
        [float(value_of(bound, {"M": v, "L": 1, "beta": 1 / v})) for v in vs] for bound in (PRINTED, RIGHT)
    )
    xs = [float(v) for v in vs]
    return Figure(
        title=r"Squared norm at the choice $\beta = 1/v$ of Theorem 5",
        x_label=r"$v = 4\alpha(k+1)/B$",
        y_label=r"$\|f\|^2/L^2$",
        x_scale="log",
        y_scale="log",
        series=[
            Series(label=r"printed bound $v^2 + v$", x=xs, y=printed),
            Series(label=r"largest norm $v^2 + \frac52 v$", x=xs, y=reached),
        ],
        caption="Zigzags with slopes $2L$ come as close to the upper line as one likes; for small $v$ it is 2.5 times "
        "the printed bound.",
    )


# ---- Section 3.2 and the first version ----


def constant_case(M: Fraction, beta: Fraction, L: Fraction = Fraction(1, 100)) -> Case:
    """Return Q - Q' = M, with a Lipschitz constant above 0, which the bounds M of the updates need."""
    return Case(f"$Q - Q' = {M}$", line(M, M), M, L, beta)


REWARDS = (
    Case(
        r"rewards $\pm 1/2$ everywhere, $\gamma = 1/2$: $Q = 1$, $Q' = -1$",
        line(2, 2),
        Fraction(2),
        Fraction(0),
        Fraction(1),
    ),
    Case(
        r"rewards $\pm(s - \frac12)$, $\gamma = 0$: $Q = r$, $Q' = -r$",
        line(-1, 1),
        Fraction(1),
        Fraction(1),
        Fraction(1),
        Fraction(0),
    ),
    Case(
        r"rewards $\pm 1/2$ everywhere, $\gamma = 0$", line(1, 1), Fraction(1), Fraction(0), Fraction(100), Fraction(0)
    ),
)


@claim("dpdqn/cor7-norm-bound", sound={"twice the bound": {"bound": RIGHT}})
def cor7_norm_bound(trial: Trial, *, bound: Formula | None = None) -> Iterator[Evidence]:
    """Compare the norm of differences of exact value functions with the bound; constants have twice its first term."""
    for case in REWARDS:
        yield compared(trial, case, bound)


def region_of(case: Case) -> Region:
    """Tell on which side of beta^2 (2 beta - 1) M^2 = 3 L^2 a case lies."""
    inside = case.beta**2 * (2 * case.beta - 1) * case.M**2 >= 3 * case.L**2
    return Region.INSIDE if inside else Region.OUTSIDE


@claim(
    "dpdqn-v1/thm4-norm-bound-gamma",
    reading="approximator",
    sound={r"$(1 + \beta/2)M^2 + 2L^2/\beta$": {"bound": RIGHT}},
)
@claim("dpdqn-v1/thm4-norm-bound", reading="approximator", sound={r"$(1 + \beta/2)M^2 + 2L^2/\beta$": {"bound": RIGHT}})
def first_version(trial: Trial, *, bound: Formula | None = None) -> Iterator[Evidence]:
    """Compare the norm of differences with the bound of the first version, next to the boundary and away from it."""
    steep = [difference("$Q = s$, $Q' = -s$", line(0, 2), beta) for beta in (Fraction(1, 10), HALF, Fraction(3))]
    flat = [constant_case(Fraction(1), Fraction(percent, 100)) for percent in (25, 49, 51, 200)]
    slopes = (Fraction(4), Fraction(404, 100))  # L on and above the boundary L = 2 M of beta = 2
    boundary = [difference("zigzag on 400 cells", zigzag(Fraction(1), slope, 400), Fraction(2)) for slope in slopes]
    for case in (*steep, *flat, *boundary, *_next_to_the_boundary(trial)):
        yield compared(trial, case, bound, region_of(case))


def _next_to_the_boundary(trial: Trial) -> Iterator[Case]:
    """Yield zigzags that nearly attain the bound inside of its region, for large and small M, L and discounts."""
    for top, slope, beta, discount in (
        (Fraction(10), Fraction(40), Fraction(2), Fraction(1, 100)),
        (Fraction(1, 4), Fraction(1), Fraction(2), Fraction(99, 100)),
        (Fraction(1), Fraction(153, 250), Fraction(3, 4), Fraction(1, 100)),
    ):
        yield _discounted(trial, difference("zigzag on 400 cells", zigzag(top, slope, 400), beta), discount)


def _discounted(trial: Trial, case: Case, discount: Fraction) -> Case:
    """Return a case with a discount, which is named if the statement speaks of one."""
    spoken = "gamma" in trial.formal.domain.symbols
    return replace(case, name=f"{case.name}, $\\gamma = {discount}$" if spoken else case.name, discount=discount)


@claim(
    "dpdqn-v1/thm4-norm-bound-gamma",
    reading="difference",
    sound={r"$(1 + \beta/2)M^2 + L^2/(2\beta)$": {"bound": PRINTED}},
)
@claim(
    "dpdqn-v1/thm4-norm-bound", reading="difference", sound={r"$(1 + \beta/2)M^2 + L^2/(2\beta)$": {"bound": PRINTED}}
)
def first_version_of_difference(trial: Trial, *, bound: Formula | None = None) -> Iterator[Evidence]:
    """Compare the norm of L-Lipschitz functions with the bound, on both sides of beta = 1/2."""
    for beta in (Fraction(1, 4), Fraction(499, 1000), HALF, Fraction(2)):
        region = Region.INSIDE if beta >= HALF else Region.OUTSIDE
        yield compared(trial, constant_case(Fraction(1), beta), bound, region, slope=1)
        wave = own_slope(
            "zigzag with slopes 1/10", zigzag(Fraction(1), Fraction(1, 10), 10000 if trial.full else 400), beta
        )
        if beta != Fraction(499, 1000):  # so close to the boundary only finer zigzags or constants fail
            yield compared(trial, wave, bound, region, slope=1)
    steep = own_slope("zigzag with slopes 3", zigzag(Fraction(1), Fraction(3), 400), HALF)
    large, small = (constant_case(top, HALF) for top in (Fraction(10), Fraction(1, 4)))
    for case in (steep, large, _discounted(trial, small, Fraction(99, 100))):
        yield compared(trial, case, bound, Region.INSIDE, slope=1)


@claim(
    "dpdqn-v1/thm4-norm-bound-gamma",
    reading="of-the-algorithm",
    sound={r"$Q_\theta(s) = \theta + Ls$, with a gradient of 1": {"gradient": Fraction(1)}},
)
def updates_of_the_algorithm(trial: Trial, *, gradient: Fraction = Fraction(30)) -> Iterator[Evidence]:
    """Compare the norm of the difference of one update on two rewards with the bound."""
    alpha, quantity = Fraction(1, 10), r"$\|Q - Q'\|^2$ and its bound"
    moved = alpha * gradient**2  # the temporal differences are r_0 = 1 apart
    f, limits = line(moved, moved), {"height": moved, "slope": 0}
    for beta in (Fraction(1, 10), Fraction(1), Fraction(10)):
        values = {"alpha": alpha, "kappa": gradient, "r0": 1, "L": 1, "gamma": HALF, "beta": beta}
        says = rf"one update of $Q_\theta(s) = {gradient}\theta + s$, $\alpha = 1/10$, $r - r' = 1$, $\beta = {beta}$"
        evidence = exact(says, f.norm_squared(beta), "<=", value_of(trial.formal.right, values), quantity=quantity)
        norm = {"norm": ("bounded-chord-norm", {"beta": beta, **limits})}
        yield certified(
            evidence, partial(about_chords, f"{says}: the norm exceeds the bound.", {"values": f}, norm, **values)
        )
