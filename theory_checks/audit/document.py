"""An audit as JSON and as a certificate."""

from __future__ import annotations

import math
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from theory_checks.audit.procedure import Audit, Pairs
from theory_checks.core import formula as formulas
from theory_checks.core.binding import Binding
from theory_checks.core.certificate import Certificate
from theory_checks.core.formula import Term, exp, num, ref, total
from theory_checks.core.judge import Verdict
from theory_checks.statistics.betting import FRACTIONS

SCHEMA = "theory-checks/audit/1"
_AGAIN = "; the same seed gives them again"
_NEGLIGIBLE = 20.0  # on the logarithmic scale


def document(audit: Audit) -> dict[str, Any]:
    """Return an audit as plain data; what is infinite is written as a text."""
    bound, largest, fitted = audit.epsilon_bound, audit.largest_bound, audit.gaussian_epsilon
    return {
        "schema": SCHEMA,
        "mechanism": audit.mechanism,
        "claim": {"epsilon": audit.epsilon, "delta": audit.delta},
        "verdict": str(audit.verdict),
        "event": {"statistic": audit.event, "frequent_in_world": audit.hit_world},
        "counts": {
            "runs": audit.runs,
            "hits": audit.hits,
            "other_runs": audit.false_runs,
            "false_hits": audit.false_hits,
        },
        "doubts": list(audit.doubts),
        "notes": list(audit.notes),
        "bounds": [
            {
                "method": "clopper-pearson",
                "epsilon": _finite(bound),
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
        "test": {
            "method": "betting against the claim, watched all the time",
            "log_p_value": audit.log_p_value,
            "failure_probability": audit.plan.failure_probability,
        },
        "pairs": audit.pairs._asdict(),
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
    logs = {float(f): _log_wealth(audit, float(f)) for f in FRACTIONS}
    stakes = [Fraction(f) for f, log in logs.items() if log > max(logs.values()) - _NEGLIGIBLE]
    parts = [exp(_log_capital(audit, stake)) for stake in stakes]
    error = Fraction(str(audit.plan.failure_probability))
    return Certificate(
        says=f"{audit.event}: {audit.hits} of {audit.runs} runs in one world, {audit.false_hits} of "
        f"{audit.false_runs} in the other.",
        constants={
            "epsilon": Fraction(str(audit.epsilon)),
            "delta": Fraction(str(audit.delta)) / (2 if audit.coins else 1),
            "ratio": exp(ref("epsilon")),
        },
        assumed=[
            f"{_rounds(audit)}, up to the refutation: {_told(audit.pairs)}{'' if audit.coins else _AGAIN}",
            f"the bets that are left out, of {len(FRACTIONS)}, could only add",
        ],
        conclusion=num(total(parts) if len(parts) > 1 else parts[0]) >= len(FRACTIONS) / error,
    ).about(Binding(f"audit/{audit.mechanism}", "measured"))


def _log_capital(audit: Audit, stake: Fraction) -> Term:
    """Return the logarithm of what one fraction has become, as an expression in delta and ratio = exp(epsilon)."""
    outcomes = (1, 1 - ref("ratio"), -ref("ratio"), 0)
    parts = [
        count * formulas.log(1 + stake * ((z - ref("delta")) / (ref("delta") + ref("ratio"))))
        for count, z in zip(audit.pairs, outcomes, strict=True)
        if count
    ]
    return total(parts) if len(parts) > 1 else parts[0]


def _log_wealth(audit: Audit, stake: float) -> float:
    ratio, delta = math.exp(audit.epsilon), audit.delta / (2 if audit.coins else 1)
    returns = ((z - delta) / (delta + ratio) for z in (1.0, 1.0 - ratio, -ratio, 0.0))
    return sum(n * math.log1p(stake * y) for n, y in zip(audit.pairs, returns, strict=True))


def _rounds(audit: Audit) -> str:
    return "runs, each in the world that a fair coin said" if audit.coins else "pairs of independent runs"


def _told(pairs: Pairs) -> str:
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in pairs._asdict().items())


def _finite(value: float) -> float | str:
    return value if math.isfinite(value) else "infinite"
