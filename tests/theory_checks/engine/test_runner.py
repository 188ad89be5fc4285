"""Runs: any engine, any number of workers, any interruption, the same bytes."""

import json
from dataclasses import replace

import pytest

from theory_checks.core.claim import Claim, Trial
from theory_checks.core.evidence import exact
from theory_checks.core.statement import Ledger, LedgerError, Paper, Reading, Statement
from theory_checks.engine import current, execution, registry, results, runner
from theory_checks.engine.files import write_json
from theory_checks.engine.journal import open_journal
from theory_checks.engine.papers import load
from theory_checks.engine.runner import EngineError, Plan

SIZE = 6


def random_case(trial: Trial, *, shift=0):
    value = int(trial.rng("case").integers(0, 10**6))
    yield exact(f"case {value}", value, "==", value + shift)


def crashing(trial: Trial, *, shift=0):
    raise OverflowError(trial.claim_id)


def make_claim(number, function=random_case):
    return Claim(id=f"p/{number}", reading="printed", function=function, broken={"shifted": {"shift": 1}})


def make_statement(number, verdict="VERIFIED"):
    reading = Reading(verdict=verdict, domain="d", refuted_by="r", covers="c")
    texts = dict.fromkeys(("label", "kind", "place", "quantifier", "says"), "x")
    return Statement(id=f"p/{number}", verdict=verdict, readings=(reading,), paper="p", **texts)


LEDGER = Ledger(
    (Paper(key="p", title="T", authors="A", year=2020),), {f"p/{n}": make_statement(n) for n in range(SIZE)}
)
KEYS = [(f"p/{n}", "printed") for n in range(SIZE)]


@pytest.fixture(autouse=True)
def known(monkeypatch):
    claims = {key: make_claim(n) for n, key in enumerate(KEYS)}
    monkeypatch.setattr(registry, "registered", claims)
    return claims


def plan(**more):
    return Plan(**({"keys": KEYS, "engine": "serial", "jobs": 1} | more))


def execute(a_plan, ledger, journal_path, **more):
    with open_journal(journal_path, a_plan.header) as journal:
        return runner.run(a_plan, ledger, journal, **more)


def bytes_of(finished, a_plan, tmp_path):
    path = tmp_path / "results.json"
    write_json(path, results.assemble(a_plan, LEDGER, finished))
    return path.read_bytes()


def run_bytes(tmp_path, a_plan, **more):
    finished = execute(a_plan, LEDGER, tmp_path / "journal", **more)
    (tmp_path / "journal").unlink()  # what it holds goes into results
    return bytes_of(finished, a_plan, tmp_path)


def test_the_order_changes_no_byte(tmp_path):
    assert run_bytes(tmp_path, plan(keys=KEYS[::-1])) == run_bytes(tmp_path, plan())


def test_another_seed_gives_other_numbers_and_the_same_verdicts(tmp_path):
    first, second = (json.loads(run_bytes(tmp_path, plan(seed=seed))) for seed in (0, 1))

    assert first["statements"][0]["readings"][0]["evidence"] != second["statements"][0]["readings"][0]["evidence"]
    assert [s["verdict"] for s in first["statements"]] == [s["verdict"] for s in second["statements"]]


def test_a_subset_gives_the_records_of_the_whole(tmp_path):
    whole = execute(plan(), LEDGER, tmp_path / "a").records
    part = execute(plan(keys=KEYS[2:4]), LEDGER, tmp_path / "b").records

    assert part == {key: whole[key] for key in KEYS[2:4]}


@pytest.mark.parametrize("stop_after", range(SIZE))
def test_an_interrupted_run_resumes_to_the_same_bytes(tmp_path, stop_after):
    def interrupt(record, _seconds):
        done.append(record["id"])
        if len(done) > stop_after:
            raise KeyboardInterrupt

    done = []
    with pytest.raises(KeyboardInterrupt):
        execute(plan(), LEDGER, tmp_path / "journal", progress=interrupt)
    repeated = []
    resumed = execute(plan(), LEDGER, tmp_path / "journal", progress=lambda record, _: repeated.append(record["id"]))

    assert len(done) == stop_after + 1
    assert set(done).isdisjoint(repeated)
    assert bytes_of(resumed, plan(), tmp_path) == run_bytes(tmp_path, plan())


def test_a_record_whose_sources_have_changed_is_computed_again(tmp_path, monkeypatch):
    execute(plan(), LEDGER, tmp_path / "journal")
    monkeypatch.setattr(current, "code_digest", lambda claim: "changed")
    repeated = []

    execute(plan(), LEDGER, tmp_path / "journal", progress=lambda r, _: repeated.append(r["id"]))

    assert len(repeated) == SIZE


