"""Papers of somebody else: whatever stands in their files and modules, a command says in one sentence what is wrong."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from theory_checks.commands.group import cli
from theory_checks.core.claim import registered
from theory_checks.engine import papers, registry, sources

FILES = {
    "paper.toml": 'key = "odd-one"\ntitle = "T"\nauthors = "A"\nyear = 2020\n',
    "room/statements.toml": """
[[statement]]
id = "odd-one/a"
label = "L"
kind = "lemma"
place = "1"
quantifier = "forall"
says = "S"
formal = ["n <= 2*n"]
where = ["n >= 1"]
verdict = "VERIFIED"
domain = "d"
refuted_by = "r"
covers = "all"
""",
    "room/check.py": """
from theory_checks.core.claim import claim
from theory_checks.core.evidence import exact


@claim("odd-one/a", broken={"nothing": {"times": 0}})
def check(trial, *, times=2):
    yield exact("n = 1", times, ">=", 1)
""",
}


@pytest.fixture
def paper(tmp_path, monkeypatch):
    monkeypatch.setenv(papers.FOLDERS, "")
    monkeypatch.setenv(papers.ALONE, "")
    folder = tmp_path / "paper"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    yield folder
    for found in (papers._found, papers._load, registry._import_room, sources._content):
        found.cache_clear()
    for name in [name for name in sys.modules if name.startswith("theory_checks_paper_odd")]:
        del sys.modules[name]
    for key in [key for key in registered if key[0].startswith("odd")]:
        del registered[key]


def refused(folder, *arguments):
    done = CliRunner().invoke(cli, ["--only", str(folder), *map(str, arguments)])
    last = done.output.strip().splitlines()[-1] if done.output else repr(done.exception)
    assert (done.exit_code, last[:7]) == (2, "Error: "), repr(done.exception)
    return last


def changed(folder, old, new, name="room/statements.toml"):
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'formal = ["n <= 2*n"]',
            'formal = "n <= 2*n"',
            "statement[0].formal must be a list, got 'n <= 2*n' in room/statements.toml",
        ),
        ('"n >= 1"', "1", "statement[0].where[0] must be a text, got 1 in"),
        ('"odd-one/a"', "7", "statement[0].id must be a text, got 7 in"),
        ('covers = "all"', "symbols = { n = { m = 1 } }", "statement[0].symbols[...] must be a text in"),
        ('covers = "all"', "let = { n = 1 }", "statement[0].let[...] must be a text in"),
        ('covers = "all"', 'let = { n = "odd-one/a" }', "let must name formulas that stand somewhere"),
        ('covers = "all"', "[[statement.reading]]\nname = 1", "statement[0].reading[0].name must be a text, got 1 in"),
        ('covers = "all"', "reading = 1", "statement[0].reading must be a list, got 1 in"),
        ('covers = "all"', "proof = 1", "statement[0].proof must be a table, got 1 in"),
        ('covers = "all"', "explore = 1", "statement[0].explore must be a table, got 1 in"),
        ("[[statement]]", "[statement]", "statement must be a list, got {'id': "),
        ('"VERIFIED"', '["VERIFIED"]', "statement[0].verdict must be a text, got ['VERIFIED'] in"),
        ('"n >= 1"', '"n >="', "a formula must read like Python, got 'n >=' at paper/room: odd-one/a [printed]"),
        ('"n >= 1"', '"n >= ' + "exp(" * 90 + "1" + ")" * 90 + '"', "a formula must"),
        ('"n <= 2*n"', '"n <= ' + "9" * 5000 + '"', "a formula must have at most 4000 signs"),
        ('label = "L"', "label = " + "[" * 100_000, "must not be nested that deeply"),
        ('label = "L"', "label = " + "9" * 10_000, "a file of statements must be TOML, got Exceeds the limit"),
        ('label = "L"', 'label = "' + "L" * 2_000_000 + '"', "a file of a paper must be at most 1048576 bytes long"),
        ('label = "L"', f"label{'.l' * 20_000} = 1", "a line must have at most 100 dots, got more in room/statements"),
    ],
)
def test_statements_of_other_types(paper, old, new, told):
    changed(paper, old, new)

    assert told in refused(paper, "list")


@pytest.mark.parametrize("line", ['year = "x"', "title = 1", "order = 7", "order = [7]", 'number = "1"', "key = []"])
def test_a_paper_that_says_other_things_of_itself(paper, line):
    key = line.partition(" ")[0]
    kept = [x for x in FILES["paper.toml"].splitlines() if not x.startswith(key)]
    (paper / "paper.toml").write_text("\n".join([*kept, line]))

    assert f"{key} must be " in refused(paper, "list").replace("[0]", "")


@pytest.mark.parametrize("kind", ["pipe", "device", "sparse"])
def test_statements_in_what_is_no_file_of_text(paper, kind):
    place = paper / "room/statements.toml"
    place.unlink()
    if kind == "sparse":
        with place.open("wb") as file:
            os.truncate(file.fileno(), 1 << 40)
    else:
        os.mkfifo(place) if kind == "pipe" else place.symlink_to("/dev/zero")

    assert "a file of a paper must be " in refused(paper, "list")


@pytest.mark.parametrize("kind", ["pipe", "device", "sparse", "kernel"])
@pytest.mark.parametrize("place", ["room/check.py", "__init__.py"])
def test_code_in_what_nobody_reads_to_the_end(paper, place, kind):
    place = paper / place
    place.unlink(missing_ok=True)
    if kind == "sparse":
        place.touch()
        os.truncate(place, 1 << 40)
    else:
        device = "/dev/zero" if kind == "device" else "/proc/self/pagemap"  # which the system calls a file of no bytes
        os.mkfifo(place) if kind == "pipe" else place.symlink_to(device)

    assert "files of a paper must be ordinary ones" in refused(paper, "list")


def test_data_that_nobody_reads_to_the_end(paper):
    place = paper / "room/table.json"
    place.touch()
    os.truncate(place, 1 << 40)

    assert "files of a paper must be ordinary ones" in refused(paper, "list")


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("import sys\nsys.exit(0)", "got SystemExit: 0 (check.py, line 2)"),
        ("import os\nos._exit(0)", "got SystemExit: 0 (check.py, line 2)"),
        ("class Odd(BaseException):\n    pass\n\n\nraise Odd('so\\nit is')", "got Odd: so it is (check.py, line 5)"),
        ("import no_such_module_at_all", "got ModuleNotFoundError"),
    ],
)
@pytest.mark.parametrize("place", ["room/check.py", "__init__.py"])
def test_a_module_that_ends_the_program_gives_no_verdict(paper, tmp_path, program, told, place):
    (paper / place).write_text(program)
    said = refused(paper, "run", "--engine", "serial", "--out", tmp_path / "r.json")

    assert told.replace("check.py", Path(place).name) in said
    assert not (tmp_path / "r.json").exists()


@pytest.mark.parametrize(
    "text", ["[", "[]", "[" * 100_000, '{"odd-one/a#printed": []}', '{"odd-one/a#printed": {"digest": "x"}}', "\0"]
)
@pytest.mark.parametrize("name", ["panel.json", "proofs.json"])
def test_records_of_a_room_that_nobody_has_written(paper, tmp_path, name, text):
    changed(paper, 'covers = "all"', 'proof = { sense = "verified", scope = "whole" }')
    (paper / "room" / name).write_text(text)

    assert f"at room/{name}" in refused(paper, "run", "--engine", "serial", "--out", tmp_path / "r.json")


def test_two_papers_whose_keys_differ_by_a_sign_have_their_own_code(paper, tmp_path):
    other = shutil.copytree(paper, tmp_path / "other")
    for name in FILES:
        changed(other, "odd-one", "odd_one", name)
    changed(other, "times=2", "times=0", "room/check.py")
    call = ["--only", str(paper), "--only", str(other), "run", "--engine", "serial", "--out", str(tmp_path / "r.json")]
    done = CliRunner().invoke(cli, [*call, "--json"])

    assert '"odd-one/a": "VERIFIED"' in done.output
    assert '"odd_one/a": "INCONCLUSIVE"' in done.output  # it fails, without a certificate


def test_what_a_room_prints_is_not_the_output_of_a_command(paper, tmp_path):
    changed(paper, "from theory", "print('at import')\nfrom theory", "room/check.py")
    changed(paper, "    yield", "    print('in a check')\n    yield", "room/check.py")
    call = ["--only", str(paper), "run", "--engine", "serial", "--out", str(tmp_path / "r.json"), "--json"]
    done = CliRunner().invoke(cli, call)

    assert json.loads(done.stdout)["verdicts"] == {"odd-one/a": "VERIFIED"}
    assert ("at import" in done.stderr, "in a check" in done.stderr) == (True, True)


def test_a_pipe_of_which_a_module_speaks_is_no_source_of_it(paper, tmp_path):
    os.mkfifo(paper / "room/table.json")
    changed(paper, "from theory", "# table.json\nfrom theory", "room/check.py")
    call = ["--only", str(paper), "run", "--engine", "serial", "--out", str(tmp_path / "r.json")]

    assert CliRunner().invoke(cli, call).exit_code == 0


def test_a_folder_that_the_environment_could_not_name(paper):
    other = shutil.copytree(paper, paper.with_name("a:b"))

    assert f"a folder of a paper must have no : in its path, got {other}" in refused(other, "list")


def test_results_of_another_paper_with_this_key_are_not_replaced(paper, tmp_path):
    call = ["--only", str(paper), "run", "--engine", "serial", "--out", str(tmp_path / "r.json")]
    assert CliRunner().invoke(cli, call).exit_code == 0
    before = (tmp_path / "r.json").read_bytes()
    for name in ("room/statements.toml", "room/check.py"):
        changed(paper, "odd-one/a", "odd-one/b", name)
    for name in [name for name in sys.modules if name.startswith("theory_checks_paper_odd")]:
        del sys.modules[name]
    papers._load.cache_clear()
    registry._import_room.cache_clear()

    assert "must be about the statements of these papers to be added to, got odd-one/a" in refused(*call[1:])
    assert (tmp_path / "r.json").read_bytes() == before


def test_code_in_another_encoding_that_it_names(paper):
    changed(paper, "from theory", "# coding: latin-1\nfrom theory", "room/check.py")
    check = paper / "room/check.py"
    check.write_bytes(check.read_bytes() + b"# \xe9\n")

    done = CliRunner().invoke(cli, ["--only", str(paper), "run", "--out", str(paper / "r.json"), "--engine", "serial"])

    assert (done.exit_code, "odd-one/a  ✓ VERIFIED" in done.output) == (0, True), repr(done.exception)


@pytest.mark.parametrize(("old", "new"), [(b"room", b"ro\xffm"), (b"room/check.py", b"room/ch\xff.py")])
def test_code_under_a_name_that_is_no_text(paper, old, new):
    os.rename(os.fsencode(paper) + b"/" + old, os.fsencode(paper) + b"/" + new)

    assert "files of a paper must have names that can be printed, got 'r" in refused(paper, "run")


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        (None, "the symbols of a generated proposition must be numbers of a domain, got m"),
        (b"(* \xe9 *)", "a file of Coq must be a text in UTF-8, got 'utf-8' codec can't decode byte 0xe9"),
        (b"(*" + b" " * 20_000_000, "files of a paper must be ordinary ones of at most 16777216 bytes, got room/odd_o"),
    ],
)
def test_a_proof_of_what_coq_cannot_be_told(paper, statement, told):
    changed(paper, 'formal = ["n <= 2*n"]', 'formal = ["n <= 2*m"]\nproof = { sense = "verified", scope = "whole" }')
    if statement:
        (paper / "room/odd_one_a_statement.v").write_bytes(statement)

    assert told in refused(paper, "prove", "--print")
