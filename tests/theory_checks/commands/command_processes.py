"""Commands as processes."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = [sys.executable, "-m", "theory_checks"]


def start(*arguments, **environment):
    return subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **environment},
        start_new_session=True,
    )  # fmt: skip
