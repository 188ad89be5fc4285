"""Eight doubles as one value of a kernel, for runs side by side: lane r belongs to run r, and no lane sees another.

An operation on such values is the operation on their doubles, rounded like it: each run has the bits that it has alone.
In an array the eight doubles of entry j stand at 8 j, ..., 8 j + 7. The sums here are those of `_kernels_lanes`, for
eight runs at once, in the same order.
"""
# pyright: reportUntypedFunctionDecorator=false, reportUntypedBaseClass=false
# The compiler has no types; behind its decorators every function is checked as the plain Python it is.

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from tabular.numbers._kernels_lanes import LANES, VECTOR, data_of, put, spread_over, sum_of, vector_at

_Generate = Callable[[Any, Any, Any, Any], Any]


class Eight(types.Type):
    """The type of eight doubles."""

    def __init__(self) -> None:
        super().__init__(name="Eight")


EIGHT = Eight()


@register_model(Eight)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, VECTOR)


def _operation(symbol: Any, name: str) -> None:
    """Have the compiler know an operation on two values as the instruction of this name."""
    known: Any = infer_global(symbol)
    known(type(f"_{name}", (ConcreteTemplate,), {"cases": [signature(EIGHT, EIGHT, EIGHT)]}))

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return getattr(builder, name)(*values)

    lower_builtin(symbol, Eight, Eight)(generate)


_operation(operator.add, "fadd")
_operation(operator.sub, "fsub")
_operation(operator.mul, "fmul")
_operation(operator.truediv, "fdiv")


def _load(_context: Any, array: Any, place: Any) -> tuple[Any, _Generate]:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return vector_at(builder, data_of(context, builder, signature.args[0], values[0]), values[1])

    return EIGHT(array, types.int64), generate


def _store(_context: Any, array: Any, place: Any, value: Any) -> tuple[Any, _Generate]:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        put(builder, values[2], data_of(context, builder, signature.args[0], values[0]), values[1])
        return context.get_dummy_value()

    return types.void(array, types.int64, EIGHT), generate


def _spread(_context: Any, number: Any) -> tuple[Any, _Generate]:
    return EIGHT(types.float64), lambda _context, builder, _signature, values: spread_over(builder, values[0])


def _fetch(_context: Any, array: Any, place: Any, count: Any) -> tuple[Any, _Generate]:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        data = data_of(context, builder, signature.args[0], values[0])
        with cgutils.for_range(builder, builder.sdiv(values[2], ir.Constant(values[2].type, LANES))) as loop:
            place = builder.add(values[1], builder.mul(loop.index, ir.Constant(loop.index.type, LANES)))
            address = builder.bitcast(builder.gep(data, [place]), byte)
            builder.call(prefetch, [address, ir.Constant(number, 0), ir.Constant(number, 2), ir.Constant(number, 1)])
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


def _root(_context: Any, value: Any) -> tuple[Any, _Generate]:
    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        kind = ir.FunctionType(VECTOR, [VECTOR])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.sqrt.v8f64"), values)

    return EIGHT(EIGHT), generate


def _at_least_1(_context: Any, value: Any) -> tuple[Any, _Generate]:
    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        one = ir.Constant(VECTOR, [1.0] * LANES)
        return builder.select(builder.fcmp_ordered(">", values[0], one), values[0], one)

    return EIGHT(EIGHT), generate


def _above(_context: Any, value: Any, limit: Any) -> tuple[Any, _Generate]:
    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.uitofp(builder.fcmp_ordered(">", *values), VECTOR)

    return EIGHT(EIGHT, EIGHT), generate


def _finite(_context: Any, value: Any) -> tuple[Any, _Generate]:
    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        finite, bits = builder.fcmp_ordered("<", values[0], ir.Constant(VECTOR, [math.inf] * LANES)), ir.IntType(LANES)
        return builder.icmp_unsigned("==", builder.bitcast(finite, bits), ir.Constant(bits, (1 << LANES) - 1))

    return types.boolean(EIGHT), generate


def _sums(builder: Any, bounds: tuple[Any, Any], many: int, terms: Callable[[Any], list[Any]]) -> list[Any]:
    """Return so many sums of values over first, ..., last - 1, each kept in a register."""
    return _added(builder, bounds, [ir.Constant(VECTOR, [0.0] * LANES)] * many, terms)


def _added(builder: Any, bounds: tuple[Any, Any], begin: list[Any], terms: Callable[[Any], list[Any]]) -> list[Any]:
    """Return what sums that begin with these values are in the end."""
    sums = [cgutils.alloca_once_value(builder, value) for value in begin]
    with cgutils.for_range(builder, bounds[1], start=bounds[0]) as loop:
        for total, term in zip(sums, terms(loop.index), strict=True):
            builder.store(builder.fadd(builder.load(total), term), total)
    return [builder.load(total) for total in sums]


