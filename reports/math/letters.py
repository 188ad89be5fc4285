"""Mathematical alphabets: the Unicode letters that stand for bold, script, double-struck and other styles.

Browsers no longer honour `mathvariant="bold"` and its like, so the style of a letter is written as the letter itself.
"""

from __future__ import annotations

import unicodedata

LATIN_STYLES = {
    "bold": "MATHEMATICAL BOLD",
    "bold-italic": "MATHEMATICAL BOLD ITALIC",
    "italic": "MATHEMATICAL ITALIC",
    "double-struck": "MATHEMATICAL DOUBLE-STRUCK",
    "script": "MATHEMATICAL SCRIPT",
    "fraktur": "MATHEMATICAL FRAKTUR",
    "sans-serif": "MATHEMATICAL SANS-SERIF",
    "monospace": "MATHEMATICAL MONOSPACE",
}

# Letters that were in Unicode before the mathematical alphabets and keep their old place.
OLD_PLACES = {
    "double-struck": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    "script": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "fraktur": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
    "italic": {"h": "ℎ"},
}
GREEK_STYLES = {"bold", "bold-italic", "italic"}
# Unicode names some Greek letters as symbols; the mathematical alphabets do the same.
GREEK_SYMBOLS = {
    "ϵ": "EPSILON SYMBOL",
    "ϑ": "THETA SYMBOL",
    "ϰ": "KAPPA SYMBOL",
    "ϕ": "PHI SYMBOL",
    "ϱ": "RHO SYMBOL",
    "ϖ": "PI SYMBOL",
}


def styled(character: str, style: str) -> str | None:
    """Return the letter or digit of an alphabet, or None where the alphabet lacks it."""
    if style == "upright":
        return character
    old = OLD_PLACES.get(style, {}).get(character)
    if old is not None:
        return old
    name = _name_in_style(character, style)
    if name is None:
        return None
    try:
        return unicodedata.lookup(name)
    except KeyError:
        return None


def _name_in_style(character: str, style: str) -> str | None:
    """Return the Unicode name of a character in a style: 'MATHEMATICAL BOLD SMALL X'."""
    prefix = LATIN_STYLES[style]
    if character.isascii() and character.isalpha():
        return f"{prefix} {'CAPITAL' if character.isupper() else 'SMALL'} {character.upper()}"
    if character.isascii() and character.isdigit():
        digit = unicodedata.name(character)
        return f"{'MATHEMATICAL BOLD' if style == 'bold-italic' else prefix} {digit}"
    if style not in GREEK_STYLES:
        return None
    if character in GREEK_SYMBOLS:
        return f"{prefix} {GREEK_SYMBOLS[character]}"
    name = unicodedata.name(character, "")
    if not name.startswith("GREEK ") or "LETTER" not in name:
        return None
    return name.replace("GREEK ", f"{prefix} ").replace(" LETTER", "")
