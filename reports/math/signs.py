"""The signs of formulas: which commands print one, which the font has, and how TeX classes them."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

from reports.math.library import FUNCTIONS, LIMITS, character_of

FONT = Path(__file__).parent / "fonts"
CLASSES = {
    character: kind
    for kind, characters in {
        "open": "([{⟨⌊⌈",
        "close": ")]}⟩⌋⌉!?",
        "bar": "|‖",
        "bin": "+-−±∓×÷·⋅*∗⋆∘•∙∩∪∧∨⧵∖⊕⊗⊙⊎⊔⊓⨿",
        "punct": ",;",
        "large": "∑∏∐⋃⋂⋁⋀⨁⨂⨆",
        "op": "∫∬∭∮",
        "dots": "…⋯⋮⋱",
        "symbol": "∞∂∇ℓℏ∅∀∃∄¬⊤⊥ℜℑℵ†∠□✓§°\\♡♢♠♣△⋄◻∎%#&_$",
        "ord": "/.′",
        "rel": "<>=:",
    }.items()
    for character in characters
}
# Signs of the library that the font has in another form.
PRINTED = {"*": "∗", "·": "⋅", "-": "−", "~": "∼", "⧵": "∖", "•": "∙", "⟂": "⊥", "⊧": "⊨", "⤳": "⇝", "◻": "□", "∎": "■"}
NAMED = {"\\" + name for name in FUNCTIONS | LIMITS | {"arg", "argmax", "argmin", "bmod", "displaystyle", "textstyle"}}


def known_command(token: str) -> bool:
    """Tell whether a command prints a named operator, or a sign of its own that the font has."""
    character = character_of(token) if token.startswith("\\") else ""
    if not character or unicodedata.category(character).startswith("M"):  # a mark that would strike what follows
        return token in NAMED
    return PRINTED.get(character, character) in font()


def sign_class(character: str) -> str:
    """Return the class of a sign, or letter."""
    if character in CLASSES:
        return CLASSES[character]
    arrow = "\u2190" <= character <= "\u21ff"
    return "rel" if arrow or unicodedata.category(character) == "Sm" else "letter"


@cache
def font() -> frozenset[str]:
    """Return the characters of the font of the pages."""
    return frozenset(chr(int(line[2:], 16)) for line in (FONT / "characters.txt").read_text("ascii").split())
