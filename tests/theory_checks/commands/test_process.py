"""The command line as a process: how it starts, what it writes to, what the system refuses it."""

import json
import os
import pwd
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_processes import PROGRAM, ROOT, start

from theory_checks.commands import compile_cache, listing
from theory_checks.commands.group import COMMANDS, cli
from theory_checks.engine import execution

FAST = "dpdqn/line22-sum"


# Of compiled modules a process that may not write much would leave parts, which others then read.
NO_BYTECODE = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


def limited(kind, most, *arguments):
    """Call a command that may use so many bytes of something."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)], cwd=ROOT, text=True, capture_output=True, check=False, env=NO_BYTECODE,
        preexec_fn=lambda: resource.setrlimit(kind, (most, most)),
    )  # fmt: skip
    return done.returncode, done.stderr


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


@pytest.mark.parametrize("name", ["NUMBA_NUM_THREADS", "LOKY_MAX_CPU_COUNT"])
@pytest.mark.parametrize("value", ["-3", "abc", "0", ""])
def test_a_number_of_threads_that_is_none_is_refused_before_a_library_reads_it(name, value, tmp_path):
    done = CliRunner().invoke(cli, ["run", FAST, "--out", str(tmp_path / "r.json")], env={name: value})

    assert done.exit_code == 2
    assert f"Error: {name} must be a number of at least 1, got {value!r}" in done.output


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


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [(["run", FAST, "--jobs", "2", "--out", "PLACE/r.json"], 0), (["check", "PLACE/none.json"], 2)],
)
@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>PLACE/err"])
def test_streams_that_are_closed_change_nothing(tmp_path, arguments, expected, closed):
    call = [part.replace("PLACE", str(tmp_path)) for part in [*PROGRAM, *arguments]]
    shell = ["sh", "-c", f'exec "$@" {closed.replace("PLACE", str(tmp_path))}', "sh", *call]
    done = subprocess.run(shell, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    said = done.stderr + "".join(file.read_text() for file in tmp_path.glob("err"))

    assert done.returncode == expected, said
    assert "Traceback" not in said


def test_the_checker_alone_answers_by_its_status_where_it_has_no_output(tmp_path):
    (tmp_path / "c.json").write_text("{}")
    program = [sys.executable, str(ROOT / "theory_checks/checker/checker.py"), str(tmp_path / "c.json")]
    done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *program], stderr=subprocess.PIPE, text=True, check=False)

    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("program", ["theory_checks/checker/checker.py", "-m reports.math"])
def test_a_reader_that_leaves_changes_no_status(tmp_path, program):
    command = f"{sys.executable} {program} /nowhere; echo $? >{tmp_path}/status"
    done = subprocess.run(
        ["sh", "-c", f"{{ {command}; }} | :"], cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False
    )

    assert done.stderr == ""
    assert (tmp_path / "status").read_text().strip() == ("1" if "math" in program else "2")


@pytest.mark.parametrize(("reader", "status"), [("| :", 0), (">/dev/full", 2)])
def test_the_place_of_a_report_that_nobody_reads_is_no_verdict(tmp_path, reader, status):
    prints = "from theory_checks.commands import report, streams; import sys; streams.prepare(); "
    prints += "status = report._ended([sys.executable, '-c', 'print(1)']); streams.finish(); sys.exit(status)"
    shell = f'{{ "$@"; echo $? >{tmp_path}/status; }} {reader}'
    command = ["sh", "-c", shell, "sh", sys.executable, "-c", prints]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)

    assert (tmp_path / "status").read_text().strip() == str(status)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("most", "arguments", "unfinished"),
    [
        (100, ["run", FAST, "--engine", "serial", "--out", "r.json"], "r.journal"),
        (10_000, ["run", FAST, "--engine", "serial", "--out", "r.json"], "r.json"),
        (1000, ["new", "first"], "first/loops/"),
    ],
)
def test_a_file_that_cannot_be_finished_is_named_and_does_not_stay(tmp_path, most, arguments, unfinished):
    place = [tmp_path / x if x in ("r.json", "first") else x for x in arguments]
    status, err = limited(resource.RLIMIT_FSIZE, most, *place)

    assert status == 2
    assert err.strip().startswith(f"Error: {tmp_path / unfinished}")
    assert err.strip().endswith("must be usable, got: File too large")
    assert {path.name for path in tmp_path.iterdir()} <= {"r.journal", "r.timings.json"}  # for the next run


def test_too_little_memory_is_no_verdict(monkeypatch):
    def full():
        raise MemoryError

    monkeypatch.setattr(listing, "load", full)
    done = CliRunner().invoke(cli, ["list"])

    assert (done.exit_code, done.output) == (2, "Error: memory must be enough for the command, got too little\n")


def test_too_few_threads_are_no_verdict(monkeypatch):
    def none():
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(listing, "load", none)
    done = CliRunner().invoke(cli, ["list"])

    assert (done.exit_code, done.output) == (2, "Error: the system must let the command start threads, got no more\n")


def test_ctrl_c_while_a_command_starts_leaves_no_trace(tmp_path):
    process = start("run", FAST, "--out", tmp_path / "r.json", PYTHONPROFILEIMPORTTIME="1")
    before = iter(process.stderr.readline, "")
    assert any("numpy.linalg" in line for line in before)  # of many more to come
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


def test_a_user_whom_the_system_does_not_know_has_no_home(monkeypatch, tmp_path):
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)
    monkeypatch.setattr(compile_cache, "PACKAGE", tmp_path / "package")
    for name in ("HOME", compile_cache.CACHE):
        monkeypatch.delenv(name, raising=False)

    compile_cache.writable_cache()

    assert (tmp_path / "package/__pycache__").is_dir()
    assert "one of us" in execution._portable("one of us")


def test_fewer_digits_of_python_decide_no_verdict(tmp_path):
    assert call("new", tmp_path / "mine", PYTHONINTMAXSTRDIGITS="640")[0] == 0
    command = ("--only", tmp_path / "mine", "run", "--engine", "serial", "--out", tmp_path / "r.json")
    status, _, err = call(*command, PYTHONINTMAXSTRDIGITS="640")

    assert (status, err.strip()) == (0, "")
