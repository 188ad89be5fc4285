"""Tests for tabular/numbers/arrays.py."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from refusals import refusals

from tabular.errors import InputError
from tabular.numbers.arrays import common_kind, convert, each_fraction, fraction, frozen, read_numbers, read_scalar

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ([1, 2], "integer"),
        ([1, 2.0], "float"),
        ([1, HALF], "exact"),
        (np.array([1, 2], dtype=np.uint8), "integer"),
        (np.array([1, 2], dtype=np.float32), "float"),
        (np.array([1, HALF], dtype=object), "exact"),
        (np.array([1, 2**80], dtype=object), "integer"),
        ([np.float64(1), np.int64(2)], "float"),
        ((1, 2), "integer"),
        ([], "integer"),
    ],
)
def test_three_kinds_of_numbers_are_told_apart(value, kind):
    assert read_numbers("x", value, 1).kind == kind


@given(hnp.arrays(np.float64, hnp.array_shapes(min_dims=2, max_dims=3, max_side=4), elements=st.floats(-10, 10)))
def test_lists_arrays_and_lists_of_arrays_read_alike(array):
    forms = [array, array.tolist(), list(array), tuple(array), np.asfortranarray(array), array.astype(">f8")]

    read = [convert(read_numbers("x", form, array.ndim), "float") for form in forms]

    assert all(np.array_equal(r, array) and r.dtype == np.float64 and r.dtype.isnative for r in read)


test_bad_arrays_are_named = refusals(
    ([[1, 2], [3]], 2, r"x must be rectangular like x\[0\] of shape \(2,\), got shape \(1,\) at x\[1\]"),
    ([[[1], [2]], [[3], [4, 5]]], 3, r"x\[1\] must be rectangular like x\[1\]\[0\] of shape \(1,\), got"),
    ([[1, 2], 3], 2, r"x\[1\] must be a list or an array, got 3"),
    ([[1, [2]]], 2, r"x must hold integers, Fractions or floats, got the list \[2\] at \[0, 1\]"),
    ([1, "2"], 1, r"x must hold integers, Fractions or floats, got the str '2' at \[1\]"),
    ([1, True], 1, r"x must hold .*, got the bool True at \[1\]"),
    ([1, None], 1, r"x must hold .*, got the NoneType None at \[1\]"),
    ([1, 2j], 1, r"x must hold .*, got the complex 2j at \[1\]"),
    ([Decimal("0.5")], 1, r"x must hold .*, got the Decimal .* at \[0\]"),
    ([np.longdouble(0.5)], 1, r"x must hold .* at \[0\]"),
    ([HALF], 1, "x must have float numbers, got exact numbers"),
    ([HALF, 0.5], 1, r"x must be all exact or all floats, got 1/2 at \[0\] and 0.5 at \[1\]"),
    (
        [1, 2**53 + 1, 0.5],
        1,
        r"x must hold integers that float64 represents exactly, got 9007199254740993 at \[1\]",
    ),
    (np.array([[1, 2]]), 1, r"x must have 1 axis, got shape \(1, 2\)"),
    (np.array([1, 2]), 3, r"x must have 3 axes, got shape \(2,\)"),
    (np.array([1j]), 1, r"x must hold .* that float64 represents, got dtype complex128"),
    (np.array([True]), 1, r"got dtype bool"),
    (np.array(["a"]), 1, r"got dtype <U1"),
    (np.array([1], dtype="datetime64[s]"), 1, r"got dtype datetime64\[s\]"),
    (np.ma.masked_array([1.0, 2.0], [True, False]), 1, r"x must be a plain array, got a masked one"),
    ([np.zeros(2), np.zeros(3)], 2, r"x\[1\] must have the shape \(2,\) of x\[0\], got \(3,\)"),
    ([[np.zeros(2)], [np.zeros((2, 1))]], 3, r"x\[1\]\[0\] must have 1 axis, got shape \(2, 1\)"),
    ("abc", 1, r"x must be an array or nested lists with 1 axes, got a str"),
    ({1: 2}, 2, r"x must be an array or nested lists with 2 axes, got a dict"),
    (["ab", "cd"], 2, r"x\[0\] must be a list or an array, got 'ab'"),
    (None, 1, r"got a NoneType"),
    calling=lambda value, ndim: convert(read_numbers("x", value, ndim), "float"),
)


@pytest.mark.parametrize("value", [2**53 + 1, -(2**63) + 1, 10**400])
@pytest.mark.parametrize("wrap", [lambda k: [k], lambda k: np.array([k])], ids=["list", "array"])
def test_no_integer_is_rounded_to_a_float(value, wrap):
    with pytest.raises(InputError, match="represents exactly"):
        convert(read_numbers("x", wrap(value), 1), "float")


def test_large_integers_that_are_floats_are_kept():
    assert convert(read_numbers("x", np.array([2**60, -(2**63)]), 1), "float").tolist() == [2.0**60, -(2.0**63)]
    assert convert(read_numbers("x", [10**22], 1), "float").tolist() == [1e22]


def test_exact_conversion_gives_fractions_only():
    array = convert(read_numbers("x", [1, HALF, np.int8(3)], 1), "exact")

    assert [type(entry) for entry in array] == [Fraction] * 3
    assert array.tolist() == [1, HALF, 3]


def test_lists_may_hold_arrays_at_any_depth():
    numbers = read_numbers("x", [[np.array([1, 2])], [[HALF, 4]]], 3)

    assert numbers.array.tolist() == [[[1, 2]], [[HALF, 4]]]


def test_integer_arrays_in_a_list_may_meet_fractions():
    parts = [np.array([1, 2]), np.array([HALF, 3], dtype=object)]

    assert read_numbers("x", parts, 2).kind == "exact"
    assert read_numbers("x", [np.array([1]), np.array([0.5])], 2).array.tolist() == [[1.0], [0.5]]


@pytest.mark.parametrize("value", [0.5, np.float32(0.5), np.array(0.5), HALF, 3])
def test_a_scalar_reads_as_itself(value):
    numbers = read_scalar("g", value)

    assert numbers.array.shape == ()
    assert numbers.array.item() == value


test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda: convert(read_numbers("x", [HALF], 1), "float"), "x must have float numbers, got exact numbers"),
    (lambda: convert(read_numbers("x", [0.5], 1), "exact"), "x must have exact numbers, got float numbers"),
    (
        lambda value: read_scalar("g", value),
        "g must hold integers, Fractions or floats",
        [True, np.True_, "0.5", None, [0.5], 0.5j, np.array([0.5])],
    ),
)


def test_the_common_kind_has_no_mixture():
    exact, real, integer = (read_numbers(name, [x], 1) for name, x in [("a", HALF), ("b", 0.5), ("c", 1)])

    assert common_kind([exact, integer]) == "exact"
    assert common_kind([real, integer]) == "float"
    assert common_kind([integer]) == "float"
    with pytest.raises(
        InputError, match=r"a, b and c must be all exact or all floats, got fractions in a and floats in b"
    ):
        common_kind([exact, real, integer])


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_taken_literally(value):
    assert float(fraction(value)) == value
    assert fraction(value) == Fraction(*value.as_integer_ratio())


def test_each_fraction_keeps_the_shape():
    assert each_fraction(np.array([[0.5, 0.25]])).tolist() == [[HALF, Fraction(1, 4)]]


def test_a_frozen_array_never_shares_memory_with_its_source():
    source = np.zeros(3)

    view, own = frozen(source[:2], source), np.zeros(3)

    source[0] = 1
    assert view[0] == 0
    assert frozen(own) is own
    with pytest.raises(ValueError, match="read-only"):
        own[0] = 1
