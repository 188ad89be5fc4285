"""Files of a user: whatever they raise is told in one sentence."""

import pytest

from tabular.errors import InputError
from theory_checks.core.modules import imported

ERROR_THAT_RAISES_ITSELF = """
class Error(BaseException):
    def __str__(self):
        raise self

raise Error
"""


def test_an_error_that_cannot_be_told_has_its_name(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(ERROR_THAT_RAISES_ITSELF)
    with pytest.raises(InputError, match="must be importable, got Error at"):
        imported(file, "tested")
