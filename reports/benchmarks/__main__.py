"""`python -m reports.benchmarks MADE.json releases/benchmarks/VERSION.json`: record a run for a release.

What is recorded is what the page shows: no names of machines or users, no statistics that nothing reads.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from reports.benchmarks.documents import load_run
from reports.read.strict import InputError

SHOWN = ("brand_raw", "count")


def main(arguments: list[str]) -> int:
    """Write the record; 0 when it stands, 2 for a wrong call or a file that is none."""
    if len(arguments) != 2:
        sys.stderr.write(f"python -m reports.benchmarks must be given two files, got {len(arguments)}\n")
        return 2
    made, recorded = map(Path, arguments)
    try:
        run = load_run(made)
        cpu = run.machine_info.get("cpu") or {}
        machine = {
            "cpu": {name: cpu[name] for name in SHOWN if name in cpu},
            "python_version": run.machine_info.get("python_version", "?"),
        }
        text = msgspec.json.encode(msgspec.structs.replace(run, machine_info=machine))
        recorded.write_bytes(msgspec.json.format(text, indent=1) + b"\n")
    except (InputError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
