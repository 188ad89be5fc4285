"""Near misses on trial: each is put in the place of what a statement claims, and the same check must refute it.

A check reads its formula when its module is imported, so the modules of the room are imported anew for every near miss,
in a process of its own: nothing of it can reach a verdict.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module

from theory_checks.core import formal
from theory_checks.core.borders import Decider, moves
from theory_checks.core.claim import Claim, Trial, registered
from theory_checks.core.evidence import Evidence, Outcome, Region
from theory_checks.core.formal import Texts
from theory_checks.core.formula import Relation, operation
from theory_checks.core.mutants import Mutant, implied, near_misses
from theory_checks.core.statement import Reading, Statement, sharpens
from theory_checks.engine.execution import control, refutes
from theory_checks.engine.forks import each
from theory_checks.engine.panel import CAUGHT, MOVED, RAISED, REFUTED, TRUE_AS_WELL, UNDETECTED, Panel, Task, digest
from theory_checks.engine.registry import claim_about

SECONDS = 120  # for one near miss; what takes longer is not caught


def panels(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, Panel]]:
    """Yield what became of the near misses of each reading, as they are finished."""
    for statement, name in tasks:
        claim_about(statement, name)  # before the fork: what is imported once is shared
    for task, panel in each(_tried, tasks, jobs):
        yield task, panel or {RAISED: "nothing that Python knows: its process was ended"}


def _tried(task: Task) -> Panel:
    """Return the panel of a reading; a check that raises has none, and the others are tried all the same."""
    try:
        return _panel(*task)
    except Exception as problem:
        return {RAISED: f"{type(problem).__name__}: {' '.join(str(problem).split())}"}


def _panel(statement: Statement, name: str) -> Panel:
    reading, claim = statement.reading(name), claim_about(statement, name)
    mutants = near_misses(reading.true_claims)
    claimed = (own(reading), reading.sharpened()) if mutants else ()
    refuted = [case for formulas in claimed if (case := refuting_case(claim, {"formal": formulas}, reading))]
    misses = [_outcome(miss, reading, claim) for miss in mutants]
    misses += [_of_object(near, reading, claim) for near in claim.near]
    check = claim.function.__module__.rpartition(".")[2]
    panel: Panel = {"check": check, "digest": digest(statement, name, check)}
    panel[CAUGHT] = [row["change"] for outcome, row in misses if outcome == CAUGHT]
    panel |= {group: [row for outcome, row in misses if outcome == group] for group in (TRUE_AS_WELL, UNDETECTED)}
    panel[MOVED] = _moved(reading, claim)
    return panel | ({REFUTED: refuted[-1]} if refuted else {})


def own(reading: Reading) -> list[str]:
    """Return what is claimed, as it is: a check that refutes that as well refutes everything."""
    return [str(relation) for relation in reading.claims.claims]


def _outcome(miss: Mutant, reading: Reading, claim: Claim) -> tuple[str, dict[str, str]]:
    """Say what became of a near miss: caught on a case, implied by a sharper claim that is true, or neither."""
    try:
        case, error = refuting_case(claim, {"formal": miss.among(reading.claims)}, reading), ""
    except Exception as problem:  # a check that cannot be made of a near miss has not refuted it
        case, error = "", f"{type(problem).__name__}: {problem}"
    row = {"change": miss.change, "claim": str(miss.relation), **({"error": error} if error else {})}
    return CAUGHT if case else TRUE_AS_WELL if _is_true(miss, reading) else UNDETECTED, row


def _moved(reading: Reading, claim: Claim) -> dict[str, list[str]]:
    """Return the moves of the domain by what became of them; only what has a formula can be taken from there."""
    claims, decider, found = reading.claims, Decider(reading.true_claims), dict[str, list[str]]()
    for move in moves(reading.true_claims):
        taken = move.has_formula and move.place < len(claims.domain.relations)  # the rest is the region
        seen = taken and _is_refuted(claim, {"where": move.among(claims)}, reading)
        found.setdefault(CAUGHT if seen else decider.outcome(move), []).append(f"{move.change}: `{move.relation}`")
    return found


def _is_refuted(claim: Claim, claimed: Texts, reading: Reading) -> bool:
    try:
        return bool(refuting_case(claim, claimed, reading))
    except Exception:  # a check that cannot be made of it has not refuted it
        return False


def _of_object(name: str, reading: Reading, claim: Claim) -> tuple[str, dict[str, str]]:
    """Say what became of a near object: the check refutes it in a run, or it is undetected."""
    trial = Trial(claim_id=claim.id, reading=claim.reading, formal=reading.claims)
    try:
        seen = control(claim, trial, name, "broken", claim.broken[name])
    except Exception as problem:
        return UNDETECTED, {"change": name, "claim": "", "error": f"{type(problem).__name__}: {problem}"}
    return CAUGHT if seen.behaved else UNDETECTED, {"change": name, "claim": ""}


def _is_true(miss: Mutant, reading: Reading) -> bool:
    claim = reading.claims.claims[miss.part]
    sharper = [replace(x, sign=claim.sign) for x in reading.sharper_claims if sharpens(x, claim)]
    return any(implied(_with_room(miss.relation), _with_room(x), reading.true_claims) for x in sharper)


def _with_room(x: Relation) -> Relation:
    """Write a side 0 as a sum: of a relation to 0 the near misses compare signs, while here the room counts."""
    return replace(x, left=operation("+", x.left, 0), right=operation("+", x.right, 0))


def refuting_case(claim: Claim, claimed: Texts, reading: Reading) -> str:
    """Return the case on which the check refutes what is claimed here, nothing if there is none."""
    with _time_limit(), _exchanged(claim, claimed) as its:
        trial = Trial(claim_id=claim.id, reading=claim.reading, formal=replace(reading, **claimed).claims)
        findings = its.function(trial, **its.setting)
        return next((item.case for item in findings if isinstance(item, Evidence) and _counts(item)), "")


def _counts(item: Evidence) -> bool:
    """Tell whether a case refutes a near miss: one that has no value claims nothing that is true."""
    return refutes(item) or (item.outcome is Outcome.UNDEFINED and item.region is not Region.OUTSIDE)


@contextmanager
def _exchanged(claim: Claim, claimed: Texts) -> Generator[Claim]:
    """Put formulas in the place of what is claimed, and give the claim of modules that were imported with them."""
    room, before = claim.function.__module__.rpartition(".")[0], dict(registered)
    formal.exchanged[claim.key] = claimed
    formal.room_statements.cache_clear()
    registered.clear()
    for name in [name for name in sys.modules if name.startswith(f"{room}.")]:
        del sys.modules[name]
    try:
        import_module(claim.function.__module__)
        yield registered[claim.key]
    finally:
        formal.exchanged.clear()
        registered.clear()
        registered.update(before)


@contextmanager
def _time_limit() -> Generator[None]:
    def too_long(*_: object) -> None:
        raise TimeoutError(f"no answer after {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
