"""Papers are found and read: broken files get one sentence that names the rule, the value and the place."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from theory_checks.core.judge import Verdict
from theory_checks.core.statement import LedgerError
from theory_checks.engine import papers, registry

PAPER = 'key = "p"\ntitle = "T"\nauthors = "A"\nyear = 2020\n'
ENTRY = (
    '[[statement]]\nid = "{id}"\nlabel = "L"\nkind = "{kind}"\nplace = "1"\nquantifier = "forall"\nsays = "S"\n{more}\n'
)
TOLD = 'domain = "d"\nrefuted_by = "r"\n'


def entry(id_="p/a", kind="lemma", more='untested = "later"'):
    return ENTRY.format(id=id_, kind=kind, more=more)


@pytest.fixture
def ledger(tmp_path):
    def write(*entries, order=""):
        (tmp_path / "room").mkdir(exist_ok=True)
        (tmp_path / "paper.toml").write_text(PAPER + order, encoding="utf-8")
        (tmp_path / "room" / "statements.toml").write_text("".join(entries), encoding="utf-8")
        return papers.read([tmp_path])

    return write


def test_an_untested_statement_keeps_its_reason(ledger):
    assert ledger(entry())["p/a"].untested == "later"


def test_a_single_reading_inherits_the_verdict_and_has_the_texts(ledger):
    statement = ledger(entry(more='verdict = "REFUTED"\n' + TOLD))["p/a"]

    assert [(r.name, r.verdict, r.domain) for r in statement.readings] == [("printed", Verdict.REFUTED, "d")]


def test_readings_keep_their_order(ledger):
    more = 'verdict = "REFUTED"\n' + "".join(
        f'[[statement.reading]]\nname = "{n}"\nsays = "s"\nbecause = "t"\nverdict = "REFUTED"\n{TOLD}' for n in "ba"
    )

    assert [r.name for r in ledger(entry(more=more))["p/a"].readings] == ["b", "a"]


def test_line_breaks_of_long_texts_mean_nothing(ledger):
    text = "domain = '''\nall $n$,\nall $m$'''\nrefuted_by = \"r\""

    assert ledger(entry(more=f'verdict = "REFUTED"\n{text}'))["p/a"].readings[0].domain == "all $n$, all $m$"


def test_paper_toml_has_the_order(ledger):
    assert list(ledger(entry(), entry("p/b"), order='order = ["p/b", "p/a"]').statements) == ["p/b", "p/a"]


@pytest.mark.parametrize("order", ['order = ["p/a"]', 'order = ["p/a", "p/b", "p/c"]'])
def test_an_order_that_misses_or_invents_a_statement(ledger, order):
    with pytest.raises(LedgerError, match=r"order must name every statement of the paper, but p/[bc]"):
        ledger(entry(), entry("p/b"), order=order)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([entry(more="")], "either a verdict or an untested reason"),
        ([entry(more='verdict = "REFUTED"\nuntested = "x"\n' + TOLD)], "either a verdict or an untested reason"),
        ([entry(more='verdict = "TRUE"')], "verdict must be one of VERIFIED"),
        ([entry(more='verdict = "REFUTED"')], "must say its domain and what refutes it"),
        ([entry(), entry()], "an id must stand once"),
        ([entry(more='untested = "x"\ndepends_on = ["p/zzz"]')], "a reference must name a statement, got 'p/zzz'"),
        ([entry(more='untested = "x"\nrepaired_by = ["p/zzz"]')], "a reference must name a statement"),
        ([entry(more='untested = "x"\ncolour = "red"')], "an entry must use the keys .*'colour'"),
        ([entry(kind="repair")], "a repair, and nothing else, must say what it repairs"),
        ([entry(more='untested = "x"\nrepairs = "p/a"')], "a repair, and nothing else"),
        ([entry(kind="note")], "a note, and nothing else, must say what it is about"),
        ([entry(more='untested = "x"\nabout = "p/a"')], "a note, and nothing else"),
        ([entry(kind="repair", more='untested = "x"\nrepairs = "p/a"\nabout = "p/a"')], "a note, and nothing else"),
        ([entry(kind="note", more='untested = "x"\nabout = "p/a"\nrepairs = "p/a"')], "a repair, and nothing else"),
        ([entry(kind="note", more='untested = "x"\nabout = "p/zzz"')], "a reference must name a statement"),
        (['[[statement]]\nid = "p/a"\nuntested = "x"\n'], "an entry must be complete"),
        (["[[statement]\n"], "a file of statements must be TOML"),
        (
            [entry(more='verdict = "REFUTED"\n[[statement.reading]]\nname = "a"\n[[statement.reading]]\nname = "b"\n')],
            "every reading of a tested statement must have a verdict",
        ),
        (
            [entry(more=f'untested = "x"\n{TOLD}[[statement.reading]]\nname = "a"\n')],
            "domain must stand under a reading",
        ),
    ],
)
def test_broken_statements(ledger, entries, message):
    with pytest.raises(LedgerError, match=message):
        ledger(*entries)


def test_a_missing_file(tmp_path):
    with pytest.raises(LedgerError, match="a paper must have its file"):
        papers.read([tmp_path])


def test_an_unknown_id_is_answered_with_near_ones(ledger):
    with pytest.raises(LedgerError, match=r"got 'q/a'; did you mean p/a\?"):
        ledger(entry())["q/a"]


CHECK = """
from theory_checks.core.claim import claim
from theory_checks.core.evidence import exact
from ..common.numbers import LARGEST


