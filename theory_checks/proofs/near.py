"""Near misses for the kernel: statements that are not true, which a proof that proves what it says cannot prove.

What was refuted is replaced by its denial, which is true at the point of the proof; what was proved, by a formula that
claims a little more and fails somewhere in the domain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from theory_checks.core import mutants
from theory_checks.proofs.theorems import Theorem


def near_misses(theorem: Theorem) -> Iterator[Theorem]:
    """Yield a near miss of a theorem, under a name of its own; none where there is no formula, or no near miss."""
    if not theorem.reading.formal:
        return
    texts = _denied(theorem) if theorem.proof.sense == "refuted" else _stronger(theorem)
    if texts:
        yield replace(theorem, reading=replace(theorem.reading, formal=texts), variant="_near")


def _denied(theorem: Theorem) -> list[str]:
    claims = theorem.reading.claims.claims
    return [str(claim.negated) for claim in claims] if len(claims) == 1 else []


def _stronger(theorem: Theorem) -> list[str]:
    claimed = theorem.reading.true_claims
    found = next(iter(mutants.near_misses(claimed)), None)
    return found.among(claimed) if found else []
