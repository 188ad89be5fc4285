"""Shortcuts through the front end of the compiler: the same machine code, sooner.

Half of the time that a kernel takes to compile goes by in Python, and much of that in work without an effect: what is
inlined was prepared anew for each place where it stands, with everything that is inlined in it; each block of it was
copied with all names of the function and with every place in the sources; and options were compared through thirty
properties each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any

from numba.core import ir
from numba.core.inline_closurecall import InlineWorker
from numba.core.targetconfig import TargetConfig


def take_shortcuts() -> None:
    """Have the compiler of this process take them."""
    kinds: tuple[Any, ...] = ir.Loc, ir.Scope, TargetConfig, InlineWorker
    place, names, options, worker = kinds
    place.__deepcopy__ = _itself
    names.__deepcopy__ = _names
    options.values, options.__eq__, options.__hash__ = _values, _equal, _hash
    worker.run_untyped_passes = _once(worker.run_untyped_passes)


def _itself(place: Any, _memo: Any) -> Any:
    """Return a place in the sources, which nobody changes."""
    return place


def _names(scope: Any, memo: dict[int, Any]) -> Any:
    """Return a copy of the names of a function, to which others can be added; what they stand for is not copied."""
    copied: Any = ir.Scope(scope.parent, scope.loc)
    memo[id(scope)] = copied
    copied.localvars._con = dict(scope.localvars._con)  # noqa: SLF001 - as it has no way to be copied
    copied.redefined = scope.redefined.copy()
    copied.var_redefinitions = defaultdict(set, {name: set(all_) for name, all_ in scope.var_redefinitions.items()})
    return copied


def _values(options: Any) -> dict[str, Any]:
    given = options._values  # noqa: SLF001 - what the properties read
    return {name: given.get(name, option.default) for name, option in options.options.items()}


def _equal(one: Any, other: Any) -> Any:
    return one.values() == other.values() if isinstance(other, TargetConfig) else NotImplemented


def _hash(options: Any) -> int:
    return hash(type(options))


def _once(prepare: Callable[..., Any]) -> Callable[..., Any]:
    """Have a function that is inlined prepared once: who inlines it makes a copy."""
    known: dict[Any, Any] = {}

    @wraps(prepare)
    def prepared(worker: Any, function: Any, enable_ssa: bool = False) -> Any:
        if enable_ssa:  # not to be inlined into anything yet, and not copied
            return prepare(worker, function, enable_ssa)
        worker.flags.enable_ssa = enable_ssa
        key = function, worker.flags.no_rewrites, worker.flags.auto_parallel.enabled
        if key not in known:
            known[key] = prepare(worker, function, enable_ssa)
        return known[key]

    return prepared