def test_code_that_is_edited_while_it_runs_is_computed_again(tmp_path, known, monkeypatch):
    today = ["before"]

    def editing(trial, *, shift=0):
        today[0] = "after"
        yield from random_case(trial, shift=shift)

    known[KEYS[0]] = make_claim(0, editing)
    for module in (current, execution, runner):
        monkeypatch.setattr(module, "code_digest", lambda claim: today[0])
    repeated = []

    execute(plan(), LEDGER, tmp_path / "journal")
    execute(plan(), LEDGER, tmp_path / "journal", progress=lambda r, _: repeated.append(r["id"]))

    assert len(repeated) == SIZE


def test_a_claim_that_crashes_does_not_stop_the_others(tmp_path, known):
    known[KEYS[1]] = make_claim(1, crashing)
    assembled = json.loads(run_bytes(tmp_path, plan()))
    verdicts = [s["verdict"] for s in assembled["statements"]]

    assert verdicts == ["VERIFIED", "INCONCLUSIVE", *["VERIFIED"] * (SIZE - 2)]
    assert any(
        "p/1 [printed]: OverflowError: p/1" in text
        for text in results.differences(assembled, LEDGER, LEDGER.statements)
    )


def test_a_verdict_that_differs_from_the_ledger_is_said(tmp_path):
    ledger = Ledger(LEDGER.papers, LEDGER.statements | {"p/0": make_statement(0, "REFUTED")})
    finished = execute(plan(), ledger, tmp_path / "journal")
    sentences = results.differences(results.assemble(plan(), ledger, finished), ledger, ledger.statements)

    assert "p/0: VERIFIED, the ledger says REFUTED" in sentences


def test_statements_that_were_not_run_have_no_verdict(tmp_path):
    finished = execute(plan(keys=KEYS[:1]), LEDGER, tmp_path / "journal")
    assembled = results.assemble(plan(), LEDGER, finished)

    assert [s["verdict"] for s in assembled["statements"]] == ["VERIFIED", *[None] * (SIZE - 1)]
    assert results.differences(assembled, LEDGER, LEDGER.statements) == []


def test_overspent_error_probability_is_a_difference(tmp_path):
    finished = execute(plan(), LEDGER, tmp_path / "journal")
    for record in finished.records.values():
        record["evidence"][0]["error_probability"] = 1e-6

    sentence = results.differences(results.assemble(plan(), LEDGER, finished), LEDGER, LEDGER.statements)[-1]
    assert sentence.startswith("probability must be at most 1e-09, got 1e-06 for test 'p/0#printed: 1. case")


@pytest.mark.parametrize("engine", ["gpu", "threads", "processes:4", "dask", "dask:", ""])
def test_unknown_engines_are_refused(tmp_path, engine):
    with pytest.raises(EngineError, match="engine must be processes, serial or dask:ADDRESS"):
        execute(plan(engine=engine), LEDGER, tmp_path / "journal")


def test_a_scheduler_that_does_not_answer_is_one_sentence(tmp_path):
    with pytest.raises(EngineError, match="engine dask must reach its scheduler, got no answer at nowhere"):
        execute(plan(engine="dask:nowhere"), LEDGER, tmp_path / "journal")


def test_an_unknown_statement_is_refused(tmp_path):
    with pytest.raises(LedgerError, match="a statement id must be one of"):
        execute(plan(keys=[("p/zzz", "printed")]), LEDGER, tmp_path / "journal")


def test_a_verdict_without_a_claim_is_refused_before_any_work(tmp_path, known):
    del known[KEYS[2]]

    with pytest.raises(LedgerError, match=r"must have a claim, got none for p/2 \[printed\]"):
        execute(plan(), LEDGER, tmp_path / "journal")
    assert not (tmp_path / "journal").exists()


def test_a_worker_that_is_killed_is_one_sentence(tmp_path, monkeypatch):
    def dying(*_arguments, **_keywords):
        raise runner.TerminatedWorkerError("killed")
        yield

    monkeypatch.setattr(runner, "Parallel", lambda **_: dying)

    with pytest.raises(EngineError, match="a worker process must survive its claim"):
        execute(plan(), LEDGER, tmp_path / "journal")


@pytest.mark.parametrize("name", ["tabular.privacy.no_such", "tabular.nowhere.x", "numpy.sqrt", "json"])
def test_what_tabular_does_not_offer_cannot_be_used(name):
    statement = replace(make_statement(0), use=name)

    with pytest.raises(LedgerError, match="use must name what tabular offers"):
        runner.check_use(statement)


def test_every_use_of_the_ledger_is_there():
    for statement in load().statements.values():
        runner.check_use(statement)
