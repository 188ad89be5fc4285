"""Which changes make a panel of near misses stale: those of the statement and of the code that its check reaches."""

from dataclasses import replace

import pytest

from theory_checks.engine import panel, sources
from theory_checks.engine.papers import load

FILES = {
    "room/check.py": "from theory_checks.papers.own.room._helper import help_it\n",
    "room/_helper.py": "from theory_checks.papers.own.common import shared\n",
    "room/other.py": "import math\n",
    "common/shared.py": "VALUE = 1\n",
    "common/unused.py": "VALUE = 2\n",
}


@pytest.fixture
def statement(tmp_path, monkeypatch):
    for name, text in FILES.items():
        file = tmp_path / "theory_checks/papers/own" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for module in (panel, sources):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    forget()
    yield replace(load()["dpdqn/bellman-iff"], room="theory_checks/papers/own/room")
    forget()


def forget():
    for kept in (sources.closure, sources._imports, sources._file):
        kept.cache_clear()


def stays(statement, change):
    made = {"check": "check", "digest": panel.digest(statement, "printed", "check")}
    change()
    return panel.is_fresh(made, statement, "printed")


@pytest.mark.parametrize("name", FILES)
def test_what_the_check_reaches_counts_and_nothing_else(statement, name):
    file = panel.ROOT / "theory_checks/papers/own" / name

    fresh = stays(statement, lambda: file.write_text(file.read_text() + "# changed\n"))

    assert fresh == (name in ("room/other.py", "common/unused.py"))


def test_a_check_that_is_gone_makes_its_panel_stale(statement):
    assert not stays(statement, (panel.ROOT / "theory_checks/papers/own/room/check.py").unlink)


@pytest.mark.parametrize("check", ["", "none", "other", "../common/shared", "a.b", "\0", "check\n"])
def test_a_panel_that_names_another_check_is_stale(statement, check):
    made = {"check": check, "digest": panel.digest(statement, "printed", "check")}

    assert not panel.is_fresh(made, statement, "printed")


def test_what_is_claimed_counts(statement):
    made = {"check": "check", "digest": panel.digest(statement, "printed", "check")}
    reading = statement.reading("printed")
    moved = replace(statement, readings=(replace(reading, where=(*reading.where, "1 > 0")),))

    assert panel.is_fresh(made, statement, "printed")
    assert not panel.is_fresh(made, moved, "printed")
