"""Counter-based seeds: the random numbers of an instance depend on its names and on the suite's seed, on nothing else.

The names (claim id, reading, instance, ...) are written as one JSON list, which keeps them apart and keeps texts apart
from numbers. The first half of the list's SHA-256 digest is the 128-bit key of a Philox generator. Streams of
different names are therefore unrelated, whatever the order, the subset or the number of workers that use them.
"""

from __future__ import annotations

import hashlib
import json
from numbers import Integral

from numpy.random import Generator, Philox

from tabular.errors import must, show

_DOMAIN = "theory-checks/seed/1"  # another way of drawing needs another text here, so that no stream is used twice
_KEY_BYTES = 16


def generator(seed: int, *names: str | int) -> Generator:
    """Return the random numbers of the instance called `names` under the suite's `seed`."""
    return Generator(Philox(key=stream_key(seed, *names)))


def stream_key(seed: int, *names: str | int) -> int:
    """Return the 128-bit Philox key SHA-256(JSON [domain, seed, *names]), first 16 bytes, big-endian."""
    if not _is_integer(seed) or seed < 0:
        raise must("seed", "be an integer of at least 0", show(seed))
    for position, name in enumerate(names):
        if not isinstance(name, str) and not _is_integer(name):
            raise must("names", "be texts or integers", show(name), f"at position {position}")
    plain = [name if isinstance(name, str) else int(name) for name in names]
    text = json.dumps([_DOMAIN, int(seed), *plain], ensure_ascii=True, separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:_KEY_BYTES], "big")


def _is_integer(value: object) -> bool:
    """Whether `value` is a whole number, NumPy's included; True is none, for it would collide with 1."""
    return not isinstance(value, bool) and isinstance(value, Integral)
