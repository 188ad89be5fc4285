"""Ctrl-C that is pressed twice ends a command once: what it leaves is removed all the same."""

import os
import signal
import subprocess
import sys
from pathlib import Path

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