def _shifted(builder: Any, place: Any, i: int) -> Any:
    return builder.add(place, ir.Constant(place.type, i))


def _entry(builder: Any, data: Any, j: Any) -> Any:
    return vector_at(builder, data, builder.mul(j, ir.Constant(j.type, LANES)))


def _put_entry(builder: Any, value: Any, data: Any, j: Any) -> None:
    put(builder, value, data, builder.mul(j, ir.Constant(j.type, LANES)))


def _number(builder: Any, data: Any, place: Any) -> Any:
    """Return a double, eight times."""
    return spread_over(builder, builder.load(builder.gep(data, [place])))


def _blocks(builder: Any, first: Any, width: Any) -> tuple[Any, Any]:
    eight = ir.Constant(width.type, LANES)
    return builder.sdiv(first, eight), builder.sdiv(width, eight)


def _products(_context: Any, x: Any, y: Any, start: Any, first: Any, width: Any) -> tuple[Any, _Generate]:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        left, right = (data_of(context, builder, signature.args[i], values[i]) for i in (0, 1))
        return _rows_by(builder, left, right, [values[2]], _blocks(builder, values[3], values[4]))[0]

    return EIGHT(x, y, types.int64, types.int64, types.int64), generate


def _two_products(
    _context: Any, x: Any, y: Any, start: Any, stride: Any, width: Any, out: Any, j: Any
) -> tuple[Any, _Generate]:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        left, right, result = (data_of(context, builder, signature.args[i], values[i]) for i in (0, 1, 5))
        blocks = _blocks(builder, ir.Constant(values[4].type, 0), values[4])
        both = _rows_by(builder, left, right, [values[2], builder.add(values[2], values[3])], blocks)
        for i, number in enumerate(both):
            _put_entry(builder, number, result, _shifted(builder, values[6], i))
        return context.get_dummy_value()

    return types.void(x, y, types.int64, types.int64, types.int64, out, types.int64), generate


def _rows_by(builder: Any, x: Any, y: Any, starts: list[Any], blocks: tuple[Any, Any]) -> list[Any]:
    """Return the products of eight vectors x with rows of y, entry by entry for all rows: x is loaded once."""

    def terms(block: Any) -> list[Any]:
        places = [_shifted(builder, builder.mul(block, ir.Constant(block.type, LANES)), i) for i in range(LANES)]
        entries = [_entry(builder, x, j) for j in places]
        return [
            builder.fmul(entry, _number(builder, y, builder.add(start, j)))
            for start in starts
            for entry, j in zip(entries, places, strict=True)
        ]

    sums = _sums(builder, blocks, LANES * len(starts), terms)
    return [sum_of(builder, sums[i : i + LANES]) for i in range(0, len(sums), LANES)]


def _squares(_context: Any, x: Any, first: Any, width: Any) -> tuple[Any, _Generate]:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = data_of(context, builder, signature.args[0], values[0])

        def terms(block: Any) -> list[Any]:
            first = builder.mul(block, ir.Constant(block.type, LANES))
            entries = [_entry(builder, data, _shifted(builder, first, i)) for i in range(LANES)]
            return [builder.fmul(entry, entry) for entry in entries]

        return sum_of(builder, _sums(builder, _blocks(builder, values[1], values[2]), LANES, terms))

    return EIGHT(x, types.int64, types.int64), generate


def _mixes(
    _context: Any, x: Any, count: Any, y: Any, start: Any, stride: Any, out: Any, j: Any
) -> tuple[Any, _Generate]:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        weights, rows, result = (data_of(context, builder, signature.args[i], values[i]) for i in (0, 2, 5))

        def terms(k: Any) -> list[Any]:
            weight, row = _entry(builder, weights, k), builder.add(values[3], builder.mul(k, values[4]))
            return [builder.fmul(weight, _number(builder, rows, _shifted(builder, row, i))) for i in range(LANES)]

        for i, total in enumerate(_sums(builder, (ir.Constant(values[1].type, 0), values[1]), LANES, terms)):
            _put_entry(builder, total, result, _shifted(builder, values[6], i))
        return context.get_dummy_value()

    return types.void(x, types.int64, y, types.int64, types.int64, out, types.int64), generate


