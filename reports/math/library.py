"""The one module that knows latex2mathml: its converter and its tables, under names of our own."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from latex2mathml import commands
from latex2mathml.converter import convert_to_element
from latex2mathml.symbols_parser import SYMBOLS

# Named operators, without the backslash; the second kind takes limits.
FUNCTIONS = {name[1:] for name in commands.FUNCTIONS}
LIMITS = {name[1:] for name in (*commands.LIMIT, r"\det", r"\gcd", r"\Pr", r"\limsup", r"\liminf")}


def raw_element(latex: str, display: bool) -> Element:
    """Return a formula as the library has it: a row, in which characters are written as entities."""
    return convert_to_element(latex, display="block" if display else "inline")[0]


def character_of(command: str) -> str:
    """Return the character that a command prints, or nothing."""
    code = SYMBOLS.get(command, "")
    return chr(int(code, 16)) if code and "-" not in code else ""


def greek_names() -> set[str]:
    """Return the names of the commands for Greek letters, without the backslash."""
    return {command[1:] for command in SYMBOLS if "Α" <= character_of(command) <= "ϵ"}
