"""Gaussian releases: the least noise that is asked for, half-spaces and the tail of the privacy loss."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb

from tabular.gaussian.normal import normal_tail
from tabular.numbers.balls import ball as number
from tabular.numbers.balls import ends
from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.evidence import Evidence
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Operation, Term, num, ref
from theory_checks.core.interpret import Values, enclose, exact
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.common.domains import bound_of

LEAST_NOISE = bound_of(formal_of(__file__, "dpdqn/prop3"), "sigma")
CURVE = formal_of(__file__, "dpdqn/claim13/repaired").right
PROMISE = (r"$\epsilon$", r"$\delta$")
PROMISES = (
    (Fraction(1, 2), Fraction(1, 10)),
    (Fraction(1, 2), Fraction(1, 10**5)),
    (Fraction(9, 10), Fraction(1, 10**4)),
)
STEP = Fraction(1, 10**6)


def enclosed(formula: Term, values: Values) -> arb:
    """Return a ball around a formula, in which parts that are rational are rounded once."""
    node = num(formula)
    try:
        return number(exact(node, values))
    except (TypeError, ValueError):
        if not isinstance(node, Operation):
            return enclose(node, values)
    parts = {f"part_{i}": enclosed(x, values) for i, x in enumerate(node.args)}
    return enclose(Operation(node.name, tuple(map(ref, parts))), parts)


def multiplier(delta: Fraction) -> arb:
    """Return the least noise in units of Delta/epsilon."""
    return enclosed(LEAST_NOISE, {"delta": delta, "Delta": 1, "epsilon": 1})


def kept(case: str, promised: Formal, spent: arb, delta: Fraction, **more: Any) -> Evidence:
    """Compare the exact delta of a release with what is promised."""
    return compared(case, promised.claims[0], {"exact": spent, "delta": delta}, **more)


def sensitivity_rows(
    critical: Callable[[Fraction, Fraction], arb], mu: Callable[[arb], arb]
) -> list[list[str | int | float]]:
    """Return for each promise multiples of STEP around a critical sensitivity, and delta at mu of epsilon/c."""
    rows: list[list[str | int | float]] = []
    for epsilon, delta in PROMISES:
        sides = (f"{float(side):.6f}" for side in around(critical(epsilon, delta)))
        another = delta_ball(epsilon, mu(number(epsilon) / multiplier(delta)))
        rows.append([str(epsilon), str(delta), *sides, f"{float(another):.6g}"])
    return rows


def around(critical: arb) -> tuple[Fraction, Fraction]:
    """Return multiples of STEP around a ball."""
    low, high = ends("critical", critical)
    return int(low / STEP) * STEP, int(high / STEP + 1) * STEP


def half_space(epsilon: Fraction, mu: arb) -> arb:
    """Return P(S) - e^epsilon Q(S) for P = N(mu, 1), Q = N(0, 1) and S = {z >= epsilon/mu + mu/2}."""
    return enclose(CURVE, {"epsilon": epsilon, "mu": mu})


def loss_tail(epsilon: Fraction, mu: arb) -> arb:
    """Return the probability that the privacy loss, of law N(mu^2/2, mu^2), exceeds epsilon."""
    return normal_tail(number(epsilon) / mu - mu / 2)


def too_little_noise(says: str, deviation: Fraction, **values: Fraction) -> Certificate:
    """Certify by the exact delta of outputs at the distance Delta under noise of this deviation."""
    return Certificate(
        says=says,
        given=[
            lemma("mu", "composed-mu", updates=1, norm_squared=values["Delta"] ** 2, sigma=deviation),
            lemma("exact", "gaussian-delta", mu="mu", epsilon=values["epsilon"]),
        ],
        values={**values, "mu": ref("mu"), "exact": ref("exact")},
    )
