"""Hostile input at the door of the statistics (the file is not called test_arguments.py: another folder has one)."""

import math
from fractions import Fraction

import numpy as np
import pytest
from refusals import refusals

from theory_checks.statistics.arguments import check_count, number, read_counts, read_samples, read_successes

test_samples_that_are_no_numbers = refusals(
    (lambda: read_samples([[1.0], [1.0, 2.0]]), "samples must be a rectangular array of numbers, got ragged lists"),
    (lambda: read_samples(["a"]), "samples must be an array of real numbers, got dtype <U1"),
    (lambda: read_samples([1j]), "samples must be an array of real numbers, got dtype complex128"),
    (lambda: read_samples([Fraction(1, 2)]), "samples must be an array of real numbers, got dtype object"),
    (lambda: read_samples([None]), "samples must be an array of real numbers, got dtype object"),
    (lambda: read_samples(0.5), "samples must hold at least one number, got an array of shape ()"),
    (lambda: read_samples(np.zeros((3, 0))), "samples must hold at least one number, got an array of shape (3, 0)"),
    (lambda: read_samples([0.0, math.nan]), "samples must be finite, got nan at index 1"),
    (lambda: read_samples([[[0.0, 1.0], [0.0, -math.inf]]]), "samples must be finite, got -inf at index (0, 1, 1)"),
    (
        lambda: read_samples(np.array(["2020-01-01"], dtype="datetime64[D]")),
        "samples must be an array of real numbers, got dtype datetime64[D]",
    ),
    error=ValueError,
    says="sentence",
)


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint64, np.float16, np.float32, np.float64])
def test_every_kind_of_number_is_read(dtype: type) -> None:
    values = read_samples(np.array([0, 1, 1], dtype=dtype), (0.0, 1.0))
    assert values.dtype == np.float64
    assert values.tolist() == [0.0, 1.0, 1.0]


def test_the_callers_array_is_left_alone() -> None:
    mine = np.array([0.25, 0.5])
    theirs = read_samples(mine)
    assert mine.flags.writeable
    assert theirs is not mine


def test_successes_are_spread_over_trials() -> None:
    k, n = read_successes([1, 2], 3)
    assert (k.tolist(), n.tolist()) == ([1, 2], [3, 3])


test_bad_input_is_refused_by_valueerror = refusals(
    (
        lambda counts: read_counts("trials", counts),
        r"^trials must be integers between 0 and 2\*\*53, got ",
        [[1.0, 2.5], [math.inf], [-1], [2.0**54]],
    ),
    (lambda value: number("x", value), r"^x must be a real number, got ", ["1", None, True, 1j, [1], Fraction(1, 2)]),
    error=ValueError,
)


@pytest.mark.parametrize("value", [0, -1, 1.0, None, True, 2**53 + 1, "3"])
def test_things_that_are_no_number_of_samples(value: object) -> None:
    with pytest.raises(ValueError, match=r"^n must be an integer between 1 and 2\*\*53, got "):
        check_count("n", value)
    check_count("n", np.int64(3))
