"""What the page of a statement may say of others: what they are and their verdicts, not what was found about them.

So the page stays the same when only the evidence for others has changed: it cannot show what it is not given.
"""

from __future__ import annotations

from msgspec.structs import replace

from reports.read.model import ErrorControl, Reading, Results, Statement

NOT_SAID = ErrorControl(bound=0, spent=0, tests=0, explanation="")


def bare(results: Results) -> Results:
    """Return the results without what was found."""
    return replace(results, error_control=NOT_SAID, statements=[bare_statement(s) for s in results.statements])


def bare_statement(statement: Statement) -> Statement:
    """Return a statement without what was found about it."""
    return replace(statement, readings=[replace(_bare(r), source=None) for r in statement.readings])


def decided(reading: Reading) -> Reading:
    """Return a reading with what a page of sources says of it: what code has decided it."""
    return _bare(reading)


def _bare(reading: Reading) -> Reading:
    nothing = dict.fromkeys(("evidence", "controls", "figures", "tables", "certificates", "silent_tests"), ())
    return replace(reading, **nothing, near_misses=None, seed=None, seconds=None)
