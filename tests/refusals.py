"""Tables of calls that must be refused, each with what the message of the error says."""

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


def refusals(*rows, error=InputError, says="pattern"):
    """Return a test of rows (call, text), or (call, text, values) for a call that refuses each of the values."""
    once = [(row[0], row[1], ()) for row in rows if len(row) == 2]
    cases = once + [(*row[:2], (value,)) for row in rows if len(row) == 3 for value in row[2]]

    @pytest.mark.parametrize(("call", "text", "arguments"), cases)
    def test(call, text, arguments):
        with pytest.raises(error) as caught:
            call(*arguments)

        assert SAYS[says](text, str(caught.value)), f"{caught.value!r} does not say {text!r}"

    return test
