r"""Section 3.3: the kernel exp(-beta (|x_1 - y_1| + ... + |x_n - y_n|)) on [0, 1]^n.

It is the product of n kernels of Lemma 6, so its space is their tensor product: <f, g> applies the product of Lemma 6
in each variable, and contains the integral of the mixed derivative, (2 beta)^{-n} int (d_1 ... d_n f)^2. For n = 2,

    on the grid (i/N, j/N) the norm is the sum of the squares of f(0, 0), of the innovations along the two axes, and of
        w_ij = (f_{i+1,j+1} - rho f_{i,j+1} - rho f_{i+1,j} + rho^2 f_{ij})/(1 - rho^2),   rho = e^{-beta/N}

    f = max(x + y - 1, 0) is 1/N at (i + 1, j + 1) and 0 at the other corners of each of the N cells i + j + 1 = N, so

        ||f||^2 >= N (1/N)^2/(1 - rho^2)^2 >= N/(4 beta^2) for every N:

its mixed derivative is not a function but a measure on the diagonal. So the norm of ReLU networks of two variables is
infinite, and no noise level calibrates it: seen on the grid the mechanism has mu >= sqrt(N)/(2 beta sigma).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from operator import mul

from flint import arb

from tabular.numbers.balls import ball as enclosure
from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import sqrt
from theory_checks.core.interpret import exact as value_of
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.hilbert._chords import (
    HALF,
    against_kernel,
    double_rate,
    grid,
    power,
    printed_form,
    same_rate,
    zigzag,
)

TEXTS = texts_of(__file__)

EPSILON = Fraction(9, 10)

Plane = Callable[[Fraction, Fraction], Fraction]
Terms = Mapping[tuple[int, int], Fraction]  # coefficients of x^i y^j


# ---- The space ----

POLYNOMIALS: Mapping[str, Terms] = {
    "$1$": {(0, 0): Fraction(1)},
    "$xy$": {(1, 1): Fraction(1)},
    "$x + 2y$": {(1, 0): Fraction(1), (0, 1): Fraction(2)},
    "$x^2y - 3y^3 + 1/2$": {(2, 1): Fraction(1), (0, 3): Fraction(-3), (0, 0): Fraction(1, 2)},
}


def against_product(
    terms: Terms, at: tuple[Fraction, Fraction], beta: Fraction, rate: Fraction
) -> dict[tuple[Fraction, Fraction], Fraction]:
    """Return {(d, e): c} with <f, K_at> = sum of c e^{-rate d} e^{-rate e}, without the terms that vanish."""
    sums: dict[tuple[Fraction, Fraction], Fraction] = {}
    form = printed_form(beta)
    for (i, j), coefficient in terms.items():
        first = against_kernel(power(i), at[0], beta, form, rate)
        second = against_kernel(power(j), at[1], beta, form, rate)
        for (d, a), (e, b) in product(first.items(), second.items()):
            sums[d, e] = sums.get((d, e), Fraction(0)) + coefficient * a * b
    return {key: c for key, c in sums.items() if c}


def evaluate(terms: Terms, at: tuple[Fraction, Fraction]) -> Fraction:
    """Return the value of a polynomial."""
    return sum((c * at[0] ** i * at[1] ** j for (i, j), c in terms.items()), start=Fraction(0))


TENTHS = {f"a kernel with {n}/10 of the rate": {"rate": partial(mul, Fraction(n, 10))} for n in (9, 11)}


@claim(
    "dpdqn/sec33-manhattan-kernel",
    reading="mechanism",
    broken={"a kernel with twice the rate": {"rate": double_rate}, **TENTHS},
    near=[*TENTHS],
)
def mechanism(trial: Trial, *, rate: Callable[[Fraction], Fraction] = same_rate) -> Iterator[Evidence]:
    """Compare <f, K_y> with f(y) for polynomials in two variables."""
    points = list(product((Fraction(0), Fraction(1, 3), Fraction(1)), (Fraction(1, 2), Fraction(1))))
    for beta in (Fraction(1, 2), Fraction(3)):
        for name, terms in POLYNOMIALS.items():
            pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
            for at in points:
                sums = against_product(terms, at, beta, rate(beta))
                value = sums.pop((Fraction(0), Fraction(0)), Fraction(0))
                where = f"at $({at[0]}, {at[1]})$"
                pairs[f"constant term, {where}"] = (value, "==", evaluate(terms, at))
                left = sum(map(abs, sums.values()), start=Fraction(0))
                pairs[f"exponentials, {where}"] = (left, "==", Fraction(0))
            yield exact_all(f"$f = $ {name}, $\\beta = {beta}$", pairs, quantity=r"$\langle f, K_y \rangle$ and $f(y)$")


# ---- Networks ----


def relu_of_sum(x: Fraction, y: Fraction) -> Fraction:
    """Return max(x + y - 1, 0), one ReLU unit."""
    return max(x + y - 1, Fraction(0))


def one_variable_each(x: Fraction, y: Fraction) -> Fraction:
    """Return max(x - 1/2, 0) + max(y - 1/2, 0): units that see one variable each."""
    return max(x - HALF, Fraction(0)) + max(y - HALF, Fraction(0))


def smooth_unit(x: Fraction, y: Fraction) -> Fraction:
    """Return u^2/4 with u = x + y, a unit with a smooth activation function."""
    return (x + y) ** 2 / 4


def grid_norm(f: Plane, cells: int, beta: Fraction) -> arb:
    """Return f^T (K x K)^{-1} f on the grid with (cells + 1)^2 points, the least squared norm of these values."""
    rho = (-enclosure(beta / cells)).exp()
    spread = (1 - rho**2).sqrt()
    rows = [[enclosure(f(x, y)) for y in grid(cells)] for x in grid(cells)]
    along = [_innovations(row, rho, spread) for row in rows]
    both = [_innovations(list(column), rho, spread) for column in zip(*along, strict=True)]
    return sum((w * w for column in both for w in column), start=arb(0))


def _innovations(values: list[arb], rho: arb, spread: arb) -> list[arb]:
    return [values[0], *((v - rho * u) / spread for u, v in pairwise(values))]


def diagonal_share(f: Plane, cells: int, beta: Fraction) -> arb:
    """Return the part of the norm on the grid that the cells i + j + 1 = N contribute."""
    rho, total = (-enclosure(beta / cells)).exp(), arb(0)
    for i in range(cells):
        x, y, h = Fraction(i, cells), Fraction(cells - 1 - i, cells), Fraction(1, cells)
        far, up, right, near = (enclosure(f(a, b)) for a, b in ((x + h, y + h), (x, y + h), (x + h, y), (x, y)))
        total += (far - rho * up - rho * right + rho**2 * near) ** 2
    return total / (1 - rho**2) ** 2


BOUND = formal_of(__file__, "dpdqn/sec33-manhattan-kernel/repaired").right


def unit_bound(beta: Fraction, top: Fraction = Fraction(1), n: int = 2) -> Fraction:
    """Return what bounds ||f||^2 in n variables if all mixed derivatives of f are at most `top`."""
    return value_of(BOUND, {"beta": beta, "C": top, "n": n})


@claim(
    "dpdqn/sec33-manhattan-kernel",
    reading="networks",
    sound={
        "units that see one variable each": {"network": one_variable_each},
        "a smooth unit": {"network": smooth_unit},
    },
)
def networks(trial: Trial, *, network: Plane = relu_of_sum) -> Iterator[Finding]:
    """Compare norms on grids with what smooth units attain at most and with 200, and see what privacy is left."""
    lower = r"a lower bound of $\|f\|_{\mathcal{H}}^2$, and a bound $c$"
    for beta in (Fraction(1, 4), Fraction(1, 2), Fraction(1)):
        evidence = ball(
            f"$\\beta = {beta}$, norm on the grid of 16 x 16 cells",
            grid_norm(network, 16, beta),
            "<=",
            enclosure(unit_bound(beta)),
            quantity=lower,
        )
        c = unit_bound(beta)
        yield certified(evidence, partial(_infinite_norm, beta, c, int(4 * beta**2 * c) + 1))
    for beta in (Fraction(1, 2), Fraction(1)):
        cells = int(1000 * beta**2)
        share = diagonal_share(network, cells, beta)
        name = f"$\\beta = {beta}$, the diagonal cells of {cells} x {cells}"
        evidence = ball(name, share, "<=", arb(200), quantity=lower)
        yield certified(evidence, partial(_infinite_norm, beta, Fraction(200), cells))
    for sigma in (Fraction(1), Fraction(2)):
        yield _privacy(network, sigma)
    yield _growth()


def _privacy(network: Plane, sigma: Fraction) -> Evidence:
    """Compare delta(9/10), seen on the diagonal cells of a grid, with 1/2 for one noise level."""
    cells = int(400 * sigma**2)
    mu = diagonal_share(network, cells, Fraction(1)).sqrt() / enclosure(sigma)
    evidence = ball(
        f"$f - f'$ = the unit, $\\beta = 1$, $\\sigma = {sigma}$, seen on the diagonal cells of {cells} x {cells}",
        delta_ball(EPSILON, mu),
        "<=",
        arb(1) / 2,
        quantity=r"$\delta(9/10)$ of the mechanism from below, and $1/2$",
    )
    return certified(evidence, lambda: _no_privacy(sigma, cells))


def _seen_on_the_diagonal(
    says: str, part: int, beta: Fraction, cells: int, sigma: Fraction, c: Fraction
) -> Certificate:
    """Certify what the diagonal cells of a grid contribute to the norm, and what they leave of privacy."""
    return Certificate(
        says=says,
        given=[
            lemma("share", "relu-diagonal-share", beta=beta, cells=cells),
            lemma("delta", "gaussian-delta", mu=sqrt("share") / sigma, epsilon=EPSILON),
        ],
        values={"share": "share", "delta": "delta", "beta": beta, "N": cells, "sigma": sigma, "c": c},
        part=part,
    )


def _no_privacy(sigma: Fraction, cells: int) -> Certificate:
    says = fill(TEXTS["privacy_certificate"], sigma=sigma, cells=cells)
    return _seen_on_the_diagonal(says, 1, Fraction(1), cells, sigma, Fraction(200))


def _infinite_norm(beta: Fraction, c: Fraction, cells: int) -> Certificate:
    says = fill(TEXTS["norm_certificate"], beta=beta, c=c)
    return _seen_on_the_diagonal(says, 0, beta, cells, Fraction(1), c)


def _growth() -> Figure:
    cells = [2, 4, 8, 16]
    shown = {
        r"$\max(x + y - 1, 0)$": relu_of_sum,
        r"$\max(x - \frac12, 0) + \max(y - \frac12, 0)$": one_variable_each,
        r"$(x + y)^2/4$": smooth_unit,
    }
    xs = [float(n) for n in cells]
    return Figure(
        title="One ReLU unit of two variables has no norm",
        x_label="cells a side $N$",
        y_label=r"$f^T K^{-1} f$",
        x_scale="log",
        y_scale="log",
        series=[
            Series(label=name, x=xs, y=[float(f"{float(grid_norm(f, n, Fraction(1))):.6g}") for n in cells])
            for name, f in shown.items()
        ],
        caption=r"$\beta = 1$. The first line grows like $N/(4\beta^2)$, the others converge.",
    )


# ---- Functions with mixed derivatives ----


def product_norm(terms: Terms, beta: Fraction) -> Fraction:
    """Return ||f||^2 of a polynomial in two variables."""
    total = Fraction(0)
    for ((i, j), a), ((k, m), b) in product(terms.items(), repeat=2):
        total += a * b * power(i).inner(power(k), beta) * power(j).inner(power(m), beta)
    return total


SMOOTH: Mapping[str, Terms] = {
    "$1$": {(0, 0): Fraction(1)},
    "$xy$": {(1, 1): Fraction(1)},
    "$(x + y)^2/4$": {(2, 0): Fraction(1, 4), (1, 1): Fraction(1, 2), (0, 2): Fraction(1, 4)},
    "$x^2y/2$": {(2, 1): Fraction(1, 2)},
}


@claim("dpdqn/sec33-manhattan-kernel/repaired", broken={"a ReLU unit": {"unit": relu_of_sum}})
def mixed_derivatives(trial: Trial, *, unit: Plane = smooth_unit) -> Iterator[Evidence]:
    """Compare exact norms of polynomials, of products of zigzags, and norms on grids with the bound."""
    for beta in (Fraction(1, 10), Fraction(1), Fraction(7)):
        one = zigzag(Fraction(1), Fraction(1), 40).norm_squared(beta)
        pairs = {
            f"C = {top}, n = {n}": (top**2 * one**n, "<=", unit_bound(beta, top, n))
            for top, n in product((Fraction(1, 2), Fraction(1), Fraction(3)), (1, 2, 3))
        }
        yield exact_all(f"products of zigzags, $\\beta = {beta}$", pairs, quantity=r"$\|f\|^2$ and its bound")
    for beta in (Fraction(1, 4), Fraction(1), Fraction(7)):
        pairs = {name: (product_norm(terms, beta), "<=", unit_bound(beta)) for name, terms in SMOOTH.items()}
        yield exact_all(f"four polynomials, $\\beta = {beta}$", pairs, quantity=r"$\|f\|^2$ and its bound")
        yield ball(
            f"a unit on the grid of 16 x 16 cells, $\\beta = {beta}$",
            grid_norm(unit, 16, beta),
            "<=",
            enclosure(unit_bound(beta)),
            quantity=r"$f^T K^{-1} f$ and the bound of $\|f\|^2$",
        )
