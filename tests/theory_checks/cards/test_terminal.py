"""A terminal shows what stands in texts of somebody else, and does nothing of it."""

import io

import pytest

from theory_checks.cards import terminal


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("over\rwritten", r"over\rwritten"),
        ("\u202etxet", r"\u202etxet"),
        ("\x9b2J", r"\x9b2J"),
        ("lines\nand\ttabs", "lines\nand     tabs"),
    ],
)
def test_what_steers_a_terminal_is_shown(text, shown):
    out = terminal.console()
    out.file = io.StringIO()
    out.print(text, markup=False)

    assert out.file.getvalue() == f"{shown}\n"


def test_so_it_is_inside_of_a_card():
    out = terminal.console()
    out.file = io.StringIO()
    terminal.indented(out, "\x1b[2Jgone")

    assert out.file.getvalue().strip() == r"\x1b[2Jgone"
