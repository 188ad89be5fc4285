"""What ends a command from outside, told apart from code of somebody else that ends the program."""

from __future__ import annotations


class TerminatedError(SystemExit):
    """The process was asked to end."""


def is_signal(error: BaseException) -> bool:
    """Tell whether a command was asked to end while code of others ran: that is nothing that this code has done."""
    return isinstance(error, (KeyboardInterrupt, TerminatedError))
