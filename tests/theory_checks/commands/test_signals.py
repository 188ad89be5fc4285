"""The command line as a process: how signals end it, and what ends with it."""

import os
import select
import signal
import subprocess
import sys

import pytest
from command_processes import PROGRAM, ROOT, start

from theory_checks.commands import report

WAITS = """
import os, signal
import theory_checks as tc

@tc.claim("waits/first", "waits/second", broken={"none": {}})
def waits(trial):
    with open(os.environ["WORKERS"], "w") as told:
        told.write(f"{os.getpid()}\\n")
    signal.pause()
    yield tc.decide(trial.formal, {"n": 1})
"""
STATED = """
[[statement]]
id = "waits/NAME"
label = "NAME"
kind = "claim"
place = "here"
quantifier = "identity"
says = "A number is itself."
formulas = ["n = n"]
formal = ["n == n"]
where = ["n > 0"]
symbols = { n = "n" }
summary = "So it is."
verdict = "VERIFIED"
domain = "all numbers"
refuted_by = "another number"
covers = "Nothing is to be shown."
"""


@pytest.fixture
def waiting(tmp_path):
    """Return a paper with two checks that write their process down where the second value says, and never end."""
    os.mkfifo(tmp_path / "workers")
    room = tmp_path / "waits/room"
    room.mkdir(parents=True)
    (room / "waits.py").write_text(WAITS)
    (room / "statements.toml").write_text("".join(STATED.replace("NAME", name) for name in ("first", "second")))
    about = 'key = "waits"\ntitle = "Waits"\nauthors = "A"\nyear = 2024\nnote = ""\n'
    (room.parent / "paper.toml").write_text(f'{about}order = ["waits/first", "waits/second"]\n')
    return room.parent, tmp_path / "workers"


@pytest.mark.parametrize(
    ("send", "number"), [(os.kill, signal.SIGTERM), (os.kill, signal.SIGHUP), (os.killpg, signal.SIGHUP)]
)
def test_a_signal_ends_the_workers_and_leaves_what_was_finished_alone(tmp_path, waiting, send, number):
    paper, told = waiting
    (tmp_path / "temporary").mkdir()
    more = {"TMPDIR": str(tmp_path / "temporary"), "WORKERS": str(told)}
    process = start("--only", paper, "run", "--jobs", 2, "--out", tmp_path / "r.json", **more)
    workers = [os.pidfd_open(pid) for pid in _told(told, 2, process)]
    send(process.pid, number)
    _, err = process.communicate(timeout=60)

    assert process.returncode == 128 + number
    assert "Traceback" not in err
    assert [_ends(worker) for worker in workers] == [True, True]
    assert list((tmp_path / "temporary").iterdir()) == []
    assert {path.name for path in tmp_path.iterdir()} <= {"temporary", "waits", "workers", "r.journal"}


def test_workers_end_with_a_command_that_is_killed(tmp_path, waiting):
    paper, told = waiting
    process = start("--only", paper, "run", "--jobs", 2, "--out", tmp_path / "r.json", WORKERS=str(told))
    workers = [os.pidfd_open(pid) for pid in _told(told, 2, process)]
    process.kill()

    assert [_ends(worker) for worker in workers] == [True, True]
    process.communicate(timeout=60)


def _told(pipe, count, process):
    """Wait until so many processes have written themselves down, and no longer than the process that started them."""
    alive, lines = os.pidfd_open(process.pid), os.open(pipe, os.O_RDWR)
    text = b""
    while text.count(b"\n") < count:
        assert lines in select.select([lines, alive], [], [], 300)[0], process.communicate()
        text += os.read(lines, 64)
    os.close(alive)
    os.close(lines)
    return [int(line) for line in text.split()]


def _ends(process):
    """Wait for the end of a process that is no child."""
    ended, _, _ = select.select([process], [], [], 60)
    os.close(process)
    return bool(ended)


SWALLOWS = """
import ctypes
import os
import signal

ctypes.CFUNCTYPE(None)(lambda: os.kill(os.getpid(), signal.SIGTERM))()  # what a callback raises is lost
while True:
    pass
"""
BREAKS = """
import os
import signal

try:
    os.kill(os.getpid(), signal.SIGTERM)
finally:
    raise EOFError("a pipe that was closed meanwhile")
"""


def test_sigterm_while_a_file_is_imported_is_no_fault_of_the_file(tmp_path):
    (tmp_path / "own.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGTERM)\n")
    done = subprocess.run(
        [*PROGRAM, "hunt", "own.py"], cwd=tmp_path, text=True, capture_output=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (128 + signal.SIGTERM, "")


@pytest.mark.parametrize("program", [SWALLOWS, BREAKS])
def test_sigterm_has_its_status_whatever_a_library_does_with_it(tmp_path, program):
    (tmp_path / "claims.py").write_text(program)
    command = [*PROGRAM, "hunt", "claims.py"]
    done = subprocess.run(
        command, cwd=tmp_path, text=True, capture_output=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip

    assert done.returncode == 128 + signal.SIGTERM
    assert "Traceback" not in done.stderr


LATE = """
import atexit, os, signal, time
import theory_checks as tc

small = tc.formula("n <= 2*n", where="n >= 1 integer")
atexit.register(time.sleep, 0.2)  # after what is registered below
"""


@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_after_the_end_changes_no_status(tmp_path, number):
    (tmp_path / "claims.py").write_text(LATE + f"atexit.register(os.kill, os.getpid(), signal.{number})\n")
    done = subprocess.run(
        [*PROGRAM, "hunt", "claims.py", "--work", "50"], cwd=tmp_path, text=True, capture_output=True, timeout=300,
        check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip

    assert (done.returncode, done.stderr.strip()) == (0, "")


@pytest.mark.parametrize(("ignored", "status"), [(False, 128 + signal.SIGHUP), (True, 2)])
def test_a_terminal_that_closes_ends_no_command_under_nohup(tmp_path, ignored, status):
    (tmp_path / "claims.py").write_text("import os\nimport signal\n\nos.kill(os.getpid(), signal.SIGHUP)\n")
    nohup = "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
    before = [sys.executable, "-c", nohup] if ignored else []
    done = subprocess.run(
        [*before, *PROGRAM, "hunt", "claims.py"], cwd=tmp_path, text=True, capture_output=True, timeout=300,
        check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip

    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr


WAITING = """
import os, signal, sys
with open(sys.argv[1], "w") as told:
    told.write(str(os.getpid()))
signal.pause()
"""


def test_the_process_that_builds_a_site_ends_with_the_command(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "told")
    wait, processes = subprocess.Popen.wait, []

    def interrupted(process):
        if processes:
            return wait(process)
        processes.append(os.pidfd_open(int((tmp_path / "told").read_text())))
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        report._ended([sys.executable, "-c", WAITING, str(tmp_path / "told")])

    assert _ends(processes[0])
