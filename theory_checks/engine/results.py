"""Join ledger and records into `results.json`: the one file that the report, and any other program, reads."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from tabular.errors import InputError
from theory_checks.checker.checker import LEMMAS
from theory_checks.core.answers import answer
from theory_checks.core.explore import explored
from theory_checks.core.judge import Judgement, Verdict, combine
from theory_checks.core.statement import Ledger, Reading, Statement
from theory_checks.engine.panel import shown
from theory_checks.engine.papers import bibliography
from theory_checks.engine.runner import Key, Plan, Run
from theory_checks.engine.seal import COMPUTED, LISTS
from theory_checks.engine.stored import SCHEMA
from theory_checks.engine.versions import versions
from theory_checks.proofs.recorded import shown as theorem
from theory_checks.statistics.budget import SUITE_ERROR, ErrorBudget

TEXTS = ("because", "part", "amends", "border", "domain", "refuted_by", "not_covered", "covers")
PROVED = "a theorem that Coq has accepted, recorded and not re-checked here, and every case holds"
EXACT_IS_FREE = "Exact and ball arithmetic spend nothing."

Json = dict[str, Any]


def assemble(plan: Plan, ledger: Ledger, run: Run) -> Json:
    """Return the results of a run; the same plan and versions give the same value, whatever the machine did."""
    statements = [joined(statement, ledger, run.records) for statement in ledger.statements.values()]
    return {
        "schema": SCHEMA,
        "suite": {"name": "theory-checks", "version": _version(), "seed": plan.seed, "profile": plan.profile},
        "versions": versions(),
        "error_control": _error_control(run),
        "papers": [vars(paper) for paper in ledger.papers],
        "bibliography": dict(bibliography()),
        "lemmas": {name: lemma["says"] for name, lemma in LEMMAS.items()},
        "statements": statements,
    }


def timings(run: Run, before: Mapping[str, float]) -> Json:
    """Return the seconds of each reading, newly computed or before: the only part that differs between runs."""
    now = {f"{id_}#{reading}": round(value, 3) for (id_, reading), value in run.seconds.items()}
    return {"schema": "theory-checks/timings/1", "seconds": dict(sorted({**before, **now}.items()))}


def differences(results: Json, ledger: Ledger, ids: Container[str]) -> list[str]:
    """Return one sentence per verdict that differs, per check that ended with an error, and per text to be reviewed.

    It is about the statements with these ids, the others being of an earlier run, and about the chances of all tests.
    """
    statements = [statement for statement in results["statements"] if statement["id"] in ids]
    sentences = [text for statement in statements for text in differing(statement)]
    overspent = results["error_control"]["overspent"]
    changed = [unreviewed(ledger[statement["id"]]) for statement in statements if statement["verdict"]]
    return [*sentences, *([overspent] if overspent else []), *filter(None, changed)]


def unreviewed(statement: Statement) -> str:
    """Return a sentence if what decides, or the argument for it, has changed since the verdict was recorded."""
    if statement.reviewed in ("", statement.digest):
        return ""
    return (
        f"{statement.id}: its formulas or its argument have changed since the verdict was recorded: look at all again, "
        f'then write reviewed = "{statement.digest}"'
    )


def differing(statement: Json) -> list[str]:
    """Return one sentence for each verdict that is not the one on record, and for each check with an error."""
    verdicts = [
        f"{statement['id']} [{reading['name']}]: {reading['verdict']}, the ledger says {reading['expected']}"
        for reading in statement["readings"]
        if reading["verdict"] is not None and reading["verdict"] != reading["expected"]
    ]
    if statement["verdict"] is not None and statement["verdict"] != statement["expected"]:
        verdicts.append(f"{statement['id']}: {statement['verdict']}, the ledger says {statement['expected']}")
    errors = [f"{statement['id']} [{r['name']}]: {_last_line(r['error'])}" for r in statement["readings"] if r["error"]]
    return verdicts + errors


def _last_line(trace: str) -> str:
    return trace.strip().splitlines()[-1]


def joined(statement: Statement, ledger: Ledger, records: Mapping[Key, Json]) -> Json:
    """Return a statement with what was computed for its readings."""
    readings = [
        _reading(statement, reading, records.get((statement.id, reading.name))) for reading in statement.readings
    ]
    judgement, explore = judged(statement, records), explored(statement, ledger)
    true = judgement is not None and judgement.verdict is Verdict.VERIFIED
    by_theorem = true and statement.is_proved and not all(r.complete for r in statement.readings)
    return {
        "id": statement.id,
        "tag": statement.tag,
        "paper": statement.paper,
        "label": statement.label,
        "kind": statement.kind,
        "place": statement.place,
        "quantifier": statement.quantifier,
        "says": statement.says,
        "formulas": list(statement.formulas),
        "assumes": list(statement.assumes),
        "depends_on": list(statement.depends_on),
        "repairs": statement.repairs,
        "repaired_by": list(statement.repaired_by),
        "about": statement.about,
        "summary": statement.summary,
        "use": statement.use,
        "explore": explore.to_json() if explore else None,
        "answer": answer(statement, judgement.verdict) if judgement else "",
        "expected": statement.verdict,
        "verdict": judgement.verdict if judgement else None,
        "reason": PROVED if by_theorem else judgement.reason if judgement else "",
        "untested": statement.untested,
        "readings": readings,
    }


def judged(statement: Statement, records: Mapping[Key, Json]) -> Judgement | None:
    """Return the verdict that the readings of a statement give it; none while one is without."""
    judgements: dict[str, list[Judgement]] = {"reading": [], "part": [], "amendment": []}
    for reading in statement.readings:
        record = records.get((statement.id, reading.name))
        if record is None or record["verdict"] is None:
            return None
        found = Judgement(Verdict(record["verdict"]), record["reason"], reading.limits.latex)
        judgements[reading.role].append(found)
    return combine(judgements["reading"], judgements["part"])


def _reading(statement: Statement, reading: Reading, record: Json | None) -> Json:
    texts = {name: getattr(reading, name) for name in TEXTS}
    formal = {"formal": reading.claims.latex, "digest": statement.binding(reading.name).digest}
    region = {"region": reading.limits.latex, "complete": reading.complete}
    base = {"name": reading.name, "role": reading.role, "says": reading.says, **formal, **region}
    base |= {
        "expected": reading.verdict,
        "near_misses": shown(statement, reading.name),
        "proof": theorem(statement, reading),
    }
    computed = {name: record[name] for name in COMPUTED} if record else _blank()
    return base | {"verdict": None, "reason": ""} | texts | computed


def _blank() -> Json:
    """Return a reading that was not run."""
    return dict.fromkeys(COMPUTED) | {"reason": ""} | {name: [] for name in LISTS}


def _error_control(run: Run) -> Json:
    """Add up the chances of a wrong refutation over every statistical test that was made."""
    expenses = [expense for _, record in sorted(run.records.items()) for expense in _expenses(record)]
    control = {"bound": SUITE_ERROR, "tests": len(expenses), "overspent": None}
    try:
        budget = ErrorBudget().spend_all(expenses)
    except InputError as error:
        overspent = {"overspent": str(error), "explanation": "The error probabilities of the tests break the budget."}
        return control | {"spent": sum(chance for _, chance in expenses)} | overspent
    return control | {"spent": budget.spent, "explanation": f"{budget.explanation} {EXACT_IS_FREE}"}


def _expenses(record: Json) -> Iterator[tuple[str, float]]:
    """Yield each test of a record that could refute by chance, whether it found something or not."""
    name = f"{record['id']}#{record['reading']}"
    for number, item in enumerate(record["evidence"], 1):
        if item["error_probability"] > 0:
            yield f"{name}: {number}. {item['case']}", item["error_probability"]
    for group, silent in enumerate(record["silent_tests"], 1):
        for number in range(1, silent["count"] + 1):
            yield f"{name}: silent test {group}.{number}", silent["error_probability"]


def _version() -> str:
    try:
        return version("theory-checks")
    except PackageNotFoundError:
        return "uninstalled"
