"""Plans of Theorem 1: the printed noise, and whether it is enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, log

from flint import arb, ctx

from tabular.numbers.balls import ball as ball_of
from tabular.privacy.gaussian_balls import delta_ball
from tabular.privacy.subsampled import SubsampledGaussian, binomial_log_moment_ball
from theory_checks.core.claim import Trial
from theory_checks.core.domain import holds
from theory_checks.core.evidence import Evidence, Outcome, Region, ball
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term, ref, sqrt
from theory_checks.core.interpret import enclose
from theory_checks.core.lemmas import hypotheses_of, of_lemma
from theory_checks.kit.decimals import decimal
from theory_checks.papers.gpope.privacy._certified import certified

BITS = 128
DIGITS = 10**6
LESS = 1 - Fraction(2, 10**5)  # takes away more than rounding up adds
_SHORT = 1000


@dataclass(frozen=True)
class Plan:
    """m records, N steps, a wanted (epsilon, delta), and the constants of the theorem."""

    m: int
    steps: int
    epsilon: Fraction
    delta: Fraction
    c1: Fraction = Fraction(1)
    c2: Fraction = Fraction(10)

    @property
    def constants(self) -> dict[str, Term]:
        """The numbers of the formulas."""
        return {
            "m": self.m,
            "N": self.steps,
            "epsilon": self.epsilon,
            "delta": self.delta,
            "c1": self.c1,
            "c2": self.c2,
        }

    @property
    def gain(self) -> arb:
        """Return L = ln(1/delta)."""
        return -ball_of(self.delta).log()

    @property
    def sizes(self) -> str:
        """Name the plan without its constants."""
        near_one = self.delta > Fraction(99, 100)
        delta = f"1 - {decimal(1 - self.delta)}" if near_one else decimal(self.delta)
        return f"$m = {self.m}$, $N = {self.steps}$, $\\epsilon = {self.epsilon}$, $\\delta = {delta}$"

    @property
    def name(self) -> str:
        """Name the plan with its constants."""
        return f"$c_1 = {self.c1}$, $c_2 = {decimal(self.c2)}$: {self.sizes}"


Rule = Callable[[Plan], arb]
Lower = Callable[[Plan, Fraction], arb]


PRINTED = formal_of(__file__, "gpope/thm1").let["printed"]
PROVED = formal_of(__file__, "gpope/thm1/repaired").let["proved"]
BUDGET = formal_of(__file__, "gpope/thm1-region", "one-pass").right
MU = 2 * sqrt(ref("steps")) / (ref("m") * ref("sigma"))
SUMMED, SEEN = "summed-releases-delta", "seen-record-delta"
QUANTITY = (r"$\delta$ that is proved, wanted $\delta$", r"$\delta$ that is needed (lower bound), wanted $\delta$")


def printed_sigma(plan: Plan) -> arb:
    """Return the sigma of Theorem 1."""
    return enclose(PRINTED, plan.constants)


def proved_sigma(plan: Plan) -> arb:
    """Return the sigma of the repaired theorem, which is proved to be enough."""
    return enclose(PROVED, plan.constants)


def rounded_up(sigma: arb) -> Fraction:
    """Return a number with few digits that is at least sigma."""
    digits = DIGITS * 10 ** max(0, -ceil(log(float(sigma), 10)))
    return Fraction(ceil(float((sigma * digits).upper()) * (1 + 2.0**-50)), digits)


def from_below(plan: Plan, sigma: Fraction) -> arb:
    """Return a lower bound of the smallest delta: delta_G(epsilon, mu), or 0 where the tangent does not prove it."""
    numbers = release(plan, sigma)
    proved = all(holds(hypothesis, numbers) for hypothesis in hypotheses_of(SUMMED))
    return delta_ball(plan.epsilon, enclose(MU, numbers)) if proved else arb(0)


def drawn_and_seen(plan: Plan, sigma: Fraction) -> arb:
    """Return a lower bound of the smallest delta: the record is drawn, and its release lands on its own side."""
    return enclose(of_lemma(SEEN), release(plan, sigma))


def release(plan: Plan, sigma: Fraction) -> dict[str, Term]:
    """Return the parameters of a lemma on the releases of a plan."""
    return {"steps": plan.steps, "m": plan.m, "epsilon": plan.epsilon, "sigma": sigma}


def from_above(plan: Plan, sigma: Fraction, target: arb) -> arb:
    """Return an upper bound of the smallest delta: of three, the first that is enough, or else the least."""
    best = arb(1)
    for bound in (drawn_at_all, unsampled, by_moments):
        best = arb.min(best, bound(plan, sigma))
        if best <= target:
            return best
    return best


def drawn_at_all(plan: Plan, sigma: Fraction) -> arb:
    """Return 1 - (1 - 1/m)^N, whatever sigma is; exactly where delta is this number."""
    if plan.steps <= _SHORT:
        return ball_of(drawn_probability(plan))
    return 1 - (1 - arb(1) / plan.m) ** plan.steps


def drawn_probability(plan: Plan) -> Fraction:
    """Return 1 - (1 - 1/m)^N as a rational."""
    return 1 - (1 - Fraction(1, plan.m)) ** plan.steps


def unsampled(plan: Plan, sigma: Fraction) -> arb:
    """Return delta_G(epsilon, 2 sqrt(N)/sigma): the draws are told."""
    return delta_ball(plan.epsilon, 2 * arb(plan.steps).sqrt() / ball_of(sigma))


def by_moments(plan: Plan, sigma: Fraction) -> arb:
    """Return the least exp(2 N alpha(lambda) - lambda epsilon) over a few integer orders."""
    pair, best = SubsampledGaussian(Fraction(1, plan.m), sigma, 2), arb(1)
    for order in _orders(plan):
        alpha = binomial_log_moment_ball(pair, order, BITS)
        both = (2 * alpha.expm1()).log1p()
        best = arb.min(best, (plan.steps * both - order * ball_of(plan.epsilon)).exp())
    return best


def _orders(plan: Plan) -> list[int]:
    """Return orders next to those that minimise lambda (lambda + 1)/(lambda epsilon - L) and a simple one."""
    L, epsilon = float(plan.gain), float(plan.epsilon)
    best = (L + (L * (L + epsilon)) ** 0.5) / epsilon
    return sorted({max(1, k) for k in (int(best), int(best) + 1, ceil(2 * L / epsilon))})


def tried(
    trial: Trial,
    plan: Plan,
    rule: Rule,
    region: Region = Region.WHOLE,
    theorem: str = SUMMED,
    lower: Lower = from_below,
) -> Evidence:
    """Decide whether the sigma of a rule makes the plan private: refuted from below, proved from above, or open."""
    with ctx.workprec(BITS):
        sigma, target = rounded_up(rule(plan)), enclose(trial.formal.right, plan.constants)
        below, detail = lower(plan, sigma), f"$\\sigma = {decimal(sigma)}$"
        too_small = bool(below > target)
        value = below if too_small else from_above(plan, sigma * LESS, target)
        case = plan.name if rule is printed_sigma else plan.sizes
        evidence = ball(case, value, "<=", target, quantity=QUANTITY[too_small], detail=detail, region=region)
    says = f"{plan.name}: {detail} satisfies the hypotheses and does not give $(\\epsilon,\\delta)$."
    values = {**plan.constants, "sigma": sigma}
    if too_small:
        return certified(trial, evidence, says, values, by={"reached": theorem})
    return evidence if evidence.outcome is Outcome.HOLDS else replace(evidence, outcome=Outcome.UNDECIDED)


def plan(m: int, steps: int, epsilon: str | int, delta: str, c1: str | int = 1, c2: str | int = 10) -> Plan:
    """Return a plan from numbers that are easy to read."""
    return Plan(m, steps, Fraction(epsilon), Fraction(delta), Fraction(c1), Fraction(c2))


def with_equality(plan: Plan) -> Plan:
    """Return the plan with the N for which epsilon is c_1 N/m^2."""
    return replace(plan, steps=int(plan.epsilon * plan.m**2 / plan.c1))


SMALL_EPSILON = (
    plan(1, 2, 1, "1/2"),
    plan(1, 35, 34, "1e-5"),
    plan(2, 5, 1, "1/100"),
    plan(10, 101, 1, "1e-5"),
    plan(10, 601, 6, "1/10"),
    plan(100, 10001, 1, "1e-5"),
    plan(100, 340001, 34, "1e-5"),
    plan(1000, 100001, "1/10", "1e-5"),
    plan(30, 10**7, "1/2", "1e-9"),
)
LARGE_EPSILON = (
    plan(1, 47, 46, "1e-5", 1, 4),
    plan(10, 4601, 46, "1e-5", 1, 4),
    plan(1, 61, 60, "1/2"),
    plan(1, 6001, 60, "1/2", "1/100"),
    plan(1, 1001, 1000, "1e-9"),
    plan(1, 4001, 4000, "1/2", 1, 100),
    plan(10, 80001, 800, "1e-9"),
    plan(1000, 8 * 10**8 + 1, 800, "1e-9"),
    plan(1000, 8 * 10**10, 800, "1e-9", "1/99"),
)
