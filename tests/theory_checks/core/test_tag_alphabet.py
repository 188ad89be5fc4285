"""Tags: short, hard to confuse, given once."""

import re

import pytest

from theory_checks.core.tags import fault, free_tag


def test_a_tag_follows_from_the_id_and_avoids_what_is_taken():
    first = free_tag("p/a", ())

    assert free_tag("p/a", ()) == first
    assert free_tag("p/b", ()) != first
    assert free_tag("p/a", {first}) != first


def test_a_tag_is_no_word_and_has_no_character_that_looks_like_another():
    tags = {free_tag(f"p/{number}", ()) for number in range(2000)}

    assert all(re.fullmatch(r"\d[A-Z][A-Z\d]{2}", tag) for tag in tags)
    assert not set("".join(tags)) & set("01ILOSBZGUAE")
    assert len(tags) > 1900


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ({"p/a": "4FK7", "p/b": "4FK8"}, ""),
        ({"p/a": "4FK7", "p/b": "4FK7"}, "a tag must name one statement, got 4FK7 for p/a and p/b"),
        ({"p/a": "4fk7"}, "a tag must be a digit, a letter and two more of"),
        ({"p/a": "4FK"}, "got '4FK' for p/a"),
        ({"p/a": "4FK77"}, "got '4FK77' for p/a"),
        ({"p/a": "FK47"}, "got 'FK47' for p/a"),
        ({"p/a": "4FO7"}, "got '4FO7' for p/a"),
    ],
)
def test_what_is_wrong_with_tags_is_one_sentence(tags, message):
    assert message in fault(tags)
    assert bool(fault(tags)) == bool(message)
