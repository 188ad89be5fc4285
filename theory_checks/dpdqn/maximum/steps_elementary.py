r"""Two elementary inequalities in the proof of Lemma 8.

tanh step   (1 - e^(cx))/(1 + e^(cx)) < x for all x > 0 iff c <= 2. The left side is -tanh(cx/2); with -cx in the
            exponents it is tanh(cx/2), and then the equivalence is right.
exponential E max(e^y, 1) <= E e^(y + 1), where y = z/c has mean sqrt(n) and variance 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from flint import arb

from tabular.privacy.arguments import ball as exact_ball
from theory_checks.certificate import Certificate, op, relation, relation_fact
from theory_checks.claim import Trial, claim
from theory_checks.dpdqn.density.density_ratio import normal_cdf
from theory_checks.evidence import Evidence, Outcome, ball

Side = Callable[[arb], arb]


def printed_side(y: arb) -> arb:
    """Return (1 - e^y)/(1 + e^y), y = cx."""
    return (1 - y.exp()) / (1 + y.exp())


def negated_side(y: arb) -> arb:
    """Return (1 - e^-y)/(1 + e^-y) = tanh(y/2)."""
    return printed_side(-y)


# c, x: for c <= 2 the inequality must hold at x; for c > 2 it must fail somewhere, with the sign turned at this x
SMALL = (Fraction(2), Fraction(1, 100))
PRINTED_CASES = (SMALL, (Fraction(-3), Fraction(1, 2)), (Fraction(3), Fraction(1, 2)))
CASES = (
    SMALL,
    *((Fraction(c), Fraction(x)) for c in (-3, 0, 1, 2) for x in (Fraction(1, 4), 1, 10)),
    (Fraction(3), Fraction(1, 2)),
    (Fraction(201, 100), Fraction(1, 10)),
)


@claim(
    "dpdqn/lemma8-tanh-step/repaired",
    domain=r"all real $c$ and all $x > 0$",
    refuted_by=r"$c \leq 2$ and an $x$ at which the inequality fails, or a $c > 2$ for which it holds everywhere",
    covers=r"""
The left side is $\tanh(cx/2)$, which is at most $\tanh(x) < x$ for $c \leq 2$ and $x > 0$. For $c > 2$ it has the slope
$c/2 > 1$ at $x = 0$, so it exceeds $x$ for small $x$. The cases enclose both sides; those with $c > 2$ are
witnesses.""",
    broken={"the printed sign": {"side": printed_side}},
)
@claim(
    "dpdqn/lemma8-tanh-step",
    domain=r"all real $c$ and all $x > 0$",
    refuted_by=r"$c \leq 2$ and an $x$ at which the inequality fails, or a $c > 2$ for which it holds everywhere",
    not_covered=r"nothing: as printed the left side is $-\tanh(cx/2)$, and the inequality holds for all $x > 0$ "
    r"exactly if "
    r"$c \geq -2$",
    sound={r"$-cx$ in both exponents": {"side": negated_side}},
)
def tanh_step(trial: Trial, *, side: Side | None = None) -> Iterator[Evidence]:
    """Check that the inequality holds for c <= 2 and fails at the witnesses for c > 2."""
    as_printed = trial.claim_id == "dpdqn/lemma8-tanh-step"
    used = side or (printed_side if as_printed else negated_side)
    for c, x in PRINTED_CASES if as_printed else CASES:
        sign, what = ("<", "must hold") if c <= 2 else (">=", "must fail at some $x$, as it would here")
        found = ball(
            f"$c = {c}$, $x = {x}$",
            used(exact_ball(c * x)),
            sign,
            exact_ball(x),
            quantity=f"the left side and $x$; the inequality {what}",
        )
        yield replace(found, certificate=_sign_certificate(trial, c, x)) if found.outcome is Outcome.FAILS else found


def _sign_certificate(trial: Trial, c: Fraction, x: Fraction) -> Certificate:
    power = op("exp", op("*", "c", "x"))
    left = op("/", op("-", 1, power), op("+", 1, power))
    if c <= 2:
        says = f"$c = {c} \\leq 2$, but at $x = {x}$ the inequality fails."
        facts, conclusion, notes = [relation_fact("c", "<=", 2)], relation(left, ">", "x"), []
    else:
        says = f"$c = {c} > 2$, but the inequality holds for all $x > 0$, because the left side is negative."
        facts, conclusion = [relation_fact("c", ">", 2), relation_fact("x", ">", 0)], relation(left, "<", 0)
        notes = ["$e^{cx} > 1$ for all positive $c$ and $x$, so the numerator is negative; shown is one $x$."]
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=says,
        constants={"c": c, "x": x},
        facts=facts,
        conclusion=conclusion,
        notes=notes,
    )


def normal_sides(mean: arb) -> tuple[arb, arb]:
    """Return E max(e^y, 1) and E e^(y + 1) for y normal with this mean and variance 2."""
    root, exponential = arb(2).sqrt(), (mean + 1).exp()
    left = exponential * normal_cdf((mean + 2) / root) + normal_cdf(-mean / root)
    return left, exponential * arb(1).exp()


def two_point_sides(mean: arb, p: Fraction) -> tuple[arb, arb]:
    """Return both sides for the law with this mean and variance 2 on two values, the larger with chance p."""
    odds = exact_ball(2 * (1 - p) / p).sqrt()
    values = ((exact_ball(p), mean + odds), (exact_ball(1 - p), mean - exact_ball(2 * p / (1 - p)).sqrt()))
    left = sum((weight * y.exp().max(arb(1)) for weight, y in values), start=arb(0))
    return left, sum((weight * (y + 1).exp() for weight, y in values), start=arb(0))


@claim(
    "dpdqn/lemma8-exp-max-step",
    domain=r"all $n \geq 0$, all laws of $z$ with the stated mean and variance; with $y = z/c$ the mean is $\sqrt{n}$",
    refuted_by=r"a law of $z$ for which the last expectation is smaller than the one before",
    covers=r"""
The first two expressions are equal, as $\exp$ is increasing. For every $y$,
$\max(e^y, 1) \leq e^y + 1$, and by Jensen's inequality $\mathbb{E}[e^y] \geq e^{\sqrt{n}} \geq 1$. So
$\mathbb{E}[\max(e^y, 1)] \leq \mathbb{E}[e^y] + 1 \leq 2\mathbb{E}[e^y] < e\mathbb{E}[e^y] = \mathbb{E}[e^{y+1}]$
(all may be infinite). It holds in the mean only: where $y < -1$, $\max(e^y, 1) = 1 > e^{y+1}$. The cases enclose
normal and two-point laws.""",
    not_covered=r"the line after it, $\mathbb{E}[\exp(z/c + 1)] \leq \exp(\sqrt{n} + 1) + 1$: for normal $z$ its "
    r"left side is "
    r"$\exp(\sqrt{n} + 2)$",
    broken={r"a mean lower by $3c$": {"shift": -3}},
)
def exp_max_step(trial: Trial, *, shift: int = 0) -> Iterator[Evidence]:
    """Compare both expectations."""
    for n in (0, 1, 4, 10):
        mean = arb(n).sqrt() + shift
        laws = {"normal": normal_sides(mean)}
        chances = (Fraction(1, 100), Fraction(1, 2), Fraction(99, 100))
        laws |= {f"two values, the larger with probability {p}": two_point_sides(mean, p) for p in chances}
        for law, (left, right) in laws.items():
            yield ball(f"$n = {n}$, $z$: {law}", left, "<=", right, quantity="the second and the third expectation")
