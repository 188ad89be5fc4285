r"""Lemma 6: the Sobolev space of [0, 1] with the kernel K(x, y) = e^{-beta |x - y|}, and test functions for its proof.

    <f, g> = e (f(0) g(0) + f(1) g(1)) + s integral f' g' + v integral f g,    e = 1/2, s = 1/(2 beta), v = beta/2

Left of y the kernel has K_y' = beta K_y, right of it K_y' = -beta K_y, so f' K_y' + beta^2 f K_y is the derivative of
beta f K_y on the left and of -beta f K_y on the right: with the end terms <f, K_y> = f(y) is left.

For a broken line or a polynomial f with rational data, <f, K_y> is a sum of rationals times e^{-beta d}, d = |x - y|
for the knots x. The e^{-beta d} are linearly independent over the rationals if beta is rational (Lindemann and
Weierstrass), so such a sum is f(y) exactly if its coefficient at d = 0 is f(y) and all others are 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from flint import arb

from tabular.numbers.balls import ball as enclosure
from tabular.privacy import Polynomial, grid_norm_squared, grid_norm_squared_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Relation
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.hilbert._chords import (
    BETAS,
    HALF,
    LINES,
    PARTS,
    Form,
    Function,
    against_kernel,
    double_rate,
    grid,
    power,
    printed_form,
    random_lines,
    same_rate,
)

UNITS = {part: Form(*(Fraction(part == x) for x in PARTS)) for part in PARTS}


def heavy_ends(beta: Fraction) -> Form:
    """Return the weights with 1 in place of 1/2 at the ends."""
    return Form(Fraction(1), 1 / (2 * beta), beta / 2)


def light_values(beta: Fraction) -> Form:
    """Return the weights with beta in place of beta^2."""
    return Form(HALF, 1 / (2 * beta), HALF)


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
    powers: dict[str, Function] = {f"$x^{k}$": power(k) for k in range(9 if trial.full else 6)}
    functions = powers | LINES | random_lines(trial, 30 if trial.full else 3)
    points = [Fraction(0), Fraction(1, 3), HALF, Fraction(9, 10), Fraction(1)]
    for beta in BETAS:
        yield _reproduced(functions, points, beta, form(beta), rate(beta))
    parabola = power(2)
    yield from _claimed(trial.formal.claims[0], parabola, rate)
    for beta in BETAS:
        points = grid(32)
        yield ball(
            f"$f = x^2$, $\\beta = {beta}$, values at 33 points",
            grid_norm_squared_ball(points, [parabola(x) for x in points], beta),
            "<=",
            enclosure(parabola.norm_squared(beta)),
            quantity=r"$f^T K^{-1} f$ on a grid, which no function of the space through these values can undercut, and "
            r"$\langle f, f \rangle$",
        )
    yield _convergence(parabola, Fraction(2))


def _claimed(claimed: Relation, f: Polynomial, rate: Callable[[Fraction], Fraction]) -> Iterator[Evidence]:
    """Compare the two sides of the lemma at the end values and integrals of one function."""
    for beta, y in product(BETAS, (Fraction(1, 3), Fraction(1))):
        values: dict[str, Fraction | arb] = {"beta": beta, "value": f(y)}
        for part, form in UNITS.items():
            terms = against_kernel(f, y, beta, form, rate(beta)).items()
            values[part] = sum((enclosure(c) * (-enclosure(rate(beta) * d)).exp() for d, c in terms), start=arb(0))
        yield compared(
            f"$f = x^2$, $y = {y}$, $\\beta = {beta}$", claimed, values, quantity=r"$f(y)$ and $\langle f, K_y \rangle$"
        )


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
    gaps = [float(norm) - grid_norm_squared(points, [f(x) for x in points], beta) for points in map(grid, cells)]
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
