"""Gaussian releases: the least noise that is asked for, half-spaces and the tail of the privacy loss."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from tabular.gaussian.normal import normal_tail
from tabular.numbers.balls import ball as number
from tabular.numbers.balls import ends
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, Operation, Term, num, ref
from theory_checks.core.interpret import Values, enclose, exact

CURVE = formal_of(__file__, "dpdqn/claim13/repaired").right
PROMISES = (
    (Fraction(1, 2), Fraction(1, 10)),
    (Fraction(1, 2), Fraction(1, 10**5)),
    (Fraction(9, 10), Fraction(1, 10**4)),
)
STEP = Fraction(1, 10**6)


def bound_of(formal: Formal, name: str) -> Formula:
    """Return what the domain says that a symbol is, or is at least."""
    return next(relation.right for relation in formal.domain.relations if relation.left == ref(name))


LEAST_NOISE = bound_of(formal_of(__file__, "dpdqn/prop3"), "sigma")


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


def decimal(x: Fraction) -> str:
    """Write a multiple of STEP, or another short number, as a decimal."""
    return f"{float(x):.6f}".rstrip("0").rstrip(".")


def around(critical: arb) -> tuple[Fraction, Fraction]:
    """Return multiples of STEP around a ball."""
    low, high = (Fraction(x) for x in ends("critical", critical))
    below, above = Fraction(int(low / STEP)) * STEP, Fraction(int(high / STEP) + 1) * STEP
    return below, above


def half_space(epsilon: Fraction, mu: arb) -> arb:
    """Return P(S) - e^epsilon Q(S) for P = N(mu, 1), Q = N(0, 1) and S = {z >= epsilon/mu + mu/2}."""
    return enclose(CURVE, {"epsilon": epsilon, "mu": mu})


def loss_tail(epsilon: Fraction, mu: arb) -> arb:
    """Return the probability that the privacy loss, of law N(mu^2/2, mu^2), exceeds epsilon."""
    return normal_tail(number(epsilon) / mu - mu / 2)
