"""The end of the proof of Claim 13, with u = sigma epsilon/Delta.

The privacy loss exceeds epsilon with probability Phi(-w), w = u - epsilon/(2u), and a tail bound shows that it is at
most delta/2 if the tail condition of the repaired conclusion holds.

The proof simplifies this for epsilon <= 1 and u >= 3/2: the logarithm is at least ln(7/6) > 0, and the rest is bounded
by the monotonicity step, whose constant 4/9 has to be 1/2. The left side minus u^2/2 decreases in u; at epsilon = 1 it
starts from -4/9 at u = 3/2. The loss of 1/2 - 4/9 is less than ln(7/6), which the proof has thrown away, so that the
tail condition follows nevertheless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from flint import arb

from tabular.numbers.balls import ball as number
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball, undefined
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Relation, Term, num
from theory_checks.core.interpret import enclose
from theory_checks.core.interpret import exact as value_of
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.common.certified import certified, rounded_up
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.common.definitions import definitions
from theory_checks.papers.dpdqn.mechanism._gaussian_release import LEAST_NOISE, enclosed, loss_tail, multiplier

STEP, REPAIRED_STEP = (formal_of(__file__, f"dpdqn/claim13-monotonicity{end}").claims[0] for end in ("", "/repaired"))
LEFT = definitions(formal_of(__file__, "dpdqn/claim13-monotonicity/repaired"))
OTHER_CONSTANT = replace(REPAIRED_STEP, right=STEP.right)  # the left sides are the same
FIRST, SECOND = formal_of(__file__, "dpdqn/claim13-choice", "intended").claims
TAIL, HALF_OF_DELTA = formal_of(__file__, "dpdqn/claim13-choice/repaired").claims


def values_at(epsilon: Fraction, u: Fraction, sensitivity: Fraction) -> dict[str, Fraction]:
    """Return the values at which sigma epsilon/Delta is u."""
    return {"epsilon": epsilon, "Delta": sensitivity, "sigma": u * sensitivity / epsilon}


def margin(step: Relation, epsilon: Fraction, u: Fraction) -> Fraction:
    """Return left minus right side, with Delta = epsilon and so sigma = u; it decreases in u."""
    return value_of(step.left - step.right, {**LEFT, **values_at(epsilon, u, epsilon)})


_AROUND = (
    (Fraction(1), Fraction(3, 2), Region.INSIDE),
    (Fraction(1), Fraction(1501, 1000), Region.OUTSIDE),
    (Fraction(1), Fraction(2), Region.OUTSIDE),
    (Fraction(9, 10), Fraction(426, 100), Region.INSIDE),
    (Fraction(9, 10), Fraction(427, 100), Region.OUTSIDE),
    (Fraction(8, 9), Fraction(10**6), Region.INSIDE),
    (Fraction(889, 1000), Fraction(10**6), Region.OUTSIDE),
    (Fraction(1, 2), Fraction(3, 2), Region.INSIDE),
    (Fraction(137, 144), Fraction(137, 72), Region.INSIDE),  # the two sides are equal
)


@claim(
    "dpdqn/claim13-monotonicity",
    "dpdqn-v1/lemma5-monotonicity",
    sound={r"$1/2$ in place of $4/9$": {"step": REPAIRED_STEP}},
)
def monotonicity(trial: Trial, *, step: Relation | None = None) -> Iterator[Finding]:
    """Compare the two sides exactly on both sides of the curve on which they are equal."""
    for epsilon, u, region in _AROUND:
        for sensitivity in dict.fromkeys((epsilon, Fraction(1, 10), Fraction(3))):
            values = values_at(epsilon, u, sensitivity)
            scale = "" if sensitivity == epsilon else f", $\\Delta = {sensitivity}$"
            compared_sides = compared(
                f"$\\epsilon = {epsilon}$, $\\sigma\\epsilon/\\Delta = {u}${scale}",
                trial.formal.claims[0] if step is None else step,
                {**LEFT, **values},
                quantity=r"left against right side",
                region=region,
            )
            yield certified(compared_sides, partial(_excess_certificate, epsilon, u, values))
    yield _excess_figure()


def _excess_certificate(epsilon: Fraction, u: Fraction, values: Mapping[str, Fraction]) -> Certificate:
    return Certificate(
        says=f"At epsilon = {epsilon} and u = sigma epsilon/Delta = {u} >= 3/2 the left side is smaller.",
        values=values,
    )


def _excess_figure() -> Figure:
    x = [Fraction(3, 2) + Fraction(k, 20) for k in range(91)]
    curves = {
        f"$\\epsilon = {epsilon}$": [float(margin(STEP, epsilon, u)) for u in x]
        for epsilon in (Fraction(1), Fraction(9, 10), Fraction(8, 9), Fraction(4, 5))
    }
    return Figure(
        title="Left side minus right side: the monotonicity goes the wrong way",
        x_label=r"$\sigma\epsilon/\Delta$",
        y_label="left side minus right side",
        series=[
            Series(label=name, x=[float(u) for u in x], y=[float(f"{v:.9g}") for v in y]) for name, y in curves.items()
        ],
        caption=r"The inequality says that this is at least 0. It decreases in $\sigma\epsilon/\Delta$, from 0 at "
        r"$3/2$ for $\epsilon = 1$; only for $\epsilon \leq 8/9$ it stays above 0.",
    )


@claim("dpdqn/claim13-monotonicity/repaired", broken={r"$4/9$ in place of $1/2$": {"step": OTHER_CONSTANT}})
def monotonicity_repaired(trial: Trial, *, step: Relation = REPAIRED_STEP) -> Iterator[Evidence]:
    """Compare the two sides exactly."""
    for epsilon in (Fraction(1, 10), Fraction(8, 9), Fraction(99, 100), Fraction(1)):
        for u in (Fraction(1, 10), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(100)):
            for sensitivity in (Fraction(1, 50), Fraction(50)):
                yield compared(
                    f"$\\epsilon = {epsilon}$, $\\sigma\\epsilon/\\Delta = {u}$, $\\Delta = {sensitivity}$",
                    step,
                    {**LEFT, **values_at(epsilon, u, sensitivity)},
                    quantity="left against right side",
                )


def target(delta: Fraction) -> arb:
    """Return the right side of the tail condition."""
    return enclose(TAIL.right, {"delta": delta})


@claim(
    "dpdqn/claim13-choice",
    reading="as-printed",
    sound={r"with $\geq \ln\sqrt{2/\pi\delta^2}$ added": {"condition": target}},
)
def choice_as_printed(trial: Trial, *, condition: Callable[[Fraction], arb] | None = None) -> Iterator[Evidence]:
    """Try to evaluate the second condition at the least sigma of the claim."""
    delta = Fraction(1, 10**5)
    value = enclose(SECOND.left, {"sigma": multiplier(delta), "epsilon": 1, "Delta": 1})
    case = r"$\delta = 10^{-5}$, $\sigma = \sqrt{2\ln(1.25/\delta)}\Delta/\epsilon$"
    if condition is None:
        yield undefined(
            case,
            quantity=r"truth of the condition $\sigma^2\epsilon^2/2\Delta^2 - 4/9$",
            detail=f"the condition is a number, here {float(value):.6f}, and is compared with nothing",
        )
    else:
        yield ball(
            case, value, ">=", condition(delta), quantity=r"$\sigma^2\epsilon^2/2\Delta^2 - 4/9$ against the target"
        )


@claim(
    "dpdqn/claim13-choice",
    reading="intended",
    sound={
        r"$\sigma\epsilon/\Delta \geq 1/2$ as first condition": {
            "conditions": (replace(FIRST, right=num(Fraction(1, 2))), SECOND)
        }
    },
)
def choice_intended(trial: Trial, *, conditions: tuple[Relation, Relation] = (FIRST, SECOND)) -> Iterator[Finding]:
    """Decide the two conditions at the least sigma."""
    yield ball(
        r"second condition, every $\delta$",
        arb("1.25") * (-number(Fraction(4, 9))).exp(),
        ">=",
        (2 / arb.pi()).sqrt(),
        quantity=r"$1.25e^{-4/9}$ against $\sqrt{2/\pi}$",
        region=Region.INSIDE,
    )
    for delta, region in (
        (Fraction(1, 10**5), Region.INSIDE),
        (Fraction(4058, 10000), Region.INSIDE),
        (Fraction(4059, 10000), Region.OUTSIDE),
        (Fraction(1, 2), Region.OUTSIDE),
    ):
        for epsilon, sensitivity in ((1, 1), (HALF, Fraction(1, 10)), (HALF, 3)):
            known: dict[str, Fraction | int] = {"delta": delta, "epsilon": epsilon, "Delta": sensitivity}
            sigma = enclosed(LEAST_NOISE, known)
            values = {**known, "sigma": sigma}
            case = f"$\\epsilon = {epsilon}$, $\\delta = {delta}$, $\\Delta = {sensitivity}$"
            first, second = (partial(compared, relation=x, values=values, region=region) for x in conditions)
            met = first(f"first condition, {case}", quantity=r"$\sigma\epsilon/\Delta$ against the least allowed")
            yield certified(met, partial(_first_condition, {**known, "sigma": rounded_up(sigma)}))
            yield second(f"second condition, {case}", quantity="left against right side")
    yield _choice_table()


def _first_condition(values: Mapping[str, Term]) -> Certificate:
    says = f"At delta = {values['delta']} the least sigma of the claim has sigma epsilon/Delta below 3/2."
    return Certificate(says=says, values=values)


def tail_at(epsilon: Fraction, u: arb) -> arb:
    """Return the probability that the loss exceeds epsilon at mu = epsilon/u: Phi(-w) with w = u - epsilon/(2u)."""
    return loss_tail(epsilon, number(epsilon) / u)


def tail_margin(epsilon: Fraction, delta: Fraction) -> arb:
    """Return left minus right side of the tail condition at the least u."""
    return enclose(TAIL.left, {"u": multiplier(delta), "epsilon": epsilon}) - target(delta)


def _choice_table() -> Table:
    rows: list[list[str]] = []
    for delta in (Fraction(9, 10), Fraction(1, 2), Fraction(2, 5), Fraction(1, 10), Fraction(1, 10**5)):
        u, margin = multiplier(delta), tail_margin(Fraction(1), delta)
        tail = float(tail_at(Fraction(1), u)) / float(delta)
        holds = "yes" if u > enclose(FIRST.right) else "no"
        rows.append([str(delta), f"{float(u):.4f}", holds, f"{float(margin):.4f}", f"{tail:.4f}"])
    return Table(
        title=r"The choice of $\sigma$ at $\epsilon = 1$",
        columns=[
            r"$\delta$",
            r"$\sigma\epsilon/\Delta$",
            r"at least $3/2$",
            "margin of the tail condition",
            r"probability that the loss exceeds $\epsilon$, in units of $\delta$",
        ],
        rows=rows,
        caption=r"A margin of at least 0 bounds the probability by $\delta/2$. For large $\delta$ it is negative, but "
        r"the claim does not fail there: a probability of at most $\delta$ is enough for privacy.",
    )


@claim("dpdqn/claim13-choice/repaired", broken={r"$\delta = 9/10$ allowed": {"deltas": (Fraction(9, 10),)}})
def choice_repaired(
    trial: Trial, *, deltas: tuple[Fraction, ...] = (Fraction(4058, 10000), Fraction(1, 10), Fraction(1, 10**9))
) -> Iterator[Evidence]:
    """Decide the constant, and the tail condition and the tail at samples."""
    yield ball(
        "the worst case",
        (arb(7) / 6).log() - arb("0.5") + arb("1.25").log(),
        ">=",
        (2 / arb.pi()).sqrt().log(),
        quantity=r"$\ln\frac{7}{6} - \frac{1}{2} + \ln 1.25$ against $\ln\sqrt{2/\pi}$",
    )
    for delta in deltas:
        for epsilon in (Fraction(1, 10), Fraction(1)):
            case = f"$\\epsilon = {epsilon}$, $\\delta = {delta}$, least $\\sigma$"
            yield ball(case, tail_margin(epsilon, delta), ">=", arb(0), quantity="margin of the tail condition")
            values = {"tail": tail_at(epsilon, multiplier(delta)), "delta": delta}
            yield compared(case, HALF_OF_DELTA, values, quantity=r"$\mathbb{P}(c \geq \epsilon)$ against $\delta/2$")
    for epsilon, delta, sign in _LAST:
        yield ball(
            f"$\\epsilon = {epsilon}$, $\\delta = {float(delta)}$, least $\\sigma$: where the tail condition ends",
            tail_margin(epsilon, delta),
            sign,
            arb(0),
            quantity="margin of the tail condition",
        )


_LAST = (
    (Fraction(1), Fraction(50079, 10**5), ">"),
    (Fraction(1), Fraction(5008, 10**4), "<"),
    (Fraction(1, 10), Fraction(9524, 10**4), ">"),
    (Fraction(1, 10), Fraction(9525, 10**4), "<"),
)
