r"""Theorem 1: for which (epsilon, delta) there are constants.

N steps with noise sigma, one of m records drawn in each, L = ln(1/delta). All neighbours: gradients 2 apart in units of
the clip (`tabular.privacy.subsampled`). With mu = 2 sqrt(N)/(m sigma), which is 2 epsilon/(c_2 sqrt L) for the printed
sigma and does not depend on m and N any more:

    from below   the event sum_i o_i > tau shows that delta >= delta_G(epsilon, mu), exactly for m = 1 and, by a tangent
                 of Phi, wherever Phi(x + (m - 1) mu) >= Phi(x) + (m - 1) mu phi(x) at x = mu/2 - epsilon/mu <= 0
    from above   the probability that the record is drawn at all, the Gaussian curve of N steps without sampling, or
                 exp(2 N alpha(lambda) - lambda epsilon) with the exact binomial alpha of one ordered pair

delta_G(epsilon, mu) -> 1 as epsilon/L -> infinity: there are no constants for all epsilon and delta, whatever m is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, log, sqrt

from flint import arb, ctx

from tabular.privacy.arguments import ball as ball_of
from tabular.privacy.gaussian_balls import delta_ball
from tabular.privacy.subsampled import SubsampledGaussian, binomial_log_moment_ball
from theory_checks.core.certificate import Certificate, Expression, Term, lemma, op, relation, relation_fact
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.exhibits import Table
from theory_checks.kit.decimals import decimal

BITS = 128
DIGITS = 10**6
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


def printed_sigma(plan: Plan) -> arb:
    """Return c_2 sqrt(N L)/(m epsilon)."""
    return ball_of(plan.c2) * (plan.steps * plan.gain).sqrt() / ball_of(plan.m * plan.epsilon)


def proved_sigma(plan: Plan) -> arb:
    """Return 5 sqrt((1 + L/epsilon) max(1, N/(m^2 epsilon))), which is proved to be enough."""
    share = max(Fraction(1), Fraction(plan.steps) / (plan.m**2 * plan.epsilon))
    return 5 * ((1 + plan.gain / ball_of(plan.epsilon)) * ball_of(share)).sqrt()


def rounded_up(sigma: arb) -> Fraction:
    """Return a number with few digits that is at least sigma."""
    digits = DIGITS * 10 ** max(0, -ceil(log(float(sigma), 10)))
    return Fraction(ceil(float((sigma * digits).upper()) * (1 + 2.0**-50)), digits)


def limit_mu(plan: Plan, sigma: Fraction) -> arb:
    """Return mu = 2 sqrt(N)/(m sigma)."""
    return 2 * arb(plan.steps).sqrt() / ball_of(plan.m * sigma)


def from_below(plan: Plan, sigma: Fraction) -> arb:
    """Return a lower bound of the smallest delta: delta_G(epsilon, mu), or 0 where the tangent does not prove it."""
    mu = limit_mu(plan, sigma)
    x = mu / 2 - ball_of(plan.epsilon) / mu
    tangent = _phi(x) + (plan.m - 1) * mu * (-x * x / 2).exp() / (2 * arb.pi()).sqrt()
    proved = plan.m == 1 or (x <= 0 and _phi(x + (plan.m - 1) * mu) >= tangent)
    return delta_ball(plan.epsilon, mu) if proved else arb(0)


def _phi(x: arb) -> arb:
    return (-x / arb(2).sqrt()).erfc() / 2


def from_above(plan: Plan, sigma: Fraction) -> arb:
    """Return an upper bound of the smallest delta: of three, the first that is enough, or else the least."""
    best, target = arb(1), ball_of(plan.delta)
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
    best = (L + sqrt(L * (L + epsilon))) / epsilon
    return sorted({max(1, k) for k in (int(best), int(best) + 1, ceil(2 * L / epsilon))})


def tried(trial: Trial, plan: Plan, rule: Rule, region: Region = Region.WHOLE) -> Evidence:
    """Decide whether the sigma of a rule makes the plan private: refuted from below, or proved from above."""
    with ctx.workprec(BITS):
        sigma, case = rounded_up(rule(plan)), plan.name if rule is printed_sigma else plan.sizes
        below, target = from_below(plan, sigma), ball_of(plan.delta)
        detail = f"$\\sigma = {decimal(sigma)}$"
        if below > target:
            quantity = r"$\delta$ that is needed (lower bound), wanted $\delta$"
            found = ball(case, below, "<=", target, quantity=quantity, detail=detail, region=region)
            return replace(found, certificate=certificate(trial, plan, sigma))
        quantity = r"$\delta$ that is proved, wanted $\delta$"
        return ball(case, from_above(plan, sigma), "<=", target, quantity=quantity, detail=detail, region=region)


def certificate(trial: Trial, plan: Plan, sigma: Fraction, equality: bool = False) -> Certificate:
    """Certify that the hypotheses hold, that delta_G(epsilon, mu) is a lower bound, and that it exceeds delta."""
    constants: dict[str, Term] = {
        "m": plan.m,
        "N": plan.steps,
        "epsilon": plan.epsilon,
        "delta": plan.delta,
        "c1": plan.c1,
        "c2": plan.c2,
        "sigma": sigma,
        "mu": op("/", op("*", 2, op("sqrt", "N")), op("*", "m", "sigma")),
    }
    root = op("sqrt", op("*", "N", op("log", op("/", 1, "delta"))))
    budget = op("/", op("*", "c1", "N"), op("pow", "m", 2))
    facts = [
        relation_fact("epsilon", "=" if equality else "<", budget),
        relation_fact("sigma", ">=", op("/", op("*", "c2", root), op("*", "m", "epsilon"))),
    ]
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"{plan.name}: $\\sigma = {decimal(sigma)}$ satisfies the hypotheses and does not give "
        r"$(\epsilon,\delta)$.",
        constants=constants,
        facts=facts if plan.m == 1 else [*facts, *_tangent()],
        given=[lemma("reached", "gaussian-delta", mu="mu", epsilon="epsilon")],
        notes=[_EVENT, *([] if plan.m == 1 else [_JENSEN])],
        conclusion=relation("reached", ">", "delta"),
    )


_EVENT = (
    "All records have the clipped gradient -h e_1, and one, or its substitute, has +h e_1 (the limit of rewards that "
    "are large against the iterates). With o_i the first coordinate of step i, in units of h and moved so that these "
    "are 0 and 2, the event is sum o_i > sigma sqrt(N) (epsilon/mu + mu/2). Without the record the sum is "
    "N(0, N sigma^2)."
)
_JENSEN = (
    "With the record it is N(2 K, N sigma^2), K ~ Bin(N, 1/m), so the event has the probability E Phi(x + (K - N/m) 2/"
    "(sigma sqrt N)), x = mu/2 - epsilon/mu. Phi is above its tangent at x: below 0 as it is convex there, and from 0 "
    "to the largest argument as it is concave there and above at both ends. So it is at least Phi(x), and with the "
    "other probability this is the value of gaussian-delta."
)


def _tangent() -> list[dict[str, Expression]]:
    """Return the facts that Phi is above its tangent at x, up to x + (m - 1) mu."""
    x = op("-", op("/", "mu", 2), op("/", "epsilon", "mu"))
    reach = op("*", op("-", "m", 1), "mu")
    density = op("/", op("exp", op("neg", op("/", op("*", x, x), 2))), op("sqrt", op("*", 2, op("pi"))))
    above = op("+", op("normal-cdf", x), op("*", density, reach))
    return [
        relation_fact(x, "<=", 0),
        relation_fact(op("normal-cdf", op("+", x, reach)), ">=", above),
    ]


def plan(m: int, steps: int, epsilon: str | int, delta: str, c1: str | int = 1, c2: str | int = 10) -> Plan:
    """Return a plan from numbers that are easy to read."""
    return Plan(m, steps, Fraction(epsilon), Fraction(delta), Fraction(c1), Fraction(c2))


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


@claim(
    "gpope/thm1",
    "gpope/b2-constants",
    reading="absolute-constants",
    sound={r"$\sigma$ of `gpope/thm1/repaired`": {"rule": proved_sigma}},
)
def absolute_constants(trial: Trial, *, rule: Rule = printed_sigma) -> Iterator[Finding]:
    """Try the printed sigma inside, with c_1 = 1 and c_2 = 10, and outside, with several constants."""
    for case in SMALL_EPSILON:
        yield tried(trial, case, rule, Region.INSIDE)
    for case in LARGE_EPSILON:
        yield tried(trial, case, rule, Region.OUTSIDE)
    if rule is printed_sigma:
        yield _limits_table()


def _limits_table() -> Table:
    """Show the GDP limit of the constant that is needed."""
    rows: list[list[str | float]] = []
    for ratio in (0.01, 0.1, 1.0, 3.0, 10.0, 100.0):
        enough = 5 * sqrt(1 + ratio)
        needed = sqrt(2) * (1 + sqrt(1 + ratio))
        rows.append([f"{ratio:g}", float(f"{needed:.5g}"), float(f"{enough:.5g}")])
    return Table(
        title=r"$c_2$ against $\epsilon/\ln(1/\delta)$",
        columns=[r"$\epsilon/\ln(1/\delta)$", r"needed as $\delta \to 0$", "enough ($c_1 = 1$)"],
        rows=rows,
        caption=r"Needed: $\sqrt2(1 + \sqrt{1 + \epsilon/L})$, where the exponent of $\delta_G(\epsilon, "
        r"2\epsilon/(c_2\sqrt L))$ is $L$. Enough: proved.",
    )


# ---- Constants that may depend on m and N ----


def dependent_c2(m: int, steps: int, c1: Fraction) -> Fraction:
    """Return a number that is at least sqrt(2) m (1 + sqrt(1 + c_1 N/(m^2 L_0))), L_0 = -ln(1 - (1 - 1/m)^N)."""
    with ctx.workprec(BITS):
        least = -(1 - (1 - arb(1) / m) ** steps).log()
        ratio = ball_of(c1 * steps / m**2) / least
        return rounded_up(arb(2).sqrt() * m * (1 + (1 + ratio).sqrt()))


def _several() -> list[Plan]:
    """Return plans for m >= 2 next to delta_0 and far below, with epsilon next to its bound and far below."""
    found: list[Plan] = []
    for m, steps in ((2, 1), (2, 10), (10, 10), (30, 30)):
        c2, top = dependent_c2(m, steps, Fraction(1)), Fraction(steps, m**2)
        for epsilon in (top * Fraction(99, 100), top / 10):
            some = Plan(m, steps, epsilon, Fraction(1, 10**9), c2=c2)
            low = Fraction(int(drawn_probability(some) * 10**6), 10**6)
            found += [some, replace(some, delta=low), replace(some, delta=low / 10)]
    return [*found, plan(2, 2, "1/10", "3/4", 1, 10)]


ALONE = (
    plan(1, 1, "1/2", "9999/10000", 1, 4),
    plan(1, 1, "1/2", "99999999/100000000", 1, 100),
    plan(1, 100, 50, "999999/1000000", 1, 100),
    plan(1, 10, "1/20", "999999999999/1000000000000", "1/100", 100),
)


@claim("gpope/thm1", reading="constants-depend", sound={r"$\sigma$ of `gpope/thm1/repaired`": {"rule": proved_sigma}})
def constants_depend(trial: Trial, *, rule: Rule = printed_sigma) -> Iterator[Finding]:
    """Try constants that depend on m and N for m >= 2, and delta near 1 for m = 1."""
    for case in _several():
        yield tried(trial, case, rule, Region.INSIDE)
    for case in ALONE:
        yield tried(trial, case, rule, Region.OUTSIDE)
