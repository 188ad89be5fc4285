"""Runs benchmarks one after the other, each in a process of its own on one thread.

    python -m tests.benchmarks [NAME ...] [OPTION ...]

Without names all of them. Options go to every benchmark named; all know --quick and --out FILE (without it
results/benchmarks/NAME.json). The next report shows what lies there, in the order of the names.

A further benchmark is a module of this folder with a `main` and its name in BENCHMARKS. It writes a document of one of
the kinds of `tests.benchmarks.document`; the page needs to know nothing else about it.
"""

import os
import subprocess
import sys

from tests.benchmarks.document import ROOT

BENCHMARKS = ("solvers", "noise", "counters", "counters_accuracy", "learners", "gpope_speed", "dqn", "audit")
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
ONE_THREAD |= {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"}


def main(arguments: list[str]) -> int:
    """Return 0 if all of them succeed, otherwise the status of the first that does not; 2 for an unknown name."""
    count = next((i for i, argument in enumerate(arguments) if argument.startswith("-")), len(arguments))
    names, options = arguments[:count] or list(BENCHMARKS), arguments[count:]
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        sys.stderr.write(f"NAME must be one of {', '.join(BENCHMARKS)}, got {unknown[0]}\n")
        return 2
    statuses = [run(name, options) for name in names]
    return next(filter(None, statuses), 0)


def run(name: str, options: list[str]) -> int:
    command = [sys.executable, "-m", f"tests.benchmarks.{name}", *options]
    return subprocess.run(command, cwd=ROOT, env=os.environ | ONE_THREAD, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
