"""Tables of calls that must be refused in one line, each with what the line says."""

import re

import pytest

from tabular.errors import InputError

SAYS = {
    "pattern": re.search,
    "whole pattern": re.fullmatch,
    "sentence": lambda sentence, message: message == sentence,
    "start": lambda start, message: message.startswith(start),
    "part": lambda part, message: part in message,
}


def refusals(*rows, calling=None, error=InputError, says="pattern"):
    """Return a test of rows (call, text), or (call, text, values) for a call that refuses each of the values.

    If all rows are about one call, they are its arguments, and the text last.
    """
    if calling is not None:
        cases = [(calling, row[-1], row[:-1]) for row in rows]
    else:
        cases = [(*row[:2], arguments) for row in rows for arguments in (zip(row[2], strict=True) if row[2:] else [()])]

    @pytest.mark.parametrize(("call", "text", "arguments"), cases)
    def test(call, text, arguments):
        with pytest.raises(error) as caught:
            call(*arguments)

        assert "\n" not in str(caught.value)
        assert SAYS[says](text, str(caught.value)), f"{caught.value!r} does not say {text!r}"

    return test
