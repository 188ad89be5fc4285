r"""The stochastic gradient, Equations (2.3) and (4.1), and the recursion of the error, Equation (C.1).

    L(theta, w) = w'(b - A theta) - w'Cw/2,   B = (dL/dtheta, -dL/dw) = (-A' w, A theta + C w - b)
    GTD2        theta + beta A' w, w + beta (b - A theta - C w)     is  (theta, w) - beta B
    error       xi' = xi - beta B~ = (I - beta Q) xi - beta Delta,  Delta = B~ - B: the sign is a minus

A quadratic f satisfies (f(x + e) - f(x - e))/2 = f'(x) e exactly, so derivatives are computed here without calculus.
Both sides of (4.1) are linear in (A, b, C) for fixed (theta, w) and of degree 1 in (theta, w): they agree if they do
for unit matrices at the origin and the unit vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from tabular.arrays import Array, each_fraction, fraction
from tabular.evaluation.saddle import identity_like, saddle_matrix
from tabular.rational import solve_exact
from theory_checks.certificate import Certificate, op, relation
from theory_checks.claim import Finding, Trial, claim
from theory_checks.evidence import Evidence, Rational, exact_all
from theory_checks.linear_evaluation import random_moments

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
    domain=r"all $\hat A_i$, $\hat b_i$, symmetric $\hat C_i$, $\theta$, $w$ and $\beta_i$",
    refuted_by=r"$\hat A_i$, $\hat b_i$, $\hat C_i$ and a point at which two of the three printed forms differ",
    covers=r"""
$\partial\hat L/\partial\theta = -\hat A^\top w$ and, $\hat C$ being symmetric,
$-\partial\hat L/\partial w = -(\hat b - \hat A\theta) + \hat Cw$: these are the rows of (4.1), and a step of length
$\beta$ against them is (2.3). The cases decide it for $n \leq 2$ without calculus: both sides are linear in
$(\hat A, \hat b, \hat C)$ and of degree 1 in $(\theta, w)$, so that unit matrices, the origin and the unit vectors
suffice, and central differences are exact for a quadratic. Steps are compared at $\beta = 1/7$: both sides are affine
in $\beta$ and agree at 0.""",
    broken={"the gradient without the change of sign in $w$": {"gradient": ascent_in_both}},
)
def gradient_4_1(trial: Trial, *, gradient: Gradient = printed_gradient) -> Iterator[Evidence]:
    """Compare the printed gradient with derivatives and with the update of GTD2."""
    for n in (1, 2, 3) if trial.full else (1, 2):
        identity = each_fraction(np.eye(2 * n, dtype=np.int64))
        pairs: Comparisons = {}
        for name, A, b, C in _units(n):
            for k, x in enumerate([0 * identity[0], *identity]):
                found = gradient(A, b, C, x)
                pairs |= _equal(f"{name} at point {k}, derivative", found, derivative(A, b, C, x))
                moved = x - Fraction(1, 7) * found
                pairs |= _equal(f"{name} at point {k}, GTD2", moved, gtd2(A, b, C, x, Fraction(1, 7)))
        case = f"$n = {n}$: unit matrices at the origin and the unit vectors"
        yield exact_all(case, pairs, quantity="the three forms of the gradient step")


def _equal(name: str, left: Array, right: Array) -> Comparisons:
    return {f"{name}, entry {i}": (x, "==", y) for i, (x, y) in enumerate(zip(left, right, strict=True))}


@claim(
    "gpope/recursion-c1",
    domain=r"steps of Algorithm 1 with any error $\Delta_i = \tilde B_i - B$ of the gradient; $\xi_i$ is measured from "
    r"the right $(\theta^*, w^*)$",
    refuted_by=r"a step for which the two sides of (C.1) differ",
    covers=r"""
