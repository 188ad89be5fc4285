"""One subsampled step: its moments, and the printed bound of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from flint import arb, ctx

from tabular.numbers.balls import ball as ball_of
from tabular.privacy.subsampled import SubsampledGaussian, binomial_log_moment, binomial_log_moment_ball
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Term
from theory_checks.core.interpret import approximate, enclose
from theory_checks.papers.gpope.privacy._certified import certified

BITS = 128


@dataclass(frozen=True)
class Step:
    """One step on m trajectories, an order lambda, and the distance D of the two gradients in units of the clip."""

    m: int
    sigma: Fraction | int
    order: Fraction | int
    shift: Fraction | int = 2

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
        """The numbers of the formulas."""
        return {"m": self.m, "N": 1, "sigma": self.sigma, "lambda": self.order}

    @property
    def at_distance_two(self) -> dict[str, Term]:
        """The constants in units of D/2: for repairs, whose formulas have gradients at the distance 2."""
        return {**self.constants, "sigma": 2 * Fraction(self.sigma) / self.shift}


PRINTED = formal_of(__file__, "gpope/lemma1").right
Bound = Callable[[Step], arb]
EXCEEDED = r"the log moment of the pair of the proof, $\mu$ first, exceeds the bound"


def printed_bound(step: Step) -> arb:
    """Return the right side of Lemma 1."""
    return enclose(PRINTED, step.constants)


def claimed(trial: Trial) -> Bound:
    """Return the bound that a statement claims."""
    return lambda step: enclose(trial.formal.right, step.constants)


def complete_bound(step: Step) -> arb:
    """Return log(1 + lambda (lambda + 1) (e^y - 1)/m^2 + sum_{j >= 3} C(a, j) m^-j e^(j (j - 1) y/2))."""
    a, half = int(step.order) + 1, ball_of(Fraction(step.shift) ** 2 / 2 / Fraction(step.sigma) ** 2)
    total = a * (a - 1) * (2 * half).expm1() / arb(step.m) ** 2
    for j in range(3, a + 1):
        total += comb(a, j) * (j * (j - 1) * half).exp() / arb(step.m) ** j
    return total.log1p()


def pair_moment(step: Step) -> arb:
    """Return a ball that holds alpha(lambda) of mix || null."""
    return binomial_log_moment_ball(step.pair, int(step.order), BITS)


def compared(
    step: Step,
    bound: Bound,
    moment: Bound = pair_moment,
    *,
    case: str = "",
    region: Region = Region.WHOLE,
    quantity: str = r"$\alpha(\lambda)$ and the bound",
) -> Evidence:
    """Compare a log moment, that of mix || null if no other is given, with a bound."""
    with ctx.workprec(BITS):
        return ball(case or step.name, moment(step), "<=", bound(step), quantity=quantity, region=region)


def refuted(trial: Trial, step: Step, evidence: Evidence, says: str) -> Evidence:
    """Add a certificate to evidence on a step that fails; the distance is that of the step."""
    return certified(trial, evidence, f"{step.name}: {says}.", step.constants, own={"distance": step.shift})


HALF, MOST = Fraction(1, 2), 2000


def in_doubles(m: int, sigma: float, order: int, right: Formula = PRINTED) -> float:
    """Return the right side of Lemma 1, or of another bound on one step."""
    return approximate(right, {"m": m, "N": 1, "sigma": sigma, "lambda": order})


def first_failing_order(
    m: int, sigma: Fraction | int, shift: int = 1, right: Formula = PRINTED, orders: range = range(1, MOST)
) -> int:
    """Return the first order at which alpha of mix || null exceeds a bound, in doubles: only a proposal."""
    pair = SubsampledGaussian(Fraction(1, m), sigma, shift)
    for order in orders:
        if binomial_log_moment(pair, order) > in_doubles(m, float(sigma), order, right):
            return order
    raise ValueError(f"orders must hold the first one that fails, got {orders} at m = {m}, sigma = {sigma}")
