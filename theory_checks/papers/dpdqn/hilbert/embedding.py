r"""The pointwise bound in the proof of Lemma 6.

int_0^x f' = f(x) - f(0), so the last step of the chain needs f(0) = 0. True is f(x)^2 <= <f, f>, with equality for
f = K_x; so the printed constant c = 2 beta serves exactly if beta >= 1/2.

f = 1 has <f, f> = 1 + beta/2, which refutes c = 2 beta for beta < sqrt(2) - 1; broken lines next to e^{-beta x}
refute it for every beta < 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as enclosure
from tabular.privacy import PiecewiseLinear
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, exact, exact_all
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import exact as value_of
from theory_checks.papers.dpdqn.hilbert._chords import (
    BETAS,
    HALF,
    Lines,
    about_chords,
    against_kernel,
    energy,
    kernel_chords,
    line,
    printed_form,
    product_of,
    random_lines,
)

CHAIN = formal_of(__file__, "dpdqn/lemma6-embedding", "chain").claims
PRINTED = formal_of(__file__, "dpdqn/lemma6-embedding", "conclusion")
BOUND = formal_of(__file__, "dpdqn/lemma6-embedding/repaired").right

FROM_ZERO: Lines = {
    "$f = x$": line(0, 1),
    "$f = 2x - x^2$, chords of four cells": line(0, Fraction(7, 16), Fraction(3, 4), Fraction(15, 16), 1),
    "a hat": line(0, 1, 0),
}
NOT_FROM_ZERO: Lines = {"$f = 1$": line(1, 1), "$f = 1 - x$": line(1, 0)}


@claim("dpdqn/lemma6-embedding", reading="chain", sound={"functions that vanish at 0": {"functions": FROM_ZERO}})
def chain(trial: Trial, *, functions: Lines | None = None) -> Iterator[Evidence]:
    """Check the steps of the chain one by one."""
    for name, f in (functions or {**FROM_ZERO, **NOT_FROM_ZERO}).items():
        pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
        for beta in BETAS:
            for x in (Fraction(0), Fraction(1, 3), Fraction(1)):
                values = _parts(f, x, beta)
                for step, claimed in zip(STEPS, CHAIN, strict=True):
                    left, right = (value_of(2 * ref("beta") * side, values) for side in (claimed.left, claimed.right))
                    sign = "==" if claimed.sign == "=" else claimed.sign
                    pairs[f"{step}, $x = {x}$, $\\beta = {beta}$"] = (left, sign, right)
        yield exact_all(
            name,
            pairs,
            quantity="the four steps of the chain",
            certificate=_unequal_squares(name, f) if f(0) else None,
        )


STEPS = (
    r"$\langle f, f \rangle$ and the integral over [0, 1]",
    "the integrals over [0, 1] and [0, x]",
    "the integral of the square and the square of the integral",
    r"$(\int_0^x \partial f)^2$ and $f(x)^2$",
)


def _parts(f: PiecewiseLinear, x: Fraction, beta: Fraction) -> dict[str, Fraction]:
    """Return the quantities of the chain."""
    integrals = {"norm": f.norm_squared(beta), "energy": energy(f, Fraction(1)), "energy_x": energy(f, x)}
    return {**integrals, "rise": f(x) - f(0), "value": f(x), "beta": beta}


def _unequal_squares(name: str, f: PiecewiseLinear) -> Certificate:
    """Certify that the last step fails at x = 0."""
    beta, start = BETAS[0], {"place": 0}
    return about_chords(
        f"For {name} and $x = 0$ the integral of $\\partial f$ from 0 to $x$ is 0, but $f(x) = {f(0)}$.",
        {"values": f},
        {
            "norm": product_of("values", "values", beta),
            "energy": ("chord-energy", {"place": 1}),
            "energy_x": ("chord-energy", start),
            "rise": ("chord-rise", start),
            "value": ("chord-value", start),
        },
        part=len(CHAIN) - 1,
        beta=beta,
        x=0,
    )


# ---- The conclusion of the chain, and the right constant ----


def allowed(bound: Formula, beta: Fraction, norm: Fraction) -> Fraction:
    """Return the bound c <f, f> of f(x)^2."""
    return value_of(bound, {"beta": beta, "norm": norm})


SMALL: tuple[tuple[Fraction, str, PiecewiseLinear], ...] = (
    (Fraction(1, 4), "$f = 1$", line(1, 1)),
    (Fraction(2, 5), "$f = 1$", line(1, 1)),
    (Fraction(9, 20), r"$f = 1 - \frac{2}{5}x$", line(1, Fraction(3, 5))),
    (Fraction(499, 1000), r"the chords of $e^{-\beta x}$ on 4 cells", kernel_chords(Fraction(499, 1000), 4)),
)


@claim("dpdqn/lemma6-embedding", reading="conclusion", sound={"$c = 1$": {"bound": BOUND}})
def conclusion(trial: Trial, *, bound: Formula = PRINTED.right) -> Iterator[Finding]:
    """Compare f(x)^2 with c <f, f> on both sides of beta = 1/2."""
    for beta in (HALF, Fraction(1), Fraction(7)):
        yield from _kernel_cases(trial, beta, bound, Region.INSIDE)
        yield _many_lines(trial, beta, bound, Region.INSIDE)
    for beta, name, f in SMALL:
        yield exact(
            f"{name}, $x = 0$, $\\beta = {beta}$",
            f(0) ** 2,
            "<=",
            allowed(bound, beta, f.norm_squared(beta)),
            quantity=r"$f(x)^2$ and $c\langle f, f \rangle$",
            region=Region.OUTSIDE,
            certificate=_too_small(beta, name, f),
        )
    yield _constants()
    yield _reach()


def _kernel_cases(trial: Trial, beta: Fraction, bound: Formula, region: Region = Region.WHOLE) -> Iterator[Evidence]:
    """Compare for multiples of K_x at x, where K_x(x) = <K_x, K_x> = K(x, x) = 1."""
    for name, factor in (("", Fraction(1)), ("2", Fraction(2)), (r"\frac12 ", HALF)):
        values = {"beta": beta, "value": factor, "norm": factor**2}
        yield exact(
            f"$f = {name}K_x$, any $x$, $\\beta = {beta}$",
            value_of(trial.formal.left, values),
            "<=",
            value_of(bound, values),
            quantity=r"$f(x)^2 = K(x, x)^2$ and $c\langle f, f \rangle = cK(x, x)$",
            region=region,
        )


def _many_lines(trial: Trial, beta: Fraction, bound: Formula, region: Region = Region.WHOLE) -> Evidence:
    lines = {**FROM_ZERO, **NOT_FROM_ZERO, "chords of $K_0$": kernel_chords(beta, 4), **random_lines(trial, 10)}
    pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
    for name, f in lines.items():
        if isinstance(f, PiecewiseLinear):
            limit = allowed(bound, beta, f.norm_squared(beta))
            pairs |= {f"{name} at $x = {x}$": (f(x) ** 2, "<=", limit) for x in f.knots}
    case = f"{len(lines)} broken lines at their knots, $\\beta = {beta}$"
    return exact_all(case, pairs, quantity=r"$f(x)^2$ and $c\langle f, f \rangle$", region=region)


def _too_small(beta: Fraction, name: str, f: PiecewiseLinear) -> Certificate:
    return about_chords(
        f"For $\\beta = {beta}$ and {name}, $f(0)^2 > 2\\beta\\langle f, f \\rangle$.",
        {"values": f},
        {
            "norm": product_of("values", "values", beta),
            "value": ("chord-value", {"place": 0}),
        },
        beta=beta,
        x=0,
    )


def _constants() -> Figure:
    betas = [Fraction(k, 40) for k in range(2, 41)]
    printed = [float(allowed(PRINTED.right, beta, Fraction(1))) for beta in betas]
    flat = [float(f"{1 / (1 + float(beta) / 2):.9g}") for beta in betas]
    xs = [float(beta) for beta in betas]
    return Figure(
        title="The constant in the pointwise bound",
        x_label=r"$\beta$",
        y_label="$c$",
        series=[
            Series(label=r"printed, $c = 2\beta$", x=xs, y=printed),
            Series(label="smallest right constant, attained by $K_x$", x=xs, y=[1.0] * len(xs)),
            Series(label="what $f = 1$ alone requires", x=xs, y=flat),
        ],
        caption=r"The printed constant is too small left of $\beta = 1/2$; the function $f = 1$ shows it left of "
        r"$\sqrt 2 - 1 \approx 0.414$.",
    )


def reach(f: PiecewiseLinear) -> arb:
    """Return the beta up to which f(0) = 1 refutes 2 beta: the root of 2 beta <f, f> = s + 2 e beta + m beta^2 = 1."""
    ends, slopes = (f(0) ** 2 + f(1) ** 2) / 2, energy(f, Fraction(1))
    mass = 2 * f.norm_squared(Fraction(1)) - 2 * ends - slopes
    return (enclosure(ends**2 + mass * (1 - slopes)).sqrt() - enclosure(ends)) / enclosure(mass)


def _reach() -> Table:
    shown = {name: f for _, name, f in SMALL[1:]}
    return Table(
        title=r"Up to which $\beta$ a function refutes $c = 2\beta$",
        columns=["$f$", r"$\beta$"],
        rows=[[name, reach(f).str(12, radius=False)] for name, f in shown.items()],
        caption=r"The first number is $\sqrt 2 - 1$; no function refutes it from $1/2$ on.",
    )


@claim(
    "dpdqn/lemma6-embedding/repaired",
    broken={r"$c = 2\beta$": {"bound": PRINTED.right}, "$c = 99/100$": {"bound": Fraction(99, 100) * BOUND}},
)
def embedding_repaired(trial: Trial, *, bound: Formula = BOUND) -> Iterator[Evidence]:
    """Compare f(x)^2 with c <f, f>, and <f, K_x> with f(x) for chords of the kernel."""
    for beta in BETAS:
        yield from _kernel_cases(trial, beta, bound)
        yield _many_lines(trial, beta, bound)
        f = kernel_chords(beta, 4)
        yield exact(
            f"the chords of $K_0$ on 4 cells, $\\beta = {beta}$",
            against_kernel(f, Fraction(0), beta, printed_form(beta), beta)[Fraction(0)],
            "==",
            f(0),
            quantity=r"$\langle f, K_0 \rangle$ and $f(0)$",
        )
