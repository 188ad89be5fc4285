"""Mathematical alphabets: the Unicode letters that stand for bold, script, double-struck and other styles.

Browsers no longer honour `mathvariant="bold"` and its like, so the style of a letter is written as the letter itself.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

STYLES = {
    "BOLD": "bold", "BOLD ITALIC": "bold-italic", "ITALIC": "italic", "DOUBLE-STRUCK": "double-struck",
    "SCRIPT": "script", "FRAKTUR": "fraktur", "BLACK-LETTER": "fraktur", "SANS-SERIF": "sans-serif",
    "MONOSPACE": "monospace",
}  # fmt: skip
# The letterlike symbols are older than the alphabets, which leave gaps for them.
BLOCKS = (range(0x2100, 0x2150), range(0x1D400, 0x1D800))
NAME = re.compile(r"(?:MATHEMATICAL )?([A-Z-]+(?: ITALIC)?) (?:SMALL |CAPITAL |DIGIT |\w+ SYMBOL)")
PLANCK = "ℎ"  # the italic h has the name of a constant


def styled(character: str, style: str) -> str | None:
    """Return the letter or digit of an alphabet, or None where the alphabet lacks it."""
    return _letters().get((style, character))


@cache
def _letters() -> dict[tuple[str, str], str]:
    """Return the letter of each style and plain letter, as Unicode decomposes it."""
    letters = {("italic", "h"): PLANCK}
    for character in (chr(code) for block in BLOCKS for code in block):
        name = NAME.match(unicodedata.name(character, ""))
        kind, _, plain = unicodedata.decomposition(character).partition(" ")
        if name and kind == "<font>" and name[1] in STYLES:
            letters[STYLES[name[1]], chr(int(plain, 16))] = character
    return letters
