"""Words in few signs: whoever knows the rules reads back what was packed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.pages.packing import packed_number, packed_numbers, packed_words

ALPHABET = "#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}"


def read(signs: str) -> list[int]:
    """The numbers: signs from the 76th on go on, a tilde comes before how often and what."""
    tokens: list[str] = []
    for sign in signs:
        if tokens and tokens[-1] != "~" and ALPHABET.index(tokens[-1][-1]) >= 75:
            tokens[-1] += sign
        else:
            tokens.append(sign)
    values = [t if t == "~" else one_of(t) for t in tokens]
    found: list[int] = []
    while values:
        times = values[1] if values[0] == "~" else 1
        if values[0] == "~":
            values = values[2:]
        found += [values[0]] * times
        values = values[1:]
    return found


def one_of(token: str) -> int:
    value = ALPHABET.index(token[-1])
    for sign in reversed(token[:-1]):
        value = 75 + (ALPHABET.index(sign) - 75) + 15 * value
    return value


@pytest.mark.parametrize(("value", "signs"), [(0, "#"), (74, "n"), (75, "o#"), (89, "}#"), (90, "o$"), (1199, "}n")])
def test_small_numbers_are_one_sign(value: int, signs: str) -> None:
    assert packed_number(value) == signs
    assert one_of(signs) == value


@given(st.lists(st.integers(0, 10_000) | st.integers(0, 3), max_size=40))
def test_numbers_are_read_back(values: list[int]) -> None:
    assert read(packed_numbers(values)) == values


@given(st.dictionaries(st.text("abé1.", min_size=1, max_size=5), st.lists(st.integers(0, 200), min_size=1), max_size=9))
def test_words_are_read_back(words: dict[str, list[int]]) -> None:
    found, before = {}, ""
    for line in packed_words(words):
        rest, steps = line[1:].split(" ")
        before = before[: one_of(line[0])] + rest
        found[before] = read(steps)
    assert found == words
    assert list(found) == sorted(words)


def test_a_run_is_said_once_and_json_writes_all_signs_as_they_are() -> None:
    assert packed_numbers([5] * 41) == "~L("
    assert packed_numbers([5] * 3) == "((("
    text = packed_numbers(range(2000))
    assert json.dumps(text) == f'"{text}"'