def _mixes_each(many: int) -> Any:
    """Return what generates so many sums, for which x is loaded once."""

    def mixes(
        _context: Any, x: Any, first: Any, step: Any, y: Any, start: Any, stride: Any, count: Any, out: Any, j: Any
    ) -> tuple[Any, _Generate]:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            left, right, result = (data_of(context, builder, signature.args[i], values[i]) for i in (0, 3, 7))

            def terms(k: Any) -> list[Any]:
                weight = _entry(builder, left, builder.add(values[1], builder.mul(k, values[2])))
                row = builder.add(values[4], builder.mul(k, values[5]))
                return [builder.fmul(weight, _entry(builder, right, _shifted(builder, row, i))) for i in range(many)]

            places = [_shifted(builder, values[8], i) for i in range(many)]
            begin = [_entry(builder, result, place) for place in places]
            bounds = ir.Constant(values[6].type, 0), values[6]
            for total, place in zip(_added(builder, bounds, begin, terms), places, strict=True):
                _put_entry(builder, total, result, place)
            return context.get_dummy_value()

        return types.void(x, *[types.int64] * 2, y, *[types.int64] * 3, out, types.int64), generate

    return mixes


def _dots_each(many: int) -> Any:
    """Return what generates the products of so many rows, for which y is loaded once."""

    def dots(
        _context: Any, x: Any, first: Any, apart: Any, y: Any, start: Any, width: Any, out: Any, j: Any
    ) -> tuple[Any, _Generate]:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            left, right, result = (data_of(context, builder, signature.args[i], values[i]) for i in (0, 3, 6))
            steps = [builder.mul(values[2], ir.Constant(values[2].type, i)) for i in range(many)]
            rows = [builder.add(values[1], step) for step in steps]

            def terms(block: Any) -> list[Any]:
                places = [
                    _shifted(builder, builder.mul(block, ir.Constant(block.type, LANES)), i) for i in range(LANES)
                ]
                entries = [_entry(builder, right, builder.add(values[4], place)) for place in places]
                return [
                    builder.fmul(_entry(builder, left, builder.add(row, place)), entry)
                    for row in rows
                    for place, entry in zip(places, entries, strict=True)
                ]

            sums = _sums(builder, _blocks(builder, ir.Constant(values[5].type, 0), values[5]), LANES * many, terms)
            for i in range(many):
                total = sum_of(builder, sums[i * LANES : (i + 1) * LANES])
                _put_entry(builder, total, result, _shifted(builder, values[7], i))
            return context.get_dummy_value()

        return types.void(x, *[types.int64] * 2, y, *[types.int64] * 2, out, types.int64), generate

    return dots


# load(array, place) is array[place : place + 8], store(array, place, value) sets it; spread(x) is x eight times.
load: Any = intrinsic(_load)
store: Any = intrinsic(_store)
spread: Any = intrinsic(_spread)

# fetch(array, place, count) has the processor bring near so many doubles, a multiple of 8, that are soon asked for.
fetch: Any = intrinsic(_fetch)

# root, at_least_1 (the larger one of a number and 1) and above (1.0 where value > limit, else 0.0), lane by lane;
# finite says whether all eight are less than infinity, and none is NaN.
root: Any = intrinsic(_root)
at_least_1: Any = intrinsic(_at_least_1)
above: Any = intrinsic(_above)
finite: Any = intrinsic(_finite)

# products(x, y, start, first, width) is dot(y, start, x, width) for each of eight vectors x, and squares(x, first,
# width) is dot(x, 0, x, width): all x are 0 before the entry first, a multiple of 8. two_products(x, y, start, stride,
# width, out, j) sets the entries j and j + 1 of eight vectors to the products with the rows that begin at start and
# start + stride, for which x is loaded once.
products: Any = intrinsic(_products)
two_products: Any = intrinsic(_two_products)
squares: Any = intrinsic(_squares)

# mixes(x, count, y, start, stride, out, j) sets the entries j, ..., j + 7 of eight vectors: for each of eight vectors x
# to the sum over i < count of x[i] times y[start + i stride : ... + 8].
mixes: Any = intrinsic(_mixes)

# mix_each(x, first, step, y, start, stride, count, out, j) adds to entry j of eight vectors the sum over i < count of
# the entries first + i step of eight vectors x times the entries start + i stride of eight vectors y, each x with its
# own y. mix_four does so for the entries j, ..., j + 3, and start, ..., start + 3.
mix_each: Any = intrinsic(_mixes_each(1))
mix_four: Any = intrinsic(_mixes_each(4))

# dot_each(x, first, apart, y, start, width, out, j) sets entry j of eight vectors to the products of the entries of x
# from first on and those of y from start on, `dot` with this width. dot_both sets entry j + 1, too, to those of x from
# first + apart on.
dot_each: Any = intrinsic(_dots_each(1))
dot_both: Any = intrinsic(_dots_each(2))
