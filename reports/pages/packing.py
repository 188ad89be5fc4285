"""Words with the places where they stand, in few printable signs; `search.js` reads them back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile

SIGNS = [chr(code) for code in range(ord("#"), ord("~")) if chr(code) != "\\"]  # what JSON writes as it is
LAST = 75  # so many of them end a number, the others say that it goes on
RUN = "~"


def packed_number(value: int) -> str:
    """Return a number that is not negative in signs: one if it is small."""
    if value < LAST:
        return SIGNS[value]
    rest, sign = divmod(value - LAST, len(SIGNS) - LAST)
    return SIGNS[LAST + sign] + packed_number(rest)


def packed_numbers(values: Sequence[int]) -> str:
    """Return numbers in signs; how often one comes in a row stands before it where that is shorter."""
    return "".join(_run(value, len(list(group))) for value, group in groupby(values))


def _run(value: int, times: int) -> str:
    one = packed_number(value)
    return min(one * times, RUN + packed_number(times) + one, key=len)


def common_beginning(one: str, other: str) -> int:
    """Return how many letters two texts have in common at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def packed_words(words: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Yield each word: how many letters it shares with the one before, its other letters, and its numbers."""
    before = ""
    for word, values in sorted(words.items()):
        shared = min(common_beginning(before, word), LAST - 1)
        yield f"{packed_number(shared)}{word[shared:]} {packed_numbers(values)}"
        before = word
