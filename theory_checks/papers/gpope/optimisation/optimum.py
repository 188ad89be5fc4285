r"""The solution of the saddle point problem, Equation (6.1): min_theta max_w w'(b - A theta) - w'Cw/2.

    theta* = (A' C^-1 A)^-1 A' C^-1 b                right
    w* = C^-1 (b - A' theta*)  as printed            right is C^-1 (b - A theta*)
    first order condition      -A' w* = 0,  A theta* + C w* = b

The two versions of w* differ by C^-1 (A - A') theta*: not at all for one feature or a symmetric A, which hides the
slip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tabular.evaluation.saddle import identity_like, saddle_matrix
from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array, each_fraction
from tabular.numbers.rational import solve_exact
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact_all
from theory_checks.core.formula import ref
from theory_checks.papers.gpope.common.linear_evaluation import (
    HALF,
    Problem,
    hessian,
    one_state,
    random_moments,
    two_states,
)

Primal = Callable[[Array, Array, Array], Array]
Dual = Callable[[Array, Array, Array, Array], Array]
Comparisons = dict[str, tuple[Rational, str, Rational]]


def printed_theta(A: Array, C: Array, b: Array) -> Array:
    """Return (A' C^-1 A)^-1 A' C^-1 b."""
    return solve_exact(hessian(A, C), A.T @ solve_exact(C, b))


def transposed_theta(A: Array, C: Array, b: Array) -> Array:
    """Return (A C^-1 A')^-1 A C^-1 b."""
    return printed_theta(A.T, C, b)


def without_one_inverse(A: Array, C: Array, b: Array) -> Array:
    """Return (A' C^-1 A)^-1 A' b."""
    return solve_exact(hessian(A, C), A.T @ b)


def printed_w(A: Array, C: Array, b: Array, theta: Array) -> Array:
    """Return C^-1 (b - A' theta)."""
    return solve_exact(C, b - A.T @ theta)


def right_w(A: Array, C: Array, b: Array, theta: Array) -> Array:
    """Return C^-1 (b - A theta)."""
    return solve_exact(C, b - A @ theta)


def less_of_b(A: Array, C: Array, b: Array, theta: Array) -> Array:
    """Return C^-1 (9/10 b - A theta)."""
    return right_w(A, C, Fraction(9, 10) * b, theta)


@dataclass(frozen=True)
class Case:
    """Matrices A and C > 0 with a vector b, and the chain that they come from, if any."""

    name: str
    A: Array
    C: Array
    b: Array
    problem: Problem | None = None


def absorbing_pair() -> Problem:
    """Return 0 -> 1 -> 1, reward 1 in state 1, gamma = 1/2: the trajectory leaves each state once, d = (1/2, 1/2)."""
    mdp = FiniteMDP([[[0, 1], [0, 1]]], [[0, 1]], HALF)
    identity = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    return Problem("the trajectory 0, 1, 1", mdp, [HALF, HALF], identity)


def _cases(trial: Trial, count: int = 12) -> Iterator[Case]:
    for problem in (one_state(HALF, reward=1), two_states(Fraction(2, 3), HALF, (1, 3)), absorbing_pair()):
        yield Case(problem.name, problem.A, problem.C, problem.b, problem)
    for i in range(5 * count if trial.full else count):
        rng, size = trial.rng("A, C and b", str(i)), 1 + i % 3
        A, C = random_moments(rng, size)
        b = each_fraction(rng.integers(-5, 6, size)) / 2
        yield Case(f"random $A$, $C$, $b$ number {i}, $n = {size}$", A, C, b)


def first_order(case: Case, theta: Array, w: Array) -> Comparisons:
    """Compare Q (theta, w) with (0, b), row by row."""
    left = saddle_matrix(case.A, case.C) @ np.concatenate([theta, w])
    rows = enumerate(zip(left, np.concatenate([0 * theta, case.b]), strict=True))
    return {f"row {i} of the first order condition": (x, "==", y) for i, (x, y) in rows}


@claim(
    "gpope/optimum-theta",
    reading="theta",
    broken={
        "$A$ and its transpose exchanged": {"theta": transposed_theta},
        "$C^{-1}$ before $b$ left out": {"theta": without_one_inverse},
    },
    near=("$A$ and its transpose exchanged", "$C^{-1}$ before $b$ left out"),
)
def optimum_theta(trial: Trial, *, theta: Primal = printed_theta) -> Iterator[Evidence]:
    """Check the first order condition at theta* and the w that belongs to it, and that theta* is A^-1 b."""
    for case in _cases(trial):
        solution = theta(case.A, case.C, case.b)
        pairs = first_order(case, solution, right_w(case.A, case.C, case.b, solution))
        direct = zip(solution, solve_exact(case.A, case.b), strict=True)
        pairs |= {f"entry {i}, also from A theta = b": (x, "==", y) for i, (x, y) in enumerate(direct)}
        yield exact_all(case.name, pairs, quantity="first order condition")


RIGHT = {r"$C^{-1}(b - A\theta^*)$": {"dual": right_w}}


@claim("gpope/optimum-theta", reading="first-order-condition", sound=RIGHT)
@claim("gpope/optimum-w", sound=RIGHT)
@claim(
    "gpope/optimum-w/repaired",
    setting={"dual": right_w, "count": 12},
    broken={"as printed": {"dual": printed_w}, "nine tenths of $b$": {"dual": less_of_b}},
    near=("as printed", "nine tenths of $b$"),
)
def optimum_w(trial: Trial, *, dual: Dual = printed_w, count: int = 3) -> Iterator[Finding]:
    """Check the first order condition at theta* and w*."""
    for case in _cases(trial, count):
        theta = printed_theta(case.A, case.C, case.b)
        w = dual(case.A, case.C, case.b, theta)
        pairs = first_order(case, theta, w)
        wrong = [i for i, (x, _, y) in enumerate(pairs.values()) if x != y]
        certificate = _certificate(case, np.concatenate([theta, w]), wrong[0]) if wrong else None
        yield exact_all(case.name, pairs, quantity="first order condition", certificate=certificate)


def _certificate(case: Case, x: Array, row: int) -> Certificate:
    """Certify that the printed w makes Q (theta, w) differ from (0, b) in a row."""
    zero, one, problem = 0 * case.A, identity_like(case.A), case.problem
    place = {"matrix": "Q", "offset": "g", "row": row}
    aim = ref("aim") if problem else ref("g", row)
    origin = [lemma("aim", "tabular-saddle-offset", mdp="M", weights="d", **place)] if problem else []
    return Certificate(
        says=f"{case.name}: with $A\\theta^* = b$ and $Cw^* = b - A^\\top\\theta^*$ the first order condition fails in "
        f"row {row}.",
        objects={
            **({"M": problem.mdp, "d": list(problem.weights)} if problem else {}),
            "Q": saddle_matrix(case.A, case.C),
            "g": [*(0 * case.b), *case.b],
            "x": x,
            "inverses": np.block([[solve_exact(case.A, one), zero], [zero, solve_exact(case.C, one)]]),
        },
        given=[*origin, lemma("row", "transposed-saddle-row", vector="x", inverse="inverses", aim=aim, **place)],
        values={"row": ref("row"), "aim": aim},
    )
