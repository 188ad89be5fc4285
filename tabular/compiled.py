"""The compiler, as all kernels use it: the machine code that it keeps is that of the kernels as they stand.

Its own cache looks at the file of a function and at no other. But functions and constants of other files are compiled
into the function as well, and would stay in it as they were when only those files change.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import types
from numba.core.caching import FunctionCache, IndexDataCacheFile

FOLDER = Path(__file__).resolve().parent
# Of kernels that neither make nor keep arrays: nobody counts who holds which, for that takes longer than their work.
UNCOUNTED: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
COUNTED = UNCOUNTED | {"_nrt": True}  # said by kernels that make arrays for such ones, as what is called inherits it
# Of kernels that other kernels alone call: what would let Python call them takes as long to compile as they do.
INNER: dict[str, Any] = {"no_cpython_wrapper": True}
# Of kernels whose bundles of arrays are many numbers each: to hand these over takes longer than a short work on them.
JOINED: dict[str, Any] = {"forceinline": True}  # into their callers, by the optimiser; what they call, too
_FOR_ALL: dict[str, Any] = {"no_cfunc_wrapper": True}  # nor does C
PLAIN = ("noise/conditional.py", "mdp/solvers/rounding.py")  # has functions that are used as they are, and in kernels

Function = TypeVar("Function", bound=Callable[..., Any])


def sources() -> list[Path]:
    """Return the files of everything that is compiled."""
    return [*sorted(FOLDER.rglob("_kernels*.py")), *(FOLDER / name for name in PLAIN)]


_FILES = [*sources(), Path(__file__)]
_DIGEST = hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in _FILES)).hexdigest()


class _Cache(FunctionCache):
    """A cache whose entries are dropped with a change of any kernel."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp(), _DIGEST
        self._cache_file = IndexDataCacheFile(self._cache_path, self._impl.filename_base, stamp)


def _as_numbers(dispatcher: Any) -> None:
    """Have kernels that call this one with a constant use the machine code for all numbers, not code of their own."""
    general = dispatcher.get_call_template

    def template(args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        return general(tuple(map(types.unliteral, args)), {name: types.unliteral(kind) for name, kind in named.items()})

    dispatcher.get_call_template = template


def _without_door(dispatcher: Any) -> None:
    """Have a call from Python refused: without a door it would end in nothing, and take the process along."""

    def keep_back(*_compiled: Any) -> None:
        """Offer nothing to Python."""

    def refuse(*_arguments: Any, **_named: Any) -> None:
        raise TypeError(f"{dispatcher.__name__} must be called by other kernels, got a call from Python")

    dispatcher._insert = keep_back  # noqa: SLF001 - is told of all that is compiled
    dispatcher._compile_for_args = refuse  # noqa: SLF001 - is called where nothing was offered


def njit(*, cache: bool = False, **options: Any) -> Callable[[Function], Function]:
    """Compile a function with these options of numba's `njit`, and keep the machine code if `cache`."""
    compiler: Any = numba.njit(**(_FOR_ALL | options))

    def compiled(function: Function) -> Function:
        dispatcher: Any = compiler(function)
        _as_numbers(dispatcher)
        if INNER.items() <= options.items():
            _without_door(dispatcher)
        if cache:
            dispatcher._cache = _Cache(function)  # noqa: SLF001 - what `enable_caching` does, with a cache of numba's
        return dispatcher

    return compiled
