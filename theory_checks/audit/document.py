"""An audit as JSON and as a certificate."""

from __future__ import annotations

import math
from dataclasses import asdict
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, cast

from theory_checks.audit.bets import Play
from theory_checks.audit.claims import Approximate
from theory_checks.audit.outcome import Audit
from theory_checks.audit.weights import SERIES, Weighed
from theory_checks.core import formula as formulas
from theory_checks.core.binding import Binding
from theory_checks.core.certificate import Certificate
from theory_checks.core.formula import Formula, Term, exp, num, ref, total
from theory_checks.core.judge import Verdict
from theory_checks.statistics.betting import FRACTIONS

SCHEMA = "theory-checks/audit/2"
_AGAIN = "; the same seed draws them again"
_NEGLIGIBLE = 12.0  # on the logarithmic scale


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
        "plays": [_played(play) for play in audit.plays],
        "plan": asdict(audit.plan),
    }


def _played(play: Play | Weighed) -> dict[str, Any]:
    """Return a play: of an event with its counts, or of weights with theirs."""
    if not isinstance(play, Weighed):
        return {"event": play.event, "epsilon": play.epsilon, "null": play.null, **play.pairs._asdict()}
    return play._asdict()


def certificate(audit: Audit) -> Certificate | None:
    """Return what a stranger can re-check of a refutation: the wealth of bets against the claim; None without one.

    Let X and Y say whether the event happens in the two worlds of a pair of runs. If the claim is true, the mean of
    Z = X - exp(epsilon) Y is at most delta, and who divides a capital of 1 evenly between J fractions f and stakes each
    on a larger mean, with returns (Z - delta) / (delta + exp(epsilon)) >= -1, ever reaches 1/a with probability at most
    a. The capital depends on nothing but how many pairs there were of each of the four kinds. Where a coin says in
    which world a run is, a round is one run, and delta stands for half of the claimed one. Where weights are played on,
    Z is a gain less a loss of the two runs' bins: see `theory_checks.audit.weights`.
    """
    if audit.verdict is not Verdict.REFUTED:
        return None
    error = Fraction(str(audit.plan.failure_probability))
    played = [_names(number, play) for number, play in enumerate(audit.plays)]
    capitals = [_capital(number, play) for number, play in enumerate(audit.plays)]
    return Certificate(
        says=f"{audit.event}: {audit.hits} of {audit.runs} runs in one world, {audit.false_hits} of "
        f"{audit.false_runs} in the other.",
        constants={name: value for names in played for name, value in names.items()},
        assumed=[
            *dict.fromkeys(text for play in audit.plays for text in _implied(audit, play)),
            *(f"{_rounds(audit)}, {play.event}: {_told(play)}" for play in audit.plays),
            *(_summed(number) for number, play in enumerate(audit.plays) if isinstance(play, Weighed)),
            "each event or weight was chosen before its runs were drawn" + ("" if audit.coins else _AGAIN),
            f"the bets that are left out, of {len(FRACTIONS)} on each of them, could only add",
        ],
        conclusion=num(prod(capitals)) >= len(FRACTIONS) ** len(capitals) / error,
    ).about(Binding(f"audit/{audit.mechanism}", "measured"))


def _names(number: int, play: Play | Weighed) -> dict[str, Term]:
    """Return the constants of a play: the largest mean of its payoff, what a bet on more can lose, and sums."""
    null = {f"null{number}": num(Fraction(str(play.null)))}
    if isinstance(play, Weighed):
        sums = {f"sum{number}_{k}": num(value) for k, value in enumerate(play.sums(), 1)}
        return {**null, f"most{number}": num(Fraction(str(max(play.losses)))), **sums}
    level = f"epsilon{number}"
    return {level: num(Fraction(str(play.epsilon))), **null, f"most{number}": exp(ref(level))}


def _implied(audit: Audit, play: Play | Weighed) -> list[str]:
    """Return what a claim that is no pair itself says of a play."""
    if isinstance(audit.claim, Approximate):
        return []
    if isinstance(play, Weighed):
        gains, losses = (", ".join(map(repr, values)) for values in (play.gains, play.losses))
        return [
            f"of what is {audit.claim} the divergence of order {play.order!r} is at most {play.divergence!r}, so the "
            f"mean of gain - loss in a round is at most {play.null!r} with the gains {gains} and the losses {losses} "
            "of the bins"
        ]
    return [f"what is {audit.claim} is ({play.epsilon!r}, {play.null * (2 if audit.coins else 1)!r})-private"]


def _summed(number: int) -> str:
    return f"sum{number}_k sums the k-th powers of gain - loss - null{number} over these rounds"


def _capital(number: int, play: Play | Weighed) -> Term:
    """Return what the fractions have become that have become most: all others could only add."""
    logs, null, most = play.log_capitals(), ref(f"null{number}"), ref(f"most{number}")
    stakes = [Fraction(stake) for stake in FRACTIONS[-len(logs) :][logs > logs.max() - _NEGLIGIBLE].tolist()]
    if isinstance(play, Weighed):
        sums = [ref(f"sum{number}_{k}") / (null + most) ** k for k in range(1, len(SERIES) + 1)]
        parts = [exp(_log_of_sums(stake, sums)) for stake in stakes]
    else:
        parts = [exp(_log_of_pairs(play, stake, null, most)) for stake in stakes]
    return total(parts) if len(parts) > 1 else parts[0]


def _log_of_sums(stake: Fraction, sums: list[Formula]) -> Term:
    """Return a lower bound of the logarithm of what a fraction of at most 1/2 has become."""
    return total([coefficient * stake**k * x for k, (coefficient, x) in enumerate(zip(SERIES, sums, strict=True), 1)])


def _log_of_pairs(play: Play, stake: Fraction, null: Formula, most: Formula) -> Term:
    """Return the logarithm of what one fraction has become."""
    parts = [
        count * formulas.log(1 + stake * ((payoff - null) / (null + most)))
        for count, payoff in zip(play.pairs, (1, 1 - most, -most, 0), strict=True)
        if count
    ]
    return total(parts) if len(parts) > 1 else parts[0]


def curve_points(audit: Audit) -> list[float]:
    """Return epsilons at which the lower bound of the curve is told."""
    last = 2 * max(epsilon for epsilon, _ in audit.claim.pairs()) or 1.0
    return [last * i / 8 for i in range(9)]


def _rounds(audit: Audit) -> str:
    return "runs, each in the world that a fair coin said" if audit.coins else "pairs of independent runs"


def _told(play: Play | Weighed) -> str:
    if not isinstance(play, Weighed):
        return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in play.pairs._asdict().items())
    levels = [*range(1, len(play.gains) + 1), "none"]
    kinds = zip(play.counts, product(levels, levels), strict=True)
    return ", ".join(f"{count} of bins {gain} and {loss}" for count, (gain, loss) in kinds if count)


def _finite(value: float) -> float | str:
    return value if math.isfinite(value) else "infinite"
