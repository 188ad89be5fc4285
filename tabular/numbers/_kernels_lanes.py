"""Sums of products in eight lanes, as explicit vector instructions: fast, and the same bits on every machine.

A compiler may not change the order of a floating point sum, so a plain loop adds one product at a time. In `dot` lane l
adds the products l, l + 8, l + 16, ..., and the lanes are added in a fixed order at the end; in `mix` each lane is a
sum of its own, from its first term to its last, kept in a register where a compiler would go through memory.
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
VECTOR = ir.VectorType(_DOUBLE, LANES)
_LANE = ir.IntType(32)
_BYTES = 8  # of a double: what the arrays are aligned to


def vector_at(builder: Any, data: Any, place: Any) -> Any:
    address = builder.bitcast(builder.gep(data, [place]), VECTOR.as_pointer())
    return builder.load(address, align=_BYTES)


def data_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if kind.layout != "C":
        raise TypeError(f"an array must be contiguous to be read in lanes, got {kind}")
    return context.make_array(kind)(context, builder, value).data


def _sum_of_lanes(builder: Any, vector: Any) -> Any:
    return sum_of(builder, [builder.extract_element(vector, ir.Constant(_LANE, i)) for i in range(LANES)])


def sum_of(builder: Any, lanes: list[Any]) -> Any:
    while len(lanes) > 1:
        half = len(lanes) // 2
        lanes = [builder.fadd(lanes[i], lanes[i + half]) for i in range(half)]
    return lanes[0]


def _dot(_context: Any, x: Any, start: Any, y: Any, width: Any) -> Any:
    signature = types.float64(x, types.int64, y, types.int64)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        left, right = (data_of(context, builder, signature.args[i], values[i]) for i in (0, 2))
        sums = cgutils.alloca_once_value(builder, ir.Constant(VECTOR, [0.0] * LANES))
        blocks = builder.sdiv(values[3], ir.Constant(values[3].type, LANES))
        with cgutils.for_range(builder, blocks) as loop:
            place = builder.mul(loop.index, ir.Constant(loop.index.type, LANES))
            one = vector_at(builder, left, builder.add(values[1], place))
            other = vector_at(builder, right, place)
            builder.store(builder.fadd(builder.load(sums), builder.fmul(one, other)), sums)
        return _sum_of_lanes(builder, builder.load(sums))

    return signature, generate


def _mix(_context: Any, x: Any, count: Any, y: Any, start: Any, stride: Any, out: Any, place: Any) -> Any:
    signature = types.void(x, types.int64, y, types.int64, types.int64, out, types.int64)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        weights, rows, out = (data_of(context, builder, signature.args[i], values[i]) for i in (0, 2, 5))
        sums = cgutils.alloca_once_value(builder, vector_at(builder, out, values[6]))
        with cgutils.for_range(builder, values[1]) as loop:
            weight = builder.load(builder.gep(weights, [loop.index]))
            place = builder.add(values[3], builder.mul(loop.index, values[4]))
            term = builder.fmul(spread_over(builder, weight), vector_at(builder, rows, place))
            builder.store(builder.fadd(builder.load(sums), term), sums)
        put(builder, builder.load(sums), out, values[6])
        return context.get_dummy_value()

    return signature, generate


def spread_over(builder: Any, number: Any) -> Any:
    nothing = ir.Constant(VECTOR, ir.Undefined)
    single = builder.insert_element(nothing, number, ir.Constant(_LANE, 0))
    return builder.shuffle_vector(single, nothing, ir.Constant(ir.VectorType(_LANE, LANES), [0] * LANES))


def put(builder: Any, vector: Any, data: Any, place: Any) -> None:
    address = builder.bitcast(builder.gep(data, [place]), VECTOR.as_pointer())
    builder.store(vector, address, align=_BYTES)


# mix(x, count, y, start, stride, out, place) adds to out[place : place + LANES] the sum over i < count of x[i] times
# y[start + i stride : ... + LANES], of contiguous float64 arrays.
mix: Any = intrinsic(_mix)

# dot(x, start, y, width) = sum_j x[start + j] y[j] over j < width, a multiple of LANES, of contiguous float64 arrays.
dot: Any = intrinsic(_dot)
