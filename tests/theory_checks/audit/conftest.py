"""Tests of audits open no room: `tests/unchanged.py` rests on it."""

import pytest

from theory_checks.engine import registry


@pytest.fixture(autouse=True)
def no_room_is_opened(monkeypatch):
    def refuse(_paper, room):
        raise AssertionError(f"tests of audits must open no room, got {room.name}")

    monkeypatch.setattr(registry, "_import_room", refuse)
