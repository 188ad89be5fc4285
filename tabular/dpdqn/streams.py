"""Random numbers by purpose: equal integer seeds of different uses, a critic's and an actor's, share nothing."""

from __future__ import annotations

from hashlib import blake2b

from tabular.numbers.arguments import count

_BYTES = 16


def seed_for(purpose: str, seed: int) -> int:
    """Return the seed, below 2**128, that belongs to a seed of a user, any integer of at least 0, and a purpose."""
    text = f"{purpose}: {count('seed', seed, 0)}"
    return int.from_bytes(blake2b(text.encode(), digest_size=_BYTES, person=b"tabular.dpdqn").digest(), "little")
