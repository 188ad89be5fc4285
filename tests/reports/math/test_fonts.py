"""The mathematics font covers what the converter can print."""

import string

from reports.math.letters import STYLES, styled
from reports.math.signs import CLASSES, FONT, PRINTED, font

GREEK = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩϵϑϕϖϱ"


def printed() -> set[str]:
    letters = string.ascii_letters + string.digits
    actual = {styled(letter, style) or "" for style in STYLES.values() for letter in letters}
    actual |= {styled(letter, style) or "" for style in ("bold", "bold-italic", "italic") for letter in GREEK}
    actual |= {PRINTED.get(sign, sign) for sign in CLASSES}
    return set("".join(actual)) | set(letters + GREEK + "^~¯→˙¨ˇ˘´`˚⏞⏟")


def test_every_printable_character_is_in_the_font() -> None:
    assert sorted(printed() - font()) == []


def test_what_browsers_draw_by_themselves_is_in_the_font() -> None:
    assert set("√−′⟨⟩()[]{}|‖") <= font()  # roots and brackets that grow, the sign of msqrt among them


def test_the_font_is_small_and_has_its_licence() -> None:
    assert (FONT / "stix-two-math.woff2").read_bytes()[:4] == b"wOF2"
    assert (FONT / "stix-two-math.woff2").stat().st_size < 250_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONT / "OFL.txt").read_text()
