r"""The privacy loss in the proof of Claim 13, line by line.

The release is z = f(x) + sigma M^{1/2} y with y ~ N(0, I), d = f(x) - f(x') and ||d||_M^2 = d^T M^{-1} d. The density
at z of the release on x is a constant times exp(-(z - f(x))^T M^{-1} (z - f(x))/(2 sigma^2)), so

    c(z) = -(z - f(x))^T M^{-1} (z - f(x))/(2 sigma^2) + (z - f(x'))^T M^{-1} (z - f(x'))/(2 sigma^2).

Printed is the opposite of it, and in the line after it -2 y in place of +2 sigma y. Both lines are exact if x and x'
change places in the ratio and z = f(x') + M^{1/2} y has the noise y ~ N(0, sigma^2 I). Matrices M = S S with a rational
symmetric S make everything rational.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from tabular.numbers.arrays import each_fraction
from tabular.numbers.rational import solve_exact
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import equals, ref
from theory_checks.core.interpret import exact as value_of
from theory_checks.core.interpret import substitute

Vector = np.ndarray


@dataclass(frozen=True)
class Point:
    """Outputs f = f(x) and g = f(x'), the root S of M, sigma, and y."""

    f: Vector
    g: Vector
    root: Vector
    sigma: Fraction
    y: Vector

    @classmethod
    def of(
        cls, f: Sequence[int], g: Sequence[int], root: Sequence[Sequence[int]], sigma: Fraction | int, y: Sequence[int]
    ) -> Point:
        """Return the point with exact entries."""
        return cls(exactly(f), exactly(g), exactly(root), Fraction(sigma), exactly(y))

    @property
    def z(self) -> Vector:
        """The release f(x) + sigma S y."""
        return self.f + self.sigma * (self.root @ self.y)

    def form(self, v: Vector) -> Fraction:
        """Return v^T M^{-1} v."""
        w = solve_exact(self.root, v)
        return Fraction((w * w).sum())

    def whitened(self) -> Vector:
        """Return M^{-1/2} d."""
        return solve_exact(self.root, self.f - self.g)

    def cross(self) -> Fraction:
        """Return y^T M^{-1/2} d."""
        return Fraction((self.y * self.whitened()).sum())

    def loss(self) -> Fraction:
        """Return the logarithm of the ratio of the densities at z; the normalising constants cancel."""
        covariance = self.sigma**2 * (self.root @ self.root)
        form, other = (Fraction((v * solve_exact(covariance, v)).sum()) for v in (self.z - self.f, self.z - self.g))
        return (other - form) / 2


def exactly(values: Sequence[int] | Sequence[Sequence[int]]) -> Vector:
    """Return an array of fractions."""
    return each_fraction(np.array(values, dtype=object))


def second(lines: Formal, at: Point) -> Fraction:
    """Return the line with the two quadratic forms."""
    forms = {"form": at.form(at.z - at.f), "other": at.form(at.z - at.g)}
    return value_of(lines.claims[0].right, {**forms, "sigma": at.sigma})


def third(lines: Formal, at: Point, cross: Fraction | None = None) -> Fraction:
    """Return the line with y, or with another product in the place of that of y and M^{-1/2} d."""
    values = {"square": at.form(at.f - at.g), "sigma": at.sigma}
    return value_of(lines.claims[1].right, {**values, "cross": at.cross() if cross is None else cross})


def moments(lines: Formal, at: Point) -> tuple[Fraction, Fraction]:
    """Return mean and variance of the third line for y ~ N(0, I): it is affine, and the product is normal."""
    mean = third(lines, at, Fraction(0))
    return mean, (third(lines, at, Fraction(1)) - mean) ** 2 * at.form(at.f - at.g)


NAMES = ("second", "third")
PRINTED = formal_of(__file__, "dpdqn/claim13-log-ratio")
CORRECT = formal_of(__file__, "dpdqn/claim13-log-ratio/repaired")
OTHER_SIGN = Formal((CORRECT.claims[0], equals("loss", substitute(PRINTED.claims[1].right, {"cross": -ref("cross")}))))


@claim("dpdqn/claim13-log-ratio", sound={"the corrected lines": {"lines": CORRECT}})
def log_ratio(trial: Trial, *, lines: Formal = PRINTED) -> Iterator[Finding]:
    """Compare the three lines at points of the real line, each with one defect in view."""
    outputs = r"$f(x) = 1$, $f(x') = 0$"

    def compared(case: str, line: Fraction, right: Fraction, quantity: str, part: int) -> Evidence:
        certificate = None if lines is CORRECT else _certificate(at, part)
        return exact(case, line, "==", right, quantity=quantity, certificate=certificate)

    at = Point.of([1], [0], [[1]], 1, [-1])
    case = rf"second line: $M = 1$, $\sigma = 1$, {outputs}, $z = 0$"
    yield compared(case, second(lines, at), at.loss(), r"second line against $\ln$ of the ratio", 0)
    for sigma, defect in ((1, "the sign of $y$"), (2, r"the sign of $y$, and $\sigma$ is missing")):
        at = Point.of([1], [0], [[1]], sigma, [1])
        case = f"third line: $M = 1$, $\\sigma = {sigma}$, {outputs}, $y = 1$ ({defect})"
        yield compared(case, third(lines, at), at.loss(), r"third line against $\ln$ of the ratio", 1)
    case = rf"law of the third line: $M = 1$, $\sigma = 2$, {outputs}"
    quantity = r"variance for $y \sim \mathcal{N}(0, 1)$ against the right one $\|d\|_M^2/\sigma^2$"
    yield compared(case, moments(lines, at)[1], Fraction(1, 4), quantity, 1)
    yield _line_table()


def _certificate(at: Point, part: int) -> Certificate:
    """Certify that a printed line is not the logarithm of the ratio at a point."""
    known = {"form": at.form(at.z - at.f), "other": at.form(at.z - at.g), "sigma": at.sigma}
    forms = {**known, "square": at.form(at.f - at.g), "cross": at.cross()}
    return Certificate(
        says=f"M = 1, sigma = {at.sigma}, outputs 1 and 0, y = {at.y[0]}: the {NAMES[part]} line is not the log ratio.",
        given=[lemma("loss", "gaussian-log-ratio", **known)],
        values={**forms, "loss": ref("loss")},
        part=part,
    )


@claim(
    "dpdqn/claim13-log-ratio",
    reading="inputs-exchanged",
    broken={"the corrected lines": {"lines": CORRECT}, "the other sign of $y$": {"lines": OTHER_SIGN}},
)
def log_ratio_exchanged(trial: Trial, *, lines: Formal = PRINTED) -> Iterator[Evidence]:
    """Compare the lines with the log ratio of x' to x at z = f(x') + M^{1/2} y."""
    for root, sigma in product(ROOTS, SIGMAS):
        f, g = list(range(1, len(root) + 1)), [0] * len(root)
        checks = {
            f"{name} line, y/sigma = {y}": (value_of(claim.right, exchanged(at)), "==", at.loss())
            for y in product((-2, 0, 1), repeat=len(root))
            for at in (Point.of(g, f, root, sigma, y),)
            for name, claim in zip(NAMES, lines.claims, strict=False)
        }
        yield exact_all(f"$M^{{1/2}}$ = {root}, $\\sigma = {sigma}$", checks, quantity="the lines and the log ratio")


def exchanged(at: Point) -> dict[str, Fraction]:
    """Return what the lines speak of if f is the output on x', g that on x, and y counts in units of sigma."""
    return {
        "form": at.form(at.z - at.g),
        "other": at.form(at.z - at.f),
        "square": at.form(at.f - at.g),
        "cross": -at.sigma * at.cross(),
        "sigma": at.sigma,
    }


ROOTS: Sequence[list[list[int]]] = ([[1]], [[3]], [[2, 1], [1, 3]], [[1, 1, 0], [1, 3, 1], [0, 1, 2]])
SIGMAS = (Fraction(1, 3), Fraction(1), Fraction(5))


def _line_table() -> Table:
    return Table(
        title="The three lines",
        columns=["line", "printed", "right", "what it changes"],
        rows=[
            [
                "2",
                r"$\frac{\|z - f(x)\|_M^2 - \|z - f(x')\|_M^2}{2\sigma^2}$",
                r"$\frac{\|z - f(x')\|_M^2 - \|z - f(x)\|_M^2}{2\sigma^2}$",
                "the sign of the loss, hence its mean",
            ],
            [
                "3",
                r"$\frac{\|d\|_M^2 - 2y^TM^{-1/2}d}{2\sigma^2}$",
                r"$\frac{\|d\|_M^2 + 2\sigma y^TM^{-1/2}d}{2\sigma^2}$",
                r"the variance, by $1/\sigma^2$; the sign of $y$ does not change the law",
            ],
            [
                "law",
                r"$\mathcal{N}(\|d\|_M^2/2\sigma^2, 2\|d\|_M^2/2\sigma^2)$",
                "the same",
                "nothing: the rest of the proof starts from the right law",
            ],
        ],
        caption=r"$d = f(x) - f(x')$, $\|v\|_M^2 = v^TM^{-1}v$.",
    )


@claim(
    "dpdqn/claim13-log-ratio/repaired",
    broken={
        "the printed lines": {"lines": PRINTED},
        r"only the sign of $y$ corrected": {"lines": OTHER_SIGN},
    },
)
def log_ratio_repaired(trial: Trial, *, lines: Formal = CORRECT) -> Iterator[Finding]:
    """Compare the lines exactly, and the law with the stated one, for matrices with a rational root."""
    for root in ROOTS:
        n = len(root)
        for sigma in SIGMAS:
            f, g = list(range(1, n + 1)), [0] * n
            points = {y: Point.of(f, g, root, sigma, y) for y in product((-2, 0, 1), repeat=n)}
            origin = points[(0,) * n]
            square, law = origin.form(exactly(f)), moments(lines, origin)
            mean, variance = (value_of(claim.right, {"square": square, "sigma": sigma}) for claim in CORRECT.claims[2:])
            checks = {
                **{f"second line, y = {y}": (second(lines, at), "==", at.loss()) for y, at in points.items()},
                **{f"third line, y = {y}": (third(lines, at), "==", at.loss()) for y, at in points.items()},
                "mean": (law[0], "==", mean),
                "variance": (law[1], "==", variance),
            }
            yield exact_all(f"$M^{{1/2}}$ = {root}, $\\sigma = {sigma}$", checks, quantity="the lines and the law")
