"""Mathematical alphabets against Unicode itself."""

import string
import unicodedata

import pytest

from reports.math.letters import STYLES, styled


@pytest.mark.parametrize("style", sorted(set(STYLES.values())))
def test_every_latin_letter_has_a_form_that_normalises_to_itself(style: str) -> None:
    for letter in string.ascii_letters:
        form = styled(letter, style)
        assert form is not None
        assert form != letter
        assert unicodedata.normalize("NFKC", form) == letter


@pytest.mark.parametrize("style", ["bold", "bold-italic", "italic"])
def test_every_greek_letter_has_a_form_that_normalises_to_itself(style: str) -> None:
    for letter in "αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩϵϑϕϖϱ":
        form = styled(letter, style)
        assert form is not None
        assert unicodedata.normalize("NFKC", form) == unicodedata.normalize("NFKC", letter)


def test_forms_of_different_letters_differ() -> None:
    forms = [styled(letter, style) for style in set(STYLES.values()) for letter in string.ascii_letters]
    assert len(set(forms)) == len(forms)


def test_an_alphabet_says_what_it_lacks() -> None:
    assert styled("1", "script") is None
    assert styled("α", "double-struck") is None
    assert styled("文", "bold") is None
