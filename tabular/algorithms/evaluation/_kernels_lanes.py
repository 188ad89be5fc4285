"""Sums of products in eight lanes, as explicit vector instructions: fast, and the same bits on every machine.

A compiler may not change the order of a floating point sum, so a plain loop adds one product at a time. Here lane l
adds the products l, l + 8, l + 16, ..., and the lanes are added in a fixed order at the end.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 8
_DOUBLE = ir.DoubleType()
_VECTOR = ir.VectorType(_DOUBLE, LANES)
_LANE = ir.IntType(32)
_BYTES = 8  # of a double: what the arrays are aligned to


def _vector_at(builder: Any, data: Any, place: Any) -> Any:
    address = builder.bitcast(builder.gep(data, [place]), _VECTOR.as_pointer())
    return builder.load(address, align=_BYTES)


def _sum_of_lanes(builder: Any, vector: Any) -> Any:
    lanes = [builder.extract_element(vector, ir.Constant(_LANE, i)) for i in range(LANES)]
    while len(lanes) > 1:
        half = len(lanes) // 2
        lanes = [builder.fadd(lanes[i], lanes[i + half]) for i in range(half)]
    return lanes[0]


def _dot(_context: Any, x: Any, start: Any, y: Any, width: Any) -> Any:
    signature = types.float64(x, types.int64, y, types.int64)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        left = context.make_array(signature.args[0])(context, builder, values[0]).data
        right = context.make_array(signature.args[2])(context, builder, values[2]).data
        sums = cgutils.alloca_once_value(builder, ir.Constant(_VECTOR, [0.0] * LANES))
        blocks = builder.sdiv(values[3], ir.Constant(values[3].type, LANES))
        with cgutils.for_range(builder, blocks) as loop:
            place = builder.mul(loop.index, ir.Constant(loop.index.type, LANES))
            one = _vector_at(builder, left, builder.add(values[1], place))
            other = _vector_at(builder, right, place)
            builder.store(builder.fadd(builder.load(sums), builder.fmul(one, other)), sums)
        return _sum_of_lanes(builder, builder.load(sums))

    return signature, generate


# dot(x, start, y, width) = sum_j x[start + j] y[j] over j < width, a multiple of LANES, of contiguous float64 arrays.
dot: Any = intrinsic(_dot)
