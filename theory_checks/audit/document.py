"""An audit as JSON and as a certificate."""

from __future__ import annotations

import math
from dataclasses import asdict
from fractions import Fraction
from math import prod
from typing import Any, cast

from theory_checks.audit.bets import Pairs, Play, log_capitals
from theory_checks.audit.claims import Approximate
from theory_checks.audit.outcome import Audit
from theory_checks.core import formula as formulas
from theory_checks.core.binding import Binding
from theory_checks.core.certificate import Certificate
from theory_checks.core.formula import Formula, Term, exp, num, ref, total
from theory_checks.core.judge import Verdict
from theory_checks.statistics.betting import FRACTIONS

SCHEMA = "theory-checks/audit/1"
_AGAIN = "; the same seed draws them again"
_NEGLIGIBLE = 20.0  # on the logarithmic scale


def document(audit: Audit) -> dict[str, Any]:
    """Return an audit as plain data; what is infinite is written as a text."""
    bound, largest, fitted = audit.bound, audit.largest_bound, audit.gaussian_epsilon
    return {
        "schema": SCHEMA,
        "mechanism": audit.mechanism,
        "claim": {"says": str(audit.claim), **asdict(cast(Any, audit.claim))},
        "verdict": str(audit.verdict),
        "event": {"statistic": audit.event, "frequent_in_world": audit.hit_world},
        "counts": {
            "runs": audit.runs,
            "hits": audit.hits,
            "other_runs": audit.false_runs,
            "false_hits": audit.false_hits,
        },
        "inputs": None if audit.inputs is None else [repr(data) for data in audit.inputs],
        "doubts": list(audit.doubts),
        "notes": list(audit.notes),
        "bounds": [
            {
                "method": "clopper-pearson",
                audit.claim.symbol: _finite(bound),
                "confidence": audit.plan.confidence,
                "assumes": "independent runs",
                "largest_possible": _finite(largest),
            },
            {
                "method": "gaussian fit",
                "epsilon": _finite(fitted),
                "mu": _finite(audit.gaussian_mu),
                "assumes": "the statistic is normal in both worlds, with the same variance; no confidence is claimed",
            },
        ],
        "curve": [{"epsilon": x, "delta": audit.delta_at(x)} for x in curve_points(audit)],
        "test": {
            "method": "betting against the claim, watched all the time",
            "log_p_value": audit.log_p_value,
            "failure_probability": audit.plan.failure_probability,
        },
        "plays": [{"event": play.event, **play.pairs._asdict()} for play in audit.plays],
        "plan": asdict(audit.plan),
    }


def certificate(audit: Audit) -> Certificate | None:
    """Return what a stranger can re-check of a refutation: the wealth of bets against the claim; None without one.

    Let X and Y say whether the event happens in the two worlds of a pair of runs. If the claim is true, the mean of
    Z = X - exp(epsilon) Y is at most delta, and who divides a capital of 1 evenly between J fractions f and stakes each
    on a larger mean, with returns (Z - delta) / (delta + exp(epsilon)) >= -1, ever reaches 1/a with probability at most
    a. The capital depends on nothing but how many pairs there were of each of the four kinds. Where a coin says in
    which world a run is, a round is one run, and delta stands for half of the claimed one.
    """
    if audit.verdict is not Verdict.REFUTED:
        return None
    error = Fraction(str(audit.plan.failure_probability))
    names = _names(audit)
    capitals = [_capital(play, *names[play.epsilon, play.delta]) for play in audit.plays]
    return Certificate(
        says=f"{audit.event}: {audit.hits} of {audit.runs} runs in one world, {audit.false_hits} of "
        f"{audit.false_runs} in the other.",
        constants=_constants(audit),
        assumed=[
            *_implied(audit),
            *(f"{_rounds(audit)}, {play.event}: {_told(play.pairs)}" for play in audit.plays),
            "each event was chosen before its runs were drawn" + ("" if audit.coins else _AGAIN),
            f"the bets that are left out, of {len(FRACTIONS)} on each event, could only add",
        ],
        conclusion=num(prod(capitals)) >= len(FRACTIONS) ** len(capitals) / error,
    ).about(Binding(f"audit/{audit.mechanism}", "measured"))


def _names(audit: Audit) -> dict[tuple[float, float], tuple[str, str]]:
    """Return what delta and exp(epsilon) are called for each pair that was denied."""
    pairs = dict.fromkeys((play.epsilon, play.delta) for play in audit.plays)
    return {pair: (f"delta{i or ''}", f"ratio{i or ''}") for i, pair in enumerate(pairs)}


def _constants(audit: Audit) -> dict[str, Term]:
    found: dict[str, Term] = {}
    for (epsilon, null), (delta, ratio) in _names(audit).items():
        level = ratio.replace("ratio", "epsilon")
        found[level] = num(Fraction(str(epsilon)))
        found[delta] = num(Fraction(str(2 * null)) / 2 if audit.coins else Fraction(str(null)))
        found[ratio] = exp(ref(level))
    return found


def _implied(audit: Audit) -> list[str]:
    """Return which pairs follow from a claim that is none."""
    if isinstance(audit.claim, Approximate):
        return []
    pairs = dict.fromkeys((play.epsilon, play.delta * (2 if audit.coins else 1)) for play in audit.plays)
    return [f"what is {audit.claim} is ({epsilon!r}, {delta!r})-private" for epsilon, delta in pairs]


def _capital(play: Play, delta: str, ratio: str) -> Term:
    """Return what the fractions have become that have become most: all others could only add."""
    logs = log_capitals(play)
    stakes = FRACTIONS[logs > logs.max() - _NEGLIGIBLE].tolist()
    parts = [exp(_log_capital(play, Fraction(stake), ref(delta), ref(ratio))) for stake in stakes]
    return total(parts) if len(parts) > 1 else parts[0]


def _log_capital(play: Play, stake: Fraction, delta: Formula, ratio: Formula) -> Term:
    """Return the logarithm of what one fraction has become, in delta and ratio = exp(epsilon)."""
    outcomes = (1, 1 - ratio, -ratio, 0)
    parts = [
        count * formulas.log(1 + stake * ((z - delta) / (delta + ratio)))
        for count, z in zip(play.pairs, outcomes, strict=True)
        if count
    ]
    return total(parts) if len(parts) > 1 else parts[0]


def curve_points(audit: Audit) -> list[float]:
    """Return epsilons at which the lower bound of the curve is told."""
    last = 2 * max(epsilon for epsilon, _ in audit.claim.pairs()) or 1.0
    return [last * i / 8 for i in range(9)]


def _rounds(audit: Audit) -> str:
    return "runs, each in the world that a fair coin said" if audit.coins else "pairs of independent runs"


def _told(pairs: Pairs) -> str:
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in pairs._asdict().items())


def _finite(value: float) -> float | str:
    return value if math.isfinite(value) else "infinite"
