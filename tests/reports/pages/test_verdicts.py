"""Every verdict that a file can bring has a look, and no look is for anything else."""

from typing import get_args

from reports.pages.verdicts import OPEN, VERDICTS
from reports.read.model import Verdict


def test_the_looks_are_those_of_the_verdicts_of_the_schema() -> None:
    assert set(VERDICTS) == set(get_args(Verdict))
    assert not set(OPEN) & set(VERDICTS)