$\xi_{i+1} = \xi_i - \beta_i\tilde B_i = \xi_i - \beta_iB - \beta_i\Delta_i = (I-\beta_iQ)\xi_i - \beta_i\Delta_i$:
the printed sign is right only for $\Delta_i = 0$. The slip is harmless for (C.3), in which $\Delta_i$ enters through
its square and a term of mean zero.""",
    sound={"the sign of the last term reversed": {"sign": -1}},
)
@claim(
    "gpope/recursion-c1",
    reading="opposite-sign",
    domain=r"steps of Algorithm 1 with any error of the gradient, and $\Delta_i := B - \tilde B_i$, the negative of "
    r"what is defined; $\xi_i$ is measured from the right $(\theta^*, w^*)$",
    refuted_by=r"a step for which the two sides of (C.1) differ",
    covers=r"""
$\tilde B_i = B - \Delta_i$ and $B = Q\xi_i$, so $\xi_{i+1} = \xi_i - \beta_i\tilde B_i = (I-\beta_iQ)\xi_i +
\beta_i\Delta_i$. The cases compute steps exactly.""",
    broken={"a minus sign": {"sign": 1}},
)
@claim(
    "gpope/recursion-c1/repaired",
    domain=r"all $A$, $b$, $C$ with a solution $(\theta^*, w^*)$, all $\xi_i$, $\beta_i$ and $\Delta_i = \tilde B_i - "
    "B$",
    refuted_by=r"a step for which the two sides differ",
    covers=r"""
$B = Q(\theta_i, w_i) - (0, b) = Q\xi_i$ by the first order condition, and line 7 of Algorithm 1 subtracts
$\beta_i\tilde B_i = \beta_i(B + \Delta_i)$. The cases compute steps exactly.""",
    broken={"the printed sign": {"sign": 1}},
)
def recursion_c1(trial: Trial, *, sign: int | None = None) -> Iterator[Finding]:
    """Compare a step of Algorithm 1 with (I - beta Q) xi +- beta Delta."""
    minus = trial.claim_id.endswith("/repaired") or trial.reading == "opposite-sign"
    factor = sign or (-1 if minus else 1)  # the sign of B~ - B
    for i in range(9):
        after, claimed = _random_step(trial, i, factor)
        yield exact_all(
            f"random step {i}, $n = {1 + i % 3}$" + ("" if i else r", $\Delta_i = 0$"),
            _equal("the error after the step", after, claimed),
            quantity="(C.1)",
            certificate=_sign_certificate(trial) if (after != claimed).any() else None,
        )


def _random_step(trial: Trial, i: int, factor: int) -> tuple[Array, Array]:
    """Return xi after a step of Algorithm 1, and (I - beta Q) xi + factor beta Delta; Delta is 0 in the first."""
    rng, n, beta = trial.rng("step", str(i)), 1 + i % 3, Fraction(1, 3)
    A, C = random_moments(rng, n)
    Q = saddle_matrix(A, C)
    b, x, drawn = (each_fraction(rng.integers(-4, 5, k)) / 2 for k in (n, 2 * n, 2 * n))
    error: Array = drawn + 5 if i else 0 * drawn
    best: Array = solve_exact(Q, np.concatenate([0 * b, b]))
    start: Array = x - best
    after = x - beta * (printed_gradient(A, b, C, x) + error) - best
    return after, start - beta * (Q @ start) + factor * beta * error


def _sign_certificate(trial: Trial) -> Certificate:
    """Certify one step of one feature in theta: A = C = 1, b = 0, from the optimum, with the error (1, 0)."""
    gradient = op("neg", op("*", "A", "w"))
    noisy = op("+", gradient, "Delta")
    claimed = op("+", op("-", "theta", op("*", "beta", gradient)), op("*", "beta", "Delta"))
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=r"One feature, $A = C = 1$, $b = 0$, from $\theta = w = 0$, which is the optimum: with the error "
        r"$\Delta = (1, 0)$ of the gradient, $\theta$ moves to $-\beta$, and (C.1) says $+\beta$.",
        constants={"A": 1, "theta": 0, "w": 0, "beta": 1, "Delta": 1},
        conclusion=relation(op("-", "theta", op("*", "beta", noisy)), "!=", claimed),
    )
