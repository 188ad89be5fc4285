"""Standard normals from 64-bit words by inversion, compiled: algorithm AS 241 (PPND16, Wichura 1988) with both tails.

A word gives a sign (its top bit) and m, its other 63 bits; the normal is +- the point with upper tail probability
u = (m + 1/2) 2**-64. So tails reach |z| = 9.155, in steps of 2**-64 in probability. The centre is computed for every
word, then the 15% in the tails, then the few in 1e11 of the far tail: each of these loops is vectorised. Nothing but
+, -, *, /, square roots and shifts is used, each correctly rounded, so the bits are the same on every machine.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tabular.compiled import njit

_MAGNITUDE = np.uint64((1 << 63) - 1)
_UNIT = 2.0**-64
_FAR = 5.0  # sqrt(-log u) from which on the far tail's formula holds
_TAIL = np.uint64(int(0.075 * 2**64))  # the words below this, sign apart, lie in a tail
_SURELY_FAR = np.uint64(1 << 29)  # u = 2**-35 > exp(-25): only smaller words need a look at _FAR
_LOG_2 = math.log(2.0)
_ROOT_HALF = 0x3FE6A09E00000000  # the bits of a number just below sqrt(1/2)


def _bits_of_double(_context: Any, _value: Any) -> Any:
    def generate(_: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.bitcast(values[0], ir.IntType(64))

    return types.int64(types.float64), generate


def _double_of_bits(_context: Any, _bits: Any) -> Any:
    def generate(_: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.bitcast(values[0], ir.DoubleType())

    return types.float64(types.int64), generate


# The same 64 bits, read as the other type.
_to_bits: Any = intrinsic(_bits_of_double)
_from_bits: Any = intrinsic(_double_of_bits)


@njit(inline="always")
def _log(u: float) -> float:
    """Return log u = k log 2 + log f, sqrt(1/2) < f < sqrt(2), by the series of log((1 + s) / (1 - s)) as in fdlibm."""
    bits = _to_bits(u)
    k = (bits - _ROOT_HALF) >> 52
    f = _from_bits(bits - (k << 52))
    s = (f - 1.0) / (f + 1.0)
    r = s * s
    series = ((0.14798198605116586 * r + 0.15313837699209373) * r + 0.1818357216161805) * r + 0.22222198432149784
    series = ((series * r + 0.2857142874366239) * r + 0.3999999999940942) * r + 0.6666666666666735
    return k * _LOG_2 + (2.0 * s + s * (r * series))


@njit(inline="always")
def _upper(word: Any) -> float:
    """Return the upper tail probability u in (0, 1/2] of the magnitude of a word."""
    return (float(np.int64(word & _MAGNITUDE)) + 0.5) * _UNIT


@njit(inline="always")
def _central(q: float) -> float:
    """Return the normal quantile at 1/2 + q, |q| <= 0.425."""
    r = 0.180625 - q * q
    above = ((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r + 45921.95393154987
    above = (
        ((above * r + 13731.69376550946) * r + 1971.5909503065513) * r + 133.14166789178438
    ) * r + 3.3871328727963665
    below = ((5226.495278852854 * r + 28729.085735721943) * r + 39307.89580009271) * r + 21213.794301586597
    below = (((below * r + 5394.196021424751) * r + 687.1870074920579) * r + 42.31333070160091) * r + 1.0
    return q * above / below


@njit(inline="always")
def _near_tail(r: float) -> float:
    """Return the quantile with r = sqrt(-log u), u < 0.075, r <= 5."""
    r -= 1.6
    above = ((0.0007745450142783414 * r + 0.022723844989269184) * r + 0.2417807251774506) * r + 1.2704582524523684
    above = (
        ((above * r + 3.6478483247632045) * r + 5.769497221460691) * r + 4.630337846156546
    ) * r + 1.4234371107496835
    below = ((1.0507500716444169e-09 * r + 0.0005475938084995345) * r + 0.015198666563616457) * r + 0.14810397642748008
    below = (((below * r + 0.6897673349851) * r + 1.6763848301838038) * r + 2.053191626637759) * r + 1.0
    return above / below


@njit(inline="always")
def _far_tail(r: float) -> float:
    """Return the quantile with r = sqrt(-log u) > 5."""
    r -= 5.0
    above = (
        (2.0103343992922881e-07 * r + 2.7115555687434876e-05) * r + 0.0012426609473880784
    ) * r + 0.026532189526576124
    above = (
        ((above * r + 0.29656057182850487) * r + 1.7848265399172913) * r + 5.463784911164114
    ) * r + 6.657904643501103
    below = (
        (2.0442631033899397e-15 * r + 1.421511758316446e-07) * r + 1.8463183175100548e-05
    ) * r + 0.0007868691311456133
    below = (((below * r + 0.014875361290850615) * r + 0.1369298809227358) * r + 0.599832206555888) * r + 1.0
    return above / below


@njit(cache=True, nogil=True, error_model="numpy")
def normals_of(words: Any, count: int, out: Any, tails: Any, near: Any) -> None:
    """Set out[:count] to the normals of the words; tails and near are working space for count indices and numbers."""
    in_tails = 0
    for i in range(count):
        q = 0.5 - _upper(words[i])
        out[i] = _central(-q if np.int64(words[i]) < 0 else q)
    for i in range(count):
        tails[in_tails] = i
        in_tails += (words[i] & _MAGNITUDE) < _TAIL
    for t in range(in_tails):
        near[t] = _upper(words[tails[t]])
    for t in range(in_tails):
        near[t] = _near_tail(math.sqrt(-_log(near[t])))
    for t in range(in_tails):
        i = tails[t]
        z = near[t]
        if (words[i] & _MAGNITUDE) < _SURELY_FAR:
            r = math.sqrt(-_log(_upper(words[i])))
            z = _far_tail(r) if r > _FAR else z
        out[i] = -z if np.int64(words[i]) < 0 else z
