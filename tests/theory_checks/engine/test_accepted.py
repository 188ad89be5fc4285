"""A certificate is believed because the checker accepts it here, whatever a file says of it, and decided once."""

import json
import os
from copy import deepcopy

import pytest

from theory_checks.checker import checker
from theory_checks.engine import accepted as module
from theory_checks.engine.accepted import accepted, remember
from theory_checks.engine.execution import execute
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claims_about

STATEMENT = load()["dpdqn/line22-sum"]
ITEM = execute(claims_about(STATEMENT)[0], STATEMENT)["certificates"][0]


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """Nothing has been accepted yet, and what is, is kept in a folder of this test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    module._known.cache_clear()
    yield tmp_path / "theory-checks" / "accepted.txt"
    module._known.cache_clear()


@pytest.fixture
def decided(monkeypatch):
    """Return the list of what the checker is asked."""
    asked, check = [], checker.check_bytes
    monkeypatch.setattr(checker, "check_bytes", lambda *known: asked.append(known) or check(*known))
    return asked


def test_what_the_checker_accepts_is_accepted_and_asked_once(decided):
    assert accepted(ITEM)
    module._known.cache_clear()  # as in another process
    assert accepted(ITEM)
    assert len(decided) == 1


def test_what_a_run_has_decided_is_not_decided_again(decided):
    remember([ITEM])
    module._known.cache_clear()
    assert accepted(ITEM)
    assert not decided


FORGERIES = {
    "another value": lambda item: item["certificate"]["values"].update(
        dict.fromkeys(ITEM["certificate"]["values"], "1")
    ),
    "another sentence": lambda item: item.update(compared="5 > 3"),
    "no sentence": lambda item: item.pop("compared"),
    "another digest": lambda item: item.update(digest="0" * 64),
    "another text": lambda item: item["certificate"].update(claim="Nothing holds."),
    "no certificate": lambda item: item.update(certificate={}),
    "one too long": lambda item: item["certificate"].update(claim="x" * 3 * checker.MAX_BYTES),
}


@pytest.mark.parametrize("what", FORGERIES)
@pytest.mark.parametrize("known", [False, True])
def test_a_forgery_is_not(what, known):
    if known:
        remember([ITEM])
    forged = deepcopy(ITEM)
    FORGERIES[what](forged)

    assert not accepted(forged)


def test_another_checker_decides_anew(decided, monkeypatch):
    remember([ITEM])
    monkeypatch.setattr(module, "_checker", lambda: "another")

    assert accepted(ITEM)
    assert len(decided) == 1


def test_a_file_that_asks_for_endless_work_is_not_believed(monkeypatch):
    monkeypatch.setattr(module, "MOST_WORK", -1)
    assert not accepted(ITEM)


SPOILED = {
    "a pipe": os.mkfifo,
    "a folder": os.mkdir,
    "no text": lambda path: path.write_bytes(b"\xff\x00" * 100),
    "too long": lambda path: path.write_bytes(b"x\n" * module.MOST_BYTES),
    "a full device": lambda path: path.symlink_to("/dev/full"),
}


@pytest.mark.parametrize("what", SPOILED)
def test_a_list_that_cannot_be_kept_costs_time_alone(what, place, decided):
    place.parent.mkdir()
    SPOILED[what](place)

    assert accepted(ITEM)
    assert accepted(ITEM)
    assert len(decided) == 1


def test_a_list_that_has_grown_too_long_is_begun_again(place):
    place.parent.mkdir()
    place.write_bytes(b"x\n" * module.MOST_BYTES)
    remember([ITEM])

    assert len(place.read_text().split()) == 1


def test_a_user_without_a_home_has_no_list(monkeypatch, tmp_path, decided):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)

    assert accepted(ITEM)
    assert accepted(json.loads(json.dumps(ITEM)))
    assert len(decided) == 1
    assert not [*tmp_path.iterdir()]
