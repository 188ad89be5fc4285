r"""Lemma 2 and its proof step (C.4): how one step of length beta maps the error, Q = [[0, -A'], [A, C]].

It takes (v, 0) to (v, -beta A v), of squared norm |v|^2 + beta^2 |A v|^2 > |v|^2: the norm of I - beta Q exceeds 1 for
every beta > 0, whatever the eigenvalues.

The chains are noise free: if every trajectory of the data set has the same A and C, then G = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from tabular.evaluation.saddle import identity_like, lyapunov_norm
from tabular.numbers.arrays import Array, fraction
from tabular.numbers.balls import ball as enclosed
from tabular.numbers.quadratic_forms import Bracket, largest_eigenvalue
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, dot, ref
from theory_checks.core.interpret import exact as value
from theory_checks.papers.gpope.common.linear_evaluation import (
    Problem,
    one_state,
    two_states,
)
from theory_checks.papers.gpope.common.one_state_loops import nine
from theory_checks.papers.gpope.optimisation._spectra import SLOW, enclosure, spectrum_certificate

ONE_STATE = one_state(Fraction(3, 5))  # eigenvalues 1/5 and 4/5
HALVES = two_states(Fraction(1, 2), Fraction(1, 2))
Measure = Callable[[Problem, Fraction], Bracket]


def step_matrix(problem: Problem, beta: Fraction) -> Array:
    """Return I - beta Q."""
    return identity_like(problem.Q) - beta * problem.Q


def smallest(problem: Problem) -> Fraction:
    """Return lmin(Q), all eigenvalues being real."""
    return min(mode.moduli[0] for mode in problem.modes)


def largest(problem: Problem) -> Fraction:
    """Return lmax(Q), all eigenvalues being real."""
    return max(mode.moduli[1] for mode in problem.modes)


def spectral_norm(problem: Problem, beta: Fraction) -> Bracket:
    """Return the squared spectral norm of I - beta Q."""
    M = step_matrix(problem, beta)
    return largest_eigenvalue(M.T @ M)


def as_described(problem: Problem, beta: Fraction) -> Bracket:
    """Return the square of "the square root of the maximum eigenvalue of (I - beta Q)"."""
    value = 1 - beta * smallest(problem)
    return Bracket(value, value)


def spectral_radius(problem: Problem, beta: Fraction) -> Bracket:
    """Return the squared spectral radius of I - beta Q, which no norm of it falls below."""
    value = max(max((1 - beta * x) ** 2 for x in mode.moduli) for mode in problem.modes)
    return Bracket(value, value)


CONTROL = {"the spectral radius, which is not the norm": {"measure": spectral_radius}}


@claim("gpope/lemma2-spectral", reading="spectral-norm", sound=CONTROL)
def spectral(trial: Trial, *, measure: Measure = spectral_norm) -> Iterator[Finding]:
    """Compare the squared norm of I - beta Q with the printed square."""
    yield from _measured(trial, measure, _norm_certificate)


@claim("gpope/lemma2-spectral", reading="as-described", sound=CONTROL)
def described(trial: Trial, *, measure: Measure = as_described) -> Iterator[Finding]:
    """Compare the largest eigenvalue of I - beta Q with the printed square."""
    yield from _measured(trial, measure, _described_certificate)


def _measured(
    trial: Trial, measure: Measure, certify: Callable[[Problem, Fraction], Certificate]
) -> Iterator[Evidence]:
    for problem, beta in STEPS:
        left, right = measure(problem, beta), value(trial.formal.right, {"beta": beta, "lmin": smallest(problem)})
        certificate = None if left.low == left.high == right else certify(problem, beta)
        yield _equal(_case(problem, beta), left, right, certificate)


def _equal(case: str, left: Bracket, right: Fraction, certificate: Certificate | None) -> Evidence:
    """Compare exactly, or as balls where the left side is not rational."""
    quantity = r"$\|I-\beta Q\|_S^2$ and $(1-\beta\lambda_{\min}(Q))^2$"
    if left.low == left.high:
        return exact(case, Fraction(left.low), "==", right, quantity=quantity, certificate=certificate)
    return ball(case, enclosure(left), "==", enclosed(right), quantity=quantity, certificate=certificate)


STEPS: Sequence[tuple[Problem, Fraction]] = (
    (ONE_STATE, Fraction(5, 4)),
    (ONE_STATE, Fraction(1, 100)),
    (SLOW, Fraction(20, 9)),
    (SLOW, Fraction(1)),
)


def _case(problem: Problem, beta: Fraction) -> str:
    most = r" $= 1/\lambda_{\max}(Q)$" if beta * largest(problem) == 1 else ""
    return f"{problem.name}, $\\beta = {beta}${most}"


def _start(problem: Problem) -> list[Fraction]:
    """Return (v, 0) for the last mode v."""
    vector = problem.modes[-1].vector
    return [*vector, *(0 * x for x in vector)]


MODULI, EIGENVALUES = {"lmin": 2, "lmax": 3}, {"lmin": 8, "lmax": 9}  # in the lemma; the latter are all real


def _norm_certificate(problem: Problem, beta: Fraction) -> Certificate:
    says = f"with $\\beta = {beta}$ the norm of $I - \\beta Q$ is above 1"
    certificate = spectrum_certificate(problem, says, EIGENVALUES, {"norm": ref("norm"), "beta": beta})
    return _with(certificate, lemma("norm", "step-norm", mdp="M", features="phi", beta=beta))


def _described_certificate(problem: Problem, beta: Fraction) -> Certificate:
    says = f"with $\\beta = {beta}$ $1-\\beta\\lambda_{{\\min}}(Q)$ is not its own square"
    return spectrum_certificate(problem, says, EIGENVALUES, {"norm": 1 - beta * ref("lmin"), "beta": beta})


def _growth_certificate(problem: Problem, beta: Fraction) -> Certificate:
    """Certify that one step without noise makes (v, 0) longer, v the last mode."""
    says, step = f"a step of length $\\beta = {beta}$ makes the error longer", {"beta": beta, "before": dot("v", "v")}
    values = {"after": ref("after"), **step, **NO_NOISE}
    certificate = spectrum_certificate(problem, says, MODULI, values, v=problem.modes[-1].vector)
    return _with(certificate, lemma("after", "one-step-error", mdp="M", features="phi", vector="v", **step))


def _with(certificate: Certificate, given: Mapping[str, Any]) -> Certificate:
    return replace(certificate, given=[*certificate.given, given])


NO_NOISE = {"G2": 0, "c": 0, "N": 1, "m": 1}


@dataclass(frozen=True)
class Norm:
    """A squared norm x'Px, and what a step without noise is said to leave of it."""

    weights: Callable[[Array], Array]
    bound: Formula


