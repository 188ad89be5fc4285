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


def written(path, numbers, *, resume=False, run=RUN):
    with open_journal(path, run, resume=resume) as journal:
        for number in numbers:
            journal.add(record(number))
        return dict(journal.records)


def test_a_resumed_run_finds_what_was_finished(tmp_path):
    path = tmp_path / "j"
    written(path, [1, 2])

    assert written(path, [3], resume=True) == {(f"paper/{n}", "printed"): record(n) for n in (1, 2, 3)}


def test_a_fresh_run_starts_empty(tmp_path):
    path = tmp_path / "j"
    written(path, [1, 2])

    assert written(path, []) == {}


@given(cut=st.integers(0, 400))
def test_a_file_cut_anywhere_gives_a_prefix_of_the_records(tmp_path_factory, cut):
    path = tmp_path_factory.mktemp("journal") / "j"
    written(path, range(5))
    whole = path.read_bytes()
    path.write_bytes(whole[: min(cut, len(whole))])

    actual = written(path, [], resume=True)

    assert list(actual.values()) == [record(n) for n in range(len(actual))]
    complete = whole[: min(cut, len(whole))].count(b"\n")
    assert len(actual) == max(complete - 1, 0)
    assert written(path, [9], resume=True)["paper/9", "printed"] == record(9)


def test_a_line_that_is_no_json_ends_the_trust(tmp_path):
    path = tmp_path / "j"
    written(path, [1, 2])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"garbage\n" + lines[2])

    assert written(path, [], resume=True) == {}


def test_another_seed_is_another_run(tmp_path):
    written(tmp_path / "j", [1])

    with pytest.raises(JournalError, match="must continue the same run"):
        written(tmp_path / "j", [], resume=True, run=RUN | {"seed": 1})


def test_a_refused_resume_leaves_the_journal_alone(tmp_path):
    path = tmp_path / "j"
    written(path, [1])
    before = path.read_bytes()

    with pytest.raises(JournalError):
        written(path, [], resume=True, run={"seed": 1})

    assert path.read_bytes() == before


def test_two_runs_may_not_share_a_journal(tmp_path):
    path = tmp_path / "j"
    with open_journal(path, RUN, resume=False), pytest.raises(JournalError, match="only one run"):
        written(path, [])


def _write_for_ever(path, started):
    with open_journal(path, RUN, resume=False) as journal:
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

    actual = written(path, [], resume=True)

    assert len(actual) >= 20
    assert list(actual.values()) == [record(n) for n in range(len(actual))]
    assert json.loads(path.read_text().splitlines()[0]) == {"run": RUN}