@claim("own/halves", broken={"a tenth": {"share": 10}})
def halves(trial, *, share=2):
    for n in range(1, LARGEST):
        yield exact(f"n = {n}", share * n, "<=", 2 * n)
"""


def write_paper(folder: Path) -> Path:
    """Write a small paper."""
    for name, text in {
        "paper.toml": PAPER.replace('"p"', '"own"'),
        "common/numbers.py": "LARGEST = 4\n",
        "room/halves.py": CHECK,
        "room/statements.toml": entry("own/halves", more='verdict = "VERIFIED"\ncovers = "all"\n' + TOLD),
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def own_paper(tmp_path) -> Path:
    """Return a paper of one's own in a folder outside of any package."""
    return write_paper(tmp_path / "a folder, v1.2")


def test_a_paper_in_a_folder_comes_through_the_same_door(own_paper, tmp_path):
    answer = run("--paper", own_paper, out=tmp_path / "r.json")

    assert (answer.returncode, "VERIFIED" in answer.stdout) == (0, True), answer.stderr


def call(*arguments, path=""):
    command = [sys.executable, "-m", "theory_checks", *map(str, arguments)]
    environment = dict(os.environ) | ({"PYTHONPATH": str(path)} if path else {})
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def run(*options, out, path=""):
    return call(*options, "run", "own/halves", "--jobs", 1, "--out", out, path=path)


def test_only_a_paper_of_ones_own(own_paper):
    rows = json.loads(call("--only", own_paper, "list", "--json").stdout)

    assert [row["id"] for row in rows] == ["own/halves"]


def test_a_paper_that_is_named_twice_is_one(own_paper):
    assert call("--paper", own_paper, "--paper", own_paper, "list", "own").returncode == 0


def test_a_module_of_the_paper_is_a_source_of_its_records(own_paper, tmp_path):
    """The paper imports its common folder by a relative name."""

    def digest():
        assert run("--only", own_paper, out=tmp_path / "r.json").returncode == 0
        results = json.loads((tmp_path / "r.json").read_text())
        return results["statements"][0]["readings"][0]["source"]["digest"]

    before = digest()
    (own_paper / "common/numbers.py").write_text("LARGEST = 5\n", encoding="utf-8")

    assert digest() != before


