"""Near misses for the kernel: statements that are not true, which a proof that proves what it says cannot prove.

What was refuted is replaced by its denial, which is true at the point of the proof; what was proved, by a formula that
claims a little more and fails somewhere in the domain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from flint import arb

from theory_checks.core import mutants
from theory_checks.core.points import points
from theory_checks.proofs.batches import Batch, batches
from theory_checks.proofs.build import ProofError, check, compile_file
from theory_checks.proofs.processes import threads
from theory_checks.proofs.theorems import Theorem


def near_misses(theorem: Theorem) -> Iterator[Theorem]:
    """Yield a near miss of a theorem, under a name of its own; none where there is no formula, or no near miss."""
    if not theorem.reading.formal:
        return
    texts = _denied(theorem) if theorem.proof.sense == "refuted" else _stronger(theorem)
    yield from islice((miss for miss in (_claiming(theorem, x) for x in texts) if _is_stated(miss, theorem)), 1)


def _claiming(theorem: Theorem, texts: list[str]) -> Theorem:
    return replace(theorem, reading=replace(theorem.reading, formal=texts), variant="_near")


def _is_stated(miss: Theorem, theorem: Theorem) -> bool:
    """Tell whether words around the formulas still make a statement: they name its definitions, of the same symbols."""
    new, old = miss.generated, theorem.generated
    return not theorem.is_stated_by_hand or (new.names == old.names and bool(new.conditions) == bool(old.conditions))


def proved(folder: Path, misses: Sequence[Theorem], jobs: int) -> list[Theorem]:
    """Return the near misses that are proved. Their statements are compiled together, and must be statements."""
    together = [*batches(folder, misses, {})]
    with threads(jobs) as pool:
        list(pool.map(Batch.state, together))
        owners = [batch for batch in together for _ in batch.theorems]
        tried = [miss for batch in together for miss in batch.theorems]
        return [miss for miss, wrong in zip(tried, pool.map(_is_proved, owners, tried), strict=True) if wrong]


def _is_proved(batch: Batch, miss: Theorem) -> bool:
    """Tell whether a proof is one of a near miss as well: most do not get as far as to the check of its type."""
    try:
        text = batch.head + batch.proof(miss)
        compile_file(batch.folder, f"Near_{miss.stem}", batch.paper, text, uses=[batch.statements])
        check(batch.folder, miss)
    except ProofError:
        return False
    return True


def _denied(theorem: Theorem) -> Iterator[list[str]]:
    claims = theorem.reading.claims.claims
    if len(claims) == 1:
        yield [str(claim.negated) for claim in claims]


def _stronger(theorem: Theorem) -> Iterator[list[str]]:
    """Yield what claims more; of formulas alone, what fails at a point of the domain, for the rest may be true too."""
    claimed = theorem.reading.true_claims
    tried = [] if theorem.is_stated_by_hand else list(points(claimed, "near misses"))
    for found in mutants.near_misses(claimed):
        rooms = mutants.rooms(found.relation, tried)
        if not tried or any(room is not None and _is_wrong(found.relation.sign, room) for room in rooms):
            yield found.among(claimed)


def _is_wrong(sign: str, room: arb) -> bool:
    return not room.contains(0) if sign == "=" else bool(room < 0)
