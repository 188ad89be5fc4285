r"""The privacy loss in the proof of Claim 13, line by line.

The release is z = f(x) + sigma M^{1/2} y with y ~ N(0, I), d = f(x) - f(x') and ||d||_M^2 = d^T M^{-1} d. The density
at z of the release on x is a constant times exp(-(z - f(x))^T M^{-1} (z - f(x))/(2 sigma^2)), so

    c(z) = -(z - f(x))^T M^{-1} (z - f(x))/(2 sigma^2) + (z - f(x'))^T M^{-1} (z - f(x'))/(2 sigma^2).

Printed is the opposite of it, and in the line after it -2 y in place of +2 sigma y. Matrices M = S S with a rational
symmetric S make everything rational.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from tabular.numbers.arrays import each_fraction
from tabular.numbers.rational import solve_exact
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, Relation, Term, differs, equals, exp, log, num, ref
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
    return value_of(lines.claims[1].right, {**values, "cross": at.y @ at.whitened() if cross is None else cross})


def moments(lines: Formal, at: Point) -> tuple[Fraction, Fraction]:
    """Return mean and variance of the third line for y ~ N(0, I): it is affine, and the product is normal."""
    mean = third(lines, at, Fraction(0))
    return mean, (third(lines, at, Fraction(1)) - mean) ** 2 * at.form(at.f - at.g)


PRINTED = formal_of(__file__, "dpdqn/claim13-log-ratio")
CORRECT = formal_of(__file__, "dpdqn/claim13-log-ratio/repaired")
OTHER_SIGN = Formal((CORRECT.claims[0], equals("loss", substitute(PRINTED.claims[1].right, {"cross": -ref("cross")}))))


@claim("dpdqn/claim13-log-ratio", sound={"the corrected lines": {"lines": CORRECT}})
def log_ratio(trial: Trial, *, lines: Formal = PRINTED) -> Iterator[Finding]:
    """Compare the three lines at points of the real line, each with one defect in view."""
    at = Point.of([1], [0], [[1]], 1, [-1])
    yield exact(
        r"second line: $M = 1$, $\sigma = 1$, $f(x) = 1$, $f(x') = 0$, $z = 0$",
        second(lines, at),
        "==",
        at.loss(),
        quantity=r"second line against $\ln$ of the ratio",
        certificate=None if lines is CORRECT else _second_certificate(trial),
    )
    for sigma, defect in ((1, "the sign of $y$"), (2, r"the sign of $y$, and $\sigma$ is missing")):
        at = Point.of([1], [0], [[1]], sigma, [1])
        yield exact(
            f"third line: $M = 1$, $\\sigma = {sigma}$, $f(x) = 1$, $f(x') = 0$, $y = 1$ ({defect})",
            third(lines, at),
            "==",
            at.loss(),
            quantity=r"third line against $\ln$ of the ratio",
            certificate=None if lines is CORRECT else _third_certificate(trial, sigma),
        )
    yield exact(
        r"law of the third line: $M = 1$, $\sigma = 2$, $f(x) = 1$, $f(x') = 0$",
        moments(lines, at)[1],
        "==",
        Fraction(1, 4),
        quantity=r"variance for $y \sim \mathcal{N}(0, 1)$ against the right one $\|d\|_M^2/\sigma^2$",
        certificate=None if lines is CORRECT else _variance_certificate(trial),
    )
    yield _line_table()


def _ratio(z: Term) -> Formula:
    """Return ln of the ratio of the densities at z of N(1, sigma^2) and N(0, sigma^2)."""
    width = num(2) * "sigma" * "sigma"
    exponent, other = (num(z) - 1) * (num(z) - 1) / width, num(z) * z / width
    return log(exp(-exponent) / exp(-other))


def _third(y: Term) -> Formula:
    """Return the printed third line for M = 1 and outputs 1 and 0."""
    return substitute(PRINTED.claims[1].right, {"square": 1, "cross": y})


def _certificate(
    trial: Trial, says: str, constants: Mapping[str, Term], conclusion: Relation, notes: Sequence[str] = ()
) -> Certificate:
    return Certificate(
        says=says,
        constants=constants,
        assumed=notes,
        conclusion=conclusion,
    )


def _second_certificate(trial: Trial) -> Certificate:
    says = "M = 1, sigma = 1, outputs 1 and 0, z = 0: the second line has the opposite sign of the log ratio."
    line = substitute(PRINTED.right, {"form": (ref("z") - 1) ** 2, "other": ref("z") ** 2})
    return _certificate(trial, says, {"z": 0, "sigma": 1}, differs(line, _ratio("z")))


def _third_certificate(trial: Trial, sigma: int) -> Certificate:
    says = f"M = 1, sigma = {sigma}, outputs 1 and 0, y = 1, so z = 1 + sigma: the third line is not the log ratio."
    constants = {"sigma": sigma, "y": 1, "z": 1 + ref("sigma") * ref("y")}
    return _certificate(trial, says, constants, differs(_third("y"), _ratio("z")))


def _variance_certificate(trial: Trial) -> Certificate:
    says = "M = 1, sigma = 2, outputs 1 and 0: the third line has a variance other than the privacy loss."
    slopes = {"printed": _third(1) - _third(0), "loss": _ratio(1 + ref("sigma")) - _ratio(1)}
    conclusion = differs(ref("printed") * ref("printed"), ref("loss") * ref("loss"))
    note = (
        "Both are affine in y ~ N(0, 1), so that their variances are the squares of their slopes, here as the "
        "differences of their values at y = 1 and y = 0, where z = 1 + sigma and z = 1."
    )
    return _certificate(trial, says, {"sigma": 2, **slopes}, conclusion, [note])


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
    for root in ([[1]], [[3]], [[2, 1], [1, 3]], [[1, 1, 0], [1, 3, 1], [0, 1, 2]]):
        n = len(root)
        for sigma in (Fraction(1, 3), Fraction(1), Fraction(5)):
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
