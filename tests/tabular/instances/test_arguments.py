"""Tests for tabular/instances/arguments.py."""

import numpy as np
import pytest

from tabular.errors import InputError
from tabular.instances.arguments import count, generator


def test_a_seed_means_the_same_numbers_everywhere():
    """Philox is counter based and its stream is part of numpy's compatibility promise."""
    assert generator(7).integers(0, 10**6, 3).tolist() == generator(7).integers(0, 10**6, 3).tolist()
    assert type(generator(7).bit_generator) is np.random.Philox
    assert generator(7).random() != generator(8).random()


@pytest.mark.parametrize("seed", [0, 2**128, np.int64(3)])
def test_any_integer_of_at_least_zero_is_a_seed(seed):
    assert 0 <= generator(seed).random() < 1


@pytest.mark.parametrize("seed", [-1, 1.0, "1", None, True])
def test_other_things_are_no_seeds(seed):
    with pytest.raises(InputError, match="seed must be an integer of at least 0"):
        generator(seed)


def test_counts_are_integers():
    assert count("n", np.int8(3)) == 3
    assert type(count("n", np.int8(3))) is int
    with pytest.raises(InputError, match="n must be an integer of at least 1, got 0"):
        count("n", 0)
