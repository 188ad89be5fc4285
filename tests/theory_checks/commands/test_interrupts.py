"""Ctrl-C that is pressed twice ends a command once: what it leaves is removed all the same."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from theory_checks.commands.interrupts import Interrupts

ROOT = Path(__file__).resolve().parents[3]
IMPATIENT = """
import os, signal

try:
    os.kill(os.getpid(), signal.SIGINT)
finally:
    os.kill(os.getpid(), signal.SIGINT)
    open("cleaned", "w").close()
"""


def test_a_second_ctrl_c_does_not_end_the_cleaning_up(tmp_path):
    (tmp_path / "claims.py").write_text(IMPATIENT)
    done = subprocess.run(
        [sys.executable, "-m", "theory_checks", "hunt", "claims.py"], cwd=tmp_path, text=True, capture_output=True,
        check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (128 + signal.SIGINT, "interrupted\n")
    assert (tmp_path / "cleaned").exists()


SWALLOWED = """
import ctypes, os, signal, time

def lost():
    os.kill(os.getpid(), signal.SIGINT)

ctypes.CFUNCTYPE(None)(lost)()  # what a callback raises is lost
while True:
    time.sleep(0.01)
"""


def test_ctrl_c_in_a_callback_of_a_library_comes_once_more(tmp_path):
    (tmp_path / "claims.py").write_text(SWALLOWED)
    done = subprocess.run(
        [sys.executable, "-m", "theory_checks", "hunt", "claims.py"], cwd=tmp_path, text=True, capture_output=True,
        check=False, timeout=60, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (128 + signal.SIGINT, "interrupted\n")


@pytest.mark.parametrize(("put_off", "raised"), [(False, True), (True, False)])
def test_what_is_put_off_does_not_come_again(put_off, raised):
    interrupts = Interrupts()
    with pytest.raises(KeyboardInterrupt):
        interrupts()
    if put_off:
        interrupts.put_off()
    came = False
    try:
        interrupts.again()
    except KeyboardInterrupt:
        came = True

    assert came == raised
