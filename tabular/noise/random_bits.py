"""Random bits as integers: the source on which the exact samplers rest."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from tabular.noise._kernels_words import stream_words
from tabular.noise.keys import COINS, seed_bytes, source
from tabular.numbers.arguments import count

_WORDS = 64


class Coins(Protocol):
    """Whatever draws uniform integers."""

    def below(self, n: int) -> int:
        """Return a uniform integer from 0 to n - 1."""
        ...


class RandomBits:
    """The bits of a ChaCha20 key stream, without a seed of one with a fresh key of the operating system.

    Uniform integers come from them by rejection: exactly uniform if the bits are. A draw takes as many bits as it
    needs, so equal seeds give equal results only for equal sequences of draws.
    """

    def __init__(self, seed: int | bytes | None = None) -> None:
        self._source = source(seed_bytes(seed), 0, COINS, "chacha20")
        self._words = np.empty(_WORDS, np.uint64)
        self._drawn = 0
        self._pool = 0
        self._left = 0

    def bits(self, count: int) -> int:
        """Return the next bits as an integer from 0 to 2**count - 1."""
        while self._left < count:
            stream_words(self._source.key, self._source.state, True, self._drawn, _WORDS, self._words)
            self._pool |= int.from_bytes(self._words.astype("<u8").tobytes(), "little") << self._left
            self._drawn += _WORDS
            self._left += 64 * _WORDS
        result = self._pool & ((1 << count) - 1)
        self._pool >>= count
        self._left -= count
        return result

    def below(self, n: int) -> int:
        """Return a uniform integer from 0 to n - 1."""
        size = (count("n", n) - 1).bit_length()
        while (result := self.bits(size)) >= n:
            continue
        return result
