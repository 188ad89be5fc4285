"""The mathematics font covers what the converter can print."""

from __future__ import annotations

import string
from pathlib import Path

from reports.math.letters import GREEK_STYLES, LATIN_STYLES, styled
from reports.math.symbols import ACCENTS, BRACES, CHARACTERS, LOWER_GREEK, SYMBOLS, UPPER_GREEK

FONTS = Path(__file__).resolve().parents[3] / "reports" / "pages" / "assets" / "fonts"
COVERED = {chr(int(line[2:], 16)) for line in (FONTS / "characters.txt").read_text().split()}


def printed() -> set[str]:
    found = {character for character, _ in (*SYMBOLS.values(), *CHARACTERS.values())}
    found |= {character for character, _ in (*ACCENTS.values(), *BRACES.values())}
    for style in LATIN_STYLES:
        found |= {styled(character, style) or "" for character in string.ascii_letters + string.digits}
    for style in GREEK_STYLES:
        found |= {styled(character, style) or "" for character in (*LOWER_GREEK.values(), *UPPER_GREEK.values())}
    return set("".join(found))


def test_every_printable_character_is_in_the_font() -> None:
    assert sorted(printed() - COVERED) == []


def test_what_browsers_draw_by_themselves_is_in_the_font() -> None:
    assert set("√−′⟨⟩()[]{}|‖") <= COVERED  # roots and brackets that grow, the sign of msqrt among them


def test_the_font_is_small_and_has_its_licence() -> None:
    assert (FONTS / "stix-two-math.woff2").read_bytes()[:4] == b"wOF2"
    assert (FONTS / "stix-two-math.woff2").stat().st_size < 250_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text()