def install(site: Path, value: str, name: str = "papers_of_mine") -> None:
    """Install a distribution that offers papers, as a package manager leaves it behind."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[theory_checks.papers]\nmine = {value}\n", encoding="utf-8")


@pytest.mark.parametrize(("value", "place"), [("mine", "mine/first"), ("mine.first", "mine/first"), ("alone", "alone")])
def test_an_installed_paper_is_found(tmp_path, value, place):
    """An entry point names the package of one paper, or a package with papers in it."""
    folder = write_paper(tmp_path / "site" / place)
    (tmp_path / "site" / place.split("/")[0] / "__init__.py").touch()
    (folder / "__init__.py").touch()
    install(tmp_path / "site", value)
    listed = call("list", path=tmp_path / "site").stdout

    assert "own/halves" in listed
    assert "dpdqn/prop10" in listed


def test_an_installed_paper_runs(tmp_path):
    write_paper(tmp_path / "site" / "alone")
    install(tmp_path / "site", "alone")
    answer = run(out=tmp_path / "r.json", path=tmp_path / "site")

    assert (answer.returncode, "VERIFIED" in answer.stdout) == (0, True), answer.stderr


def test_a_digest_follows_the_imports_of_an_installed_paper(tmp_path):
    write_paper(tmp_path / "site" / "alone")
    install(tmp_path / "site", "alone")
    code = (
        "from theory_checks.engine import registry, sources\n"
        "registry.claims()\nprint(sources.closure('alone.room.halves'))"
    )
    environment = dict(os.environ) | {"PYTHONPATH": str(tmp_path / "site")}
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)

    assert "'alone.common.numbers'" in answer.stdout


@pytest.mark.parametrize("value", ["nowhere", "nowhere.at.all", "json.decoder"])
def test_an_entry_point_that_names_no_papers_is_refused(tmp_path, value):
    install(tmp_path, value)
    answer = call("list", path=tmp_path)

    assert answer.returncode == 2
    assert f"entry point mine of papers_of_mine must name a package with papers, got '{value}'" in one_line(answer)


def one_line(answer) -> str:
    return " ".join(answer.stderr.split())


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("paper.toml", "key = ", "a file of statements must be TOML, got"),
        ("paper.toml", PAPER.replace('"p"', '"dpdqn"'), "the key of a paper must be its own, got 'dpdqn' of another"),
        ("paper.toml", PAPER.replace('"p"', '"a/b"'), "key must be a word of letters, digits and hyphens, got 'a/b'"),
        ("paper.toml", PAPER + 'number = "1"\n', "number must be an integer, got '1'"),
        ("paper.toml", 'key = "own"\n', "an entry must be complete"),
        ("tags.toml", '"own/halves" = 7\n', "Error: [...] must be a text in"),
        ("room/statements.toml", "[[statement]\n", "a file of statements must be TOML"),
        ("room/statements.toml", entry("dpdqn/prop10"), "an id must stand once in all papers, got dpdqn/prop10 again"),
    ],
)
def test_a_broken_paper_is_refused(own_paper, file, text, sentence):
    (own_paper / file).write_text(text, encoding="utf-8")
    answer = call("--paper", own_paper, "list")

    assert answer.returncode == 2
    assert sentence in one_line(answer)
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import nothing_like_it\n", "ModuleNotFoundError: No module named 'nothing_like_it' (halves.py, line 1)"),
        ("x = 1\ny = 1 // 0\n", "ZeroDivisionError: integer division or modulo by zero (halves.py, line 2)"),
        ("def f(:\n", "SyntaxError: invalid syntax (halves.py, line 1)"),
    ],
)
def test_a_module_that_cannot_be_imported_is_told_with_its_place(own_paper, tmp_path, text, sentence):
    (own_paper / "room/halves.py").write_text(text, encoding="utf-8")
    answer = run("--only", own_paper, out=tmp_path / "r.json")

    assert answer.returncode == 2
    assert f"a module of a room must be importable, got {sentence}" in one_line(answer)
    assert "theory_checks_paper_own.room.halves" in one_line(answer)


def test_a_statement_without_a_claim_is_refused(own_paper, tmp_path):
    (own_paper / "room/halves.py").unlink()
    answer = run("--only", own_paper, out=tmp_path / "r.json")

    assert answer.returncode == 2
    assert "a statement with a verdict must have a claim, got none for own/halves [printed]" in one_line(answer)


def test_tags_stand_beside_the_paper_and_each_names_one_statement(ledger, tmp_path):
    found = ledger(entry("p/a"), entry("p/b"))
    assert found["p/a"].tag == ""
    (tmp_path / "tags.toml").write_text('"p/a" = "4FK7"\n"p/gone" = "4FK8"\n')
    assert ledger(entry("p/a"), entry("p/b"))["p/a"].tag == "4FK7"
    (tmp_path / "tags.toml").write_text('"p/a" = "4FK7"\n"p/gone" = "4FK7"\n')
    with pytest.raises(LedgerError, match="a tag must name one statement, got 4FK7 for p/a and p/gone"):
        ledger(entry("p/a"))


def test_a_folder_without_a_paper_is_refused(tmp_path):
    answer = call("--paper", tmp_path, "list")

    assert answer.returncode == 2
    assert f"a folder of a paper must hold paper.toml, got none in {tmp_path}" in answer.stderr


@pytest.mark.parametrize(
    "call_of", [("--paper", "{}", "list"), ("--only", "{}", "list"), ("new", "{}"), ("new", "{}/x")]
)
def test_a_link_that_names_itself_is_no_folder(tmp_path, call_of):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)

    answer = call(*(word.format(loop) for word in call_of))

    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr
    assert str(loop) in answer.stderr
    assert [*tmp_path.iterdir()] == [loop]


def test_the_papers_that_ship_are_found():
    assert {paper.folder.name for paper in papers.found_papers()} >= {"dpdqn", "pucb", "gpope"}
    assert len(registry.check_modules()) == len(set(registry.check_modules()))


@pytest.mark.parametrize(
    ("verdict", "proof", "message"),
    [
        ("REFUTED", 'sense = "wrong", scope = "whole"', "a proof must have a sense .* got 'wrong' and 'whole'"),
        ("REFUTED", 'sense = "refuted", scope = "all"', "a proof must have a sense .* got 'refuted' and 'all'"),
        ("REFUTED", 'sense = "verified", scope = "whole"', "a proof must show what the verdict REFUTED says"),
        ("VERIFIED", 'sense = "repaired", scope = "whole"', "a proof must show what the verdict VERIFIED says"),
        ("VERIFIED", 'sense = "verified", scope = "counterexample"', "a proof must show what the verdict VERIFIED"),
        ("ILL_POSED", 'sense = "verified", scope = "whole"', "a proof must show what the verdict ILL_POSED says"),
        ("CONSISTENT", 'sense = "verified", scope = "whole"', "a proof must show what the verdict CONSISTENT says"),
        ("REFUTED", 'sense = "refuted", scope = "whole", more = "x"', "an entry must use the keys .* got 'more'"),
    ],
)
def test_a_proof_must_fit_the_verdict(ledger, verdict, proof, message):
    with pytest.raises(LedgerError, match=message):
        ledger(entry(more=f'verdict = "{verdict}"\nproof = {{ {proof} }}\n{TOLD}'))


def test_no_entry_says_of_itself_that_coq_accepted_it(ledger):
    proof = 'proof = { sense = "verified", scope = "whole", accepted = true }\n'
    statement = ledger(entry(more=f'verdict = "VERIFIED"\nformal = ["x > 0"]\nwhere = ["x > 1"]\n{proof}{TOLD}'))["p/a"]

    assert statement.readings[0].proof.accepted is False
    assert not statement.is_proved
