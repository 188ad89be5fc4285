"""The command line: `theory-checks` or `python -m theory_checks`."""

from __future__ import annotations

import os
import signal
import sys


def main() -> None:
    """Run the command line. Until a command is there, nothing can be lost, and Ctrl-C just ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _digits()
    from theory_checks.engine.garbage import look_seldom

    look_seldom()
    from theory_checks.commands.group import cli
    from theory_checks.commands.streams import finish, prepare
    from theory_checks.commands.termination import termination

    prepare()
    try:
        with termination():
            cli()
    finally:
        finish()


def _digits() -> None:
    """Let exact numbers be as long as Python allows by itself, here and in workers: fewer digits decide no verdict."""
    if 0 < sys.get_int_max_str_digits() < (usual := sys.int_info.default_max_str_digits):
        sys.set_int_max_str_digits(usual)
        os.environ["PYTHONINTMAXSTRDIGITS"] = str(usual)


if __name__ == "__main__":
    main()