PRINTED_NORM = Norm(identity_like, formal_of(__file__, "gpope/lemma2").right)
LYAPUNOV_NORM = Norm(
    lambda Q: lyapunov_norm(Q).P, formal_of(__file__, "gpope/lemma2-spectral/repaired").right * "before"
)


def _constants(problem: Problem) -> Mapping[str, Fraction | int]:
    """Return what the two bounds take from a chain, without noise."""
    norm = lyapunov_norm(problem.Q)
    return {**NO_NOISE, "lmin": smallest(problem), "mu": fraction(norm.mu.low), "L": fraction(norm.L.high)}


@claim("gpope/lemma2", sound={r"the norm $\xi^\top P\xi$ with $1-\beta\mu+\beta^2L$": {"norm": LYAPUNOV_NORM}})
def lemma2(trial: Trial, *, norm: Norm = PRINTED_NORM) -> Iterator[Finding]:
    """Compare the squared length after one step with the contraction that is claimed."""
    for problem, beta in (*STEPS, (HALVES, Fraction(1, 2)), (HALVES, Fraction(2))):
        x = np.array(_start(problem), dtype=object)
        P, after = norm.weights(problem.Q), step_matrix(problem, beta) @ x
        values = {**_constants(problem), "beta": beta, "before": fraction(x @ P @ x)}
        left, right = fraction(after @ P @ after), value(norm.bound, values)
        yield exact(
            _case(problem, beta) + f", $\\xi_i = ({', '.join(map(str, x))})$",
            left,
            "<=",
            right,
            quantity=r"$\|\xi_{i+1}\|^2$ and $(1-\beta\lambda_{\min}(Q))^2\|\xi_i\|^2$",
            certificate=None if left <= right else _growth_certificate(problem, beta),
        )
    yield _norm_figure()


def _norm_figure() -> Figure:
    """Squared lengths of the error from (1, -1, 0, 0): as printed, and in the norm that contracts."""
    norm, count = lyapunov_norm(HALVES.Q), 24
    slow = fraction(norm.largest_step)
    printed = _lengths(Fraction(2), identity_like(HALVES.Q), count)
    lyapunov = _lengths(slow, norm.P, count)
    shrink = 1 - float(slow) * float(norm.mu.low) / 2
    steps = list(range(count))
    return Figure(
        title="The error on a chain of two states, without noise",
        x_label="iteration $i - 1$",
        y_label="squared length, at first 1",
        y_scale="log",
        series=[
            Series(label=r"$\|\xi_i\|^2$, $\beta = 2$", x=steps, y=printed),
            Series(label=r"(6.3), $\beta = 2$", x=steps, y=[nine(0.25**i) for i in steps]),
            Series(label=r"$\|\xi_i\|_P^2$, $\beta = \mu/(2L)$", x=steps, y=lyapunov),
            Series(label=r"$(1-\beta\mu/2)^{i-1}$", x=steps, y=[nine(shrink**i) for i in steps], kind="dots"),
        ],
        caption=r"Both states follow with probability 1/2, $\gamma = 1/2$. $Q$ has the eigenvalues 1/4 and "
        r"$\frac14 \pm \frac{\sqrt3}{4}i$ of modulus 1/2: with $\beta = 2$ the error returns for ever.",
    )


def _lengths(beta: Fraction, P: Array, count: int) -> list[float]:
    x = np.array(_start(HALVES), dtype=object).astype(np.float64)
    weights, M, squares = P.astype(np.float64), step_matrix(HALVES, beta).astype(np.float64), list[float]()
    for _ in range(count):
        squares.append(float(x @ weights @ x))
        x = M @ x
    return [nine(square / squares[0]) for square in squares]
