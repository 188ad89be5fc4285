"""Outputs as plain data: what is in an object is found, whatever it says of itself, and what is closed is named."""

import collections
import enum
import functools
import itertools
import threading
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

from theory_checks.audit.contents import numbers_in, text_of
from theory_checks.audit.plain import MOST_PARTS, Closed, Thing, closed_in, plain, raised


class Mute:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return "nothing to see"


class Slots:
    __slots__ = ("__hidden", "seen")

    def __init__(self, value):
        self.seen, self.__hidden = 0, value


class Secretive(Mute):
    def __getstate__(self):
        return None


class Tagged(float):
    pass


class Ring(list):
    pass


def tagged(value):
    number = Tagged(1.0)
    number.tag = value
    return number


def ring(value):
    made = Ring([value])
    made.append(made)
    return made


def noted(text):
    """Return an exception with a note and a cause."""
    error = ValueError("one")
    error.add_note(str(text))
    error.__cause__ = KeyError(text)
    return error


class Pair(NamedTuple):
    left: int
    right: int


SEEN = {
    "an object with a mute text": Mute,
    "slots, private ones too": Slots,
    "a state that is kept back": Secretive,
    "an attribute of a number": tagged,
    "a list that holds itself": ring,
    "a named tuple": lambda value: Pair(value, 0),
    "a queue": lambda value: collections.deque([value]),
    "an iterator of a list": lambda value: iter([value]),
    "a partial call": lambda value: functools.partial(int, value),
    "a key that is an object": lambda value: {Slots(value): 0},
    "a member that is an object": lambda value: {Mute(value)},
    "an array of objects": lambda value: np.array([Mute(value)]),
    "an array in a list": lambda value: [np.array([0.5] * 2000 + [value])],
    "an exception": lambda value: ValueError("no", value),
    "the cause of an exception": noted,
    "a range": range,
    "a default": lambda value: collections.defaultdict(int, x=value),
}


@pytest.mark.parametrize("kind", list(SEEN))
def test_what_differs_is_told_apart(kind):
    first, second = (plain(SEEN[kind](value)) for value in (41, 42))

    assert text_of(first) != text_of(second)
    assert 42 in numbers_in(second)
    assert list(closed_in(first)) == []


@pytest.mark.parametrize(
    ("output", "kind"),
    [
        ((x for x in "abc"), "generator"),
        (lambda: 0, "function"),
        (threading.Lock(), "lock"),
        (Mute([1, {"a": (x for x in ())}]), "generator"),
        ({threading.Lock(): 1}, "lock"),
        ({(Mute(threading.Lock()),)}, "lock"),
        ([0] * (MOST_PARTS + 1), f"rest of more than {MOST_PARTS} parts"),
        (functools.reduce(lambda inner, _: [inner], range(100_000), 0), "nest that is too deep"),
    ],
)
def test_what_is_closed_is_named(output, kind):
    assert set(closed_in(plain(output))) == {kind}


def made(value):
    """Return a class that tells a value by what it is."""
    return type("Made", (), {"tell": property(lambda self: value)})


@pytest.mark.parametrize("output", [made(1), made(1)()])
def test_a_class_that_a_run_has_made_is_closed(output):
    assert list(closed_in(plain(output))) == [type(output).__name__]


def test_plain_values_stay_what_they_are():
    for value in (1, 2.5, "x", b"y", None, Fraction(1, 3), [1, (2.0, {"a"})], {"k": [0]}, {(1, 2): 3}):
        assert plain(value) == value
    assert plain(np.float32(0.5)) == 0.5
    assert plain(bytearray(b"z")) == b"z"
    assert plain(int) == Thing("class", ("builtins.int",))
    assert plain(object()) == Thing("object")
    assert repr(Closed("lock")) == "<lock>"
    assert text_of(plain(np.arange(3000))).count(",") == 2999


def test_equal_contents_have_equal_texts():
    class Colour(enum.Enum):
        RED = 1

    for make in (lambda: Mute(Slots(3)), lambda: Colour.RED, lambda: itertools.count(3), lambda: len, object):
        assert text_of(plain(make())) == text_of(plain(make()))


def test_exceptions_are_outcomes():
    class HostileError(Exception):
        def __str__(self):
            raise RuntimeError

    assert raised(ValueError("two", 2)) == Thing("raises ValueError", ("('two', 2)",))
    assert raised(KeyError("x at 0x7f3a")) == Thing("raises KeyError", ("'x'",))
    assert raised(noted("2")) == Thing("raises ValueError", ("one", "2", Thing("raises KeyError", ("'2'",))))
    own = KeyError("own")
    own.__cause__ = own
    assert raised(own) == Thing("raises KeyError", ("'own'",))
    assert raised(HostileError()) == Thing("raises HostileError", ("",))
