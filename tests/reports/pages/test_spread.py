"""Work on all cores: in order, and without a wait for what nobody does any more."""

import os
import signal

import pytest

from reports.pages import spread as spreading
from reports.read.strict import InputError


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(spreading, "SECONDS", 0.1)


@pytest.mark.parametrize("count", [0, 7, 60, 61, 203])
def test_what_is_made_comes_in_order(count: int) -> None:
    assert list(spreading.spread(lambda number: number**2, count)) == [number**2 for number in range(count)]


def test_a_process_that_is_killed_is_not_waited_for() -> None:
    def killed(number: int) -> int:
        if number == 30:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    with pytest.raises(InputError, match="must survive their work, got one that was killed"):
        list(spreading.spread(killed, 100))
