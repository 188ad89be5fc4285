"""A run with its report is not done again if code, results and site are what they were; else it is."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from theory_checks.commands import run as command
from theory_checks.commands.group import cli
from theory_checks.engine import unchanged
from theory_checks.engine.papers import add_folder

pytestmark = pytest.mark.long  # a run and its report, for all of them
CALL = ("run", "dpdqn/line22-sum", "--engine", "serial", "--site", "site")
SITE, RESULTS = Path("site/index.html"), Path("results/results.json")


def call(*arguments):
    return CliRunner().invoke(cli, [*CALL, *arguments], catch_exceptions=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with results and a site, made once."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert call().exit_code == 0
    return folder


@pytest.fixture(autouse=True)
def here(made, tmp_path, monkeypatch):
    """The same folder again, with whatever is written there taken back."""
    shutil.copytree(made, tmp_path / "kept")
    monkeypatch.chdir(made)
    yield
    for path in (path for path in (tmp_path / "kept").rglob("*") if path.is_file()):
        shutil.copy2(path, made / path.relative_to(tmp_path / "kept"))


class LookedAgainError(Exception):
    """The statements were read."""


@pytest.fixture(autouse=True)
def _looking(here, monkeypatch):
    def load():
        raise LookedAgainError

    monkeypatch.setattr(command, "load", load)


def test_the_same_call_again_only_says_so():
    before = {path: path.stat().st_mtime_ns for path in Path().rglob("*")}
    result = call()

    assert result.exit_code == 0
    assert "0 of 1 reading computed, the others are current" in result.output
    assert result.output.endswith(f"{SITE.absolute()}\n")
    assert {path: path.stat().st_mtime_ns for path in Path().rglob("*")} == before


@pytest.mark.parametrize("path", [SITE, RESULTS, Path("site/verdicts.csv")], ids=str)
def test_a_file_that_is_not_as_it_was_is_looked_at_again(path):
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(LookedAgainError):
        call()
    path.unlink()
    with pytest.raises(LookedAgainError):
        call()


def test_a_digest_that_somebody_else_has_written_is_not_believed(monkeypatch):
    RESULTS.write_bytes(RESULTS.read_bytes() + b"\n")
    monkeypatch.setattr(command, "remember", lambda _: None)  # whoever hands over files hands over no list
    asked = {"patterns": CALL[1:2], "profile": "quick", "seed": 0}
    command.Made(RESULTS, SITE.parent, asked).write([("dpdqn/line22-sum", "printed")])
    with pytest.raises(LookedAgainError):
        call()


def test_what_the_report_would_read_now_is_looked_at():
    changes = Path("CHANGELOG.md")
    changes.touch()
    with pytest.raises(LookedAgainError):
        call()
    changes.unlink()
    assert call().exit_code == 0


@pytest.mark.parametrize(
    "more", [("--seed", "7"), ("--profile", "full"), ("--fresh",), ("dpdqn/prop10",), ("--site", "other")]
)
def test_another_call_is_another_run(more):
    with pytest.raises(LookedAgainError):
        call(*more)


@pytest.mark.parametrize("text", ['{"a":' * 100_000, "{", "[]", "\0"])
def test_what_cannot_be_read_was_not_made(text):
    RESULTS.with_suffix(".made.json").write_text(text)

    with pytest.raises(LookedAgainError):
        call()


def test_code_that_was_changed_is_another_code(tmp_path, monkeypatch):
    monkeypatch.setattr(unchanged, "ROOT", tmp_path)
    monkeypatch.setattr(unchanged, "found_papers", tuple)
    for name in ("tabular/a.py", "docs/b.md", "reports/c.html", "theory_checks/papers/d/e.toml"):
        before = unchanged.code(Path("site"))
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.touch()
        assert unchanged.code(Path("site")) not in (before, "")
    site = tmp_path / "reports/site"
    before = unchanged.code(site)
    for made in ("tabular/__pycache__/a.pyc", "reports/site/index.html"):
        (tmp_path / made).parent.mkdir()
        (tmp_path / made).touch()
        assert unchanged.code(site) == before
    assert unchanged.code(Path("elsewhere")) != before


def test_with_a_paper_from_elsewhere_nothing_is_known_to_be_unchanged(tmp_path, monkeypatch):
    monkeypatch.setenv("THEORY_CHECKS_PAPERS", "")
    (tmp_path / "paper.toml").write_text('key = "theirs"')
    add_folder(tmp_path)
    assert unchanged.code(Path("site")) == ""
