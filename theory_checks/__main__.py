"""The command line: `theory-checks` or `python -m theory_checks`."""

from __future__ import annotations

import signal
import sys

TERMINATED = 128 + signal.SIGTERM


def main() -> None:
    """Run the command line. Until a command is there, nothing can be lost, and Ctrl-C just ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from theory_checks.commands.group import cli
    from theory_checks.commands.streams import finish, prepare

    prepare()
    signal.signal(signal.SIGTERM, _end)
    try:
        cli()
    except Exception:
        if signal.getsignal(signal.SIGTERM) is not signal.SIG_IGN:
            raise
        sys.exit(TERMINATED)  # what breaks while a command is ended is no error of its own
    finally:
        finish()


def _end(*_: object) -> None:
    """End as an exception does: workers are stopped, and temporary folders and half files go away."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the first one is being obeyed
    sys.exit(TERMINATED)


if __name__ == "__main__":
    main()
