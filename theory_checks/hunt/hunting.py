"""`hunt`: what a claim is, which hunt is for it, and how the hunt ends."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from tabular.errors import must, show
from theory_checks.core.binding import Binding
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Claim, claims_of
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Term, num
from theory_checks.core.interpret import exact as value_of
from theory_checks.core.statement import LedgerError, Statement
from theory_checks.engine.papers import load
from theory_checks.hunt.atlas import point, recall, remember
from theory_checks.hunt.boxes import prove
from theory_checks.hunt.charts import charts, searched
from theory_checks.hunt.chase import Chase, Progress, Spent
from theory_checks.hunt.formulas import FormulaHunt, shown
from theory_checks.hunt.functions import FunctionHunt
from theory_checks.hunt.outcome import Hunt, Proof, ended
from theory_checks.hunt.worlds import World, is_about_worlds

SEEN_POINTS, SEEN_MDPS = 1_000_000, 100_000  # by default
POINTS_FOR_A_BOX = 50  # of the budget
UNSEEN_POINTS = (
    "points that lie neither at ends of the domain nor where less room leads to",
    "violations below the rounding of floats, about 1e-14 of the two sides",
)

UNSEEN_MDPS = (
    "MDPs of more than 8 states or 3 actions; more than 4 states are tried once in ten times",
    "violations below 1e-9 of the two sides, and those that hold only where floats do not lead",
)
UNSEEN_LAWS = (
    "laws of more than 8 outcomes and mechanisms of more than 4 inputs; more than 4 outcomes are tried seldom",
    UNSEEN_MDPS[1],
)


def hunt(
    claim: str | Formal | Claim | Callable[..., Any],
    seconds: float = 30.0,
    *,
    seed: int = 0,
    work: int | None = None,
    atlas: Path | str | None = None,
    progress: Progress | None = None,
) -> Hunt:
    """Search for a counterexample to a claim, at most so many seconds.

    The claim is a formula, the id of a statement (`ID` or `ID#READING`) whose symbols are numbers, a function that is
    decorated as a claim of such a formula, or a function of an MDP, of laws or of mechanisms that returns (left, sign,
    right), or None where its hypotheses fail. What it asks for is named as `worlds` says: mdp, policy, mixed, value,
    rewards, start; law, mechanism, kernel, probability, epsilon, number, count.

    The budget is counted in instances (`work`), so that a seed finds the same again where the time does not end the
    hunt first. What is found goes to the folder `atlas`, from which the next hunt starts. Ctrl-C ends the hunt and
    keeps what it knows.
    """
    if not seconds > 0:
        raise must("seconds", "be above 0", show(seconds))
    if work is not None and work < 1:
        raise must("work", "be at least 1", show(work))
    of_a_function = is_about_worlds(claim) and not claims_of(claim)
    chase = Chase(work or (SEEN_MDPS if of_a_function else SEEN_POINTS), seconds)
    chase.tell = progress or chase.tell
    folder = Path(atlas) if atlas else None
    if of_a_function:
        return _of_function(FunctionHunt(cast(Callable[..., Any], claim), seed, chase), chase, folder)
    name, formal, binding = _claimed(claim)
    return _of_formula(name, formal, binding, chase, seed, folder)


def _claimed(claim: str | Formal | Claim | Callable[..., Any]) -> tuple[str, Formal, Binding]:
    """Return the name of a claim, its formulas, and what its certificate is tied to."""
    if isinstance(claim, Formal):
        name = " and ".join(map(str, claim.claims))
        return name, claim, Binding(f"hunt/{name}", "claimed", tuple(claim.latex), claim.claims, claim.domain)
    if isinstance(claim, str):
        id_, _, reading = claim.partition("#")
        return _of_statement(load()[id_], reading)
    found = [claim] if isinstance(claim, Claim) else claims_of(claim)
    if len(found) != 1:
        raise LedgerError(f"a claim must be a formula, an id, or a function that @claim decorates once, got {claim!r}")
    if found[0].statement:
        return _of_statement(found[0].statement, found[0].reading)
    return _of_statement(load()[found[0].id], found[0].reading)


def _of_statement(statement: Statement, name: str) -> tuple[str, Formal, Binding]:
    """Return the reading of this name, or the first that speaks of numbers alone and is no amendment."""
    readings = [statement.reading(name)] if name else [x for x in statement.readings if x.role != "amendment"]
    fit = [x for x in readings if huntable(x.claims)]
    if not fit:
        raise LedgerError(
            f"a statement must claim a formula of symbols that its domain limits to be hunted, got {statement.id}"
        )
    return f"{statement.id}#{fit[0].name}", fit[0].claims, statement.binding(fit[0].name)


def shrunk(certificate: Certificate, formal: Formal, seconds: float = 5.0) -> Certificate:
    """Return the certificate of simpler numbers at which the same claim fails, or this one where there is none.

    Where the claim speaks of what its own code computes, other numbers cannot be tried.
    """
    if certificate.statement is None or not certificate.values or not huntable(formal):
        return certificate
    numbers = {name: exact for name, x in certificate.values.items() if (exact := _rational(x)) is not None}
    one = FormulaHunt(formal, "", certificate.statement, 0, Chase(1, seconds))
    points = [{name: numbers[name] for name in chart.names if name in numbers} for chart in charts(one.limited)]
    with suppress(Spent):
        one.search(points)
    prey = one.prey()
    return prey.certificate if prey and prey.certificate else certificate


def _rational(x: Term) -> Fraction | None:
    try:
        return value_of(num(x))
    except (TypeError, ValueError, ZeroDivisionError):  # it speaks of something else, or is no rational number
        return None


def huntable(formal: Formal) -> bool:
    """Tell whether at least one relation is about numbers that the domain limits, and not about lists or an MDP."""
    limited, parts = searched(formal)
    return bool(parts) and not formal.quantities and not any("." in name for name in limited.domain.symbols)


def _of_formula(name: str, formal: Formal, binding: Binding, chase: Chase, seed: int, folder: Path | None) -> Hunt:
    if not huntable(formal):
        raise LedgerError(f"a formula must speak of symbols that `where` limits to be hunted, got {name}")
    one = FormulaHunt(formal, name, binding, seed, chase)
    proof, interrupted = None, False
    try:
        one.search(recall(folder, "point", point))
        proof = None if one.found or one.undefined else _proof(one, chase)
    except Spent:
        proof = None if one.found or one.undefined else _proof(one, chase)
    except KeyboardInterrupt:
        interrupted = True
    prey = one.prey()
    if prey and folder:
        remember(folder, name, "point", prey.data)
    met_none = "" if one.met or prey or interrupted else "no instance that satisfies its hypotheses was found"
    return ended(
        chase, claim=name, says=shown(formal, one.parts), prey=prey, fault=one.undefined or met_none, proof=proof,
        doubt=one.doubt, unseen=UNSEEN_POINTS, interrupted=interrupted, seed=seed,
    )  # fmt: skip


def _of_function(one: FunctionHunt, chase: Chase, folder: Path | None) -> Hunt:
    interrupted = False
    try:
        one.search(recall(folder, "world", World.from_json))
    except Spent:
        pass
    except KeyboardInterrupt:
        interrupted = True
    prey = one.prey()
    if prey and folder:
        remember(folder, one.name, "world", prey.data)
    met_none = "" if one.met or prey or interrupted else "no instance that satisfies its hypotheses was found"
    says = (inspect.getdoc(one.function) or one.name).partition("\n")[0]
    return ended(
        chase, claim=one.name, says=[says], prey=prey, fault=one.fault or met_none, doubt=one.doubt,
        unseen=UNSEEN_MDPS if one.has_mdp else UNSEEN_LAWS, interrupted=interrupted, seed=one.seed,
    )  # fmt: skip


def _proof(one: FormulaHunt, chase: Chase) -> Proof | None:
    """Try to prove the claim, which has a budget of its own beside that of the search."""
    covers = list(charts(one.limited))
    if len(covers) != 1 or len(one.parts) != len(one.claimed.claims):
        return None
    left = max(chase.seconds - chase.elapsed, chase.seconds / 10)
    own = Chase(max(1, chase.work // POINTS_FOR_A_BOX), left, chase.tell, tightest=chase.tightest)
    try:
        return prove(covers[0], one.parts, own)
    finally:
        chase.tried |= own.tried
