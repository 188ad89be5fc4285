"""The journal: whatever moment a run is killed at, every finished record is still there."""

import json
import multiprocessing
import os
import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.engine.journal import JournalError, open_journal

RUN = {"seed": 0, "profile": "quick"}


def record(number: int) -> dict:
    return {"id": f"paper/{number}", "reading": "printed", "value": number * "x"}


def written(path, numbers, *, run=RUN, fresh=False):
    with open_journal(path, run, fresh=fresh) as journal:
        for number in numbers:
            journal.add(record(number))
        return dict(journal.records)


def test_a_resumed_run_finds_what_was_finished(tmp_path):
    path = tmp_path / "j"
    written(path, [1, 2])

    assert written(path, [3]) == {(f"paper/{n}", "printed"): record(n) for n in (1, 2, 3)}


def test_only_a_fresh_run_starts_empty(tmp_path):
    path = tmp_path / "j"
    written(path, [1, 2])

    assert len(written(path, [])) == 2
    assert written(path, [], fresh=True) == {}
    assert not path.exists()  # what holds nothing is not left behind


@pytest.mark.parametrize("fresh", [False, True])
def test_what_is_no_journal_is_left_alone(tmp_path, fresh):
    path = tmp_path / "j"
    for text in ("my diary\n", "my diary", '{"id": 1}\n'):
        path.write_text(text)
        with pytest.raises(JournalError, match="must be a journal of a run, got another file"):
            written(path, [1], fresh=fresh)
        assert path.read_text() == text


@pytest.mark.parametrize("start", ["", '{"run": {"seed": 0, "profile": "quick"}}\n'])
def test_a_journal_larger_than_any_is_not_read(tmp_path, start):
    path = tmp_path / "j"
    path.write_text(start)
    os.truncate(path, 1 << 40)
    with pytest.raises(JournalError, match=r"must be at most 268435456 bytes long|must be a journal of a run"):
        written(path, [1])


def test_a_journal_of_another_run_that_had_finished_nothing_is_taken_over(tmp_path):
    path = tmp_path / "j"
    path.write_text('{"run": {"seed": 5}}\n')

    assert len(written(path, [1])) == 1
    assert json.loads(path.read_text().splitlines()[0]) == {"run": RUN}


@pytest.mark.parametrize("line", ["[" * 100_000, "{}", '{"id": 1, "reading": 2}', "\0"])
def test_a_damaged_line_ends_the_trust(tmp_path, line):
    path = tmp_path / "j"
    written(path, [1])
    with path.open("a") as file:
        file.write(line + "\n")

    assert list(written(path, [])) == [("paper/1", "printed")]


@given(cut=st.integers(0, 400))
def test_a_file_cut_anywhere_gives_a_prefix_of_the_records(tmp_path_factory, cut):
    path = tmp_path_factory.mktemp("journal") / "j"
    written(path, range(5))
    whole = path.read_bytes()
    path.write_bytes(whole[: min(cut, len(whole))])

    actual = written(path, [])

    assert list(actual.values()) == [record(n) for n in range(len(actual))]
    complete = whole[: min(cut, len(whole))].count(b"\n")
    assert len(actual) == max(complete - 1, 0)
    assert written(path, [9])["paper/9", "printed"] == record(9)


def test_a_line_that_is_no_json_ends_the_trust(tmp_path):
    path = tmp_path / "j"
    written(path, [1, 2])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"garbage\n" + lines[2])

    assert written(path, []) == {}


def test_another_seed_is_another_run(tmp_path):
    written(tmp_path / "j", [1])

    with pytest.raises(JournalError, match="must continue the same run"):
        written(tmp_path / "j", [], run=RUN | {"seed": 1})


def test_a_refused_resume_leaves_the_journal_alone(tmp_path):
    path = tmp_path / "j"
    written(path, [1])
    before = path.read_bytes()

    with pytest.raises(JournalError):
        written(path, [], run={"seed": 1})

    assert path.read_bytes() == before


def test_two_runs_may_not_share_a_journal(tmp_path):
    path = tmp_path / "j"
    with open_journal(path, RUN), pytest.raises(JournalError, match="only one run"):
        written(path, [])


def _write_for_ever(path, started):
    with open_journal(path, RUN) as journal:
        number = 0
        while True:
            journal.add(record(number))
            number += 1
            if number == 20:
                started.set()


def test_kill_minus_nine_loses_nothing_that_was_finished(tmp_path):
    path = tmp_path / "j"
    context = multiprocessing.get_context("spawn")
    started = context.Event()
    process = context.Process(target=_write_for_ever, args=(path, started))
    process.start()
    assert started.wait(60)
    os.kill(process.pid, signal.SIGKILL)
    process.join(60)

    actual = written(path, [])

    assert len(actual) >= 20
    assert list(actual.values()) == [record(n) for n in range(len(actual))]
    assert json.loads(path.read_text().splitlines()[0]) == {"run": RUN}


def test_a_run_that_finished_nothing_leaves_no_journal_whatever_was_known_before(tmp_path):
    path = tmp_path / "journal"
    with open_journal(path, RUN) as journal:
        journal.records = {("a", "b"): {"id": "a", "reading": "b"}}  # of the results that are there
        assert not journal.holds
    assert not path.exists()


def test_a_disk_that_is_full_from_the_start_keeps_no_journal(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"), open_journal(tmp_path / "journal", {"seed": 0}):
        pass

    assert not [*tmp_path.iterdir()]
