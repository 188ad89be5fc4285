"""How often a process looks for objects that hold each other and that nobody else holds.

Every look at all objects takes a seventh of a second where the libraries are loaded, and finds next to nothing: what a
claim computes goes when nobody holds it.
"""

from __future__ import annotations

import gc

_NEW, _YOUNG, _GROWN = 20_000, 10, 10  # usually 700, 10, 10 (or 5)


def look_seldom() -> None:
    """Have this process look after every 20000 new objects, and at all of them a hundred times less often."""
    gc.set_threshold(_NEW, _YOUNG, _GROWN)
