"""The noise paths of runs side by side, compiled: asking them, and the normals that they use up."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

from tabular.compiled import COUNTED, INNER, njit
from tabular.noise._kernels_batch import stream_normals
from tabular.noise._kernels_store import values_together


@njit(inline="always")
def ask(rule: Any, paths: Any, r: int, path: int, first: int, x: float, out: Any) -> None:
    """Set out to the noise of a run at x, of the actions from ``first`` on."""
    if rule.noisy:
        stores = paths.blocks, paths.low, paths.directory, paths.head, paths.numbers, paths.normals
        values_together(x, r, path, first, *stores, out)
    else:
        out[:] = 0.0


@njit(inline="always")
def noise_of(rule: Any, space: Any, paths: Any, r: int, path: int, action: int, x: float) -> float:
    """Return the noise of one action."""
    ask(rule, paths, r, path, action, x, space.asked)
    return space.asked[0]


@njit(inline="always")
def _lacks(paths: Any, r: int, path: int, action: int) -> bool:
    """Return whether the next step may use up more normals of a stream than there are."""
    left = paths.normals.shape[3] - paths.head[r, path, action, 1]
    return paths.drawn[r, path, action] < 0 or left < paths.per_step


@njit(inline="always")
def any_lacks(paths: Any) -> bool:
    """Return whether that is so for any stream."""
    lacking = 0
    for r in range(paths.head.shape[0]):
        for path in range(paths.head.shape[1]):
            for a in range(paths.head.shape[2]):
                lacking += _lacks(paths, r, path, a)
    return lacking > 0


@njit(**COUNTED, **INNER)
def provide(paths: Any) -> None:
    """See to it that the normals of the next step are there: normal number k of a stream is a function of k alone."""
    for r in range(paths.head.shape[0]):
        for path in range(paths.head.shape[1]):
            for a in range(paths.head.shape[2]):
                if _lacks(paths, r, path, a):
                    start = max(paths.drawn[r, path, a], 0) + paths.head[r, path, a, 1]
                    key, state = paths.keys[r, path, a], paths.states[r, path, a]
                    stream_normals(key, state, paths.secure, start, paths.normals[r, path, a])
                    paths.drawn[r, path, a], paths.head[r, path, a, 1] = start, 0


@njit(inline="always")
def forget(paths: Any) -> None:
    """Begin new paths; the normals that are used up stay used up."""
    paths.head[:, :, :, 0] = 0
