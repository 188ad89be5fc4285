"""What is found in outputs of any kind is what stands in them, and nothing of the machine that ran them."""

import math
from fractions import Fraction

import numpy as np
import pytest

from theory_checks.audit.contents import kind_of, length_of, numbers_in, parts, skeleton, text_of
from theory_checks.audit.plain import Thing, plain
from theory_checks.audit.scores import scores


class Plain:
    def __init__(self, value):
        self.value = value


@pytest.mark.parametrize(
    ("output", "numbers"),
    [
        (3, [3.0]),
        (True, [1.0]),
        (None, []),
        (2 - 1j, [2.0, -1.0]),
        (Fraction(1, 4), [0.25]),
        (10**400, [math.inf]),
        (-(10**400), [-math.inf]),
        ([1, [2.5, "x"], (np.float64(-3),)], [1.0, 2.5, -3.0]),
        ({"a7": 1, "b": {"c": [2]}}, [7.0, 1.0, 2.0]),
        ({30, 4, 100}, [100.0, 30.0, 4.0]),
        ("from -1.5e-3 to +.5, then 7.", [-0.0015, 0.5, 7.0]),
        ("inf, -Infinity; banana", [math.inf, -math.inf]),
        (b"\x01\xff", [1.0, 255.0]),
        (np.array([[1, 2], [3, 4]]), [1.0, 2.0, 3.0, 4.0]),
        (Plain([5, "six", "7"]), [5.0, 7.0]),
    ],
)
def test_numbers_are_found_in_order(output, numbers):
    assert numbers_in(plain(output)) == numbers


def test_nan_is_found_as_a_word_and_as_a_number():
    assert [math.isnan(x) for x in numbers_in(["nan", math.nan, "banana nan"])] == [True, True, True]


def test_kinds_and_texts_tell_apart_what_values_do_not():
    kinds = [0, 0.0, "0", None, [0], [0.0], (0,), {"a": 0}, {0}, b"0", np.zeros((2, 3)), np.zeros((3, 2))]

    assert len({kind_of(output) for output in kinds}) == len(kinds)
    assert kind_of(np.float64(1)) == kind_of(1.0) == "float"
    assert kind_of([1, "a", 2]) == "list of int, str"
    assert skeleton("about 1.5 of -7e3") == "about # of #"
    assert skeleton({"a": [1.5, -2], "b": math.nan}) == "{'a': [#, #], 'b': #}"
    assert text_of(np.float32(0.5)) == "0.5"
    assert text_of(np.array([1, 2])) == "[1, 2]"
    assert (length_of("four"), length_of([1])) == (4, 1)
    assert math.isnan(length_of(4))


def test_addresses_in_memory_are_not_seen():
    first, second = Plain(1), Plain(1)

    assert repr(first) != repr(second)
    assert text_of(plain([first])) == text_of(plain([second]))
    assert numbers_in(plain([first])) == numbers_in(plain([second])) == [1.0]
    assert text_of("it is at 0xff") == "'it is at 0xff'"


def test_an_output_that_holds_itself_comes_to_an_end():
    twice: list[object] = [1]
    twice += [twice, twice]

    assert plain(twice) == [1, Thing("again", (1,)), Thing("again", (1,))]
    assert list(parts(plain(twice))) == [1, 1, 1]
    assert kind_of(plain(twice)) == "list of int"


def test_integers_too_long_for_a_decimal_text_have_one_all_the_same():
    assert text_of(10**5000) == hex(10**5000)
    assert text_of([10**5000]) == hex(10**5000)
    assert text_of([10**5000, "x"]) != text_of([10**5001, "x"])


def test_of_many_texts_the_parts_are_looked_at_however_often_they_come():
    few, many = ([[i % n, i // n % n] for i in range(40_000)] + [[1]] for n in (8, 40))

    assert len(scores(few, few)) == 1
    assert "smallest of the numbers in it" in {score.name for score in scores(many, many)}


def test_of_outputs_of_very_many_numbers_no_covariance_is_learned():
    rng = np.random.default_rng(0)
    zero, one = (rng.normal(size=(40, 600)) + world * (np.arange(600) == 599) for world in (0, 9))
    learned = [score for score in scores(zero, one) if score.name.startswith("learned")]

    assert [score.name for score in learned] == ["learned linear"]
    assert learned[0](one).min() > learned[0](zero).max()
