r"""Lemma 6: the Sobolev space of [0, 1] with the kernel K(x, y) = e^{-beta |x - y|}, and test functions for its proof.

    <f, g> = e (f(0) g(0) + f(1) g(1)) + s integral f' g' + v integral f g,    e = 1/2, s = 1/(2 beta), v = beta/2

Left of y the kernel has K_y' = beta K_y, right of it K_y' = -beta K_y, so f' K_y' + beta^2 f K_y is the derivative of
beta f K_y on the left and of -beta f K_y on the right: with the end terms <f, K_y> = f(y) is left.

For a broken line or a polynomial f with rational data, <f, K_y> is a sum of rationals times e^{-beta d}, d = |x - y|
for the knots x. The e^{-beta d} are linearly independent over the rationals if beta is rational (Lindemann and
Weierstrass), so such a sum is f(y) exactly if its coefficient at d = 0 is f(y) and all others are 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tabular.privacy import PiecewiseLinear, Polynomial, grid_norm_squared, grid_norm_squared_ball
from tabular.privacy.arguments import ball as enclosure
from theory_checks.core.certificate import Certificate, Term, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact_all
from theory_checks.core.exhibits import Figure, Series

Function = PiecewiseLinear | Polynomial
HALF = Fraction(1, 2)
BETAS = (Fraction(1, 10), HALF, Fraction(1), Fraction(7))


@dataclass(frozen=True)
class Form:
    """The weights of the end values, of integral f' g' and of integral f g in an inner product."""

    ends: Fraction
    slopes: Fraction
    values: Fraction


def printed_form(beta: Fraction) -> Form:
    """Return the weights of Lemma 6."""
    return Form(HALF, 1 / (2 * beta), beta / 2)


def heavy_ends(beta: Fraction) -> Form:
    """Return the weights with 1 in place of 1/2 at the ends."""
    return Form(Fraction(1), 1 / (2 * beta), beta / 2)


def light_values(beta: Fraction) -> Form:
    """Return the weights with beta in place of beta^2."""
    return Form(HALF, 1 / (2 * beta), HALF)


def same_rate(beta: Fraction) -> Fraction:
    """Return the rate of e^{-beta |x - y|}."""
    return beta


def double_rate(beta: Fraction) -> Fraction:
    """Return the rate of e^{-2 beta |x - y|}."""
    return 2 * beta


def norm_certificate(
    trial: Trial,
    says: str,
    f: PiecewiseLinear,
    beta: Fraction,
    conclusion: Mapping[str, Any],
    *,
    constants: Mapping[str, Term] | None = None,
    facts: Sequence[Mapping[str, Any]] = (),
    notes: Sequence[str] = (),
) -> Certificate:
    """Return a certificate about the ``values`` of f at its ``points`` and its squared norm ``norm``."""
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=says,
        constants=constants or {},
        objects={"points": f.knots, "values": f.values},
        facts=facts,
        given=[lemma("norm", "kernel-norm", points="points", values="values", beta=beta)],
        conclusion=conclusion,
        notes=notes,
    )


# ---- The product with the kernel, as a sum of exponentials ----


def against_kernel(f: Function, y: Fraction, beta: Fraction, form: Form, rate: Fraction) -> dict[Fraction, Fraction]:
    """Return {d: c} with <f, e^{-rate |x - y|}> = sum of c e^{-rate d}, without the terms that vanish."""
    sums: dict[Fraction, Fraction] = {}

    def add(x: Fraction, coefficient: Fraction) -> None:
        sums[abs(x - y)] = sums.get(abs(x - y), Fraction(0)) + coefficient

    for end in (Fraction(0), Fraction(1)):
        add(end, form.ends * f(end))
    for low, high, piece in _pieces(f, y):
        side = rate if high <= y else -rate  # K' = side K
        slope = _derivative(piece)
        integrand = _combined(slope, form.slopes * side, piece, form.values)
        primitive = _primitive(integrand, side)
        add(high, Polynomial(primitive)(high))
        add(low, -Polynomial(primitive)(low))
    return {d: c for d, c in sums.items() if c}


def _pieces(f: Function, y: Fraction) -> Iterator[tuple[Fraction, Fraction, tuple[Fraction, ...]]]:
    """Yield the cells on one side of y with the coefficients of f there."""
    knots = f.knots if isinstance(f, PiecewiseLinear) else (Fraction(0), Fraction(1))
    for low, high in pairwise(sorted({*knots, y})):
        if isinstance(f, Polynomial):
            yield low, high, f.coefficients
        else:
            slope = (f(high) - f(low)) / (high - low)
            yield low, high, (f(low) - slope * low, slope)


def _derivative(piece: Sequence[Fraction]) -> tuple[Fraction, ...]:
    return tuple(i * c for i, c in enumerate(piece))[1:]


def _combined(f: Sequence[Fraction], a: Fraction, g: Sequence[Fraction], b: Fraction) -> tuple[Fraction, ...]:
    """Return the coefficients of a f + b g, where f is the shorter."""
    padded = [*f, *[Fraction(0)] * (len(g) - len(f))]
    return tuple(a * x + b * y for x, y in zip(padded, g, strict=True))


def _primitive(p: Sequence[Fraction], side: Fraction) -> tuple[Fraction, ...]:
    """Return q with (q e^{side x})' = p e^{side x}: q = p/side - p'/side^2 + ..."""
    total, term, factor = [Fraction(0)] * len(p), tuple(p), 1 / side
    while term:
        total = [t + factor * c for t, c in zip(total, [*term, *[Fraction(0)] * (len(p) - len(term))], strict=True)]
        term, factor = _derivative(term), -factor / side
    return tuple(total)


# ---- Functions on which statements about all of H^1 are tried ----


def line(*values: Fraction | int) -> PiecewiseLinear:
    """Return the broken line through values at evenly spaced points."""
    cells = len(values) - 1
    return PiecewiseLinear.through([Fraction(i, cells) for i in range(cells + 1)], values)


def kernel_chords(beta: Fraction, cells: int) -> PiecewiseLinear:
    """Return a broken line next to e^{-beta x}, with values rounded to multiples of 2^-20."""
    heights = [(-enclosure(beta * i / cells)).exp() for i in range(cells + 1)]
    return line(*(Fraction(round(float(height) * 2**20), 2**20) for height in heights))


def powers(degree: int) -> dict[str, Function]:
    """Return the powers of x up to a degree."""
    return {f"$x^{k}$": Polynomial.of([0] * k + [1]) for k in range(degree + 1)}


LINES: dict[str, Function] = {
    "a hat": line(0, 1, 0),
    "a step of finite width": PiecewiseLinear.through([0, HALF, Fraction(51, 100), 1], [0, 0, 1, 1]),
    "a zigzag": line(1, -1, 1, -1, 1, -1),
}


def random_lines(trial: Trial, count: int) -> dict[str, Function]:
    """Return broken lines with 5 cells and values that are multiples of 1/8."""
    rng = trial.rng("broken lines")
    rows = rng.integers(-16, 17, (count, 6)).tolist()
    return {f"random broken line {i}": line(*(Fraction(k, 8) for k in row)) for i, row in enumerate(rows)}


# ---- The lemma ----


@claim(
    "dpdqn/lemma6",
    "dpdqn-v1/lemma7",
    broken={
        "end values with weight 1": {"form": heavy_ends},
        r"$\beta$ in place of $\beta^2$": {"form": light_values},
        r"the kernel $e^{-2\beta|x-y|}$": {"rate": double_rate},
    },
)
def lemma6(
    trial: Trial,
    *,
    form: Callable[[Fraction], Form] = printed_form,
    rate: Callable[[Fraction], Fraction] = same_rate,
) -> Iterator[Finding]:
    """Compare <f, K_y> with f(y), exponential by exponential, and norms on grids with the norm."""
    functions = powers(8 if trial.full else 5) | LINES | random_lines(trial, 30 if trial.full else 3)
    points = [Fraction(0), Fraction(1, 3), HALF, Fraction(9, 10), Fraction(1)]
    for beta in BETAS:
        yield _reproduced(functions, points, beta, form(beta), rate(beta))
    parabola = Polynomial.of([0, 0, 1])
    for beta in BETAS:
        grid = [Fraction(i, 32) for i in range(33)]
        yield ball(
            f"$f = x^2$, $\\beta = {beta}$, values at 33 points",
            grid_norm_squared_ball(grid, [parabola(x) for x in grid], beta),
            "<=",
            enclosure(parabola.norm_squared(beta)),
            quantity=r"$f^T K^{-1} f$ on a grid, which no function of the space through these values can undercut, and "
            r"$\langle f, f \rangle$",
        )
    yield _convergence(parabola, Fraction(2))


def _reproduced(
    functions: dict[str, Function], points: Sequence[Fraction], beta: Fraction, form: Form, rate: Fraction
) -> Evidence:
    pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
    for name, f in functions.items():
        for y in points:
            sums = against_kernel(f, y, beta, form, rate)
            pairs[f"{name}, $y = {y}$: constant term and $f(y)$"] = (sums.pop(Fraction(0), Fraction(0)), "==", f(y))
            left = sum(map(abs, sums.values()), start=Fraction(0))
            pairs[f"{name}, $y = {y}$: coefficients of exponentials"] = (left, "==", Fraction(0))
    case = f"{len(functions)} functions, {len(points)} points, $\\beta = {beta}$"
    return exact_all(case, pairs, quantity=r"$\langle f, K_y \rangle$ and $f(y)$")


def _convergence(f: Polynomial, beta: Fraction) -> Figure:
    cells = [2**k for k in range(1, 9)]
    norm = f.norm_squared(beta)
    gaps = [float(norm) - grid_norm_squared(grid, [f(x) for x in grid], beta) for grid in map(_even, cells)]
    return Figure(
        title="Values on a grid determine the norm in the limit",
        x_label="number of cells $N$",
        y_label=r"$\|f\|^2 - f^T K^{-1} f$",
        x_scale="log",
        y_scale="log",
        series=[
            Series(
                label=f"$f = x^2$, $\\beta = {beta}$",
                x=[float(n) for n in cells],
                y=[float(f"{gap:.6g}") for gap in gaps],
            )
        ],
        caption=f"The squared norm is {norm} here; the norm on the grid approaches it from below.",
    )


def _even(cells: int) -> list[Fraction]:
    return [Fraction(i, cells) for i in range(cells + 1)]
