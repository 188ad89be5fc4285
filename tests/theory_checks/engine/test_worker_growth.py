"""A worker that keeps what it has computed is not replaced for it."""

from joblib.externals.loky import process_executor

from theory_checks.engine.growth import MOST, may_grow


def test_the_limit_of_the_library_is_raised(monkeypatch):
    before = process_executor._MAX_MEMORY_LEAK_SIZE  # a library that has none any more is looked at again
    monkeypatch.setattr(process_executor, "_MAX_MEMORY_LEAK_SIZE", before)
    may_grow()

    assert before < process_executor._MAX_MEMORY_LEAK_SIZE == MOST
