"""Tests for tabular/errors.py."""

import sys
from fractions import Fraction

import numpy as np
import pytest

from tabular.errors import InputError, must, needed, show


def test_an_error_names_the_thing_the_rule_the_value_and_the_place():
    error = must("P[1]", "have rows that sum to 1", "0.9", "in row 0")

    assert isinstance(error, InputError)
    assert isinstance(error, ValueError)
    assert str(error) == "P[1] must have rows that sum to 1, got 0.9 in row 0"


def test_the_place_may_be_absent():
    assert str(must("discount", "be less than 1", "2")) == "discount must be less than 1, got 2"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1, "0.1"),
        (np.float64(0.1), "0.1"),
        (np.int32(7), "7"),
        (Fraction(1, 3), "1/3"),
        (Fraction(4), "4"),
        (True, "True"),
        ("a\nb", r"'a\nb'"),
        (None, "None"),
    ],
)
def test_values_are_shown_as_a_reader_would_write_them(value, text):
    assert show(value) == text


def test_huge_integers_are_counted_not_printed():
    """Python refuses to print more than 4300 digits."""
    assert show(2**100_000) == "an integer of 100001 bits"
    assert show(Fraction(1, 3**10_000)) == f"1/an integer of {(3**10_000).bit_length()} bits"


def test_long_values_are_cut_and_stay_on_one_line():
    text = show(["word\n"] * 100)

    assert len(text) == 60
    assert text.endswith("...")
    assert "\n" not in show(np.eye(5))


def test_a_value_that_cannot_be_shown_is_named_by_its_type():
    class Hostile:
        def __repr__(self):
            raise RuntimeError

    assert show(Hostile()) == "a Hostile"


def test_a_module_that_is_there_is_returned():
    assert needed("fractions", "a test") is sys.modules["fractions"]


def test_a_package_that_is_missing_is_named_with_who_needs_it_and_how_to_get_it():
    with pytest.raises(ModuleNotFoundError) as caught:
        needed("no_such_thing.inside", "to_nothing()")

    assert str(caught.value) == "to_nothing() needs no-such-thing, which is not installed: pip install no-such-thing"


def test_what_a_package_itself_misses_is_not_hidden(tmp_path, monkeypatch):
    (tmp_path / "half_installed.py").write_text("import no_such_dependency\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    with pytest.raises(ModuleNotFoundError, match="No module named 'no_such_dependency'"):
        needed("half_installed", "to_nothing()")
