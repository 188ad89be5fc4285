"""Processes of Coq end with the command: none goes on, and none begins, when nobody waits for an answer any more."""

import os
import subprocess
import sys
from concurrent.futures import as_completed

import pytest

from theory_checks.proofs.processes import EndedError, run, threads

WAITS = [sys.executable, "-c", "import os, signal, sys; open(sys.argv[1], 'w').write('here'); signal.pause()"]


@pytest.mark.parametrize("ends", [KeyboardInterrupt, SystemExit])
def test_who_leaves_early_leaves_no_process_and_no_work(tmp_path, ends):
    os.mkfifo(tmp_path / "told")
    began = []

    def work(number):
        began.append(number)
        return run([*WAITS, str(tmp_path / "told")], tmp_path, 300)

    found = []
    with pytest.raises(ends):
        _leave(found, work, tmp_path / "told", ends)

    assert found[0].result().returncode < 0
    for later in found[1:]:
        with pytest.raises(EndedError):
            later.result()


def _leave(found, work, told, ends):
    with threads(1) as pool:
        found += [pool.submit(work, number) for number in range(3)]
        assert told.read_text() == "here"
        raise ends


def test_an_answer_and_one_that_takes_too_long(tmp_path):
    with threads(2) as pool:
        told = pool.submit(run, [sys.executable, "-c", "print(1)"], tmp_path, 300)
        late = pool.submit(run, [sys.executable, "-c", "import signal; signal.pause()"], tmp_path, 0.1)
        assert {future.exception() is None for future in as_completed([told, late])} == {True, False}

    assert (told.result().returncode, told.result().stdout) == (0, "1\n")
    with pytest.raises(subprocess.TimeoutExpired):
        late.result()
