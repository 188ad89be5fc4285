"""Distinct keys are those of a sort, whether they come in order or not."""

import numpy as np
import pytest

from tabular.numbers.distinct import distinct


@pytest.mark.parametrize("keys", [[7], [1, 1, 2, 5, 5, 5], [3, 1, 3, 2, 1]], ids=["one", "in order", "not in order"])
def test_distinct_keys_are_those_of_a_sort(keys):
    first, place = distinct(np.array(keys))
    found = np.array(keys)[first]

    assert found.tolist() == sorted(set(keys))
    assert first.tolist() == [keys.index(key) for key in found]
    assert found[place].tolist() == keys
