"""The end of the proof of Claim 13, with u = sigma epsilon/Delta.

The privacy loss exceeds epsilon with probability Phi(-w), w = u - epsilon/(2u), and a tail bound shows that it is at
most delta/2 if the tail condition of the repaired conclusion holds.

The proof simplifies this for epsilon <= 1 and u >= 3/2: the logarithm is at least ln(7/6) > 0, and the rest is bounded
by the monotonicity step, whose constant 4/9 has to be 1/2. The left side minus u^2/2 decreases in u; at epsilon = 1 it
starts from -4/9 at u = 3/2. The loss of 1/2 - 4/9 is less than ln(7/6), which the proof has thrown away, so that the
tail condition follows nevertheless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as number
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball, exact, undefined
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Relation, num
from theory_checks.core.interpret import enclose
from theory_checks.core.interpret import exact as value_of
from theory_checks.papers.dpdqn.common.certified import rounded_up
from theory_checks.papers.dpdqn.mechanism._gaussian_release import loss_tail, multiplier

STEP, REPAIRED_STEP = (formal_of(__file__, f"dpdqn/claim13-monotonicity{end}").claims[0] for end in ("", "/repaired"))
FIRST, SECOND = formal_of(__file__, "dpdqn/claim13-choice", "intended").claims
TAIL, HALF_OF_DELTA = formal_of(__file__, "dpdqn/claim13-choice/repaired").claims


def sides(step: Relation, epsilon: Fraction, u: Fraction) -> tuple[Fraction, Fraction]:
    """Return the two sides of the monotonicity step, with Delta = epsilon and so sigma = u."""
    values = {"epsilon": epsilon, "Delta": epsilon, "sigma": u}
    return value_of(step.left, values), value_of(step.right, values)


def margin(step: Relation, epsilon: Fraction, u: Fraction) -> Fraction:
    """Return left minus right side; it decreases in u."""
    left, right = sides(step, epsilon, u)
    return left - right


_AROUND = (
    (Fraction(1), Fraction(3, 2), Region.INSIDE),
    (Fraction(1), Fraction(1501, 1000), Region.OUTSIDE),
    (Fraction(1), Fraction(2), Region.OUTSIDE),
    (Fraction(9, 10), Fraction(426, 100), Region.INSIDE),
    (Fraction(9, 10), Fraction(427, 100), Region.OUTSIDE),
    (Fraction(8, 9), Fraction(10**6), Region.INSIDE),
    (Fraction(889, 1000), Fraction(10**6), Region.OUTSIDE),
    (Fraction(1, 2), Fraction(3, 2), Region.INSIDE),
)


@claim(
    "dpdqn/claim13-monotonicity",
    "dpdqn-v1/lemma5-monotonicity",
    sound={r"$1/2$ in place of $4/9$": {"step": REPAIRED_STEP}},
)
def monotonicity(trial: Trial, *, step: Relation = STEP) -> Iterator[Finding]:
    """Compare the two sides exactly on both sides of the curve on which they are equal."""
    for epsilon, u, region in _AROUND:
        left, right = sides(step, epsilon, u)
        yield exact(
            f"$\\epsilon = {epsilon}$, $\\sigma\\epsilon/\\Delta = {u}$",
            left,
            ">=",
            right,
            quantity=r"left against right side",
            region=region,
            certificate=_excess_certificate(epsilon, u) if left < right else None,
        )
    yield _excess_figure()


def _excess_certificate(epsilon: Fraction, u: Fraction) -> Certificate:
    return Certificate(
        says=f"At epsilon = {epsilon} and u = sigma epsilon/Delta = {u} >= 3/2 the left side is smaller.",
        values={"epsilon": epsilon, "Delta": epsilon, "sigma": u},
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


@claim("dpdqn/claim13-monotonicity/repaired", broken={r"$4/9$ in place of $1/2$": {"step": STEP}})
def monotonicity_repaired(trial: Trial, *, step: Relation = REPAIRED_STEP) -> Iterator[Evidence]:
    """Compare the two sides exactly."""
    for epsilon in (Fraction(1, 10), Fraction(8, 9), Fraction(99, 100), Fraction(1)):
        for u in (Fraction(1, 10), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(100)):
            yield exact(
                f"$\\epsilon = {epsilon}$, $\\sigma\\epsilon/\\Delta = {u}$",
                margin(step, epsilon, u),
                ">",
                Fraction(0),
                quantity="left minus right side",
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
    sound={r"$\sigma\epsilon/\Delta \geq 1/2$ as first condition": {"least": num(Fraction(1, 2))}},
)
def choice_intended(trial: Trial, *, least: Formula = FIRST.right) -> Iterator[Finding]:
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
        u = multiplier(delta)
        yield ball(
            f"first condition, $\\delta = {delta}$",
            u,
            ">=",
            enclose(least),
            quantity=r"$\sigma\epsilon/\Delta = \sqrt{2\ln(1.25/\delta)}$ against the least allowed",
            region=region,
            certificate=_first_condition(delta, rounded_up(u)) if u < enclose(least) else None,
        )
    yield _choice_table()


def _first_condition(delta: Fraction, sigma: Fraction) -> Certificate:
    return Certificate(
        says=f"At delta = {delta} the least sigma of the claim has sigma epsilon/Delta below 3/2.",
        values={"delta": delta, "epsilon": 1, "Delta": 1, "sigma": sigma},
    )


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
            yield ball(
                case,
                tail_at(epsilon, multiplier(delta)),
                "<=",
                number(value_of(HALF_OF_DELTA.right, {"delta": delta})),
                quantity=r"$\mathbb{P}(c \geq \epsilon)$ against $\delta/2$",
            )
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
