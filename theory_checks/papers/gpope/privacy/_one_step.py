"""One subsampled step: its moments, and the printed bound of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from flint import arb, ctx

from tabular.numbers.balls import ball as ball_of
from tabular.privacy.subsampled import (
    SubsampledGaussian,
    binomial_log_moment,
    binomial_log_moment_ball,
)
from theory_checks.core import formula as formulas
from theory_checks.core.certificate import Certificate, used
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome, ball
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Term, log, ref
from theory_checks.core.interpret import approximate, enclose

BITS = 128


@dataclass(frozen=True)
class Step:
    """One step on m trajectories, an order lambda, and the distance D of the two gradients in units of the clip."""

    m: int
    sigma: Fraction | int
    order: Fraction | int
    shift: int = 2

    @property
    def name(self) -> str:
        """What evidence calls the step."""
        return f"$m = {self.m}$, $\\sigma = {self.sigma}$, $\\lambda = {self.order}$"

    @property
    def pair(self) -> SubsampledGaussian:
        """The two laws."""
        return SubsampledGaussian(Fraction(1, self.m), self.sigma, self.shift)

    @property
    def constants(self) -> dict[str, Term]:
        """The numbers of the case and what follows from them, as constants of expressions."""
        return {
            "m": self.m,
            "N": 1,
            "sigma": self.sigma,
            "lambda": self.order,
            "D": self.shift,
            "q": 1 / ref("m"),
            "x": formulas.exp(1 / ref("sigma") ** 2),
            "y": (ref("D") / ref("sigma")) ** 2,
        }

    @property
    def at_distance_two(self) -> dict[str, Term]:
        """The constants in units of D/2: for repairs, whose formulas have gradients at the distance 2."""
        return {**self.constants, "sigma": 2 * Fraction(self.sigma) / self.shift}


def moment(order: int) -> Formula:
    """Return alpha(lambda) of mix || null in the constants q and y."""
    a = order + 1
    terms = [
        comb(a, k) * ref("q") ** k * (1 - ref("q")) ** (a - k) * formulas.exp(Fraction(k * (k - 1), 2) * ref("y"))
        for k in range(a + 1)
    ]
    return log(formulas.total(terms))


PRINTED = formal_of(__file__, "gpope/lemma1").right
Bound = Callable[[Step], arb]


def printed_bound(step: Step) -> arb:
    """Return the right side of Lemma 1."""
    return enclose(PRINTED, step.constants)


def complete_bound(step: Step) -> arb:
    """Return log(1 + lambda (lambda + 1) (e^y - 1)/m^2 + sum_{j >= 3} C(a, j) m^-j e^(j (j - 1) y/2))."""
    a, half = int(step.order) + 1, ball_of(Fraction(step.shift**2, 2) / Fraction(step.sigma) ** 2)
    total = a * (a - 1) * (2 * half).expm1() / arb(step.m) ** 2
    for j in range(3, a + 1):
        total += comb(a, j) * (j * (j - 1) * half).exp() / arb(step.m) ** j
    return total.log1p()


def compared(trial: Trial, step: Step, bound: Bound, says: str) -> Evidence:
    """Compare alpha(lambda) of mix || null with a bound; a failure of the printed one is certified."""
    with ctx.workprec(BITS):
        left, right = binomial_log_moment_ball(step.pair, int(step.order), BITS), bound(step)
        evidence = ball(step.name, left, "<=", right, quantity=r"$\alpha(\lambda)$ and the bound")
    return (
        replace(evidence, certificate=_certificate(trial, step, says))
        if evidence.outcome is Outcome.FAILS
        else evidence
    )


def _certificate(trial: Trial, step: Step, says: str) -> Certificate:
    conclusion = moment(int(step.order)) > PRINTED
    return Certificate(
        says=f"{step.name}: {says}, and the log moment of one step exceeds the bound of Lemma 1.",
        constants=used(step.constants, conclusion),
        assumed=[
            "Left: log E_Q (P/Q)^(lambda + 1), Q = N(0, sigma^2), P = (1 - q) N(0, sigma^2) + q N(D, sigma^2), by the "
            "binomial theorem and E_Q e^(k (D x - D^2/2)/sigma^2) = e^(k (k - 1) D^2/(2 sigma^2))."
        ],
        conclusion=conclusion,
    )


HALF = Fraction(1, 2)


def in_doubles(m: int, sigma: float, order: int) -> float:
    """Return the right side of Lemma 1."""
    return approximate(PRINTED, {"m": m, "sigma": sigma, "lambda": order})


def first_failing_order(m: int, sigma: Fraction | int, shift: int = 1, most: int = 2000) -> int:
    """Return the first integer lambda at which alpha of mix || null exceeds the printed bound, in doubles."""
    pair = SubsampledGaussian(Fraction(1, m), sigma, shift)
    for order in range(1, most):
        if binomial_log_moment(pair, order) > in_doubles(m, float(sigma), order):
            return order
    raise ValueError(f"most must be above the first order that fails, got {most} at m = {m}, sigma = {sigma}")
