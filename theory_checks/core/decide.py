"""A statement that is a formula, decided at values of its symbols: exactly where both sides are rational, or by balls.

    yield decide(trial.formal, {"n": 3, "gamma": Fraction(1, 2), "loss": loss})

A failure has its certificate. What the checker cannot derive, such as that `loss` is a loss, it lists as assumed. It
derives more if a value is a formula of `objects` of which there are `facts`:

    best, own = solve(mdp).value, solve(of_policy).value
    data = {"M": mdp, "N": of_policy, "best": best, "own": own}
    facts = [fact("optimal-value", mdp="M", value="best"), fact("optimal-value", mdp="N", value="own")]
    yield decide(trial.formal, {"gamma": gamma, "loss": ref("best", 0) - ref("own", 0)}, objects=data, facts=facts)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flint import ctx

from theory_checks.core.certificate import Fact, instance
from theory_checks.core.domain import PRECISIONS
from theory_checks.core.evidence import Evidence, Outcome, ball, exact, undefined
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Formula, Relation, Term, equals
from theory_checks.core.interpret import Values, enclose
from theory_checks.core.interpret import exact as rational
from theory_checks.core.notation import latex


def decide(
    formal: Formal,
    values: Mapping[str, Term],
    *,
    case: str = "",
    part: int = 0,
    detail: str = "",
    objects: Mapping[str, Any] | None = None,
    facts: Sequence[Fact] = (),
) -> Evidence:
    """Return whether a claim of a statement holds at these values, which must lie in its domain."""
    if part not in range(len(formal.claims)):
        raise ValueError(f"part must number one of the {len(formal.claims)} formulas of the statement, got {part}")
    known = {**(objects or {}), **values}
    shown = {name: _number(value, known) for name, value in values.items()}
    if not formal.domain.contains(known):
        told = ", ".join(f"{name} = {value}" for name, value in shown.items())
        raise ValueError(f"values must lie in the domain of the statement, got {told}")
    told = ", ".join(f"${latex(equals(name, value), formal.names)}$" for name, value in shown.items())
    claim = formal.claims[part]
    item = _decided(case or told, claim, known)
    item = replace(item, quantity=f"${latex(claim, formal.names)}$", detail=detail or item.detail)
    if item.outcome is not Outcome.FAILS:
        return item
    certificate = instance(formal, f"The statement fails at {told}.", values, part=part)
    return replace(item, certificate=replace(certificate, objects=objects or {}, facts=facts))


def _number(value: Term, known: Values) -> Term:
    """Return what a formula is worth, to be shown, if that is rational."""
    if not isinstance(value, Formula):
        return value
    try:
        return rational(value, known)
    except (TypeError, ValueError):
        return value


def _decided(case: str, claim: Relation, values: Values) -> Evidence:
    try:
        return exact(case, rational(claim.left, values), _sign(claim), rational(claim.right, values))
    except ZeroDivisionError:
        return undefined(case, quantity="", detail="a division by 0")
    except (TypeError, ValueError):  # a root or a logarithm that is not rational
        return _enclosed(case, claim, values)


def _enclosed(case: str, claim: Relation, values: Values) -> Evidence:
    """Raise the precision until the balls of the two sides decide, or there is no more."""
    *lower, highest = PRECISIONS
    tries = (_at_precision(bits, case, claim, values) for bits in lower)
    decided = next((item for item in tries if item.outcome is not Outcome.UNDECIDED), None)
    return decided or _at_precision(highest, case, claim, values)


def _at_precision(bits: int, case: str, claim: Relation, values: Values) -> Evidence:
    with ctx.workprec(bits):
        return ball(case, enclose(claim.left, values), _sign(claim), enclose(claim.right, values))


def _sign(claim: Relation) -> str:
    return "==" if claim.sign == "=" else claim.sign
