r"""The stochastic gradient, Equations (2.3) and (4.1), and the recursion of the error, Equation (C.1).

    L(theta, w) = w'(b - A theta) - w'Cw/2,   B = (dL/dtheta, -dL/dw) = (-A' w, A theta + C w - b)
    GTD2        theta + beta A' w, w + beta (b - A theta - C w)     is  (theta, w) - beta B
    error       xi' = xi - beta B~ with B~ = B + Delta and B = Q xi: the sign of Delta is a minus

A quadratic f satisfies (f(x + e) - f(x - e))/2 = f'(x) e exactly, so derivatives are computed here without calculus.
Both sides of (4.1) are linear in (A, b, C) for fixed (theta, w) and of degree 1 in (theta, w): they agree if they do
for unit matrices at the origin and the unit vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tabular.evaluation.saddle import identity_like, saddle_matrix
from tabular.numbers.arrays import Array, each_fraction, fraction
from tabular.numbers.rational import solve_exact
from theory_checks.core.certificate import Certificate, fact
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact_all
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import exact
from theory_checks.papers.gpope.common.linear_evaluation import random_moments

Comparisons = dict[str, tuple[Rational, str, Rational]]
Gradient = Callable[[Array, Array, Array, Array], Array]


def objective(A: Array, b: Array, C: Array, x: Array) -> Fraction:
    """Return w'(b - A theta) - w'Cw/2 at x = (theta, w)."""
    theta, w = np.split(x, 2)
    return fraction(w @ (b - A @ theta)) - fraction(w @ C @ w) / 2


def printed_gradient(A: Array, b: Array, C: Array, x: Array) -> Array:
    """Return [[0, -A'], [A, C]] x - (0, b)."""
    return saddle_matrix(A, C) @ x - np.concatenate([0 * b, b])


def ascent_in_both(A: Array, b: Array, C: Array, x: Array) -> Array:
    """Return the plain gradient of the objective, without the change of sign in w."""
    theta, w = np.split(printed_gradient(A, b, C, x), 2)
    return np.concatenate([theta, -w])


def not_transposed(A: Array, b: Array, C: Array, x: Array) -> Array:
    """Return [[0, -A], [A, C]] x - (0, b)."""
    theta, w = np.split(x, 2)
    return np.concatenate([-A @ w, A @ theta + C @ w - b])


def without_b(A: Array, b: Array, C: Array, x: Array) -> Array:
    """Return [[0, -A'], [A, C]] x."""
    return printed_gradient(A, 0 * b, C, x)


def derivative(A: Array, b: Array, C: Array, x: Array) -> Array:
    """Return (dL/dtheta, -dL/dw) by central differences, exact for a quadratic."""
    steps = identity_like(np.outer(x, x))
    plain = [(objective(A, b, C, x + e) - objective(A, b, C, x - e)) / 2 for e in steps]
    n = len(plain) // 2
    return np.array([*plain[:n], *(-y for y in plain[n:])], dtype=object)


def gtd2(A: Array, b: Array, C: Array, x: Array, beta: Fraction) -> Array:
    """Return the update of Equation (2.3)."""
    theta, w = np.split(x, 2)
    return np.concatenate([theta + beta * (A.T @ w), w + beta * (b - A @ theta - C @ w)])


def _units(n: int) -> Iterator[tuple[str, Array, Array, Array]]:
    """Yield a basis of the triples (A, b, symmetric C)."""
    none, zero = each_fraction(np.zeros((n, n), dtype=np.int64)), each_fraction(np.zeros(n, dtype=np.int64))
    for i in range(n):
        for j in range(n):
            unit = none.copy()
            unit[i, j] = Fraction(1)
            yield f"A{i}{j}", unit, zero, none
            if i <= j:
                yield f"C{i}{j}", none, zero, unit + unit.T
        b = zero.copy()
        b[i] = Fraction(1)
        yield f"b{i}", none, b, none


@claim(
    "gpope/gradient-4-1",
    broken={
        "the gradient without the change of sign in $w$": {"gradient": ascent_in_both},
        "$A$ in place of its transpose": {"gradient": not_transposed},
        "$b$ left out": {"gradient": without_b},
    },
    near=("the gradient without the change of sign in $w$", "$A$ in place of its transpose", "$b$ left out"),
)
def gradient_4_1(trial: Trial, *, gradient: Gradient = printed_gradient) -> Iterator[Evidence]:
    """Compare the printed gradient with derivatives and with the update of GTD2."""
    for n in (1, 2, 3) if trial.full else (1, 2):
        identity = each_fraction(np.eye(2 * n, dtype=np.int64))
        pairs: Comparisons = {}
        for name, A, b, C in _units(n):
            for k, x in enumerate([0 * identity[0], *identity]):
                printed = gradient(A, b, C, x)
                pairs |= _equal(f"{name} at point {k}, derivative", printed, derivative(A, b, C, x))
                moved = x - Fraction(1, 7) * printed
                pairs |= _equal(f"{name} at point {k}, GTD2", moved, gtd2(A, b, C, x, Fraction(1, 7)))
        case = f"$n = {n}$: unit matrices at the origin and the unit vectors"
        yield exact_all(case, pairs, quantity="the three forms of the gradient step")


def _equal(name: str, left: Array, right: Array) -> Comparisons:
    return {f"{name}, entry {i}": (x, "==", y) for i, (x, y) in enumerate(zip(left, right, strict=True))}


PRINTED, REPAIRED = (formal_of(__file__, id_).right for id_ in ("gpope/recursion-c1", "gpope/recursion-c1/repaired"))


@claim("gpope/recursion-c1", sound={"the sign of the last term reversed": {"recursion": REPAIRED}})
@claim("gpope/recursion-c1", reading="opposite-sign", setting={"sign": -1}, broken={"a minus sign": {"sign": 1}})
@claim(
    "gpope/recursion-c1/repaired", setting={"recursion": REPAIRED}, broken={"the printed sign": {"recursion": PRINTED}}
)
def recursion_c1(trial: Trial, *, recursion: Formula = PRINTED, sign: int = 1) -> Iterator[Finding]:
    """Compare a step of Algorithm 1 with the recursion, in which Delta is `sign` times B~ - B."""
    for i in range(9):
        step = _random_step(trial, i)
        after, claimed = step.after(), step.claimed(recursion, sign)
        wrong = np.flatnonzero(after != claimed)
        yield exact_all(
            f"random step {i}, $n = {1 + i % 3}$" + ("" if i else r", $\Delta_i = 0$"),
            _equal("the error after the step", after, claimed),
            quantity="(C.1)",
            certificate=_sign_certificate(step, int(wrong[0])) if wrong.size else None,
        )


@dataclass(frozen=True)
class Step:
    """A step from x with the error `error` of the gradient; `best` solves Q best = (0, b)."""

    A: Array
    C: Array
    b: Array
    x: Array
    error: Array
    best: Array
    beta: Fraction = Fraction(1, 3)

    def after(self) -> Array:
        """Return xi after a step of Algorithm 1."""
        return self.x - self.beta * (printed_gradient(self.A, self.b, self.C, self.x) + self.error) - self.best

    def claimed(self, recursion: Formula, sign: int) -> Array:
        """Return xi after the step by the recursion, entry by entry, with Delta = sign (B~ - B)."""
        xi: Array = self.x - self.best
        entries = zip(xi, saddle_matrix(self.A, self.C) @ xi, sign * self.error, strict=True)
        values = ({"beta": self.beta, "xi": x, "image": y, "Delta": error} for x, y, error in entries)
        return np.array([exact(recursion, each) for each in values], dtype=object)


def _random_step(trial: Trial, i: int) -> Step:
    """Return a step; Delta is 0 in the first."""
    rng, n = trial.rng("step", str(i)), 1 + i % 3
    A, C = random_moments(rng, n)
    b, x, drawn = (each_fraction(rng.integers(-4, 5, k)) / 2 for k in (n, 2 * n, 2 * n))
    best: Array = solve_exact(saddle_matrix(A, C), np.concatenate([0 * b, b]))
    return Step(A, C, b, x, drawn + 5 if i else 0 * drawn, best)


def _sign_certificate(step: Step, k: int) -> Certificate:
    """Certify the step in one coordinate in which the recursion is wrong."""
    Q, xi = saddle_matrix(step.A, step.C), step.x - step.best
    image, error = ref("xi", 1, k), step.error[k]
    return Certificate(
        says=f"$n = {step.b.size}$, $\\beta = {step.beta}$: in coordinate {k} the error after the step is another.",
        objects={"Q": Q, "xi": [xi, Q @ xi], "none": 0 * xi},
        facts=[fact("iteration", matrix="Q", offset="none", sequence="xi")],
        values={
            "after": step.after()[k],
            "xi": ref("xi", 0, k),
            "image": image,
            "gradient": image + error,
            "Delta": error,
            "beta": step.beta,
        },
    )
