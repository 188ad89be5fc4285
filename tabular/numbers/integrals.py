"""Integrals in balls, each as if it were the first one of its process."""

from __future__ import annotations

import threading
from collections.abc import Callable

from flint import acb, arb, ctx

End = acb | arb | int


class _Nodes(threading.local):
    """The precision at which this thread has computed the points that integrals are sums over."""

    precision = 0
    in_use = False


_NODES = _Nodes()


def integral(f: Callable[[acb, bool], acb], low: End, high: End, *, abs_tol: arb | None = None) -> arb:
    """Return what `acb.integral` does, whatever was integrated before; points of other precision would be rounded."""
    inner = _NODES.in_use  # by an integral around this one, which would lose them
    if not inner and _NODES.precision != ctx.prec:
        ctx.cleanup()
        _NODES.precision = ctx.prec
    _NODES.in_use = True
    try:
        return acb.integral(f, low, high, abs_tol=abs_tol).real
    finally:
        _NODES.in_use = inner
