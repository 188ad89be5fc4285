"""Functions made of chords: their norms, forms and certificates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tabular.numbers.balls import ball as enclosure
from tabular.privacy import PiecewiseLinear, Polynomial
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Trial
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term
from theory_checks.core.interpret import exact as value_of


def energy(f: PiecewiseLinear, x: Fraction) -> Fraction:
    """Return the integral of f'^2 from 0 to x."""
    knots = [t for t in sorted({*f.knots, x}) if t <= x]
    return sum(((f(b) - f(a)) ** 2 / (b - a) for a, b in pairwise(knots)), start=Fraction(0))


Function = PiecewiseLinear | Polynomial
HALF = Fraction(1, 2)
PRODUCT = formal_of(__file__, "dpdqn/lemma6").right
BETAS = (Fraction(1, 10), HALF, Fraction(1), Fraction(7))


PARTS = ("ends", "slopes", "mass")


@dataclass(frozen=True)
class Form:
    """The weights of the end values, of integral f' g' and of integral f g in an inner product."""

    ends: Fraction
    slopes: Fraction
    values: Fraction


def printed_form(beta: Fraction) -> Form:
    """Return the weights of Lemma 6."""
    return Form(*(value_of(PRODUCT, {"beta": beta, **{name: int(name == part) for name in PARTS}}) for part in PARTS))


def same_rate(beta: Fraction) -> Fraction:
    """Return the rate of e^{-beta |x - y|}."""
    return beta


def double_rate(beta: Fraction) -> Fraction:
    """Return the rate of e^{-2 beta |x - y|}."""
    return 2 * beta


Lines = Mapping[str, PiecewiseLinear]


def about_chords(
    says: str, lines: Lines, theorems: Mapping[str, tuple[str, Mapping[str, Term]]], part: int = 0, **values: Term
) -> Certificate:
    """Return a certificate about broken lines with common knots, each named as the list of its values.

    Some symbols are values of lemmas, about the line called `values` unless they say otherwise.
    """
    (knots,) = {f.knots for f in lines.values()}
    return Certificate(
        says=says,
        objects={"points": knots, **{name: f.values for name, f in lines.items()}},
        given=[
            lemma(name, theorem, **{"points": "points", "values": "values", **given})
            for name, (theorem, given) in theorems.items()
        ],
        values={**{name: name for name in theorems}, **values},
        part=part,
    )


def product_of(first: str, second: str, beta: Term) -> tuple[str, Mapping[str, Term]]:
    """Return the lemma on the product of two broken lines."""
    return "chord-product", {"values": first, "others": second, "beta": beta}


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


def line(*values: Fraction | int) -> PiecewiseLinear:
    """Return the broken line through values at evenly spaced points."""
    return PiecewiseLinear.through(grid(len(values) - 1), values)


def grid(cells: int) -> list[Fraction]:
    """Return the ends of equal cells of [0, 1]."""
    return [Fraction(i, cells) for i in range(cells + 1)]


def zigzag(top: Fraction, slope: Fraction, cells: int) -> PiecewiseLinear:
    """Return the broken line that goes up and down between top - slope/cells and top with slopes +-slope."""
    return line(*(top - slope / cells * (i % 2) for i in range(cells + 1)))


def power(k: int) -> Polynomial:
    """Return x^k."""
    return Polynomial.of([0] * k + [1])


def kernel_chords(beta: Fraction, cells: int) -> PiecewiseLinear:
    """Return a broken line next to e^{-beta x}, with values rounded to multiples of 2^-20."""
    heights = [(-enclosure(beta * x)).exp() for x in grid(cells)]
    return line(*(Fraction(round(float(height) * 2**20), 2**20) for height in heights))


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
