"""The command line: `theory-checks` or `python -m theory_checks`."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line. Until a command is there, nothing can be lost, and Ctrl-C just ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
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


if __name__ == "__main__":
    main()
