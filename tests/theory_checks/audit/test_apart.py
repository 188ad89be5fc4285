"""Work in a process of its own, and a signal that comes while somebody waits for its answer."""

from typing import Any, cast

import pytest

from theory_checks.audit.apart import Work


class Watched:
    """Stands for the process and for the pipe, and notes what is asked of them."""

    def __init__(self):
        self.asked = []

    def recv(self):
        raise KeyboardInterrupt

    def join(self, timeout: float = 0.0):
        self.asked.append("wait")

    def terminate(self):
        self.asked.append("end")


def test_a_signal_ends_the_other_process_before_anybody_waits_for_it():
    watched = Watched()
    work = Work[Any]("mechanism", cast(Any, watched), cast(Any, watched))
    with pytest.raises(KeyboardInterrupt):
        work.answer()
    assert watched.asked[0] == "end"
