"""Tests for tabular/numbers/arguments.py."""

import numpy as np
import pytest
from refusals import refusals

from tabular.errors import InputError
from tabular.numbers.arguments import count, generator, integer


def test_a_seed_means_the_same_numbers_everywhere():
    """Philox is counter based and its stream is part of numpy's compatibility promise."""
    assert generator(7).integers(0, 10**6, 3).tolist() == generator(7).integers(0, 10**6, 3).tolist()
    assert type(generator(7).bit_generator) is np.random.Philox
    assert generator(7).random() != generator(8).random()


@pytest.mark.parametrize("seed", [0, 2**128, np.int64(3)])
def test_any_integer_of_at_least_zero_is_a_seed(seed):
    assert 0 <= generator(seed).random() < 1


def test_counts_are_integers():
    assert count("n", np.int8(3)) == 3
    assert type(count("n", np.int8(3))) is int
    with pytest.raises(InputError, match="n must be an integer of at least 1, got 0"):
        count("n", 0)


@pytest.mark.parametrize("value", [2, np.int64(2), np.array(2)])
def test_an_integer_is_one_of_any_kind(value):
    assert integer("t", value, 2, 2) == 2
    assert type(integer("t", value, 0, 5)) is int


test_bad_input_is_refused_in_one_sentence = refusals(
    (generator, "seed must be an integer of at least 0", [-1, 1.0, "1", None, True]),
    (
        lambda value: integer("t", value, 2, 5, "in row 7"),
        r"t must be an integer from 2 to 5, got .* in row 7",
        [True, np.True_, 2.0, np.array(2.0), np.array([2]), "2", None, 1, 6, 2**70],
    ),
)
