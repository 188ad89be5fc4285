"""The command line as a process: how it starts, what it writes to, how it is stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from theory_checks.commands.group import COMMANDS, cli

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = [sys.executable, "-m", "theory_checks"]
FAST = "dpdqn/line22-sum"


def start(*arguments, **environment):
    return subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **environment},
    )  # fmt: skip


def call(*arguments, **environment):
    process = start(*arguments, **environment)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def imported(*arguments):
    program = "import sys; from theory_checks.commands.group import cli; cli(sys.argv[1:], standalone_mode=False)"
    told = program + "; sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", told, *arguments], cwd=ROOT, text=True, capture_output=True, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("arguments", [("list", FAST), ("show", FAST)])
def test_what_compiles_nothing_imports_no_compiler(arguments):
    assert not {"numba", "joblib", "llvmlite"} & imported(*arguments)


def test_help_imports_almost_nothing():
    assert not {"numpy", "rich", "msgspec"} & imported("--help", "list")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_says_of_a_command_what_its_help_says(name):
    command = cli.get_command(None, name)

    assert command.get_short_help_str(limit=200) == COMMANDS[name].says
    assert command.name == name


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_a_terminal_that_lacks_letters_gets_escapes(encoding):
    status, out, err = call("list", FAST, PYTHONIOENCODING=encoding)

    assert (status, err) == (0, "")
    assert r"\u2717 REFUTED" in out


def test_json_is_ascii_whatever_the_terminal():
    status, out, _ = call("show", "dpdqn/prop10", "--json", PYTHONIOENCODING="latin-1")

    assert status == 0
    assert json.loads(out)["id"] == "dpdqn/prop10"
    assert out.isascii()


def test_a_reader_that_stops_early_is_no_error():
    process = start("list")
    process.stdout.close()

    with process.stderr:
        assert process.stderr.read() == ""
    assert process.wait(60) == 0


def test_a_full_disk_is_no_verdict():
    with Path("/dev/full").open("w") as full:
        command = [*PROGRAM, "list"]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr == "Error: the output must be written whole, got: No space left on device\n"


def test_ctrl_c_while_a_command_starts_leaves_no_trace(tmp_path):
    process = start("run", FAST, "--out", tmp_path / "r.json")
    time.sleep(0.5)  # it imports for a second or more
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)

    assert process.returncode in (-signal.SIGINT, 130)
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("cache", ["file/below", "/proc/nowhere"])
def test_a_cache_that_cannot_be_written_ends_nothing(tmp_path, cache):
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    more = {"NUMBA_CACHE_DIR": str(tmp_path / cache), "TMPDIR": str(tmp_path / "temporary")}
    status, _, err = call("run", FAST, "--engine", "serial", "--out", tmp_path / "r.json", **more)

    assert status == 0
    assert len(err.strip().splitlines()) == 1
    assert "functions are compiled anew this time" in err
    assert list((tmp_path / "temporary").iterdir()) == []


def test_sigterm_ends_the_workers_and_leaves_what_was_finished_alone(tmp_path):
    (tmp_path / "temporary").mkdir()
    process = start("run", "pucb", "--jobs", 2, "--out", tmp_path / "r.json", TMPDIR=str(tmp_path / "temporary"))
    while len(workers := _workers(process.pid)) < 2:
        assert process.poll() is None
        time.sleep(0.1)
    process.terminate()
    _, err = process.communicate(timeout=30)

    assert process.returncode == 128 + signal.SIGTERM
    assert "Traceback" not in err
    assert [pid for pid in workers if Path(f"/proc/{pid}").exists()] == []
    assert list((tmp_path / "temporary").iterdir()) == []
    assert {path.name for path in tmp_path.iterdir()} <= {"temporary", "r.journal"}


def _workers(parent):
    children = Path(f"/proc/{parent}/task/{parent}/children")
    pids = children.read_text().split() if children.exists() else []
    return [pid for pid in pids if b"popen_loky" in Path(f"/proc/{pid}/cmdline").read_bytes()]
