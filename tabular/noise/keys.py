"""Keys of functional noise: where the random words of a path come from.

A key is 32 bytes (an integer seed is its little-endian bytes). Each action and each use has its own nonce. With
``bits="chacha20"`` the words are ChaCha20's key stream: for anyone without the key they cannot be told from true random
words by any known feasible computation, so a privacy proof for ideal noise carries over as *computational* differential
privacy, with the distinguishing advantage added to delta - as long as the key is secret, drawn uniformly, and used for
one release only. It says nothing about the rounding of the normals and of the path to doubles, which a proof for real
numbers does not cover. With ``bits="fast"`` the words are a statistical hash of the index under two 64-bit numbers that
ChaCha20 derives from the key: right for simulation, and no basis for a privacy claim against an adversary. Who does not
say which gets ChaCha20 for a key, given as bytes or drawn fresh, and the hash for an integer seed, which is no secret.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tabular.errors import must, show
from tabular.noise._kernels_words import chacha20_block

Bits = Literal["fast", "chacha20"]
_CONSTANTS = np.frombuffer(b"expand 32-byte k", "<u4")
_KEY_BYTES = 32
_DERIVATION = 0  # the use of the block that gives the fast hash its key; other uses are positive
STREAM, TREE, COINS = 1, 2, 3


@dataclass(frozen=True, eq=False)
class Source:
    """The words of one action and one use: `key` for the fast hash, `state` for ChaCha20, `secure` says which."""

    key: Any
    state: Any
    secure: bool


def key_bytes(name: str, key: int | bytes) -> bytes:
    """Return the 32 bytes of a key or seed."""
    if isinstance(key, (bytes, bytearray)):
        if len(key) != _KEY_BYTES:
            raise must(name, "have 32 bytes", str(len(key)))
        return bytes(key)
    if isinstance(key, (bool, np.bool_)) or not isinstance(key, (int, np.integer)):
        raise must(name, "be 32 bytes or an integer from 0 to 2**256 - 1", show(key))
    number = int(key)
    if not 0 <= number < 1 << (8 * _KEY_BYTES):
        raise must(name, "be 32 bytes or an integer from 0 to 2**256 - 1", show(number))
    return number.to_bytes(_KEY_BYTES, "little")


def seed_bytes(seed: int | bytes | None) -> bytes:
    """Return the 32 bytes of a seed, fresh ones of the operating system for None."""
    return secrets.token_bytes(_KEY_BYTES) if seed is None else key_bytes("seed", seed)


def bits_for(seed: int | bytes | None, bits: Bits | None) -> Bits:
    """Return the generator that is asked for; else ChaCha20 for a key, given or fresh, and the hash for a number."""
    if bits is not None:
        return bits
    return "chacha20" if seed is None or isinstance(seed, (bytes, bytearray)) else "fast"


def source(key: bytes, action: int, use: int, bits: Bits) -> Source:
    """Return the words that belong to a key, an action and a use."""
    if bits not in ("fast", "chacha20"):
        raise must("bits", 'be "fast" or "chacha20"', show(bits))
    block = np.empty(16, np.uint32)
    chacha20_block(_state(key, action, 2 * use + _DERIVATION), block)
    derived = block[:4].astype("<u4").view("<u8").astype(np.uint64)
    return Source(derived, _state(key, action, 2 * use + 1), bits == "chacha20")


def _state(key: bytes, action: int, nonce: int) -> Any:
    """Return ChaCha20's initial state with counter 0 and nonce words 0, action, nonce."""
    state = np.zeros(16, np.uint32)
    state[:4] = _CONSTANTS
    state[4:12] = np.frombuffer(key, "<u4")
    state[14], state[15] = action, nonce
    return state
