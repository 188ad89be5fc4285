"""What several tests of commands begin with."""

import pytest
from dqn_calls import SMALL, call


@pytest.fixture
def trained(tmp_path):
    file = tmp_path / "training.npz"
    answer = call("train", file, *SMALL)
    assert answer.exit_code == 0, answer.output
    return file
